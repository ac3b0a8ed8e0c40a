/* Matrices of a model and the model itself: the same runs, whatever else is done to both, and the same bits out and back.
 *
 * A chain of trusses with consistent mass is written without supports and read again; then both, the chain and its matrices, whose nodes have the same
 * tags, are given the same supports, constraints, damping and loads. Shear building and space frame are written with their supports.
 */
#include "verify/verify.h"

#include "evidence.h"
#include "test.h"

#include <math.h>

enum { STEPS = 100 };

static const char *const chain =
	"wipe; model basic -ndm 1 -ndf 1\n"
	"for {set i 1} {$i <= 8} {incr i} { node $i [expr {1.5*$i}] }\n"
	"uniaxialMaterial Elastic 1 900.0 0.7\n"
	"for {set i 1} {$i < 8} {incr i} { element truss $i $i [expr {$i+1}] [expr {1.0+0.1*$i}] 1 -rho [expr {0.4+0.05*$i}] -cMass 1 -doRayleigh 1 }\n";
static const char *const matrices = "wipe; model basic -ndm 1 -ndf 1\nmatrixModel -K m/K.mtx -M m/M.mtx -C m/C.mtx -load all\n";
static const char *const solve =
	"constraints Transformation; numberer RCM; system BandGeneral; test NormDispIncr 1e-12 20; algorithm Newton\n"
	"integrator Newmark 0.5 0.25; analysis Transient\n";

/* Displacement, velocity, acceleration and reaction of all nodes at each step. */
static void history(struct stage *s, const char *model, const char *extra, double *ret_x)
{
	stage_eval(s, "%s%s", model, extra);
	for (int i = 0; i < STEPS; i++) {
		assert_true(stage_real(s, "analyze 1 0.01") == 0.0);
		stage_eval(s, "reactions -dynamic");
		for (int n = 1; n <= 8; n++, ret_x += 4) {
			ret_x[0] = stage_real(s, "nodeDisp %d 1", n);
			ret_x[1] = stage_real(s, "nodeVel %d 1", n);
			ret_x[2] = stage_real(s, "nodeAccel %d 1", n);
			ret_x[3] = stage_real(s, "nodeReaction %d 1", n);
		}
	}
}

static void expect_same(const double *a, const double *b, int n, int columns, double limit, const char *what)
{
	for (int c = 0; c < columns; c++) {
		double peak = 0.0, worst = 0.0;

		for (int i = c; i < n; i += columns) {
			peak = larger(peak, fabs(a[i]));
			worst = larger(worst, fabs(a[i] - b[i]));
		}
		assert_true(peak > 0.0);
		evidence("matrix-model", worst / peak);
		if (!(worst <= limit * peak))
			fail_msg("%s, column %d: apart by %g of the peak", what, c, worst / peak);
	}
}

