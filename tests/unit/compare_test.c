/* Two histories and two runs against each other; curves that are thinned; specimens read out of records. */
#include "folder.h"
#include "test.h"

#include "unit/report_bed.h"

#include "base/base.h"
#include "base/rng.h"
#include "report/compare.h"
#include "report/quiet_path.h"
#include "report/specimen_loop.h"

#include <stdlib.h>
#include <unistd.h>

static void read_both(struct compare *c, const char *a, const char *b)
{
	struct err e;

	err_clear(&e);
	if (compare_read(c, a, b, &e) != 0)
		fail_msg("%s: %s", e.object, e.what);
}

static const struct likeness *of(const struct compare *c, const char *column)
{
	for (int i = 0; i < c->pair.n; i++)
		if (strcmp(c->pair.column[i].name, column) == 0)
			return &c->like[i];
	fail_msg("no column %s", column);
	return NULL;
}

/* ---- likeness ------------------------------------------------------------------------------------------------- */

static void measures_are_those_of_the_paper(void **state)
{
	static const double EXACT[] = {0, 3, -4, 2}, SIM[] = {0, 3.5, -3, 2};
	struct likeness l = {0};

	(void)state;
	for (int i = 0; i < 4; i++)
		likeness_add(&l, i, EXACT[i], SIM[i]);
	likeness_add(&l, 4, NAN, 1);
	/* differences 0, 0.5, 1, 0; largest 4 */
	assert_near(likeness_max(&l), 1.0 / 4.0, 1e-15);
	assert_near(likeness_rms(&l), sqrt(1.25 / 4.0) / 4.0, 1e-15);
	assert_near(l.at, 2.0, 0.0);
	assert_near(likeness_energy(-8.0, -6.0), 0.25, 1e-15);
	assert_true(isnan(likeness_max(&(struct likeness){0})));
	/* a run that ran away is not like anything */
	likeness_add(&l, 5, 1, NAN);
	assert_true(isinf(likeness_max(&l)) && isinf(likeness_rms(&l)));
	assert_near(l.at, 5.0, 0.0);
	assert_int_equal(compare_grade(likeness_max(&l)), GRADE_BAD);
}

static void what_is_at_rest_is_not_judged(void **state)
{
	/* largest value and largest difference of a roof, of rounding, of one that moves in the second run only; of an angle, which has a unit of its own */
	struct pair_column column[] = {{.name = "node1_disp1", .unit = "in"}, {.name = "node1_disp2", .unit = "in"}, {.name = "node2_disp1", .unit = "in"},
	                               {.name = "node1_disp3", .unit = "rad"}};
	struct likeness like[] = {{.peak = 3.0, .most = 0.1, .n = 1}, {.peak = 1e-17, .most = 3e-17, .n = 1}, {.peak = 0.0, .most = 0.1, .n = 1},
	                          {.peak = 1e-7, .most = 1e-9, .n = 1}};
	static const bool MOVES[] = {true, false, true, true};
	double most[COUNT(column)];
	struct compare c = {.pair = {.n = COUNT(column), .column = column}, .like = like, .most = most};

	(void)state;
	compare_most(&c);
	for (int i = 0; i < c.pair.n; i++)
		assert_int_equal(compare_moves(&c, i), MOVES[i]);
}

static void what_ended_otherwise_than_planned_is_said(void **state)
{
	struct compare c;

	(void)state;
	bed_record("whole.h5", &(struct bed_words){.scale = 1.0});
	bed_record("tripped.h5", &(struct bed_words){.scale = 1.0, .seconds = 2.0, .status = "tripped"});
	read_both(&c, "whole.h5", "tripped.h5");
	assert_int_equal(c.nsaid, 2);
	assert_string_equal(c.said[0], "the second run did not end as planned: tripped");
	assert_contains(c.said[1], "compared from 0.005 to 2");
	compare_close(&c);
}

