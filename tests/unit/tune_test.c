/* What may be tuned of a rig while a test runs: the list with its values and ranges, what each word changes, and every refusal, which changes nothing. */
#include "drive_bed.h"

#include "control/tune.h"

struct tuned {
	struct bed b;
	struct tune_bed t;
	double scaled;
};

static struct compensator_use *compensator_of(void *self, int channel)
{
	return &((struct tuned *)self)->b.compensator[channel];
}

static void standing(const void *self, double *ret_x)
{
	memcpy(ret_x, ((const struct tuned *)self)->b.d.sent, BED_CHANNELS * sizeof(double));
}

static void rescale(void *self, double scale)
{
	((struct tuned *)self)->scaled = scale;
}

/* Two channels that stand at 0.5, a PI compensator at each unless there is none. */
static void rig_begin(struct tuned *r, const char *compensator)
{
	bed_begin(&r->b, "", BED_LIMITS, compensator, plant_standing(true, 0, 0.5));
	r->scaled = 0.0;
	r->t = (struct tune_bed){.n = BED_CHANNELS, .self = r, .compensator = compensator_of, .drive = &r->b.d, .standing = standing, .scale = 2.0,
	                         .rescale = rescale};
}

static int set(struct tuned *r, int channel, const char *name, const char *value, struct rig_tunable *ret, char *ret_text, size_t size)
{
	const char *const word[] = {name ? name : value, value};
	struct args a;
	struct err e;
	int code;

	err_clear(&e);
	args_init(&a, (name != NULL) + (value != NULL), word, "expTune 1");
	code = tune_set(&r->t, channel, &a, ret, &e);
	err_text(&e, ret_text, (int)size);
	return code;
}

static void the_list_has_every_number_with_its_value_and_its_range(void **state)
{
	static const struct { int channel; const char *name, *of; double value, lo, hi; } want[] = {
		{0, "kp", "expCompensator 1 (PI)", 2.0, 0.0, INFINITY}, {0, "ki", "expCompensator 1 (PI)", 95.0, 0.0, INFINITY},
		{0, "-strokeMin", "expLimits", -5.0, -5.0, INFINITY}, {0, "-strokeMax", "expLimits", 5.0, -INFINITY, 5.0},
		{0, "-velocity", "expLimits", 20.0, 0.0, 20.0}, {0, "-forceMin", "expLimits", -100.0, -100.0, INFINITY},
		{0, "-forceMax", "expLimits", 100.0, -INFINITY, 100.0}, {0, "-following", "expLimits", 0.5, 0.0, 0.5},
		{1, "kp", "expCompensator 1 (PI)", 2.0, 0.0, INFINITY}, {1, "ki", "expCompensator 1 (PI)", 95.0, 0.0, INFINITY},
		{1, "-strokeMin", "expLimits", -5.0, -5.0, INFINITY}, {1, "-strokeMax", "expLimits", 5.0, -INFINITY, 5.0},
		{1, "-velocity", "expLimits", 20.0, 0.0, 20.0}, {1, "-forceMin", "expLimits", -100.0, -100.0, INFINITY},
		{1, "-forceMax", "expLimits", 100.0, -INFINITY, 100.0}, {1, "-following", "expLimits", 0.5, 0.0, 0.5},
		{-1, "-extrapolate", "expController", 0.6, 0.0, 1.0}, {-1, "-slow", "expController", 0.8, 0.0, 1.0},
		{-1, "-slowRate", "expController", 0.5, 0.0, 1.0}, {-1, "-scale", "expControl", 2.0, 1e-6, 1e6},
	};
	static struct tuned r;
	struct rig_tunable got;
	int k = 0;

	(void)state;
	rig_begin(&r, "expCompensator PI 1 2 95");
	for (; k < (int)COUNT(want); k++) {
		assert_true(tune_list(&r.t, k, &got));
		assert_int_equal(got.channel, want[k].channel);
		assert_string_equal(got.name, want[k].name);
		assert_string_equal(got.of, want[k].of);
		assert_near(got.value, want[k].value, 0.0);
		assert_true(got.range.lo == want[k].lo && got.range.hi == want[k].hi);
		assert_true(got.help[0]);
	}
	assert_false(tune_list(&r.t, k, &got));
	/* without a controller, and with a scale that is fixed, the compensators are left */
	r.t.drive = NULL;
	r.t.scale = NAN;
	assert_true(tune_list(&r.t, 3, &got));
	assert_int_equal(got.channel, 1);
	assert_string_equal(got.name, "ki");
	assert_false(tune_list(&r.t, 4, &got));
	bed_end(&r.b);
}

