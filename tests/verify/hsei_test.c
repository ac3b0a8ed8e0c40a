/* The error indicators of Mosqueda, Stojadinovic and Mahin (UCB/EERC 2005-02, chapter 8) by the monitors of tests in the virtual rig: five structures,
 * linear and elastic, ideally plastic, with lags of 0 to 10 ms (a part mu of each increment of 10 ms is missing). Numbers: validation.md, item 13; cases:
 * Table 8-10 with its rows corrected (errata 4.29). Explicit Newmark method with 0.01 s, records in g interpolated straight, g = 386.1 in/s2, k = 10
 * kip/in, yield 1 in; two storeys have equal masses and springs and 5 % in both modes. Needs the record folder (TANDEM_RECORDS or ../shared/records).
 *
 * The numbers of item 13 are those of El Centro as it is often passed on: the value -0.03435 g after 1047 others with the other sign (the benchmark's record
 * has it so, too: benchmark_test.c), the first value at time 0 and a zero after the last, 3118 steps. With the sign that its neighbours have peaks are the
 * same, for they are earlier; E_in is 8.281 and 164.97, eps_enr with mu = 1 0.2968 and 0.0906, eps_max of the yielding one 0.1606. One step less or more
 * changes a last digit: eps_rms 0.14494 or 0.14490, HSEI_S of the yielding one -9.7502 or -9.7521. */
#include "verify/verify.h"

#include "base/base.h"
#include "evidence.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

enum { LAGS = 11, STEPS_MOST = 5000, OTHER_SIGN = 1047 };

struct structure {
	int dof;
	double period;                     /* the first */
	const char *record;
	int steps;
	double factor[2];                  /* of the record: linear, yielding */
};

static const struct structure CASES[] = {
	{1, 1.0, "elcentro-1940-ns", 3118, {0.2, 1.0}}, {1, 1.0, "tabas-1978-fn", 5000, {0.13, 0.35}}, {1, 0.33, "elcentro-1940-ns", 3118, {1.0, 5.0}},
	{1, 0.33, "tabas-1978-fn", 5000, {0.5, 1.5}}, {2, 1.0, "elcentro-1940-ns", 3118, {0.2, 1.0}},
};

struct outcome {
	double u[STEPS_MOST];              /* of the top */
	double input, error, hsei_s, hsei_i, closure, unbalanced, delay;
};

static const char words[] =
	"proc structure {dof period yields mu} {\n"
	"	set w [expr {2*acos(-1)/$period}]; set golden [expr {0.5*(sqrt(5)-1)}]\n"
	"	set m [expr {$dof == 1 ? 10.0/$w**2 : 10.0*($golden/$w)**2}]; set w2 [expr {$w/$golden**2}]\n"
	"	wipe; model basic -ndm 1 -ndf 1; node 1 0; fix 1 1\n"
	"	for {set i 1} {$i <= $dof} {incr i} {\n"
	"		node [expr {$i+1}] 0 -mass $m\n"
	"		if {$yields} {uniaxialMaterial ElasticPP $i 10 1.0} else {uniaxialMaterial Elastic $i 10}\n"
	"		expSpecimen Material $i $i; expActuator Lag $i $mu; expControl VirtualRig $i -channel $i -actuator $i\n"
	"		expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1; expSite LocalSite $i $i\n"
	"		expElement twoNodeLink $i $i [expr {$i+1}] -dir 1 -site $i -initStif 10\n"
	"	}\n"
	"	if {$dof == 1} {rayleigh [expr {0.1*$w}] 0 0 0} else {rayleigh [expr {0.1*$w*$w2/($w+$w2)}] 0 [expr {0.1/($w+$w2)}] 0}\n"
	"	constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient\n"
	"	monitor Energy 1; monitor HSEI 2 -uy {*}[lrepeat $dof 1.0] -k {*}[lrepeat $dof 10.0]; monitor FEI 3 -element 1 -dt 0.01 -window 20\n"
	"}\n"
	"proc shake {dof accel factor} {\n"
	"	timeSeries Path 1 -dt 0.02 -values $accel -factor [expr {386.1*$factor}]; pattern UniformExcitation 1 1 -accel 1\n"
	"	for {set i 2} {$i <= $dof + 1} {incr i} {setNodeAccel $i 1 [expr {-386.1*$factor*[lindex $accel 0]}] -commit}\n"
	"}\n";

