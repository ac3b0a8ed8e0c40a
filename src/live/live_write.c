/* Front and mailbox: identity, state, events, answers, rigs. */
#include "live/live_write.h"

#include "base/heap.h"
#include "base/words.h"
#include "live/live_priv.h"
#include "live/live_read_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *const live_state_name[LIVE_STATE_COUNT] = {"connecting", "holding", "running", "paused", "tripped", "ended", "failed"};

static struct clock wall = {.ops = &clock_monotonic};
static struct live *shown;         /* of this process, and of those it forks */

/* ---- beginning ----------------------------------------------------------------------------------------------- */

/* Where a ring of the front lies, and how large it is. */
struct ring_row {
	size_t place;              /* offset of its reel_place in struct live_front */
	size_t handle;             /* of its reel in struct live */
	uint64_t cap;
	size_t item;
};

static const struct ring_row RINGS[] = {
	{offsetof(struct live_front, now), offsetof(struct live, now), LIVE_STATES, sizeof(struct live_now)},
	{offsetof(struct live_front, why), offsetof(struct live, why), LIVE_STATES, sizeof(struct live_why)},
	{offsetof(struct live_front, answer), offsetof(struct live, answer), LIVE_ANSWERS, sizeof(struct live_answer)},
	{offsetof(struct live_front, event), offsetof(struct live, event), LIVE_EVENTS, sizeof(struct run_event)},
};
enum { RIG_CAP = 4 };

static size_t front_bytes(void)
{
	size_t sum = sizeof(struct live_front) + LIVE_RIGS * reel_size(RIG_CAP, sizeof(struct live_rig));

	for (size_t i = 0; i < COUNT(RINGS); i++)
		sum += reel_size(RINGS[i].cap, RINGS[i].item);
	return live_pages(sum);
}

static void rings_make(struct live *l)
{
	uint64_t at = sizeof(struct live_front);

	for (size_t i = 0; i < COUNT(RINGS); i++) {
		const struct ring_row *r = &RINGS[i];
		struct reel_place *p = (struct reel_place *)(void *)((char *)l->front + r->place);

		reel_make(p, at, r->cap, r->item);
		ASSERT(reel_open((struct reel *)(void *)((char *)l + r->handle), p, l->front, l->front_size, r->item));
		at += reel_size(r->cap, r->item);
	}
	for (int i = 0; i < LIVE_RIGS; i++, at += reel_size(RIG_CAP, sizeof(struct live_rig))) {
		atomic_init(&l->front->rig[i].tag, INT64_MIN);
		reel_make(&l->front->rig[i].place, at, RIG_CAP, sizeof(struct live_rig));
	}
}

static void front_fill(struct live *l, size_t mail)
{
	struct live_front *f = l->front;

	f->front_size = l->front_size;
	f->mail_at = l->front_size;
	f->mail_size = mail;
	f->pid = (int32_t)getpid();
	f->realtime = l->words.realtime;
	f->begun_ns = clock_now(&wall);
	f->begun_s = (int64_t)time(NULL);
	snprintf(f->id, sizeof f->id, "%s", l->words.id ? l->words.id : "");
	rings_make(l);
	memcpy(f->magic, LIVE_MAGIC, sizeof LIVE_MAGIC);
}

static int map_front(struct live *l, struct err *e)
{
	size_t mail = live_pages(sizeof(struct live_mail));
	void *memory;
	int code;

	l->front_size = front_bytes();
	live_sweep(NULL);
	code = live_file_make(&l->file, l->folder, l->words.id && l->words.id[0] ? l->words.id : "run", l->front_size + mail, e);
	if (code)
		return code;
	code = live_file_map(l->file.handle, 0, l->front_size + mail, true, &memory, e);
	if (code)
		return code;
	l->front = memory;
	l->mail = (struct live_mail *)(void *)((char *)memory + l->front_size);
	front_fill(l, mail);
	return 0;
}

static bool is_at_work(int handle, void *self)
{
	struct live *l = self;

	if (live_open_at(&l->before, handle, true, NULL) == 0 && live_loops(l->before, INT64_MIN) > 0)
		return true;
	live_close(l->before);
	l->before = NULL;
	return false;
}

/* A process before whose command loops are at work: the last one, or one before that. */
static void find_before(struct live *l)
{
	if (l->before && live_loops(l->before, INT64_MIN) > 0)
		return;
	live_close(l->before);
	l->before = NULL;
	live_file_each(geteuid(), l->front ? l->front->id : "", is_at_work, l);
}