static void a_run_is_like_itself(void **state)
{
	struct compare c;

	(void)state;
	bed_record("same.h5", &(struct bed_words){.channels = 1, .lag = 0.003, .scale = 1.0, .input = 5.0});
	read_both(&c, "same.h5", "same.h5");
	for (int i = 0; i < c.pair.n; i++) {
		assert_near(likeness_max(&c.like[i]), 0.0, 0.0);
		assert_int_equal(c.like[i].n, lround(BED_SECONDS / BED_DT));
	}
	assert_near(c.eps_enr, 0.0, 0.0);
	assert_int_equal(c.nsaid, 0);
	compare_close(&c);
}

static void five_percent_more_are_five_percent(void **state)
{
	struct compare c;

	(void)state;
	bed_record("a.h5", &(struct bed_words){.scale = 1.0, .input = 10.0});
	bed_record("b.h5", &(struct bed_words){.scale = 1.05, .input = 10.5});
	read_both(&c, "a.h5", "b.h5");
	/* a sine over whole periods: its rms is its amplitude over sqrt 2 */
	assert_near(likeness_max(of(&c, "node1_disp1")), 0.05, 1e-12);
	assert_near(likeness_rms(of(&c, "node1_disp1")), 0.05 / sqrt(2.0), 1e-6);
	assert_near(likeness_max(of(&c, "site1_force1")), 0.0, 0.0);
	assert_near(c.eps_enr, 0.05, 1e-12);
	assert_int_equal(compare_grade(likeness_max(of(&c, "node1_disp1"))), GRADE_GOOD);
	compare_close(&c);
}

static void other_steps_and_lengths_are_said_and_bridged(void **state)
{
	struct compare c;
	/* linear interpolation of a sine errs by (w dt)^2 / 8 at most; every other time is a row of both */
	const double bound = pow(2.0 * M_PI * BED_HZ * 2.0 * BED_DT, 2) / 8.0;

	(void)state;
	bed_record("fine.h5", &(struct bed_words){.scale = 1.0});
	bed_record("coarse.h5", &(struct bed_words){.scale = 1.0, .dt = 2.0 * BED_DT, .seconds = 12.0});
	read_both(&c, "fine.h5", "coarse.h5");
	assert_int_equal(c.nsaid, 2);
	assert_contains(c.said[0], "different length");
	assert_contains(c.said[0], "compared from 0.01 to 12");
	assert_contains(c.said[1], "their steps differ: 0.005 and 0.01");
	assert_true(likeness_max(of(&c, "node2_disp1")) <= bound && likeness_max(of(&c, "node2_disp1")) > 0.9 * bound);
	assert_int_equal(of(&c, "node2_disp1")->n, 2399);
	compare_close(&c);
	/* the other way round every row of the first has its own in the second */
	read_both(&c, "coarse.h5", "fine.h5");
	assert_near(likeness_max(of(&c, "node2_disp1")), 0.0, 1e-12);
	compare_close(&c);
}

static void the_page_of_a_comparison_has_both_runs(void **state)
{
	struct compare c;
	struct err e;
	char why[160], *page;
	int figures, png;

	(void)state;
	bed_record("p.h5", &(struct bed_words){.scale = 1.0, .input = 10.0});
	bed_record("q.h5", &(struct bed_words){.scale = 1.05, .input = 10.5});
	read_both(&c, "p.h5", "q.h5");
	err_clear(&e);
	assert_int_equal(compare_write(&c, "pq.html", &figures, &png, why, &e), 0);
	page = bed_content("pq.html");
	assert_contains(page, "<div class=\"verdict good\">");
	assert_contains(page, "eps_enr = 0.05 (8.9)");
	assert_contains(page, "<td>node1_disp1</td><td>in</td><td>1</td><td>0.05</td>");
	assert_contains(page, "p.h5");
	assert_contains(page, "q.h5");
	/* a history and a difference of two nodes, of a site's displacement and of its force; two loops */
	assert_int_equal(figures, 4 * 2 + 2);
	free(page);
	compare_close(&c);
}

static void runs_without_anything_in_common_are_refused(void **state)
{
	struct compare c;
	struct err e;

	(void)state;
	bed_record("some.h5", &(struct bed_words){.scale = 1.0});
	bed_record("none.h5", &(struct bed_words){.scale = 1.0, .empty = true});
	err_clear(&e);
	assert_int_equal(compare_read(&c, "some.h5", "none.h5", &e), ERR_RANGE);
	assert_contains(e.what, "no time in common");
	compare_close(&c);
	err_clear(&e);
	assert_int_equal(compare_read(&c, "some.h5", "nowhere", &e), ERR_MISSING);
	compare_close(&c);
}

