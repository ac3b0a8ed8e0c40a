/* A virtual rig behind a network: it holds while it waits, all wait for the slowest, and a site that is lost trips. */
#include "test.h"

#include "experiment/laboratory.h"
#include "rig/virtual.h"
#include "verify/verify.h"

enum { ROW = 64, RIGS = 2 };
enum { TIME, COMMAND, DISP, MEASURED_DISP, MEASURED_FORCE };

struct hall {                 /* a stage with rigs 1 and 2, driven directly */
	struct stage s;
	struct rig *rig[RIGS];
	struct signals trial;
};

static void hall_begin(struct hall *h)
{
	memset(h, 0, sizeof(*h));
	stage_begin(&h->s);
	stage_eval(&h->s, "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expSpecimen Material 1 1; expSpecimen Material 2 1");
}

static void hall_rig(struct hall *h, int i, const char *words)
{
	struct err e;

	stage_eval(&h->s, "expControl VirtualRig %d %s", i + 1, words);
	h->rig[i] = table_get(&h->s.script.lab.rigs, i + 1);
	assert_non_null(h->rig[i]);
	err_clear(&e);
	assert_int_equal(rig_start(h->rig[i], &e), 0);
	if (!h->trial.x[SLOT_DISP])
		assert_int_equal(signals_take(&h->trial, h->rig[i]->ctrl.n, &h->s.script.lab.arena), 0);
}

static struct virtual_rig *self_of(struct hall *h, int i)
{
	return h->rig[i]->self;
}

static int go(struct hall *h, int i, double x, double t)
{
	int code;

	h->trial.x[SLOT_DISP][0] = x;
	code = rig_command(h->rig[i], &h->trial, t, t);
	return code ? code : rig_measure(h->rig[i], t);
}

static double force(const struct hall *h, int i)
{
	return h->rig[i]->daq.x[SLOT_FORCE][0];
}

static int rows(const struct hall *h, int i)
{
	return h->rig[i]->ops->ticks(h->rig[i]->self);
}

static double cell(const struct hall *h, int i, int row, int column)
{
	double x[ROW];

	h->rig[i]->ops->tick(h->rig[i]->self, row, x);
	return x[column];
}

/* --- waiting --------------------------------------------------------------------------------------- */

static void the_last_command_holds_until_the_next_one_is_here(void **state)
{
	struct hall h;

	(void)state;
	hall_begin(&h);
	stage_eval(&h.s, "expNetwork Constant 1 0.02");
	hall_rig(&h, 0, "-rate 1000 -channel 1 -network 1");
	assert_int_equal(go(&h, 0, 0.01, 0.01), 0);
	assert_int_equal(rig_commit(h.rig[0], h.rig[0]->t), 0);
	assert_int_equal(rows(&h, 0), 30);
	assert_int_equal(go(&h, 0, 0.03, 0.02), 0);
	assert_int_equal(rows(&h, 0), 30);
	for (int k = 0; k < 30; k++) {
		assert_true(cell(&h, 0, k, TIME) == (31.0 + k) / 1000.0);
		assert_near(cell(&h, 0, k, COMMAND), k < 20 ? 0.01 : 0.01 + 0.002 * (k - 19), 1e-15);
	}
	assert_near(force(&h, 0), 3.0, 1e-12);
	assert_near(self_of(&h, 0)->late, 0.04, 1e-15);
	stage_end(&h.s);
}

