/* Whole ticks of a drive over a virtual rig: every command generator with every compensator, actuators and specimens of many kinds, limits, a link, trips
 * and acknowledgements. The Makefile links this program with --wrap for what a loop must not call. */
#include "forbidden.h"

#include "test.h"

#include "monitoring/monitor_priv.h"
#include "rig/virtual.h"
#include "verify/verify.h"

#include <stdlib.h>

enum { TICKS = 1200, SPAN = 10, CHANNELS = 4 };

struct hall {                     /* a virtual rig whose drive is served */
	struct stage s;
	struct link link;
	struct virtual_rig *rig;
	int64_t number, trips, stops, operators;       /* targets, trips, those by a monitor, by the operator */
	struct stop_word word;
};

static const char *const OBJECTS =
	"model basic -ndm 1 -ndf 1; uniaxialMaterial Steel02 1 3.0 2.8 0.05 18.0 0.925 0.15; uniaxialMaterial Elastic 2 5;"
	"expSpecimen Material 1 1; expSpecimen Linear 2 -k 2.0;"
	" expSpecimen MRDamper 3; expSpecimen Material 5 2; expSpecimen Inertia 4 5 -mass 0.001 -damping 0.02;"
	"expActuator Delay 1 0.0123; expActuator FirstOrder 2 0.002; expActuator TransferFunction 3 -num 4.52e9 -den 1 577 3.68e5 6.28e7 4.93e9;"
	"expActuator ServoHydraulic 4; expSensor Transducer 1 -rms 0.001 -quantum 1e-5;"
	"expController 1 1 -hold 0.05 -mass 0.1 -damping 1;"
	"expLimits 1 -stroke -50 50 -velocity 600 -force -1e6 1e6 -following 100 -watchdog 2 -onTrip ramp -tripVelocity 50;"
	"expLimits 2 -stroke -50 50 -velocity 600 -force -20 20 -late 0.5 -onTrip unload -tripVelocity 500 -zeroForce 0.1;"
	"expControl VirtualRig 1 -rate 1024 -controller 1 -channel 1 -actuator 1 -compensator 1 -limits 1 -forceSensor 1"
	" -channel 2 -actuator 2 -compensator 1 -limits 2 -dispSensor 1 -channel 3 -actuator 3 -compensator 1 -limits 1 -channel 4 -actuator 4 -compensator 1";

/* Every kind of monitor that looks at rows, with limits that are reached now and then: windows of 64 rows. */
static const char *const MONITORS =
	"monitor Tracking 1 -control 1 -window 0.0625 -band 10 200 -psd 20 -stop 0.05; monitor FEI 2 -control 1 -window 0.0625 -band 10 200 -stop 1.0;"
	"monitor TrackingIndicator 3 -control 1 -stop -1e-3; monitor SNR 4 -control 1 -window 0.0625 -band 100 200 -stop 1e-12;"
	"monitor Margin 5 -control 1 -window 0.0625 -band 10 200 -critical 0.5 -stop 1e-6; monitor ActuatorEnergy 6 -control 1 -stop -1.0";

/* They look where the drive finds its guards: in the link. */
static void watch(struct hall *h)
{
	struct err e;

	stage_eval(&h->s, "%s", MONITORS);
	err_clear(&e);
	assert_int_equal(monitors_guard(&h->s.script.monitors, &e), 0);
	assert_int_equal(atomic_load(&h->rig->guards.n), 6);
	for (int i = 0; i < 6; i++)
		assert_true(guards_add(&h->link.guards, &h->rig->guards.at[i]));
}

/* What a compensator may add is so little that no command of it is too fast. */
static void hall_begin(struct hall *h, const struct command_ops *command, const struct compensator_ops *compensator, const char *more)
{
	struct rig *rig;
	struct err e;

	*h = (struct hall){0};
	stage_begin(&h->s);
	stage_eval(&h->s, "expCommand %s 1 %s; expCompensator %s 1 %s -limit 0.25 %s", command->name, command->example, compensator->name, compensator->example,
	           more);
	stage_eval(&h->s, "%s", OBJECTS);
	rig = table_get(&h->s.script.lab.rigs, 1);
	err_clear(&e);
	assert_int_equal(rig_start(rig, &e), 0);
	h->rig = rig->self;
	assert_int_equal(h->rig->n, CHANNELS);
	assert_int_equal(link_setup(&h->link, CHANNELS, h->rig->rows.columns, 64, &h->s.script.lab.arena, &e), 0);
	h->rig->drive.link = &h->link;
	h->rig->drive.trip = &h->word;
	h->rig->rows.out = &h->link.rows;
	watch(h);
	arena_seal(&h->s.script.lab.arena);
}

static void serve(struct hall *h)
{
	int64_t tick = h->rig->drive.loop_tick + 1;
	int code;

	guarded = true;
	code = drive_serve(&h->rig->drive, tick, 1000 * tick);
	guarded = false;
	assert_int_equal(code, 0);
}

