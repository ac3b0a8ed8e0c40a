/* Suite over every transient row of integrator_table: the energies of monitor Energy add up, whatever the method, and each is the work of its own forces.
 *
 * Two masses, a yielding spring to the ground and a linear one between them (or both linear), a sine on the second. The sums are taken again step by step from
 * what nodes and elements answer: masses times accelerations, mass-proportional damping times velocities, the yielding spring's force on its own deformation
 * (linear ones are at the nodes in every method), the load; and what these forces leave unbalanced at the ends of steps. Then a specimen in a rig that
 * lags is in the place of the spring.
 */
#include "evidence.h"
#include "test.h"

#include "analysis/integrator.h"
#include "base/base.h"
#include "verify/verify.h"

static const char WORDS[] =
	"proc structure {law specimen} {\n"
	"	set ::linear [string match Elastic\\ * $law]; model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 1.0; node 3 0 -mass 0.5\n"
	"	uniaxialMaterial {*}$law; uniaxialMaterial Elastic 2 30.0\n"
	"	if {$specimen} {\n"
	"		expSpecimen Material 1 1; expActuator Lag 1 0.3; expControl VirtualRig 1 -channel 1 -actuator 1\n"
	"		expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1\n"
	"		expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 40 -noRayleigh\n"
	"	} else { element zeroLength 1 1 2 -mat 1 -dir 1 }\n"
	"	element zeroLength 2 2 3 -mat 2 -dir 1; rayleigh 0.4 0 0 0\n"
	"	timeSeries Sine 1 0 1000 1.1; pattern Plain 1 1 {load 3 4.0}\n"
	"	constraints Plain; numberer Plain; system BandGeneral; analysis Transient; monitor Energy 1\n"
	"}\n"
	/* displacements, velocities, accelerations of the two masses, force and deformation of the first spring, the load, and what is left of all forces */
	"proc now {} {\n"
	"	if {$::linear} { set e [nodeDisp 2 1]; set f [expr {40.0*$e}] } else { set f [basicForce 1]; set e [basicDeformation 1] }\n"
	"	set p [expr {4.0*sin(2*acos(-1)*[getTime]/1.1)}]\n"
	"	foreach x {u v a} q {Disp Vel Accel} { foreach k {2 3} { set $x$k [node$q $k 1] } }\n"
	"	set spring [expr {30.0*($u3 - $u2)}]\n"
	"	list $u2 $u3 $v2 $v3 $a2 $a3 $f $e $p [expr {$spring - $f - 0.4*$v2 - $a2}] [expr {$p - $spring - 0.2*$v3 - 0.5*$a3}]\n"
	"}\n"
	"proc energies {steps dt} {\n"
	"	global sum most\n"
	"	array set sum {kinetic 0.0 viscous 0.0 numerical 0.0 input 0.0 unbalanced 0.0}; set most 0.0\n"
	"	lassign [now] u2 u3 v2 v3 a2 a3 f e p r2 r3\n"
	"	for {set i 0} {$i < $steps} {incr i} {\n"
	"		if {[analyze 1 $dt]} { error {the step failed} }\n"
	"		lassign [now] U2 U3 V2 V3 A2 A3 F E P R2 R3\n"
	"		set d2 [expr {0.5*($U2 - $u2)}]; set d3 [expr {0.5*($U3 - $u3)}]; set d [expr {0.5*($E - $e)}]\n"
	"		set sum(kinetic) [expr {$sum(kinetic) + ($A2 + $a2)*$d2 + 0.5*($A3 + $a3)*$d3}]\n"
	"		set sum(viscous) [expr {$sum(viscous) + 0.4*(($V2 + $v2)*$d2 + 0.5*($V3 + $v3)*$d3)}]\n"
	"		set sum(numerical) [expr {$sum(numerical) + ($F + $f)*$d + 30.0*(($U3 - $U2) + ($u3 - $u2))*($d3 - $d2)}]\n"
	"		set sum(input) [expr {$sum(input) + ($P + $p)*$d3}]; set most [expr {max($most, abs($sum(input)))}]\n"
	"		set sum(unbalanced) [expr {$sum(unbalanced) + ($R2 + $r2)*$d2 + ($R3 + $r3)*$d3 - ($F + $f)*($d - $d2)}]\n"
	"		foreach x {u2 u3 v2 v3 a2 a3 f e p r2 r3} { set $x [set [string toupper $x]] }\n"
	"	}\n"
	"}\n";

static const struct { const char *name, *words; } LAW[] = {{"linear", "Elastic 1 40.0"}, {"yielding", "ElasticPP 1 40.0 0.08"}};

static const struct integrator_ops *each(int *at)
{
	while (integrator_table[*at] && integrator_table[*at]->kind != INTEGRATOR_TRANSIENT)
		++*at;
	return integrator_table[*at] ? integrator_table[(*at)++] : NULL;
}

/* The first example of a row, with the algorithm and the test that it needs. */
static void method(struct stage *s, const struct integrator_ops *ops)
{
	stage_eval(s, "test %s; algorithm %s; integrator %s %.*s", ops->limit ? "FixedNumIter 6" : "NormDispIncr 1e-12 400",
	           ops->claims.linear_only ? "Linear" : "Newton", ops->name, (int)strcspn(ops->example, "|"), ops->example);
}

static double value(struct stage *s, const char *column)
{
	return stage_real(s, "monitor value 1 %s", column);
}

