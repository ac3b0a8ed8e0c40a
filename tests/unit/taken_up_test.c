/* What a run that is taken up again does not move: sites and elements behind programs of others, which keep no journal and would go through their history a
 * second time. Port 1 has nobody: who asks there is refused by the network, and not by this. */
#include "test.h"

#include "experiment/laboratory.h"
#include "verify/verify.h"

static const char MODEL[] = "wipe; wipeExp; model basic -ndm 1 -ndf 1; node 1 0; node 2 0 -mass 1.0; fix 1 1";

/* How the last words were refused; they must be. */
static const char *refusal(struct stage *s, bool resume, const char *words)
{
	stage_eval(s, "%s", MODEL);
	s->script.lab.run.resume = resume;
	assert_int_equal(Tcl_EvalEx(s->script.interp, words, -1, TCL_EVAL_GLOBAL), TCL_ERROR);
	return Tcl_GetStringResult(s->script.interp);
}

static void what_is_behind_programs_of_others_is_not_moved_again(void **state)
{
	static const char *const row[] = {
		"expSite ShadowSite 1 127.0.0.1 1 -timeout 0.2; expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10",
		"expSite SimAppSite 1 127.0.0.1 1 -timeout 0.2; expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10",
		"element genericClient 1 -node 2 -dof 1 -server 1 -timeout 0.2",
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	for (size_t i = 0; i < COUNT(row); i++) {
		assert_contains(refusal(&s, false, row[i]), "port 1");
		assert_contains(refusal(&s, true, row[i]), "a run that is taken up again does not move actuators");
	}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_behind_programs_of_others_is_not_moved_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
