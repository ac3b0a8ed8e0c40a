/* The two-storey shear frame of UCB/EERC 2005-02, chapter 6, with both columns as specimens of local sites: periods, drifts and energies.
 * Numbers: validation.md, item 11. The earthquake needs the record folder (TANDEM_RECORDS or ../shared/records).
 *
 * Energies by the trapezoidal rule on the recorded histories, all of the structure:
 *   input = -sum m a_g du,  viscous = sum v' C v dt,  specimens = sum r' du (strain at the end included)
 */
#include "evidence.h"
#include "test.h"

#include "verify/verify.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"

/* Half a column is tested: half the drift goes to the actuator, twice its force comes back. Damping: 5 % in mode 1 with k = 2.8. */
static const char frame_script[] =
	"set g 386.1\n"
	"set m [expr {4.0/$g}]\n"
	"proc frame {k1 k2 law} {\n"
	"	global m\n"
	"	wipe\n"
	"	model basic -ndm 1 -ndf 1\n"
	"	node 0 0.0; fix 0 1\n"
	"	node 1 0.0 -mass $m\n"
	"	node 2 0.0 -mass $m\n"
	"	uniaxialMaterial {*}$law\n"
	"	uniaxialMaterial Elastic 2 $k2\n"
	"	foreach i {1 2} k [list $k1 $k2] {\n"
	"		expControl SimUniaxialMaterials $i $i\n"
	"		expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1 -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2 -daqVelFact 2 -daqForceFact 2\n"
	"		expSite LocalSite $i $i\n"
	"		expElement twoNodeLink $i [expr {$i-1}] $i -dir 1 -site $i -initStif $k\n"
	"		region $i -ele $i -rayleigh 0 0 [expr {0.009842*2.8/$k}] 0\n"
	"	}\n"
	"}\n"
	"proc test {steps} {\n"
	"	global m ag\n"
	"	expRecorder Control -file disp.out -precision 16 -control 1 2 ctrlDisp\n"
	"	expRecorder Control -file force.out -precision 16 -control 1 2 daqForce\n"
	"	timeSeries Path 1 -dt 0.01 -values $ag\n"
	"	pattern UniformExcitation 1 1 -accel 1\n"
	"	constraints Plain; numberer Plain; system Diagonal; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient\n"
	"	monitor Energy 1; foreach i {1 2} {monitor ActuatorEnergy 1$i -control $i -factor 4}\n"
	"	set c [expr {0.009842*2.8}]\n"
	"	set in 0.0; set vis 0.0; set str 0.0; set d1 0.0; set d2 0.0\n"
	"	set u1o 0.0; set u2o 0.0; set p1o 0.0; set p2o 0.0; set v1o 0.0; set v2o 0.0; set ago [lindex $ag 0]\n"
	"	for {set i 1} {$i <= $steps} {incr i} {\n"
	"		if {[analyze 1 0.01] != 0} {error {a step failed}}\n"
	"		set u1 [nodeDisp 1 1]; set u2 [nodeDisp 2 1]; set v1 [nodeVel 1 1]; set v2 [nodeVel 2 1]\n"
	"		set p1 [eleResponse 1 basicForce]; set p2 [eleResponse 2 basicForce]\n"
	"		set a [expr {$i < [llength $ag] ? [lindex $ag $i] : 0.0}]\n"
	"		set in [expr {$in - 0.5*$m*($a+$ago)*($u1-$u1o+$u2-$u2o)}]\n"
	"		set vis [expr {$vis + 0.005*$c*($v1*$v1 + ($v2-$v1)**2 + $v1o*$v1o + ($v2o-$v1o)**2)}]\n"
	"		set e [expr {0.5*($p1+$p1o)*($u1-$u1o) + 0.5*($p2+$p2o)*($u2-$u1-$u2o+$u1o)}]\n"
	"		set str [expr {$str + $e}]\n"
	"		set d1 [expr {max($d1, abs($u1))}]; set d2 [expr {max($d2, abs($u2-$u1))}]\n"
	"		foreach x {u1 u2 p1 p2 v1 v2} {set ${x}o [set $x]}\n"
	"		set ago $a\n"
	"	}\n"
	"	set watched {}\n"
	"	foreach x {input viscous observed unbalanced closure error} {lappend watched [monitor value 1 $x]}\n"
	"	foreach i {1 2} {lappend watched [monitor value 1$i observed1]}\n"
	"	wipeExp\n"
	"	return [list $in $vis $str [actuators] $d1 $d2 $u1 $watched]\n"
	"}\n"
	/* what the actuators did, by their own displacements and forces */
	"proc actuators {} {\n"
	"	set e 0.0; set f [open disp.out]; set h [open force.out]; gets $f x; gets $h r\n"
	"	while {[gets $f y] >= 0 && [gets $h q] >= 0} {\n"
	"		foreach a $x b $y c $r d $q {set e [expr {$e + 0.5*($c+$d)*($b-$a)}]}\n"
	"		set x $y; set r $q\n"
	"	}\n"
	"	close $f; close $h\n"
	"	return $e\n"
	"}\n";

