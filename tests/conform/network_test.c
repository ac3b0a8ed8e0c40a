/* Suite over every row of network_table, made from its example; then losses and tries against their chances, and the random network against Table 6-2
 * of Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02. */
#include "test.h"

#include "experiment/laboratory.h"
#include "experiment/network.h"
#include "verify/verify.h"

enum { TAG = 10, MANY = 20000 };

static const char *said(struct stage *s)
{
	return Tcl_GetVar(s->script.interp, "said", 0);
}

static void begin(struct stage *s)
{
	stage_begin(s);
	stage_eval(s, "set f [open delays.txt w]; puts $f {# ms\n200 300 0 1200 250 4700 210}; close $f");
}

/* A network of a row's example with more words, under this tag. */
static void make(struct stage *s, int row, int tag, const char *more)
{
	stage_eval(s, "expNetwork %s %d %s %s", network_table[row]->name, tag, network_table[row]->example, more);
}

static struct network_use use_of(struct stage *s, int tag, uint64_t seed, uint64_t stream)
{
	struct network_use u;
	struct err e;

	err_clear(&e);
	assert_int_equal(network_use(&u, table_get(&s->script.lab.networks, tag), &s->script.lab, "test", &e), 0);
	network_start(&u, seed, stream);
	return u;
}

static double wait_of(struct network_use *u, double t)
{
	double wait = NAN;

	assert_int_equal(network_exchange(u, t, &wait), 0);
	return wait;
}

static void lost(struct network_use *u, double t)
{
	double wait = -7.0;

	assert_int_equal(network_exchange(u, t, &wait), ERR_LOST);
	assert_true(wait == -7.0);
}

/* --- all rows -------------------------------------------------------------------------------------- */

static void the_same_seed_gives_the_same_bits_and_another_other_ones_where_chance_is_claimed(void **state)
{
	(void)state;
	for (int row = 0; network_table[row]; row++) {
		struct stage s;
		int seeds = 0, streams = 0;

		begin(&s);
		make(&s, row, TAG, "");
		struct network_use a = use_of(&s, TAG, 1, 5), b = use_of(&s, TAG, 1, 5), c = use_of(&s, TAG, 2, 5), d = use_of(&s, TAG, 1, 6);
		for (int k = 0; k < 1000; k++) {
			double x = wait_of(&a, k), y = wait_of(&b, k);
			assert_memory_equal(&x, &y, sizeof(x));
			seeds += x != wait_of(&c, k);
			streams += x != wait_of(&d, k);
		}
		if (network_table[row]->chance)
			assert_true(seeds > 900 && streams > 900);
		else
			assert_true(seeds == 0 && streams == 0);
		stage_end(&s);
	}
}

static void another_seed_loses_other_messages(void **state)
{
	(void)state;
	for (int row = 0; network_table[row]; row++) {
		struct stage s;
		int same = 0, seeds = 0;

		begin(&s);
		make(&s, row, TAG, "-loss 0.3 -timeout 100 -retries 50");
		struct network_use a = use_of(&s, TAG, 1, 5), b = use_of(&s, TAG, 1, 5), c = use_of(&s, TAG, 2, 5);
		for (int k = 0; k < 1000; k++) {
			double x = wait_of(&a, 0.0);
			same += x == wait_of(&b, 0.0);
			seeds += (x < 100.0) != (wait_of(&c, 0.0) < 100.0);
		}
		assert_int_equal(same, 1000);
		assert_true(seeds > 300);      /* 2 x 0.3 x 0.7 = 0.42 of 1000, standard deviation 16 */
		stage_end(&s);
	}
}

static void times_are_finite_and_never_negative(void **state)
{
	(void)state;
	for (int row = 0; network_table[row]; row++) {
		struct stage s;

		begin(&s);
		make(&s, row, TAG, "");
		const struct network *n = table_get(&s.script.lab.networks, TAG);
		struct network_use u = use_of(&s, TAG, 3, 1);
		for (int k = 0; k < 100000; k++) {
			double d = n->ops->exchange(n->self, u.state);
			assert_true(isfinite(d) && d >= 0.0);
		}
		stage_end(&s);
	}
}