/* FOLDER/live is this run's from now on. */
static void keep_before(struct live *l)
{
	if (live_open(&l->before, l->folder, true, NULL) != 0)
		l->before = NULL;
	find_before(l);
}

/* Also where no other process can reach them (live_file.h: files in the folder of the run). */
static void pass_on_trip(struct live *l)
{
	char who[LIVE_WHO];

	if (!l->before || !stop_asked(&l->mail->trip))
		return;
	stop_who(&l->mail->trip, who);
	live_trip_here(l->before, who);
}

int live_begin(struct live **ret, const struct live_words *w, struct err *e)
{
	struct live *l = heap_zeroed(1, sizeof(*l));
	int code;

	if (!l)
		return err_set(e, ERR_MEMORY, "live", "no memory");
	l->words = *w;
	arena_init(&l->part);
	snprintf(l->folder, sizeof l->folder, "%s", w->folder);
	l->file.handle = -1;
	l->yielding = -1;
	code = map_front(l, e);
	if (!code) {
		keep_before(l);
		live_state(l, LIVE_CONNECTING, "");
		code = live_file_show(&l->file, e);
	}
	if (code) {
		live_end(l, LIVE_FAILED, "");
		return code;
	}
	*ret = shown = l;
	return 0;
}

void live_end(struct live *l, enum live_state last, const char *why)
{
	if (!l)
		return;
	if (l->front)
		live_state(l, last, why);
	live_data_drop(l);
	live_file_remove(&l->file);
	/* who still holds specimens is seen and tripped in its place */
	find_before(l);
	if (l->before)
		live_file_leave(&l->file, l->before->handle);
	if (l->front)
		live_file_unmap(l->front, l->front_size + l->front->mail_size);
	live_close(l->before);
	arena_fini(&l->part);
	shown = shown == l ? NULL : shown;
	free(l);
}

/* ---- state --------------------------------------------------------------------------------------------------- */

void live_beat(struct live *l)
{
	l->state.beat_ns = clock_now(&wall);
	l->state.pending = (int64_t)l->taken;
	if (l->words.an) {
		l->state.time = analysis_time(l->words.an);
		l->state.test_time = l->words.an->clock;
	}
	reel_push(&l->now, &l->state);
	pass_on_trip(l);
}

void live_state(struct live *l, enum live_state state, const char *why)
{
	struct live_why text = {0};

	snprintf(text.text, sizeof text.text, "%s", why);
	reel_push(&l->why, &text);
	l->state.state = state;
	live_beat(l);
}

enum live_state live_state_now(const struct live *l)
{
	return (enum live_state)l->state.state;
}

void live_analyze(struct live *l, int64_t steps, double dt)
{
	l->state.step = 0;
	l->state.steps = steps;
	l->state.dt = dt;
}

void live_pace(struct live *l, double pace)
{
	l->state.pace = pace;
	live_beat(l);
}

void live_step(struct live *l)
{
	l->state.step++;
	l->state.all++;
	live_beat(l);
	live_motion_step(l);
}

void live_event_add(struct live *l, const struct run_event *event)
{
	reel_push(&l->event, event);
}

/* ---- what the record gives ------------------------------------------------------------------------------------ */

static int tap_begin(void *self, int part, const struct run_table *table, int n, const char *const unit[3], struct err *e)
{
	struct live *l = self;
	int code;

	for (int i = 0; i < 3; i++)
		snprintf(l->unit[i], sizeof l->unit[i], "%s", unit[i]);

	live_data_drop(l);
	l->state.part = part - 1;
	l->yielding = -1;
	for (int i = 0; i < n; i++)
		if (strcmp(table[i].group, RUN_YIELD) == 0)
			l->yielding = i;
	code = live_motion_plan(l, e);
	if (!code)
		code = live_data_make(l, table, n, e);
	if (!code && l->words.an)
		code = live_model_write(l, e);
	if (!code) {
		atomic_store_explicit(&l->front->data_at, l->data_at, memory_order_relaxed);
		atomic_store_explicit(&l->front->data_size, l->data_size, memory_order_relaxed);
		l->state.part++;
		atomic_store_explicit(&l->front->part, l->state.part, memory_order_release);
		live_beat(l);
	}
	return code;
}