static bool record_read(struct stage *s, const char *name)
{
	const char *folder = getenv("TANDEM_RECORDS");
	char path[2048];

	snprintf(path, sizeof(path), "%s%s%s/%s.txt", folder ? "" : s->home, folder ? "" : "/", folder ? folder : "../shared/records", name);
	if (access(path, R_OK) != 0) {
		print_message("skipped: no %s\n", path);
		return false;
	}
	stage_eval(s, "set f [open {%s}]; set accel {}", path);
	stage_eval(s, "foreach line [split [read $f] \\n] {if {[string is double -strict $line]} {lappend accel $line}}; close $f");
	if (strcmp(name, "elcentro-1940-ns") == 0)
		stage_eval(s, "lset accel %d [expr {-[lindex $accel %d]}]; lappend accel 0.0", OTHER_SIGN, OTHER_SIGN);
	return true;
}

static double value(struct stage *s, int tag, const char *column)
{
	return stage_real(s, "monitor value %d %s", tag, column);
}

static void run(struct stage *s, const struct structure *c, bool yields, double mu, struct outcome *ret)
{
	stage_eval(s, "structure %d %.17g %d %.17g; shake %d $accel %.17g", c->dof, c->period, yields, mu, c->dof, c->factor[yields]);
	for (int i = 0; i < c->steps; i++) {
		stage_eval(s, "if {[analyze 1 0.01]} {error {the test failed}}");
		ret->u[i] = stage_real(s, "nodeDisp %d 1", c->dof + 1);
	}
	ret->input = value(s, 1, "input");
	ret->error = value(s, 1, "error");
	ret->closure = value(s, 1, "closure");
	ret->unbalanced = value(s, 1, "unbalanced");
	ret->hsei_s = value(s, 2, "hseiS");
	ret->hsei_i = value(s, 2, "hseiI");
	ret->delay = value(s, 3, "delay1");
}

static struct outcome exact, tested;

/* Equations 8.7 to 8.9. */
static void errors(const struct structure *c, double *ret_max, double *ret_rms, double *ret_enr)
{
	double peak = 0.0, worst = 0.0, sum = 0.0;

	for (int i = 0; i < c->steps; i++) {
		double e = fabs(tested.u[i] - exact.u[i]);

		peak = larger(peak, fabs(exact.u[i]));
		worst = larger(worst, e);
		sum += e * e;
	}
	*ret_max = worst / peak;
	*ret_rms = sqrt(sum / (c->steps + 1)) / peak;     /* the rest at time 0 counts */
	*ret_enr = fabs(tested.input - exact.input) / exact.input;
}

static double peak_of(const struct outcome *o, int from, int to)
{
	double most = 0.0;

	for (int i = from; i < to; i++)
		most = larger(most, fabs(o->u[i]));
	return most;
}

/* --- the numbers of item 13 ------------------------------------------------------------------------ */

static void expect_digits(double got, double want, double half, const char *what)
{
	evidence(what, got);
	if (!(fabs(got - want) <= half))
		fail_msg("%s: got %.8g, want %.8g, half of its last digit is %g", what, got, want, half);
}

static void case_1_gives_the_known_indicators(void **unused)
{
	/* as many digits as item 13 has */
	static const struct { bool yields; double mu, peak, input, max, rms, enr, hsei_i, hsei_s; } row[] = {
		{false, 0.2, 0.89156, 8.274, 0.0668, 0.01866, 0.0364, -0.0881, -0.2287},
		{false, 1.0, 0.89156, 8.274, 0.4200, 0.14492, 0.2975, -0.9021, -1.9508},
		{true, 1.0, 4.04908, 164.78, 0.1615, 0.07664, 0.0900, -0.3147, -9.7512},
	};
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", words);
	if (!record_read(&s, CASES[0].record)) {
		stage_end(&s);
		skip();
	}
	for (size_t i = 0; i < COUNT(row); i++) {
		double e_max, e_rms, e_enr;

		run(&s, &CASES[0], row[i].yields, 0.0, &exact);
		run(&s, &CASES[0], row[i].yields, row[i].mu, &tested);
		errors(&CASES[0], &e_max, &e_rms, &e_enr);
		expect_digits(peak_of(&exact, 0, CASES[0].steps), row[i].peak, 5e-6, "peak");
		expect_digits(exact.input, row[i].input, row[i].yields ? 5e-3 : 5e-4, "input energy");
		expect_digits(e_max, row[i].max, 5e-5, "eps_max");
		expect_digits(e_rms, row[i].rms, 5e-6, "eps_rms");
		expect_digits(e_enr, row[i].enr, 5e-5, "eps_enr");
		expect_digits(tested.hsei_i, row[i].hsei_i, 5e-5, "HSEI_I");
		expect_digits(tested.hsei_s, row[i].hsei_s, 5e-5, "HSEI_S");
		expect_close(tested.error, 5.0 * tested.hsei_s, 1e-12, "error energy: strain energy is 5 kip-in");
	}
	stage_end(&s);
}

