/* Reduced equations. Wanted numbers are closed forms, or the whole structure's own answer where the reduction must leave nothing out:
 * Craig and Bampton's with all modes of the interior, all modes of the structure, Guyan's with an interior without mass. */
#include "verify/verify.h"

#include "test.h"

#include <math.h>
#include <string.h>

/* A cantilever of ten members, 3 m high, E I = 200, along y; freedom 1 bends it. */
static const char *const cantilever =
	"wipe; model basic -ndm 2 -ndf 3\n"
	"for {set i 0} {$i <= 10} {incr i} { node $i 0 [expr {0.3*$i}] }\n"
	"fix 0 1 1 1; geomTransf Linear 1\n"
	"for {set i 1} {$i <= 10} {incr i} { element elasticBeamColumn $i [expr {$i-1}] $i 0.01 2e8 1e-6 1 }\n";

/* Masses, Rayleigh damping and a base motion for it. */
static const char *const shaken =
	"for {set i 1} {$i <= 10} {incr i} { mass $i 1.0 1.0 0.001 }\n"
	"rayleigh 0.1 0.0 0.001 0.0\n"
	"timeSeries Sine 1 0 0.7 0.3 -factor 3\n"
	"pattern UniformExcitation 1 1 -accel 1\n"
	"constraints Plain; numberer RCM; system BandGeneral; test NormDispIncr 1e-11 20; algorithm Newton\n"
	"integrator Newmark 0.5 0.25; analysis Transient\n";

/* Two storeys of four columns with rigid floors about nodes 100 and 200, a column apart that a beam's end follows, all with mass. */
static const char *const building =
	"wipe; model basic -ndm 3 -ndf 6\n"
	"set at {{0 0} {4 0} {4 3} {0 3}}\n"
	"for {set f 0} {$f <= 4} {incr f} { for {set c 0} {$c < 4} {incr c} {\n"
	"  set tag [expr {10*$f + $c + 1}]; node $tag {*}[lindex $at $c] [expr {1.5*$f}]\n"
	"  if {$f == 0} { fix $tag 1 1 1 1 1 1 } else { mass $tag 0.3 0.3 0.3 0.01 0.01 0.01 } } }\n"
	"node 100 2.2 1.4 3.0; node 200 2.1 1.6 6.0; node 300 0 -3 3.0; node 301 0 -3 0\n"
	"fix 301 1 1 1 1 1 1; mass 300 0.5 0.5 0.5 0.01 0.01 0.01; node 302 0 -3 3.0\n"
	"foreach n {100 200} { fix $n 0 0 1 1 1 0; mass $n 5 5 0 0 0 9 }\n"
	"rigidDiaphragm 3 100 21 22 23 24; rigidDiaphragm 3 200 41 42 43 44\n"
	"equalDOF 300 302 1 2 3 5\n"
	"geomTransf Linear 1 1 0 0; geomTransf Linear 2 0 0 1; set e 0\n"
	"for {set f 0} {$f < 4} {incr f} { for {set c 1} {$c <= 4} {incr c} {\n"
	"  element elasticBeamColumn [incr e] [expr {10*$f+$c}] [expr {10*$f+10+$c}] 0.02 2e8 8e7 2e-5 1e-5 [expr {$c == 1 ? 3e-5 : 2e-5}] 1\n"
	"  if {$f % 2} { element elasticBeamColumn [incr e] [expr {10*$f+10+$c}] [expr {10*$f+11+$c%4}] 0.02 2e8 8e7 2e-5 2e-5 3e-5 2 } } }\n"
	"element elasticBeamColumn [incr e] 301 300 0.02 2e8 8e7 2e-5 1e-5 1e-5 1\n"
	"element elasticBeamColumn [incr e] 302 21 0.02 2e8 8e7 2e-5 2e-5 3e-5 2\n"
	"rayleigh 0.2 0.0 0.002 0.0\n"
	"timeSeries Sine 1 0 0.7 0.3 -factor 3\n"
	"pattern UniformExcitation 1 1 -accel 1; pattern UniformExcitation 2 2 -accel 1 -fact 0.6\n"
	"constraints Transformation; numberer RCM; system BandGeneral; test NormDispIncr 1e-11 20; algorithm Newton\n"
	"integrator Newmark 0.5 0.25; analysis Transient\n";

