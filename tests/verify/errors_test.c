/* Errors of the laboratory and what they do to a test (Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, chapter 3 and Figure 6-12), by tests in the
 * virtual rig. Numbers of the lag: validation.md, item 13, within 1 %: mass on a specimen of 10 kip/in, period 1 s, damping 5 %, explicit
 * Newmark method with 0.01 s, El Centro x 0.2 (linear) and x 1.0 (elastic, ideally plastic, yield 1 in), first sample at t = 0, g = 386.1 in/s2.
 * Needs the record folder (TANDEM_RECORDS or ../shared/records). */
#include "verify/verify.h"

#include "evidence.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

enum { STEPS = 3122 };

struct history {
	double command[STEPS], moved[STEPS], force[STEPS];   /* displacement of the mass, of the specimen; measured force */
};

struct trial {
	bool yields;
	double factor;                           /* of the earthquake */
	const char *specimen;                    /* words of expSpecimen after the tag, NULL: Material 1 */
	const char *parts, *rig;                 /* commands that make actuator 1 and sensor 1; words of the rig after its channel */
};

static struct history exact, tested;

static bool record_find(char *path, size_t size)
{
	const char *folder = getenv("TANDEM_RECORDS");

	snprintf(path, size, "%s/elcentro-1940-ns.txt", folder ? folder : "../shared/records");
	if (access(path, R_OK) == 0)
		return true;
	print_message("skipped: no %s\n", path);
	return false;
}

static void structure(struct stage *s, const struct trial *t, const char *record)
{
	const double w = 2.0 * M_PI;

	stage_eval(s, "set f [open %s%s%s]; set acc {}", record[0] == '/' ? "" : s->home, record[0] == '/' ? "" : "/", record);
	stage_eval(s, "foreach line [split [read $f] \\n] {if {[string is double -strict $line]} {lappend acc $line}}; close $f");
	stage_eval(s, "model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass %.17g", 10.0 / (w * w));
	stage_eval(s, "uniaxialMaterial %s", t->yields ? "ElasticPP 1 10 1.0" : "Elastic 1 10");
	stage_eval(s, "expSpecimen %s", t->specimen ? t->specimen : "Material 1 1");
	stage_eval(s, "%s; expControl VirtualRig 1 -channel 1 %s", t->parts, t->rig);
	stage_eval(s, "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1");
	stage_eval(s, "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -noRayleigh; region 1 -node 2 -rayleigh %.17g 0 0 0", 2.0 * 0.05 * w);
	stage_eval(s, "timeSeries Path 1 -dt 0.02 -values $acc -factor %.17g; pattern UniformExcitation 1 1 -accel 1", 386.1 * t->factor);
	stage_eval(s, "setNodeAccel 2 1 [expr {-%.17g*[lindex $acc 0]}] -commit", 386.1 * t->factor);
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
}

/* What the specimen did at the last tick, from the rig's data: columns time, command, disp, measured disp, measured force. */
static void run(const struct trial *t, const char *record, struct history *ret)
{
	struct stage s;

	stage_begin(&s);
	structure(&s, t, record);
	for (int i = 0; i < STEPS; i++) {
		double row[8];
		stage_eval(&s, "if {[analyze 1 0.01]} {error {the test failed}}");
		const struct rig *rig = table_get(&s.script.lab.rigs, 1);
		rig->ops->tick(rig->self, rig->ops->ticks(rig->self) - 1, row);
		ret->command[i] = stage_real(&s, "nodeDisp 2 1");
		ret->moved[i] = row[2];
		ret->force[i] = row[4];
	}
	stage_end(&s);
}

static double peak(const double *x)
{
	double most = 0.0;

	for (int i = 0; i < STEPS; i++)
		most = larger(most, fabs(x[i]));
	return most;
}

static double rms(const double *x)
{
	double sum = 0.0;

	for (int i = 0; i < STEPS; i++)
		sum += x[i] * x[i];
	return sqrt(sum / STEPS);
}

/* Equations 8.7 and 8.8: errors of the displacement as parts of the exact peak. */
static void errors(double *ret_max, double *ret_rms)
{
	static double e[STEPS];

	for (int i = 0; i < STEPS; i++)
		e[i] = exact.command[i] - tested.command[i];
	*ret_max = peak(e) / peak(exact.command);
	*ret_rms = rms(e) / peak(exact.command);
}

/* Work of the measured force on a displacement, by the trapezoidal rule. */
static double work(const struct history *h, const double *x)
{
	double sum = 0.5 * h->force[0] * x[0];

	for (int i = 1; i < STEPS; i++)
		sum += 0.5 * (h->force[i] + h->force[i - 1]) * (x[i] - x[i - 1]);
	return sum;
}

static const struct trial LINEAR = {false, 0.2, NULL, "", ""}, YIELDING = {true, 1.0, NULL, "", ""};

