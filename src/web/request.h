/* A request and its answer, from the first header to the last byte. docs/web.md says what there is to ask for.
 *
 * A request belongs to the thread of the sockets, except while a worker has it (job). Its answer is made by the function of its route, in the thread that the
 * route names; long answers come in blocks: the function is called again for the next one when the last was sent. A request whose connection has gone is
 * given back when its worker is done with it.
 */
#pragma once

#include "base/err.h"
#include "web/auth.h"
#include "base/jput.h"
#include "web/worker.h"

#include <stdint.h>
#include <sys/types.h>

enum { REQUEST_PATH = 4096, REQUEST_PARTS = 4, REQUEST_ARGS = 16, REQUEST_ARG_BYTES = 4096, REQUEST_BODY = 1 << 20, REQUEST_BLOCK = 1 << 20 };

struct web;
struct http_session;
struct request;

/* Where the function of a route runs. */
enum lane { LANE_NOW /* at once: memory only */, LANE_FILES /* records */, LANE_FOLDER /* folders and files */ };

struct route {
	const char *method, *path;         /* "GET", "/api/runs/?/data": ? is any one piece */
	enum role role;                    /* at least */
	enum lane lane;
	void (*run)(struct request *r);
	void (*before)(struct request *r); /* first, in the thread of the sockets; NULL: nothing */
};

/* Who has it. */
enum request_where { REQUEST_HERE, REQUEST_WORKER, REQUEST_WAITS /* for a child or a run (wait.c) */ };

struct answer {
	int status;                        /* 0: none yet */
	const char *type;                  /* Content-Type; constant */
	char *bytes;                       /* malloc, owned by the request; NULL with `constant` */
	const unsigned char *constant;     /* borrowed for ever */
	size_t n;
	bool gzip;                         /* constant is */
	bool more;                         /* this is a block, and not the last one */
	const char *etag;                  /* borrowed for ever; NULL: not to be kept by anybody */
	char cookie[256], location[64];
};

struct request {
	struct job job;
	struct web *web;                   /* borrowed */
	struct http_session *session;      /* borrowed; NULL: the connection has gone */
	struct request *next;              /* in the list of those that wait for a child or an answer */
	const struct route *route;
	struct auth_who who;
	char path[REQUEST_PATH];
	const char *part[REQUEST_PARTS];   /* pieces that stand for ?, in path */
	char arg_bytes[REQUEST_ARG_BYTES];
	const char *arg[REQUEST_ARGS];     /* "name=value" */
	int narg;
	char *body; size_t nbody;          /* malloc, owned */
	struct answer answer;
	enum request_where where;
	bool begun;                        /* the head of the answer was sent */
	bool blocks;                       /* it goes out in blocks */
	int64_t at, end;                   /* of an answer in blocks: what is next, where it ends */
	int record;                        /* part of the run that it is read from, chosen with its first block; 0: not yet */
	/* a process that is waited for, in this request's place */
	pid_t child; int64_t child_ends_ns; int child_status; bool child_late;
	char child_path[REQUEST_PATH];     /* what it prints, or makes */
	void (*after)(struct request *r);  /* with its end, in the lane of folders; NULL: the route's own function is due */
	char kept[REQUEST_PATH + 256];         /* a page that is made, and stays; "": it does not */
	char started[160]; pid_t started_pid;      /* a run that was started: its id, its process */
	/* an answer of a run that is waited for */
	bool asks; char ask[448]; uint64_t ask_id; int64_t ask_ends_ns;    /* the wish; id 0: it was not put into the mailbox yet */
};

/* The value of an argument behind ?; NULL: it is not given. Empty values count as not given. */
const char *request_arg(const struct request *r, const char *name);
/* Numbers among them; ret stays as it was when it is not given. ERR_ARGUMENT, ERR_RANGE. */
int request_real(const struct request *r, const char *name, double *ret, struct err *e) MUST_CHECK;
int request_int(const struct request *r, const char *name, int lo, int hi, int *ret, struct err *e) MUST_CHECK;

/* The answer: JSON out of a writer, which is empty afterwards; bytes of malloc, which go over; a report. */
void request_json(struct request *r, int status, struct jput *j);
void request_bytes(struct request *r, const char *type, char *bytes, size_t n);
void request_error(struct request *r, int status, const struct err *e);
void request_refuse(struct request *r, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Status of a code of err.def: 404 what is missing, 400 what was asked wrongly, 409 a state, 500 the rest. */
int request_status(int code);

/* The members of a report, for an object that is open. */
void request_put_error(struct jput *j, const struct err *e);

/* An empty one, NULL: no memory; the end of one. */
struct request *request_make(struct web *w);
void request_free(struct request *r);
/* ID or file name: letters, digits, '.', '-', '_', not beginning with '.', 128 bytes at most. */
bool request_is_name(const char *text);
