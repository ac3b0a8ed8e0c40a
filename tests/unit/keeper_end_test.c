/* How the loop of a keeper ends: killed, interrupted, asked for rest, left alone, and when it does not come to rest. No case depends on how fast the machine
 * is. */
#include "keeper_bed.h"

#include "base/interrupt.h"

#include <signal.h>

static void a_loop_that_was_killed_is_noticed(void **state)
{
	struct post p;
	struct err e;

	(void)state;
	post_begin(&p, "");
	assert_int_equal(go(&p, 4.0, 0.01), 0);
	assert_int_equal(kill(p.k.pid, SIGKILL), 0);
	assert_int_equal(go(&p, 1e6, 0.02), ERR_LOST);
	assert_true(no_child_is_left());
	keeper_rest(&p.k);
	err_clear(&e);
	assert_int_equal(keeper_acknowledge(&p.k, &e), ERR_STATE);
	post_end(&p);
}

static void an_interruption_ends_the_wait(void **state)
{
	struct post p;

	(void)state;
	post_begin(&p, "");
	interrupt_ask();
	assert_int_equal(go(&p, 1e6, 0.02), ERR_INTERRUPTED);
	interrupt_clear();
	keeper_rest(&p.k);
	assert_true(p.k.answer.resting && p.k.answer.trip.cause == LIMITS_ASKED);
	post_end(&p);
}

static void a_signal_to_the_loop_is_a_wish_for_rest(void **state)
{
	struct post p;

	(void)state;
	post_begin(&p, "");
	assert_int_equal(go(&p, 10.0, 0.05), 0);
	assert_int_equal(kill(p.k.pid, SIGTERM), 0);
	UNTIL("keeper", atomic_load(&p.k.link->phase) == LINK_ENDED);
	assert_true(keeper_look(&p.k) && p.k.answer.resting && p.k.answer.trip.cause == LIMITS_ASKED);
	assert_int_equal(access(p.k.link->file, R_OK), 0);
	post_end(&p);
}

/* Let go, it is at rest, but not where its policy wants it: it ends when it is. */
static void a_signal_after_a_let_go_ends_the_loop_at_home(void **state)
{
	struct post p;

	(void)state;
	post_let_go(&p, NULL);
	assert_int_equal(kill(p.k.pid, SIGTERM), 0);
	UNTIL("keeper", atomic_load(&p.k.link->phase) == LINK_ENDED);
	assert_true(keeper_look(&p.k) && p.k.answer.resting && p.k.answer.trip.cause == LIMITS_ASKED);
	assert_near(p.k.answer.command[0], 0.5, 0.0);
	post_end(&p);
}

/* Of several that end each is asked before one is waited for: what it did is said though it is over by then. */
static void a_loop_that_was_asked_to_end_says_its_times(void **state)
{
	struct post p;

	(void)state;
	post_begin(&p, "");
	assert_int_equal(go(&p, 4.0, 0.01), 0);
	keeper_ask(&p.k, RIG_END);
	UNTIL("keeper", atomic_load(&p.k.link->phase) == LINK_ENDED);
	assert_int_equal(said(" ticks at "), 0);
	keeper_end(&p.k);
	assert_int_equal(said(" ticks at "), 1);
	post_end(&p);
}

static bool looked_since(const struct post *p, uint64_t count)
{
	return snapshot_count(&p->k.link->timing) >= count + 2;
}

/* The specimens swing for half a minute when the end is wished; then somebody wants rest at once, as the loop's own process does after a while: it is
 * there, and that is the end. */
static void an_end_that_takes_too_long_is_an_end_all_the_same(void **state)
{
	struct post p;
	uint64_t count;

	(void)state;
	post_begin(&p, "-hold 0.02 -mass 100");
	assert_int_equal(go(&p, 20.0, 0.2), 0);
	UNTIL("keeper", keeper_look(&p.k) && p.k.answer.state == CONTROL_FREE_VIBRATION);
	count = snapshot_count(&p.k.link->timing);
	atomic_store(&p.k.link->wish, LINK_END);
	UNTIL("keeper", looked_since(&p, count));
	assert_int_equal(atomic_load(&p.k.link->phase), LINK_TICKING);
	atomic_store(&p.k.link->wish, LINK_REST);
	UNTIL("keeper", atomic_load(&p.k.link->phase) == LINK_ENDED);
	assert_int_equal(said("does not come to rest"), 0);
	post_end(&p);
}

/* Home is fifty seconds away. Neither the integrator nor the loop's own process waits for so long; both say so, and what happened is on the disk. */
static void a_way_to_rest_without_an_end_is_told_and_kept(void **state)
{
	struct keeper_words w = WORDS;
	struct post p;
	struct err e;
	double began;

	(void)state;
	post_make_within(&p, "", "-stroke -5 5 -velocity 20 -force -100 100 -onTrip ramp -tripVelocity 0.001", 0.0);
	err_clear(&e);
	w.rest_s = 0.2;
	w.polite_s = 0.1;
	w.firm_s = 0.3;
	assert_int_equal(keeper_start(&p.k, &p.b.d, &w, &e), 0);
	assert_int_equal(go(&p, 10.0, 0.05), 0);
	assert_int_equal(go(&p, 4.0, 0.6), ERR_LIMIT);
	began = wait_now();
	assert_false(keeper_rest(&p.k));
	assert_int_equal(said("is not at rest after 0.2 s"), 1);
	assert_int_equal(keeper_acknowledge(&p.k, &e), ERR_STATE);
	keeper_end(&p.k);
	assert_true(wait_now() - began < WAIT_MOST);
	assert_int_equal(said("does not come to rest"), 1);
	assert_int_equal(said("trip: channel 1"), 1);
	assert_string_equal(p.k.link->file, "box_1.csv");
	assert_int_equal(access("box_1.csv", R_OK), 0);
	assert_int_equal(p.common->plant.safes, 1);
	post_end(&p);
}

/* A process that starts a keeper, sends a target and is gone. */
static void orphan_make(struct post *p, const struct keeper_words *w)
{
	pid_t child = fork();
	struct err e;
	int status;

	assert_true(child >= 0);
	if (child == 0) {
		err_clear(&e);
		_exit(keeper_start(&p->k, &p->b.d, w, &e) || go(p, 10.0, 0.05));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* The limits are asked for rest so long after the end of the hold, not after that of the integrator. */
static void a_long_hold_without_an_integrator_is_not_cut_short(void **state)
{
	struct keeper_words w = WORDS;
	struct post p;

	(void)state;
	post_make(&p, "-hold 5 -mass 0.1 -damping 2", 0.0);
	w.show = show;
	w.polite_s = 4.0;
	orphan_make(&p, &w);
	UNTIL("keeper", atomic_load(&p.common->ended) == 1);
	assert_int_equal(said("the process that integrates is gone"), 1);
	assert_int_equal(said("trip"), 0);
	assert_int_equal(said("the specimens are let go"), 1);
	assert_int_equal(said("are in box_"), 1);
	post_end(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_loop_that_was_killed_is_noticed),
		cmocka_unit_test(an_interruption_ends_the_wait),
		cmocka_unit_test(a_signal_to_the_loop_is_a_wish_for_rest),
		cmocka_unit_test(a_signal_after_a_let_go_ends_the_loop_at_home),
		cmocka_unit_test(a_loop_that_was_asked_to_end_says_its_times),
		cmocka_unit_test(an_end_that_takes_too_long_is_an_end_all_the_same),
		cmocka_unit_test(a_way_to_rest_without_an_end_is_told_and_kept),
		cmocka_unit_test(a_long_hold_without_an_integrator_is_not_cut_short),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
