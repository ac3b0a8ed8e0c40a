/* The picture of a run: displacements of all nodes and which elements yield, as the analysis has them; and the model that is drawn. */
#include "test.h"

#include "base/clock.h"
#include "base/io.h"
#include "live/live_read.h"
#include "record/run_record.h"
#include "script/script_live.h"
#include "verify/verify.h"

#include <math.h>
#include <stdlib.h>

static struct clock wall = {.ops = &clock_monotonic};

struct show {
	struct stage s;
	struct live_view *v;
	uint64_t place;
	struct live_frame frame;
	float value[64];
	unsigned char yield[64];
	int nnode, ndf, nelement;
};

static void show_begin(struct show *w)
{
	struct err e;

	memset(w, 0, sizeof *w);
	stage_begin(&w->s);
	err_clear(&e);
	assert_int_equal(script_live_begin(&w->s.script, &(struct script_live_words){.folder = w->s.folder, .id = strrchr(w->s.folder, '/') + 1}, &e), 0);
	assert_int_equal(live_open(&w->v, w->s.folder, false, &e), 0);
	run_record_words(w->s.script.run, &(struct record_words){.when = RUN_ALWAYS});
}

static void show_end(struct show *w)
{
	live_close(w->v);
	script_live_end(&w->s.script, false);
	stage_end(&w->s);
}

/* A step, the last frame long enough ago for the next one. */
static void step(struct show *w, const char *analyze)
{
	assert_int_equal(clock_sleep_until(&wall, clock_now(&wall) + 2 * (int64_t)LIVE_FRAME_NS), 0);
	stage_eval(&w->s, "%s", analyze);
	assert_true(live_refresh(w->v, NULL) >= 0);
	live_motion_size(w->v, &w->nnode, &w->ndf, &w->nelement);
	assert_true(w->nnode * w->ndf <= 64 && w->nelement <= 64);
	assert_true(live_motion(w->v, &w->place, &w->frame, w->value, w->yield));
}

static void nodes_move_as_the_analysis_says(void **state)
{
	struct show w;

	(void)state;
	show_begin(&w);
	stage_eval(&w.s, "model basic -ndm 2 -ndf 3; node 1 0 0; node 5 0 3; node 3 4 3; fix 1 1 1 1; geomTransf Linear 1;"
	           "element elasticBeamColumn 1 1 5 1 1 1 1; element elasticBeamColumn 2 5 3 1 1 1 1;"
	           "pattern Plain 1 Linear { load 3 0.1 -0.2 0.05 }; integrator LoadControl 1; analysis Static");
	for (int k = 1; k <= 3; k++) {
		static const int TAG[] = {1, 3, 5};        /* in the order of their tags */

		step(&w, "analyze 1");
		assert_int_equal(w.nnode, 3);
		assert_int_equal(w.ndf, 3);
		assert_int_equal(w.nelement, 2);
		assert_near(w.frame.time, k, 0.0);
		assert_int_equal(w.frame.step, k);
		for (int i = 0; i < 3; i++)
			for (int dof = 0; dof < 3; dof++)
				assert_near(w.value[3 * i + dof], (float)stage_real(&w.s, "nodeDisp %d %d", TAG[i], dof + 1), 0.0);
		assert_true(w.yield[0] == RUN_ELASTIC && w.yield[1] == RUN_ELASTIC);
	}
	show_end(&w);
}

