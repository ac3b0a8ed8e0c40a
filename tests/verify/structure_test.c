/* Generated structures against closed forms: frequencies of chains, stiffness of panels, braces and lattices, limits of beams. */
#include "test.h"

#include "verify/verify.h"

#define STATICS "timeSeries Linear 1; constraints Plain; numberer Plain; system BandSPD; algorithm Linear; integrator LoadControl 1.0; analysis Static"

/* w_j = 2 sqrt(k/m) sin((2j - 1) pi / (2 (2n + 1))) (Blevins 1979, table 6-2) */
static double chain(double k, double m, int n, int j)
{
	return 2.0 * sqrt(k / m) * sin((2 * j - 1) * M_PI / (2.0 * (2 * n + 1)));
}

static void a_shear_building_has_the_frequencies_of_a_chain(void **state)
{
	struct stage s;
	enum { N = 12 };

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "generate ShearBuilding %d -mass 40 -stiffness 3e4 -height 4.2; set w2 [eigen -fullGenLapack %d]", N, N);
	for (int j = 1; j <= N; j++)
		expect_close(stage_real(&s, "expr {sqrt([lindex $w2 %d])}", j - 1), chain(3e4, 40.0, N, j), 1e-10, "frequency of a chain");
	stage_end(&s);
}

/* A storey pushed beyond its yield force Vy: drift = Vy/k + (V - Vy)/(b k). */
static void its_storeys_yield_where_they_shall(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "generate ShearBuilding 1 -stiffness 3e4 -yield 600 -hardening 0.1; pattern Plain 1 [timeSeries Linear 1; expr 1] {load 2 750}");
	stage_eval(&s, "constraints Plain; numberer Plain; system BandSPD; test NormUnbalance 1e-9 20; algorithm Newton; integrator LoadControl 0.1; "
	               "analysis Static; analyze 10");
	expect_close(stage_real(&s, "nodeDisp 2 1"), 600.0 / 3e4 + 150.0 / 3e3, 1e-10, "drift");
	stage_end(&s);
}

/* Ratio z at both frequencies: a + b w^2 = 2 z w. */
static void damping_has_its_ratio_at_both_frequencies(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "generate ShearBuilding 3 -zeta 0.03 -f1 0.8 -f2 4");
	for (int i = 0; i < 2; i++) {
		const double *a = s.script.model.rayleigh, w = 2.0 * M_PI * (i ? 4.0 : 0.8);

		expect_close((a[0] + a[2] * w * w) / (2.0 * w), 0.03, 1e-12, "damping ratio");
	}
	stage_end(&s);
}

