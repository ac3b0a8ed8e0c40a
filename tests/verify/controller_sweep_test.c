/* A million whole tests in virtual time, each with its own generator, words, network and troubles: answers early, late, lost, doubled, out of order, targets
 * that are no numbers or far away, readings that are none or do not come. Through controller and limits what is sent is always a finite command within its
 * stroke that changes by no more than the velocity allows, and both are in a state that their tables have.
 *
 * A test has 4 to 8 steps of 6 to 14 ticks, and goes on until it is over, tripped and at rest, or has waited long enough. One seed: the same tests everywhere.
 */
#include "verify/verify.h"

#include "base/rng.h"
#include "control/controller.h"
#include "control/limits.h"
#include "experiment/command.h"
#include "test.h"

#include <float.h>

/* Fewer where every instruction costs many times as much. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
#define SLOWED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLOWED 1
#endif
#endif
#ifdef SLOWED
enum { SEQUENCES = 50000 };
#else
enum { SEQUENCES = 1000000 };
#endif

enum { KINDS = 64, LETTERS = 16, ROOM = 1 << 16, WAIT_MOST = 100, REST_MOST = 4000 };

static const double DT = 0.001, STIFFNESS = 10.0;

struct letter {                /* a target on its way */
	int64_t due, number;
	struct command_target t;
};

struct trial {
	struct rng chance;
	struct controller c;
	struct limits l;
	struct limits_words w;
	struct letter letter[LETTERS];
	int nletters;
	double x, force, sent;     /* measured, and the last command */
	struct device_reading reading;
	int64_t tick, steps;
	double walk, stride;       /* the last target, size of a step */
	double trouble;            /* chance of a target or a reading that should not be */
	bool mute, stuck;          /* no new reading comes any more; the actuator does not move any more */
};

struct tally {
	int64_t ticks, taken, ignored, trips, finished, held, slowed, let_go;
	int64_t cause[LIMITS_CAUSES];
};

static double between(struct rng *r, double lo, double hi)
{
	return lo + (hi - lo) * rng_uniform(r);
}

static bool chance(struct rng *r, double p)
{
	return rng_uniform(r) < p;
}

/* --- a test ---------------------------------------------------------------------------------------- */

static struct controller_words control_words(struct rng *r)
{
	double e = between(r, 0.1, 0.9);

	return (struct controller_words){
		.extrapolate = e, .slow = between(r, e, 1.0), .slow_rate = between(r, 0.05, 1.0), .hold_s = chance(r, 0.8) ? INFINITY : between(r, 0.0, 0.03),
		.mass = between(r, 0.01, 0.02), .damping = between(r, 2.0, 8.0),
		.adapt = {.share = chance(r, 0.3) ? 0.4 : NAN, .window = 2 + (int)rng_below(r, 4), .longest_s = chance(r, 0.5) ? INFINITY : 0.02,
		          .change = 0.5},
	};
}

static struct limits_words limit_words(struct rng *r)
{
	double v = between(r, 20.0, 400.0);

	return (struct limits_words){
		.stroke_lo = -between(r, 0.5, 1.5), .stroke_hi = between(r, 0.5, 1.5), .velocity = v, .force_lo = -20.0, .force_hi = 25.0,
		.following = chance(r, 0.5) ? INFINITY : between(r, 0.05, 0.5), .following_s = 0.002, .watchdog_s = chance(r, 0.5) ? INFINITY : 0.01,
		.late_s = INFINITY, .policy = (int)rng_below(r, 3), .trip_velocity = v * between(r, 0.3, 1.0), .zero_force = 0.05,
	};
}

static void trial_begin(struct trial *t, const struct command *command, struct arena *mem)
{
	struct rng *r = &t->chance;
	struct limits_plan plan = {.words = t->w = limit_words(r)};
	struct controller_words w = control_words(r);
	struct err e = {0};

	assert_int_equal(controller_setup(&t->c, command, &w, 1, DT, 6.0 + (double)rng_below(r, 9), mem, &e), 0);
	assert_int_equal(limits_setup(&t->l, 1, DT, &(const struct limits_plan *){&plan}, mem, &e), 0);
	t->sent = t->x = t->walk = between(r, -0.3, 0.3);
	t->force = STIFFNESS * t->x;
	t->reading = (struct device_reading){.x = {[SLOT_DISP] = &t->x, [SLOT_FORCE] = &t->force}};
	t->steps = 4 + (int64_t)rng_below(r, 5);
	t->stride = between(r, 0.0, 0.15);
	t->trouble = chance(r, 0.3) ? 0.05 : 0.0;
	t->mute = t->stuck = false;
	t->tick = t->nletters = 0;
	controller_start(&t->c, &t->sent, 0.01);
	limits_start(&t->l, &t->sent);
}

