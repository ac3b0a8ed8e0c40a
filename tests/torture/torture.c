/* Every fault point under a script that uses a bit of everything: each call fails once, and from it on for ever. Nothing may
 * crash or leak (make torture V=asan sees leaks), a failure that lasts must come out as an error of the script, and a fresh
 * script must run after it. */
#include "torture/torture.h"

#include "test.h"

#include "base/fault.h"
#include "script/script.h"

#include <stdlib.h>

static char folder[256], text[16384];
static const char *path;
static const struct realtime_words *words;

/* One run from an empty interpreter to its end. The answer is a Tcl completion code; ret_calls what the point has seen. */
static int run(int point, long nth, bool for_ever, long *ret_calls)
{
	struct script s;
	struct err e = {0};
	if (point >= 0)
		fault_arm(point, nth, for_ever);
	int rc = script_init(&s, "torture", &e);
	if (rc == 0) {
		if (words)
			s.lab.realtime = *words;
		Tcl_SetVar(s.interp, "out", folder, TCL_GLOBAL_ONLY);
		rc = Tcl_Eval(s.interp, text);
		if (point < 0 && rc != TCL_OK)
			fail_msg("without a fault: %s", Tcl_GetVar(s.interp, "errorInfo", TCL_GLOBAL_ONLY));
	}
	script_fini(&s);
	*ret_calls = point >= 0 ? fault_calls(point) : 0;
	fault_disarm();
	return rc;
}

static void fail_each_call(enum fault_point point, bool for_ever)
{
	long calls, failed = 0;
	run(point, 1000000000, for_ever, &calls);
	for (long nth = 1, total = calls, stride = words && total > 50 ? 5 : 1; nth <= total; nth += stride) {
		int rc = run(point, nth, for_ever, &calls);
		failed += rc != TCL_OK;
		/* the files written after the script's last command have nobody to tell any more */
		if (for_ever && rc == TCL_OK)
			fail_msg("%s fails from call %ld of %ld on, and the script does not notice", fault_name(point), nth, total);
	}
	print_message("# %s, %s: %ld failures of the script, %ld calls\n", fault_name(point), for_ever ? "for ever" : "once", failed, calls);
	run(-1, 0, false, &calls);
}

#define CASES(name)                                                                       \
	static void fails_cleanly_when_##name##_fails_once(void **state)                  \
	{                                                                                 \
		(void)state;                                                              \
		fail_each_call(FAULT_##name, false);                                      \
	}                                                                                 \
	static void fails_cleanly_when_##name##_fails_for_ever(void **state)              \
	{                                                                                 \
		(void)state;                                                              \
		fail_each_call(FAULT_##name, true);                                       \
	}
#define FAULT(name, what) CASES(name)
#include "base/fault.def"
#undef FAULT

static int begin(void **state)
{
	(void)state;
	const char *tmp = getenv("TMPDIR");
	snprintf(folder, sizeof(folder), "%s/tandem-torture-XXXXXX", tmp ? tmp : "/tmp");
	FILE *f = fopen(path, "r");
	if (!f || !mkdtemp(folder))
		return -1;
	size_t n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	long calls;
	return n > 0 && run(-1, 0, false, &calls) == TCL_OK ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	char command[300];
	snprintf(command, sizeof(command), "rm -r '%s'", folder);
	return system(command) == 0 ? 0 : -1;
}

int torture(const char *program, const char *script, const struct realtime_words *realtime)
{
	path = script;
	words = realtime;
	Tcl_FindExecutable(program);
	const struct CMUnitTest tests[] = {
#define FAULT(name, what)                                                   \
		cmocka_unit_test(fails_cleanly_when_##name##_fails_once),       \
		cmocka_unit_test(fails_cleanly_when_##name##_fails_for_ever),
#include "base/fault.def"
#undef FAULT
	};
	int failed = cmocka_run_group_tests(tests, begin, end);
	Tcl_Finalize();
	return failed;
}
