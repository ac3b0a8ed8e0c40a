/* Spans chosen by answer times, behind networks like that of UCB/EERC 2005-02, Table 6-2: the share of steps that slow down, and what it costs.
 *
 * Counts are of one seed. Their bound: at each step the chance is p at most (adapt.h), given a window it scatters by sqrt(p (1 - p) / n), over N/n windows, so
 * that the count of N steps has about twice the variance of a binomial one; three standard deviations of that are allowed.
 */
#include "verify/verify.h"

#include "control/controller.h"
#include "experiment/network.h"
#include "test.h"

enum { RATE = 100, STEPS = 6000 };

static const struct controller_words words = {
	.extrapolate = 0.6, .slow = 0.8, .slow_rate = 0.5, .hold_s = INFINITY, .adapt = {.share = NAN, .longest_s = INFINITY, .change = 0.1},
};

struct outcome {
	double slow;               /* share of the steps */
	double time;               /* of the test [s] */
};

/* Answer times in ticks; every `phase` steps they are of the next of the networks 1 .. n. */
static void answers_draw(struct stage *s, int n, int phase, int64_t *ret_ticks)
{
	struct network_use use[3];
	struct err e = {0};
	double delay;

	for (int i = 0; i < n; i++) {
		assert_int_equal(network_use(&use[i], table_get(&s->script.lab.networks, i + 1), &s->script.lab, "test", &e), 0);
		network_start(&use[i], 7, (uint64_t)i);
	}
	for (int i = 0; i < STEPS; i++) {
		assert_int_equal(network_exchange(&use[i / phase % n], 0.0, &delay), 0);
		ret_ticks[i] = (int64_t)round(delay * RATE);
	}
}

/* A target at 0 for a start, then a step for each answer; spans as the words say, the first of `span` ticks. */
static struct outcome test_of(struct stage *s, const struct controller_words *w, double span, const int64_t *answer)
{
	struct controller c;
	struct err e = {0};
	double command, force = 0.0;
	int64_t ticks = 0;

	assert_int_equal(controller_setup(&c, table_get(&s->script.lab.commands, 1), w, 1, 1.0 / RATE, span, &s->script.lab.arena, &e), 0);
	controller_start(&c, &(double){0.0}, 0.01);
	assert_true(controller_target(&c, 1, &(struct command_target){.step = 0.01}));
	while (!controller_tick(&c, &force, &command))
		continue;
	for (int step = 0; step < STEPS; step++) {
		bool reached = false;

		for (int64_t begin = ticks; !reached; ticks++) {
			if (ticks - begin == answer[step])
				assert_true(controller_target(&c, step + 2, &(struct command_target){.x = sin(0.1 * step), .step = 0.01}));
			reached = controller_tick(&c, &force, &command);
		}
	}
	return (struct outcome){.slow = (double)c.entered[CONTROL_SLOW] / STEPS, .time = (double)ticks / RATE};
}

/* The same for a fixed span, as 6.3.2 has it: T ticks of waiting are T counts up to 0.6 of the span, half as many up to 0.8, none from there. */
static struct outcome fixed_of(double span, const int64_t *answer)
{
	struct outcome o = {0};

	for (int i = 0; i < STEPS; i++) {
		double t = (double)answer[i], e = ceil(0.6 * span), count = t < e ? t : fmin(0.6 * span + 0.5 * (t - e), 0.8 * span);

		o.slow += t >= e;
		o.time += t + ceil(span - count);
	}
	return (struct outcome){.slow = o.slow / STEPS, .time = o.time / RATE};
}

/* The shortest span that is the same for all steps and slows down no more of them. */
static double span_of(double slow, const int64_t *answer)
{
	double span = 2.0;

	while (fixed_of(span, answer).slow > slow)
		span += 1.0;
	return span;
}

static struct controller_words adaptive(double share)
{
	struct controller_words w = words;

	w.adapt.share = share;
	return w;
}

static double bound(double p)
{
	return 3.0 * sqrt(2.0 * p * (1.0 - p) / STEPS);
}

static struct outcome compare(struct stage *s, double share, const int64_t *answer, struct outcome *ret_fixed)
{
	struct controller_words w = adaptive(share);
	struct outcome o = test_of(s, &w, 1.2 * RATE, answer);
	double span = span_of(o.slow, answer);

	*ret_fixed = test_of(s, &words, span, answer);
	assert_near(ret_fixed->slow, fixed_of(span, answer).slow, 1e-12);
	expect_close(ret_fixed->time, fixed_of(span, answer).time, 1e-3, "time at a fixed span");
	print_message("p %.2f: %.4f of the steps slow down, %.0f s; %.4f at the best fixed span, %.2f s, %.0f s\n", share, o.slow, o.time, ret_fixed->slow,
	              span / RATE, ret_fixed->time);
	return o;
}

/* A network that stays as it is: the share is kept, and not by going slowly. Somebody who knew the best span beforehand would be a little faster: what
 * scatters costs more when it is too long than it gains when it is too short. */
static void the_share_of_steps_that_slow_down_is_kept(void **unused)
{
	static const struct { double share, dearer; } row[] = {{0.2, 1.05}, {0.1, 1.05}, {0.05, 1.05}, {0.02, 1.07}, {0.01, 1.12}};
	static int64_t answer[STEPS];
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "expCommand Lagrange 1 1; expNetwork Random 1");
	answers_draw(&s, 1, STEPS, answer);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct outcome fixed, o = compare(&s, row[i].share, answer, &fixed);

		assert_true(o.slow <= row[i].share + bound(row[i].share));
		assert_true(o.slow >= 0.8 * row[i].share - bound(row[i].share));
		assert_true(o.time <= row[i].dearer * fixed.time);
	}
	stage_end(&s);
}

/* A network that changes, as networks do over a day: quiet, as in Table 6-2, and crowded, 500 steps each. A fixed span that slows down as few steps must be
 * made for the worst of them. */
static void where_the_network_changes_the_test_is_shorter_than_with_any_fixed_span(void **unused)
{
	static const double share[] = {0.1, 0.05, 0.02};
	static int64_t answer[STEPS];
	struct stage s;

	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "expCommand Lagrange 1 1; expNetwork Random 1 -median 0.25; expNetwork Random 2; expNetwork Random 3 -median 0.7");
	answers_draw(&s, 3, 500, answer);
	for (size_t i = 0; i < COUNT(share); i++) {
		struct outcome fixed, o = compare(&s, share[i], answer, &fixed);

		assert_true(o.slow <= 1.5 * share[i]);          /* after a change for the worse the window has to learn */
		assert_true(o.time < 0.95 * fixed.time);
	}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_share_of_steps_that_slow_down_is_kept),
		cmocka_unit_test(where_the_network_changes_the_test_is_shorter_than_with_any_fixed_span),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
