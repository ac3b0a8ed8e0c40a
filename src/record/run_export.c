/* Records as CSV. */
#include "record/run_export.h"

#include "base/base.h"
#include "base/io.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { TEXT = 1 << 16, ROOM = 512, BLOCK_BYTES = 1 << 20 };

struct page {
	char path[PATH_MAX];
	int handle, used;
	char text[TEXT + ROOM];
	const char *between;       /* before the next number of a line */
};

/* ---- text to a file ------------------------------------------------------------------------------------------ */

static int page_open(struct page *p, const char *folder, const char *name, const char *ending, struct err *e)
{
	p->used = 0;
	p->between = "";
	if (snprintf(p->path, sizeof p->path, "%s/%s%s", folder, name, ending) >= (int)sizeof p->path)
		return err_set(e, ERR_RANGE, "export", "the name of the folder is too long");
	/* a table of a table is one file */
	for (char *c = p->path + strlen(folder) + 1; *c; c++)
		*c = *c == '/' ? '_' : *c;
	return io_open(p->path, IO_WRITE, &p->handle, e);
}

static int page_flush(struct page *p, struct err *e)
{
	int code = p->used > 0 ? io_write(p->handle, p->path, p->text, (size_t)p->used, e) : 0;

	p->used = 0;
	return code;
}

static int page_close(struct page *p, int code, const struct run_export *w, struct err *e)
{
	int closed;

	if (!code)
		code = page_flush(p, e);
	closed = io_close(p->handle, p->path, e);
	code = code ? code : closed;
	/* a part of a table would be taken for the whole */
	if (code)
		io_drop(p->path);
	if (!code && w->said)
		w->said(p->path);
	return code;
}

static int put_text(struct page *p, const char *text, bool quoted, struct err *e)
{
	int code = 0;

	if (quoted)
		p->text[p->used++] = '"';
	for (; *text && !code; text++) {
		if (quoted && *text == '"')
			p->text[p->used++] = '"';
		p->text[p->used++] = *text;
		if (p->used >= TEXT)
			code = page_flush(p, e);
	}
	if (quoted)
		p->text[p->used++] = '"';
	return code;
}

static int put_real(struct page *p, double x, struct err *e)
{
	p->used += snprintf(p->text + p->used, ROOM, "%s%.17g", p->between, x);
	p->between = ",";
	return p->used >= TEXT ? page_flush(p, e) : 0;
}

static void end_line(struct page *p)
{
	p->text[p->used++] = '\n';
	p->between = "";
}

/* ---- tables -------------------------------------------------------------------------------------------------- */

static int put_head(struct page *p, const struct run_table_info *t, const bool *wanted, struct err *e)
{
	char name[300];
	int code = 0;

	for (int i = 0; i < t->n && !code; i++) {
		if (!wanted[i])
			continue;
		snprintf(name, sizeof name, "%s%.200s%s%.60s%s", p->between, t->column[i], t->unit[i][0] ? " [" : "", t->unit[i], t->unit[i][0] ? "]" : "");
		code = put_text(p, name, false, e);
		p->between = ",";
	}
	end_line(p);
	return code;
}

static int put_rows(struct page *p, struct run_file *f, int table, const bool *wanted, struct arena *mem, struct err *e)
{
	const struct run_table_info *t = run_table(f, table);
	int most = BLOCK_BYTES / (int)sizeof(double) / t->n + 1, code = 0;
	double *x = ARENA_ARRAY(mem, (size_t)most * (size_t)t->n, double);

	if (!x)
		return err_set(e, ERR_MEMORY, "export", "no memory for %d rows", most);
	for (int64_t first = 0; first < t->rows && !code; first += most) {
		int n = t->rows - first < most ? (int)(t->rows - first) : most;

		code = run_rows(f, table, first, n, x, e);
		for (int i = 0; i < n && !code; i++) {
			for (int k = 0; k < t->n && !code; k++)
				if (wanted[k])
					code = put_real(p, x[(size_t)i * (size_t)t->n + (size_t)k], e);
			end_line(p);
		}
	}
	return code;
}

static int export_table(struct run_file *f, int table, const bool *wanted, struct page *p, const struct run_export *w, struct arena *mem, struct err *e)
{
	const struct run_table_info *t = run_table(f, table);
	int code = page_open(p, w->folder, t->name, ".csv", e);

	if (code)
		return code;
	code = put_head(p, t, wanted, e);
	if (!code)
		code = put_rows(p, f, table, wanted, mem, e);
	return page_close(p, code, w, e);
}

/* ---- what is no table ---------------------------------------------------------------------------------------- */

static int export_events(const struct run_event *event, int n, struct page *p, const struct run_export *w, struct err *e)
{
	int code = page_open(p, w->folder, RUN_EVENTS, ".csv", e);

	if (code)
		return code;
	code = put_text(p, "time,kind,source,text\n", false, e);
	for (int i = 0; i < n && !code; i++) {
		const char *const text[] = {event[i].kind, event[i].source, event[i].text};

		code = put_real(p, event[i].time, e);
		for (size_t k = 0; k < COUNT(text) && !code; k++) {
			code = put_text(p, ",", false, e);
			if (!code)
				code = put_text(p, text[k], true, e);
		}
		end_line(p);
	}
	return page_close(p, code, w, e);
}