enum { STEPS = 120, WATCHED = 6 };

/* Node and freedom of what is compared, and how: nodeDisp, nodeVel, nodeAccel. */
struct watched { const char *query; int node, dof; };

static void run_history(struct stage *s, const struct watched *w, double (*ret_x)[WATCHED])
{
	stage_eval(s, "reset");
	for (int i = 0; i < STEPS; i++) {
		assert_true(stage_real(s, "analyze 1 0.01") == 0.0);
		for (int k = 0; k < WATCHED; k++)
			ret_x[i][k] = stage_real(s, "%s %d %d", w[k].query, w[k].node, w[k].dof);
	}
}

/* Largest difference of two histories of one column, as a part of the first one's peak. */
static double apart(const double (*a)[WATCHED], const double (*b)[WATCHED], int k)
{
	double peak = 0.0, worst = 0.0;

	for (int i = 0; i < STEPS; i++) {
		peak = larger(peak, fabs(a[i][k]));
		worst = larger(worst, fabs(a[i][k] - b[i][k]));
	}
	assert_true(peak > 0.0);
	return worst / peak;
}

/* The same histories before and after a reduction to n unknowns. */
static void expect_same(struct stage *s, const struct watched *w, const char *reduce, int n, double limit)
{
	static double whole[STEPS][WATCHED], reduced[STEPS][WATCHED];

	run_history(s, w, whole);
	assert_int_equal((int)stage_real(s, "%s", reduce), n);
	run_history(s, w, reduced);
	assert_int_equal((int)stage_real(s, "systemSize"), n);
	for (int k = 0; k < WATCHED; k++)
		if (!(apart(whole, reduced, k) < limit))
			fail_msg("%s %d %d: apart by %g of its peak", w[k].query, w[k].node, w[k].dof, apart(whole, reduced, k));
}

static void expect_refusal(struct stage *s, const char *command, const char *words)
{
	if (Tcl_Eval(s->script.interp, command) != TCL_ERROR)
		fail_msg("%s was not refused", command);
	if (!strstr(Tcl_GetStringResult(s->script.interp), words))
		fail_msg("%s: '%s' does not say '%s'", command, Tcl_GetStringResult(s->script.interp), words);
}

static const struct watched of_cantilever[WATCHED] = {
	{"nodeDisp", 10, 1}, {"nodeDisp", 3, 1}, {"nodeDisp", 4, 3}, {"nodeVel", 7, 1}, {"nodeAccel", 10, 1}, {"nodeAccel", 2, 3}};
static const struct watched of_building[WATCHED] = {
	{"nodeDisp", 200, 1}, {"nodeDisp", 200, 6}, {"nodeDisp", 13, 5}, {"nodeDisp", 302, 1}, {"nodeVel", 42, 2}, {"nodeAccel", 33, 1}};

/* ---- statics -------------------------------------------------------------------------------------------------- */

static void load_at(struct stage *s, int node)
{
	stage_eval(s, "timeSeries Linear 9; pattern Plain 9 9 { load %d 2.0 0 0 }", node);
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator LoadControl 1.0; analysis Static");
	assert_true(stage_real(s, "analyze 1") == 0.0);
}

/* P x^2 (3 L - x) / (6 E I) under a load at the end, which is kept: every node is recovered. */
static void guyan_recovers_the_bending_line(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", cantilever);
	assert_int_equal((int)stage_real(&s, "reduce Guyan -node 10 -dof 1"), 1);
	load_at(&s, 10);
	for (int i = 1; i <= 10; i++) {
		double x = 0.3 * i;

		expect_close(stage_real(&s, "nodeDisp %d 1", i), 2.0 * x * x * (9.0 - x) / 1200.0, 1e-10, "displacement");
		expect_close(stage_real(&s, "nodeDisp %d 3", i), -2.0 * x * (6.0 - x) / 400.0, 1e-10, "rotation");
	}
	stage_end(&s);
}

