/* The display motion: rooms of snapshots, one for every number of freedoms that was shown. See display.h. */
#include "analysis/display.h"

#include "base/clock.h"
#include "base/snapshot.h"
#include "interface/follow.h"

#include <math.h>

struct display_room {
	int64_t n;                       /* freedoms */
	struct snapshot shown;           /* a struct display_motion */
	struct display_motion *next;     /* the writer's. owned: the display's arena */
	struct display_room *before;     /* made before it; NULL: the first */
};

static struct clock wall = {.ops = &clock_monotonic};

void display_init(struct display *d)
{
	atomic_init(&d->period_ns, 0);
	atomic_init(&d->room, NULL);
	d->due_ns = 0;
	arena_init(&d->mem);
}

void display_fini(struct display *d)
{
	atomic_store(&d->room, NULL);
	arena_fini(&d->mem);
}

size_t display_bytes(int64_t n)
{
	return sizeof(struct display_motion) + (size_t)n * sizeof(double);
}

/* --- readers ------------------------------------------------------------------------------------- */

uint64_t display_count(const struct display *d)
{
	const struct display_room *room = atomic_load_explicit(&d->room, memory_order_acquire);

	return room ? snapshot_count(&room->shown) : 0;
}

int64_t display_freedoms(const struct display *d)
{
	const struct display_room *room = atomic_load_explicit(&d->room, memory_order_acquire);

	return room && display_count(d) > 0 ? room->n : 0;
}

bool display_read(const struct display *d, int64_t n, struct display_motion *ret)
{
	const struct display_room *room = atomic_load_explicit(&d->room, memory_order_acquire);

	return room && room->n == n && snapshot_read(&room->shown, ret);
}

/* --- the analysis -------------------------------------------------------------------------------- */

static int room_make(struct display *d, int64_t n, struct display_room *before, struct display_room **ret, struct err *e)
{
	struct display_room *room = ARENA_NEW(&d->mem, struct display_room);

	if (!room || !(room->next = arena_alloc(&d->mem, display_bytes(n))))
		return err_set(e, ERR_MEMORY, "display", "no memory for the motion of %lld freedoms", (long long)n);
	room->n = n;
	room->before = before;
	*ret = room;
	return snapshot_init(&room->shown, display_bytes(n), &d->mem, e);
}

/* Freedoms of the nodes; multipliers stand behind them. */
static int64_t freedoms(const struct problem_core *c)
{
	return c->nnode ? c->dof0[c->nnode - 1] + c->node[c->nnode - 1]->ndf : 0;
}

/* A reader on another thread may still look into a room that is not the newest any more: none is given back before the display ends. */
int display_prepare(struct display *d, const struct problem_core *c, struct err *e)
{
	struct display_room *newest = atomic_load_explicit(&d->room, memory_order_relaxed), *room = newest;
	int64_t n = freedoms(c);
	int code = 0;

	if (atomic_load_explicit(&d->period_ns, memory_order_relaxed) == 0 || (room && room->n == n))
		return 0;
	while (room && room->n != n)
		room = room->before;
	if (!room)
		code = room_make(d, n, newest, &room, e);
	if (!code)
		atomic_store_explicit(&d->room, room, memory_order_release);
	return code;
}

int analysis_display(struct analysis *an, double rate_hz, struct err *e)
{
	if (!(rate_hz >= 0.0 && rate_hz <= DISPLAY_RATE_MAX)) {
		err_set(e, ERR_RANGE, "display", "motions a second");
		err_value(e, "%g", rate_hz);
		err_allowed(e, "0 to %g", DISPLAY_RATE_MAX);
		return ERR_RANGE;
	}
	atomic_store(&an->display.period_ns, rate_hz > 0.0 ? (int64_t)llround(1e9 / rate_hz) : 0);
	return core_of(an) ? display_prepare(&an->display, core_of(an), e) : 0;
}

/* --- writers ------------------------------------------------------------------------------------- */

bool display_due(const struct display *d, int64_t *due_ns)
{
	int64_t period_ns = atomic_load_explicit(&d->period_ns, memory_order_relaxed), now_ns;

	if (period_ns == 0)
		return false;
	now_ns = clock_now(&wall);
	if (now_ns < *due_ns)
		return false;
	*due_ns = now_ns + period_ns;
	return true;
}

void display_write(struct display *d, const struct problem_core *c, const struct display_motion *head, const double *x, const double *g)
{
	struct display_room *room = atomic_load_explicit(&d->room, memory_order_relaxed);

	*room->next = *head;
	room->next->n = room->n;
	for (int i = 0; i < room->n; i++)
		room->next->u[i] = dofmap_value(&c->map, i, x, g);
	snapshot_write(&room->shown, room->next);
}

void display_step(struct analysis *an)
{
	const struct problem_core *c = core_of(an);
	struct front *f = an->front;

	if ((f && f->way->ops->recover && !follow_waits(f)) || !display_due(&an->display, &an->display.due_ns))
		return;
	/* what fails here fails in the next step, where it is reported */
	if (f && f->behind && front_whole(f, NULL))
		return;
	display_write(&an->display, c, &(struct display_motion){.step = an->steps, .t = c->state->t}, state_vec(c->state, STATE_U), state_source(c->state, 0));
}
