/* The two validation cases of the CU-Boulder desktop platform (report CU-NEES-06-3), and the nine-storey frame.
 * Numbers: closed forms and independent runs, listed beside each. The scripts are those of examples/, typed as printed. */
#include "test.h"
#include "verify/verify.h"

#include "evidence.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Frequencies with and without rotational mass; the stiffness is what the model answers to a push of 1 kip, and 3 E I / L^3 = 77.915592 kip/in. */
static void cantilever_has_the_closed_form_frequencies(void **unused)
{
	struct stage s;
	double k;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "set duration 0; source $project/examples/cantilever.tcl");
	expect_close(sqrt(stage_real(&s, "lindex [eigen -fullGenLapack 1] 0")), 27.91207, 3e-7, "omega with rotational mass");
	stage_eval(&s, "mass 2 0.1 0.1 0.0");
	expect_close(sqrt(stage_real(&s, "lindex [eigen -fullGenLapack 1] 0")), 27.913365, 3e-7, "omega without rotational mass");
	stage_eval(&s, "wipeAnalysis; remove loadPattern 1; pattern Plain 9 Linear {load 2 1.0 0 0}");
	stage_eval(&s, "system BandGeneral; algorithm Linear; integrator LoadControl 1.0; analysis Static; analyze 1");
	k = 1.0 / stage_real(&s, "nodeDisp 2 1");
	expect_close(k, 77.915592, 1e-8, "condensed lateral stiffness");
	expect_close(k, 3.0 * 29000.0 * 3400.0 / (156.0 * 156.0 * 156.0), 1e-12, "3 E I / L^3");
	stage_end(&s);
}

/* The report's script to the letter: period 3.14159, which is pi to 8e-7 only. */
static void cantilever_runs_as_printed(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "source $project/examples/cantilever.tcl");
	expect_close(stage_real(&s, "getTime"), 10.0, 1e-9, "time");
	expect_close(stage_real(&s, "nodeDisp 2 1"), 1.1746713820e-2, 1e-4, "ux(10) as printed");
	stage_eval(&s, "wipe");
	stage_eval(&s, "set f [open case1node2disp.out]; set lines [split [string trim [read $f]] \\n]; close $f");
	expect_close(stage_real(&s, "llength $lines"), 10000, 0, "lines recorded");
	stage_end(&s);
}

/* validation.md 6, computed twice by independent programs: P = sin 2t to full precision. */
static void cantilever_history_to_nine_digits(void **unused)
{
	static const struct { int steps; double at, ux; } row[] = {
		{1000, 1.0, 1.1625315112e-2}, {4000, 5.0, -6.9584357184e-3}, {5000, 10.0, 1.1746713820e-2}};
	struct stage s;
	double peak = 0.0, when = 0.0;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "set duration 0; source $project/examples/cantilever.tcl; remove loadPattern 1");
	stage_eval(&s, "pattern Plain 1 \"Sine 0.0 50.0 %.17g\" { load 2 1 0 0 }", M_PI);
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < row[i].steps; k++) {
			double u = stage_real(&s, "analyze 1 0.001; nodeDisp 2 1");

			if (u > peak) {
				peak = u;
				when = stage_real(&s, "getTime");
			}
		}
		expect_close(stage_real(&s, "nodeDisp 2 1"), row[i].ux, 1e-9, "ux");
	}
	expect_close(peak, 0.0131850470, 4e-9, "largest ux");
	expect_close(when, 0.837, 1e-9, "its time");
	stage_end(&s);
}

/* validation.md 7 */
static void braced_bay_has_six_frequencies(void **unused)
{
	static const double omega[] = {70.10305, 246.07999, 375.1142, 376.8804, 5898.246, 7334.868};
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "set duration 0; source $project/examples/braced_bay.tcl; set lambda [eigen -fullGenLapack 6]");
	for (int i = 0; i < 6; i++)
		expect_close(sqrt(stage_real(&s, "lindex $lambda %d", i)), omega[i], 2e-7, "omega");
	stage_end(&s);
}

/* --- a second program for case 2: dense matrices by hand, average acceleration --------------------------------- */

