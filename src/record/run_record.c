/* The life of records: when one begins, what stands at its head, what happens to it, when it ends. */
#include "record/run_record.h"

#include "base/jput.h"
#include "base/stamp.h"
#include "record/run_record_priv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

int run_record_create(struct run_record **ret, struct analysis *an, struct laboratory *lab, struct err *e)
{
	struct run_record *r = calloc(1, sizeof(*r));

	if (!r)
		return err_set(e, ERR_MEMORY, "record", "no memory");
	r->an = an;
	r->lab = lab;
	run_record_units(r, "force", "length", "s");
	arena_init(&r->plan[0].mem);
	arena_init(&r->plan[1].mem);
	*ret = r;
	return 0;
}

void run_record_destroy(struct run_record *r)
{
	struct err e = {0};

	if (!r)
		return;
	if (run_record_end(r, true, &e) < 0)
		r->broken = true;
	arena_fini(&r->plan[0].mem);
	arena_fini(&r->plan[1].mem);
	free(r->node);
	free(r);
}

void run_record_words(struct run_record *r, const struct record_words *w)
{
	r->words = *w;
}

void run_record_guest(struct run_record *r, const struct run_guest *g)
{
	r->guest = *g;
}

void run_record_tap(struct run_record *r, const struct run_tap *t)
{
	r->tap = *t;
}

void run_record_units(struct run_record *r, const char *force, const char *length, const char *time)
{
	snprintf(r->force, sizeof r->force, "%s", force);
	snprintf(r->length, sizeof r->length, "%s", length);
	snprintf(r->time, sizeof r->time, "%s", time);
	r->planned = false;
}

void run_record_units_named(const struct run_record *r, const char *ret_unit[3])
{
	ret_unit[0] = r->force;
	ret_unit[1] = r->length;
	ret_unit[2] = r->time;
}

