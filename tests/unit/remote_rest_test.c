/* A coordinator that tells a site to rest, and wants to know that it does. */
#include "remote_bed.h"
#include "test.h"

static struct bed b;

/* A connection is dead before anybody notices: what was said on it is not heard. */
static void a_site_that_does_not_answer_is_told_again(void **state)
{
	struct coordinator_action a;
	(void)state;

	bed_start(&b);
	bed_steps(&b, 1, 2);
	coordinator_trip(&b.c, b.t, "the operator has seen a crack");
	while (coordinator_next(&b.c, &a))
		;
	assert_true(coordinator_failed(&b.c) && coordinator_parts(&b.c) && coordinator_is_restless(&b.c));
	coordinator_tell_again(&b.c, b.t);
	assert_false(coordinator_failed(&b.c) || coordinator_parts(&b.c));
	bed_run(&b);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_string_equal(b.h.why, "coordinator: the operator has seen a crack");
	assert_true(coordinator_failed(&b.c) && !coordinator_parts(&b.c) && !coordinator_is_restless(&b.c));
	/* who has answered is left alone */
	coordinator_tell_again(&b.c, b.t);
	assert_true(coordinator_failed(&b.c));
	assert_int_equal(b.moves, 2);
}

/* It was told, and its answer was lost with the connection: it refuses, having tripped. */
static void a_site_that_is_told_twice_rests(void **state)
{
	struct coordinator_action a;
	const unsigned char *out;
	size_t n;
	(void)state;

	bed_start(&b);
	bed_steps(&b, 1, 2);
	coordinator_trip(&b.c, b.t, "the operator has seen a crack");
	out = coordinator_output(&b.c, &n);
	host_bytes(&b.h, b.line, b.t, out, n);
	assert_int_equal(b.h.state, HOST_TRIPPED);
	while (coordinator_next(&b.c, &a))
		;
	bed_cut(&b);
	assert_true(!coordinator_parts(&b.c) && coordinator_is_restless(&b.c));
	coordinator_tell_again(&b.c, b.t);
	bed_run(&b);
	assert_true(coordinator_failed(&b.c) && !coordinator_is_restless(&b.c));
	assert_int_equal(b.last.refusal, WIRE_REFUSE_TRIPPED);
}

/* Nobody waits for ever: a site of which nothing is heard may be under load, and so may one that this process has never met, but its journal has. */
static void a_site_that_never_answers_is_restless(void **state)
{
	struct coordinator_action a;
	(void)state;

	bed_start(&b);
	bed_steps(&b, 1, 2);
	coordinator_trip(&b.c, b.t, "the operator has seen a crack");
	while (coordinator_next(&b.c, &a))
		;
	coordinator_let_be(&b.c, b.t);
	assert_true(coordinator_next(&b.c, &a) && a.kind == COORDINATOR_CLOSE);
	assert_true(!coordinator_parts(&b.c) && coordinator_is_restless(&b.c));
	bed_cut(&b);
	b.cw.resume = true;
	b.cw.instance = 2;
	b.cut = true;
	for (int steps = 1; steps <= 2; steps++) {
		coordinator_close(&b.c);
		bed_coordinator(&b);
		assert_false(coordinator_is_restless(&b.c));
		for (int i = 1; i <= steps; i++)
			assert_int_equal(bed_exchange(&b, (uint64_t)i, 0, 0.1 * i, NULL), 0);
		assert_true(coordinator_replays(&b.c) == (steps < 2) && !coordinator_site(&b.c));
		bed_run(&b);
		coordinator_trip(&b.c, b.t, "interrupted");
		bed_run(&b);
		coordinator_let_be(&b.c, b.t);
		bed_run(&b);
		assert_true(coordinator_failed(&b.c) && coordinator_is_restless(&b.c));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		BED_CASE(a_site_that_does_not_answer_is_told_again, &b),
		BED_CASE(a_site_that_is_told_twice_rests, &b),
		BED_CASE(a_site_that_never_answers_is_restless, &b),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
