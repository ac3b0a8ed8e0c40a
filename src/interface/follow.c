/* The thread behind a test: see follow.h. */
#define _GNU_SOURCE /* processors of a thread */
#include "interface/follow.h"

#include "base/clock.h"
#include "base/fault.h"
#include "base/interrupt.h"
#include "base/ring.h"
#include "equations/elastic.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

enum { RING_LONG = 1024, RING_SHORT = 64, NAP_NS = 1000 * 1000, WAIT_NS = 20 * 1000, NICE = 5 };

enum owner { NOBODY, THREAD, ANALYSIS };

struct follow {
	struct front *f;                 /* borrowed, as the next two */
	const struct advance_ops *ops;
	struct display *display;
	struct elastic *guard;           /* NULL: no promise */
	int64_t before;                  /* steps of the analysis before the way was armed */
	/* the step's */
	struct ring ring;                /* number of the step, then what the way leaves. owned: arena, as all below */
	double *left;
	int64_t due_ns;
	/* the owner's */
	_Atomic int owner;
	_Atomic bool asked;              /* the analysis waits for its turn */
	double *got;                     /* an item of the ring; */
	bool held;                       /* it is still to be used */
	int64_t next;                    /* step that comes next, from 0 where the way was armed */
	int64_t first;                   /* step at which the ring began */
	int code;                        /* of the step that failed; nothing more is done */
	struct err why;
	struct follow_motion motion;
	int64_t show_ns, shown;          /* when the next motion is due; steps gone when the last one was shown */
	/* the thread */
	_Atomic bool stop;
	pthread_t thread;
};

static struct clock wall = {.ops = &clock_monotonic};

/* --- by the owner -------------------------------------------------------------------------------- */

/* What the next step left; NULL: there is none. */
static const double *next_item(struct follow *w)
{
	void *self = w->f->way->self;
	int64_t item;

	if (!w->held)
		w->held = ring_pop(&w->ring, w->got);
	item = w->held ? (int64_t)w->got[0] : w->first;
	if (w->next < item && w->ops->past)
		return w->ops->past(self, w->f, (int)w->next);
	if (!w->held)
		return NULL;
	w->held = false;
	w->next = item;
	return w->got + 1;
}

static void show(struct follow *w)
{
	const struct follow_motion *m = &w->motion;
	struct display_motion head = {.step = w->before + w->next, .t = m->t, .behind = w->first + (int64_t)ring_pushed(&w->ring) - w->next};

	w->shown = w->next;
	/* steps whose modes were not left are no delay */
	if (!w->ops->past)
		head.behind = 0;
	display_write(w->display, w->f->c, &head, m->u, m->g);
}

/* One step; false: there is none. */
static bool turn(struct follow *w)
{
	struct follow_motion *m = &w->motion;
	const double *x = w->code ? NULL : next_item(w);

	if (!x)
		return false;
	w->code = w->ops->follow(w->f->way->self, w->f, x, m, &w->why);
	if (w->code)
		return false;
	w->next++;
	if (w->guard)
		elastic_look(w->guard, &(struct elastic_motion){.step = w->before + w->next, .t = m->t, .u = m->u, .v = m->v, .g = m->g, .gv = m->gv});
	if (display_due(w->display, &w->show_ns))
		show(w);
	return true;
}

static bool take(struct follow *w, enum owner who)
{
	int nobody = NOBODY;

	return atomic_compare_exchange_strong(&w->owner, &nobody, (int)who);
}

static void release(struct follow *w)
{
	atomic_store(&w->owner, NOBODY);
}

static void nap(int64_t t_ns)
{
	int code = clock_sleep_until(&wall, clock_now(&wall) + t_ns);

	(void)code;
}

/* The last motion before a rest is shown when its time comes. */
static void *work(void *self)
{
	struct follow *w = self;
	/* behind the test, whatever that has been given */
	int nice = setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICE);

	(void)nice;
	while (!atomic_load(&w->stop)) {
		bool moved = false;

		if (!atomic_load(&w->asked) && take(w, THREAD)) {
			moved = turn(w);
			if (!moved && w->shown < w->next && w->motion.u && display_due(w->display, &w->show_ns))
				show(w);
			release(w);
		}
		if (!moved)
			nap(NAP_NS);
	}
	return NULL;
}

/* --- by the analysis ----------------------------------------------------------------------------- */

void follow_step(struct front *f)
{
	struct follow *w = f->follow;

	/* without a history of its own a display is given no more than it shows */
	if (!w->ops->past && !w->guard && !display_due(w->display, &w->due_ns))
		return;
	w->left[0] = f->done - 1;
	w->ops->leave(f->way->self, f, w->left + 1);
	ring_push(&w->ring, w->left);
}

/* By the analysis, which waits for the end of the step that the thread is in. */
static void own(struct follow *w)
{
	atomic_store(&w->asked, true);
	while (!take(w, ANALYSIS))
		nap(WAIT_NS);
	atomic_store(&w->asked, false);
}

static int disown(struct follow *w, struct err *e)
{
	int code = w->code;

	if (code && e && !e->code)
		*e = w->why;
	release(w);
	return code;
}

int follow_catch_up(struct front *f, struct err *e)
{
	struct follow *w = f->follow;

	if (!w)
		return 0;
	own(w);
	while (turn(w))
		;
	return disown(w, e);
}