static void member(double k[6][6], const int *dof, double dx, double dy, double ea, double ei)
{
	double l = sqrt(dx * dx + dy * dy), c = dx / l, s = dy / l;
	double a = ea / l, b = 12 * ei / (l * l * l), d = 6 * ei / (l * l), f = 4 * ei / l, g = 2 * ei / l;
	double local[6][6] = {{a, 0, 0, -a, 0, 0}, {0, b, d, 0, -b, d}, {0, d, f, 0, -d, g}, {-a, 0, 0, a, 0, 0}, {0, -b, -d, 0, b, -d}, {0, d, g, 0, -d, f}};
	double t[6][6] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {0, 0, 0, c, s, 0}, {0, 0, 0, -s, c, 0}, {0, 0, 0, 0, 0, 1}};

	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++) {
			double sum = 0.0;

			for (int p = 0; p < 6; p++)
				for (int q = 0; q < 6; q++)
					sum += t[p][i] * local[p][q] * t[q][j];
			if (dof[i] >= 0 && dof[j] >= 0)
				k[dof[i]][dof[j]] += sum;
		}
}

static void solve6(double a[6][6], double *b)
{
	for (int c = 0; c < 6; c++)
		for (int r = c + 1; r < 6; r++) {
			double f = a[r][c] / a[c][c];

			for (int j = c; j < 6; j++)
				a[r][j] -= f * a[c][j];
			b[r] -= f * b[c];
		}
	for (int r = 5; r >= 0; r--) {
		for (int j = r + 1; j < 6; j++)
			b[r] -= a[r][j] * b[j];
		b[r] /= a[r][r];
	}
}

static void braced_bay_agrees_with_a_run_by_hand(void **unused)
{
	static const int left[] = {-1, -1, -1, 0, 1, 2}, beam[] = {0, 1, 2, 3, 4, 5}, right[] = {3, 4, 5, -1, -1, -1}, brace[] = {-1, -1, -1, 3, 4, 5};
	double k[6][6] = {{0}}, u[6] = {0}, v[6] = {0}, a[6] = {0}, peak = 0.0, worst = 0.0, dt = 0.001, m = 0.1, alpha = 0.5;
	struct stage s;

	(void)unused;
	member(k, left, 0, 156, 75.6 * 29000, 3400 * 29000.0);
	member(k, beam, 360, 0, 34.7 * 29000, 5900 * 29000.0);
	member(k, right, 0, -156, 75.6 * 29000, 3400 * 29000.0);
	member(k, brace, 360, 156, 10 * 29000.0, 0);
	stage_begin(&s);
	stage_eval(&s, "set duration 0; source $project/examples/braced_bay.tcl; remove recorders");
	for (int step = 1; step <= 3000; step++) {
		double matrix[6][6], x[6];

		for (int i = 0; i < 6; i++) {
			x[i] = m * (4 / (dt * dt) * u[i] + 4 / dt * v[i] + a[i]) + alpha * m * (2 / dt * u[i] + v[i]);
			for (int j = 0; j < 6; j++)
				matrix[i][j] = k[i][j] + (i == j) * (4 / (dt * dt) * m + 2 / dt * alpha * m);
		}
		x[0] += sin(2 * M_PI * step * dt / 3.14159);
		solve6(matrix, x);
		for (int i = 0; i < 6; i++) {
			double next = 4 / (dt * dt) * (x[i] - u[i]) - 4 / dt * v[i] - a[i];

			v[i] += 0.5 * dt * (a[i] + next);
			a[i] = next;
			u[i] = x[i];
		}
		stage_eval(&s, "analyze 1 0.001");
		for (int i = 0; i < 6; i++) {
			double mine = analysis_node(&s.script.analysis, model_node(&s.script.model, 2 + i / 3), i % 3, NODE_DISP);

			peak = larger(peak, fabs(u[i]));
			worst = larger(worst, fabs(mine - u[i]));
		}
	}
	evidence("braced-bay-by-hand", worst / peak);
	if (!(worst <= 1e-9 * peak))
		fail_msg("the two runs differ by %.2e of the peak", worst / peak);
	stage_end(&s);
}

/* validation.md 17 */
static void nine_storeys_have_the_published_frequencies(void **unused)
{
	static const double hz[] = {0.4428, 1.1795, 2.0489, 3.0990, 4.2547};
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "source $project/examples/nine_storey/frame.tcl; frame_model; set lambda [eigen 5]");
	for (int i = 0; i < 5; i++) {
		double f = sqrt(stage_real(&s, "lindex $lambda %d", i)) / (2 * M_PI);

		evidence("nine-storey-frequencies", f);
		if (!(fabs(f - hz[i]) <= 0.00005))
			fail_msg("mode %d: %.5f Hz, published %.4f", i + 1, f, hz[i]);
	}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cantilever_has_the_closed_form_frequencies),
		cmocka_unit_test(cantilever_runs_as_printed),
		cmocka_unit_test(cantilever_history_to_nine_digits),
		cmocka_unit_test(braced_bay_has_six_frequencies),
		cmocka_unit_test(braced_bay_agrees_with_a_run_by_hand),
		cmocka_unit_test(nine_storeys_have_the_published_frequencies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