/* P a^2 (3 L - a) / (6 E I) at the end, the load being in the interior at a = 1.2. */
static void guyan_is_exact_at_what_is_kept_under_interior_loads(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", cantilever);
	stage_eval(&s, "reduce Guyan -node 10 -dof 1 3");
	load_at(&s, 4);
	expect_close(stage_real(&s, "nodeDisp 10 1"), 2.0 * 1.44 * (9.0 - 1.2) / 1200.0, 1e-10, "displacement");
	expect_close(stage_real(&s, "nodeDisp 10 3"), -2.0 * 1.44 / 400.0, 1e-10, "rotation");
	stage_end(&s);
}

/* A settlement of 0.01 at the far end of a propped beam: u = 0.01 x^2 (3 L - x) / (2 L^3), whatever is kept. */
static void interior_follows_prescribed_displacements(void **unused)
{
	static const char *const way[] = {"Guyan -node 4 -dof 1", "CraigBampton -node 4 -dof 1 -modes 2", "Modal 3"};
	struct stage s;

	(void)unused;
	stage_begin(&s);
	for (int k = 0; k < 3; k++) {
		stage_eval(&s, "%s", cantilever);
		stage_eval(&s, "for {set i 1} {$i <= 10} {incr i} { mass $i 1 1 0 }");
		stage_eval(&s, "timeSeries Linear 9; pattern Plain 9 9 { sp 10 1 0.01 }; reduce %s", way[k]);
		stage_eval(&s, "constraints Transformation; numberer Plain; system BandGeneral; test NormDispIncr 1e-12 9; algorithm Newton");
		stage_eval(&s, "integrator LoadControl 1.0; analysis Static");
		assert_true(stage_real(&s, "analyze 1") == 0.0);
		for (int i = 1; i <= 10; i++) {
			double x = 0.3 * i;

			expect_close(stage_real(&s, "nodeDisp %d 1", i), 0.01 * x * x * (9.0 - x) / 54.0, 1e-9, "displacement");
		}
	}
	stage_end(&s);
}

/* ---- dynamics ------------------------------------------------------------------------------------------------- */

/* Masses 2 and 3 on springs 50 and 40 in a row; the first mass follows the second by 40/90. */
static void guyan_of_two_masses_has_the_closed_form_frequency(void **unused)
{
	struct stage s;
	double follow = 40.0 / 90.0, stiffness = 50.0 * 40.0 / 90.0, mass = 3.0 + 2.0 * follow * follow;
	double b = 90.0 / 2.0 + 40.0 / 3.0, whole = 0.5 * (b - sqrt(b * b - 4.0 * 50.0 * 40.0 / 6.0));

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0; node 2 0 -mass 2; node 3 0 -mass 3; fix 1 1");
	stage_eval(&s, "uniaxialMaterial Elastic 1 50; uniaxialMaterial Elastic 2 40");
	stage_eval(&s, "element zeroLength 1 1 2 -mat 1 -dir 1; element zeroLength 2 2 3 -mat 2 -dir 1");
	stage_eval(&s, "reduce Guyan -node 3 -dof 1");
	expect_close(stage_real(&s, "eigen -fullGenLapack 1"), stiffness / mass, 1e-12, "eigenvalue");
	expect_close(stage_real(&s, "lindex [reduce frequencies] 0"), sqrt(whole) / (2.0 * M_PI), 1e-10, "frequency of the whole");
	expect_close(stage_real(&s, "lindex [reduce frequencies] 1"), sqrt(stiffness / mass) / (2.0 * M_PI), 1e-12, "frequency of the reduced");
	expect_close(stage_real(&s, "llength [reduce frequencies]"), 2, 0, "numbers answered");
	stage_end(&s);
}

