/* What the core does around every rig: the order of factors, relative values, filters and limits, and the trip that stops all rigs.
 * The rig is a probe that keeps what it was told and answers what the test says. Expected numbers: the order in experiment/rig.h, by hand. */
#include "test.h"

#include "base/base.h"
#include "experiment/laboratory.h"

enum { CHANNELS = 2, WORDS_MAX = 32 };

struct probe {
	double told[CHANNELS], measured[CHANNELS], force[CHANNELS];
	double instant;
	int commands, measures, commits, rests;
	int command_code, measure_code;        /* to answer with */
	bool restless;                         /* does not come to rest */
};

static struct laboratory lab;
static struct model m;
static struct probe *last;                 /* of the rig built last */

static int probe_setup(void *self, struct args *a, struct rig *rig, struct laboratory *l, const struct model *model, struct err *e)
{
	(void)l, (void)model;
	last = self;
	signals_size(rig->ctrl.n, CHANNELS, 0, 0, 0, 1);
	signals_size(rig->daq.n, CHANNELS, 0, 0, CHANNELS, 0);
	return args_end(a, e);
}

static int probe_command(void *self, const struct signals *ctrl, double instant)
{
	struct probe *p = self;
	memcpy(p->told, ctrl->x[SLOT_DISP], sizeof(p->told));
	p->instant = instant;
	p->commands++;
	return p->command_code;
}

static int probe_measure(void *self, struct signals *daq)
{
	struct probe *p = self;
	memcpy(daq->x[SLOT_DISP], p->measured, sizeof(p->measured));
	memcpy(daq->x[SLOT_FORCE], p->force, sizeof(p->force));
	p->measures++;
	return p->measure_code;
}

static int probe_commit(void *self)
{
	((struct probe *)self)->commits++;
	return 0;
}

static bool probe_rest(void *self)
{
	struct probe *p = self;
	p->rests++;
	return !p->restless;
}

static const struct param no_params[] = {{0}};
static const struct rig_ops PROBE = {
	.name = "Probe", .brief = "probe", .params = no_params, .size = sizeof(struct probe), .setup = probe_setup,
	.command = probe_command, .measure = probe_measure, .commit = probe_commit, .rest = probe_rest,
};

static int begin(void **state)
{
	(void)state;
	laboratory_init(&lab);
	model_init(&m);
	return 0;
}

static int end(void **state)
{
	(void)state;
	laboratory_fini(&lab);
	model_fini(&m);
	return 0;
}

static struct args words(char *text, const char **word, const char *object)
{
	struct args a;
	int n = 0;
	for (char *w = strtok(text, " "); w && n < WORDS_MAX; w = strtok(NULL, " "))
		word[n++] = w;
	args_init(&a, n, word, "%s", object);
	return a;
}

static void must(int code, struct err *e, const char *what)
{
	char line[700];
	if (code == 0)
		return;
	err_text(e, line, sizeof(line));
	fail_msg("%s: %s: %s", what, err_name(code), line);
}

static void point(int tag, int n, const struct control_signal *signal)
{
	struct control_point *p = ARENA_NEW(&lab.arena, struct control_point);
	struct err e = {0};
	p->tag = tag;
	p->n = n;
	p->signal = ARENA_ARRAY(&lab.arena, (size_t)n, struct control_signal);
	memcpy(p->signal, signal, (size_t)n * sizeof(*signal));
	must(table_add(&lab.points, tag, p, "expControlPoint", &lab.arena, &e), &e, "point");
}

/* One signal with what the test gives; no limits where both are zero. */
static struct control_signal signal_of(enum slot slot, double factor, double lo, double hi)
{
	bool limited = lo != 0.0 || hi != 0.0;
	return (struct control_signal){.slot = slot, .factor = factor, .lo = limited ? lo : -HUGE_VAL, .hi = limited ? hi : HUGE_VAL};
}