/* The monitors' sums against those of the script; a perfect rig adds nothing. */
static void monitors_agree(struct stage *s)
{
	stage_eval(s, "lassign [lindex $r 7] input viscous observed unbalanced closure error first second");
	expect_close(stage_real(s, "expr {$input}"), stage_real(s, "lindex $r 0"), 1e-9, "input energy of the monitor");
	expect_close(stage_real(s, "expr {$observed + $input}"), stage_real(s, "expr {[lindex $r 2] + [lindex $r 0]}"), 1e-9, "specimens' energy of the monitor");
	/* work of C v on du against the integral of v'C v: the same up to the step */
	expect_close(stage_real(s, "expr {$viscous}"), stage_real(s, "lindex $r 1"), 5e-3, "viscous energy of the monitor");
	expect_close(stage_real(s, "expr {$first + $second + $input}"), stage_real(s, "expr {$observed + $input}"), 1e-12, "actuators' energies, four times");
	assert_near(stage_real(s, "expr {$closure}"), 0.0, 1e-9);
	assert_near(stage_real(s, "expr {$unbalanced/$input}"), 0.0, 1e-9);
	assert_near(stage_real(s, "expr {$error}"), 0.0, 1e-12);
}

/* From the decay of free vibration in the shape of the first mode, both columns tested: extremes half a period apart. */
static double damping_of_the_first_mode(struct stage *s)
{
	enum { HALVES = 20 };
	double u[3] = {0}, first = 0.0, last = 0.0, decrement;
	int found = 0;

	stage_eval(s, "setNodeVel 1 1 1.0 -commit; setNodeVel 2 1 [expr {0.5*(1 + sqrt(5))}] -commit");
	stage_eval(s, "constraints Plain; numberer Plain; system Diagonal; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient");
	for (int i = 0; found <= HALVES; i++) {
		assert_true(i < 20000);
		u[0] = u[1];
		u[1] = u[2];
		u[2] = stage_real(s, "analyze 1 0.001; nodeDisp 2 1");
		if (i < 2 || fabs(u[1]) < fabs(u[0]) || fabs(u[1]) <= fabs(u[2]))
			continue;
		first = found ? first : fabs(u[1]);
		last = fabs(u[1]);
		found++;
	}
	decrement = log(first / last) / HALVES / acos(-1.0);
	return decrement / sqrt(1.0 + decrement * decrement);
}

static void has_the_periods(void **unused)
{
	struct stage s;
	double first;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", frame_script);
	stage_eval(&s, "frame 2.8 2.8 {Elastic 1 2.8}; set lambda [eigen -fullGenLapack 2]");
	first = stage_real(&s, "expr {2*acos(-1)/sqrt([lindex $lambda 0])}");
	expect_close(first, 0.6184, 1e-4, "first period");
	expect_close(stage_real(&s, "expr {2*acos(-1)/sqrt([lindex $lambda 1])}"), 0.2362, 2e-4, "second period");
	/* 5 % in the first mode: beta = 2 xi / omega */
	expect_close(2.0 * 0.05 * first / (2.0 * acos(-1.0)), 0.009842, 1e-4, "stiffness-proportional damping");
	expect_close(damping_of_the_first_mode(&s), 0.05, 5e-4, "damping of the first mode");
	stage_end(&s);
}