/* Everything that can be tuned, each for some time. */
static void tune(struct hall *h, int tick)
{
	struct rig_tunable t;
	struct args a;
	struct err e;
	const char *word[2];
	char value[32];
	int n = 0;

	while (h->rig->rig->ops->tunable(h->rig, n, &t))
		n++;
	assert_true(n > 0 && h->rig->rig->ops->tunable(h->rig, tick % n, &t));
	snprintf(value, sizeof value, "%.17g", t.value);
	word[0] = t.name;
	word[1] = value;
	args_init(&a, 2, word, "test");
	err_clear(&e);
	assert_int_equal(h->rig->rig->ops->tune(h->rig, t.channel, &a, &t, &e), 0);
	ring_push(&h->link.tunes, &(struct tune){.what = TUNE_LIMIT, .channel = 0, .offset = offsetof(struct limits_words, velocity), .value = 600.0});
}

/* The integrator's side, between two ticks: the next target once the last is answered, except for a while in which it sleeps; a wish for rest now and then. */
static void integrate(struct hall *h, int tick)
{
	const struct link_answer *a = &h->rig->drive.answer;
	struct link_target t = {.number = a->number + 1, .span = SPAN};
	bool sleeps = tick % 500 > 400;

	if (a->resting) {
		h->trips += a->trip.cause != LIMITS_OK;
		h->stops += a->trip.cause == LIMITS_GUARD;
		h->operators += a->trip.cause == LIMITS_OPERATOR && strcmp(a->trip.what, "ann") == 0;
		stop_clear(&h->word);
		atomic_store(&h->link.wish, LINK_RUN);
		atomic_fetch_add(&h->link.kept, 1);
		atomic_fetch_add(&h->link.acknowledged, 1);
		h->number = a->number;
	} else if (a->trip.cause == LIMITS_OK && a->number == h->number && !sleeps) {
		for (int i = 0; i < CHANNELS; i++)
			t.at[i] = (struct command_target){.x = h->rig->drive.command[i] + 0.005 * sin(0.3 * (double)t.number + i), .v = 1.0, .step = SPAN / 1024.0};
		snapshot_write(&h->link.target, &t);
		h->number++;
	}
	if (tick % 500 == 200)
		atomic_store(&h->link.wish, LINK_REST);
	if (tick % 500 == 300)
		stop_ask(&h->word, "ann");
	tune(h, tick);
}

static void play(const struct command_ops *command, const struct compensator_ops *compensator, const char *more)
{
	static struct hall h;

	hall_begin(&h, command, compensator, more);
	atomic_store(&forbidden, 0);
	for (int tick = 0; tick < TICKS; tick++) {
		integrate(&h, tick);
		serve(&h);
	}
	if (atomic_load(&forbidden))
		fail_msg("%s, %s: %d calls that a loop must not make", command->name, compensator->name, atomic_load(&forbidden));
	assert_int_equal(h.rig->broken, 0);
	assert_true(h.trips >= 2 && h.stops >= 1 && h.operators >= 1 && h.number > 50);
	assert_true(ring_pushed(&h.link.rows) >= TICKS);
	atomic_store(&h.link.wish, LINK_END);
	for (int k = 0; k < 2000 && !drive_resting(&h.rig->drive); k++)
		serve(&h);
	assert_int_equal(atomic_load(&forbidden), 0);
	h.rig->drive.link = NULL;
	stage_end(&h.s);
}

static void no_generator_and_no_compensator_does_what_a_loop_must_not(void **state)
{
	(void)state;
	for (int i = 0; command_table[i]; i++)
		for (int k = 0; compensator_table[k]; k++) {
			play(command_table[i], compensator_table[k], "");
			if (compensator_table[k]->delay && i == 0)
				play(command_table[i], compensator_table[k], "-adaptive");
		}
}

static int (*plain_read)(void *self, struct device_reading *ret);

static int allocating_read(void *self, struct device_reading *ret)
{
	void *volatile piece = malloc(16);

	free(piece);
	return plain_read(self, ret);
}

/* The guard is awake: two calls a tick. */
static void the_guard_sees_a_plant_that_allocates(void **state)
{
	static struct hall h;

	(void)state;
	hall_begin(&h, command_table[0], compensator_table[0], "");
	plain_read = h.rig->drive.words.plant.read;
	h.rig->drive.words.plant.read = allocating_read;
	atomic_store(&forbidden, 0);
	for (int tick = 0; tick < 10; tick++)
		serve(&h);
	assert_int_equal(atomic_load(&forbidden), 20);
	stage_end(&h.s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_generator_and_no_compensator_does_what_a_loop_must_not),
		cmocka_unit_test(the_guard_sees_a_plant_that_allocates),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