/* The rig goes on while it waits: a first-order actuator of 10 ms comes nearer by exp(-20). */
static void an_actuator_arrives_while_the_rig_waits(void **state)
{
	struct hall h;

	(void)state;
	hall_begin(&h);
	stage_eval(&h.s, "expNetwork Constant 1 0.2; expActuator FirstOrder 1 0.01");
	hall_rig(&h, 0, "-rate 1000 -channel 1 -actuator 1 -network 1");
	assert_int_equal(go(&h, 0, 1.0, 0.005), 0);
	double missing = 1.0 - cell(&h, 0, rows(&h, 0) - 1, DISP);
	assert_true(missing > 0.5);
	assert_int_equal(rig_commit(h.rig[0], h.rig[0]->t), 0);
	assert_int_equal(go(&h, 0, 1.0, 0.01), 0);
	assert_near(1.0 - cell(&h, 0, 199, DISP), missing * exp(-20.0), 1e-12);
	stage_end(&h.s);
}

static void every_command_costs_its_time_and_the_tests_clock_goes_on_where_it_stopped(void **state)
{
	struct hall h;

	(void)state;
	hall_begin(&h);
	stage_eval(&h.s, "set f [open d.txt w]; puts $f {0.1 0 0.3}; close $f; expNetwork Measured 1 d.txt");
	hall_rig(&h, 0, "-rate 1000 -channel 1 -network 1");
	for (int i = 1; i <= 300; i++)                        /* steps of 3 1/3 ticks */
		assert_int_equal(go(&h, 0, 0.001 * i, i / 300.0), 0);
	assert_int_equal((int)self_of(&h, 0)->tick, 1000 + 100 * 400);
	assert_int_equal(go(&h, 0, 0.4, 1.0), 0);             /* an iteration: one tick, and the time to come */
	assert_int_equal((int)self_of(&h, 0)->tick, 41000 + 100 + 1);
	stage_end(&h.s);
}

/* The computer sends a round of commands when the slowest answer of the last one is there. */
static void every_rig_waits_for_the_slowest(void **state)
{
	struct hall h;

	(void)state;
	hall_begin(&h);
	stage_eval(&h.s, "expNetwork Random 1; expNetwork Random 2 -median 0.8");
	hall_rig(&h, 0, "-rate 1000 -channel 1 -network 1");
	hall_rig(&h, 1, "-rate 500 -channel 2 -network 2");
	for (int i = 1; i <= 50; i++) {
		double late = fmax(self_of(&h, 0)->late, self_of(&h, 1)->late);

		for (int k = 0; k < RIGS; k++) {
			assert_int_equal(go(&h, k, 0.001 * i, 0.01 * i), 0);
			assert_int_equal(rig_commit(h.rig[k], h.rig[k]->t), 0);
			assert_true(self_of(&h, k)->late >= late + 0.16 - 0.002);   /* sent together, and no exchange is shorter */
			assert_near(self_of(&h, k)->t, 0.01 * i + self_of(&h, k)->late, 1e-9);
		}
	}
	assert_true(self_of(&h, 0)->late != self_of(&h, 1)->late);
	stage_end(&h.s);
}

/* Answers after 0.1 s, 20 ticks: a span of 21/0.6 = 35 ticks slows nothing down. A rig of 1.2 s a step beside it
 * is waited for: answers take longer then, and -longest keeps this rig from being the slower one. */
static void spans_that_adapt_gain_time_and_wait_for_those_that_do_not(void **state)
{
	(void)state;
	for (int rigs = 1; rigs <= RIGS; rigs++) {
		struct hall h;
		double t;

		hall_begin(&h);
		stage_eval(&h.s, "expNetwork Constant 1 0.1; expCommand Lagrange 1 1; expController 1 1 -adaptive 0.2 -longest 1.2; expController 2 1");
		hall_rig(&h, 0, "-rate 200 -scale 120 -channel 1 -network 1 -controller 1");
		if (rigs > 1)
			hall_rig(&h, 1, "-rate 200 -scale 120 -channel 2 -network 1 -controller 2");
		for (int i = 1; i <= 60; i++)
			for (int k = 0; k < rigs; k++) {
				assert_int_equal(go(&h, k, 0.001 * i, 0.01 * i), 0);
				assert_int_equal(rig_commit(h.rig[k], h.rig[k]->t), 0);
				assert_near(self_of(&h, k)->t, 1.2 * i + self_of(&h, k)->late, 1e-9);
			}
		t = self_of(&h, 0)->t;
		if (rigs == 1) {
			assert_near(self_of(&h, 0)->drive.control.ticks, 35.0, 0.0);
			assert_true(t < 30.0);
		} else {
			assert_near(self_of(&h, 1)->t, 72.0, 0.2);         /* 60 x 1.2 s, and 0.1 s before the first target */
			assert_near(t, self_of(&h, 1)->t, 1.2);
		}
		stage_end(&h.s);
	}
}

