/* The words of a recorder: options common to all, the format with its file, then the source's own. */
#include "recorder/recorder.h"

#include "base/aside.h"
#include "base/base.h"
#include "recorder/format_memory.h"
#include "recorder/format_none.h"
#include "recorder/rowfile.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { PRECISION_DEFAULT = 6, PRECISION_MAX = 60 };
static const double DT_TOLERANCE = 1e-5; /* of dT: steps that miss the next row by rounding only */

struct common_option {
	const char *word;
	int (*read)(struct recorder *r, struct args *a, struct err *e);
};

static int read_time(struct recorder *r, struct args *a, struct err *e)
{
	(void)a, (void)e;
	r->time = true;
	return 0;
}

static int read_dt(struct recorder *r, struct args *a, struct err *e)
{
	return args_real(a, "-dT", RANGE_NONNEG, &r->dt, e);
}

/* How much too early a step may come, in parts of dT. */
static int read_tolerance(struct recorder *r, struct args *a, struct err *e)
{
	return args_real(a, "-rTolDt", RANGE_NONNEG, &r->dt_tolerance, e);
}

static int read_precision(struct recorder *r, struct args *a, struct err *e)
{
	return args_int(a, "-precision", 1, PRECISION_MAX, &r->request.precision, e);
}

static int read_scientific(struct recorder *r, struct args *a, struct err *e)
{
	(void)a, (void)e;
	r->request.scientific = true;
	return 0;
}

static int read_append(struct recorder *r, struct args *a, struct err *e)
{
	(void)a, (void)e;
	r->request.append = true;
	return 0;
}

/* Every row is out when it is made: closing the file after it would add nothing. */
static int read_close_on_write(struct recorder *r, struct args *a, struct err *e)
{
	(void)r, (void)a, (void)e;
	return 0;
}

static int read_group(struct recorder *r, struct args *a, struct err *e)
{
	const char *word;
	int rc = args_word(a, "-group", &word, e);
	if (rc == 0)
		r->request.group = arena_text(&r->arena, word);
	return rc;
}

static int read_plain(struct recorder *r, struct args *a, struct err *e)
{
	(void)a, (void)e;
	r->request.plain = true;
	return 0;
}

static const struct common_option OPTIONS[] = {
	{"-time", read_time},
	{"-load", read_time},
	{"-dT", read_dt},
	{"-dt", read_dt},
	{"-rTolDt", read_tolerance},
	{"-precision", read_precision},
	{"-scientific", read_scientific},
	{"-append", read_append},
	{"-closeOnWrite", read_close_on_write},
	{"-group", read_group},
	{"-plain", read_plain},
};

static int read_format(struct recorder *r, const struct format_ops *f, struct args *a, struct err *e)
{
	const char *word = a->word[a->at++], *path, *port = NULL;
	if (r->format)
		return err_set(e, ERR_DUPLICATE, a->object, "%s: the recorder has a file already", word);
	int rc = args_word(a, f->remote ? "host" : "file name", &path, e);
	if (rc == 0 && f->remote)
		rc = args_word(a, "port", &port, e);
	if (rc < 0)
		return rc;
	r->format = f;
	r->request.append |= strcmp(word, "-fileAdd") == 0;
	r->request.path = port ? record_text(&r->arena, "%s:%s", path, port) : arena_text(&r->arena, path);
	return r->request.path ? 0 : err_set(e, ERR_MEMORY, a->object, "no memory");
}

static int unknown_option(const struct recorder *r, const struct args *a, struct err *e)
{
	err_set(e, ERR_UNKNOWN, a->object, "unknown option");
	err_value(e, "%s", args_peek(a));
	err_allowed(e, "-file -csv -xml -binary -hdf5 -memory -tcp -time -dT -precision -append, and those of help %s %s",
	            r->source->experiment ? "expRecorder" : "recorder", r->source->name);
	return ERR_UNKNOWN;
}

/* 1: one word with its values is read. */
static int read_option(struct recorder *r, struct args *a, struct err *e)
{
	const char *word = args_peek(a);
	const struct format_ops *f = format_find_option(word);
	if (f) {
		int rc = read_format(r, f, a, e);
		return rc < 0 ? rc : 1;
	}
	for (size_t i = 0; i < COUNT(OPTIONS); i++)
		if (args_accept(a, OPTIONS[i].word)) {
			int rc = OPTIONS[i].read(r, a, e);
			return rc < 0 ? rc : 1;
		}
	return r->source->option(r->source_self, a, &r->arena, e);
}