static void takes_the_energy_of_the_cosine_pulse(void **unused)
{
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", frame_script);
	stage_eval(&s, "set ag {0 0 0 0 0}; for {set i 0} {$i <= 60} {incr i} {lappend ag [expr {0.15*$g*cos(2*acos(-1)*$i/60.0)}]}; lappend ag 0 0");
	stage_eval(&s, "frame 2.81 2.82 {Elastic 1 2.81}; set r [test 1000]");
	/* one per cent is what the item allows; the pulse is given by words */
	expect_close(stage_real(&s, "lindex $r 0"), 2.815, 0.01, "input energy of the pulse");
	expect_close(stage_real(&s, "lindex $r 4"), 0.992, 0.01, "drift of storey 1 in the pulse");
	expect_close(stage_real(&s, "lindex $r 5"), 0.641, 0.01, "drift of storey 2 in the pulse");
	expect_close(stage_real(&s, "expr {[lindex $r 0] + 4*[lindex $r 3]}"), stage_real(&s, "expr {[lindex $r 0] + [lindex $r 2]}"), 1e-12,
	             "structure has four times the actuators' energy");
	monitors_agree(&s);
	stage_end(&s);
}

static void yields_as_in_the_strong_earthquake(void **unused)
{
	const char *folder = getenv("TANDEM_RECORDS");
	char path[2048];
	struct stage s;

	(void)unused;
	stage_begin(&s);
	snprintf(path, sizeof(path), "%s%s%s/tabas-1978-sac-nf01.txt", folder ? "" : s.home, folder ? "" : "/", folder ? folder : "../shared/records");
	if (access(path, R_OK) != 0) {
		print_message("skipped: no %s\n", path);
		stage_end(&s);
		skip();
	}
	stage_eval(&s, "%s", frame_script);
	stage_eval(&s, "set f [open {%s}]; set ag {}", path);
	stage_eval(&s, "foreach line [split [read $f] \\n] {if {[string is double -strict $line]} {lappend ag [expr {1.5*$g*$line}]}}; close $f");
	/* yield displacement 0.675 in at the actuator */
	stage_eval(&s, "frame 2.74 2.74 {BoucWenMosqueda 1 2.74 0.675 0 0.45 0.55 2}; set r [test 3000]");
	expect_close(stage_real(&s, "lindex $r 0"), 69.57, 0.01, "input energy");
	expect_close(stage_real(&s, "lindex $r 1"), 34.9, 0.01, "viscous energy");
	expect_close(stage_real(&s, "lindex $r 2"), 34.7, 0.01, "hysteretic energy");
	expect_close(stage_real(&s, "lindex $r 4"), 3.72, 0.01, "drift of storey 1");
	expect_close(stage_real(&s, "lindex $r 5"), 1.05, 0.01, "drift of storey 2");
	expect_close(stage_real(&s, "lindex $r 6"), 1.42, 0.01, "residual drift");
	expect_close(stage_real(&s, "expr {[lindex $r 0] + 4*[lindex $r 3]}"), stage_real(&s, "expr {[lindex $r 0] + [lindex $r 2]}"), 1e-12,
	             "structure has four times the actuators' energy");
	evidence("seed4-four-columns", stage_real(&s, "expr {[lindex $r 2]/[lindex $r 3]}"));
	monitors_agree(&s);
	/* against the paper's local test */
	expect_close(stage_real(&s, "lindex $r 0"), 70.77, 0.05, "input energy of the test");
	expect_close(stage_real(&s, "lindex $r 6"), 1.3, 0.10, "residual drift of the test");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_the_periods),
		cmocka_unit_test(takes_the_energy_of_the_cosine_pulse),
		cmocka_unit_test(yields_as_in_the_strong_earthquake),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
