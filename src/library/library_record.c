/* Records of runs: written by the tests of an instance, and read back. */
#include "library/library.h"

#include "record/run_read.h"
#include "record/run_record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- writing ------------------------------------------------------------------------------------------------------ */

static int folder_make(struct tandem *t, const char *folder, struct err *e)
{
	char path[4096];
	int code;

	if (snprintf(path, sizeof path, "%s/record.h5", folder) >= (int)sizeof path)
		return err_set(e, ERR_RANGE, "tandem_record", "the name of the folder is too long");
	if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
		code = err_set(e, ERR_FILE, "tandem_record", "the folder cannot be made: %s", strerror(errno));
		err_value(e, "%.90s", folder);
		return code;
	}
	if (access(path, F_OK) == 0) {
		code = err_set(e, ERR_DUPLICATE, "tandem_record", "the folder holds a record already");
		err_value(e, "%.90s", folder);
		err_hint(e, "give a new test another folder");
		return code;
	}
	t->script.lab.run.folder = arena_text(&t->mem, folder);
	return t->script.lab.run.folder ? 0 : err_set(e, ERR_MEMORY, "tandem_record", "no memory");
}

int32_t tandem_record(struct tandem *t, const char *folder)
{
	int32_t refused = library_enter(t);
	char program[32];
	int code;

	if (refused)
		return refused;
	code = run_record_end(t->script.run, false, &t->fault.err);
	if (!code && folder)
		code = folder_make(t, folder, &t->fault.err);
	snprintf(program, sizeof program, "tandem %s", script_version());
	if (!code)
		run_record_words(t->script.run, &(struct record_words){.when = folder ? RUN_ALWAYS : RUN_NEVER, .program = arena_text(&t->mem, program)});
	return library_leave(t, code);
}

/* ---- reading ------------------------------------------------------------------------------------------------------ */

struct column_kept {
	int table, column;
	double *x;
	struct column_kept *next;
};

struct tandem_run {
	struct run_file *file;             /* owned */
	struct arena mem;                  /* everything that was handed out */
	struct column_kept *columns;       /* owned: mem */
	struct run_event *event; int nevent;   /* owned: mem; NULL: not read yet */
	struct tandem_run *next;
};

bool library_has_run(const struct tandem *t, const struct tandem_run *run)
{
	const struct tandem_run *at = t->runs;

	while (at && at != run)
		at = at->next;
	return at != NULL;
}

static void run_free(struct tandem_run *run)
{
	run_close(run->file);
	arena_fini(&run->mem);
	free(run);
}

void library_runs_fini(struct tandem *t)
{
	while (t->runs) {
		struct tandem_run *run = t->runs;

		t->runs = run->next;
		run_free(run);
	}
}

int32_t tandem_run_open(struct tandem *t, const char *path, struct tandem_run **ret)
{
	int32_t refused = library_enter(t);
	struct tandem_run *run;
	int code;

	if (refused)
		return refused;
	if (!path || !ret)
		return library_refuse(t, ERR_ARGUMENT, "tandem_run_open", "the path, or the place for the run, is NULL");
	*ret = NULL;
	run = calloc(1, sizeof *run);
	if (!run)
		return library_refuse(t, ERR_MEMORY, "tandem_run_open", "no memory");
	arena_init(&run->mem);
	code = run_open(&run->file, path, &t->fault.err);
	if (code) {
		arena_fini(&run->mem);
		free(run);
		return library_leave(t, code);
	}
	run->next = t->runs;
	t->runs = run;
	*ret = run;
	return library_leave(t, 0);
}

/* Enters the instance that the run belongs to; NULL: refused. */
static struct tandem *enter_run(struct tandem_run *run, int32_t *ret_code)
{
	struct tandem *t = run ? library_owner(run) : NULL;

	if (!t) {
		*ret_code = library_refuse_nobody(run ? ERR_STATE : ERR_ARGUMENT, "tandem_run", run ? "there is no such run: it was closed" : "the run is NULL");
		return NULL;
	}
	*ret_code = library_enter(t);
	return *ret_code ? NULL : t;
}