/* The chance of j losses and then an answer is p^j (1-p); no example takes 100 s, so a wait of 100 j to 100 (j+1) s is j losses. */
static void losses_have_the_wanted_chance_and_cost_a_timeout_each(void **state)
{
	static const double p = 0.2;

	(void)state;
	for (int row = 0; network_table[row]; row++) {
		struct stage s;
		int count[5] = {0};

		begin(&s);
		make(&s, row, TAG, "-loss 0.2 -timeout 100 -retries 3");
		struct network_use u = use_of(&s, TAG, 4, 1);
		for (int k = 0; k < MANY; k++) {
			double wait = -1.0;
			int code = network_exchange(&u, 0.0, &wait);
			if (code == 0)
				count[(int)(wait / 100.0)]++;
			else
				assert_int_equal(code, ERR_LOST);
			count[4] += code != 0;
		}
		for (int j = 0; j < 5; j++) {
			double want = j < 4 ? pow(p, j) * (1.0 - p) : pow(p, 4);
			assert_near(count[j], want * MANY, 4.5 * sqrt(MANY * want * (1.0 - want)));
		}
		stage_end(&s);
	}
}

static void nothing_passes_in_a_stall_and_all_as_before_outside(void **state)
{
	(void)state;
	for (int row = 0; network_table[row]; row++) {
		struct stage s;

		begin(&s);
		make(&s, row, TAG, "-timeout 100");
		make(&s, row, TAG + 1, "-timeout 100 -stall 100 5 -stall 200 40");
		struct network_use a = use_of(&s, TAG, 1, 5), b = use_of(&s, TAG + 1, 1, 5);
		for (int k = 0; k < 10; k++) {
			assert_true(wait_of(&b, k) == wait_of(&a, k));
			assert_near(wait_of(&b, 100.0 + 0.5 * k), wait_of(&a, 100.0 + 0.5 * k) + 5.0 - 0.5 * k, 1e-12);
			assert_true(wait_of(&b, 105.0 + k) == wait_of(&a, 105.0 + k));
			assert_near(wait_of(&b, 200.0 + 3.0 * k), wait_of(&a, 200.0 + 3.0 * k) + 40.0 - 3.0 * k, 1e-12);
		}
		stage_end(&s);
	}
}

static void nothing_ever_passes_after_the_cut(void **state)
{
	(void)state;
	for (int row = 0; network_table[row]; row++) {
		struct stage s;

		begin(&s);
		make(&s, row, TAG, "");
		make(&s, row, TAG + 1, "-cut 50 -timeout 20 -retries 4");
		struct network_use a = use_of(&s, TAG, 1, 5), b = use_of(&s, TAG + 1, 1, 5);
		assert_true(wait_of(&b, 0.0) == wait_of(&a, 0.0));
		assert_near(network_patience(b.network), 100.0, 1e-12);
		lost(&b, 50.0);
		lost(&b, 51.0);
		lost(&b, 1e6);
		stage_end(&s);
	}
}

/* --- tries ----------------------------------------------------------------------------------------- */

static void without_a_network_no_time_passes(void **state)
{
	struct network_use none = {0};

	(void)state;
	assert_true(wait_of(&none, 3.0) == 0.0);
}

static void what_is_on_its_way_when_a_stall_or_a_cut_comes_is_late_or_lost(void **state)
{
	struct stage s;

	(void)state;
	begin(&s);
	stage_eval(&s, "expNetwork Constant 1 2.0 -stall 10 4.7 -stall 15 1 -cut 30");
	struct network_use u = use_of(&s, 1, 1, 1);
	assert_near(wait_of(&u, 7.5), 2.0, 1e-12);           /* there at 9.5 */
	assert_near(wait_of(&u, 9.0), 2.0 + 4.7 + 1.0, 1e-12);   /* would be there at 11, so at 15.7 after one stall, in the second */
	assert_near(wait_of(&u, 14.7), 3.0, 1e-12);
	assert_near(wait_of(&u, 27.9), 2.0, 1e-12);
	lost(&u, 28.1);
	stage_end(&s);
}

static void an_early_try_that_is_late_counts_when_it_comes_first(void **state)
{
	struct stage s;

	(void)state;
	begin(&s);
	stage_eval(&s, "expNetwork Constant 1 3.0 -timeout 2 -retries 1; expNetwork Constant 2 5.0 -timeout 2 -retries 1");
	stage_eval(&s, "set f [open d.txt w]; puts $f {9 1 2}; close $f; expNetwork Measured 3 d.txt -timeout 2 -retries 1");
	struct network_use slow = use_of(&s, 1, 1, 1), slower = use_of(&s, 2, 1, 1), second = use_of(&s, 3, 1, 1);
	assert_near(wait_of(&slow, 0.0), 3.0, 1e-12);        /* the second try would be there at 2 + 3 */
	lost(&slower, 0.0);                                  /* nobody waits longer than 4 */
	assert_near(wait_of(&second, 0.0), 3.0, 1e-12);      /* tried again after 2, and that takes 1 */
	assert_near(wait_of(&second, 0.0), 2.0, 1e-12);      /* the third number: one try, no second */
	assert_near(wait_of(&second, 0.0), 3.0, 1e-12);
	stage_end(&s);
}

