/* An option of a command of the laboratory stands once: for every option of every row's table of parameters, twice behind the row's example. Of two numbers for
 * one limit, delay or rate nobody knows which was meant. */
#include "test.h"

#include "experiment/actuator.h"
#include "experiment/command.h"
#include "experiment/compensator.h"
#include "experiment/device.h"
#include "experiment/filter.h"
#include "experiment/network.h"
#include "experiment/rig.h"
#include "experiment/sensor.h"
#include "experiment/setup.h"
#include "experiment/site.h"
#include "experiment/specimen.h"
#include "experiment/tangent.h"
#include "verify/verify.h"

#include <math.h>

enum { TAG = 77 };

/* A value that the range of a row holds. */
static double inside(struct range r)
{
	double lo = isfinite(r.lo) ? r.lo : 0.0, hi = isfinite(r.hi) && r.hi > lo ? r.hi : lo + 2.0;

	return 0.5 * (lo + hi);
}

static void option(const struct param *p, char *ret, int size)
{
	if (p->kind == PARAM_FLAG)
		snprintf(ret, (size_t)size, "%s", p->name);
	else if (p->kind == PARAM_REAL)
		snprintf(ret, (size_t)size, "%s %.17g", p->name, inside(p->range));
	else
		snprintf(ret, (size_t)size, "%s %d", p->name, p->kind == PARAM_BOOL ? 1 : (int)ceil(inside(p->range)));
}

/* Whether the row is made with the option once, and refused with it twice; rows whose example needs objects that are not there count as neither. */
static int try(const char *command, const char *name, const char *example, const struct param *p)
{
	const char *said;
	struct stage s;
	char words[200];
	int made;

	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 1.0; expSpecimen Material 1 1; expCommand Ramp 1 1.0");
	option(p, words, sizeof words);
	stage_eval(&s, "catch {%s %s %d %s %s}", command, name, TAG, example, words);
	made = strcmp(Tcl_GetStringResult(s.script.interp), "0") == 0;
	if (made) {
		stage_eval(&s, "catch {%s %s %d %s %s %s} said", command, name, TAG + 1, example, words, words);
		said = Tcl_GetVar(s.script.interp, "said", TCL_GLOBAL_ONLY);
		if (!strstr(said, "is given twice") || !strstr(said, p->name))
			fail_msg("%s %s %s %s %s: %s", command, name, example, words, words, said);
	}
	stage_end(&s);
	return made;
}

/* The options of a table that are not in the example. */
static int options(const char *command, const char *name, const char *example, const struct param *params)
{
	int n = 0;

	for (const struct param *p = params; p && p->name; p++)
		if (p->name[0] == '-' && p->kind != PARAM_ROW && !strstr(example, p->name))
			n += try(command, name, example, p);
	return n;
}

#define FAMILY(command, table)                                                                                                   \
	do {                                                                                                                     \
		for (int i = 0; (table)[i]; i++)                                                                                 \
			n += options(command, (table)[i]->name, (table)[i]->example ? (table)[i]->example : "", (table)[i]->params); \
	} while (0)

static void an_option_that_stands_twice_is_refused(void **state)
{
	int n = 0;

	(void)state;
	FAMILY("expActuator", actuator_table);
	FAMILY("expCommand", command_table);
	FAMILY("expCompensator", compensator_table);
	FAMILY("expDevice", device_table);
	FAMILY("expSignalFilter", filter_table);
	FAMILY("expNetwork", network_table);
	FAMILY("expControl", rig_table);
	FAMILY("expSensor", sensor_table);
	FAMILY("expSetup", setup_table);
	FAMILY("expSite", site_table);
	FAMILY("expSpecimen", specimen_table);
	FAMILY("expTangentStiff", tangent_table);
	print_message("%d options\n", n);
	assert_true(n > 60);
}

/* Words that setups read themselves, and those that are common to a family. */
static void words_of_their_own_stand_once_too(void **state)
{
	static const char *const twice[] = {
		"expLimits 2 -stroke -5 5 -stroke -50 50", "expLimits 2 -velocity 1 -stroke -5 5 -velocity 2", "expLimits 2 -stroke -5 5 -force -1 1 -force -2 2",
		"expLimits 2 -onTrip hold -onTrip ramp -tripVelocity 1",
		"expCompensator ATS 2 0.01 -limit 1 -limit 2", "expCompensator ATS 2 0.01 -skip 1 -limit 2 -skip 2",
		"expController 2 1 -slow 0.8 -slow 0.9", "expControl VirtualRig 2 -rate 100 -channel 1 -actuator 1 -actuator 1",
		"expControl VirtualRig 2 -rate 100 -channel 1 -actuator 1 -rate 200",
		"expControlPoint 2 1 disp -lim -1 1 -fact 2 -lim -2 2", "expSetup OneActuator 2 -control 1 1 -sizeTrialOut 1 1 -trialDispFact 1 -trialDispFact 2",
		"expSpecimen Linear 2 -k 1 -k 2", "expNetwork Constant 2 0.01 -loss 0.1 -loss 0.2",
	};
	static const char *const again[] = {
		"expControl VirtualRig 2 -rate 100 -channel 1 -actuator 1 -channel 8 -actuator 1",
		"expControlPoint 2 -node 1 1 disp -lim -1 1 1 force -lim -2 2 -node 1 1 vel",
		"expSpecimen Relaxation 2 1 -branch 1 1 -branch 1 1", "expNetwork Constant 2 0.01 -stall 1 1 -stall 3 1",
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0.0; uniaxialMaterial Elastic 1 1.0; expSpecimen Material 1 1; expCommand Ramp 1 1.0");
	stage_eval(&s, "expActuator Delay 1 0.1; expSpecimen Material 8 1; expSpecimen Material 9 1; expControlPoint 1 1 disp");
	stage_eval(&s, "expControl VirtualRig 1 -rate 100 -channel 9");
	for (int i = 0; i < (int)COUNT(twice); i++) {
		stage_eval(&s, "catch {%s} said", twice[i]);
		assert_contains(Tcl_GetVar(s.script.interp, "said", TCL_GLOBAL_ONLY), "is given twice");
	}
	for (int i = 0; i < (int)COUNT(again); i++)
		stage_eval(&s, "%s", again[i]);
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_option_that_stands_twice_is_refused),
		cmocka_unit_test(words_of_their_own_stand_once_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
