/* Tests that an operator starts from the page: as processes of their own, run by run; rehearsals and checks, whose words are the answer.
 *
 * The list of those that this server has started is the thread of the sockets' own; starting is the thread of folders'. */
#pragma once

#include "web/child.h"
#include "web/request.h"

enum { TESTS_RUNNING = 8, TESTS_KEPT = 64, TESTS_SCRIPT = 512 * 1024, TESTS_WORDS = 64, TESTS_LOG = 4 << 20 };

enum test_mode { TEST_RUN, TEST_HOLD, TEST_REHEARSE, TEST_CHECK };

/* What a POST says; texts live as long as `body`. */
struct test_words {
	void *body;                        /* the document; owned until test_words_free */
	const char *name, *script, *example, *file, *word[TESTS_WORDS];
	int nword;
	enum test_mode mode;
	double pace;                       /* 0: as fast as it can */
};
/* ERR_FORMAT, ERR_UNKNOWN, ERR_ARGUMENT, ERR_RANGE. test_words_free is due all the same. */
int test_words_read(struct test_words *t, const char *bytes, size_t n, struct err *e) MUST_CHECK;
void test_words_free(struct test_words *t);

struct tests;
int tests_init(struct tests **ret, struct err *e) MUST_CHECK;
/* The processes go on. */
void tests_fini(struct tests *t);
/* Ends of processes. */
void tests_tick(struct tests *t);
/* A run was started: id and process. */
void tests_add(struct tests *t, const char *id, pid_t pid);

void tests_start(struct request *r);       /* POST /api/tests */
void tests_log(struct request *r);         /* GET /api/tests/ID/log */
/* Before that, in the thread of the sockets: how the process is. */
void tests_log_before(struct request *r);
