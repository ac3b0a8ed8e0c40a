/* Dorka's sub-steps run by the specimen's site (-where site) against the same run by the integrator (-where here): the same bits where the specimen's
 * coordinates are the unknowns one by one, 1e-12 of the peak where they are sums of them; and what a site cannot run. Both ways send the same trials to
 * the same rig, so any rig will do: here one that ticks, lags and errs. */
#include "test.h"
#include "verify/verify.h"

enum { STEPS = 200, MOST = 8 };

/* Runs a script that has made structure and specimen; displacements of the nodes at every step, then forces and commands of element 1. */
static void run(const char *model, const char *words, const char *nodes, int n, double (*ret_u)[MOST])
{
	struct stage s;
	stage_begin(&s);
	stage_eval(&s, "%s", model);
	stage_eval(&s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator Dorka 0.25 0.5 %s; analysis Transient", words);
	for (int i = 0; i < STEPS; i++) {
		assert_int_equal((int)stage_real(&s, "analyze 1 0.01"), 0);
		for (int k = 0; k < n; k++)
			ret_u[i][k] = stage_real(&s, "lindex [concat %s] %d", nodes, k);
	}
	stage_end(&s);
}

/* A frame of two storeys; the first is a specimen that yields, behind an actuator that is late and sensors that err. */
static const char storey[] =
    "model basic -ndm 1 -ndf 1; node 1 -10; node 2 0 -mass 0.02; node 3 0 -mass 0.01; fix 1 1; uniaxialMaterial Elastic 1 20.0;"
    "element zeroLength 2 2 3 -mat 1 -dir 1; rayleigh 0.5 0 0.002 0;"
    "uniaxialMaterial Steel02 2 3.0 8.0 0.05 18.0 0.925 0.15; expSeed 7; expSpecimen Material 1 2; expActuator Delay 1 0.002;"
    "expSensor Transducer 1 -rms 0.02; expControl VirtualRig 1 -rate 2000 -channel 1 -actuator 1 -forceSensor 1;"
    "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1;"
    "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 8.0 -noRayleigh;"
    "timeSeries Sine 1 0.0 10.0 0.7 -factor 60; pattern UniformExcitation 1 1 -accel 1";
static const char storey_out[] = "[nodeDisp 2 1] [nodeDisp 3 1] [nodeAccel 3 1] [eleResponse 1 deformationsANDforces] [eleResponse 1 ctrlVel]";

static void has_the_bits_of_sub_steps_in_the_integrator(void **unused)
{
	static const char *const words[] = {"-substeps 8", "-substeps 1", "-substeps 5 -P 0.5 -I 0.1 -D 1e-4", "-substeps 8 -P 0 -control velocity",
	        "-substeps 8 -P 0 -control acceleration", "-substeps 8 -single"};
	static double u[2][STEPS][MOST];
	char line[160];
	(void)unused;
	for (size_t i = 0; i < COUNT(words); i++) {
		for (int site = 0; site < 2; site++) {
			snprintf(line, sizeof(line), "%s -where %s", words[i], site ? "site" : "here");
			run(storey, line, storey_out, 6, u[site]);
		}
		assert_memory_equal(u[0], u[1], sizeof(u[0]));
		/* it was a test: the specimen has yielded (3.0/8.0) */
		double most = 0.0;
		for (int k = 0; k < STEPS; k++)
			most = larger(most, fabs(u[0][k][0]));
		assert_true(most > 0.5);
	}
}

/* Two freedoms of one specimen in the order of the unknowns, coupled in it. */
static const char pair[] =
    "model basic -ndm 2 -ndf 2; node 1 0 0; node 2 0 0 -mass 0.02 0.03; fix 1 1 1; uniaxialMaterial Elastic 1 20.0; uniaxialMaterial Elastic 2 30.0;"
    "element zeroLength 2 1 2 -mat 1 2 -dir 1 2; uniaxialMaterial Steel01 3 2.0 8.0 0.1; uniaxialMaterial Steel01 4 3.0 6.0 0.1;"
    "expControl SimUniaxialMaterials 1 3 4; expSetup NoTransformation 1 -control 1 -dir 1 2 -sizeTrialOut 2 2; expSite LocalSite 1 1;"
    "expElement generic 1 -node 2 -dof 1 2 -site 1 -initStif 8.0 0 0 6.0;"
    "timeSeries Sine 1 0.0 10.0 0.7; pattern Plain 1 1 {load 2 1.5 -2.0}";

static void keeps_them_for_several_coordinates_in_order(void **unused)
{
	static double u[2][STEPS][MOST];
	(void)unused;
	for (int site = 0; site < 2; site++)
		run(pair, site ? "-substeps 6 -where site" : "-substeps 6 -where here", "[nodeDisp 2 1] [nodeDisp 2 2] [eleResponse 1 daqForce]", 4, u[site]);
	assert_memory_equal(u[0], u[1], sizeof(u[0]));
}

/* A cantilever in an inclined direction: displacement and rotation of its tip are sums of the node's freedoms. */
static const char column[] =
    "model basic -ndm 2 -ndf 3; node 1 0 0; node 2 60 80 -mass 0.1 0.1 20.0; fix 1 1 1 1; geomTransf Linear 1;"
    "element elasticBeamColumn 2 1 2 5.0 2900 200 1; expSpecimen Linear 1 -k 50 0 0  0 2.0 -60  0 -60 3000;"
    "expControl VirtualRig 1 -rate 1000 -channel 1 -channel 1 -channel 1; expSetup NoTransformation 1 -control 1 -dir 1 2 3 -sizeTrialOut 3 3;"
    "expSite LocalSite 1 1;"
    "expElement beamColumn 1 1 2 1 -site 1 -initStif 50 0 0  0 2.0 -60  0 -60 3000;"
    "timeSeries Sine 1 0.0 10.0 0.7; pattern Plain 1 1 {load 2 4.0 -1.0 30.0}";

static void agrees_to_rounding_where_coordinates_are_sums(void **unused)
{
	static double u[2][STEPS][MOST];
	double most[3] = {0.0}, error[3] = {0.0};
	(void)unused;
	for (int site = 0; site < 2; site++)
		run(column, site ? "-substeps 6 -where site" : "-substeps 6 -where here", "[nodeDisp 2 1] [nodeDisp 2 2] [nodeDisp 2 3]", 3, u[site]);
	for (int i = 0; i < STEPS; i++)
		for (int k = 0; k < 3; k++) {
			most[k] = larger(most[k], fabs(u[0][i][k]));
			error[k] = larger(error[k], fabs(u[1][i][k] - u[0][i][k]));
		}
	print_message("inclined column: %.2g, %.2g, %.2g of the peaks\n", error[0] / most[0], error[1] / most[1], error[2] / most[2]);
	for (int k = 0; k < 3; k++)
		assert_true(most[k] > 0.0 && error[k] <= 1e-12 * most[k]);
}

/* A change of the structure that needs the integrator in every sub-step, and what is said. */
static void says_what_a_site_cannot_run(void **unused)
{
	static const struct { const char *change, *says; } row[] = {
		{"uniaxialMaterial Steel01 9 1.0 5.0 0.1; element zeroLength 3 1 3 -mat 9 -dir 1", "element 3: it is not linear"},
		{"remove element 1; expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 8.0; rayleigh 0.5 0 0.002 0", "element 1: Rayleigh damping"},
		{"remove element 1; expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 8.0 -noRayleigh -iMod", "element 1: -iMod"},
		{"remove element 1; expElement corotTruss 1 1 2 -site 1 -initStif 8.0 -noRayleigh", "more than what its specimen measures"},
		{"remove element 1; uniaxialMaterial Elastic 9 5.0; element zeroLength 3 1 2 -mat 9 -dir 1", "there is no specimen"},
		{"remove sp 1 1; timeSeries Linear 5; pattern MultipleSupport 5 {groundMotion 1 Plain -disp 5; imposedMotion 1 1 1}", "a load pattern moves its nodes"},
	};
	(void)unused;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct stage s;
		stage_begin(&s);
		stage_eval(&s, "%s; %s", storey, row[i].change);
		stage_eval(&s, "constraints Transformation; numberer Plain; system BandGeneral; algorithm Linear; integrator Dorka -where site; analysis Transient");
		stage_eval(&s, "set code [catch {analyze 1 0.01} text]");
		stage_eval(&s, "if {![string match {*cannot run the sub-steps by itself*%s*} $text]} {error $text}", row[i].says);
		/* a site in this process is asked sub-step by sub-step in any case */
		stage_eval(&s, "integrator Dorka -where auto; analysis Transient");
		assert_int_equal((int)stage_real(&s, "analyze 1 0.01"), 0);
		stage_end(&s);
	}
}