static void filter_make(const char *text)
{
	char copy[128];
	const char *word[WORDS_MAX];
	struct err e = {0};
	snprintf(copy, sizeof(copy), "%s", text);
	struct args a = words(copy, word, "expSignalFilter");
	const char *name = a.word[a.at++];
	must(filter_build(&lab, filter_find(name), &a, &e), &e, text);
}

static int rig_try(const char *text, struct rig **ret, struct err *e)
{
	char copy[128];
	const char *word[WORDS_MAX];
	snprintf(copy, sizeof(copy), "%s", text);
	struct args a = words(copy, word, "expControl Probe");
	int code = rig_build(&lab, &m, &PROBE, &a, e);
	if (code == 0)
		*ret = lab.rigs.row[lab.rigs.n - 1].object;
	return code;
}

static struct rig *rig_made(const char *text)
{
	struct rig *r = NULL;
	struct err e = {0};
	must(rig_try(text, &r, &e), &e, text);
	return r;
}

static struct rig *rig_started(const char *text)
{
	struct rig *r = rig_made(text);
	struct err e = {0};
	must(rig_start(r, &e), &e, "start");
	return r;
}

static int send(struct rig *r, double x0, double x1, double t)
{
	static struct signals trial;
	int n[SLOTS];
	signals_size(n, CHANNELS, CHANNELS, CHANNELS, CHANNELS, 1);
	assert_int_equal(signals_take(&trial, n, &lab.arena), 0);
	trial.x[SLOT_DISP][0] = x0;
	trial.x[SLOT_DISP][1] = x1;
	return rig_command(r, &trial, t, t);
}

static void without_control_points_numbers_pass_as_they_are(void **state)
{
	(void)state;
	struct rig *r = rig_started("1");
	assert_int_equal(send(r, 0.25, -3.5, 0.1), 0);
	assert_true(last->told[0] == 0.25 && last->told[1] == -3.5 && last->instant == 0.1);
	last->measured[1] = 7.0;
	last->force[0] = -2.0;
	assert_int_equal(rig_measure(r, 0.1), 0);
	assert_true(r->daq.x[SLOT_DISP][1] == 7.0 && r->daq.x[SLOT_FORCE][0] == -2.0);
}

/* One that was removed, too: whoever still holds it moves nothing, and asks nobody who has gone. */
static void before_its_start_and_after_its_end_a_rig_neither_moves_nor_answers(void **state)
{
	(void)state;
	struct err e = {0};
	struct rig *r = rig_made("1");
	assert_int_equal(send(r, 0.25, -3.5, 0.1), ERR_STATE);
	assert_int_equal(rig_measure(r, 0.1), ERR_STATE);
	must(rig_start(r, &e), &e, "start");
	assert_int_equal(send(r, 0.5, 1.0, 0.2), 0);
	rig_end(r);
	assert_int_equal(send(r, 7.0, 8.0, 0.3), ERR_STATE);
	assert_int_equal(rig_measure(r, 0.3), ERR_STATE);
	assert_int_equal(rig_commit(r, r->t), ERR_STATE);
	assert_true(last->told[0] == 0.5 && last->told[1] == 1.0 && last->instant == 0.2);
	assert_int_equal(lab.trip.cause, TRIP_NONE);
}

/* 3 - 2 (first) = 1; x 10 = 10; rising: 10 - 0.5 = 9.5; + 0.25 (start) = 9.75. Any other order gives another number. */
static void commands_pass_first_value_factor_filter_and_start_in_this_order(void **state)
{
	(void)state;
	struct control_signal c = signal_of(SLOT_DISP, 10.0, 0.0, 0.0);
	c.rel_trial = c.rel_ctrl = true;
	point(1, 1, &c);
	filter_make("ErrorSimUndershoot 4 0.5");
	struct rig *r = rig_made("1 -trialCP 1 -ctrlFilters 4 0 0 0 0");
	struct err e = {0};
	last->measured[0] = 0.25;
	must(rig_start(r, &e), &e, "start");
	assert_int_equal(send(r, 2.0, 5.0, 0.1), 0);
	assert_near(last->told[0], 0.5 + 0.25, 0.0);   /* 0, near zero: + 0.5 */
	assert_near(last->told[1], 4.5, 0.0);          /* the filter alone: no signal belongs to it */
	assert_int_equal(send(r, 3.0, 5.0, 0.2), 0);
	assert_near(last->told[0], 9.75, 0.0);
	assert_near(last->told[1], 5.0, 0.0);
	assert_near(r->ctrl_use[SLOT_DISP].last[0], 9.5, 0.0);
}