static void a_stall_longer_than_all_tries_loses_the_site(void **state)
{
	struct stage s;

	(void)state;
	begin(&s);
	stage_eval(&s, "expNetwork Constant 1 0.0 -timeout 2 -retries 2 -stall 10 7");
	struct network_use u = use_of(&s, 1, 1, 1);
	lost(&u, 10.5);
	assert_near(wait_of(&u, 11.0), 6.0, 1e-12);
	stage_end(&s);
}

/* --- measured -------------------------------------------------------------------------------------- */

static void measured_times_come_in_their_order_and_over_again(void **state)
{
	static const double once[] = {0.2, 0.3, 0.0, 1.2, 0.25, 4.7, 0.21}, pairs[] = {0.5, 1.2, 4.95, 0.41, 0.3, 1.45, 4.91, 0.5};
	struct stage s;

	(void)state;
	begin(&s);
	stage_eval(&s, "expNetwork Measured 1 delays.txt -factor 1e-3; expNetwork Measured 2 delays.txt -factor 1e-3 -oneWay");
	struct network_use a = use_of(&s, 1, 1, 1), b = use_of(&s, 2, 1, 1);
	for (size_t k = 0; k < 3 * COUNT(once); k++)
		assert_near(wait_of(&a, 0.0), once[k % COUNT(once)], 1e-15);
	for (size_t k = 0; k < COUNT(pairs); k++)
		assert_near(wait_of(&b, 0.0), pairs[k], 1e-14);
	stage_end(&s);
}

/* --- random ---------------------------------------------------------------------------------------- */

struct shares { double slow, hold, longest; };

static struct shares shares_of(struct network_use *u, int steps)
{
	struct shares p = {0.0, 0.0, 0.0};

	for (int k = 0; k < steps; k++) {
		double d = wait_of(u, 0.0);
		p.slow += (d > 0.72) / (double)steps;
		p.hold += (d > 1.2) / (double)steps;
		p.longest = larger(p.longest, d);
	}
	return p;
}

/* Table 6-2 (both columns are shares of steps LONGER than 0.72 and 1.2 s): 9.2 12.4 5.9 %, 0.6 1.7 0.9 %, longest 1.76 s of 1000 steps,
 * 6.59 and 5.90 s of 3000. 200 tests of 3000 steps: the mean shares lie between those of the table, and so does each test but for its own
 * scatter in the second column (0.004: two standard deviations of 3000 draws with 1.1 %). The longest of a test is several seconds: 3 to 9 in the
 * mean, never below 1.2, in three of four tests above 3. */
static void the_random_network_is_that_of_table_6_2(void **state)
{
	enum { TESTS = 200, STEPS = 3000 };
	struct stage s;
	double slow = 0.0, hold = 0.0, longest = 0.0;
	int several = 0;

	(void)state;
	begin(&s);
	stage_eval(&s, "expNetwork Random 1 -timeout 1000");
	for (int i = 0; i < TESTS; i++) {
		struct network_use u = use_of(&s, 1, (uint64_t)(i + 1), 1);
		struct shares p = shares_of(&u, STEPS);
		assert_true(p.slow > 0.059 && p.slow < 0.124);
		assert_true(p.hold > 0.006 - 0.004 && p.hold < 0.017 + 0.004);
		assert_true(p.longest > 1.2);
		slow += p.slow / TESTS;
		hold += p.hold / TESTS;
		longest += p.longest / TESTS;
		several += p.longest > 3.0;
	}
	print_message("  0.72 s: %.2f %%, 1.2 s: %.2f %%, longest of 3000: %.2f s\n", 100.0 * slow, 100.0 * hold, longest);
	assert_true(slow > 0.075 && slow < 0.095);
	assert_true(hold > 0.009 && hold < 0.013);
	assert_true(longest > 3.0 && longest < 9.0 && several > 0.75 * TESTS);
	stage_end(&s);
}

/* Shares of MANY draws below a time, against the distribution: four standard deviations. */
static void share_below(struct network_use *u, double time, double want)
{
	int below = 0;

	for (int k = 0; k < MANY; k++)
		below += wait_of(u, 0.0) < time;
	assert_near((double)below / MANY, want, 4.0 * sqrt(want * (1.0 - want) / MANY));
}