/* A number that no target and no reading should be. */
static double stray(struct rng *r)
{
	static const double row[] = {NAN, INFINITY, -INFINITY, DBL_MAX, -1e9, 3.0, -3.0, DBL_TRUE_MIN, 0.0};

	return row[rng_below(r, COUNT(row))];
}

static void post(struct trial *t, const struct letter *l)
{
	if (t->nletters < LETTERS)
		t->letter[t->nletters++] = *l;
}

/* The integrator has an answer and sends the next target: in time, late, not at all, twice, with the wrong number, with something that is no target. */
static void answer(struct trial *t)
{
	struct rng *r = &t->chance;
	double x = t->walk + t->stride * rng_normal(r), rate = (x - t->walk) / 0.01;
	struct letter l = {.due = t->tick + (int64_t)rng_below(r, chance(r, 0.2) ? 60 : 8), .number = t->c.step + 1,
	                   .t = {.x = x, .v = rate, .a = 100.0 * rate * rng_normal(r), .step = 0.01}};

	t->walk = x;
	if (chance(r, t->trouble))
		l.t.x = t->walk = stray(r);
	if (chance(r, t->trouble))
		l.t.v = l.t.a = stray(r);
	if (chance(r, 0.1)) {                  /* early or late by its number */
		struct letter other = l;

		other.number += (int64_t)rng_below(r, 5) - 2;
		other.due = t->tick + (int64_t)rng_below(r, 20);
		post(t, &other);
	}
	if (chance(r, 0.1)) {                  /* doubled: the other one has its own way */
		struct letter other = l;

		other.due += (int64_t)rng_below(r, 30) - 10;
		post(t, &other);
	}
	if (!chance(r, 0.03))
		post(t, &l);
}

static void deliver(struct trial *t, struct tally *sum)
{
	for (int i = 0; i < t->nletters;) {
		if (t->letter[i].due > t->tick) {
			i++;
			continue;
		}
		if (controller_target(&t->c, t->letter[i].number, &t->letter[i].t)) {
			assert_int_equal(t->letter[i].number, t->c.step + 1);
			sum->taken++;
		} else {
			sum->ignored++;
		}
		t->letter[i] = t->letter[--t->nletters];
	}
}

/* --- one tick of it -------------------------------------------------------------------------------- */

static void sense(struct trial *t)
{
	struct rng *r = &t->chance;
	bool trouble = t->trouble > 0.0 && chance(r, 0.2 * t->trouble);
	uint64_t kind = trouble ? rng_below(r, 4) : 4;

	t->mute |= kind == 2;
	t->stuck |= kind == 3;
	t->x = t->stuck && isfinite(t->x) ? t->x : t->sent;
	t->force = kind == 1 ? stray(r) : STIFFNESS * t->x;
	t->x = kind == 0 ? stray(r) : t->x;
	t->reading.number += !t->mute;
}

/* What every command must be; wanted: of the controller. */
static void check(const struct trial *t, double before, double wanted, bool tripped_before, enum limits_cause cause)
{
	double most = t->w.velocity * DT * (1.0 + 1e-9) + 4.0 * DBL_EPSILON * fmax(fabs(before), fabs(t->sent));
	bool tripped = limits_tripped(&t->l);

	if (!(isfinite(t->sent) && t->sent >= t->w.stroke_lo && t->sent <= t->w.stroke_hi && fabs(t->sent - before) <= most))
		fail_msg("%.17g after %.17g, stroke %g to %g, %g a tick", t->sent, before, t->w.stroke_lo, t->w.stroke_hi, most);
	assert_true(t->c.state >= CONTROL_READY && t->c.state < CONTROL_STATES);
	assert_true(tripped >= tripped_before && (cause != LIMITS_OK) == (tripped && !tripped_before));
	assert_true(tripped || t->sent == wanted);
}

/* Returns whether a target was reached. */
static bool tick(struct trial *t, struct tally *sum)
{
	double before = t->sent, wanted = t->sent;
	bool tripped = limits_tripped(&t->l), reached = false;
	int64_t step = t->c.step;
	enum limits_cause cause;

	t->tick++;
	sum->ticks++;
	deliver(t, sum);
	if (!tripped)
		reached = controller_tick(&t->c, &t->force, &wanted);
	assert_int_equal(t->c.step, step + reached);
	cause = limits_apply(&t->l, &wanted, &t->reading, 0, &t->sent);
	sum->cause[cause]++;
	check(t, before, wanted, tripped, cause);
	sense(t);
	return reached && !limits_tripped(&t->l);
}