/* 8 - 3 (start) = 5; x -2 = -10; falling: -10 + 0.5 = -9.5. Limits are on the 8. */
static void measurements_pass_limits_start_factor_and_filter_in_this_order(void **state)
{
	(void)state;
	struct control_signal c = signal_of(SLOT_FORCE, -2.0, 0.0, 8.0);
	c.rel_daq = true;
	point(2, 1, &c);
	filter_make("ErrorSimUndershoot 4 0.5");
	struct rig *r = rig_made("1 -outCP 2 -daqFilters 0 0 0 4 0");
	struct err e = {0};
	last->force[0] = 3.0;
	must(rig_start(r, &e), &e, "start");
	last->force[0] = 8.0;
	assert_int_equal(rig_measure(r, 0.1), 0);
	assert_near(r->daq.x[SLOT_FORCE][0], -9.5, 0.0);
}

static void every_option_acts_alone(void **state)
{
	static const struct { bool trial, ctrl, daq; double factor, told, given; } row[] = {
		/* first trial 2, then 3; start 0.25; measured 1 */
		{true, false, false, 1.0, 1.0, 1.0},
		{false, true, false, 1.0, 3.25, 1.0},
		{false, false, true, 1.0, 3.0, 0.75},
		{false, false, false, 4.0, 12.0, 4.0},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct control_signal c = signal_of(SLOT_DISP, row[i].factor, 0.0, 0.0);
		char text[64];
		struct err e = {0};
		c.rel_trial = row[i].trial;
		c.rel_ctrl = row[i].ctrl;
		c.rel_daq = row[i].daq;
		point((int)i + 1, 1, &c);
		snprintf(text, sizeof(text), "%d -trialCP %d -outCP %d", (int)i + 1, (int)i + 1, (int)i + 1);
		struct rig *r = rig_made(text);
		last->measured[0] = 0.25;
		must(rig_start(r, &e), &e, "start");
		last->measured[0] = 1.0;
		assert_int_equal(send(r, 2.0, 0.0, 0.1), 0);
		assert_int_equal(send(r, 3.0, 0.0, 0.2), 0);
		assert_near(last->told[0], row[i].told, 0.0);
		assert_int_equal(rig_measure(r, 0.2), 0);
		assert_near(r->daq.x[SLOT_DISP][0], row[i].given, 0.0);
	}
}

static void signals_belong_to_components_in_the_order_of_all_points(void **state)
{
	(void)state;
	struct control_signal a = signal_of(SLOT_DISP, 2.0, 0.0, 0.0), b[2] = {signal_of(SLOT_TIME, 1.0, 0.0, 0.0), signal_of(SLOT_DISP, 3.0, 0.0, 0.0)};
	point(5, 1, &a);
	point(3, 2, b);
	struct rig *r = rig_started("1 -trialCP 5 3");
	assert_int_equal(send(r, 1.0, 1.0, 0.1), 0);
	assert_true(last->told[0] == 2.0 && last->told[1] == 3.0);
	assert_int_equal(r->trial_point.nall, 3);
	assert_int_equal(r->trial_point.all[1]->slot, SLOT_TIME);
}