static void craig_bampton_with_all_modes_leaves_nothing_out(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s%s", cantilever, shaken);
	expect_same(&s, of_cantilever, "reduce CraigBampton -node 5 10 -dof 1 -node 8 -dof 3 -modes 27", 30, 1e-9);
	stage_end(&s);
}

static void all_modes_leave_nothing_out(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s%s", cantilever, shaken);
	expect_same(&s, of_cantilever, "reduce Modal 30", 30, 1e-9);
	stage_end(&s);
}

/* Floors and followers: 78 unknowns, of which the floors' centres and the joined column's head are kept. */
static void rigid_floors_and_equal_freedoms_are_reduced_with_the_rest(void **unused)
{
	struct stage s;
	int whole;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", building);
	whole = (int)stage_real(&s, "systemSize");
	stage_eval(&s, "set whole %d", whole);
	expect_same(&s, of_building, "reduce CraigBampton -node 100 200 -dof 1 2 6 -node 300 -dof 1 2 -modes [expr {$whole - 8 - 2}]", whole - 2, 1e-9);
	stage_eval(&s, "reduce none");
	expect_same(&s, of_building, "reduce Modal [expr {$whole - 2}]", whole - 2, 1e-9);
	stage_end(&s);
}

/* Massless interior: Guyan's reduction is exact whatever the kept freedoms do, here with a yielding spring between two of them. The whole
 * structure's accelerations without mass alternate by rounding (4/dt^2 times that of displacements), hence a limit of 1e-8. */
static void yielding_between_kept_freedoms_is_exact_over_a_massless_interior(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", cantilever);
	stage_eval(&s, "%s", shaken);
	stage_eval(&s, "for {set i 1} {$i <= 10} {incr i} { mass $i [expr {$i %% 5 ? 0 : 3.0}] 0 0 }; rayleigh 0.1 0 0 0");
	stage_eval(&s, "node 20 0 3.0; fix 20 0 1 1; mass 20 1.0 0 0; uniaxialMaterial Steel01 1 0.4 200.0 0.05");
	stage_eval(&s, "element zeroLength 20 10 20 -mat 1 -dir 1");
	expect_same(&s, of_cantilever, "reduce Guyan -node 5 10 20 -dof 1", 3, 1e-8);
	stage_end(&s);
}

static void modal_damping_acts_on_modal_coordinates(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s%s", cantilever, shaken);
	stage_eval(&s, "rayleigh 0 0 0 0; eigen 4; modalDamping 0.05");
	expect_same(&s, of_cantilever, "reduce CraigBampton -node 10 -dof 1 -modes 29", 30, 1e-9);
	stage_eval(&s, "reduce none");
	expect_same(&s, of_cantilever, "reduce Modal 30", 30, 1e-9);
	stage_end(&s);
}

static void initial_velocity_reaches_modal_coordinates(void **unused)
{
	static const char *const way[] = {"", "reduce Modal 30", "reduce CraigBampton -node 10 -dof 1 -modes 29"};
	struct stage s;
	double u[3];

	(void)unused;
	stage_begin(&s);
	for (int k = 0; k < 3; k++) {
		stage_eval(&s, "%s%s", cantilever, shaken);
		stage_eval(&s, "remove loadPattern 1; pattern UniformExcitation 1 1 -accel 1 -vel0 0.4");
		stage_eval(&s, "%s", way[k]);
		assert_true(stage_real(&s, "analyze 40 0.01") == 0.0);
		u[k] = stage_real(&s, "nodeDisp 6 1");
	}
	expect_close(u[1], u[0], 1e-9, "by modes");
	expect_close(u[2], u[0], 1e-9, "by Craig and Bampton");
	stage_end(&s);
}