/* ---- thinned curves ------------------------------------------------------------------------------------------- */

static void a_trace_keeps_peaks_and_ends(void **state)
{
	enum { LONG = 1000000 };
	struct arena mem;
	struct trace t;
	struct plot_curve c;
	double most = 0.0;

	(void)state;
	arena_init(&mem);
	assert_true(trace_init(&t, 0.0, LONG - 1.0, &mem));
	for (int i = 0; i < LONG; i++)
		trace_add(&t, i, i == 654321 ? 7.0 : sin(0.001 * i));
	c = trace_curve(&t, "x");
	assert_true(c.n <= 4 * TRACE_COLUMNS);
	for (int i = 0; i < c.n; i++) {
		most = larger(most, c.y[i]);
		assert_true(i == 0 || c.x[i] > c.x[i - 1]);
	}
	assert_near(most, 7.0, 0.0);
	assert_near(c.x[0], 0.0, 0.0);
	assert_near(c.x[c.n - 1], LONG - 1.0, 0.0);
	arena_fini(&mem);
}

static void an_orbit_that_goes_round_again_is_drawn_once(void **state)
{
	struct arena mem;
	struct orbit o;
	int first = 0;

	(void)state;
	arena_init(&mem);
	assert_true(orbit_init(&o, -1, 1, -1, 1, &mem));
	for (int turn = 0; turn < 100; turn++) {
		for (int i = 0; i < 5000; i++)
			orbit_add(&o, cos(2 * M_PI * i / 5000), sin(2 * M_PI * i / 5000));
		first = turn == 0 ? o.n : first;
	}
	assert_false(o.full);
	/* at most one point a cell on the way round, nearly none after the first round */
	assert_true(first > 1000 && first <= 2 * (ORBIT_WIDTH + ORBIT_HEIGHT));
	assert_true(o.n < first + 20);
	arena_fini(&mem);
}

/* ---- paths and specimens -------------------------------------------------------------------------------------- */

static void noise_is_taken_off_a_path_and_nothing_else(void **state)
{
	enum { N = 4000 };
	static double u[N], clean[N], room[N];
	double length = 0.0, noise;
	struct rng rng;

	(void)state;
	rng_init(&rng, 3, 0);
	for (int i = 0; i < N; i++) {
		clean[i] = sin(2.0 * M_PI * 4.0 * i / N);
		u[i] = clean[i];
	}
	assert_true(quiet_path(N, u, room) < 1e-9);
	for (int i = 0; i < N; i++)
		assert_near(u[i], clean[i], 0.0);
	for (int i = 0; i < N; i++)
		u[i] += 0.01 * rng_normal(&rng);
	noise = quiet_path(N, u, room);
	assert_near(noise, 0.01, 0.001);
	for (int i = 1; i < N; i++)
		length += fabs(u[i] - u[i - 1]);
	/* 16 quarter waves of length 1; the noisy path was about N 2/sqrt(pi) 0.01 = 45 longer. What is left are ends at turning points:
	 * 8 of some 3 sigma each way */
	assert_near(length, 16.0, 1.0);
}

/* Between two turning points: the largest of the smallest means around each sample (Barlow et al. 1972, the max-min formula). */
static void a_quiet_path_is_the_nearest_monotone_one(void **state)
{
	enum { N = 60 };
	double u[N], want[N], room[N];
	struct rng rng;

	(void)state;
	rng_init(&rng, 4, 0);
	for (int i = 0; i < N; i++)
		u[i] = 0.02 * i + 0.05 * rng_normal(&rng);
	for (int i = 0; i < N; i++) {
		want[i] = -INFINITY;
		for (int a = 0; a <= i; a++) {
			double sum = 0.0, least = INFINITY;

			for (int b = a; b < N; b++) {
				sum += u[b];
				least = b < i ? INFINITY : fmin(least, sum / (b - a + 1));
			}
			want[i] = fmax(want[i], least);
		}
	}
	quiet_path(N, u, room);
	for (int i = 0; i < N; i++)
		assert_near(u[i], want[i], 1e-14);
	assert_true(want[N - 1] - want[0] > 0.8);
}

