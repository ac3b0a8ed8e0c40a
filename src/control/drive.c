/* The tick of a drive. Set-up and words for people are in drive_setup.c. */
#include "control/drive.h"

#include <math.h>
#include <string.h>

enum { LEFT_OVER = 64 };           /* commands that are passed over in a tick */
static const double SETTLE_S = 1.0;        /* for compensators, once nothing else moves [s] */

bool drive_tripped(const struct drive *d)
{
	return limits_tripped(&d->limits);
}

int drive_state(const struct drive *d)
{
	return drive_tripped(d) ? CONTROL_STATES : (int)d->control.state;
}

const double *drive_standing(const struct drive *d)
{
	return drive_tripped(d) ? d->sent : d->command;
}

bool drive_resting(const struct drive *d)
{
	return drive_tripped(d) ? limits_at_rest(&d->limits) : d->control.state == CONTROL_REST && d->still;
}

void drive_span(struct drive *d, double span)
{
	controller_span(&d->control, span);
}

/* The first target after a trip may be far away: it is the step that failed, and the policy has moved the command meanwhile. */
static double way_back(struct drive *d, double span, const struct command_target *t)
{
	for (int i = 0; i < d->words.n; i++)
		span = fmax(span, ceil(fabs(t[i].x - d->command[i]) / limits_return(&d->limits, i) * d->words.rate_hz));
	controller_alone(&d->control);
	d->returns = false;
	return span;
}

bool drive_target(struct drive *d, int64_t number, double span, const struct command_target *t)
{
	if (drive_tripped(d) || !controller_target(&d->control, number, t))
		return false;
	controller_span(&d->control, d->returns ? way_back(d, span, t) : span);
	for (int i = 0; i < d->words.n; i++)
		d->channel[i].target = t[i].x;
	return true;
}

static void read_plant(struct drive *d)
{
	int64_t before = d->reading.number;

	if (d->words.plant.read(d->words.plant.self, &d->reading))
		limits_trip(&d->limits, LIMITS_DEVICE, -1, 0.0);
	if (d->reading.stopped)
		limits_trip(&d->limits, LIMITS_PEER, -1, 0.0);
	d->fresh = d->reading.number > before;
}

/* A target was reached: the first reading after that is the answer to it, and none from before. Where reading has failed or the laboratory has stopped
 * there is none. */
static bool answer(struct drive *d)
{
	if (!d->due || !d->fresh || drive_tripped(d))
		return false;
	d->due = false;
	d->answer.number = d->control.step;
	for (int k = 0; k < DEVICE_SLOTS; k++)
		memcpy(d->answer.reading[k], d->reading.x[k], (size_t)d->words.n * sizeof(double));
	return true;
}

/* Ahead of the present tick along the controller's own way. */
struct way {
	const struct controller *control;
	int channel;
};

static double way_ahead(const void *path, double s)
{
	const struct way *w = path;

	return controller_ahead(w->control, w->channel, s);
}

/* known: for how long the way ahead is [s] */
static double compensate(struct drive *d, int i, double known)
{
	struct drive_channel *c = &d->channel[i];
	struct way way = {.control = &d->control, .channel = i};
	double dt = 1.0 / d->words.rate_hz, x = d->command[i], v = (x - c->wanted) / dt;
	struct compensator_wish wish = {.x = x, .v = v, .a = (v - c->rate) / dt, .known = known, .ahead = way_ahead, .path = &way};

	c->wanted = x;
	c->rate = v;
	return compensator_apply(c->compensator, &wish, d->reading.x[SLOT_DISP][i]);
}

/* Commands beside the test. */
struct play {
	const double *x;
	bool compensated;
};

static void wish_played(struct drive *d, const struct play *p)
{
	for (int i = 0; i < d->words.n; i++) {
		d->command[i] = p->x[i];
		if (p->compensated)
			d->asked[i] = compensate(d, i, 0.0);
		else
			d->asked[i] = d->channel[i].wanted = p->x[i];
		if (!p->compensated)
			d->channel[i].rate = 0.0;
	}
}

/* The controller rests: so does what compensators add to it, or has had the time for it; one that feeds noise back never would. */
static bool is_still(const struct drive *d)
{
	return memcmp(d->asked, d->sent, (size_t)d->words.n * sizeof(double)) == 0 || (double)d->control.in_state > SETTLE_S * d->words.rate_hz;
}

/* Where the specimens shall be at the end of the tick, as far as anybody but the limits has a say; p: NULL: the controller. */
static bool wish(struct drive *d, const struct play *p)
{
	bool reached;

	if (drive_tripped(d) || drive_resting(d)) {
		memcpy(d->asked, d->sent, (size_t)d->words.n * sizeof(double));
		return false;
	}
	if (p) {
		wish_played(d, p);
		return false;
	}
	reached = controller_tick(&d->control, d->reading.x[SLOT_FORCE], d->command);
	for (int i = 0; i < d->words.n; i++)
		d->asked[i] = compensate(d, i, controller_known(&d->control));
	d->still = d->control.state == CONTROL_REST && is_still(d);
	return reached;
}