static void body_and_tail_have_their_distributions(void **state)
{
	static const char *const words[] = {
		"-least 0.1 -median 0.3 -p95 0.6 -tail 0",
		"-least 0 -median 1e-12 -sigma 0 -tail 1 -tailScale 2",
		"-least 0 -median 1e-12 -sigma 0 -tail 0.25 -tailScale 2 -tailShape 3",
	};
	struct stage s;

	(void)state;
	begin(&s);
	for (size_t i = 0; i < COUNT(words); i++)
		stage_eval(&s, "expNetwork Random %d %s -timeout 1e6", (int)i + 1, words[i]);
	struct network_use body = use_of(&s, 1, 9, 1), exponential = use_of(&s, 2, 9, 1), pareto = use_of(&s, 3, 9, 1);
	share_below(&body, 0.1, 0.0);
	share_below(&body, 0.3, 0.5);
	share_below(&body, 0.6, 0.95);
	share_below(&body, 0.1 + 0.2 * exp(-log(2.5) / 1.6448536269514722), 1.0 - 0.8413447460685429);  /* one sigma below the median */
	share_below(&exponential, 2.0, 1.0 - exp(-1.0));
	share_below(&exponential, 6.0, 1.0 - exp(-3.0));
	share_below(&pareto, 1e-9, 0.75);
	share_below(&pareto, 2.0, 1.0 - 0.25 / 8.0);         /* (1 + 2/2)^-3 */
	stage_end(&s);
}

/* --- words ----------------------------------------------------------------------------------------- */

static void what_cannot_be_is_refused_with_a_reason(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"Constant 1", "time"}, {"Constant 1 -1", ">= 0"}, {"Constant 1 0.1 0.2", "0.2"}, {"Constant 1 0 -loss 1.1", "between 0 and 1"},
		{"Constant 1 0 -timeout 0", "> 0"}, {"Constant 1 0 -retries -1", "-retries"}, {"Constant 1 0 -cut -1", ">= 0"},
		{"Constant 1 0 -stall 3", "duration"}, {"Constant 1 0 -stall 3 0", "> 0"}, {"Constant 1 0 -stall 3 2 -stall 4 1", ">= 5"},
		{"Measured 1", "file"}, {"Measured 1 none.txt", "none.txt"}, {"Measured 1 delays.txt -wrong", "-wrong"}, {"Measured 1 bad.txt", "number 2 is no time"},
		{"Random 1 -least 0.5", "> 0.5"}, {"Random 1 -sigma 0.5 -p95 0.8", "twice"}, {"Random 1 -p95 0.3", "> 0.4"}, {"Random 1 -tail 2", "between 0 and 1"},
		{"Dial-up 1", "unknown type of expNetwork"},
	};
	struct stage s;

	(void)state;
	begin(&s);
	stage_eval(&s, "set f [open bad.txt w]; puts $f {1 -1}; close $f");
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&s, "if {![catch {expNetwork %s} said]} {error {%s was taken}}", bad[i].words, bad[i].words);
		assert_contains(said(&s), bad[i].says);
	}
	stage_eval(&s, "expNetwork Constant 1 -loss 0.1 0.5 -cut 7");   /* options may stand anywhere */
	stage_eval(&s, "removeExp network 1; expNetwork Constant 1 0");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_gives_the_same_bits_and_another_other_ones_where_chance_is_claimed),
		cmocka_unit_test(another_seed_loses_other_messages),
		cmocka_unit_test(times_are_finite_and_never_negative),
		cmocka_unit_test(losses_have_the_wanted_chance_and_cost_a_timeout_each),
		cmocka_unit_test(nothing_passes_in_a_stall_and_all_as_before_outside),
		cmocka_unit_test(nothing_ever_passes_after_the_cut),
		cmocka_unit_test(without_a_network_no_time_passes),
		cmocka_unit_test(what_is_on_its_way_when_a_stall_or_a_cut_comes_is_late_or_lost),
		cmocka_unit_test(an_early_try_that_is_late_counts_when_it_comes_first),
		cmocka_unit_test(a_stall_longer_than_all_tries_loses_the_site),
		cmocka_unit_test(measured_times_come_in_their_order_and_over_again),
		cmocka_unit_test(the_random_network_is_that_of_table_6_2),
		cmocka_unit_test(body_and_tail_have_their_distributions),
		cmocka_unit_test(what_cannot_be_is_refused_with_a_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