/* Another length of step in the middle: gains follow. */
static void follows_another_length_of_step(void **unused)
{
	double u[2];
	(void)unused;
	for (int site = 0; site < 2; site++) {
		struct stage s;
		stage_begin(&s);
		stage_eval(&s, "%s", storey);
		stage_eval(&s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator Dorka -where %s; analysis Transient",
		           site ? "site" : "here");
		assert_int_equal((int)stage_real(&s, "analyze 60 0.01"), 0);
		assert_int_equal((int)stage_real(&s, "analyze 60 0.005"), 0);
		u[site] = stage_real(&s, "nodeDisp 3 1");
		stage_end(&s);
	}
	assert_true(u[0] == u[1] && u[0] != 0.0);
}

/* What another method sends after them is what the element tells, not the end of the last sub-steps. */
static void the_next_method_goes_on_with_its_own_commands(void **unused)
{
	struct stage s;
	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", storey);
	stage_eval(&s, "constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator Dorka 0.25 0.5 -where site; analysis Transient");
	stage_eval(&s, "if {[analyze 50 0.01] != 0} {error Dorka}; integrator NewmarkExplicit 0.5; analysis Transient");
	for (int i = 0; i < 5; i++) {
		stage_eval(&s, "if {[analyze 1 0.01] != 0} {error NewmarkExplicit}");
		assert_near(stage_real(&s, "eleResponse 1 ctrlDisp"), stage_real(&s, "nodeDisp 2 1"), 1e-15);
	}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_the_bits_of_sub_steps_in_the_integrator), cmocka_unit_test(keeps_them_for_several_coordinates_in_order),
		cmocka_unit_test(agrees_to_rounding_where_coordinates_are_sums), cmocka_unit_test(says_what_a_site_cannot_run),
		cmocka_unit_test(follows_another_length_of_step),
		cmocka_unit_test(the_next_method_goes_on_with_its_own_commands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