/* A compensator with a delay offers it first; no compensator offers nothing, and limits that are infinite are not there. */
static void what_a_channel_does_not_have_is_not_in_the_list(void **state)
{
	static struct tuned r;
	struct rig_tunable got;

	(void)state;
	rig_begin(&r, "expCompensator Advance 1 0.002");
	assert_true(tune_list(&r.t, 0, &got));
	assert_string_equal(got.name, "tau");
	assert_string_equal(got.of, "expCompensator 1 (Advance)");
	assert_near(got.value, 0.002, 0.0);
	bed_end(&r.b);
	rig_begin(&r, NULL);
	assert_true(tune_list(&r.t, 0, &got));
	assert_string_equal(got.name, "-strokeMin");
	r.b.d.limits.channel[0].words.stroke_lo = -INFINITY;
	assert_true(tune_list(&r.t, 0, &got));
	assert_string_equal(got.name, "-strokeMax");
	bed_end(&r.b);
}

static void a_number_that_is_set_is_another_one_from_then_on(void **state)
{
	static const struct { int channel; const char *name, *value, *called; double now; } row[] = {
		{1, "kp", "3", "kp", 3.0}, {1, "ki", "0.5", "ki", 0.5}, {1, "-strokeMin", "0.5", "-strokeMin", 0.5}, {1, "strokeMax", "0.5", "-strokeMax", 0.5},
		{1, "-velocity", "20", "-velocity", 20.0}, {1, "-velocity", "4", "-velocity", 4.0}, {1, "-forceMin", "-50", "-forceMin", -50.0},
		{1, "-following", "0.25", "-following", 0.25}, {-1, "-slow", "0.6", "-slow", 0.6}, {-1, "extrapolate", "0.3", "-extrapolate", 0.3},
		{-1, "-slowRate", "1", "-slowRate", 1.0},
	};
	static struct tuned r;
	struct rig_tunable got, listed;
	char text[512];

	(void)state;
	rig_begin(&r, "expCompensator PI 1 2 95");
	for (size_t i = 0; i < COUNT(row); i++) {
		int seen = 0;

		assert_int_equal(set(&r, row[i].channel, row[i].name, row[i].value, &got, text, sizeof(text)), 0);
		assert_string_equal(got.name, row[i].called);
		assert_int_equal(got.channel, row[i].channel);
		assert_near(got.value, row[i].now, 0.0);
		for (int k = 0; tune_list(&r.t, k, &listed); k++)
			if (strcmp(listed.name, row[i].called) == 0) {
				/* there, and at no other channel */
				assert_int_equal(listed.value == row[i].now, listed.channel == row[i].channel || row[i].now == 20.0);
				seen++;
			}
		assert_int_equal(seen, row[i].channel < 0 ? 1 : BED_CHANNELS);
	}
	assert_int_equal(set(&r, -1, "-scale", "8", &got, text, sizeof(text)), 0);
	assert_near(r.scaled, 8.0, 0.0);
	assert_near(r.b.d.control.words.slow, 0.6, 0.0);
	bed_end(&r.b);
}

static void what_cannot_be_is_refused_and_changes_nothing(void **state)
{
	static const struct { int channel; const char *name, *value; int code; const char *text; } row[] = {
		{0, "lead", "1", ERR_UNKNOWN, "expTune 1: the channel has no number of this name that could be tuned: lead "
		                              "(allowed: kp, ki, -strokeMin, -strokeMax, -velocity, -forceMin, -forceMax, -following)"},
		{0, "-slow", "0.7", ERR_UNKNOWN, "expTune 1: the channel has no number of this name"},
		{-1, "kp", "1", ERR_UNKNOWN, "expTune 1: the rig has no number of this name that could be tuned: kp (allowed: -extrapolate, -slow, -slowRate, -scale)"},
		{-1, "-hold", "1", ERR_UNKNOWN, "the rig has no number of this name"},
		{0, "k", "1", ERR_UNKNOWN, "no number of this name"},
		{0, "kp", "-1", ERR_RANGE, "kp is out of range: -1"},
		{0, "kp", "x", ERR_ARGUMENT, "kp is not a number: x"},
		{0, "-strokeMax", "5.5", ERR_RANGE, "-strokeMax: a limit may be made tighter while a test runs, and never wider: 5.5 (allowed: <= 5)"},
		{0, "-strokeMin", "-5.5", ERR_RANGE, "-strokeMin: a limit may be made tighter while a test runs, and never wider: -5.5 (allowed: >= -5)"},
		{0, "-velocity", "0", ERR_RANGE, "-velocity: a limit may be made tighter while a test runs, and never wider: 0"},
		{0, "-strokeMax", "0.49", ERR_LIMIT, "-strokeMax: the specimen stands beyond it, and would trip: 0.49 (allowed: at least 0.5)"},
		{0, "-strokeMin", "0.51", ERR_LIMIT, "-strokeMin: the specimen stands beyond it, and would trip: 0.51 (allowed: at most 0.5)"},
		{-1, "-slow", "0.59", ERR_RANGE, "-slow ends before -extrapolate: 0.59 (allowed: -extrapolate 0.6, -slow 0.8)"},
		{-1, "-extrapolate", "0.81", ERR_RANGE, "-slow ends before -extrapolate: 0.81 (allowed: -extrapolate 0.6, -slow 0.8)"},
		{-1, "-scale", "0", ERR_RANGE, "-scale is out of range: 0"},
		{-1, NULL, "3", ERR_UNKNOWN, "the rig has no number of this name that could be tuned: 3"},
		{0, "kp", NULL, ERR_ARGUMENT, "kp is missing"},
		{0, NULL, NULL, ERR_ARGUMENT, "name is missing"},
	};
	static struct tuned r;
	struct rig_tunable got, before[32], after;
	char text[512];
	int n = 0;

	(void)state;
	rig_begin(&r, "expCompensator PI 1 2 95");
	while (tune_list(&r.t, n, &before[n]))
		n++;
	for (size_t i = 0; i < COUNT(row); i++) {
		assert_int_equal(set(&r, row[i].channel, row[i].name, row[i].value, &got, text, sizeof(text)), row[i].code);
		assert_contains(text, row[i].text);
		for (int k = 0; k < n; k++) {
			assert_true(tune_list(&r.t, k, &after));
			assert_near(after.value, before[k].value, 0.0);
		}
	}
	assert_near(r.scaled, 0.0, 0.0);
	bed_end(&r.b);
}