static int by_tag(const void *a, const void *b)
{
	return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

int run_record_want(struct run_record *r, enum run_when when, int n, const int *node, struct err *e)
{
	int *copy = calloc((size_t)n + 1, sizeof(int));

	if (!copy)
		return err_set(e, ERR_MEMORY, "record", "no memory for %d nodes", n);
	if (n > 0)
		memcpy(copy, node, (size_t)n * sizeof(int));
	qsort(copy, (size_t)n, sizeof(*copy), by_tag);
	free(r->node);
	r->node = copy;
	r->nnode = n;
	r->planned = false;
	/* who said --no-record meant it */
	if (r->words.when != RUN_NEVER)
		r->words.when = when;
	return 0;
}

const char *run_record_path(const struct run_record *r)
{
	return r->path;
}

bool run_record_written(struct run_record *r, struct run_written *ret)
{
	if (r->writer)
		run_writer_written(r->writer, ret);
	return r->writer != NULL;
}

/* ---- beginning ----------------------------------------------------------------------------------------------- */

static bool is_hybrid(const struct model *m)
{
	for (int i = 0; i < m->elements.n; i++)
		if (((const struct element *)m->elements.row[i].object)->ops->exchange)
			return true;
	return false;
}

/* The first name that is free: record.h5, record-2.h5, ... A run that is resumed finds what it left behind. */
static int choose_path(struct run_record *r, struct err *e)
{
	const char *folder = r->lab->run.folder ? r->lab->run.folder : ".";

	do {
		if (!run_part_path(folder, ++r->part, r->path, sizeof r->path))
			return err_set(e, ERR_RANGE, "record", "the name of its folder is too long");
	} while (access(r->path, F_OK) == 0);
	return 0;
}

struct head {
	char created[STAMP_SIZE], machine[400], hash[24], run[64];
	struct run_attribute attribute[32];
	int n;
};

static void put(struct head *h, const char *name, const char *text, double number)
{
	ASSERT(h->n < (int)COUNT(h->attribute));
	h->attribute[h->n++] = (struct run_attribute){.name = name, .text = text, .number = number};
}

/* What is the same in every run of a script with the same seed, then what is not. */
static void make_head(const struct run_record *r, double dt, struct head *h)
{
	const struct run_identity *run = &r->lab->run;
	struct utsname system;

	h->n = 0;
	snprintf(h->hash, sizeof h->hash, "%016llx", (unsigned long long)run->script);
	put(h, "program", r->words.program ? r->words.program : "tandem", 0.0);
	put(h, "script_hash", h->hash, 0.0);
	put(h, "script_words", r->words.words ? r->words.words : "", 0.0);
	put(h, "seed", NULL, (double)r->lab->seed);
	put(h, "dt", NULL, dt);
	put(h, "part", NULL, r->part);
	put(h, "resumed", run->resume ? "yes" : "no", 0.0);
	put(h, "clock", r->lab->realtime.on ? "real time" : "virtual time", 0.0);
	put(h, "unit_force", r->force, 0.0);
	put(h, "unit_length", r->length, 0.0);
	put(h, "unit_time", r->time, 0.0);
	put(h, "freedoms", NULL, r->an->m->ndof);
	if (r->served)
		put(h, "site", r->site, 0.0);
	stamp_utc(time(NULL), h->created);
	if (uname(&system) == 0)
		snprintf(h->machine, sizeof h->machine, "%s, %s %s %s, %ld processors", system.nodename, system.sysname, system.release, system.machine,
		         sysconf(_SC_NPROCESSORS_ONLN));
	snprintf(h->run, sizeof h->run, "%s", run->id ? run->id : "");
	put(h, "script_path", r->words.script ? r->words.script : "", 0.0);
	put(h, "run", h->run, 0.0);
	put(h, "created", h->created, 0.0);
	put(h, "machine", h->machine, 0.0);
}

static int open_record(struct run_record *r, double dt, struct err *e)
{
	struct run_plan *p = &r->plan[r->now];
	struct head *h = calloc(1, sizeof(*h));
	int code = h ? 0 : err_set(e, ERR_MEMORY, "record", "no memory");

	if (!code && r->lab->run.make) {
		code = r->lab->run.make(e);
		if (code)
			err_hint(e, "tandem run --no-record runs without a record");
	}
	if (!code)
		code = choose_path(r, e);
	if (!code && r->tap.begin)
		code = r->tap.begin(r->tap.self, r->part, p->table, p->ntable, (const char *const[]){r->force, r->length, r->time}, e);
	if (!code) {
		make_head(r, dt, h);
		code = run_writer_open(&r->writer, &(struct run_writer_words){.path = r->path, .attribute = h->attribute, .nattribute = h->n, .script = r->words.text,
		                                                             .table = p->table, .ntable = p->ntable, .patient = !r->lab->realtime.on},
		                       e);
	}
	free(h);
	r->said_steps = -1;
	r->lost = 0;
	r->nevent = 0;
	r->tripped = false;
	return code;
}

/* Two plans have the same tables, of the same sites and rigs. */
static bool is_same(const struct run_plan *a, const struct run_plan *b)
{
	bool same = a->digest == b->digest && a->nrig == b->nrig && a->nsite == b->nsite && a->nnetwork == b->nnetwork;

	for (int i = 0; i < a->nrig && same; i++)
		same = a->rig[i].rig == b->rig[i].rig;
	for (int i = 0; i < a->nsite && same; i++)
		same = a->site[i].site == b->site[i].site;
	return same;
}

/* The plan of the model as it is. What was taken of each rig so far goes on when it is the same as before; otherwise the record ends. */
static int look_again(struct run_record *r, struct err *e)
{
	struct run_plan *old = &r->plan[r->now], *new = &r->plan[1 - r->now];
	int code = run_plan_make(new, r, e);

	if (code)
		return code;
	if (r->writer && !is_same(old, new)) {
		code = run_record_end(r, false, e);
		r->broken |= code < 0;
	}
	for (int i = 0; r->writer && i < new->nrig; i++)
		new->rig[i] = old->rig[i];
	for (int i = 0; r->writer && i < new->nnetwork; i++)
		new->network[i].seen = old->network[i].seen;
	if (r->writer)
		run_yield_go_on(&new->yields, &old->yields);
	r->now = 1 - r->now;
	r->planned = true;
	return 0;
}

static bool is_stale(const struct run_record *r)
{
	const struct run_plan *p = &r->plan[r->now];

	return !r->planned || p->model != r->an->m->stamp || p->lab != r->lab->stamp || p->nguest != (r->guest.columns ? r->guest.columns(r->guest.self) : 0);
}

/* The disk has failed, and the tables were made for another model: there is nothing to go on with. What failed has been said. */
static void broken_end(struct run_record *r)
{
	struct err said;

	err_clear(&said);
	/* its disk has failed, and so does its end */
	r->broken = run_record_end(r, false, &said) < 0;
}

int run_record_begin(struct run_record *r, int steps, double dt, struct err *e)
{
	int code = 0;

	if (r->broken && r->writer && is_stale(r))
		broken_end(r);
	if (r->broken || r->words.when == RUN_NEVER || (r->words.when == RUN_HYBRID && !r->writer && !is_hybrid(r->an->m)))
		return 0;
	if (is_stale(r)) {
		code = analysis_ready(r->an, e);
		if (!code)
			code = look_again(r, e);
	}
	if (!code && !r->writer && !r->broken)
		code = open_record(r, dt, e);
	if (code || !r->writer)
		return code;
	if (r->tripped && r->lab->trip.cause == TRIP_NONE) {
		run_record_event(r, "acknowledged", "laboratory", "the trip was seen, the rigs go on from where they stand");
		r->tripped = false;
	}
	if (steps != r->said_steps || dt != r->said_dt)
		run_record_event(r, "analyze", "analyze", "%d steps of %.9g %s", steps, dt, r->time);
	r->said_steps = steps;
	r->said_dt = dt;
	return 0;
}

int run_record_serve(struct run_record *r, const struct site *s, const char *name, struct err *e)
{
	int code;

	if (r->words.when == RUN_NEVER)
		return 0;
	r->served = s;
	r->site = name;
	code = look_again(r, e);
	if (!code)
		code = open_record(r, 0.0, e);
	if (code)
		return code;
	run_record_event(r, "serve", "site", "site %s is served", name);
	return 0;
}

void run_record_served(struct run_record *r, int exchanges)
{
	struct err e;

	err_clear(&e);
	r->exchanges = exchanges;
	/* a step of a site has no reactions, which could fail */
	if (run_record_step(r, &e) < 0)
		r->broken = true;
}

/* ---- running ------------------------------------------------------------------------------------------------- */

double run_record_time(const struct run_record *r)
{
	return r->served ? r->served->t : r->an->clock;
}

void run_record_row(struct run_record *r, int table, const double *x)
{
	if (r->tap.row)
		r->tap.row(r->tap.self, table, x);
	run_writer_row(r->writer, table, x);
}

/* The file says that its texts are UTF-8: what did not fit may end within a character, and what others say may be anything. */
void run_record_put(struct run_record *r, const struct run_event *event)
{
	struct run_event clean = *event;

	jput_clean(clean.kind);
	jput_clean(clean.source);
	jput_clean(clean.text);
	if (r->tap.event)
		r->tap.event(r->tap.self, &clean);
	if (r->writer)
		run_writer_event(r->writer, &clean);
}

void run_record_event(struct run_record *r, const char *kind, const char *source, const char *format, ...)
{
	struct run_event event = {.time = run_record_time(r)};
	va_list list;

	if (!r->writer && !r->tap.event)
		return;
	/* what guests said before stands before */
	if (r->writer)
		run_rows_events(r);
	snprintf(event.kind, sizeof event.kind, "%s", kind);
	snprintf(event.source, sizeof event.source, "%s", source);
	va_start(list, format);
	vsnprintf(event.text, sizeof event.text, format, list);
	va_end(list);
	run_record_put(r, &event);
}

static void say(const struct run_record *r, const struct err *e)
{
	char line[640];

	err_text(e, line, sizeof line);
	if (r->lab->realtime.say)
		r->lab->realtime.say(line);
}

/* What the writer has to tell: the disk has failed; rows were lost. */
static void look(struct run_record *r)
{
	struct err e;
	int64_t lost;

	err_clear(&e);
	if (run_writer_trouble(r->writer, &e)) {
		say(r, &e);
		r->broken = true;
	}
	lost = run_writer_lost(r->writer);
	if (lost > r->lost && r->lost == 0) {
		err_set(&e, ERR_LIMIT, "record", "the disk is slower than the test: rows are lost, and counted");
		say(r, &e);
	}
	if (lost > r->lost)
		run_record_event(r, "lost", "record", "%lld rows found no room since the last step", (long long)(lost - r->lost));
	r->lost = lost;
}

int run_record_step(struct run_record *r, struct err *e)
{
	int code;

	if (!r->writer)
		return 0;
	code = run_rows_step(r, e);
	look(r);
	return code;
}

void run_record_stop(struct run_record *r, int code, const struct err *why)
{
	bool trip = r->lab->trip.cause != TRIP_NONE;
	struct err fault;
	char line[640];

	r->failed = code < 0;
	if (!r->writer)
		return;
	run_rows_rigs(r);
	run_rows_events(r);
	err_clear(&fault);
	if (trip && !r->tripped && laboratory_fault(r->lab, &fault)) {
		err_text(&fault, line, sizeof line);
		run_record_event(r, "trip", fault.object, "%s", line);
	} else if (code < 0 && why) {
		err_text(why, line, sizeof line);
		run_record_event(r, "failed", why->object, "%s", line);
	}
	r->tripped = trip;
	look(r);
}

int run_record_end(struct run_record *r, bool failed, struct err *e)
{
	const char *status = r->tripped ? "tripped" : failed || r->failed ? "failed" : "complete";
	int code = 0;

	if (r->writer) {
		run_rows_end(r);
		run_record_event(r, "end", "run", "%s", status);
		code = run_writer_close(r->writer, status, e);
	} else if (r->broken) {
		code = err_set(e, ERR_FILE, "record", "the record of the run is not whole");
	}
	r->writer = NULL;
	r->broken = false;
	r->planned = false;
	r->served = NULL;
	return code;
}