/* Beams and axial members without limit: a storey is its columns, each 12 E I / h^3, and the frame a chain of floors. */
static void frames_with_stiff_beams_are_shear_buildings(void **state)
{
	static const struct {
		const char *words;
		double columns, mass;      /* in units of one column, of a storey */
		int mode;                  /* that sways first: around a core in the middle the frame would rather turn */
	} frame[] = {
		{ "PlaneFrame 3 5 -width 6 -lineMass 5", 4.0, 5.0 * 18.0, 0 },
		{ "PlaneFrame 4 5 -width 6 -lineMass 5 -core 2 -coreFactor 10", 2.0 + 3.0 * 10.0, 5.0 * 24.0, 0 },
		{ "SpaceFrame 2 3 5 -widthX 5 -widthY 7 -floorMass 0.6", 12.0, 0.6 * 10.0 * 21.0, 0 },
		{ "SpaceFrame 3 3 5 -floorMass 0.6 -core 1 -coreFactor 10", 12.0 + 4.0 * 10.0, 0.6 * 18.0 * 18.0, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(frame); i++) {
		struct stage s;
		double k = frame[i].columns * 12.0 * 2.1e8 * 7.34e-4 / pow(3.5, 3);

		stage_begin(&s);
		stage_eval(&s, "set d [generate %s -beamI 1e4 -beamA 1e4 -columnA 1e4 %s]; set w2 [eigen 2]", frame[i].words,
		           i < 2 ? "" : "-beamJ 1e4 -beamIside 1e4");
		expect_close(stage_real(&s, "dict get $d mass"), 5.0 * frame[i].mass, 1e-12, frame[i].words);
		expect_close(stage_real(&s, "expr {sqrt([lindex $w2 %d])}", frame[i].mode), chain(k, frame[i].mass, 5, 1), 1e-4, frame[i].words);
		stage_end(&s);
	}
}

/* One storey of stiff uprights and beams that hardly bend: what stands in the bay is all there is. */
static double panel(const char *words, double a, double h)
{
	struct stage s;
	double u;

	stage_begin(&s);
	stage_eval(&s, "generate PlaneFrame 1 1 -width %g -height %g -columnA 1e6 -beamA 1e6 -columnI 1e-12 -beamI 1e-12 %s", a, h, words);
	stage_eval(&s, STATICS);
	stage_eval(&s, "pattern Plain 1 1 {load 3 1 0 0; load 4 1 0 0}; analyze 1");
	u = stage_real(&s, "nodeDisp 4 1");
	stage_end(&s);
	return 2.0 / u;
}

/* G t a / h with G = 3 E / 8 (frame_parts.h); shapes on both sides of sqrt(3). */
static void a_wall_shears_like_a_plate(void **state)
{
	(void)state;
	expect_close(panel("-walls 1 -wallThickness 0.25 -wallE 3e7", 3.5, 3.5), 3.0 / 8.0 * 3e7 * 0.25, 1e-4, "square wall");
	expect_close(panel("-walls 1 -wallThickness 0.25 -wallE 3e7", 8.0, 3.5), 3.0 / 8.0 * 3e7 * 0.25 * 8.0 / 3.5, 1e-4, "long wall");
	expect_close(panel("-walls 1 -wallThickness 0.25 -wallE 3e7", 1.5, 3.5), 3.0 / 8.0 * 3e7 * 0.25 * 1.5 / 3.5, 1e-4, "narrow wall");
}

/* Stretched alike at its foot and its head, the panel at the top holds half of t h E / (1 - 1/9) at each corner of its head, like a plate. */
static void the_top_of_a_wall_stretches_like_a_plate(void **state)
{
	static const double bay[] = { 3.5, 5.0, 2.2 };
	struct stage s;

	(void)state;
	for (size_t i = 0; i < COUNT(bay); i++) {
		stage_begin(&s);
		stage_eval(&s, "generate PlaneFrame 1 2 -width %g -columnA 1e-9 -beamA 1e-9 -columnI 1e-12 -beamI 1e-12 -walls 1 -wallThickness 0.25 -wallE 3e7",
		           bay[i]);
		stage_eval(&s, STATICS);
		stage_eval(&s, "pattern Plain 1 1 {foreach n {3 4 5 6} {sp $n 1 [expr {$n %% 2 ? 0.0 : %g}]; sp $n 2 0.0}}; analyze 1; reactions", 1e-3 * bay[i]);
		expect_close(stage_real(&s, "nodeReaction 6 1"), 9.0 / 16.0 * 3e7 * 1e-3 * 0.25 * 3.5, 1e-6, "head of a wall");
		stage_end(&s);
	}
}

/* Two diagonals: 2 E A a^2 / L^3. */
static void braces_are_two_diagonals(void **state)
{
	(void)state;
	expect_close(panel("-braces 1 -braceA 0.004", 6.0, 3.5), 2.0 * 2.1e8 * 0.004 * 36.0 / pow(36.0 + 12.25, 1.5), 1e-4, "cross braces");
}

/* Away from its ends a tower of one cell under a pull deforms the same in every storey. Energy per storey under the strains ex (both ways) and ez:
 *   E/2 [4 A_l h ez^2 + (4 A_h w + 2 sqrt(2) A_p w) ex^2 + 8 A_d L (ex w^2/L^2 + ez h^2/L^2)^2],  least over ex. */
static void a_tower_stretches_like_its_cell(void **state)
{
	const double al = 0.02, ah = 0.005, ad = 0.006, ap = 0.003, w = 3.0, h = 4.0, l = 5.0, e = 2e8;
	double p = w * w / (l * l), q = h * h / (l * l), a = 4.0 * ah * w + 2.0 * sqrt(2.0) * ap * w, d = 8.0 * ad * l;
	double ex = -d * p * q / (a + d * p * p), ea = e * (4.0 * al * h + a * ex * ex + d * (p * ex + q) * (p * ex + q)) / h;
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "generate TrussTower 40 -width %g -height %g -E %g -leg %g -horizontal %g -diagonal %g -plan %g", w, h, e, al, ah, ad, ap);
	stage_eval(&s, STATICS);
	stage_eval(&s, "pattern Plain 1 1 {foreach n [generate nodes top] {load $n 0 0 250}}; analyze 1");
	stage_eval(&s, "proc rise level {nodeDisp [lindex [generate nodes $level] 0] 3}");
	expect_close(stage_real(&s, "expr {[rise 25] - [rise 15]}"), 1000.0 * 10.0 * h / ea, 1e-6, "elongation of ten storeys");
	stage_end(&s);
}

