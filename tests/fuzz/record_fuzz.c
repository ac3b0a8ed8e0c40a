/* A record of a run with damage (patch.h), read whole: tables, heads, columns, events, attributes, script. Promises: nothing outside the memory is touched
 * (sanitizers); what is refused has a report; what is read has the shape it says, and texts end.
 */
#include "fuzz/fuzz.h"
#include "fuzz/patch.h"

#include "base/base.h"
#include "record/run_read.h"
#include "record/run_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 40, ROWS_MOST = 100000 };

static const struct run_column PAIR[] = {{"time", "s"}, {"square", "s^2"}};
static const double LIMIT[2] = {-5.0, 4.5};
static struct run_attribute LIMITS[] = {{.name = "stroke_max", .n = 2, .numbers = LIMIT}};
static const struct run_table TABLES[] = {
	{.group = "steps", .brief = "rows as they are", .n = 2, .column = PAIR},
	{.group = "channels/control1", .brief = "rows that are compressed", .n = 2, .column = PAIR, .rate_hz = 1000.0, .packed = true,
	 .attribute = LIMITS, .nattribute = 1},
};
static const struct run_attribute HEAD[] = {{.name = "program", .text = "fuzz"}, {.name = "seed", .number = 17.0}};

static char folder[300];
static struct fuzz_file file;

static void begin(void)
{
	struct run_writer *w;

	fuzz_folder(folder, sizeof folder);
	ASSERT(run_part_path(folder, 1, file.path, sizeof file.path));
	ASSERT(run_writer_open(&w, &(struct run_writer_words){.path = file.path, .attribute = HEAD, .nattribute = 2, .script = "model basic -ndm 1\n",
	                                                      .table = TABLES, .ntable = 2, .patient = true}, NULL) == 0);
	for (int i = 0; i < ROWS; i++) {
		const double x[2] = {i, (double)i * i};
		run_writer_row(w, 0, x);
		run_writer_row(w, 1, x);
	}
	run_writer_event(w, &(struct run_event){.time = 1.5, .kind = "trip", .source = "expControl 1", .text = "too far"});
	ASSERT(run_writer_close(w, "complete", NULL) == 0);
	fuzz_file_keep(&file);
}

static void read_table(struct run_file *f, int i, struct arena *mem)
{
	const struct run_table_info *t = run_table(f, i);
	struct err e = {0};
	double *x, row[2];
	int code;

	ASSERT(strlen(t->name) > 0 && t->n >= 1 && t->rows >= 0);
	for (int k = 0; k < t->n; k++)
		ASSERT(strlen(t->column[k]) < SIZE_MAX && strlen(t->unit[k]) < SIZE_MAX);
	if (t->rows > ROWS_MOST)
		return;
	code = run_column(f, i, t->n - 1, mem, &x, &e);
	ASSERT(e.code == code);
	if (t->rows >= 1 && t->n == 2) {
		err_clear(&e);
		code = run_rows(f, i, t->rows - 1, 1, row, &e);
		ASSERT(e.code == code);
	}
}

static void read_all(struct run_file *f, struct arena *mem)
{
	struct err e = {0};
	struct run_event *event;
	const char *text;
	double seed;
	int n, code;

	for (int i = 0; i < run_tables(f); i++)
		read_table(f, i, mem);
	code = run_events(f, mem, &event, &n, &e);
	ASSERT(e.code == code);
	for (int i = 0; !code && i < n; i++)
		ASSERT(memchr(event[i].kind, 0, sizeof event[i].kind) && memchr(event[i].source, 0, sizeof event[i].source) &&
		       memchr(event[i].text, 0, sizeof event[i].text));
	err_clear(&e);
	code = run_text(f, "status", mem, &text, &e);
	ASSERT(e.code == code && (code || strlen(text) < SIZE_MAX));
	err_clear(&e);
	code = run_number(f, "seed", &seed, &e);
	ASSERT(e.code == code);
	err_clear(&e);
	code = run_script(f, mem, &text, &e);
	ASSERT(e.code == code && (code || strlen(text) < SIZE_MAX));
}

void record_fuzz(const uint8_t *bytes, size_t n)
{
	struct run_file *f;
	struct err e = {0};
	struct arena mem;
	int code;

	if (!file.good)
		begin();
	fuzz_file_damage(&file, bytes, n);
	code = run_open(&f, folder, &e);
	ASSERT(e.code == code);
	if (code)
		return;
	arena_init(&mem);
	read_all(f, &mem);
	arena_fini(&mem);
	run_close(f);
}
