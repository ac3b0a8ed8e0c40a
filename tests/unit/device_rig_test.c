/* What is special about the rig of actuators that exist: a run that is taken up again goes on at its own test time, and no step lasts for days. The device is
 * an actuator in the process of the loop that is always where it was told to be. No case depends on how fast the machine is. */
#include "test.h"

#include "experiment/device.h"
#include "experiment/laboratory.h"
#include "rig/device_rig.h"
#include "verify/verify.h"

static const double STANDS = 1.0, RATE_HZ = 1000.0;

struct perfect {
	double at;
	int64_t number;
};

static int perfect_setup(void *self, struct args *a, struct device *d, struct laboratory *lab, struct err *e)
{
	(void)a, (void)lab, (void)e;
	((struct perfect *)self)->at = STANDS;
	d->n = 1;
	d->has[SLOT_DISP] = d->has[SLOT_FORCE] = true;
	return 0;
}

static int perfect_open(void *self, double rate_hz, double watchdog_s, double patience_s, struct err *e)
{
	(void)self, (void)rate_hz, (void)watchdog_s, (void)patience_s, (void)e;
	return 0;
}

static int perfect_read(void *self, struct device_reading *ret)
{
	struct perfect *p = self;

	ret->number = ++p->number;
	ret->x[SLOT_DISP][0] = p->at;
	ret->x[SLOT_FORCE][0] = 0.0;
	return 0;
}

static int perfect_write(void *self, const struct device_command *c)
{
	((struct perfect *)self)->at = c->x[0];
	return 0;
}

static void perfect_nothing(void *self)
{
	(void)self;
}

static const struct param no_params[] = {{0}};
static const struct device_ops PERFECT = {
	.name = "Perfect", .brief = "probe", .params = no_params, .size = sizeof(struct perfect), .setup = perfect_setup, .open = perfect_open,
	.read = perfect_read, .write = perfect_write, .safe = perfect_nothing, .close = perfect_nothing,
};

static struct rig *make(struct stage *s, const char *command)
{
	const char *word[] = {"1"};
	struct laboratory *lab = &s->script.lab;
	struct args a;
	struct err e = {0};

	stage_begin(s);
	lab->realtime = (struct realtime_words){.on = true, .cpu = -1, .unfit = true};
	args_init(&a, 1, word, "expDevice");
	assert_int_equal(device_build(lab, &PERFECT, &a, &e), 0);
	stage_eval(s, "expCommand %s 1; expController 1 1; expLimits 1 -stroke -50 50 -velocity 1000 -force -10 10 -following 100 -watchdog 10 -onTrip ramp "
	           "-tripVelocity 5; expControl DeviceRig 1 -device 1 -controller 1 -limits 1 -rate %g", command, RATE_HZ);
	return table_get(&lab->rigs, 1);
}

static void must(int code, const struct err *e)
{
	char text[700];

	err_text(e, text, sizeof(text));
	if (code)
		fail_msg("%d: %s", code, text);
}

/* To x with velocity v at that test time, accepted. */
static void step(struct rig *r, double x, double v, double instant)
{
	double zero = 0.0;
	struct signals trial = {.n = {1, 1, 1, 0, 0}, .x = {&x, &v, &zero}};

	assert_int_equal(rig_command(r, &trial, instant, instant), 0);
	assert_int_equal(rig_measure(r, instant), 0);
	assert_int_equal(rig_commit(r, r->t), 0);
}

/* By hand: a step of 0.01 s at 1000 Hz has ten ticks. From rest at 1.0 to 1.02 with the velocity of a straight way, 2 a second, every command lies between. */
static void the_way_is_short(struct rig *r, const char *command)
{
	double row[16], target = STANDS + 0.02, x = STANDS;
	int moves = 0;

	assert_true(r->ops->tick_columns(r->self) <= (int)COUNT(row));
	for (int i = 0; i < r->ops->ticks(r->self) && fabs(x - target) > 1e-12; i++) {
		r->ops->tick(r->self, i, row);
		x = row[1];
		moves += x != STANDS;
		if (!(x >= STANDS && x <= target + 1e-12))
			fail_msg("%s: tick %d goes to %g", command, i + 1, x);
	}
	if (moves != 10 || !(fabs(x - target) <= 1e-12))
		fail_msg("%s: %d ticks to %g", command, moves, x);
}

