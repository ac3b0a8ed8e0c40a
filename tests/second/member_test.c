/* Members of fibres that yield, forwards and backwards, against the cantilever integrated here.
 *
 * A cantilever of length L with a force F at its end is statically determinate: M = F (L - x). The curvature of every place follows from M by bisection on
 * the moment of its fibres, each a spring beside a stop with a history of its own, and the end moves by the integral of curvature times (L - x), by Simpson's
 * rule on many places. Force-based members have this equilibrium and err by their quadrature alone; displacement-based ones come nearer with every mesh.
 */
#include "test.h"

#include "base/base.h"
#include "verify/verify.h"

enum { LAYERS = 12, PLACES = 401, STEPS = 48 };
static const double LENGTH = 3.0, DEPTH = 0.6, WIDTH = 0.4, E0 = 1200.0, FY = 6.0, B = 0.05;

struct place { double strain[LAYERS], stress[LAYERS]; };

/* Moment of the fibres at a curvature; the stops move when they are told to. Steel01: a spring B E0 beside a stop of (1 - B) E0 and (1 - B) FY. */
static double moment(struct place *p, double curvature, bool commit)
{
	double sum = 0.0;

	for (int k = 0; k < LAYERS; k++) {
		double y = DEPTH * ((k + 0.5) / LAYERS - 0.5), strain = -y * curvature, limit = (1.0 - B) * FY;
		double held = fmin(fmax(p->stress[k] + (1.0 - B) * E0 * (strain - p->strain[k]), -limit), limit);

		sum -= WIDTH * DEPTH / LAYERS * y * (B * E0 * strain + held);
		if (commit) {
			p->strain[k] = strain;
			p->stress[k] = held;
		}
	}
	return sum;
}

static double curvature(struct place *p, double wanted)
{
	double low = -2.0, high = 2.0;

	for (int i = 0; i < 70; i++) {
		double mid = 0.5 * (low + high);

		*(moment(p, mid, false) < wanted ? &low : &high) = mid;
	}
	moment(p, low, true);
	return low;
}

/* Up, back beyond zero and up again, to 1.25 of the moment at which the first fibre yields and more. */
static double force(int step)
{
	static const double turn[] = {0.0, 1.0, -1.15, 1.3, 0.0};
	double inertia = WIDTH * DEPTH * DEPTH * DEPTH / 12.0, first = FY * inertia / (0.5 * DEPTH * LENGTH), t = (double)step / STEPS * 4.0;
	int leg = t >= 4.0 ? 3 : (int)t;

	return 1.5 * first * (turn[leg] + (t - leg) * (turn[leg + 1] - turn[leg]));
}

/* The end's displacement in every step. */
static void integrate(double *ret_end)
{
	static struct place place[PLACES];

	memset(place, 0, sizeof(place));
	for (int s = 0; s < STEPS; s++) {
		double sum = 0.0;

		for (int i = 0; i < PLACES; i++) {
			double lever = LENGTH * (1.0 - i / (PLACES - 1.0)), weight = i == 0 || i == PLACES - 1 ? 1.0 : i % 2 ? 4.0 : 2.0;

			sum += weight * lever * curvature(&place[i], force(s + 1) * lever);
		}
		ret_end[s] = sum * LENGTH / (PLACES - 1) / 3.0;
	}
}

/* Largest error of the end over its largest displacement, with so many members of a kind. */
static double error_of(const char *element, int members, const char *words, const double *right)
{
	double most = 0.0, off = 0.0, before = 0.0;
	struct stage s;

	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 2 -ndf 3; uniaxialMaterial Steel01 1 %.17g %.17g %.17g", FY, E0, B);
	stage_eval(&s, "section Fiber 1 {patch rect 1 %d 1 %.17g %.17g %.17g %.17g}; geomTransf Linear 1", LAYERS,
	           -0.5 * DEPTH, -0.5 * WIDTH, 0.5 * DEPTH, 0.5 * WIDTH);
	for (int i = 0; i <= members; i++)
		stage_eval(&s, "node %d %.17g 0", i + 1, LENGTH * i / members);
	for (int i = 0; i < members; i++)
		stage_eval(&s, "element %s %d %d %d %s", element, i + 1, i + 1, i + 2, words);
	stage_eval(&s, "fix 1 1 1 1; timeSeries Linear 1; pattern Plain 1 1 {load %d 0 1 0}", members + 1);
	stage_eval(&s, "constraints Plain; numberer RCM; system BandGeneral; engine dense; test NormDispIncr 1e-10 200; algorithm NewtonLineSearch");
	for (int i = 0; i < STEPS; i++) {
		stage_eval(&s, "integrator LoadControl %.17g; analysis Static; if {[analyze 1]} {error {step %d failed}}", force(i + 1) - before, i);
		before = force(i + 1);
		off = larger(off, fabs(stage_real(&s, "nodeDisp %d 2", members + 1) - right[i]));
		most = larger(most, fabs(right[i]));
	}
	stage_end(&s);
	return off / most;
}

/* Every mesh of twice as many members is nearer; the curvature has a corner at the border of yielding, so errors fall with the square of the length at best. */
static void check(const char *element, const char *words, int most, double allowed, const double *right)
{
	double before = INFINITY, error = INFINITY;

	for (int members = 1; members <= most; members *= 2) {
		error = error_of(element, members, words, right);
		if (!(error < before))
			fail_msg("%s %s: %d members err by %.2e, half as many by %.2e", element, words, members, error, before);
		before = error;
	}
	if (!(error <= allowed))
		fail_msg("%s %s: %d members err by %.2e, allowed %.2e", element, words, most, error, allowed);
}

static void members_of_both_kinds_meet_the_integrated_cantilever(void **state)
{
	double right[STEPS];

	(void)state;
	integrate(right);
	check("forceBeamColumn", "5 1 1", 16, 1e-3, right);
	check("forceBeamColumn", "10 1 1", 16, 2e-4, right);
	check("dispBeamColumn", "4 1 1", 16, 1e-3, right);
	check("dispBeamColumn", "5 1 1 -integration Lobatto", 16, 1e-3, right);
}

/* One force-based member is better than two displacement-based ones: its forces are right along it. */
static void one_force_based_member_beats_two_of_displacements(void **state)
{
	double right[STEPS];

	(void)state;
	integrate(right);
	assert_true(error_of("forceBeamColumn", 1, "5 1 1", right) < 0.5 * error_of("dispBeamColumn", 2, "5 1 1", right));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_of_both_kinds_meet_the_integrated_cantilever),
		cmocka_unit_test(one_force_based_member_beats_two_of_displacements),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
