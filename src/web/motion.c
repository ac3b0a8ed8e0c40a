/* Motion for replay: frames of type 3 out of the steps of a record, nodes and elements in the order of model.json; elements as the table of those that yield
 * says (docs/record.md). */
#include "web/data.h"

#include "base/heap.h"
#include "live/live.h"
#include "report/scan.h"
#include "web/files.h"
#include "web/frame.h"
#include "web/jget.h"
#include "web/records.h"
#include "web/web_priv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 300, FRAMES_MOST = 2000, VALUES_MOST = 1 << 22, CHANGES = 256 };

/* Which column of /steps is which value of a frame; -1: the record does not hold it. */
struct drawn { int *column; int n, *tag, elements, time; };

/* Columns stand in the order of nodes, mostly: the search goes on where the last one ended. */
static int find_from(const struct run_table_info *t, const char *name, int *at)
{
	for (int i = 0; i < t->n; i++) {
		int k = (*at + i) % t->n;

		if (strcmp(t->column[k], name) == 0) {
			*at = k + 1;
			return k;
		}
	}
	return -1;
}

static int read_model(const json_t *o, const struct run_table_info *t, struct drawn *d, struct err *e)
{
	json_t *nodes, *elements, *x;
	size_t i;
	int ndf = 0, at = 0, tag, code = jget_int(o, "ndf", 1, 6, "model.json", &ndf, e);

	if (!code)
		code = jget_list(o, "nodes", VALUES_MOST / 6, "model.json", &nodes, e);
	if (!code)
		code = jget_list(o, "elements", VALUES_MOST, "model.json", &elements, e);
	if (code)
		return code;
	d->elements = (int)json_array_size(elements);
	d->n = ndf * (int)json_array_size(nodes);
	d->column = heap_room(((size_t)d->n + 1) * sizeof *d->column);
	d->tag = heap_room(((size_t)d->elements + 1) * sizeof *d->tag);
	if (!d->column || !d->tag)
		return err_set(e, ERR_MEMORY, "model.json", "no memory for %d values", d->n);
	json_array_foreach(nodes, i, x) {
		char name[64];

		tag = INT32_MIN;
		code = jget_int(x, "tag", INT32_MIN, INT32_MAX, "model.json", &tag, e);
		if (code)
			return code;
		for (int k = 0; k < ndf; k++) {
			snprintf(name, sizeof name, "node%d_disp%d", tag, k + 1);
			d->column[i * (size_t)ndf + (size_t)k] = find_from(t, name, &at);
		}
	}
	json_array_foreach(elements, i, x)
		if ((code = jget_int(x, "tag", INT32_MIN, INT32_MAX, "model.json", &d->tag[i], e)) != 0)
			return code;
	return 0;
}

static int read_drawn(struct request *r, const struct run_table_info *t, struct drawn *d, struct err *e)
{
	char path[4096 + 200];
	char *text = NULL;
	size_t n = 0;
	json_t *o;
	int code;

	snprintf(path, sizeof path, "%s/%s/" LIVE_MODEL, r->web->words.runs, r->part[0]);
	code = files_read(path, FILES_MODEL, &text, &n, e);
	if (!code)
		code = jget_read(text, n, "model.json", &o, e);
	free(text);
	if (code)
		return code;
	code = read_model(o, t, d, e);
	json_decref(o);
	d->time = scan_time(t);
	return code;
}

/* ---- what yields ----------------------------------------------------------------------------------------------- */

/* Changes, in the order of their time, and how the elements stand behind those that were taken. */
struct changes {
	const struct drawn *d;
	struct run_file *f;                        /* borrowed, as the one above */
	int table;                                 /* -1: the record has none */
	int64_t read;                              /* rows that were */
	int n, at;                                 /* of those in hand; the next */
	double row[CHANGES][3];                    /* test_time, element, state */
	unsigned char *state;                      /* owned; one an element */
};

static int changes_begin(struct changes *c, const struct drawn *d, struct run_file *f, struct err *e)
{
	*c = (struct changes){.d = d, .f = f, .state = heap_zeroed((size_t)d->elements + 1, 1)};
	/* records of earlier versions, and of models in which nothing can yield */
	if (run_find(f, RUN_YIELD, NULL, &c->table, NULL, NULL) || run_table(f, c->table)->n != 3)
		c->table = -1;
	return c->state ? 0 : err_set(e, ERR_MEMORY, "motion", "no memory for %d elements", d->elements);
}

