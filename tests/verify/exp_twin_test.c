/* Hybrid models with a perfect rig against the same structures computed: gravity by load control, then an earthquake of two sines, once
 * implicit with iterations in a loop of single steps, once explicit with one exchange a step. Displacements agree to 1e-9 of the peak.
 * Specimens yield (Steel02), so the path to each displacement counts as well as the displacement itself. */
#include "evidence.h"
#include "test.h"

#include "verify/verify.h"

enum { STEPS = 120, VALUES = 6 };

struct twin {
	const char *name;
	const char *model;         /* nodes, masses, materials, sites                              */
	const char *tested, *computed;
	const char *gravity;       /* load on node 2                                               */
	int ndf;                   /* of node 2, all compared                                      */
	double dt;                 /* of the explicit run; the implicit one takes four times that  */
};

#define SITE(tag, materials, dofs, n)                                                                                \
	"expControl SimUniaxialMaterials " #tag " " materials "; expSetup NoTransformation " #tag " -control " #tag     \
	" -dof " dofs " -sizeTrialOut " #n " " #n "; expSite LocalSite " #tag " " #tag "\n"

static const struct twin twins[] = {
	{ "truss", "model basic -ndm 2 -ndf 2; node 1 0 0; node 2 60 80; node 3 120 0; fix 1 1 1; fix 3 1 1; mass 2 0.04 0.04\n"
	  "uniaxialMaterial Elastic 9 3000; uniaxialMaterial Steel02 1 9 12 0.05 18 0.925 0.15; element truss 9 3 2 0.5 9\n" SITE(1, "1", "1", 1),
	  "expElement truss 1 1 2 -site 1 -initStif 12", "element twoNodeLink 1 1 2 -mat 1 -dir 1", "2 -1", 2, 0.0025 },
	/* stress of strain d/100 with a modulus 100 times as large is the force of d */
	{ "corotTruss", "model basic -ndm 2 -ndf 2; node 1 0 0; node 2 60 80; node 3 120 0; fix 1 1 1; fix 3 1 1; mass 2 0.04 0.04\n"
	  "uniaxialMaterial Elastic 9 3000; uniaxialMaterial Steel02 1 9 12 0.05 18 0.925 0.15; uniaxialMaterial Steel02 2 9 1200 0.05 18 0.925 0.15\n"
	  "element corotTruss 9 3 2 0.5 9\n" SITE(1, "1", "1", 1),
	  "expElement corotTruss 1 1 2 -site 1 -initStif 12", "element corotTruss 1 1 2 1 2", "2 -1", 2, 0.0025 },
	{ "twoNodeLink on a line", "model basic -ndm 1 -ndf 1; node 1 0; node 2 7; fix 1 1; mass 2 0.05; uniaxialMaterial Steel02 1 4 12 0.05 18 0.925 0.15\n"
	  SITE(1, "1", "1", 1), "expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 12", "element twoNodeLink 1 1 2 -mat 1 -dir 1", "1", 1, 0.005 },
	{ "twoNodeLink", "model basic -ndm 2 -ndf 3; node 1 0 0; node 2 3 12; fix 1 1 1 1; mass 2 0.05 0.05 5\n"
	  "uniaxialMaterial Elastic 1 150; uniaxialMaterial Steel02 2 4 8 0.05 18 0.925 0.15; uniaxialMaterial Elastic 3 900\n" SITE(1, "1 2 3", "1 2 3", 3),
	  "expElement twoNodeLink 1 1 2 -dir 1 2 3 -site 1 -initStif 150 0 0 0 8 0 0 0 900 -pDelta 0.3 0.4 -shearDist 0.4",
	  "element twoNodeLink 1 1 2 -mat 1 2 3 -dir 1 2 3 -pDelta 0.3 0.4 -shearDist 0.4", "0 -3 0", 3, 0.0025 },
	{ "twoNodeLink with one actuator", "model basic -ndm 2 -ndf 3; node 1 0 0; node 2 0 0; fix 1 1 1 1; fix 2 0 0 1; mass 2 0.05 0.05 0\n"
	  "uniaxialMaterial Elastic 1 20; uniaxialMaterial Steel02 2 4 8 0.05 18 0.925 0.15\n" SITE(1, "2", "2", 2),
	  "expElement twoNodeLink 1 1 2 -dir 1 2 -site 1 -initStif 20 0 0 8", "element twoNodeLink 1 1 2 -mat 1 2 -dir 1 2", "1 2 0", 2, 0.005 },
	{ "generic", "model basic -ndm 2 -ndf 3; node 1 0 0; node 2 0 0; fix 1 1 1 1; fix 2 0 1 0; mass 2 0.05 0 3\n"
	  "uniaxialMaterial Steel02 1 4 8 0.05 18 0.925 0.15; uniaxialMaterial Elastic 2 300\n" SITE(1, "1 2", "1 2", 2),
	  "expElement generic 1 -node 2 -dof 1 3 -site 1 -initStif 8 0 0 300 -noRayleigh", "element zeroLength 1 1 2 -mat 1 2 -dir 1 6", "1 0 2", 3, 0.005 },
	{ "bearing", "model basic -ndm 2 -ndf 3; node 1 0 0; node 2 0 8; fix 1 1 1 1; mass 2 0.1 0.1 10\n"
	  "uniaxialMaterial Steel02 1 3 12 0.1 18 0.925 0.15; uniaxialMaterial Elastic 2 400; uniaxialMaterial Steel01 3 30 6000 0.1\n" SITE(1, "1", "2", 3),
	  "expElement bearing 1 1 2 0 -P 2 -Mz 3 -site 1 -initStif 12 -shearDist 0.3 -noRayleigh",
	  "element twoNodeLink 1 1 2 -mat 2 1 3 -dir 1 2 3 -shearDist 0.3", "0 -12 0", 3, 0.0025 },
	{ "bearing in space", "model basic -ndm 3 -ndf 6; node 1 0 0 0; node 2 0 0 8; fix 1 1 1 1 1 1 1; mass 2 0.1 0.1 0.1 10 10 12\n"
	  "uniaxialMaterial Steel02 1 3 12 0.1 18 0.925 0.15; uniaxialMaterial Steel01 2 3.5 11 0.1; uniaxialMaterial Elastic 3 400\n"
	  "uniaxialMaterial Elastic 4 5000; uniaxialMaterial Steel01 5 30 6000 0.1; uniaxialMaterial Elastic 6 7000\n" SITE(1, "1 2", "2 3", 6),
	  "expElement bearing 1 1 2 1 -P 3 -T 4 -My 5 -Mz 6 -site 1 -initStif 12 0 0 11 -orient 0 0 1 0 1 0 -shearDist 0.6 -noRayleigh",
	  "element twoNodeLink 1 1 2 -mat 3 1 2 4 5 6 -dir 1 2 3 4 5 6 -orient 0 0 1 0 1 0 -shearDist 0.6 0.6", "0 0 -8 10 8 15", 6, 0.0025 },
};