/* A structure in motion is reduced, and made whole again: it goes on from where it was. */
static void motion_is_carried_through_reductions(void **unused)
{
	struct stage s;
	double whole, through;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s%s", cantilever, shaken);
	stage_eval(&s, "analyze 60 0.01");
	whole = stage_real(&s, "nodeDisp 3 1");
	stage_eval(&s, "reset; analyze 20 0.01; reduce Modal 30; analyze 15 0.01");
	stage_eval(&s, "reduce CraigBampton -node 2 9 -dof 1 2 -modes 26; analyze 15 0.01; reduce none; analyze 10 0.01");
	through = stage_real(&s, "nodeDisp 3 1");
	expect_close(through, whole, 1e-9, "displacement");
	stage_end(&s);
}

/* Rayleigh: no reduced frequency lies below its whole one, and more unknowns come nearer. */
static void reduced_frequencies_are_upper_bounds(void **unused)
{
	static const char *const way[] = {"Guyan -node 100 200 -dof 1 2 6", "CraigBampton -node 100 200 -dof 1 2 6 -modes 4",
	                                  "CraigBampton -node 100 200 -dof 1 2 6 -modes 12"};
	struct stage s;
	double sum[3] = {0};

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", building);
	for (int k = 0; k < 3; k++) {
		stage_eval(&s, "reduce %s; set pair [reduce frequencies 6]", way[k]);
		assert_int_equal((int)stage_real(&s, "llength $pair"), 12);
		for (int i = 0; i < 6; i++) {
			double whole = stage_real(&s, "lindex $pair %d", 2 * i), reduced = stage_real(&s, "lindex $pair %d", 2 * i + 1);

			assert_true(reduced >= whole * (1.0 - 1e-10));
			sum[k] += reduced / whole - 1.0;
		}
	}
	assert_true(sum[0] > 1e-3 && sum[1] < 0.5 * sum[0] && sum[2] < 0.5 * sum[1]);
	stage_end(&s);
}

/* 80 modes of 600 freedoms, half of them without mass: shapes that Lanczos finds must be good where it does not look, or the
 * stiffness between them is not diag(omega^2). */
static void many_modes_are_shapes_of_massless_freedoms_too(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 3 -ndf 6; geomTransf Linear 1 1 0 0; geomTransf Linear 2 0 0 1; set e 0; set box {0.01 2e8 8e7 1e-5 1e-5 1e-5}");
	stage_eval(&s, "for {set f 0} {$f <= 4} {incr f} { for {set i 0} {$i < 5} {incr i} { for {set j 0} {$j < 5} {incr j} {\n"
	           "  set t [expr {1000*$f+10*$i+$j+1}]; node $t $i $j $f\n"
	           "  if {$f == 0} { fix $t 1 1 1 1 1 1; continue }\n"
	           "  mass $t 1 1 1 0 0 0; element elasticBeamColumn [incr e] [expr {$t-1000}] $t {*}$box 1\n"
	           "  if {$i} { element elasticBeamColumn [incr e] [expr {$t-10}] $t {*}$box 2 }\n"
	           "  if {$j} { element elasticBeamColumn [incr e] [expr {$t-1}] $t {*}$box 2 } } } }");
	assert_int_equal((int)stage_real(&s, "reduce Modal 80"), 80);
	stage_eval(&s, "set pair [reduce frequencies 80]");
	for (int i = 0; i < 80; i++)
		expect_close(stage_real(&s, "lindex $pair %d", 2 * i + 1), stage_real(&s, "lindex $pair %d", 2 * i), 1e-10, "frequency");
	stage_end(&s);
}

/* ---- models that change ---------------------------------------------------------------------------------------- */

static void transformation_follows_mass_and_stiffness(void **unused)
{
	struct stage s;
	double later;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s%s", cantilever, shaken);
	stage_eval(&s, "reduce CraigBampton -node 10 -dof 1 -modes 3; mass 5 8.0 8.0 0.001");
	stage_eval(&s, "element elasticBeamColumn 50 0 1 0.01 2e8 1e-6 1");
	later = stage_real(&s, "lindex [eigen -fullGenLapack 3] 2");
	stage_eval(&s, "reduce CraigBampton -node 10 -dof 1 -modes 3");
	expect_close(later, stage_real(&s, "lindex [eigen -fullGenLapack 3] 2"), 1e-13, "third eigenvalue");
	stage_end(&s);
}