static void a_perfect_test_gives_the_known_peaks(void **unused)
{
	char record[1024];

	(void)unused;
	if (!record_find(record, sizeof(record)))
		skip();
	run(&LINEAR, record, &exact);
	expect_close(peak(exact.command), 0.89156, 2e-4, "linear peak");
	assert_near(work(&exact, exact.command), 0.0, 0.02);
	run(&YIELDING, record, &exact);
	expect_close(peak(exact.command), 4.04908, 2e-4, "elastoplastic peak");
}

static void a_lag_amplifies_the_response_and_adds_energy(void **unused)
{
	/* energy of the error: HSEI_S x 5 kip-in */
	static const struct { bool yields; double mu, most, rms, energy; } row[] = {
		{false, 0.2, 0.0668, 0.01866, -0.2287 * 5.0},
		{false, 1.0, 0.4200, 0.14492, -1.9508 * 5.0},
		{true, 1.0, 0.1615, 0.07664, -9.7512 * 5.0},
	};
	char record[1024], parts[64];

	(void)unused;
	if (!record_find(record, sizeof(record)))
		skip();
	for (size_t i = 0; i < COUNT(row); i++) {
		struct trial t = row[i].yields ? YIELDING : LINEAR;
		double e_max, e_rms, energy;

		run(&t, record, &exact);
		snprintf(parts, sizeof(parts), "expActuator Lag 1 %g", row[i].mu);
		t.parts = parts;
		t.rig = "-actuator 1";
		run(&t, record, &tested);
		errors(&e_max, &e_rms);
		energy = work(&tested, tested.command) - work(&tested, tested.moved);
		print_message("mu %g: eps_max %.4f, eps_rms %.5f, energy %.3f kip-in\n", row[i].mu, e_max, e_rms, energy);
		expect_close(e_max, row[i].most, 0.01, "eps_max");
		expect_close(e_rms, row[i].rms, 0.01, "eps_rms");
		expect_close(energy, row[i].energy, 0.01, "energy of the error");
	}
}

/* mu = 1, sigma = 0.1 (errata 4.13): 9.9 ms late, the measured displacement against the velocity of the command (least squares). */
static void a_random_lag_is_late_by_9_9_ms_and_draws_the_reverse_loop(void **unused)
{
	struct trial t = LINEAR;
	double e_max, e_rms, top = 0.0, bottom = 0.0;
	char record[1024];

	(void)unused;
	if (!record_find(record, sizeof(record)))
		skip();
	run(&t, record, &exact);
	t.parts = "expActuator Lag 1 1.0 0.1";
	t.rig = "-actuator 1";
	run(&t, record, &tested);
	for (int i = 1; i + 1 < STEPS; i++) {
		double v = (tested.command[i + 1] - tested.command[i - 1]) / 0.02;
		top += v * (tested.command[i] - tested.moved[i]);
		bottom += v * v;
	}
	evidence("lag-in-ms", 1000.0 * top / bottom);
	assert_near(1000.0 * top / bottom, 9.9, 0.15);
	errors(&e_max, &e_rms);
	expect_close(e_max, 0.4200, 0.05, "eps_max");         /* the deviation hardly matters */
	expect_close(e_rms, 0.14492, 0.05, "eps_rms");
	evidence("reverse-loop", work(&tested, tested.command));
	assert_true(work(&tested, tested.command) < -9.0);    /* a spring that gives energy */
	evidence("lag-amplifies", peak(tested.command) / peak(exact.command));
	assert_true(peak(tested.command) > 1.3 * peak(exact.command));
}

/* SNR 78 and 7.8 with the linear structure, 21 with the yielding one: figures 3-2, 3-3, 3-4. */
static void random_noise_in_the_load_cell_hardly_matters(void **unused)
{
	static const struct { bool yields; double snr, most; } row[] = {{false, 78.0, 0.01}, {false, 7.8, 0.10}, {true, 21.0, 0.05}};
	static double noise[STEPS];
	char record[1024], parts[128];

	(void)unused;
	if (!record_find(record, sizeof(record)))
		skip();
	for (size_t i = 0; i < COUNT(row); i++) {
		struct trial t = row[i].yields ? YIELDING : LINEAR;
		double e_max, e_rms, p = 0.0;

		run(&t, record, &exact);
		snprintf(parts, sizeof(parts), "expSensor Transducer 1 -snr %g -signal %.17g", row[i].snr, rms(exact.force));
		t.parts = parts;
		t.rig = "-forceSensor 1";
		run(&t, record, &tested);
		errors(&e_max, &e_rms);
		for (int k = 0; k < STEPS; k++) {
			p = fmax(-10.0, fmin(10.0, row[i].yields ? p + 10.0 * (tested.command[k] - (k ? tested.command[k - 1] : 0.0)) : 0.0));
			noise[k] = tested.force[k] - (row[i].yields ? p : 10.0 * tested.command[k]);
		}
		print_message("SNR %g: eps_max %.4f, eps_rms %.4f\n", rms(tested.force) / rms(noise), e_max, e_rms);
		expect_close(rms(tested.force) / rms(noise), row[i].snr, 0.06, "SNR");
		assert_true(e_max < row[i].most && e_rms < 0.3 * row[i].most);
	}
}

