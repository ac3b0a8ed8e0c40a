/* Whatever comes in whatever order: random walks over all that can happen to a drive. In every tick what is sent is finite, inside the stroke, and no faster
 * than the velocity, as they are tuned; once a drive is at rest nothing moves, until it is acknowledged or trips once more; and it always comes to rest. */
#include "drive_bed.h"

#include "base/rng.h"

/* --- at rest --------------------------------------------------------------------------------------- */

/* The end of a test in the middle of a step: a lead decays, a controller feeds noise back. bed_tick looks whether what says that it rests moves. */
static void ended_it_rests_when_compensators_have_settled_and_stays(void **state)
{
	static const char *const kind[] = {"Lead 1 0.004 0.001", "PI 1 0.1 2 -limit 0.1", "ATS 1 0.004", "Horiuchi 1 3 0.004"};

	(void)state;
	for (size_t i = 0; i < COUNT(kind); i++) {
		char words[80];
		struct bed b;
		struct rng chance;

		rng_init(&chance, 1, 2);
		snprintf(words, sizeof words, "expCompensator %s", kind[i]);
		bed_begin(&b, "", BED_LIMITS, words, plant_standing(true, 3, 0.0));
		for (int64_t n = 1; n <= 5; n++) {
			if (!bed_target(&b, n, 10.0, 0.002 * (double)n))
				fail_msg("%s: target %lld is not taken, cause %d", kind[i], (long long)n, b.d.answer.trip.cause);
			for (int k = 0; k < (n < 5 ? 14 : 4); k++)
				bed_tick(&b);
		}
		drive_end(&b.d);
		assert_in_range(bed_rest(&b, 1200), 1, 1100);
		for (int k = 0; k < 2000; k++) {
			b.p.add_x = 1e-3 * rng_normal(&chance);
			bed_tick(&b);
			assert_true(b.d.answer.resting);
		}
		bed_end(&b);
	}
}

/* --- walks ----------------------------------------------------------------------------------------- */

enum { WALKS = 60, EVENTS = 300 };

struct walk {
	struct bed b;
	struct rng chance;
	double noise, size, phase;
	bool rests, after_trip;            /* it has said so; of a trip */
};

static double between(struct walk *w, double lo, double hi)
{
	return lo + (hi - lo) * rng_uniform(&w->chance);
}

static int one_of(struct walk *w, int n)
{
	return (int)rng_below(&w->chance, (uint64_t)n);
}

static double limit_of(const struct walk *w, int i, int row)
{
	return limits_get(&w->b.d.limits, i, limits_rows[row].offset);
}

/* One tick has passed. */
static void look(struct walk *w)
{
	struct drive *d = &w->b.d;

	if (drive_tripped(d) && !w->after_trip)
		w->rests = false;
	for (int i = 0; i < BED_CHANNELS; i++) {
		double x = d->sent[i], from = w->b.before[i], most = limit_of(w, i, 2) * BED_DT * (1.0 + 1e-9) + 4.0 * DBL_EPSILON * fmax(fabs(x), fabs(from));

		assert_true(isfinite(x) && fabs(x - from) <= most && (!w->rests || x == from));
		/* a stroke that was tuned behind it is left alone, or gone back into */
		assert_true(x >= fmin(limit_of(w, i, 0), from) && x <= fmax(limit_of(w, i, 1), from));
		w->b.before[i] = x;
	}
	assert_true(!w->rests || d->answer.resting);
	w->rests = d->answer.resting;
	w->after_trip = drive_tripped(d);
}

static void target(struct walk *w)
{
	struct command_target t[BED_CHANNELS];
	double span = between(w, 2.0, 30.0), odd[] = {NAN, INFINITY, 1e300, -8.0, 0.0};

	w->phase += between(w, 0.01, 0.3);
	for (int i = 0; i < BED_CHANNELS; i++)
		t[i] = (struct command_target){.x = w->size * sin(w->phase + i), .v = w->size * cos(w->phase + i), .step = span * BED_DT};
	if (one_of(w, 20) == 0)
		t[0].v = odd[one_of(w, COUNT(odd))];
	if (one_of(w, 60) == 0)
		t[1].x = odd[one_of(w, COUNT(odd))];
	drive_target(&w->b.d, w->b.d.control.step + (one_of(w, 20) ? 1 : one_of(w, 3)), one_of(w, 80) ? span : odd[2 + one_of(w, 3)], t);
}

static void tighten(struct walk *w)
{
	int i = one_of(w, BED_CHANNELS), row = one_of(w, 6);

	drive_tune(&w->b.d, &(struct tune){.what = TUNE_LIMIT, .channel = i, .offset = limits_rows[row].offset,
	                                   .value = limit_of(w, i, row) * between(w, 0.6, 1.1)});
}