/* --- five cases ------------------------------------------------------------------------------------ */

struct study {
	double hsei_i[2][LAGS], e_max[2][LAGS], last[2][LAGS];     /* last: peak of the last five seconds over that of the exact test */
};

static void study(struct stage *s, const struct structure *c, struct study *ret)
{
	for (int y = 0; y < 2; y++)
		for (int i = 0; i < LAGS; i++) {
			double e_rms, e_enr;

			run(s, c, y, 0.1 * i, i == 0 ? &exact : &tested);
			tested = i == 0 ? exact : tested;
			errors(c, &ret->e_max[y][i], &e_rms, &e_enr);
			ret->hsei_i[y][i] = tested.hsei_i;
			ret->last[y][i] = peak_of(&tested, c->steps - 500, c->steps) / peak_of(&exact, 0, c->steps);
			/* however wrong the test, its energies add up, as long as it is stable */
			if (ret->e_max[y][i] < 2.0) {
				evidence("energy-closure", fabs(tested.closure));
				evidence("energy-unbalanced", fabs(tested.unbalanced) / exact.input);
				assert_near(tested.closure, 0.0, 1e-9);
				assert_near(tested.unbalanced, 0.0, 1e-9 * exact.input);
			}
			assert_true(i == 0 ? fabs(tested.error) <= 1e-12 : tested.error < 0.0);
		}
}

/* The largest lag in steps of 1 ms up to which the linear structure's tests stayed bounded. */
static int bounded_lags(const struct study *st)
{
	int i = 0;

	while (i + 1 < LAGS && st->last[0][i + 1] < 1.0)
		i++;
	return i;
}

/* The same by closed form: 2 xi / omega of the highest mode. */
static int stable_lags(const struct structure *c)
{
	double golden = 0.5 * (sqrt(5.0) - 1.0), period = c->dof == 1 ? c->period : c->period * golden * golden;

	return (int)fmin(2.0 * 0.05 * period / (2.0 * M_PI) / 0.001, 10.0);
}

static double at_minus_a_tenth(const struct study *st, int y)
{
	for (int i = 1; i < LAGS; i++)
		if (st->hsei_i[y][i] <= -0.1) {
			double part = (-0.1 - st->hsei_i[y][i - 1]) / (st->hsei_i[y][i] - st->hsei_i[y][i - 1]);

			return st->e_max[y][i - 1] + part * (st->e_max[y][i] - st->e_max[y][i - 1]);
		}
	return NAN;
}

static void indicators_grow_with_the_lag_in_all_five_cases(void **unused)
{
	static struct study st;
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", words);
	for (size_t c = 0; c < COUNT(CASES); c++) {
		int stable = stable_lags(&CASES[c]);

		if (!record_read(&s, CASES[c].record)) {
			stage_end(&s);
			skip();
		}
		study(&s, &CASES[c], &st);
		print_message("case %zu: linear stable up to %d ms; HSEI_I = -0.1 at eps_max %.3f linear, %.3f yielding\n", c + 1, bounded_lags(&st),
		              at_minus_a_tenth(&st, 0), at_minus_a_tenth(&st, 1));
		assert_int_equal(bounded_lags(&st), stable);
		/* the paper: case 3 to 5 unstable above 5 ms (item 13: 5.25 and 6.05), others stable; yielding ones stay bounded */
		for (int i = 1; i < LAGS; i++) {
			assert_true(i > stable || st.hsei_i[0][i] < st.hsei_i[0][i - 1]);
			assert_true(i <= stable ? st.last[0][i] < 1.0 : st.last[0][i] > 1.5);
			assert_true(st.hsei_i[1][i] < st.hsei_i[1][i - 1]);
			assert_true(st.e_max[1][i] < 1.2);
		}
		assert_int_equal(stable, CASES[c].period < 0.5 ? 5 : CASES[c].dof == 2 ? 6 : 10);
		/* 8.4.2: a limit of -0.1 for a tolerance of 10 %, linear and not; read off a picture */
		if (CASES[c].dof == 2)
			for (int y = 0; y < 2; y++)
				assert_near(at_minus_a_tenth(&st, y), 0.10, 0.02);
	}
	stage_end(&s);
}