/* Measured at start: freedom 2 stands at 0.5, freedom 1 at 0.125; out signals name freedom 2 first. */
static void commands_relative_to_the_start_find_their_freedom(void **state)
{
	(void)state;
	struct control_signal out[2] = {signal_of(SLOT_DISP, 1.0, 0.0, 0.0), signal_of(SLOT_DISP, 1.0, 0.0, 0.0)}, trial[2] = {out[0], out[1]};
	struct err e = {0};
	out[0].dof = trial[1].dof = 1;
	trial[0].rel_ctrl = trial[1].rel_ctrl = true;
	point(1, 2, trial);
	point(2, 2, out);
	struct rig *r = rig_made("1 -trialCP 1 -outCP 2");
	last->measured[0] = 0.5;
	last->measured[1] = 0.125;
	must(rig_start(r, &e), &e, "start");
	assert_int_equal(send(r, 1.0, 2.0, 0.1), 0);
	assert_true(last->told[0] == 1.125 && last->told[1] == 2.5);
}

static void more_signals_than_the_rig_has_are_refused(void **state)
{
	(void)state;
	struct control_signal three[3] = {signal_of(SLOT_DISP, 1.0, 0.0, 0.0), signal_of(SLOT_DISP, 1.0, 0.0, 0.0), signal_of(SLOT_DISP, 1.0, 0.0, 0.0)};
	struct control_signal speed = signal_of(SLOT_VEL, 1.0, 0.0, 0.0);
	struct rig *r;
	struct err e = {0}, f = {0};
	point(1, 3, three);
	point(2, 1, &speed);
	assert_int_equal(rig_try("1 -trialCP 1", &r, &e), ERR_RANGE);
	assert_contains(e.what, "-trialCP control points have more signals of type Disp");
	assert_string_equal(e.value, "3");
	assert_string_equal(e.allowed, "at most 2");
	assert_int_equal(rig_try("1 -outCP 2", &r, &f), ERR_RANGE);
	assert_contains(f.what, "-outCP");
	assert_int_equal(lab.rigs.n, 0);
}

static void a_command_outside_its_limits_brings_all_rigs_to_rest(void **state)
{
	(void)state;
	struct control_signal c = signal_of(SLOT_DISP, 2.0, -1.0, 1.5);
	struct err e = {0};
	point(1, 1, &c);
	const struct probe *unused = rig_made("0")->self;
	struct rig *other = rig_started("1");
	struct probe *other_probe = last;
	struct rig *r = rig_started("2 -trialCP 1");
	assert_int_equal(send(r, 0.75, 0.0, 0.1), 0);          /* 1.5: the limit itself is allowed */
	assert_int_equal(send(r, 0.76, 0.0, 0.2), ERR_LIMIT);
	assert_int_equal(last->commands, 1);                   /* it was not told */
	assert_int_equal(last->rests, 1);
	assert_int_equal(other_probe->rests, 1);
	assert_int_equal(unused->rests, 0);                    /* what was never started is not touched */
	assert_int_equal(laboratory_fault(&lab, &e), ERR_LIMIT);
	assert_string_equal(e.object, "expControl 2");
	assert_contains(e.what, "Disp, component 1 at t = 0.2");
	assert_string_equal(e.value, "1.52");
	assert_string_equal(e.allowed, "-1 to 1.5");

	/* nothing moves or is asked any more, and nobody is brought to rest twice */
	assert_int_equal(send(r, 0.0, 0.0, 0.3), ERR_STATE);
	assert_int_equal(send(other, 0.0, 0.0, 0.3), ERR_STATE);
	assert_int_equal(rig_measure(other, 0.3), ERR_STATE);
	assert_int_equal(other_probe->commands, 0);
	assert_int_equal(other_probe->rests, 1);

	/* until the laboratory is wiped */
	laboratory_wipe(&lab);
	assert_int_equal(laboratory_fault(&lab, &e), 0);
	point(1, 1, &c);
	r = rig_started("2 -trialCP 1");
	assert_int_equal(send(r, 0.5, 0.0, 0.4), 0);
}

static void a_rig_that_does_not_rest_is_named(void **state)
{
	(void)state;
	for (int restless = 0; restless < 2; restless++) {
		struct err e = {0};
		char line[700];

		rig_started("1");
		struct rig *r = rig_started("2");
		last->restless = restless;
		assert_int_equal(send(r, NAN, 0.0, 0.1), ERR_NONFINITE);
		assert_int_equal(laboratory_fault(&lab, &e), ERR_NONFINITE);
		err_text(&e, line, sizeof(line));
		assert_contains(line, restless ? "not known to be at rest: expControl 2; the data" : "all rigs were brought to rest");
		assert_contains(line, "wipeExp begins a new test");
		assert_int_equal(strstr(line, "all rigs were brought to rest") == NULL, restless);
		laboratory_wipe(&lab);
	}
}