static void a_rig_without_a_network_waits_for_those_behind_one(void **state)
{
	struct hall h;

	(void)state;
	hall_begin(&h);
	stage_eval(&h.s, "expNetwork Constant 1 0.5");
	hall_rig(&h, 0, "-rate 1000 -channel 1");
	hall_rig(&h, 1, "-rate 1000 -channel 2 -network 1");
	for (int i = 1; i <= 10; i++)
		for (int k = 0; k < RIGS; k++)
			assert_int_equal(go(&h, k, 0.001 * i, 0.01 * i), 0);
	assert_near(self_of(&h, 1)->t, 0.1 + 10 * 0.5, 1e-12);
	assert_near(self_of(&h, 0)->t, 0.1 + 9 * 0.5, 1e-12);  /* not yet for the last answer */
	stage_end(&h.s);
}

/* --- Figure 6-12 ----------------------------------------------------------------------------------- */

/* Steps of 1.2 s through a specimen that relaxes (overstress of stiffness 20 beside 100, 4 s), as in Mosqueda, Stojadinovic, Mahin, UCB/EERC
 * 2005-02, Figure 6-12: in a hold of 0.2 s the force hardly changes, in one of 4.7 s it drops, and it recovers when loading goes on. Without a
 * hold it never drops. In a hold the overstress q decays by exp(-t/4); loading at the speed s brings it to 20 s 4 (1 - exp(-t/4)). */
struct hold { double longest, drop, after; };

static struct hold load(const char *network)
{
	static const double tau = 4.0, k = 20.0, speed = 0.01 / 1.2;
	struct hall h;
	struct hold f = {0.0, 0.0, 0.0};
	double before = 0.0, held = 0.0;

	hall_begin(&h);
	stage_eval(&h.s, "%s expSpecimen Relaxation 3 1 -branch %g %g", network, k, tau);
	hall_rig(&h, 0, *network ? "-rate 1000 -scale 120 -channel 3 -network 1" : "-rate 1000 -scale 120 -channel 3");
	for (int i = 1; i <= 10; i++) {
		assert_int_equal(go(&h, 0, 0.01 * i, 0.01 * i), 0);
		for (int r = 0; r < rows(&h, 0); r++) {
			double now = cell(&h, 0, r, MEASURED_FORCE);

			held = now < before ? held + 0.001 : 0.0;
			f.longest = larger(f.longest, held);
			f.drop += fmax(before - now, 0.0);
			before = now;
		}
		assert_int_equal(rig_commit(h.rig[0], h.rig[0]->t), 0);
	}
	f.after = before;
	stage_end(&h.s);
	if (f.drop > 0.0)                                     /* held after five steps */
		assert_near(f.drop, k * speed * tau * (1.0 - exp(-6.0 / tau)) * (1.0 - exp(-f.longest / tau)), 1e-9);
	return f;
}