/* --- ramp and hold --------------------------------------------------------------------------------- */

/* Steps of 0.02 in, each 1.2 s; in step 30 the command holds for so many seconds more. Specimen of seed 4's second storey, 2.74 kip/in, yield
 * 0.675 in, with an overstress that decays in 2 s: at this pace q = k tau v = 3 x 2 x 0.02/1.2 = 0.1 kip. */
static void pushed(double hold, double *ret_at_hold, double *ret_next, double *ret_later)
{
	struct stage s;
	struct err e;
	struct signals trial;
	double f[40], t = 0.0;

	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial ElasticPP 1 2.74 0.675; expSpecimen Relaxation 1 1 -branch 3.0 2.0");
	stage_eval(&s, "expControl VirtualRig 1 -rate 1000 -channel 1");
	struct rig *rig = table_get(&s.script.lab.rigs, 1);
	err_clear(&e);
	assert_int_equal(rig_start(rig, &e), 0);
	assert_int_equal(signals_take(&trial, rig->ctrl.n, &s.script.lab.arena), 0);
	for (int i = 0; i < 40; i++) {
		trial.x[SLOT_DISP][0] = 0.5 + 0.02 * i;
		t += i ? 1.2 : 30.0;
		assert_int_equal(rig_command(rig, &trial, t, t), 0);
		if (i == 30 && hold > 0.0) {
			t += hold;
			assert_int_equal(rig_command(rig, &trial, t, t), 0);
		}
		assert_int_equal(rig_measure(rig, t), 0);
		f[i] = rig->daq.x[SLOT_FORCE][0];
	}
	*ret_at_hold = f[30];
	*ret_next = f[31];
	*ret_later = f[39];
	stage_end(&s);
}

static void a_long_hold_relaxes_the_force_and_a_short_one_hardly(void **unused)
{
	double continuous[3], brief[3], longer[3];

	(void)unused;
	pushed(0.0, &continuous[0], &continuous[1], &continuous[2]);
	pushed(0.2, &brief[0], &brief[1], &brief[2]);
	pushed(4.7, &longer[0], &longer[1], &longer[2]);
	assert_near(continuous[0], 2.74 * 0.675 + 0.1, 1e-6);
	assert_near(brief[0] / continuous[0], 1.0, 0.006);                          /* 0.2 s: negligible */
	assert_near(continuous[0] - longer[0], 0.1 * -expm1(-4.7 / 2.0), 1e-6);     /* 4.7 s: nine tenths of the overstress are gone */
	assert_near(continuous[1] - longer[1], 0.1 * -expm1(-4.7 / 2.0) * exp(-1.2 / 2.0), 1e-6);   /* the next is measured while it recovers */
	assert_near(longer[2], continuous[2], 1e-3);
}

/* The same test, the specimen loaded continuously over 0.5 s a step, or by a ramp of 0.1 s and a hold of 1.9 s. */
static void ramp_and_hold_and_continuous_loading_give_different_tests(void **unused)
{
	struct trial t = {true, 1.0, "Relaxation 1 1 -branch 4 0.5", "", "-rate 200 -scale 50"};
	double e_max, e_rms;
	char record[1024];

	(void)unused;
	if (!record_find(record, sizeof(record)))
		skip();
	run(&t, record, &exact);
	t.rig = "-rate 200 -ramp 0.1 -hold 1.9";
	run(&t, record, &tested);
	errors(&e_max, &e_rms);
	print_message("ramp and hold: peak %.3f in, continuous %.3f in\n", peak(tested.command), peak(exact.command));
	assert_true(e_max > 0.05);
	t.specimen = "Material 1 1";             /* a specimen that does not know time does not mind */
	run(&t, record, &tested);
	t.rig = "-rate 200 -scale 50";
	run(&t, record, &exact);
	errors(&e_max, &e_rms);
	assert_near(e_max, 0.0, 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_perfect_test_gives_the_known_peaks),
		cmocka_unit_test(a_lag_amplifies_the_response_and_adds_energy),
		cmocka_unit_test(a_random_lag_is_late_by_9_9_ms_and_draws_the_reverse_loop),
		cmocka_unit_test(random_noise_in_the_load_cell_hardly_matters),
		cmocka_unit_test(a_long_hold_relaxes_the_force_and_a_short_one_hardly),
		cmocka_unit_test(ramp_and_hold_and_continuous_loading_give_different_tests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