static void a_measurement_outside_its_limits_trips(void **state)
{
	(void)state;
	struct control_signal c[2] = {signal_of(SLOT_FORCE, 100.0, -5.0, 5.0), signal_of(SLOT_FORCE, 100.0, -4.0, 4.0)};
	struct err e = {0};
	point(1, 2, c);
	struct rig *r = rig_started("1 -outCP 1");
	last->force[0] = 4.5;                                  /* the value itself, not 450 */
	assert_int_equal(rig_measure(r, 0.1), 0);
	assert_int_equal(send(r, 0.0, 0.0, 0.2), 0);
	last->force[1] = -4.5;
	assert_int_equal(rig_measure(r, 0.2), ERR_LIMIT);
	assert_int_equal(last->rests, 1);
	assert_int_equal(laboratory_fault(&lab, &e), ERR_LIMIT);
	assert_contains(e.what, "Force, component 2 at t = 0.2: the measured value is outside its limits");
	assert_string_equal(e.value, "-4.5");
	assert_string_equal(e.allowed, "-4 to 4");
}

static void what_is_no_number_trips_in_both_directions(void **state)
{
	static const double bad[] = {NAN, HUGE_VAL, -HUGE_VAL};
	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct err e = {0}, f = {0};
		struct rig *r = rig_started("1");
		assert_int_equal(send(r, 0.0, bad[i], 0.1), ERR_NONFINITE);
		assert_int_equal(last->commands, 0);
		assert_int_equal(last->rests, 1);
		assert_int_equal(laboratory_fault(&lab, &e), ERR_NONFINITE);
		assert_contains(e.what, "Disp, component 2 at t = 0.1: the command is not a finite number");
		laboratory_wipe(&lab);

		r = rig_started("1");
		last->force[0] = bad[i];
		assert_int_equal(rig_measure(r, 0.3), ERR_NONFINITE);
		assert_int_equal(last->rests, 1);
		assert_int_equal(laboratory_fault(&lab, &f), ERR_NONFINITE);
		assert_contains(f.what, "Force, component 1 at t = 0.3: the measured value is not a finite number");
		laboratory_wipe(&lab);
	}
}

static void a_factor_that_overflows_trips(void **state)
{
	(void)state;
	struct control_signal c = signal_of(SLOT_FORCE, 1e300, 0.0, 0.0);
	point(1, 1, &c);
	struct rig *r = rig_started("1 -outCP 1");
	last->force[0] = 1e100;
	assert_int_equal(rig_measure(r, 0.1), ERR_NONFINITE);
}

static void a_sensor_without_a_reading_at_the_start_is_refused(void **state)
{
	(void)state;
	struct rig *r = rig_made("1");
	struct err e = {0};
	last->force[1] = NAN;
	assert_int_equal(rig_start(r, &e), ERR_NONFINITE);
	assert_contains(e.what, "rig 1 does not start");
	assert_false(r->started);
}

static void a_rig_that_fails_trips(void **state)
{
	(void)state;
	struct err e = {0};
	struct rig *r = rig_started("6");
	last->command_code = ERR_CONVERGE;
	assert_int_equal(send(r, 1.0, 0.0, 0.1), ERR_CONVERGE);
	assert_int_equal(last->rests, 1);
	assert_int_equal(laboratory_fault(&lab, &e), ERR_CONVERGE);
	assert_string_equal(e.object, "expControl 6");
	assert_contains(e.what, "the rig failed at t = 0.1");
	laboratory_wipe(&lab);
	r = rig_started("6");
	last->measure_code = ERR_FILE;
	assert_int_equal(rig_measure(r, 0.1), ERR_FILE);
}