static void tap_row(void *self, int table, const double *x)
{
	struct live *l = self;

	if (table < l->nrow)
		reel_push(&l->row[table], x);
	if (table == l->yielding)
		live_motion_yield(l, x);
}

static void tap_event(void *self, const struct run_event *event)
{
	live_event_add(self, event);
}

struct run_tap live_tap(struct live *l)
{
	return (struct run_tap){.self = l, .begin = tap_begin, .row = tap_row, .event = tap_event};
}

/* ---- mailbox -------------------------------------------------------------------------------------------------- */

/* One that was claimed and never came: its sender is gone. */
static bool is_given_up(struct live *l)
{
	int64_t now_ns = clock_now(&wall);

	if (l->stuck_ns == 0)
		l->stuck_ns = now_ns;
	return now_ns - l->stuck_ns > LIVE_GIVE_UP_NS;
}

bool live_request_take(struct live *l, struct live_request *ret, uint64_t *ret_id)
{
	uint64_t k = l->taken;
	struct live_slot *s = &l->mail->slot[k % LIVE_REQUESTS];
	bool here;

	if (atomic_load_explicit(&l->mail->claimed, memory_order_relaxed) == k)
		return false;
	here = atomic_load_explicit(&s->ready, memory_order_acquire) == k + 1;
	if (!here && !is_given_up(l))
		return false;
	words_load(s->word, ret, sizeof(*ret));
	ret->who[sizeof ret->who - 1] = ret->text[sizeof ret->text - 1] = '\0';
	*ret_id = k + 1;
	l->stuck_ns = 0;
	l->taken++;
	atomic_store_explicit(&l->front->taken, l->taken, memory_order_release);
	return here;
}

void live_reply(struct live *l, uint64_t id, int code, const char *text)
{
	struct live_answer a = {.id = id, .code = code};

	strncpy(a.text, text, sizeof a.text - 1);
	reel_push(&l->answer, &a);
}

struct stop_word *live_trip_word(struct live *l)
{
	return &l->mail->trip;
}

/* ---- command loops --------------------------------------------------------------------------------------------- */

/* The place of a rig: its own, or the next that is free. -1: there is none. */
static int place_of(struct live_front *f, int tag)
{
	for (int i = 0; i < LIVE_RIGS; i++) {
		int64_t nobody = INT64_MIN;

		if (atomic_load(&f->rig[i].tag) == tag)
			return i;
		if (atomic_compare_exchange_strong(&f->rig[i].tag, &nobody, tag)) {
			atomic_fetch_add(&f->nrig, 1);
			return i;
		}
		if (nobody == tag)
			return i;
	}
	return -1;
}

static void count_bins(const struct histogram *h, uint64_t ret_count[LIVE_BINS])
{
	for (int k = 0; k < LIVE_BINS; k++)
		ret_count[k] = histogram_between(h, live_bin_ns(k), k + 1 < LIVE_BINS ? live_bin_ns(k + 1) : INT64_MAX);
}

void live_show(const struct keeper_view *v)
{
	const struct link_answer *a = v->answer;
	const struct loop_report *t = v->timing;
	struct live_rig rig = {.beat_ns = clock_now(&wall), .tag = v->rig, .pid = (int32_t)getpid(), .rate_hz = v->rate_hz, .tick = a->tick, .missed = a->missed,
	                       .target = a->number, .resting = a->resting, .orphan = v->orphan, .ended = v->ended};
	struct reel r;
	int at = shown ? place_of(shown->front, v->rig) : -1;

	if (at < 0 || !reel_open(&r, &shown->front->rig[at].place, shown->front, shown->front_size, sizeof rig))
		return;
	rig.tripped = a->trip.cause != LIMITS_OK;
	rig.state = rig.tripped ? CONTROL_STATES : a->state;
	rig.wake_median_ns = histogram_quantile(&t->wake, 0.5);
	rig.wake_99_ns = histogram_quantile(&t->wake, 0.99);
	rig.wake_most_ns = t->wake.most_ns;
	rig.busy_most_ns = t->busy.most_ns;
	rig.overruns = t->overruns;
	count_bins(&t->wake, rig.wake);
	count_bins(&t->busy, rig.busy);
	if (rig.tripped)
		limits_text(&a->trip, v->unit, rig.why, sizeof rig.why);
	reel_push(&r, &rig);
}