static void matrices_do_what_their_elements_do(void **state)
{
	static const struct { const char *what, *extra; double limit; } ways[] = {
		{"fixed base", "fix 1 1\npattern UniformExcitation 1 1 -accel {Sine 0 2 0.3 -factor 3}\n", 1e-12},
		{"Rayleigh damping", "fix 1 1\nrayleigh 0.2 0.001 0.0005 0.0007\npattern UniformExcitation 1 1 -accel {Sine 0 2 0.3}\n", 1e-12},
		{"initial velocity", "fix 1 1\npattern UniformExcitation 1 1 -accel {Constant -factor 0.0} -vel0 2.0\n", 1e-12},
		{"equal freedoms", "fix 1 1\nequalDOF 5 3 1\nequalDOF 3 7 1\nmass 4 0.3\npattern UniformExcitation 1 1 -accel {Sine 0 2 0.3}\n", 1e-12},
		{"penalty", "fix 1 1\nequalDOF 5 3 1\npattern Plain 1 {Sine 0 2 0.3} {load 8 2.0; load 3 1.0}\nconstraints Penalty 1e7 1e7\n", 1e-9},
		{"multipliers", "fix 1 1\nequalDOF 5 3 1\npattern Plain 1 {Sine 0 2 0.3} {load 8 2.0; load 3 1.0}\nconstraints Lagrange\n", 1e-11},
		{"prescribed displacement", "fix 1 1\npattern Plain 1 {Sine 0 2 0.3} {load 8 2.0; sp 4 1 0.01}\nrayleigh 0.2 0 0.001 0\n", 1e-12},
		{"two prescribed displacements", "fix 1 1\npattern Plain 1 {Sine 0 2 0.3} {load 8 2.0; sp 3 1 0.01; sp 6 1 -0.02}\nrayleigh 0.2 0 0.001 0\n", 1e-12},
		{"support motion",
		 "rayleigh 0.2 0 0.001 0\npattern MultipleSupport 1 {groundMotion 1 Plain -disp {Sine 0 2 0.3 -factor 0.01} -vel {Trig 0 2 0.3 -factor 0.2}\n"
		 "imposedMotion 1 1 1}\npattern Plain 2 {Sine 0 2 0.2} {load 8 1.0}\n", 1e-12},
		{"modal damping", "fix 1 1\neigen 4\nmodalDamping 0.02 0.03 0.04 0.05\npattern Plain 1 {Sine 0 2 0.3} {load 8 2.0}\n", 1e-11},
		{"Guyan", "fix 1 1\npattern Plain 1 {Sine 0 2 0.3} {load 8 2.0}\nreduce Guyan -node 4 8 -dof 1 -compare 0\n", 1e-11},
		{"Craig and Bampton", "fix 1 1\nrayleigh 0.2 0 0.001 0\npattern Plain 1 {Sine 0 2 0.3} {load 8 2.0; sp 5 1 0.01}\n"
		 "reduce CraigBampton -node 4 8 -dof 1 -modes 2 -compare 0\n", 1e-11},
		{"yielding spring", "fix 1 1\nnode 9 0\nfix 9 1\nuniaxialMaterial Steel01 2 5.0 300.0 0.1\nelement zeroLength 50 9 6 -mat 2 -dir 1\n"
		 "pattern Plain 1 {Sine 0 2 0.3} {load 8 20.0}\n", 1e-12},
	};
	static double by_elements[STEPS * 8 * 4], by_matrices[STEPS * 8 * 4];
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "%sexportMatrices m", chain);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		char extra[800];

		/* the parts of the analysis first: what a way names after them is in their place */
		snprintf(extra, sizeof(extra), "%s%s", solve, ways[i].extra);
		history(&s, chain, extra, by_elements);
		history(&s, matrices, extra, by_matrices);
		expect_same(by_elements, by_matrices, STEPS * 8 * 4, 4, ways[i].limit, ways[i].what);
	}
	stage_end(&s);
}

/* --- out and back ------------------------------------------------------------------------------------ */

static const char *const shear =
	"wipe; model basic -ndm 1 -ndf 1\nnode 100 0; fix 100 1\n"
	"for {set i 1} {$i <= 12} {incr i} { node $i 0 -mass [expr {1.0+0.1*$i}]; uniaxialMaterial Elastic $i [expr {1000.0/$i}] [expr {0.3/$i}]\n"
	"  element zeroLength $i [expr {$i == 1 ? 100 : $i-1}] $i -mat $i -dir 1 -doRayleigh 1 }\nrayleigh 0.1 0 0.002 0\n";
/* Two storeys on four columns with a rigid floor, masses of nodes and members. */
static const char *const frame =
	"wipe; model basic -ndm 3 -ndf 6\nset at {{0 0} {4 0} {4 3} {0 3}}\n"
	"for {set f 0} {$f <= 2} {incr f} { for {set c 0} {$c < 4} {incr c} { set tag [expr {10*$f+$c+1}]; node $tag {*}[lindex $at $c] [expr {3.0*$f}]\n"
	"  if {$f == 0} { fix $tag 1 1 1 1 1 1 } else { mass $tag 0.3 0.3 0.3 0.01 0.01 0.01 } } }\n"
	"node 100 2.2 1.4 3.0; fix 100 0 0 1 1 1 0; mass 100 5 5 0 0 0 9; rigidDiaphragm 3 100 11 12 13 14\n"
	"geomTransf Linear 1 1 0 0; geomTransf Linear 2 0 0 1; set e 0\n"
	"for {set f 0} {$f < 2} {incr f} { for {set c 1} {$c <= 4} {incr c} {\n"
	"  element elasticBeamColumn [incr e] [expr {10*$f+$c}] [expr {10*$f+10+$c}] 0.02 2e8 8e7 2e-5 1e-5 2e-5 1 -mass 0.2 -cMass\n"
	"  element elasticBeamColumn [incr e] [expr {10*$f+10+$c}] [expr {10*$f+11+$c%4}] 0.02 2e8 8e7 2e-5 2e-5 3e-5 2 -mass 0.1 } }\n"
	"rayleigh 0.2 0.0 0.002 0.0\n";