static void a_long_hold_relaxes_the_force_a_short_one_hardly_and_continuous_loading_not(void **state)
{
	struct hold continuous, brief, lengthy;
	double at;

	(void)state;
	continuous = load("");
	brief = load("expNetwork Constant 1 0 -stall 6 0.2;");
	lengthy = load("expNetwork Constant 1 0 -stall 6 4.7;");
	at = 100.0 * 0.05 + 20.0 * 0.01 / 1.2 * 4.0 * (1.0 - exp(-1.5));   /* force after five steps */
	assert_true(continuous.drop == 0.0);
	assert_near(brief.longest, 0.2, 1e-9);
	assert_near(lengthy.longest, 4.7, 1e-9);
	assert_true(brief.drop < 0.005 * at);
	assert_true(lengthy.drop > 0.05 * at);
	assert_true(continuous.after > brief.after && brief.after > lengthy.after);   /* the measured force still recovers */
}

/* --- a perfect network ----------------------------------------------------------------------------- */

static const char *const TEST =
	"proc test {name net rig} {\n"
	"    wipe; wipeExp; expSeed 7\n"
	"    model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 1; node 3 0 -mass 1\n"
	"    uniaxialMaterial ElasticPP 1 100 0.005; eval $net\n"
	"    foreach i {1 2} {\n"
	"        expSpecimen Relaxation $i 1 -branch 20 0.5; expActuator FirstOrder $i 0.01; expSensor Transducer $i -rms 0.001\n"
	"        expControl VirtualRig $i -rate 1000 -scale 3.3 {*}$rig -channel $i -actuator $i -forceSensor $i\n"
	"        expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1; expSite LocalSite $i $i\n"
	"        expElement twoNodeLink $i $i [expr {$i + 1}] -dir 1 -site $i -initStif 100\n"
	"        expRecorder Control -file $name$i.out -precision 17 -control $i tickSig\n"
	"    }\n"
	"    timeSeries Trig 1 0 10 0.7 -factor 1; pattern Plain 1 1 {load 2 1.0}\n"
	"    constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient\n"
	"    if {[analyze 200 0.01]} {error failed}\n"
	"    wipe; wipeExp\n"
	"}\n"
	"proc text {name} {set f [open $name]; set t [read $f]; close $f; return $t}\n";

static void a_perfect_network_changes_nothing(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "%s", TEST);
	stage_eval(&s, "test with {expNetwork Constant 1 0} {-network 1}; test without {} {}; test slow {expNetwork Constant 1 0.01} {-network 1}");
	assert_true(stage_real(&s, "string length [text without2.out]") > 1e5);
	for (int i = 1; i <= 2; i++) {
		assert_true(stage_real(&s, "string equal [text with%d.out] [text without%d.out]", i, i) == 1.0);
		assert_true(stage_real(&s, "string equal [text slow%d.out] [text without%d.out]", i, i) == 0.0);
	}
	stage_end(&s);
}

static void two_runs_with_the_same_seed_wait_the_same(void **state)
{
	struct stage s;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "%s", TEST);
	stage_eval(&s, "test a {expNetwork Random 1 -median 0.2 -loss 0.02 -timeout 1} {-network 1}");
	stage_eval(&s, "test b {expNetwork Random 1 -median 0.2 -loss 0.02 -timeout 1} {-network 1}");
	for (int i = 1; i <= 2; i++)
		assert_true(stage_real(&s, "string equal [text a%d.out] [text b%d.out]", i, i) == 1.0);
	stage_end(&s);
}

/* --- a lost site ----------------------------------------------------------------------------------- */

