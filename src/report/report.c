/* Gathering a report from a record. */
#include "report/report.h"

#include <stdio.h>
#include <string.h>

/* A text of the record, or nothing where it has none. */
static int read_text(struct report *r, const char *name, const char **ret, struct err *e)
{
	const char *text = NULL;
	int code = run_text_if_any(r->file, name, &r->mem, &text, e);

	*ret = text ? text : "";
	return code;
}

static int read_head(struct report *r, struct err *e)
{
	struct report_head *h = &r->head;
	const struct { const char **to, *name; } ROWS[] = {
		{&h->run, "run"}, {&h->status, "status"}, {&h->program, "program"}, {&h->script, "script_path"}, {&h->words, "script_words"}, {&h->hash, "script_hash"},
		{&h->seed, "seed"}, {&h->machine, "machine"}, {&h->created, "created"}, {&h->clock, "clock"}, {&h->dt, "dt"}, {&h->force, "unit_force"},
		{&h->length, "unit_length"}, {&h->time, "unit_time"}, {&h->resumed, "resumed"}, {&h->part, "part"},
	};

	for (size_t i = 0; i < COUNT(ROWS); i++) {
		int code = read_text(r, ROWS[i].name, ROWS[i].to, e);

		if (code)
			return code;
	}
	return run_script(r->file, &r->mem, &h->text, e);
}

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

static int read_tables(struct report *r, struct err *e)
{
	struct { const char *with; struct table_report **to; int *n; } ROWS[] = {
		{"monitors/", &r->monitor, &r->nmonitor}, {"network/", &r->network, &r->nnetwork}, {"timing/", &r->timing, &r->ntiming},
	};
	int n = run_tables(r->file), code = 0;

	r->rig = ARENA_ARRAY(&r->mem, (size_t)n + 1, struct rig_report);
	for (size_t k = 0; k < COUNT(ROWS); k++)
		*ROWS[k].to = ARENA_ARRAY(&r->mem, (size_t)n + 1, struct table_report);
	if (!r->rig || !r->monitor || !r->network || !r->timing)
		return err_set(e, ERR_MEMORY, run_path(r->file), "no memory for its tables");
	for (int i = 0; i < n && !code; i++) {
		const char *name = run_table(r->file, i)->name;

		if (begins(name, "channels/"))
			code = rig_report_make(&r->rig[r->nrig++], r->file, i, &r->mem, e);
		for (size_t k = 0; k < COUNT(ROWS) && !code; k++)
			if (begins(name, ROWS[k].with))
				code = table_report_make(*ROWS[k].to + (*ROWS[k].n)++, r->file, i, &r->mem, e);
	}
	return code;
}

int report_read(struct report *r, const char *path, struct err *e)
{
	int code;

	*r = (struct report){0};
	arena_init(&r->mem);
	code = run_open(&r->file, path, e);
	if (!code)
		code = read_head(r, e);
	if (!code)
		code = step_report_make(&r->steps, r->file, &r->mem, e);
	if (!code)
		code = read_tables(r, e);
	if (!code)
		code = run_events(r->file, &r->mem, &r->event, &r->nevent, e);
	if (!code)
		report_judge(r);
	return code;
}

void report_close(struct report *r)
{
	run_close(r->file);
	r->file = NULL;
	arena_fini(&r->mem);
}

int report_events(const struct report *r, const char *kind)
{
	int n = 0;

	for (int i = 0; i < r->nevent; i++)
		n += strcmp(r->event[i].kind, kind) == 0;
	return n;
}