int follow_settle(struct front *f, struct err *e)
{
	enum { TELL = 64 };
	struct follow *w = f->follow;
	const struct analysis *an = f->an;
	int64_t from, all;
	bool asked = false;
	int code;

	if (!w)
		return 0;
	own(w);
	from = w->next;
	all = w->first + (int64_t)ring_pushed(&w->ring) - from;
	while (!(asked = interrupt_asked()) && turn(w))
		if (an->progress && (w->next - from) % TELL == 0)
			an->progress(an->progress_self, "elements of -elastic", w->next - from, all);
	if (an->progress && all >= TELL)
		an->progress(an->progress_self, NULL, 0, 0);
	code = disown(w, e);
	return code || !asked ? code : err_set(e, ERR_INTERRUPTED, "analyze", "interrupted; not all steps were looked at for -elastic");
}

void follow_stop(struct front *f)
{
	if (!f->follow)
		return;
	atomic_store(&f->follow->stop, true);
	pthread_join(f->follow->thread, NULL);
	f->follow = NULL;
}

/* --- start --------------------------------------------------------------------------------------- */

/* Ordinary scheduling whatever the program has, and any processor but that of a command loop. */
static int attributes(const struct analysis *an, pthread_attr_t *attr)
{
	struct sched_param ordinary = {0};
	cpu_set_t set;
	int bad = pthread_attr_setinheritsched(attr, PTHREAD_EXPLICIT_SCHED);

	if (!bad)
		bad = pthread_attr_setschedpolicy(attr, SCHED_OTHER);
	if (!bad)
		bad = pthread_attr_setschedparam(attr, &ordinary);
	if (bad || an->loop_cpu < 0 || an->loop_cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof set, &set) != 0)
		return bad;
	CPU_CLR((size_t)an->loop_cpu, &set);
	return CPU_COUNT(&set) > 0 ? pthread_attr_setaffinity_np(attr, sizeof set, &set) : 0;
}

/* Signals are for the thread that computes. */
static int start(struct follow *w, struct err *e)
{
	sigset_t all, before;
	pthread_attr_t attr;
	int bad = pthread_attr_init(&attr);

	if (bad)
		return err_set(e, ERR_MEMORY, "engine", "no memory for a thread that follows the test");
	bad = attributes(w->f->an, &attr);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (!bad)
		bad = fault_fires(FAULT_loop_thread) ? EAGAIN : pthread_create(&w->thread, &attr, work, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	return bad ? err_set(e, ERR_STATE, "engine", "no thread to follow the test: %s", strerror(bad)) : 0;
}

/* Solvers and modes on other ranks and freedoms that another program moves have no second thread, nor a past. */
static bool possible(const struct front *f)
{
	return f->way->ops->follow && f->way->ops->leaves(f->way->self, f) >= 0 && !(f->way->ops->past && f->c->engine.ops->ranks) && !f->an->ndrive;
}

bool follow_waits(const struct front *f)
{
	const struct advance_ops *ops = f->way->ops;

	return f->an->patient && ops->leaves && ops->leaves(f->way->self, f) < 0;
}

static bool wanted(const struct front *f)
{
	const struct analysis *an = f->an;

	return (an->guard || atomic_load_explicit(&an->display.period_ns, memory_order_relaxed) > 0) && possible(f);
}

static int refuse(const struct front *f, struct err *e)
{
	bool away = f->way->ops->leaves(f->way->self, f) < 0;
	char object[48];

	snprintf(object, sizeof(object), "engine %.30s -elastic", f->way->ops->name);
	err_set(e, ERR_UNSUPPORTED, object, "the motion cannot be recovered while the test runs: %s",
	        away ? "modes are on ranks, which a test against the clock does not wait for" : "the solver works on other ranks, or another program moves nodes");
	err_hint(e, "take engine condensed, engine modal without -ranks, or leave -elastic out");
	return ERR_UNSUPPORTED;
}

static int make(struct front *f, struct err *e)
{
	struct analysis *an = f->an;
	int width = f->way->ops->leaves(f->way->self, f), code;
	struct follow *w;

	arena_reset(&an->following);
	w = ARENA_NEW(&an->following, struct follow);
	if (!w)
		return err_set(e, ERR_MEMORY, "engine", "no memory for a thread that follows the test");
	w->f = f;
	w->ops = f->way->ops;
	w->display = &an->display;
	w->guard = an->guard;
	w->before = an->steps - f->done;
	w->first = f->done;
	w->left = ARENA_ARRAY(&an->following, (size_t)width + 1, double);
	w->got = ARENA_ARRAY(&an->following, (size_t)width + 1, double);
	if (!w->left || !w->got)
		return err_set(e, ERR_MEMORY, "engine", "no memory for a thread that follows the test");
	code = ring_init(&w->ring, w->ops->past ? RING_LONG : RING_SHORT, ((size_t)width + 1) * sizeof(double), &an->following, e);
	if (!code)
		code = w->ops->follow_from(f->way->self, f, &an->following, &w->next, e);
	w->shown = w->next;
	if (!code)
		code = start(w, e);
	if (!code)
		f->follow = w;
	return code;
}

int follow_adjust(struct front *f, struct err *e)
{
	bool on = wanted(f);

	if (f->an->guard && f->way->ops->recover && !on && !follow_waits(f))
		return refuse(f, e);
	if (!f->follow && on)
		return make(f, e);
	if (f->follow && !on)
		follow_stop(f);
	return 0;
}

int64_t follow_missed(const struct front *f)
{
	return f->follow && f->follow->guard && !f->follow->ops->past ? (int64_t)ring_lost(&f->follow->ring) : 0;
}