static const char *const shaking =
	"timeSeries Sine 1 0 0.7 0.3 -factor 3\npattern UniformExcitation 1 1 -accel 1\nif {$two} { pattern UniformExcitation 2 2 -accel 1 -fact 0.6 }\n"
	"constraints Transformation; numberer RCM; system BandGeneral; algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient\n";
/* Unknowns in the order of dofs.txt. */
static const char *const follow =
	"proc follow {pairs} { set all {}\n"
	"  for {set i 0} {$i < 100} {incr i} { analyze 1 0.01; foreach {n d} $pairs { lappend all [nodeDisp $n $d] } }\n"
	"  return $all }\n"
	"proc pairs {} { set f [open m/dofs.txt]; set p {}; gets $f\n"
	"  while {[gets $f line] >= 0} { lappend p [lindex $line 1] [lindex $line 2] }\n"
	"  close $f; return $p }\n"
	"proc apart {a b} { set peak 0.0; set worst 0.0; foreach x $a y $b { set peak [expr {max($peak,abs($x))}]; set worst [expr {max($worst,abs($x-$y))}] }\n"
	"  return [expr {$worst/$peak}] }\n"
	"proc bytes {name} { set f [open $name rb]; set b [read $f]; close $f; return $b }\n";

static void out_and_back(struct stage *s, const char *model, bool two)
{
	static const struct { const char *format, *file; } formats[] = {{"mtx", "m/%s.mtx"}, {"text", "m/%s.txt"}, {"hdf5", "m/matrices.h5:%s"}};

	stage_eval(s, "set two %d\n%s%s%s", two, follow, model, shaking);
	for (size_t i = 0; i < 3; i++)
		stage_eval(s, "exportMatrices m -format %s", formats[i].format);
	stage_eval(s, "set n [exportMatrices m]; set was [follow [pairs]]; set hertz [eigen 6]");
	stage_eval(s, "set nodes {}; for {set i 1} {$i <= $n} {incr i} { lappend nodes $i 1 }");
	for (size_t i = 0; i < 3; i++) {
		stage_eval(s, "proc f {name} { return [string map [list %%s $name] %s] }", formats[i].file);
		stage_eval(s, "wipe; model basic -ndm 1 -ndf 1; matrixModel -K [f K] -M [f M] -C [f C] -load [f iota] -inertia [f inertia]\n%s", shaking);
		stage_eval(s, "exportMatrices back");
		for (int k = 0; k < 5; k++) {
			static const char *const names[] = {"K", "C", "M", "iota", "inertia"};

			assert_true(stage_real(s, "expr {[bytes m/%s.mtx] eq [bytes back/%s.mtx]}", names[k], names[k]) == 1.0);
		}
		assert_true(stage_real(s, "apart $was [follow $nodes]") < 1e-12);
		assert_true(stage_real(s, "apart $hertz [eigen 6]") < 1e-11);
	}
}

static void a_shear_building_comes_back_to_the_same_bits(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	out_and_back(&s, shear, false);
	stage_end(&s);
}

static void a_space_frame_comes_back_to_the_same_bits(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	out_and_back(&s, frame, true);
	stage_end(&s);
}

/* --- other uses -------------------------------------------------------------------------------------- */

static void put(struct stage *s, const char *name, const char *text)
{
	stage_eval(s, "set f [open %s w]; puts $f {%s}; close $f", name, text);
}

