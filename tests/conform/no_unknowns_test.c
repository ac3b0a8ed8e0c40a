/* Suite over every row of integrator_table: a structure whose freedoms are all prescribed has no unknowns, as in a quasi-static test by a displacement
 * history, and runs with every method. */
#include "test.h"

#include "analysis/integrator.h"
#include "verify/verify.h"

#include <math.h>

static bool runs(const struct integrator_ops *ops, const char *words)
{
	struct stage s;
	double u = -1.0;
	bool good;

	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0; uniaxialMaterial Elastic 1 10; element zeroLength 1 1 2 -mat 1 -dir 1");
	stage_eval(&s, "timeSeries Linear 1; pattern Plain 1 1 {sp 2 1 1.0}; constraints Transformation; numberer Plain; system BandGeneral; algorithm Linear");
	stage_eval(&s, "integrator %s %s; analysis Transient; set code [analyze 3 0.01]", ops->name, words);
	good = strcmp(Tcl_GetVar(s.script.interp, "code", TCL_GLOBAL_ONLY), "0") == 0;
	stage_eval(&s, "nodeDisp 2 1");
	good &= Tcl_GetDoubleFromObj(NULL, Tcl_GetObjResult(s.script.interp), &u) == TCL_OK && fabs(u - 0.03) <= 1e-15;
	stage_end(&s);
	if (!good)
		print_error("%s %s: at %g after 3 steps to 0.03\n", ops->name, words, u);
	return good;
}

static void prescribed_structures_run_with_every_method(void **state)
{
	char words[128];
	int wrong = 0;

	(void)state;
	for (int row = 0; integrator_table[row]; row++)
		for (int k = 0; integrator_table[row]->kind == INTEGRATOR_TRANSIENT && stage_example(integrator_table[row]->example, k, words, sizeof(words)); k++)
			wrong += !runs(integrator_table[row], words);
	/* with the check of its step, which its example leaves out */
	for (int row = 0; integrator_table[row]; row++)
		wrong += strcmp(integrator_table[row]->name, "ExplicitBathe") == 0 && !runs(integrator_table[row], "0.54 1");
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prescribed_structures_run_with_every_method),
	};

	return cmocka_run_group_tests_name("no_unknowns", tests, NULL, NULL);
}