/* A value alone is the delay of the channel's compensator. */
static void a_value_alone_is_the_delay(void **state)
{
	static struct tuned r;
	struct rig_tunable got;
	char text[512];

	(void)state;
	rig_begin(&r, "expCompensator Advance 1 0.002");
	assert_int_equal(set(&r, 1, NULL, "0.004", &got, text, sizeof(text)), 0);
	assert_string_equal(got.name, "delay");
	assert_near(got.value, 0.004, 0.0);
	assert_near(r.b.compensator[1].tuned, 0.004, 0.0);
	assert_true(isnan(r.b.compensator[0].tuned) || r.b.compensator[0].tuned != 0.004);
	assert_int_equal(set(&r, 1, NULL, "-0.004", &got, text, sizeof(text)), ERR_RANGE);
	assert_contains(text, "expTune 1: delay is out of range: -0.004");
	bed_end(&r.b);
	/* a rig of compensators alone */
	rig_begin(&r, "expCompensator PI 1 2 95");
	r.t.drive = NULL;
	assert_int_equal(set(&r, 1, "kp", "7", &got, text, sizeof(text)), 0);
	assert_true(tune_list(&r.t, 2, &got));
	assert_int_equal(got.channel, 1);
	assert_near(got.value, 7.0, 0.0);
	assert_true(tune_list(&r.t, 0, &got));
	assert_near(got.value, 2.0, 0.0);
	bed_end(&r.b);
}

/* A command loop that does not tick keeps what was left for it: the change that would write over the first of these is refused, and nothing is lost. */
static void a_change_that_would_write_over_another_is_refused(void **state)
{
	static struct tuned r;
	static struct link l;
	struct keeper k = {.link = &l};
	struct rig_tunable got;
	char text[512];
	struct err e;

	(void)state;
	rig_begin(&r, "expCompensator PI 1 2 95");
	err_clear(&e);
	assert_int_equal(link_setup(&l, BED_CHANNELS, 1, 1, &r.b.s.script.lab.arena, &e), 0);
	r.b.d.link = &l;
	r.t.keeper = &k;
	assert_int_equal(set(&r, 0, "-velocity", "4", &got, text, sizeof(text)), 0);
	for (int i = 1; i < LINK_TUNES; i++)
		assert_int_equal(set(&r, 1, "kp", "7", &got, text, sizeof(text)), 0);
	assert_int_equal(set(&r, 1, "kp", "8", &got, text, sizeof(text)), ERR_STATE);
	assert_contains(text, "has not taken the 256 changes before this one");
	assert_true(tune_list(&r.t, 8, &got));
	assert_near(got.value, 7.0, 0.0);
	/* as in the other process, where nothing was changed yet */
	r.b.d.limits.channel[0].words.velocity = 20.0;
	assert_int_equal(drive_serve(&r.b.d, r.b.d.loop_tick + 1, 1), 0);
	assert_near(r.b.d.limits.channel[0].words.velocity, 4.0, 0.0);
	assert_int_equal(ring_lost(&l.tunes), 0);
	assert_int_equal(set(&r, 1, "kp", "8", &got, text, sizeof(text)), 0);
	bed_end(&r.b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_list_has_every_number_with_its_value_and_its_range),
		cmocka_unit_test(what_a_channel_does_not_have_is_not_in_the_list),
		cmocka_unit_test(a_number_that_is_set_is_another_one_from_then_on),
		cmocka_unit_test(what_cannot_be_is_refused_and_changes_nothing),
		cmocka_unit_test(a_value_alone_is_the_delay),
		cmocka_unit_test(a_change_that_would_write_over_another_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
