/* A sub-model behind SimDomain is the structure with the sub-model in it: hybrid and monolithic histories are the same to 1e-9 of their peak.
 *
 * A one-bay frame (E = 2e8, columns 3, beam 6; units kN, m, s). The left column stands on a hinge that yields and has a node at half its
 * height; it is in the hybrid model as an experimental element of three freedoms, or where the method commands once a step and the
 * structure has no mass inside the column, as a part whose freedoms are all driven. Reference: the same script without the sub-model. */
#include "test.h"

#include "verify/verify.h"

enum { STEPS = 240, COLUMNS = 3 };

struct history { double u[STEPS][COLUMNS]; };

/* fy: moment at which the hinge yields. K0 in closed form: flexibility of a cantilever with a spring at its base. */
static const char procedures[] =
	"set E 2.0e8; set A 0.01; set I 1.2e-4; set L 3.0; set kh 2.0e4\n"
	"proc column {fy transf} {\n"
	"  global E A I kh\n"
	"  node 11 0 0; node 12 0 1.5\n"
	"  equalDOF 1 11 1 2\n"
	"  uniaxialMaterial Steel01 11 $fy $kh 0.03\n"
	"  geomTransf $transf 11\n"
	"  element zeroLength 11 1 11 -mat 11 -dir 6\n"
	"  element elasticBeamColumn 12 11 12 $A $E $I 11\n"
	"  element elasticBeamColumn 13 12 3 $A $E $I 11\n"
	"}\n"
	"proc frame {} {\n"
	"  global E A I\n"
	"  model basic -ndm 2 -ndf 3\n"
	"  node 1 0 0; node 2 6 0; node 3 0 3; node 4 6 3\n"
	"  fix 1 1 1 1; fix 2 1 1 1\n"
	"  mass 3 20 20 1; mass 4 20 20 1\n"
	"  geomTransf Linear 1\n"
	"  element elasticBeamColumn 1 2 4 $A $E $I 1\n"
	"  element elasticBeamColumn 2 3 4 $A $E 2.5e-4 1\n"
	"}\n"
	"proc stiffness {} {\n"
	"  global E A I L kh\n"
	"  set EI [expr $E*$I]\n"
	"  set f11 [expr pow($L,3)/(3*$EI) + $L*$L/$kh]; set f12 [expr -$L*$L/(2*$EI) - $L/$kh]; set f22 [expr $L/$EI + 1.0/$kh]\n"
	"  set d [expr $f11*$f22 - $f12*$f12]\n"
	"  list [expr $f22/$d] 0 [expr -$f12/$d]  0 [expr $E*$A/$L] 0  [expr -$f12/$d] 0 [expr $f11/$d]\n"
	"}\n"
	"proc specimen {fy transf} {\n"
	"  expModel 1 { model basic -ndm 2 -ndf 3; node 1 0 0; node 3 0 3; fix 1 1 1 1; column $fy $transf }\n"
	"  expControlPoint 1 -node 3 1 disp 2 disp 3 disp\n"
	"  expControlPoint 2 -node 3 1 disp 1 force 2 disp 2 force 3 disp 3 force\n"
	"  expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2\n"
	"  expSetup NoTransformation 1 -control 1 -dof 1 2 3 -sizeTrialOut 3 3\n"
	"  expSite LocalSite 1 1\n"
	"  expElement generic 10 -node 3 -dof 1 2 3 -site 1 -initStif {*}[stiffness]\n"
	"}\n"
	/* the same column lying down, as beamColumn sees it: axial, transverse and rotation of its head relative to its foot */
	"proc beam_specimen {fy} {\n"
	"  global E A I L kh\n"
	"  expModel 1 {\n"
	"    model basic -ndm 2 -ndf 3; node 1 0 0; node 3 $L 0; node 11 0 0; node 12 1.5 0; fix 1 1 1 1; equalDOF 1 11 1 2\n"
	"    uniaxialMaterial Steel01 11 $fy $kh 0.03; geomTransf Linear 11\n"
	"    element zeroLength 11 1 11 -mat 11 -dir 6\n"
	"    element elasticBeamColumn 12 11 12 $A $E $I 11; element elasticBeamColumn 13 12 3 $A $E $I 11\n"
	"  }\n"
	"  expControlPoint 1 -node 3 1 disp 2 disp 3 disp\n"
	"  expControl SimDomain 1 -model 1 -trialCP 1 -outCP 1\n"
	"  expSetup NoTransformation 1 -control 1 -dof 1 2 3 -sizeTrialOut 3 3\n"
	"  expSite LocalSite 1 1\n"
	"  lassign [stiffness] k11 - k13 - k22 - - - k33\n"
	"  geomTransf Linear 10\n"
	"  expElement beamColumn 10 1 3 10 -site 1 -initStif $k22 0 0 0 $k11 [expr -$k13] 0 [expr -$k13] $k33\n"
	"}\n"
	"proc part {} {\n"
	"  node 21 0 3; fix 21 1 1 1\n"
	"  uniaxialMaterial Steel01 21 30.0 4.0e3 0.05; uniaxialMaterial Steel01 22 20.0 9.0e3 0.02; uniaxialMaterial Steel01 23 8.0 3.0e3 0.1\n"
	"  element zeroLength 21 21 3 -mat 21 22 23 -dir 1 2 6 -orient 0.8 0.6 0 -0.6 0.8 0\n"
	"}\n"
	"proc part_specimen {} {\n"
	"  expModel 1 { model basic -ndm 2 -ndf 3; node 3 0 3; part }\n"
	"  expControlPoint 1 -node 3 1 disp 2 disp 3 disp\n"
	"  expControlPoint 2 -node 3 1 disp 2 disp 3 disp 1 force 2 force 3 force\n"
	"}\n"
	"proc part_element {} {\n"
	"  expSetup NoTransformation 1 -control 1 -dof 1 2 3 -sizeTrialOut 3 3\n"
	"  expSite LocalSite 1 1\n"
	"  expElement generic 10 -node 3 -dof 1 2 3 -site 1 -initStif 5.8e3 -2.4e3 0 -2.4e3 7.2e3 0 0 0 3.0e3\n"
	"}\n"
	"proc series {} {\n"
	"  node 31 0 3; node 32 0 3; fix 31 1 1 1; fix 32 0 1 1\n"
	"  uniaxialMaterial Steel02 31 25.0 6.0e3 0.03 18.5 0.925 0.15; uniaxialMaterial Elastic 32 9.0e3\n"
	"  element zeroLength 31 31 32 -mat 31 -dir 1; element zeroLength 32 32 3 -mat 32 -dir 1\n"
	"}\n"
	"proc series_specimen {} {\n"
	"  expModel 1 { model basic -ndm 2 -ndf 3; node 3 0 3; series; fix 3 0 1 1 }\n"
	"  expControlPoint 1 -node 3 1 disp\n"
	"  expControlPoint 2 -node 3 1 disp 1 force\n"
	"  expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2\n"
	"  expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1\n"
	"  expSite LocalSite 1 1\n"
	"  node 41 0 3; fix 41 1 1 1\n"
	"  expElement twoNodeLink 10 41 3 -dir 1 -site 1 -initStif 3.6e3 -noRayleigh\n"
	"}\n"
	"proc solve {tolerance} {\n"
	"  constraints Transformation; numberer Plain; system BandGeneral; test NormDispIncr $tolerance 500; algorithm Newton\n"
	"}\n";