/* The next change is in hand, or there is none: ret_any. */
static int changes_fill(struct changes *c, bool *ret_any, struct err *e)
{
	int64_t left = c->table < 0 ? 0 : run_table(c->f, c->table)->rows - c->read;
	int code;

	if (c->at == c->n && left > 0) {
		c->at = 0;
		c->n = left < CHANGES ? (int)left : CHANGES;
		code = run_rows(c->f, c->table, c->read, c->n, c->row[0], e);
		if (code)
			return code;
		c->read += c->n;
	}
	*ret_any = c->at < c->n;
	return 0;
}

static int compare_tags(const void *a, const void *b)
{
	return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

/* All up to a time. Elements of model.json stand in the order of their tags. */
static int changes_until(struct changes *c, double t, struct err *e)
{
	bool any;
	int code;

	while (!(code = changes_fill(c, &any, e)) && any && c->row[c->at][0] <= t) {
		const double *x = c->row[c->at++];
		int tag = fabs(x[1]) < INT32_MAX ? (int)x[1] : INT32_MIN;
		const int *at = bsearch(&tag, c->d->tag, (size_t)c->d->elements, sizeof tag, compare_tags);

		if (at)
			c->state[at - c->d->tag] = x[2] == RUN_YIELDING ? RUN_YIELDING : x[2] == RUN_YIELDED ? RUN_YIELDED : RUN_ELASTIC;
	}
	return code;
}

/* ---- frames ---------------------------------------------------------------------------------------------------- */

static int put_frame(struct changes *c, int table, int64_t row, double *x, float *value, struct jput *j, struct err *e)
{
	const struct drawn *d = c->d;
	size_t n = frame_motion_size(d->n, d->elements);
	unsigned char *bytes = heap_zeroed(1, n);
	int code = bytes ? run_rows(c->f, table, row, 1, x, e) : err_set(e, ERR_MEMORY, "motion", "no memory");

	if (!code)
		code = changes_until(c, d->time < 0 ? INFINITY : x[d->time], e);
	if (!code) {
		for (int i = 0; i < d->n; i++)
			value[i] = d->column[i] < 0 ? NAN : (float)x[d->column[i]];
		frame_motion(bytes, d->time < 0 ? (double)row : x[d->time], (uint64_t)row, d->n, value, d->elements, c->state);
		jput_bytes(j, bytes, n);
	}
	free(bytes);
	return code;
}

/* Frames r->at .. of `frames` over the rows first .. end - 1, as many as a block holds. */
static int put_frames(struct request *r, const struct drawn *d, struct run_file *f, int table, int64_t first, int64_t end, int frames, struct jput *j,
                      struct err *e)
{
	double *x = heap_room((size_t)run_table(f, table)->n * sizeof *x);
	float *value = heap_room(((size_t)d->n + 1) * sizeof *value);
	int64_t rows = end - first, many = rows < frames ? rows : frames;
	struct changes c;
	int code = changes_begin(&c, d, f, e);

	if (!code && (!x || !value))
		code = err_set(e, ERR_MEMORY, "motion", "no memory");
	for (; r->at < many && j->n < REQUEST_BLOCK && !code; r->at++)
		code = put_frame(&c, table, many > 1 ? first + (rows - 1) * r->at / (many - 1) : first, x, value, j, e);
	r->end = many;
	free(c.state);
	free(x);
	free(value);
	return code;
}

static int motion_block(struct request *r, struct run_file *f, struct err *e)
{
	struct asked c = {0};
	struct drawn d = {0};
	struct jput j;
	double from = -INFINITY, to = INFINITY;
	int64_t first, end;
	int frames = FRAMES, code = run_find(f, "steps", NULL, &c.table, NULL, e);

	if (code)
		return code;
	c.info = run_table(f, c.table);
	c.time = scan_time(c.info);
	code = request_real(r, "from", &from, e);
	if (!code)
		code = request_real(r, "to", &to, e);
	if (!code)
		code = request_int(r, "frames", 1, FRAMES_MOST, &frames, e);
	if (!code)
		code = asked_rows(&c, f, from, to, &first, &end, e);
	if (!code)
		code = read_drawn(r, c.info, &d, e);
	jput_init(&j);
	if (!code)
		code = put_frames(r, &d, f, c.table, first, end, frames, &j, e);
	if (!code) {
		request_json(r, 200, &j);
		if (r->answer.status == 200) {
			r->answer.type = "application/octet-stream";
			r->answer.more = r->at < r->end;
		}
	}
	jput_fini(&j);
	free(d.column);
	free(d.tag);
	return code;
}

void data_motion(struct request *r)
{
	struct run_file *f;
	struct err e;

	err_clear(&e);
	if (!records_of(r, &f))
		return;
	int code = motion_block(r, f, &e);
	if (code)
		request_error(r, request_status(code), &e);
}