int32_t tandem_run_close(struct tandem_run *run)
{
	struct tandem_run **at;
	struct tandem *t;
	int32_t code = 0;

	if (!run || !(t = enter_run(run, &code)))
		return code;
	for (at = &t->runs; *at != run;)
		at = &(*at)->next;
	*at = run->next;
	run_free(run);
	return library_leave(t, 0);
}

static int past(struct tandem *t, const char *what, int32_t i, int n)
{
	int code = err_set(&t->fault.err, ERR_RANGE, "tandem_run", "there is no such %s, or no place for the answer", what);

	err_value(&t->fault.err, "%d", (int)i);
	err_allowed(&t->fault.err, "0 to %d", n - 1);
	return code;
}

int32_t tandem_run_table(struct tandem_run *run, int32_t i, struct tandem_table *ret)
{
	const struct run_table_info *info;
	int32_t code;
	struct tandem *t = enter_run(run, &code);

	if (!t)
		return code;
	if (i < 0 || i >= run_tables(run->file) || !ret)
		return library_leave(t, past(t, "table", i, run_tables(run->file)));
	info = run_table(run->file, i);
	*ret = (struct tandem_table){.name = info->name, .brief = info->brief, .columns = info->n, .column = (const char *const *)info->column,
	                             .unit = (const char *const *)info->unit, .rows = info->rows, .rate_hz = info->rate_hz};
	return library_leave(t, 0);
}

int32_t tandem_run_event(struct tandem_run *run, int32_t i, struct tandem_event *ret)
{
	int32_t refused;
	struct tandem *t = enter_run(run, &refused);
	int code = 0;

	if (!t)
		return refused;
	if (!run->event)
		code = run_events(run->file, &run->mem, &run->event, &run->nevent, &t->fault.err);
	if (!code && (i < 0 || i >= run->nevent || !ret))
		code = past(t, "event", i, run->nevent);
	if (!code)
		*ret = (struct tandem_event){.time = run->event[i].time, .kind = run->event[i].kind, .source = run->event[i].source, .text = run->event[i].text};
	return library_leave(t, code);
}

/* Reads a column once. */
static int column_of(struct tandem *t, struct tandem_run *run, const char *path, const struct column_kept **ret)
{
	struct err *e = &t->fault.err;
	struct column_kept *c;
	int table, column, code = run_find_path(run->file, path, &table, &column, e);

	if (!code && column < 0)
		code = err_set(e, ERR_ARGUMENT, "tandem_run_column", "%.90s is a table: name a column of it, TABLE/COLUMN", path);
	if (code)
		return code;
	for (c = run->columns; c && (c->table != table || c->column != column);)
		c = c->next;
	*ret = c;
	if (c)
		return 0;
	c = ARENA_NEW(&run->mem, struct column_kept);
	if (!c)
		return err_set(e, ERR_MEMORY, "tandem_run_column", "no memory");
	*c = (struct column_kept){.table = table, .column = column, .next = run->columns};
	code = run_column(run->file, table, column, &run->mem, &c->x, e);
	if (code)
		return code;
	run->columns = c;
	*ret = c;
	return 0;
}

const double *tandem_run_column(struct tandem_run *run, const char *path, int64_t *ret_rows)
{
	const struct column_kept *c = NULL;
	int32_t refused;
	struct tandem *t = enter_run(run, &refused);
	int code;

	if (ret_rows)
		*ret_rows = 0;
	if (!t)
		return NULL;
	code = path ? column_of(t, run, path, &c) : err_set(&t->fault.err, ERR_ARGUMENT, "tandem_run_column", "the path is NULL");
	if (library_leave(t, code))
		return NULL;
	if (ret_rows)
		*ret_rows = run_table(run->file, c->table)->rows;
	return c->x;
}

const char *tandem_run_text(struct tandem_run *run, const char *name)
{
	const char *text = NULL;
	int32_t refused;
	struct tandem *t = enter_run(run, &refused);
	int code;

	if (!t)
		return NULL;
	code = name ? run_text(run->file, name, &run->mem, &text, &t->fault.err) : err_set(&t->fault.err, ERR_ARGUMENT, "tandem_run_text", "the name is NULL");
	return library_leave(t, code) ? NULL : text;
}