/* --- the critical lag ------------------------------------------------------------------------------ */

enum { CYCLES = 300 };

/* Largest displacement of a cycle. */
static double cycle_peak(struct stage *s, int steps)
{
	double most = 0.0;

	for (int k = 0; k < steps; k++) {
		stage_eval(s, "analyze 1 0.01");
		most = larger(most, fabs(stage_real(s, "nodeDisp 2 1")));
	}
	return most;
}

/* Logarithm of what free vibration has grown by after CYCLES periods with this lag [s]. */
static double growth(struct stage *s, double period, double lag)
{
	int cycle = (int)ceil(period / 0.01);
	double early;

	stage_eval(s, "structure 1 %.17g 0 %.17g; setNodeVel 2 1 %.17g -commit", period, lag / 0.01, 2.0 * M_PI / period);
	early = cycle_peak(s, cycle);
	stage_eval(s, "analyze %d 0.01", (CYCLES - 1) * cycle);
	return log(cycle_peak(s, cycle) / early);
}

/* 3 % on either side of 2 xi / omega_n amplitudes change by exp(-+2 pi 300 xi 0.03), 17 times; where they would not is between the two. Newmark's method is
 * neutral at exactly this lag, whatever its step. */
static void free_vibration_grows_above_the_critical_lag_and_decays_below(void **unused)
{
	static const struct { double period, critical_ms; } row[] = {{1.0, 15.92}, {0.33, 5.25}, {0.38, 6.05}};
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", words);
	for (size_t i = 0; i < COUNT(row); i++) {
		double closed = 2.0 * 0.05 * row[i].period / (2.0 * M_PI), change = 2.0 * M_PI * CYCLES * 0.05 * 0.03;
		double below = growth(&s, row[i].period, 0.97 * closed), above = growth(&s, row[i].period, 1.03 * closed), found;

		/* the period of the method is a little shorter: there are a few cycles more */
		assert_true(above > change + log(0.7) && below < -change + log(1.4));
		found = closed * (0.97 + 0.06 * below / (below - above));
		expect_close(1e3 * found, row[i].critical_ms, 1e-3, "critical lag [ms]");
		assert_near(found, closed, 2e-4 * closed);
	}
	stage_end(&s);
}

/* --- signs ----------------------------------------------------------------------------------------- */

static const char *last_text(struct stage *s)
{
	return s->script.monitors.event[s->script.monitors.nevent - 1].text;
}

static void lag_adds_energy_and_lead_removes_it(void **unused)
{
	struct stage s;

	(void)unused;
	for (int yields = 0; yields < 2; yields++)
		for (int side = -1; side <= 1; side += 2) {
			stage_begin(&s);
			stage_eval(&s, "%s", words);
			/* a lead is a negative lag */
			stage_eval(&s, "structure 1 1.0 %d %g; monitor HSEI 4 -strain 5 -both -warn 0.02; monitor ThewaltRoman 5", yields, 0.3 * side);
			stage_eval(&s, "timeSeries Sine 1 0 100 1.0 -factor 20; pattern UniformExcitation 1 1 -accel 1; analyze 2200 0.01");
			assert_true(side > 0 ? value(&s, 1, "error") < -0.5 : value(&s, 1, "error") > 0.5);
			assert_true(side > 0 ? value(&s, 5, "error") < 0.0 : value(&s, 5, "error") > 0.0);
			assert_int_equal(s.script.monitors.nevent, 1);
			assert_contains(last_text(&s), side > 0 ? "energy added" : "energy removed");
			expect_close(value(&s, 3, "delay1"), 0.003 * side, 0.02, "delay");
			assert_near(value(&s, 1, "closure"), 0.0, 1e-9);
			assert_near(value(&s, 1, "unbalanced"), 0.0, 1e-9 * value(&s, 1, "input"));
			stage_end(&s);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_1_gives_the_known_indicators),
		cmocka_unit_test(indicators_grow_with_the_lag_in_all_five_cases),
		cmocka_unit_test(free_vibration_grows_above_the_critical_lag_and_decays_below),
		cmocka_unit_test(lag_adds_energy_and_lead_removes_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