static void a_filter_that_refuses_trips(void **state)
{
	(void)state;
	struct err e = {0};
	filter_make("ErrorSimTimeDelay 1 1.0 -samples 2");
	struct rig *r = rig_started("1 -ctrlFilters 1 0 0 0 0");
	assert_int_equal(send(r, 1.0, 1.0, 0.1), 0);
	assert_int_equal(send(r, 1.0, 1.0, 0.2), 0);
	assert_int_equal(send(r, 1.0, 1.0, 0.3), ERR_LIMIT);
	assert_int_equal(last->commands, 2);
	assert_int_equal(last->rests, 1);
	assert_int_equal(laboratory_fault(&lab, &e), ERR_LIMIT);
	assert_contains(e.what, "a filter refuses the value");
	assert_contains(e.allowed, "-samples");
}

static void a_command_is_measured_once(void **state)
{
	(void)state;
	struct rig *r = rig_started("1");
	int before = last->measures;
	assert_int_equal(rig_measure(r, 0.0), 0);
	assert_int_equal(rig_measure(r, 0.0), 0);
	assert_int_equal(last->measures, before + 1);
	assert_int_equal(send(r, 1.0, 0.0, 0.1), 0);
	assert_int_equal(rig_measure(r, 0.1), 0);
	assert_int_equal(rig_measure(r, 0.1), 0);
	assert_int_equal(last->measures, before + 2);
	assert_int_equal(rig_commit(r, r->t), 0);
	assert_int_equal(last->commits, 1);
}

static void words_of_control_points_are_slots(void **state)
{
	static const struct { const char *word; int slot; } row[] = {
		{"disp", SLOT_DISP}, {"1", SLOT_DISP}, {"displacement", SLOT_DISP}, {"vel", SLOT_VEL}, {"3", SLOT_ACCEL}, {"acc", SLOT_ACCEL},
		{"force", SLOT_FORCE}, {"5", SLOT_TIME}, {"time", SLOT_TIME}, {"0", -1}, {"6", -1}, {"dips", -1}, {"", -1},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++)
		assert_int_equal(slot_of(row[i].word), row[i].slot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(without_control_points_numbers_pass_as_they_are, begin, end),
		cmocka_unit_test_setup_teardown(before_its_start_and_after_its_end_a_rig_neither_moves_nor_answers, begin, end),
		cmocka_unit_test_setup_teardown(commands_pass_first_value_factor_filter_and_start_in_this_order, begin, end),
		cmocka_unit_test_setup_teardown(measurements_pass_limits_start_factor_and_filter_in_this_order, begin, end),
		cmocka_unit_test_setup_teardown(every_option_acts_alone, begin, end),
		cmocka_unit_test_setup_teardown(signals_belong_to_components_in_the_order_of_all_points, begin, end),
		cmocka_unit_test_setup_teardown(commands_relative_to_the_start_find_their_freedom, begin, end),
		cmocka_unit_test_setup_teardown(more_signals_than_the_rig_has_are_refused, begin, end),
		cmocka_unit_test_setup_teardown(a_command_outside_its_limits_brings_all_rigs_to_rest, begin, end),
		cmocka_unit_test_setup_teardown(a_rig_that_does_not_rest_is_named, begin, end),
		cmocka_unit_test_setup_teardown(a_measurement_outside_its_limits_trips, begin, end),
		cmocka_unit_test_setup_teardown(what_is_no_number_trips_in_both_directions, begin, end),
		cmocka_unit_test_setup_teardown(a_factor_that_overflows_trips, begin, end),
		cmocka_unit_test_setup_teardown(a_sensor_without_a_reading_at_the_start_is_refused, begin, end),
		cmocka_unit_test_setup_teardown(a_rig_that_fails_trips, begin, end),
		cmocka_unit_test_setup_teardown(a_filter_that_refuses_trips, begin, end),
		cmocka_unit_test_setup_teardown(a_command_is_measured_once, begin, end),
		cmocka_unit_test_setup_teardown(words_of_control_points_are_slots, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