/* Yield displacement 1, beside an elastic spring: half of it, twice, a little more, back by a tenth, on. */
static void an_element_yields_has_yielded_and_yields_again(void **state)
{
	static const char *const MATERIAL[] = {"Steel01 1 10 10 0.05", "Steel02 1 10 10 0.05 18 0.925 0.15", "ElasticPP 1 10 1", "Hardening 1 10 10 0 0.5",
	                                       "Bilinear 1 10 1 0.05"};
	static const struct { double d; enum run_yield want; } WAY[] = {
		{0.5, RUN_ELASTIC}, {2.0, RUN_YIELDING}, {2.2, RUN_YIELDING}, {2.1, RUN_YIELDED}, {2.15, RUN_YIELDED}, {3.0, RUN_YIELDING}, {0.2, RUN_YIELDING},
	};

	(void)state;
	for (size_t m = 0; m < sizeof MATERIAL / sizeof MATERIAL[0]; m++) {
		struct show w;
		double last = 0.0;
		char line[200];

		show_begin(&w);
		stage_eval(&w.s, "model basic -ndm 1 -ndf 1; node 1 0; node 2 0; fix 1 1; uniaxialMaterial %s; element zeroLength 7 1 2 -mat 1 -dir 1;"
		           "uniaxialMaterial Elastic 2 1; element zeroLength 8 1 2 -mat 2 -dir 1; pattern Plain 1 Linear { load 2 1.0 }; analysis Static", MATERIAL[m]);
		for (size_t k = 0; k < sizeof WAY / sizeof WAY[0]; k++) {
			snprintf(line, sizeof line, "integrator DisplacementControl 2 1 %.17g; if {[analyze 1] != 0} { error failed }", WAY[k].d - last);
			last = WAY[k].d;
			step(&w, line);
			assert_int_equal(w.yield[1], RUN_ELASTIC);
			if (w.yield[0] != WAY[k].want)
				fail_msg("%s at %g: %d, not %d", MATERIAL[m], WAY[k].d, w.yield[0], WAY[k].want);
		}
		show_end(&w);
	}
}

/* Four masses, the first spring yields; the third node is one that no recorder and no element of the interface knows of. */
static void chain(struct stage *s, const char *engine)
{
	stage_eval(s, "wipe; model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; uniaxialMaterial Steel01 1 6 400 0.05; uniaxialMaterial Elastic 2 400;"
	           "foreach i {2 3 4 5} { node $i 0 -mass 1; element zeroLength $i [expr {$i - 1}] $i -mat [expr {$i == 2 ? 1 : 2}] -dir 1 };"
	           "runRecord -node 2; timeSeries Trig 1 0 1e6 0.9 -factor 6; pattern Plain 1 1 { load 5 1.0 };"
	           "engine %s; integrator Newmark 0.5 0.25; test NormUnbalance 1e-10 50; algorithm Newton; analysis Transient", engine);
}

enum { CHAIN_STEPS = 3000, CHAIN_FRAMES = 5 };

/* Of engines that know the whole motion only later each frame is the motion of the step that it names. */
static void nodes_that_are_known_later_move_as_they_did(void **state)
{
	static const char *const ENGINE[] = {"impulse -noCache -steps 3000", "modal"};
	static double want[CHAIN_STEPS][5];

	(void)state;
	for (size_t m = 0; m < sizeof ENGINE / sizeof ENGINE[0]; m++) {
		struct show w;
		int frames = 0;
		double most = 0.0;

		show_begin(&w);
		chain(&w.s, "dense");
		for (int k = 0; k < CHAIN_STEPS; k++) {
			stage_eval(&w.s, "analyze 1 0.02");
			for (int i = 0; i < 5; i++)
				want[k][i] = stage_real(&w.s, "nodeDisp %d 1", i + 1);
			most = larger(most, fabs(want[k][4]));
		}
		chain(&w.s, ENGINE[m]);
		for (int k = 0; k < CHAIN_STEPS && frames < CHAIN_FRAMES; k++) {
			assert_int_equal(clock_sleep_until(&wall, clock_now(&wall) + (int64_t)LIVE_FRAME_NS), 0);
			stage_eval(&w.s, "analyze 1 0.02");
			assert_true(live_refresh(w.v, NULL) >= 0);
			if (!live_motion(w.v, &w.place, &w.frame, w.value, w.yield) || w.frame.time > 0.02 * (k + 1.5))
				continue;
			frames++;
			for (int i = 0; i < 5; i++)
				assert_near(w.value[i], want[(int)(w.frame.time / 0.02 + 0.5) - 1][i], 1e-6 * most);
		}
		if (frames < CHAIN_FRAMES)
			fail_msg("engine %s shows %d motions in %d steps", ENGINE[m], frames, CHAIN_STEPS);
		show_end(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_move_as_the_analysis_says),
		cmocka_unit_test(an_element_yields_has_yielded_and_yields_again),
		cmocka_unit_test(nodes_that_are_known_later_move_as_they_did),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