static void frame_make(struct stage *s, const char *column)
{
	stage_begin(s);
	stage_eval(s, procedures);
	stage_eval(s, "frame; %s", column);
}

static void history_take(struct stage *s, const char *step, struct history *ret)
{
	for (int i = 0; i < STEPS; i++) {
		assert_int_equal((int)stage_real(s, "analyze 1 %s", step), 0);
		ret->u[i][0] = stage_real(s, "nodeDisp 3 1");
		ret->u[i][1] = stage_real(s, "nodeDisp 4 2");
		ret->u[i][2] = stage_real(s, "nodeDisp 3 3");
	}
	stage_end(s);
}

static double peak(const struct history *h, int column)
{
	double most = 0.0;

	for (int i = 0; i < STEPS; i++)
		most = larger(most, fabs(h->u[i][column]));
	return most;
}

/* Largest difference over the peak, of the worst column. */
static double apart(const struct history *a, const struct history *b)
{
	double worst = 0.0;

	for (int k = 0; k < COLUMNS; k++) {
		double off = 0.0;

		for (int i = 0; i < STEPS; i++)
			off = larger(off, fabs(a->u[i][k] - b->u[i][k]));
		worst = larger(worst, off / peak(b, k));
	}
	return worst;
}

static void static_run(const char *column, struct history *ret)
{
	struct stage s;

	frame_make(&s, column);
	stage_eval(&s, "timeSeries Sine 1 0.0 1000.0 100.0; pattern Plain 1 1 { load 3 150.0 -80.0 0.0 }");
	stage_eval(&s, "solve 1e-13; integrator LoadControl 1.0; analysis Static");
	history_take(&s, "", ret);
}

static void transient_run(const char *column, const char *integrator, const char *algorithm, struct history *ret)
{
	struct stage s;

	frame_make(&s, column);
	stage_eval(&s, "timeSeries Sine 1 0.0 2.0 0.9; pattern UniformExcitation 1 1 -accel 1 -fact 4.0");
	stage_eval(&s, "solve 1e-13; algorithm %s; integrator %s; analysis Transient", algorithm, integrator);
	history_take(&s, "0.01", ret);
}

static void expect_same(const struct history *a, const struct history *b, const char *what)
{
	double off = apart(a, b);

	print_message("%s: %.2e apart\n", what, off);
	if (!(off <= 1e-9))
		fail_msg("%s: hybrid and monolithic are %.3e of the peak apart", what, off);
}