static int export_attributes(struct run_file *f, struct page *p, const struct run_export *w, struct arena *mem, struct err *e)
{
	static const char *const NAME[] = {"format", "program", "run", "created", "machine", "script_path", "script_words", "script_hash", "seed", "dt", "clock",
	                                   "unit_force", "unit_length", "unit_time", "freedoms", "site", "part", "resumed", "status", "lost"};
	int code = page_open(p, w->folder, "attributes", ".csv", e);

	if (code)
		return code;
	code = put_text(p, "name,value\n", false, e);
	for (size_t i = 0; i < COUNT(NAME) && !code; i++) {
		const char *text;

		code = run_text_if_any(f, NAME[i], mem, &text, e);
		/* a run that was cut short has no count of what was lost */
		if (!code && !text)
			continue;
		if (!code)
			code = put_text(p, NAME[i], false, e);
		if (!code)
			code = put_text(p, ",", false, e);
		if (!code)
			code = put_text(p, text, true, e);
		end_line(p);
	}
	return page_close(p, code, w, e);
}

/* What stands at the head of the tables: limits of channels, thresholds, words of objects. A row a value; number: of the channel or the threshold. */
static int export_heads(struct run_file *f, struct page *p, const struct run_export *w, struct arena *mem, struct err *e)
{
	int code = page_open(p, w->folder, "heads", ".csv", e);

	(void)mem;
	if (code)
		return code;
	code = put_text(p, "table,name,number,value\n", false, e);
	for (int i = 0; i < run_tables(f) && !code; i++) {
		const struct run_table_info *t = run_table(f, i);

		for (int k = 0; k < t->nhead; k++)
			for (int j = 0; j < t->head[k].n && !code; j++) {
				char place[160];

				snprintf(place, sizeof place, "%.80s,%.60s,%d,", t->name, t->head[k].name, j + 1);
				code = put_text(p, place, false, e);
				if (!code)
					code = t->head[k].text ? put_text(p, t->head[k].text[j], true, e) : put_real(p, t->head[k].number[j], e);
				end_line(p);
			}
	}
	return page_close(p, code, w, e);
}

static int export_script(struct run_file *f, struct page *p, const struct run_export *w, struct arena *mem, struct err *e)
{
	const char *text;
	int code = run_script(f, mem, &text, e);

	if (code || !text[0])
		return code;
	code = page_open(p, w->folder, "script", ".tcl", e);
	if (code)
		return code;
	return page_close(p, put_text(p, text, false, e), w, e);
}

/* ---- choosing ------------------------------------------------------------------------------------------------ */

/* Which columns of which table: wanted[table] is NULL or has a flag a column. */
static int choose(const struct run_file *f, const struct run_export *w, bool **wanted, struct arena *mem, struct err *e)
{
	int code = 0;

	for (int i = 0; i < (w->n > 0 ? w->n : run_tables(f)) && !code; i++) {
		int table = i, column = -1;
		const struct run_table_info *t;

		if (w->n > 0)
			code = run_find_path(f, w->path[i], &table, &column, e);
		if (code)
			return code;
		t = run_table(f, table);
		if (!wanted[table] && !(wanted[table] = ARENA_ARRAY(mem, (size_t)t->n, bool)))
			return err_set(e, ERR_MEMORY, "export", "no memory for %d columns", t->n);
		for (int k = 0; k < t->n; k++)
			wanted[table][k] |= column < 0 || k == column || k == 0;
	}
	return code;
}

int run_export(struct run_file *f, const struct run_export *w, struct err *e)
{
	static int (*const OTHER[])(struct run_file *f, struct page *p, const struct run_export *w, struct arena *mem, struct err *e) = {
		export_attributes, export_heads, export_script,
	};
	struct run_event *event = NULL;
	struct arena mem;
	struct page *p;
	bool **wanted;
	int code, nevent = 0;

	arena_init(&mem);
	p = ARENA_NEW(&mem, struct page);
	wanted = ARENA_ARRAY(&mem, (size_t)run_tables(f) + 1, bool *);
	code = p && wanted ? choose(f, w, wanted, &mem, e) : err_set(e, ERR_MEMORY, "export", "no memory");
	/* what is missing is said before anything is written */
	if (!code && w->n == 0)
		code = run_events(f, &mem, &event, &nevent, e);
	if (!code && mkdir(w->folder, 0777) < 0 && errno != EEXIST)
		code = err_set(e, ERR_FILE, "export", "the folder %.100s cannot be made: %s", w->folder, strerror(errno));
	for (int i = 0; i < run_tables(f) && !code; i++)
		if (wanted[i])
			code = export_table(f, i, wanted[i], p, w, &mem, e);
	if (!code && w->n == 0)
		code = export_events(event, nevent, p, w, e);
	for (size_t i = 0; i < COUNT(OTHER) && !code && w->n == 0; i++)
		code = OTHER[i](f, p, w, &mem, e);
	arena_fini(&mem);
	return code;
}