static void other_freedoms_want_another_reduction(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s%s", cantilever, shaken);
	stage_eval(&s, "reduce Guyan -node 10 -dof 1; timeSeries Linear 7; pattern Plain 7 7 { load 10 1 0 0 }");
	assert_true(stage_real(&s, "analyze 1 0.01") == 0.0);
	stage_eval(&s, "node 30 0 4; fix 30 0 1 1");
	expect_refusal(&s, "systemSize", "have changed since the model was reduced: 30 free freedoms then, 31 now");
	assert_int_equal((int)stage_real(&s, "reduce Guyan -node 10 30 -dof 1"), 2);
	stage_eval(&s, "fix 10 0 1 0");
	expect_refusal(&s, "systemSize", "31 free freedoms then, 30 now");
	assert_int_equal((int)stage_real(&s, "reduce none"), 30);
	stage_end(&s);
}

static void failed_reduction_leaves_the_one_there_is(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s%s", cantilever, shaken);
	stage_eval(&s, "reduce Modal 4");
	expect_refusal(&s, "reduce Modal 31", "more modes than there are: 31 (allowed: at most 30, the rank of the mass matrix)");
	expect_refusal(&s, "reduce CraigBampton -node 10 -dof 1 -modes 30", "at most 29, the rank of the mass of what is not kept");
	assert_int_equal((int)stage_real(&s, "systemSize"), 4);
	stage_end(&s);
}

static void not_linear_elements_must_stand_on_kept_freedoms(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s%s", cantilever, shaken);
	stage_eval(&s, "node 20 0 1.5; fix 20 1 1 1; uniaxialMaterial Steel01 1 0.4 200.0 0.05; element zeroLength 20 20 5 -mat 1 -dir 1");
	expect_refusal(&s, "reduce Guyan -node 10 -dof 1", "element zeroLength 20 is not linear and acts on node 5, freedom 1, which is not kept");
	/* the other freedoms of node 5 are none of its business */
	assert_int_equal((int)stage_real(&s, "reduce Guyan -node 5 10 -dof 1"), 2);
	/* modes take it along */
	assert_int_equal((int)stage_real(&s, "reduce Modal 30"), 30);
	expect_same(&s, of_cantilever, "reduce none", 30, 1e-8);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(guyan_recovers_the_bending_line),
		cmocka_unit_test(guyan_is_exact_at_what_is_kept_under_interior_loads),
		cmocka_unit_test(interior_follows_prescribed_displacements),
		cmocka_unit_test(guyan_of_two_masses_has_the_closed_form_frequency),
		cmocka_unit_test(craig_bampton_with_all_modes_leaves_nothing_out),
		cmocka_unit_test(all_modes_leave_nothing_out),
		cmocka_unit_test(rigid_floors_and_equal_freedoms_are_reduced_with_the_rest),
		cmocka_unit_test(yielding_between_kept_freedoms_is_exact_over_a_massless_interior),
		cmocka_unit_test(modal_damping_acts_on_modal_coordinates),
		cmocka_unit_test(initial_velocity_reaches_modal_coordinates),
		cmocka_unit_test(motion_is_carried_through_reductions),
		cmocka_unit_test(reduced_frequencies_are_upper_bounds),
		cmocka_unit_test(many_modes_are_shapes_of_massless_freedoms_too),
		cmocka_unit_test(transformation_follows_mass_and_stiffness),
		cmocka_unit_test(other_freedoms_want_another_reduction),
		cmocka_unit_test(failed_reduction_leaves_the_one_there_is),
		cmocka_unit_test(not_linear_elements_must_stand_on_kept_freedoms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