/* Tripped: at rest in time, but for a small force at an actuator that is stuck: the end of the stroke or of the following error is far away then. */
static void settle(struct trial *t, struct tally *sum)
{
	int64_t n = 0;

	t->trouble = 0.0;
	for (; n < REST_MOST && !limits_at_rest(&t->l); n++)
		tick(t, sum);
	assert_true(limits_at_rest(&t->l) || t->stuck);
	sum->trips++;
}

/* Over, or nobody answers any more: it stays where it is, whatever still arrives. A specimen that was let go comes to rest. */
static void finish(struct trial *t, struct tally *sum)
{
	bool let_go = t->c.state == CONTROL_FREE_VIBRATION;
	double at = t->sent;

	sum->finished += t->c.step == t->steps;
	controller_end(&t->c);
	for (int n = 0; n < REST_MOST && t->c.state != CONTROL_REST && !limits_tripped(&t->l); n++)
		tick(t, sum);
	if (limits_tripped(&t->l)) {
		settle(t, sum);
		return;
	}
	assert_int_equal(t->c.state, CONTROL_REST);
	at = let_go ? t->sent : at;
	post(t, &(struct letter){.due = 0, .number = t->c.step + 1, .t = {.x = 0.7}});
	for (int n = 0; n < 3 && !limits_tripped(&t->l); n++)
		tick(t, sum);
	if (limits_tripped(&t->l))
		settle(t, sum);
	else
		assert_true(t->sent == at);
}

static void trial_run(struct trial *t, struct tally *sum)
{
	answer(t);
	for (int64_t waited = 0; t->c.step < t->steps && waited < WAIT_MOST && t->c.state != CONTROL_REST && !limits_tripped(&t->l); waited++)
		if (tick(t, sum)) {
			waited = 0;
			answer(t);
		}
	sum->slowed += t->c.entered[CONTROL_SLOW];
	sum->held += t->c.entered[CONTROL_HOLD];
	if (limits_tripped(&t->l))
		settle(t, sum);
	else
		finish(t, sum);
	sum->let_go += t->c.entered[CONTROL_FREE_VIBRATION];
}

/* --- all of them ----------------------------------------------------------------------------------- */

/* Every row of the table with its example, and the orders of those that have them. */
static int commands_make(struct stage *s, const struct command **ret)
{
	static const char *const more[] = {"Lagrange %d 1", "Lagrange %d 2", "Continuous %d 1", "Continuous %d 2", "Horiuchi %d 1", "Horiuchi %d 4", "RampHold %d"};
	int n = 0;

	for (; command_table[n]; n++)
		stage_eval(s, "expCommand %s %d %s", command_table[n]->name, n, command_table[n]->example);
	for (size_t i = 0; i < COUNT(more); i++, n++) {
		char words[64];

		snprintf(words, sizeof(words), more[i], n);
		stage_eval(s, "expCommand %s", words);
	}
	assert_true(n <= KINDS);
	for (int i = 0; i < n; i++)
		ret[i] = table_get(&s->script.lab.commands, i);
	return n;
}

static void no_sequence_of_answers_makes_a_command_leave_its_limits(void **unused)
{
	static _Alignas(64) char room[ROOM];
	const struct command *command[KINDS];
	struct tally sum = {0};
	struct stage s;
	int n;

	(void)unused;
	stage_begin(&s);
	n = commands_make(&s, command);
	for (int64_t i = 0; i < SEQUENCES; i++) {
		struct trial t;
		struct arena mem;

		arena_init_over(&mem, room, sizeof(room));
		rng_init(&t.chance, 20, (uint64_t)i);
		trial_begin(&t, command[rng_below(&t.chance, (uint64_t)n)], &mem);
		trial_run(&t, &sum);
	}
	print_message("%d tests of %d generators, %lld ticks: %lld finished, %lld tripped and came to rest, %lld let go; ", SEQUENCES, n, (long long)sum.ticks,
	              (long long)sum.finished, (long long)sum.trips, (long long)sum.let_go);
	print_message("%lld steps slowed down, %lld held; %lld targets taken, %lld ignored\n", (long long)sum.slowed, (long long)sum.held, (long long)sum.taken,
	              (long long)sum.ignored);
	for (int c = LIMITS_OK + 1; c < LIMITS_CAUSES; c++)
		if (sum.cause[c])
			print_message("    %lld: %s\n", (long long)sum.cause[c], limits_cause_name((enum limits_cause)c));
	/* the sweep has seen what it is about */
	assert_true(sum.finished > SEQUENCES / 10 && sum.trips > SEQUENCES / 10 && sum.let_go > SEQUENCES / 1000 && sum.held > SEQUENCES / 10);
	for (int c = LIMITS_COMMAND_NUMBER; c <= LIMITS_SILENT; c++)
		assert_true(sum.cause[c] > 0);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_sequence_of_answers_makes_a_command_leave_its_limits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
