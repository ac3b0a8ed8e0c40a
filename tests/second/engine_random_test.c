/* Every engine and every way to advance on 200 random models, against engine dense: tests/engines/random.tcl, in this process. */
#include "test.h"

#include "analysis/advance.h"
#include "analysis/engine.h"
#include "base/base.h"
#include "verify/verify.h"

enum { MODELS = 200 };

/* Rows with their options; those on ranks are run by tests/cluster. */
static int name_engines(struct stage *s)
{
	int n = 0;

	stage_eval(s, "set engines [list {dense -inverse} {dense -single}]");
	n += 2;
	for (int i = 0; engine_table[i]; i++)
		if (!engine_table[i]->ranks && strcmp(engine_table[i]->name, "dense") != 0) {
			stage_eval(s, "lappend engines %s", engine_table[i]->name);
			n++;
		}
	for (int i = 0; advance_table[i]; i++, n++)
		stage_eval(s, "lappend engines {%s %s}", advance_table[i]->name, advance_table[i]->bounded ? "-steps 48 -noCache" : "");
	return n;
}

static void all_engines_agree_on_random_models(void **state)
{
	struct stage s;
	int engines;

	(void)state;
	stage_begin(&s);
	engines = name_engines(&s);
	stage_eval(&s, "rename puts said_before; proc puts {line} {lappend ::lines $line}; set lines {}");
	stage_eval(&s, "set argv [list %d {*}$engines]; source $project/tests/engines/random.tcl; rename puts {}; rename said_before puts", MODELS);
	assert_near(stage_real(&s, "llength $lines"), (double)MODELS * engines, 0.0);
	stage_eval(&s, "set bad [lsearch -all -inline -not $lines {*| right}]");
	if (stage_real(&s, "llength $bad") > 0.0)
		fail_msg("%s", (Tcl_Eval(s.script.interp, "join $bad \\n"), Tcl_GetStringResult(s.script.interp)));
	/* models that no engine can solve are among them */
	assert_true(stage_real(&s, "llength [lsearch -all $lines {*singular |*}]") >= 5.0 * engines);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_engines_agree_on_random_models),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