static struct history hybrid, whole, elastic;

static void static_loads_on_an_elastic_column(void **state)
{
	(void)state;
	static_run("specimen 1e9 Linear", &hybrid);
	static_run("column 1e9 Linear", &whole);
	expect_same(&hybrid, &whole, "static, elastic");
}

static void static_loads_on_a_column_that_yields(void **state)
{
	(void)state;
	static_run("specimen 20.0 PDelta", &hybrid);
	static_run("column 20.0 PDelta", &whole);
	static_run("column 1e9 PDelta", &elastic);
	expect_same(&hybrid, &whole, "static, yielding, P-Delta");
	assert_true(apart(&whole, &elastic) > 0.1);
}

static void newmark_with_newton_and_a_column_that_yields(void **state)
{
	(void)state;
	transient_run("specimen 60.0 PDelta", "Newmark 0.5 0.25", "Newton", &hybrid);
	transient_run("column 60.0 PDelta", "Newmark 0.5 0.25", "Newton", &whole);
	transient_run("column 1e9 PDelta", "Newmark 0.5 0.25", "Newton", &elastic);
	expect_same(&hybrid, &whole, "Newmark, Newton, yielding");
	assert_true(apart(&whole, &elastic) > 0.1);
}

static void a_member_with_basic_coordinates(void **state)
{
	(void)state;
	static_run("beam_specimen 20.0", &hybrid);
	static_run("column 20.0 Linear", &whole);
	expect_same(&hybrid, &whole, "beamColumn, static, yielding");
	transient_run("beam_specimen 60.0", "Newmark 0.5 0.25", "Newton", &hybrid);
	transient_run("column 60.0 Linear", "Newmark 0.5 0.25", "Newton", &whole);
	expect_same(&hybrid, &whole, "beamColumn, Newmark, yielding");
}

/* A method of one evaluation a step does not iterate on what is free inside the column, so that there only a linear one is the same. */
static void operator_splitting_with_an_elastic_column(void **state)
{
	(void)state;
	transient_run("specimen 1e9 Linear", "AlphaOS 0.9", "Linear -initial", &hybrid);
	transient_run("column 1e9 Linear", "AlphaOS 0.9", "Linear -initial", &whole);
	expect_same(&hybrid, &whole, "AlphaOS, elastic");
}

static void methods_of_one_exchange_with_a_part_that_yields(void **state)
{
	static const struct { const char *integrator, *algorithm; } method[] = {
		{"AlphaOS 0.9", "Linear -initial"}, {"NewmarkExplicit 0.5", "Linear -initial"}, {"HHTExplicit 0.9", "Linear -initial"},
		{"AlphaOSGeneralized 0.8", "Linear -initial"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(method); i++) {
		transient_run("part_specimen; expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2; part_element", method[i].integrator, method[i].algorithm,
		              &hybrid);
		transient_run("part", method[i].integrator, method[i].algorithm, &whole);
		expect_same(&hybrid, &whole, method[i].integrator);
		/* the softer spring yields at 0.0075, in a direction of which 0.8 is horizontal */
		assert_true(peak(&whole, 0) > 2.0 * 0.0075 / 0.8);
	}
}

/* Without a rate the virtual rig moves its specimen once a command: with one command a step it is perfect, too. */
static void a_virtual_rig_with_a_part_that_yields(void **state)
{
	(void)state;
	transient_run("part_specimen; expSpecimen Domain 1 -model 1 -trialCP 1; expControl VirtualRig 1 -channel 1 -channel 1 -channel 1; part_element",
	              "AlphaOS 0.9", "Linear -initial", &hybrid);
	transient_run("part", "AlphaOS 0.9", "Linear -initial", &whole);
	expect_same(&hybrid, &whole, "virtual rig");
}

static void one_freedom_with_a_free_node_inside(void **state)
{
	(void)state;
	transient_run("series_specimen", "Newmark 0.5 0.25", "Newton", &hybrid);
	transient_run("series", "Newmark 0.5 0.25", "Newton", &whole);
	expect_same(&hybrid, &whole, "one freedom, Steel02 in series, Newton");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(static_loads_on_an_elastic_column),
		cmocka_unit_test(static_loads_on_a_column_that_yields),
		cmocka_unit_test(newmark_with_newton_and_a_column_that_yields),
		cmocka_unit_test(a_member_with_basic_coordinates),
		cmocka_unit_test(operator_splitting_with_an_elastic_column),
		cmocka_unit_test(methods_of_one_exchange_with_a_part_that_yields),
		cmocka_unit_test(a_virtual_rig_with_a_part_that_yields),
		cmocka_unit_test(one_freedom_with_a_free_node_inside),
	};

	return cmocka_run_group_tests_name("domain", tests, NULL, NULL);
}