/* EI = E A_l w^2, GA = 4 E A_d w^2 h / L^3 (truss_tower.c), with diagonals so thin that legs alone bend: a cantilever under a force at its tip, and
 * its lowest frequency w = 1.8751^2 sqrt(EI / (mu L^4)) (Blevins 1979, table 8-1). */
static void a_slender_tower_is_a_cantilever(void **state)
{
	const double al = 0.02, ad = 1e-4, w = 3.0, h = 3.0, e = 2e8, length = 200 * h;
	double ei = e * al * w * w, ga = 4.0 * e * ad * w * w * h / pow(w * w + h * h, 1.5), f2;
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "set d [generate TrussTower 200 -width %g -height %g -E %g -leg %g -diagonal %g]", w, h, e, al, ad);
	f2 = pow(1.875104, 4) * ei / (stage_real(&s, "dict get $d mass") / length * pow(length, 4));
	expect_close(stage_real(&s, "expr {sqrt([lindex [eigen 1] 0])}"), sqrt(f2), 0.03, "lowest frequency");
	stage_eval(&s, STATICS);
	stage_eval(&s, "pattern Plain 1 1 {foreach n [generate nodes top] {load $n 0.25 0 0}}; analyze 1");
	expect_close(stage_real(&s, "nodeDisp [lindex [generate nodes top] 0] 1"), pow(length, 3) / (3.0 * ei) + length / ga, 0.02, "deflection of the tip");
	stage_end(&s);
}

/* The response is the same along x and y, and a tower pushed along x does not move along y. */
static void towers_are_the_same_both_ways(void **state)
{
	struct stage s;
	double x;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "generate TrussTower 10 -cells 3; " STATICS "; set top [lindex [generate nodes top] 5]; pattern Plain 1 1 {load $top 1 0 0}; analyze 1");
	x = stage_real(&s, "nodeDisp $top 1");
	stage_eval(&s, "remove loadPattern 1; reset; pattern Plain 1 1 {load $top 0 1 0}; analyze 1");
	expect_close(stage_real(&s, "nodeDisp $top 2"), x, 1e-9, "flexibility along y");
	stage_end(&s);
}

/* Maxwell: u_b under a force at a is u_a under the same at b; a braced, walled space frame with a core. */
static void flexibility_is_symmetric(void **state)
{
	struct stage s;
	double ab;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "generate SpaceFrame 3 4 5 -braces 1 -walls 1 -core 1; " STATICS "; pattern Plain 1 1 {load 30 1 0 0 0 0 0}; analyze 1");
	ab = stage_real(&s, "nodeDisp 115 5");
	stage_eval(&s, "remove loadPattern 1; reset; pattern Plain 1 1 {load 115 0 0 0 0 1 0}; analyze 1");
	assert_true(fabs(ab) > 0.0);
	expect_close(stage_real(&s, "nodeDisp 30 1"), ab, 1e-8, "flexibility");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_shear_building_has_the_frequencies_of_a_chain),
		cmocka_unit_test(its_storeys_yield_where_they_shall),
		cmocka_unit_test(damping_has_its_ratio_at_both_frequencies),
		cmocka_unit_test(frames_with_stiff_beams_are_shear_buildings),
		cmocka_unit_test(a_wall_shears_like_a_plate),
		cmocka_unit_test(the_top_of_a_wall_stretches_like_a_plate),
		cmocka_unit_test(braces_are_two_diagonals),
		cmocka_unit_test(a_tower_stretches_like_its_cell),
		cmocka_unit_test(a_slender_tower_is_a_cantilever),
		cmocka_unit_test(towers_are_the_same_both_ways),
		cmocka_unit_test(flexibility_is_symmetric),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