/* K = (3 -1; 1 2), f = (1, 2): u = (4, 5) / 7 by Cramer's rule. */
static void an_unsymmetric_stiffness_is_solved(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	put(&s, "k.txt", "3 -1\n1 2");
	stage_eval(&s, "model basic -ndm 1 -ndf 1; matrixModel -K k.txt -unsymmetric; pattern Plain 1 Linear {load 1 1; load 2 2}\n"
	               "system BandGeneral; algorithm Linear; integrator LoadControl 1.0; analysis Static; analyze 1");
	expect_close(stage_real(&s, "nodeDisp 1 1"), 4.0 / 7.0, 1e-14, "first");
	expect_close(stage_real(&s, "nodeDisp 2 1"), 5.0 / 7.0, 1e-14, "second");
	stage_end(&s);
}

/* Halves that differ by rounding: K = (2, -1.0001; -0.9999, 2) counts as (2, -1; -1, 2), with f = (3, 0): u = (2, 1). */
static void the_mean_of_two_halves_counts(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	put(&s, "k.txt", "2 -1.0001\n-0.9999 2");
	stage_eval(&s, "model basic -ndm 1 -ndf 1; matrixModel -K k.txt -symmetric 1e-3 -first 11; pattern Plain 1 Linear {load 11 3}\n"
	               "system BandSPD; algorithm Linear; integrator LoadControl 1.0; analysis Static; analyze 1");
	expect_close(stage_real(&s, "nodeDisp 11 1"), 2.0, 1e-14, "first");
	expect_close(stage_real(&s, "nodeDisp 12 1"), 1.0, 1e-14, "second");
	stage_end(&s);
}

/* Two freedoms in x, one in y: the ground's x moves 1 and 2, its y moves 3; a_g = 1 for ever and no stiffness to speak of: a = -iota at once. */
static void each_load_is_a_direction(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	put(&s, "m.txt", "2 0 0\n0 3 0\n0 0 4");
	stage_eval(&s, "set f [open k.mtx w]; puts $f {%%%%MatrixMarket matrix array real general\n3 1\n1e-9\n1e-9\n1e-9}; close $f\n"
	               "model basic -ndm 1 -ndf 1; matrixModel -K k.mtx -M m.txt -load {1 2 2} -load 3; mass 3 1.0\n"
	               "pattern UniformExcitation 1 1 -accel Constant; pattern UniformExcitation 2 2 -accel {Constant -factor 5.0}\n"
	               "system BandSPD; algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient; analyze 2 0.01");
	expect_close(stage_real(&s, "nodeAccel 1 1"), -1.0, 1e-9, "x");
	expect_close(stage_real(&s, "nodeAccel 2 1"), -1.0, 1e-9, "x");
	expect_close(stage_real(&s, "nodeAccel 3 1"), -5.0, 1e-9, "y, with the node's own mass");
	stage_end(&s);
}

/* Effective masses of all modes sum to iota' M iota = 1.1 + ... + 2.2 = 19.8. */
static void modes_of_matrices_carry_their_mass(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "%sexportMatrices m; wipe; model basic -ndm 1 -ndf 1; matrixModel -K m/K.mtx -M m/M.mtx -load all; eigen -fullGenLapack 12", shear);
	stage_eval(&s, "set p [modalProperties -return]");
	expect_close(stage_real(&s, "lindex [dict get $p totalFreeMass] 0"), 19.8, 1e-12, "mass");
	expect_close(stage_real(&s, "lindex [dict get $p partiMassRatiosCumuMX] end"), 100.0, 1e-10, "ratio");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matrices_do_what_their_elements_do),
		cmocka_unit_test(a_shear_building_comes_back_to_the_same_bits),
		cmocka_unit_test(a_space_frame_comes_back_to_the_same_bits),
		cmocka_unit_test(an_unsymmetric_stiffness_is_solved),
		cmocka_unit_test(the_mean_of_two_halves_counts),
		cmocka_unit_test(each_load_is_a_direction),
		cmocka_unit_test(modes_of_matrices_carry_their_mass),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