/* The row of this tick to all guards. */
static void guard(struct drive *d, const struct play *p)
{
	struct guards *g = d->link ? &d->link->guards : d->words.guards;
	const struct monitor_tick k = {.t = (double)d->answer.tick / d->words.rate_hz, .n = d->words.n, .stride = 1, .command = d->command,
	                               .measured = d->reading.x[SLOT_DISP], .force = d->reading.x[SLOT_FORCE]};
	const struct guard_stop *stop;

	if (!g || p || drive_tripped(d) || (d->words.record > 1 && d->answer.tick % d->words.record != 0))
		return;
	stop = guards_look(g, &k);
	if (stop)
		limits_stop(&d->limits, stop);
}

/* At rest after an event the box is closed: a trip that is asked for while somebody writes it, or a little before, must not add rows behind a gap. */
static void note(struct drive *d)
{
	double *x;

	if (d->answer.resting && d->box.event >= 0)
		blackbox_close(&d->box);
	x = blackbox_next(&d->box);
	if (!x)
		return;
	*x++ = (double)d->answer.tick;
	*x++ = (double)d->answer.tick / d->words.rate_hz;
	*x++ = d->control.state;
	*x++ = drive_tripped(d);
	for (int i = 0; i < d->words.n; i++) {
		*x++ = d->channel[i].target;
		*x++ = d->command[i];
		*x++ = d->sent[i];
		*x++ = d->reading.x[SLOT_DISP][i];
		*x++ = d->reading.x[SLOT_FORCE][i];
	}
	/* the first row of it counts; a trip may have been asked for between two ticks */
	if (drive_tripped(d) || d->control.state == CONTROL_FREE_VIBRATION)
		blackbox_mark(&d->box);
}

static void send(struct drive *d)
{
	struct device_command c = {.tick = d->answer.tick, .t_ns = d->t_ns, .state = d->control.state, .tripped = drive_tripped(d), .x = d->sent};

	if (d->words.plant.write(d->words.plant.self, &c))
		limits_trip(&d->limits, LIMITS_DEVICE, -1, 0.0);
}

static void tell(struct drive *d)
{
	d->answer.state = d->control.state;
	/* the tick that brought it there is over, and one more stands in the black box; a trip at rest is a way of its own */
	d->answer.resting = d->rests && drive_resting(d) && d->answer.trip.cause == d->limits.trip.cause;
	d->rests = drive_resting(d);
	d->answer.acknowledged = d->acknowledged;
	d->answer.trip = d->limits.trip;
	memcpy(d->answer.command, drive_standing(d), (size_t)d->words.n * sizeof(double));
	memcpy(d->answer.entered, d->control.entered, sizeof(d->answer.entered));
	memcpy(d->answer.spent, d->control.spent, sizeof(d->answer.spent));
}

static bool tick(struct drive *d, int64_t missed, const struct play *p)
{
	bool answered = false, reached;

	d->answer.tick++;
	d->answer.missed += missed;
	if (!d->words.plant.at_once) {
		read_plant(d);
		answered = answer(d);
	}
	reached = wish(d, p);
	if (!d->words.plant.at_once)
		guard(d, p);
	limits_apply(&d->limits, d->asked, &d->reading, missed, d->sent);
	send(d);
	d->due |= reached && !drive_tripped(d);
	if (d->words.plant.at_once) {
		read_plant(d);
		guard(d, p);
		answered = answer(d);
	}
	note(d);
	tell(d);
	return answered;
}

bool drive_tick(struct drive *d, int64_t missed)
{
	return tick(d, missed, NULL);
}

void drive_play(struct drive *d, const double *x, bool compensated)
{
	tick(d, 0, &(struct play){.x = x, .compensated = compensated});
}

/* The controller begins at x, and counts its steps on. */
static void begin_at(struct drive *d, const double *x)
{
	int64_t step = d->control.step;

	controller_start(&d->control, x, 0.0);
	d->control.step = step;
}

void drive_stand(struct drive *d)
{
	size_t size = (size_t)d->words.n * sizeof(double);

	if (memcmp(d->control.now, d->command, size) == 0)
		return;
	begin_at(d, d->command);
	for (int i = 0; i < d->words.n; i++)
		d->channel[i].target = d->command[i];
}

void drive_rest(struct drive *d)
{
	limits_trip(&d->limits, LIMITS_ASKED, -1, 0.0);
}

void drive_end(struct drive *d)
{
	if (!drive_tripped(d))
		controller_end(&d->control);
}

void drive_acknowledge(struct drive *d)
{
	limits_acknowledge(&d->limits);
	blackbox_rearm(&d->box);
	d->control.step = d->answer.number;        /* one that was reached while it tripped has no answer: it comes again */
	begin_at(d, d->sent);
	d->due = d->rests = d->still = false;
	d->returns = true;
	for (int i = 0; i < d->words.n; i++) {
		d->command[i] = d->channel[i].wanted = d->sent[i];
		d->channel[i].rate = 0.0;
		compensator_start(d->channel[i].compensator, d->sent[i]);
	}
}