static void play(struct walk *w, int ticks)
{
	struct drive *d = &w->b.d;
	double x[BED_CHANNELS];

	memcpy(x, drive_standing(d), sizeof x);
	for (int k = 0; k < ticks && !drive_tripped(d) && d->control.state != CONTROL_FREE_VIBRATION && d->control.state != CONTROL_REST; k++, look(w)) {
		for (int i = 0; i < BED_CHANNELS; i++)
			x[i] += between(w, -1.0, 1.0) * limit_of(w, i, 2) * BED_DT * (one_of(w, 60) ? 0.9 : 3.0);
		drive_play(d, x, one_of(w, 2));
	}
	if (!drive_tripped(d))
		drive_stand(d);
}

static void event(struct walk *w, int number)
{
	struct plant *p = &w->b.p;
	int what = one_of(w, 100), ticks = 1 + one_of(w, 12);

	p->silent = p->stopped = false;
	p->read_code = p->write_code = 0;
	p->add_x = 0.1 * w->noise * rng_normal(&w->chance);
	p->add_force = 40.0 * w->noise * rng_normal(&w->chance);
	if (what < 60)
		target(w), ticks += 20;
	else if (what < 66)
		drive_rest(&w->b.d), ticks += 300;
	else if (what < 76 && drive_tripped(&w->b.d) && drive_resting(&w->b.d))
		drive_acknowledge(&w->b.d), w->rests = false;
	else if (what < 80)
		p->add_x = one_of(w, 2) ? between(w, -2.0, 2.0) : NAN;
	else if (what < 84)
		p->add_force = one_of(w, 3) ? between(w, -80.0, 80.0) : NAN;
	else if (what < 86)
		p->silent = true, ticks += 60;
	else if (what < 87)
		p->stopped = true;
	else if (what < 89)
		*(what == 87 ? &p->read_code : &p->write_code) = ERR_LOST;
	else if (what < 93)
		tighten(w);
	else if (what < 97)
		play(w, ticks);
	else if (what == 99 && number > EVENTS / 2 && one_of(w, 3) == 0)
		drive_end(&w->b.d);
	for (int k = 0; k < ticks; k++, look(w))
		drive_tick(&w->b.d, what == 98 && k == 0 ? 8 : 0);
}

static void walk(struct walk *w, int seed)
{
	static const char *const policy[] = {"hold", "ramp", "unload"};
	static const char *const controller[] = {"", "-hold 0.05 -mass 0.01 -damping 0.05", "-slow 0.9 -slowRate 0.2"};
	static const char *const kind[] = {"Advance 1 0.004", "Horiuchi 1 3 0.004", "Inverse 1 0.004 -adaptive", "Lead 1 0.004 0.001", "ATS 1 0.004",
	                                   "AMB 1 0.004 -limit 0.05", "PI 1 2 95 -limit 0.1"};
	char limits[200], words[80];

	*w = (struct walk){0};
	rng_init(&w->chance, (uint64_t)seed, 1);
	snprintf(limits, sizeof limits, "-stroke %.4g %.4g -velocity %.4g -force -40 40 -following %.3g -followingTime %.3g -watchdog %.3g -late 0.005 -onTrip %s",
	         between(w, -5.0, -0.5), between(w, 0.5, 5.0), between(w, 1.0, 40.0), between(w, 0.05, 1.0), between(w, 0.0, 0.01), between(w, 0.002, 0.05),
	         policy[one_of(w, COUNT(policy))]);
	snprintf(words, sizeof words, "expCompensator %s", kind[one_of(w, COUNT(kind))]);
	w->size = between(w, 0.01, 1.5);
	w->noise = one_of(w, 2) ? pow(10.0, between(w, -6.0, -1.0)) : 0.0;
	bed_begin(&w->b, controller[one_of(w, COUNT(controller))], limits, one_of(w, 4) ? words : NULL, plant_standing(one_of(w, 2), one_of(w, 8), 0.1));
	for (int k = 0; k < EVENTS; k++)
		event(w, k);
	w->b.p = (struct plant){.at_once = w->b.p.at_once, .writes = w->b.p.writes, .number = w->b.p.number};
	memcpy(w->b.p.past[w->b.p.writes % BED_LAG], w->b.before, sizeof w->b.before);
	drive_rest(&w->b.d);
	for (int k = 0; k < 200000 && !w->b.d.answer.resting; k++, look(w))
		drive_tick(&w->b.d, 0);
	assert_true(w->b.d.answer.resting);
	bed_end(&w->b);
}

static void nothing_that_comes_in_any_order_makes_it_leave_its_limits_or_its_rest(void **state)
{
	static struct walk w;

	(void)state;
	for (int seed = 0; seed < WALKS; seed++)
		walk(&w, seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ended_it_rests_when_compensators_have_settled_and_stays),
		cmocka_unit_test(nothing_that_comes_in_any_order_makes_it_leave_its_limits_or_its_rest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