/* Methods whose equation of motion is that of the end of the step (docs/monitors.md names them). */
static bool satisfies(const struct integrator_ops *ops)
{
	static const char *const NAME[] = {"BackwardEuler", "CR", "Chang1997", "Chang2002", "GuiLambda", "Houbolt", "Newmark", "NewmarkExplicit",
	                                   "NewmarkHSIncrLimit", "TRBDF2", "TRBDF3"};

	for (size_t i = 0; i < COUNT(NAME); i++)
		if (strcmp(ops->name, NAME[i]) == 0)
			return true;
	return false;
}

static void the_energies_of_every_method_are_the_work_of_its_forces_and_add_up(void **state)
{
	static const char *const COLUMN[] = {"kinetic", "viscous", "numerical", "input", "unbalanced"};
	const struct integrator_ops *ops;

	(void)state;
	for (int row = 0; (ops = each(&row));)
		for (size_t law = 0; law < COUNT(LAW); law++) {
			struct stage s;
			double most;

			stage_begin(&s);
			stage_eval(&s, "%s", WORDS);
			stage_eval(&s, "structure {%s} 0", LAW[law].words);
			method(&s, ops);
			stage_eval(&s, "energies 500 0.01");
			most = stage_real(&s, "set most");
			for (size_t k = 0; k < COUNT(COLUMN); k++) {
				double own = stage_real(&s, "set sum(%s)", COLUMN[k]), theirs = value(&s, COLUMN[k]);

				if (!(fabs(own - theirs) <= 1e-9 * most))
					fail_msg("%s, %s: %s is %.12g, the work of its forces %.12g, of %g", ops->name, LAW[law].name, COLUMN[k], theirs, own, most);
			}
			evidence("closure-every-method", fabs(value(&s, "closure")));
			if (!(fabs(value(&s, "closure")) <= 1e-9))
				fail_msg("%s, %s: closure %g", ops->name, LAW[law].name, value(&s, "closure"));
			if (satisfies(ops))
				evidence("unbalanced-at-ends", fabs(value(&s, "unbalanced")) / most);
			if (satisfies(ops) && !(fabs(value(&s, "unbalanced")) <= 1e-9 * most))
				fail_msg("%s, %s: leaves %g of %g unbalanced", ops->name, LAW[law].name, value(&s, "unbalanced"), most);
			print_message("%-32s %-9s unbalanced %+10.3f %% of the largest input\n", ops->name, LAW[law].name, 100.0 * value(&s, "unbalanced") / most);
			stage_end(&s);
		}
}

/* The energy error of a specimen behind an actuator that lags is named, too: linear or yielding, the sums close. */
static void the_energies_of_every_method_add_up_with_a_specimen_that_lags(void **state)
{
	const struct integrator_ops *ops;

	(void)state;
	for (int row = 0; (ops = each(&row));)
		for (size_t law = 0; law < COUNT(LAW); law++) {
			struct stage s;

			stage_begin(&s);
			stage_eval(&s, "%s", WORDS);
			stage_eval(&s, "structure {%s} 1", LAW[law].words);
			method(&s, ops);
			stage_eval(&s, "if {[analyze 500 0.01]} {error {%s: a step failed}}", ops->name);
			evidence("closure-with-lag", fabs(value(&s, "closure")));
			if (!(fabs(value(&s, "closure")) <= 1e-9))
				fail_msg("%s, %s: closure %g", ops->name, LAW[law].name, value(&s, "closure"));
			/* with one command a step the lag is one of the step's increment; who commands again and again comes closer */
			if (ops->claims.once && !(value(&s, "error") < -0.01 * value(&s, "input")))
				fail_msg("%s, %s: a lag added no energy: %g of %g", ops->name, LAW[law].name, value(&s, "error"), value(&s, "input"));
			stage_end(&s);
		}
}

/* HHT's acceleration at the end of a step is that of (1 - alpha) dt before: M a is early in the motion by that time, and its work on one period of a free
 * vibration is (1 - alpha) dt times the integral of m a^2: (1 - alpha) 2 pi omega dt of the energy. Of first order in the step, and so are these energies. */
static void what_hht_leaves_unbalanced_grows_with_the_step_as_it_must(void **state)
{
	const double omega = 2.0 * M_PI, alpha = 0.9;

	(void)state;
	for (int per_period = 100; per_period <= 400; per_period *= 2) {
		double dt = 1.0 / per_period, energy = 0.5 * 0.25 * omega * omega;
		struct stage s;

		stage_begin(&s);
		stage_eval(&s, "model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 0.25; uniaxialMaterial Elastic 1 [expr {0.25*%.17g}]", omega * omega);
		stage_eval(&s, "element zeroLength 1 1 2 -mat 1 -dir 1; constraints Plain; numberer Plain; system BandGeneral");
		stage_eval(&s, "algorithm Linear; integrator HHT %g", alpha);
		stage_eval(&s, "analysis Transient; setNodeVel 2 1 %.17g -commit; analyze 20 %.17g; monitor Energy 1; analyze %d %.17g", omega, dt, per_period, dt);
		expect_close(value(&s, "unbalanced"), -(1.0 - alpha) * 2.0 * M_PI * omega * dt * energy, 0.02, "work left unbalanced in a period");
		stage_end(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_energies_of_every_method_are_the_work_of_its_forces_and_add_up),
		cmocka_unit_test(the_energies_of_every_method_add_up_with_a_specimen_that_lags),
		cmocka_unit_test(what_hht_leaves_unbalanced_grows_with_the_step_as_it_must),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
