/* Suite over every row of specimen_table, made from its example; then what is special about each, against closed forms. */
#include "test.h"

#include "experiment/laboratory.h"
#include "experiment/specimen.h"
#include "verify/verify.h"

#include <complex.h>
#include <stdlib.h>

enum { TAG = 10, TICKS = 1000, CYCLES = 6 };

static struct specimen *specimen_of(struct stage *s, int tag)
{
	struct specimen *sp = table_get(&s->script.lab.specimens, tag);

	assert_non_null(sp);
	return sp;
}

/* What examples may refer to (specimen.h), and a sub-model 1 with control point 1 on its free end. */
static struct specimen *row_make(struct stage *s, const struct specimen_ops *ops)
{
	stage_begin(s);
	stage_eval(s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; uniaxialMaterial ElasticPP 2 100 0.05");
	stage_eval(s, "expSpecimen Material 1 1; expSpecimen Material 2 2");
	stage_eval(s, "expModel 1 {model basic -ndm 1 -ndf 1; node 1 0; node 2 0; fix 1 1; uniaxialMaterial ElasticPP 1 100 0.05; "
	              "element zeroLength 1 1 2 -mat 1 -dir 1}; expControlPoint 1 -node 2 1 disp");
	stage_eval(s, "set f [open replay.txt w]; puts $f {# t f g}");
	stage_eval(s, "for {set i 0} {$i <= 100} {incr i} {puts $f \"[expr 0.1*$i] [expr $i*$i] [expr -$i]\"}; close $f");
	stage_eval(s, "expSpecimen %s %d %s", ops->name, TAG, ops->example);
	return specimen_of(s, TAG);
}

struct swing { double amplitude, frequency_hz; };

static struct swing swing_of(const struct specimen_ops *ops)
{
	return (struct swing){ops->claims.amplitude > 0.0 ? ops->claims.amplitude : 0.1, ops->claims.frequency_hz > 0.0 ? ops->claims.frequency_hz : 1.0};
}

/* Channel j at tick k: a sine of its own size that starts at rest. */
static void swing_at(struct swing w, int n, int k, double dt, struct motion *to)
{
	double omega = 2.0 * M_PI * w.frequency_hz, p = omega * k * dt;

	for (int j = 0; j < n; j++) {
		double size = w.amplitude / (1.0 + j) * (j % 2 ? -1.0 : 1.0);
		to[j] = (struct motion){.x = 0.5 * size * (1.0 - cos(p)), .v = 0.5 * size * omega * sin(p), .a = 0.5 * size * omega * omega * cos(p)};
	}
}

/* The states of all specimens of the laboratory, inner ones included. */
static double *states_copy(struct stage *s, double *from)
{
	struct table *t = &s->script.lab.specimens;
	size_t n = 0;

	for (int i = 0; i < t->n; i++)
		n += (size_t)((struct specimen *)t->row[i].object)->nstate;
	double *copy = from ? from : calloc(n + 1, sizeof(double)), *at = copy;
	assert_non_null(copy);
	for (int i = 0; i < t->n; i++) {
		struct specimen *sp = t->row[i].object;
		memcpy(from ? sp->state : at, from ? at : sp->state, (size_t)sp->nstate * sizeof(double));
		at += sp->nstate;
	}
	return copy;
}

static void what_it_remembers_is_its_state(void **state)
{
	/* from before it yields for the first time until after it has turned */
	enum { KEPT = 200, END = 800 };
	static double first[END - KEPT][4];
	(void)state;
	for (int row = 0; specimen_table[row]; row++) {
		struct swing w = swing_of(specimen_table[row]);
		struct stage s;
		struct specimen *sp = row_make(&s, specimen_table[row]);
		struct motion to[SPECIMEN_CHANNELS];
		double f[SPECIMEN_CHANNELS], dt = 1.0 / (w.frequency_hz * TICKS), *kept = NULL;

		assert_true(sp->n <= 4);
		for (int k = 0; k < END; k++) {
			if (k == KEPT)
				kept = states_copy(&s, NULL);
			swing_at(w, sp->n, k, dt, to);
			assert_int_equal(specimen_advance(sp, k * dt, dt, to, f), 0);
			if (k >= KEPT)
				memcpy(first[k - KEPT], f, (size_t)sp->n * sizeof(double));
		}
		states_copy(&s, kept);
		for (int k = KEPT; k < END; k++) {
			swing_at(w, sp->n, k, dt, to);
			assert_int_equal(specimen_advance(sp, k * dt, dt, to, f), 0);
			if (memcmp(first[k - KEPT], f, (size_t)sp->n * sizeof(double)) != 0)
				fail_msg("%s: another force after the same history", specimen_table[row]->name);
		}
		free(kept);
		stage_end(&s);
	}
}

static void asked_again_in_the_same_place_and_time_it_answers_the_same(void **state)
{
	(void)state;
	for (int row = 0; specimen_table[row]; row++) {
		struct swing w = swing_of(specimen_table[row]);
		struct stage s;
		struct specimen *sp = row_make(&s, specimen_table[row]);
		struct motion to[SPECIMEN_CHANNELS];
		double f[SPECIMEN_CHANNELS], again[SPECIMEN_CHANNELS], dt = 1.0 / (w.frequency_hz * TICKS);

		for (int k = 0; k < 300; k++) {
			swing_at(w, sp->n, k, dt, to);
			assert_int_equal(specimen_advance(sp, k * dt, dt, to, f), 0);
			assert_int_equal(specimen_advance(sp, k * dt, 0.0, to, again), 0);
			for (int j = 0; j < sp->n; j++)
				assert_near(again[j], f[j], 1e-9 * (1.0 + fabs(f[j])));
		}
		stage_end(&s);
	}
}

/* From rest, work done on it up to the end of a cycle; a passive specimen cannot have given any back that it had not got. */
static void a_passive_specimen_never_gives_energy_in_a_closed_cycle(void **state)
{
	(void)state;
	for (int row = 0; specimen_table[row]; row++) {
		const struct specimen_ops *ops = specimen_table[row];
		struct swing w = swing_of(ops);
		struct stage s;
		struct specimen *sp = row_make(&s, ops);
		struct motion to[SPECIMEN_CHANNELS], last[SPECIMEN_CHANNELS];
		double f[SPECIMEN_CHANNELS], f_last[SPECIMEN_CHANNELS], work = 0.0, turnover = 0.0, dt = 1.0 / (w.frequency_hz * TICKS);

		swing_at(w, sp->n, 0, dt, last);
		assert_int_equal(specimen_advance(sp, 0.0, 0.0, last, f_last), 0);
		for (int k = 1; k <= CYCLES * TICKS && ops->claims.passive; k++) {
			swing_at(w, sp->n, k, dt, to);
			assert_int_equal(specimen_advance(sp, k * dt, dt, to, f), 0);
			for (int j = 0; j < sp->n; j++) {
				double part = 0.5 * (f[j] + f_last[j]) * (to[j].x - last[j].x);
				work += part;
				turnover += fabs(part);
			}
			if (k % TICKS == 0 && work < -1e-4 * turnover)
				fail_msg("%s: work %g of %g after %d cycles", ops->name, work, turnover, k / TICKS);
			memcpy(last, to, sizeof(to));
			memcpy(f_last, f, sizeof(f));
		}
		assert_true(turnover > 0.0 || !ops->claims.passive);
		stage_end(&s);
	}
}

static void a_specimen_is_mounted_once(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Material 1 1; expSpecimen Inertia 2 1 -mass 1");
	stage_eval(&s, "catch {expControl VirtualRig 1 -channel 1} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "mounted already");
	stage_eval(&s, "catch {expControl VirtualRig 1 -channel 2 -nonsense} said; expControl VirtualRig 1 -channel 2");
	stage_eval(&s, "catch {expControl VirtualRig 2 -channel 2} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "in expControl 1");
	stage_end(&s);
}

/* What was mounted in something that was never finished, or was removed, is free, whoever has its tag now. */
static void a_specimen_is_free_when_what_it_was_mounted_in_is_not_there(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Material 1 1; expSpecimen Material 2 1");
	stage_eval(&s, "catch {expControl VirtualRig 1 -channel 1 -channel 1}; expControl VirtualRig 1 -channel 2; expControl VirtualRig 2 -channel 1");
	stage_eval(&s, "removeExp control 2; expSpecimen Material 3 1; expControl VirtualRig 2 -channel 3; expControl VirtualRig 3 -channel 1");
	stage_eval(&s, "catch {expControl VirtualRig 4 -channel 1} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "in expControl 3");
	stage_end(&s);
}

/* Nor is one that holds others removed under a rig: they would be free while they move with it. All at once they go whatever the order of their tags. */
static void a_specimen_is_not_removed_while_it_is_mounted(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Material 9 1; expSpecimen Inertia 4 9 -mass 0.5");
	stage_eval(&s, "expControl VirtualRig 5 -channel 4; catch {removeExp specimen 4} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "expSpecimen 4 is needed by expControl 5");
	stage_eval(&s, "catch {removeExp specimen 9} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "expSpecimen 9 is needed by expSpecimen 4");
	stage_eval(&s, "catch {removeExp specimens} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "is needed by");
	stage_eval(&s, "removeExp control 5; removeExp specimens; expSpecimen Material 9 1");
	stage_end(&s);
}

/* --- one by one ------------------------------------------------------------------------------------ */

static double move(struct specimen *sp, double t, double dt, double x, double v)
{
	struct motion to = {.x = x, .v = v};
	double f;

	assert_int_equal(specimen_advance(sp, t, dt, &to, &f), 0);
	return f;
}

/* After a ramp of duration T: q(T) = k tau x/T (1 - exp(-T/tau)); in the hold q decays as exp(-t/tau). */
static void relaxation_decays_in_a_hold_with_its_time_constants(void **state)
{
	const double k[2] = {20.0, 10.0}, tau[2] = {0.5, 5.0}, T = 0.8, x = 0.03, dt = 0.001;
	struct stage s;
	double f = 0.0;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Relaxation 1 1 -branch 20 0.5 -branch 10 5");
	struct specimen *sp = specimen_of(&s, 1);
	for (int i = 1; i <= 800; i++)
		f = move(sp, i * dt, dt, x * i / 800.0, x / T);
	for (int i = 0; i <= 3000; i++) {
		double want = 100.0 * x;
		for (int b = 0; b < 2; b++)
			want += k[b] * tau[b] * x / T * -expm1(-T / tau[b]) * exp(-i * dt / tau[b]);
		assert_near(f, want, 1e-12);
		f = move(sp, T + (i + 1) * dt, dt, x, 0.0);
	}
	stage_end(&s);
}

/* The force is continuous in dt: without time the branches are springs. */
static void relaxation_without_time_is_elastic(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Relaxation 1 1 -branch 20 0.5");
	assert_near(move(specimen_of(&s, 1), 0.0, 0.0, 0.02, 0.0), 120.0 * 0.02, 1e-13);
	stage_end(&s);
}

/* c = 0.05 a decade, v0 = 0.01: at 0.09 the factor is 1 + 0.05 log10(10). */
static void rate_dependence_adds_so_much_a_decade(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial ElasticPP 1 100 0.05; expSpecimen RateDependent 1 1 0.05 0.01");
	struct specimen *sp = specimen_of(&s, 1);
	assert_near(move(sp, 0.1, 0.1, 0.02, 0.0), 2.0, 1e-13);
	assert_near(move(sp, 0.2, 0.1, 0.2, 0.09), 5.0 * 1.05, 1e-13);
	assert_near(move(sp, 0.3, 0.1, 0.3, 9.99), 5.0 * 1.15, 1e-13);
	stage_end(&s);
}

static void a_linear_specimen_of_two_channels_hangs_together(void **state)
{
	struct stage s;
	struct motion to[2] = {{0.1, 2.0, 30.0}, {0.2, -1.0, 10.0}};
	double f[2];

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expSpecimen Linear 1 -k 200 -100 -100 100 -c 2 -1 -1 1 -m 0.2 0 0 0.1; expSpecimen Inertia 2 1 -mass 3 4 -damping 5 6");
	assert_int_equal(specimen_advance(specimen_of(&s, 1), 0.0, 0.1, to, f), 0);
	assert_near(f[0], 200 * 0.1 - 100 * 0.2 + 2 * 2.0 + 1.0 + 0.2 * 30.0, 1e-13);
	assert_near(f[1], -100 * 0.1 + 100 * 0.2 - 2.0 - 1.0 + 0.1 * 10.0, 1e-13);
	double inner[2] = {f[0], f[1]};
	assert_int_equal(specimen_advance(specimen_of(&s, 2), 0.0, 0.1, to, f), 0);
	assert_near(f[0], inner[0] + 3 * 30.0 + 5 * 2.0, 1e-13);
	assert_near(f[1], inner[1] + 4 * 10.0 - 6 * 1.0, 1e-13);
	stage_eval(&s, "catch {expSpecimen Linear 3 -k 1 2 3} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "square");
	stage_end(&s);
}

/* mu p A = 0.3 x 2e5 x 0.01 = 600 slides at 0.6 mm; half the pressure slides at 300 at once. */
static void the_friction_device_slides_at_mu_times_its_pressure(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; timeSeries Path 1 -time {0 1 1.0001 10} -values {1 1 0.5 0.5}");
	stage_eval(&s, "expSpecimen UHYDE-fbr 1 1e6 0.3 0.01 2e5 -series 1");
	struct specimen *sp = specimen_of(&s, 1);
	assert_near(move(sp, 0.1, 0.1, 0.0005, 0.0), 500.0, 1e-9);
	assert_near(move(sp, 0.2, 0.1, 0.005, 0.0), 600.0, 1e-9);
	assert_near(move(sp, 0.3, 0.1, 0.0041, 0.0), -300.0, 1e-9);
	assert_near(move(sp, 0.4, 0.1, 0.0, 0.0), -600.0, 1e-9);
	assert_near(move(sp, 2.0, 1.6, 0.0, 0.0), -300.0, 1e-9);
	assert_near(move(sp, 2.1, 0.1, 0.01, 0.0), 300.0, 1e-9);
	stage_end(&s);
}

/* Force over displacement of the table: F/X = -m_t w^2 - m w^2 (k + i c w)/(k + i c w - m w^2). */
static double complex tmd_closed(double w, double m, double k, double c, double table)
{
	double complex z = k + I * c * w;

	return -table * w * w - m * w * w * z / (z - m * w * w);
}

static void the_tuned_mass_damper_has_its_frequency_response(void **state)
{
	static const double f_hz[] = {0.5, 0.95, 1.0, 1.3, 4.0};
	const double m = 2.0, k = m * pow(2.0 * M_PI, 2.0), c = 2.0 * 0.08 * m * 2.0 * M_PI, table = 0.7, dt = 1.0 / 4096.0;

	(void)state;
	for (size_t i = 0; i < COUNT(f_hz); i++) {
		double w = 2.0 * M_PI * f_hz[i], cycles = f_hz[i] * 40.0;
		struct stage s;
		double complex sum = 0.0;
		int n = (int)(40.0 / dt), last = (int)round(10.0 / f_hz[i] / dt);

		stage_begin(&s);
		stage_eval(&s, "expSpecimen TunedMassDamper 1 %.17g %.17g %.17g -table %.17g", m, k, c, table);
		assert_true(cycles > 15.0);
		/* Fourier sum of the last ten cycles, after the free vibration exp(-0.08 w0 t) has gone */
		for (int j = 1; j <= n; j++) {
			double p = w * j * dt, f;
			struct motion to = {.x = sin(p), .v = w * cos(p), .a = -w * w * sin(p)};
			assert_int_equal(specimen_advance(specimen_of(&s, 1), j * dt, dt, &to, &f), 0);
			if (j > n - last)
				sum += f * cexp(-I * p) * 2.0 / last;
		}
		/* sin = Im e^{ip}: the sum is F/X / i */
		double complex want = tmd_closed(w, m, k, c, table);
		assert_near(cabs(sum * I - want) / cabs(want), 0.0, 2e-3);
		stage_end(&s);
	}
}

/* A table that moves straight is followed exactly in ticks of any length, the first ones and those that change. */
static void the_tuned_mass_damper_takes_ticks_of_any_length(void **state)
{
	static const double tick[2][2] = {{0.01, 0.01}, {0.004, 0.016}};
	double f[2] = {0.0, 0.0};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct stage s;
		double t = 0.0;

		stage_begin(&s);
		stage_eval(&s, "expSpecimen TunedMassDamper 1 2 80 0.5");
		for (int j = 0; j < 100; j++) {
			t += tick[i][j % 2];
			f[i] = move(specimen_of(&s, 1), t, tick[i][j % 2], 0.3 * t, 0.3);
			assert_near(move(specimen_of(&s, 1), t, 0.0, 0.3 * t, 0.3), f[i], 1e-14);
		}
		stage_end(&s);
	}
	assert_true(fabs(f[0]) > 0.1);
	assert_near(f[1], f[0], 1e-12 * fabs(f[0]));
}

/* Between slides the device is a spring in parallel; with smaller sub-ticks the answer stays the same (second order). */
static void the_tuned_mass_damper_with_friction_converges_with_its_sub_ticks(void **state)
{
	static const int subs[] = {1, 2, 4, 64};
	const double dt = 1.0 / 512.0;
	double history[COUNT(subs)][2048], error[COUNT(subs)] = {0.0}, most = 0.0;

	(void)state;
	for (size_t i = 0; i < COUNT(subs); i++) {
		struct stage s;

		stage_begin(&s);
		stage_eval(&s, "expSpecimen UHYDE-fbr 1 400 0.3 0.01 500; expSpecimen TunedMassDamper 2 2 80 0.5 -device 1 -subTicks %d", subs[i]);
		for (int j = 0; j < 2048; j++) {
			double p = 2.0 * M_PI * (j + 1) * dt;
			history[i][j] = move(specimen_of(&s, 2), (j + 1) * dt, dt, 0.1 * sin(p), 0.1 * 2.0 * M_PI * cos(p));
		}
		stage_end(&s);
	}
	for (size_t i = 0; i < COUNT(subs); i++)
		for (int j = 0; j < 2048; j++) {
			error[i] = larger(error[i], fabs(history[i][j] - history[COUNT(subs) - 1][j]));
			most = larger(most, fabs(history[i][j]));
		}
	assert_true(error[0] < 0.02 * most && error[1] < 0.6 * error[0] && error[2] < 0.6 * error[1]);
}

/* Force at times of a sine of 15 mm and 2.5 Hz with 1.5 V, from rest: a program of its own (Runge-Kutta of order 4 on the paper's equations in
 * Python, step 25 us; halving the step changes the tenth digit). */
static void the_mr_damper_answers_as_the_equations_of_its_paper(void **state)
{
	static const struct { double t, f; } want[] = {{0.05, 1069.14105}, {0.2, -1336.46497}, {0.45, 1069.19140}, {1.0, -1336.46578}, {1.73, -974.74562}};
	const double w = 2.0 * M_PI * 2.5, dt = 1.0 / 4000.0;
	struct stage s;
	size_t at = 0;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expSpecimen MRDamper 1 -voltage 1.5");
	for (int k = 1; k <= 7000 && at < COUNT(want); k++) {
		double t = k * dt, f = move(specimen_of(&s, 1), t, dt, 0.015 * sin(w * t), 0.015 * w * cos(w * t));
		if (fabs(t - want[at].t) < 0.5 * dt)
			assert_near(f, want[at++].f, 0.05);
	}
	assert_int_equal(at, COUNT(want));
	stage_end(&s);
}

/* At rest only the accumulator pushes: -k1 x0. */
static void the_mr_damper_pushes_at_rest_with_its_accumulator(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "expSpecimen MRDamper 1");
	assert_near(move(specimen_of(&s, 1), 0.0, 0.0, 0.0, 0.0), -500.0 * 0.143, 1e-10);
	stage_end(&s);
}

static void replayed_data_are_interpolated_and_end(void **state)
{
	struct stage s;
	struct motion to[2] = {{0}};
	double f[2];

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "set f [open data.txt w]; puts $f {0.5 10 1\n1.0 20 3\n2.0 0 -1}; close $f; expSpecimen Replay 1 data.txt -columns 3 -force 3 2");
	struct specimen *sp = specimen_of(&s, 1);
	static const double want[][3] = {{0.0, 1.0, 10.0}, {0.5, 1.0, 10.0}, {0.75, 2.0, 15.0}, {1.0, 3.0, 20.0}, {1.5, 1.0, 10.0}, {2.0, -1.0, 0.0}};
	for (size_t i = 0; i < COUNT(want); i++) {
		assert_int_equal(specimen_advance(sp, want[i][0], 0.1, to, f), 0);
		assert_near(f[0], want[i][1], 1e-14);
		assert_near(f[1], want[i][2], 1e-14);
	}
	assert_int_equal(specimen_advance(sp, 2.0001, 0.1, to, f), ERR_ENDED);
	stage_eval(&s, "catch {expSpecimen Replay 2 data.txt -columns 2} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "whole rows");
	stage_eval(&s, "catch {expSpecimen Replay 2 data.txt -columns 3 -time 2} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "does not increase");
	stage_eval(&s, "catch {expSpecimen Replay 2 data.txt -columns 3 -force 4} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "1 to 3");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_remembers_is_its_state),
		cmocka_unit_test(asked_again_in_the_same_place_and_time_it_answers_the_same),
		cmocka_unit_test(a_passive_specimen_never_gives_energy_in_a_closed_cycle),
		cmocka_unit_test(a_specimen_is_mounted_once),
		cmocka_unit_test(a_specimen_is_free_when_what_it_was_mounted_in_is_not_there),
		cmocka_unit_test(a_specimen_is_not_removed_while_it_is_mounted),
		cmocka_unit_test(relaxation_decays_in_a_hold_with_its_time_constants),
		cmocka_unit_test(relaxation_without_time_is_elastic),
		cmocka_unit_test(rate_dependence_adds_so_much_a_decade),
		cmocka_unit_test(a_linear_specimen_of_two_channels_hangs_together),
		cmocka_unit_test(the_friction_device_slides_at_mu_times_its_pressure),
		cmocka_unit_test(the_tuned_mass_damper_has_its_frequency_response),
		cmocka_unit_test(the_tuned_mass_damper_takes_ticks_of_any_length),
		cmocka_unit_test(the_tuned_mass_damper_with_friction_converges_with_its_sub_ticks),
		cmocka_unit_test(the_mr_damper_answers_as_the_equations_of_its_paper),
		cmocka_unit_test(the_mr_damper_pushes_at_rest_with_its_accumulator),
		cmocka_unit_test(replayed_data_are_interpolated_and_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