/* Displacements of node 2 after every step. */
static void run(const struct twin *t, const char *element, bool implicit, double *ret_u)
{
	struct stage *s = test_malloc(sizeof *s);
	stage_begin(s);
	stage_eval(s, "%s", t->model);
	stage_eval(s, "%s", element);
	stage_eval(s, "timeSeries Linear 1; pattern Plain 1 1 {load 2 %s}", t->gravity);
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral; test NormDispIncr 1e-13 400; algorithm Newton\n"
	              "integrator LoadControl 0.1; analysis Static");
	assert_near(stage_real(s, "analyze 10"), 0.0, 0.0);
	stage_eval(s, "loadConst -time 0.0; wipeAnalysis; rayleigh 0.4 0.0 0.0 0.0");
	stage_eval(s, "set ag {}; for {set i 0} {$i <= 200} {incr i} {set t [expr {0.02*$i}]; lappend ag [expr {sin(6.0*$t) + 0.5*sin(15.0*$t + 1.0)}]}");
	stage_eval(s, "timeSeries Path 2 -dt 0.02 -values $ag -factor 100.0; pattern UniformExcitation 2 1 -accel 2");
	stage_eval(s, "constraints Plain; numberer Plain; system BandGeneral");
	if (implicit)
		stage_eval(s, "test NormDispIncr 1e-13 400; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient");
	else
		stage_eval(s, "algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
	for (int i = 0; i < STEPS; i++) {
		assert_near(stage_real(s, "analyze 1 %.17g", implicit ? 4.0 * t->dt : t->dt), 0.0, 0.0);
		for (int k = 0; k < t->ndf; k++)
			ret_u[i * VALUES + k] = stage_real(s, "nodeDisp 2 %d", k + 1);
	}
	stage_end(s);
	test_free(s);
}

static void compare(bool implicit)
{
	double u[STEPS * VALUES], w[STEPS * VALUES];
	for (size_t i = 0; i < COUNT(twins); i++) {
		const struct twin *t = &twins[i];
		run(t, t->tested, implicit, u);
		run(t, t->computed, implicit, w);
		for (int k = 0; k < t->ndf; k++) {
			double peak = 0.0, worst = 0.0;
			for (int n = 0; n < STEPS; n++) {
				peak = larger(peak, fabs(w[n * VALUES + k]));
				worst = larger(worst, fabs(u[n * VALUES + k] - w[n * VALUES + k]));
			}
			evidence("element-twins", peak > 0.0 ? worst / peak : worst);
			for (int n = 0; n < STEPS; n++)
				if (!(fabs(u[n * VALUES + k] - w[n * VALUES + k]) <= 1e-9 * peak))
					fail_msg("%s, step %d, freedom %d: %.15g, computed %.15g", t->name, n + 1, k + 1, u[n * VALUES + k], w[n * VALUES + k]);
		}
	}
}

static void implicit_steps_in_a_loop_are_those_of_the_computed_structure(void **state)
{
	(void)state;
	compare(true);
}

static void explicit_steps_after_gravity_are_those_of_the_computed_structure(void **state)
{
	(void)state;
	compare(false);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(implicit_steps_in_a_loop_are_those_of_the_computed_structure),
		cmocka_unit_test(explicit_steps_after_gravity_are_those_of_the_computed_structure),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