static void a_specimen_is_read_by_its_name(void **state)
{
	static const struct { const char *which; int n; const char *u; double most; } ROWS[] = {
		{"site1", 4000, "site1_disp1", BED_A}, {"site1.1", 4000, "site1_disp1", BED_A}, {"control1.2", CALIBRATE_MOST, "measuredDisp2", 2 * BED_A},
	};
	struct run_file *f;
	struct err e;

	(void)state;
	bed_record("which.h5", &(struct bed_words){.channels = 2, .scale = 1.0});
	err_clear(&e);
	assert_int_equal(run_open(&f, "which.h5", &e), 0);
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		struct specimen_loop s;
		struct calibrate c;
		struct arena mem;

		arena_init(&mem);
		assert_int_equal(specimen_loop_read(&s, f, &(struct specimen_words){ROWS[i].which, NAN, NAN}, &mem, &e), 0);
		assert_int_equal(s.loop.n, ROWS[i].n);
		assert_string_equal(s.u_name, ROWS[i].u);
		assert_int_equal(calibrate_run(&s.loop, &mem, &c, &e), 0);
		assert_near(c.linear_k, BED_K, 1e-9);
		assert_near(c.u_max, ROWS[i].most, 2e-3 * ROWS[i].most);
		assert_false(c.yields);
		arena_fini(&mem);
	}
	run_close(f);
}

static void a_specimen_that_is_not_there_is_refused(void **state)
{
	static const struct { struct specimen_words w; int code; const char *says; } ROWS[] = {
		{{"site2", NAN, NAN}, ERR_MISSING, "no such specimen"},
		{{"control1.9", NAN, NAN}, ERR_MISSING, "no such specimen"},
		{{"column", NAN, NAN}, ERR_MISSING, "no such specimen"},
		/* 2^32 + 1 is not 1 */
		{{"control4294967297", NAN, NAN}, ERR_MISSING, "no such specimen"},
		{{"site4294967297.1", NAN, NAN}, ERR_MISSING, "no such specimen"},
		{{"site1", 50.0, 60.0}, ERR_RANGE, "no sample of site1 in that time"},
	};
	struct run_file *f;
	struct err e;

	(void)state;
	bed_record("not.h5", &(struct bed_words){.channels = 1, .scale = 1.0});
	err_clear(&e);
	assert_int_equal(run_open(&f, "not.h5", &e), 0);
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		struct specimen_loop s;
		struct arena mem;

		arena_init(&mem);
		err_clear(&e);
		assert_int_equal(specimen_loop_read(&s, f, &ROWS[i].w, &mem, &e), ROWS[i].code);
		assert_contains(e.what, ROWS[i].says);
		if (ROWS[i].code == ERR_MISSING)
			assert_string_equal(e.allowed, "control1.1, site1.1");
		arena_fini(&mem);
	}
	run_close(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(measures_are_those_of_the_paper),
		cmocka_unit_test(what_is_at_rest_is_not_judged),
		cmocka_unit_test(what_ended_otherwise_than_planned_is_said),
		cmocka_unit_test(a_run_is_like_itself),
		cmocka_unit_test(five_percent_more_are_five_percent),
		cmocka_unit_test(other_steps_and_lengths_are_said_and_bridged),
		cmocka_unit_test(the_page_of_a_comparison_has_both_runs),
		cmocka_unit_test(runs_without_anything_in_common_are_refused),
		cmocka_unit_test(a_trace_keeps_peaks_and_ends),
		cmocka_unit_test(an_orbit_that_goes_round_again_is_drawn_once),
		cmocka_unit_test(noise_is_taken_off_a_path_and_nothing_else),
		cmocka_unit_test(a_quiet_path_is_the_nearest_monotone_one),
		cmocka_unit_test(a_specimen_is_read_by_its_name),
		cmocka_unit_test(a_specimen_that_is_not_there_is_refused),
	};

	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