static void a_cut_trips_with_a_report_and_all_rigs_come_to_rest(void **state)
{
	struct hall h;
	struct err e;
	char line[700];

	(void)state;
	hall_begin(&h);
	stage_eval(&h.s, "expNetwork Constant 4 0.1 -cut 1.0 -timeout 2 -retries 2");
	hall_rig(&h, 0, "-rate 1000 -channel 1 -network 4");
	hall_rig(&h, 1, "-rate 1000 -channel 2");
	for (int i = 1; i <= 8; i++)
		for (int k = 0; k < RIGS; k++)
			assert_int_equal(go(&h, k, 0.001 * i, 0.01 * i), 0);
	assert_near(self_of(&h, 0)->t, 0.88, 1e-12);
	assert_int_equal(go(&h, 0, 0.009, 0.09), 0);          /* begins at 0.88, there at 0.98 */
	assert_int_equal(go(&h, 0, 0.010, 0.10), ERR_LOST);
	assert_true(self_of(&h, 0)->resting && self_of(&h, 1)->resting);
	assert_near(self_of(&h, 0)->channel[0].at.x, 0.009, 1e-15);   /* it has held */
	assert_true(self_of(&h, 0)->t >= 0.99 + 6.0 && self_of(&h, 0)->t < 0.99 + 6.0 + 0.3);
	assert_int_equal(go(&h, 1, 0.009, 0.09), ERR_STATE);
	err_clear(&e);
	assert_int_equal(laboratory_fault(&h.s.script.lab, &e), ERR_LOST);
	err_text(&e, line, sizeof(line));
	assert_contains(line, "expControl 1: the rig failed at t = 0.1: the site is lost");
	assert_contains(line, "expNetwork 4 was silent for 6 s, 3 tries, from 0.99 s on the rig's clock");
	assert_contains(line, "all rigs were brought to rest");
	stage_end(&h.s);
}

static void a_failure_of_another_kind_is_not_called_a_lost_site(void **state)
{
	struct hall h;
	struct err e;
	char line[700];

	(void)state;
	hall_begin(&h);
	stage_eval(&h.s, "set f [open d.txt w]; puts $f {0 1 0.3 2}; close $f; expSpecimen Replay 3 d.txt; expNetwork Constant 1 1 -cut 0");
	hall_rig(&h, 0, "-rate 1000 -channel 3 -network 1");
	assert_int_equal(go(&h, 0, 0.001, 0.01), ERR_ENDED);  /* while it waits */
	err_clear(&e);
	assert_int_equal(laboratory_fault(&h.s.script.lab, &e), ERR_ENDED);
	err_text(&e, line, sizeof(line));
	assert_contains(line, "the data end before the test");
	stage_end(&h.s);
}

static void what_cannot_wait_is_refused(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"-rate 100 -channel 1 -network 7", "no expNetwork"}, {"-channel 1 -network 1", "-network without -rate"},
		{"-rate 100 -channel 1 -network 1 -control vel", "-control disp"}, {"-rate 1e6 -channel 1 -network 2", "at most 100 s"},
		{"-channel 1 -network", "-network"},
	};
	struct hall h;

	(void)state;
	hall_begin(&h);
	stage_eval(&h.s, "expNetwork Constant 1 0; expNetwork Constant 2 0 -timeout 60 -retries 1");
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&h.s, "if {![catch {expControl VirtualRig 1 %s} said]} {error {%s was taken}}", bad[i].words, bad[i].words);
		assert_contains(Tcl_GetVar(h.s.script.interp, "said", 0), bad[i].says);
	}
	stage_end(&h.s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_last_command_holds_until_the_next_one_is_here),
		cmocka_unit_test(an_actuator_arrives_while_the_rig_waits),
		cmocka_unit_test(every_command_costs_its_time_and_the_tests_clock_goes_on_where_it_stopped),
		cmocka_unit_test(every_rig_waits_for_the_slowest),
		cmocka_unit_test(spans_that_adapt_gain_time_and_wait_for_those_that_do_not),
		cmocka_unit_test(a_rig_without_a_network_waits_for_those_behind_one),
		cmocka_unit_test(a_long_hold_relaxes_the_force_a_short_one_hardly_and_continuous_loading_not),
		cmocka_unit_test(a_perfect_network_changes_nothing),
		cmocka_unit_test(two_runs_with_the_same_seed_wait_the_same),
		cmocka_unit_test(a_cut_trips_with_a_report_and_all_rigs_come_to_rest),
		cmocka_unit_test(a_failure_of_another_kind_is_not_called_a_lost_site),
		cmocka_unit_test(what_cannot_wait_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