static void the_first_step_of_a_run_taken_up_has_its_own_length(void **state)
{
	static const char *const command[] = {"Hermite", "Taylor", "LinearAcceleration", "Continuous"};

	(void)state;
	for (size_t k = 0; k < COUNT(command); k++) {
		struct stage s;
		struct rig *r = make(&s, command[k]);
		struct err e = {0};

		must(rig_start(r, &e), &e);
		r->ops->taken_up(r->self, 10.0);
		step(r, STANDS + 0.02, 2.0, 10.01);
		the_way_is_short(r, command[k]);
		rig_end(r);
		stage_end(&s);
	}
}

/* 200,000 s at 1000 Hz are 2e8 ticks: more than two days for one step, which nobody waits for. */
static void a_step_of_too_many_ticks_is_refused(void **state)
{
	double x = STANDS + 0.01, zero = 0.0;
	struct signals trial = {.n = {1, 1, 1, 0, 0}, .x = {&x, &zero, &zero}};
	struct stage s;
	struct rig *r = make(&s, "Continuous");
	struct err e = {0};
	char text[200];

	(void)state;
	must(rig_start(r, &e), &e);
	assert_int_equal(rig_command(r, &trial, 2e5, 2e5), ERR_LIMIT);
	assert_true(r->ops->why(r->self, text, sizeof(text)));
	assert_contains(text, "one command takes 2e+08 ticks, and 100000000 are the most");
	rig_end(r);
	stage_end(&s);
}

/* Goes on by 2 a second from the first tick on, and says so at every third. */
static int seldom_read(void *self, struct device_reading *ret)
{
	struct perfect *p = self;

	p->at += 2.0 / RATE_HZ;
	p->number++;
	if (p->number % 3 != 1)
		return 0;
	ret->number = p->number;
	ret->x[SLOT_DISP][0] = p->at;
	ret->x[SLOT_FORCE][0] = 0.0;
	return 0;
}

/* A laboratory that is slower than the loop, or whose datagrams get lost. */
static void a_velocity_that_is_not_measured_is_that_between_two_readings(void **state)
{
	struct device_ops seldom = PERFECT;
	struct device_reading x = {0};
	struct drive_plant p;
	double value[DEVICE_SLOTS] = {0};
	struct stage s;
	struct rig *r = make(&s, "Hermite");

	(void)state;
	seldom.read = seldom_read;
	((struct device_rig *)r->self)->device->ops = &seldom;
	p = device_plant(r->self);
	for (int k = 0; k < DEVICE_SLOTS; k++)
		x.x[k] = &value[k];
	for (int i = 0; i < 30; i++) {
		assert_int_equal(p.read(p.self, &x), 0);
		assert_near(value[SLOT_VEL], i < 3 ? 0.0 : 2.0, 1e-9);
		if (i >= 6)
			assert_near(value[SLOT_ACCEL], 0.0, 1e-6);
	}
	stage_end(&s);
}

/* The specimen goes on while the loop is late: every fifth tick is missed, and the one before it. */
static void ticks_that_the_loop_has_missed_are_time_between_two_readings(void **state)
{
	struct device_reading x = {0};
	struct drive_plant p;
	double value[DEVICE_SLOTS] = {0};
	struct stage s;
	struct rig *r = make(&s, "Hermite");
	struct device_rig *rig = r->self;
	struct perfect *device = rig->device->self;

	(void)state;
	p = device_plant(rig);
	for (int k = 0; k < DEVICE_SLOTS; k++)
		x.x[k] = &value[k];
	for (int i = 0; i < 30; i++) {
		int late = i % 5 == 4 ? 2 : 0;

		rig->drive.answer.missed += late;
		device->at += (1 + late) * 2.0 / RATE_HZ;
		assert_int_equal(p.read(p.self, &x), 0);
		assert_near(value[SLOT_VEL], i < 1 ? 0.0 : 2.0, 1e-9);
		if (i >= 2)
			assert_near(value[SLOT_ACCEL], 0.0, 1e-6);
	}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_step_of_a_run_taken_up_has_its_own_length),
		cmocka_unit_test(a_step_of_too_many_ticks_is_refused),
		cmocka_unit_test(a_velocity_that_is_not_measured_is_that_between_two_readings),
		cmocka_unit_test(ticks_that_the_loop_has_missed_are_time_between_two_readings),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