/* The response. An expRecorder has one word of it; more are passed over, as the field's scripts expect. */
static int response_words(struct recorder *r, bool *answered, struct args *a, struct err *e)
{
	const char *word;
	if (!r->source->experiment || !*answered) {
		*answered = true;
		return r->source->response(r->source_self, a, &r->arena, e);
	}
	r->ignored++;
	return args_word(a, "response", &word, e);
}

static int read_words(struct recorder *r, struct args *a, struct err *e)
{
	bool answered = false;
	while (args_more(a)) {
		int rc = read_option(r, a, e);
		if (rc == 0) {
			if (args_peek(a)[0] == '-' || !r->source->response)
				return unknown_option(r, a, e);
			rc = response_words(r, &answered, a, e);
		}
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int read_kind(struct recorder *r, bool experiment, struct args *a, struct err *e)
{
	const char *word, *command = experiment ? "expRecorder" : "recorder";
	int rc = args_word(a, "kind", &word, e);
	if (rc < 0)
		return rc;
	r->source = source_find(word, experiment, &r->is_envelope);
	if (!r->source) {
		err_set(e, ERR_UNKNOWN, command, "unknown kind of recorder");
		err_value(e, "%s", word);
		err_allowed(e, "%s", experiment ? "Site Setup Control SignalFilter TangentStiff"
		                                : "Node Element Drift EnvelopeNode EnvelopeElement EnvelopeDrift");
		return ERR_UNKNOWN;
	}
	snprintf(a->object, sizeof(a->object), "%s %s %d", command, word, r->tag);
	r->source_self = arena_alloc(&r->arena, r->source->size);
	return r->source_self ? 0 : err_set(e, ERR_MEMORY, a->object, "no memory");
}

/* The words as one text, for formats that keep it. */
static int keep_command(struct recorder *r, const struct args *a, struct err *e)
{
	r->request.command = arena_join(&r->arena, a->n, a->word);
	return r->request.command ? 0 : err_set(e, ERR_MEMORY, a->object, "no memory");
}

/* The file stays as it is. */
static int leave_file(struct recorder *r, struct err *e)
{
	int rc = r->format->remote ? 0 : rowfile_check(r->request.path, r->object, e);

	r->left = r->format;
	r->format = &format_none;
	return rc;
}

/* In a dry run: nobody elsewhere is spoken to, and rows of a test stay. What the file of the test would be refused for is refused here. */
static int stand_aside(struct recorder *r, struct err *e)
{
	char path[PATH_MAX];
	int rc = rowfile_check(r->request.path, r->object, e);

	if (rc == 0)
		rc = aside_write(r->request.path, r->request.append, path, e);
	if (rc == 0 && !(r->request.path = arena_text(&r->arena, path)))
		rc = err_set(e, ERR_MEMORY, r->object, "no memory");
	return rc;
}

static int open_file(struct recorder *r, struct err *e)
{
	bool aside = aside_is_on() && r->format != &format_memory;
	int rc;

	r->request.object = r->object;
	r->request.envelope = r->is_envelope;
	if ((r->keeps_nothing && r->format != &format_memory) || (aside && r->format->remote))
		return leave_file(r, e);
	if (aside && (rc = stand_aside(r, e)))
		return rc;
	if (!r->request.group)
		r->request.group = record_text(&r->arena, "%s%s_%d", r->source->experiment ? "Exp" : "",
		                               r->is_envelope ? r->source->envelope : r->source->name, r->tag);
	r->format_self = arena_alloc(&r->arena, r->format->size);
	if (!r->format_self || !r->request.group)
		return err_set(e, ERR_MEMORY, r->object, "no memory");
	return r->format->open(r->format_self, &r->request, e);
}

int recorder_setup(struct recorder *r, struct args *a, bool experiment, struct record_context *c, const struct record_origin *origin, struct err *e)
{
	r->request.precision = PRECISION_DEFAULT;
	r->dt_tolerance = experiment ? 0.0 : DT_TOLERANCE;
	r->request.origin = origin;
	int rc = keep_command(r, a, e);
	if (rc == 0)
		rc = read_kind(r, experiment, a, e);
	if (rc == 0)
		rc = read_words(r, a, e);
	if (rc < 0)
		return rc;
	snprintf(r->object, sizeof(r->object), "%.50s (%.40s)", a->object, r->format ? r->request.path : "no file");
	rc = r->source->check(r->source_self, r->object, e);
	if (rc < 0)
		return rc;
	if (!r->format) {
		err_set(e, ERR_ARGUMENT, r->object, "the recorder has no file");
		err_hint(e, "add -file NAME, -csv NAME, -xml NAME, -binary NAME, -hdf5 NAME, -memory NAME or -tcp HOST PORT");
		return ERR_ARGUMENT;
	}
	rc = experiment ? recorder_columns(r, c, e) : 0;
	return rc < 0 ? rc : open_file(r, e);
}