/* After commands that were played the controller goes on from the last of them. */
static void play_end(struct drive *d)
{
	if (d->playing)
		drive_stand(d);
	d->playing = false;
}

void drive_tune(struct drive *d, const struct tune *t)
{
	struct compensator_use *u = t->what <= TUNE_COMPENSATOR ? d->channel[t->channel].compensator : NULL;

	switch ((enum tune_what)t->what) {
	case TUNE_DELAY:
		u->tuned = t->value;
		break;
	case TUNE_COMPENSATOR:
		compensator_set(u, t->offset, t->value);
		break;
	case TUNE_CONTROLLER:
		memcpy((char *)&d->control.words + t->offset, &t->value, sizeof(t->value));
		break;
	case TUNE_LIMIT:
		limits_tighten(&d->limits, t->channel, t->offset, t->value);
		break;
	}
}

/* What was tuned between steps. */
static void tune(struct drive *d)
{
	struct tune t;

	for (int i = 0; i < LINK_TUNES && ring_pop(&d->link->tunes, &t); i++) {
		drive_tune(d, &t);
		atomic_fetch_add_explicit(&d->link->tuned, 1, memory_order_release);
	}
}

/* What the integrator has left in the link since the last tick. */
static void listen(struct drive *d)
{
	struct link *l = d->link;
	/* in this order: whoever acknowledges has taken the wish for rest back before */
	uint32_t acknowledged = atomic_load_explicit(&l->acknowledged, memory_order_acquire), kept = atomic_load_explicit(&l->kept, memory_order_acquire);
	int wished = atomic_load_explicit(&l->wish, memory_order_acquire);

	/* whoever acknowledges: the black box is not written over before it was written out */
	if (acknowledged != d->acknowledged && kept == acknowledged && drive_resting(d)) {
		d->acknowledged = acknowledged;
		d->taken = snapshot_count(&l->target);         /* what was sent before belongs to the step that failed */
		drive_acknowledge(d);
	}
	tune(d);
	if (d->trip && stop_asked(d->trip))
		limits_operator(&d->limits, d->trip);
	if (wished == LINK_REST && !drive_tripped(d))
		drive_rest(d);
	if (wished == LINK_END)
		drive_end(d);
	if (snapshot_count(&l->target) != d->taken && snapshot_read(&l->target, &d->target)) {
		d->taken = snapshot_count(&l->target);
		play_end(d);
		drive_target(d, d->target.number, d->target.span, d->target.at);
	}
}

/* What was read at the end of a command that was played. */
static void echo(struct drive *d)
{
	double row[1 + 2 * DEVICE_CHANNELS] = {d->play};
	size_t size = (size_t)d->words.n * sizeof(double);

	if (!d->echo)
		return;
	memcpy(row + 1, d->reading.x[SLOT_DISP], size);
	memcpy(row + 1 + d->words.n, d->reading.x[SLOT_FORCE], size);
	ring_push(&d->link->played, row);
	d->echo = false;
}

/* The next command of the playing at hand; what is left over from another is passed over, so much a tick. */
static bool next_played(struct drive *d, double *ret_row)
{
	double number = (double)atomic_load_explicit(&d->link->plays, memory_order_acquire);

	for (int i = 0; i < LEFT_OVER && ring_pop(&d->link->play, ret_row); i++)
		if (ret_row[0] == number)
			return true;
	return false;
}

/* Nothing is played on specimens that were let go, or after the end: standing at what was played the controller would forget it, without an acknowledgement. */
static bool may_play(const struct drive *d)
{
	return !drive_tripped(d) && d->control.state != CONTROL_FREE_VIBRATION && d->control.state != CONTROL_REST;
}

/* A tick with a command that was sent to be played; false: there is none. */
static bool serve_played(struct drive *d, int64_t missed)
{
	double row[1 + DEVICE_CHANNELS];
	int playing = atomic_load_explicit(&d->link->playing, memory_order_acquire);
	struct play p = {.x = row + 1, .compensated = playing == LINK_COMPENSATED};

	if (playing == LINK_SILENT || !may_play(d) || !next_played(d, row))
		return false;
	d->playing = true;
	tick(d, missed, &p);
	if (!d->words.plant.at_once)
		echo(d);                   /* of the command before: this tick began with its reading */
	d->echo = true;
	d->play = row[0];
	if (d->words.plant.at_once)
		echo(d);
	return true;
}

static void serve_test(struct drive *d, int64_t missed)
{
	play_end(d);
	drive_tick(d, missed);
	echo(d);
}

int drive_serve(void *ctx, int64_t tick, int64_t t_ns)
{
	struct drive *d = ctx;
	int64_t missed = tick - d->loop_tick - 1;

	d->loop_tick = tick;
	d->t_ns = t_ns;
	listen(d);
	if (!serve_played(d, missed))
		serve_test(d, missed);
	snapshot_write(&d->link->answer, &d->answer);
	return 0;
}
