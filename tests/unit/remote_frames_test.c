/* Coordinator and site, frame by frame: every sentence in every state that it may come in, as a peer says it that is confused, late, doubled or deaf. What is
 * said twice moves nothing; what has no place closes the line; nobody waits for ever for one who does not listen. */
#include "remote_bed.h"
#include "sim/disk.h"
#include "test.h"

static struct bed b;

/* --- as a coordinator ------------------------------------------------------------------------------------ */

static unsigned char payload[512];

static size_t target(uint64_t before, double x)
{
	struct signals trial = {.n = {1}, .x = {&x, &x, &x, &x, &x}};
	struct wire_place place = before == b.h.last.step ? b.h.last : (struct wire_place){.step = before, .digest = 1};

	return wire_put_target(&place, 0.03, &trial, NULL, payload);
}

/* One frame to the site, as the coordinator says it. */
static void say(enum wire_type type, uint64_t step, size_t n)
{
	const unsigned char *out;
	unsigned char *room = line_room(&b.c.line, n);
	size_t length;

	assert_non_null(room);
	memcpy(room, payload, n);
	line_say(&b.c.line, b.t, type, 0, step, 0, n);
	out = coordinator_output(&b.c, &length);
	host_bytes(&b.h, b.line, b.t, out, length);
	coordinator_sent(&b.c, length);
}

/* What the site answers to that: type and text of a refusal or trip. */
struct heard {
	int frames;
	enum wire_type type;
	struct wire_refuse refuse;
	char text[WIRE_TEXT];
};

static struct heard ask(enum wire_type type, uint64_t step, size_t n)
{
	struct heard r = {0};
	struct wire_decoder d;
	struct wire_frame f;
	size_t length;
	const unsigned char *out;
	int line = b.line;

	assert_int_equal(wire_decoder_init(&d, 1024, &b.mem, NULL), 0);
	d.number = b.h.line[line].number;
	say(type, step, n);
	out = host_output(&b.h, line, &length);
	wire_feed(&d, out, length);
	while (wire_next(&d, &f) == WIRE_GOOD) {
		r.frames++;
		r.type = f.type;
		if (f.type == WIRE_REFUSE)
			assert_int_equal(wire_get_refuse(&f, &r.refuse), 0);
		if (f.type == WIRE_TRIP)
			assert_int_equal(wire_get_trip(&f, r.text), 0);
	}
	host_sent(&b.h, line, length);
	return r;
}

static void refused(enum wire_type type, uint64_t step, size_t n, enum wire_refusal code, const char *text)
{
	struct heard r = ask(type, step, n);

	assert_int_equal(r.frames, 1);
	assert_int_equal(r.type, WIRE_REFUSE);
	assert_int_equal(r.refuse.code, code);
	assert_string_equal(r.refuse.text, text);
}

static size_t gains(double g)
{
	return wire_put_gains(&(struct substep_gains){.n = 1, .k = 4, .dt = 0.001, .b_v = 1.0, .b_a = 1.0, .g = &g}, payload);
}

static int moves(void)
{
	struct host_action a;
	int n = 0;

	while (host_next(&b.h, &a))
		n += a.kind == HOST_MOVE;
	return n;
}

/* Two steps are done; the third is open or not. */
static void begin(void)
{
	bed_start(&b);
	bed_steps(&b, 1, 2);
	b.slow = true;
}

static void a_site_that_is_ready_takes_only_what_follows(void **state)
{
	(void)state;
	begin();
	refused(WIRE_EXECUTE, 9, 0, WIRE_REFUSE_ORDER, "step 9.0 was not proposed");
	refused(WIRE_PROPOSE, 3, target(1, 0.3), WIRE_REFUSE_ORDER, "step 3.0 does not follow: the last executed is 2.0, the coordinator's 1.0");
	refused(WIRE_STEP, 2, target(1, 0.7), WIRE_REFUSE_HISTORY, "histories disagree: step 2.0 came here with other targets");
	assert_int_equal(moves(), 0);
	assert_int_equal(b.h.state, HOST_READY);
	assert_int_equal(b.h.refused, 3);
	/* what was executed is answered from memory, however it is asked for */
	assert_int_equal(ask(WIRE_EXECUTE, 2, 0).type, WIRE_MEASURED);
	assert_int_equal(ask(WIRE_EXECUTE, 1, 0).type, WIRE_MEASURED);
	assert_int_equal(b.h.repeated, 2);
	assert_int_equal(moves(), 0);
}

static void a_site_that_has_accepted_moves_once_and_only_when_it_is_told(void **state)
{
	(void)state;
	begin();
	assert_int_equal(ask(WIRE_PROPOSE, 3, target(2, 0.3)).type, WIRE_ACCEPT);
	assert_int_equal(b.h.state, HOST_ACCEPTED);
	assert_int_equal(ask(WIRE_PROPOSE, 3, target(2, 0.3)).type, WIRE_ACCEPT);
	refused(WIRE_PROPOSE, 3, target(2, 0.4), WIRE_REFUSE_HISTORY, "histories disagree: step 3.0 came here with other targets");
	refused(WIRE_PROPOSE, 4, target(2, 0.4), WIRE_REFUSE_ORDER, "step 4.0 does not follow: the last executed is 2.0, the coordinator's 2.0");
	refused(WIRE_GAINS, 0, gains(2.0), WIRE_REFUSE_ORDER, "gains come between steps");
	refused(WIRE_EXECUTE, 4, 0, WIRE_REFUSE_ORDER, "step 4.0 was not proposed");
	assert_int_equal(moves(), 0);
	assert_int_equal(ask(WIRE_EXECUTE, 3, 0).frames, 0);
	assert_int_equal(moves(), 1);
	assert_int_equal(b.h.state, HOST_MOVING);
	/* on its way */
	assert_int_equal(ask(WIRE_EXECUTE, 3, 0).frames, 0);
	assert_int_equal(ask(WIRE_STEP, 3, target(2, 0.3)).frames, 0);
	assert_int_equal(b.h.repeated, 2);
	refused(WIRE_END, 0, 0, WIRE_REFUSE_ORDER, "END while the rig moves");
	refused(WIRE_GAINS, 0, gains(2.0), WIRE_REFUSE_ORDER, "gains come between steps");
	refused(WIRE_STEP, 4, target(3, 0.4), WIRE_REFUSE_ORDER, "step 4.0 does not follow: the last executed is 2.0, the coordinator's 3.0");
	assert_int_equal(moves(), 0);
	assert_int_equal(b.h.state, HOST_MOVING);
}

static void a_site_that_has_tripped_says_why_to_everything(void **state)
{
	static const enum wire_type type[] = {WIRE_PROPOSE, WIRE_EXECUTE, WIRE_STEP, WIRE_GAINS, WIRE_END};

	(void)state;
	begin();
	host_failed(&b.h, b.t, "measured force 105.3");
	host_sent(&b.h, b.line, b.h.line[b.line].out_end - b.h.line[b.line].out_begin);
	host_failed(&b.h, b.t, "another reason");
	for (size_t i = 0; i < COUNT(type); i++) {
		struct heard r = ask(type[i], 3, type[i] == WIRE_GAINS ? gains(2.0) : type[i] == WIRE_EXECUTE || type[i] == WIRE_END ? 0 : target(2, 0.3));

		assert_int_equal(r.frames, 1);
		assert_int_equal(r.type, WIRE_TRIP);
		assert_string_equal(r.text, "measured force 105.3");
	}
	assert_int_equal(moves(), 0);
	/* nobody ends it either: the next process would not ask for the acknowledgement */
	assert_int_equal(b.h.state, HOST_TRIPPED);
	assert_int_equal(host_acknowledge(&b.h, b.t, NULL), 0);
	assert_int_equal(ask(WIRE_END, 0, 0).type, WIRE_BYE);
	assert_int_equal(b.h.state, HOST_ENDED);
}

static void a_run_that_has_ended_takes_nothing_new(void **state)
{
	(void)state;
	begin();
	b.h.state = HOST_ENDED;
	refused(WIRE_STEP, 3, target(2, 0.3), WIRE_REFUSE_ENDED, "STEP: the run has ended");
	refused(WIRE_GAINS, 0, gains(2.0), WIRE_REFUSE_ENDED, "GAINS: the run has ended");
	payload[0] = 0;
	refused(WIRE_TRIP, 0, wire_put_trip("late", payload), WIRE_REFUSE_ENDED, "TRIP: the run has ended");
	assert_int_equal(ask(WIRE_EXECUTE, 2, 0).type, WIRE_MEASURED);
	assert_int_equal(ask(WIRE_END, 0, 0).type, WIRE_BYE);
	assert_int_equal(b.h.served, -1);
	assert_int_equal(b.h.line_state[b.line], HOST_LINE_CLOSING);
}

/* Gains that are the same again are nothing new, not even while it moves. */
static void gains_are_taken_between_steps_and_only_good_ones(void **state)
{
	(void)state;
	begin();
	assert_null(host_gains(&b.h));
	refused(WIRE_GAINS, 0, gains(NAN), WIRE_REFUSE_GAINS, "gains must be 1 x 1 finite numbers, for 1 to 10000 sub-steps");
	assert_int_equal(ask(WIRE_GAINS, 0, gains(2.0)).frames, 0);
	assert_non_null(host_gains(&b.h));
	assert_near(host_gains(&b.h)->g[0], 2.0, 0.0);
	assert_int_equal(ask(WIRE_STEP, 3, target(2, 0.3)).frames, 0);
	assert_int_equal(moves(), 1);
	assert_int_equal(ask(WIRE_GAINS, 0, gains(2.0)).frames, 0);
	refused(WIRE_GAINS, 0, gains(2.5), WIRE_REFUSE_ORDER, "gains come between steps");
	assert_near(host_gains(&b.h)->g[0], 2.0, 0.0);
}

/* Two forces for one displacement: its word alone counts, whatever a coordinator thinks that sends them. */
static void a_site_with_other_forces_than_components_keeps_no_gains(void **state)
{
	(void)state;
	b.cw.out_n[SLOT_FORCE] = b.hw.out_n[SLOT_FORCE] = 2;
	bed_start(&b);
	refused(WIRE_GAINS, 0, gains(2.0), WIRE_REFUSE_GAINS, "sub-steps need a force for every component: this site measures 2 for 1");
	assert_null(host_gains(&b.h));
}

/* A number too few, for a step that was executed, one that follows, and one that does not: it is refused once, and the line closes. */
static void targets_that_are_none_close_the_line(void **state)
{
	static const struct { uint64_t step; const char *text; } row[] = {
		{2, "the targets of step 2.0 are not as they should be"}, {3, "the targets of step 3.0 are not as they should be"},
		{9, "the targets of step 9.0 are not as they should be"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		bed_end(&b);
		bed_begin(&b);
		begin();
		refused(WIRE_STEP, row[i].step, target(2, 0.3) - 8, WIRE_REFUSE_MESSAGE, row[i].text);
		assert_int_equal(b.h.refused, 1);
		assert_string_equal(b.h.refusal, row[i].text);
		assert_int_equal(b.h.line_state[b.line], HOST_LINE_CLOSING);
		assert_int_equal(moves(), 0);
		assert_int_equal(b.h.state, HOST_READY);
	}
}

static void what_has_no_place_closes_the_line(void **state)
{
	static const enum wire_type type[] = {WIRE_HELLO, WIRE_WELCOME, WIRE_ACCEPT, WIRE_MEASURED, WIRE_BYE, WIRE_STEP};
	static const size_t least[] = {74, 46, 0, 4, 0, 0};    /* bytes of a payload */
	static const char *const text[] = {"HELLO has no place here", "WELCOME has no place here", "ACCEPT has no place here", "MEASURED has no place here",
	                                   "BYE has no place here", "STEP has no place here"};

	(void)state;
	for (size_t i = 0; i < COUNT(type); i++) {
		bed_end(&b);
		bed_begin(&b);
		begin();
		b.c.line.session += type[i] == WIRE_STEP;      /* of another run */
		refused(type[i], 3, type[i] == WIRE_STEP ? target(2, 0.3) : least[i], WIRE_REFUSE_MESSAGE, text[i]);
		assert_int_equal(b.h.line_state[b.line], HOST_LINE_CLOSING);
		assert_int_equal(b.h.served, -1);
		assert_int_equal(b.h.state, HOST_READY);
		/* deaf from then on */
		say(WIRE_STEP, 3, 0);
		assert_int_equal(moves(), 0);
	}
}

/* A peer that asks and asks and reads nothing: its line is ended when there is no room for one more answer, and the test goes on over another. */
static void a_peer_that_does_not_listen_loses_its_line(void **state)
{
	(void)state;
	for (int refusals = 0; refusals < 2; refusals++) {
		int n = 0;

		bed_end(&b);
		bed_begin(&b);
		begin();
		while (b.h.line_state[b.line] == HOST_LINE_SERVED && n < 10000) {
			say(WIRE_EXECUTE, refusals ? 9 : 2, 0);
			n++;
		}
		assert_in_range(n, 2, 9999);
		assert_int_equal(b.h.line_state[b.line], HOST_LINE_CLOSING);
		assert_int_equal(b.h.served, -1);
		assert_int_equal(moves(), 0);
		bed_cut(&b);
		b.slow = false;
		bed_wait(&b, 1000);
		assert_int_equal(b.welcomed, 2);
		bed_steps(&b, 3, 4);
	}
}

/* A run may have a name of one letter: acknowledged, the site is in it still. */
static void after_an_acknowledgement_the_run_goes_on(void **state)
{
	(void)state;
	b.cw.run = "r";
	begin();
	host_failed(&b.h, b.t, "measured force 105.3");
	host_sent(&b.h, b.line, b.h.line[b.line].out_end - b.h.line[b.line].out_begin);
	assert_int_equal(host_acknowledge(&b.h, b.t, NULL), 0);
	assert_int_equal(b.h.state, HOST_READY);
	assert_int_equal(ask(WIRE_PROPOSE, 3, target(2, 0.3)).type, WIRE_ACCEPT);
	host_failed(&b.h, b.t, "again");
	assert_int_equal(host_acknowledge(&b.h, b.t, NULL), 0);
	assert_int_equal(b.h.state, HOST_ACCEPTED);
}

/* --- as a site ------------------------------------------------------------------------------------------- */

/* One frame to the coordinator, as the site says it. */
static void tell_with(enum wire_type type, uint32_t flags, uint64_t step, size_t n)
{
	struct line *l = &b.h.line[b.line];
	unsigned char *room = line_room(l, n);
	const unsigned char *out;
	size_t length;

	assert_non_null(room);
	memcpy(room, payload, n);
	line_say(l, b.t, type, flags, step, 0, n);
	out = line_output(l, &length);
	coordinator_bytes(&b.c, b.t, out, length);
	line_sent(l, length);
}

static void tell(enum wire_type type, uint64_t step, size_t n)
{
	tell_with(type, 0, step, n);
}

static size_t measured(uint64_t step, double x)
{
	double f = 10.0 * x;
	struct signals out = {.n = {1, 0, 0, 1, 0}, .x = {&x, &x, &x, &f, &x}};
	unsigned char at[256];
	size_t n = wire_put_measured(0, &out, NULL, b.hw.trial_n, payload);
	size_t t = wire_put_target(&b.c.last, 0.01 * (double)step, &(struct signals){.n = {1}, .x = {&x}}, NULL, at);
	uint32_t digest = wire_digest(b.c.last.digest, step, 0, at + WIRE_TARGET_HEAD, t - WIRE_TARGET_HEAD, payload + 4, n - 4);

	memcpy(payload, &digest, 4);
	return n;
}

/* Two steps are done, and the third is proposed; what the coordinator says is not handed on. */
static void propose(void)
{
	struct coordinator_action a;
	size_t n;

	b.cw.propose = true;
	bed_start(&b);
	for (int i = 1; i <= 2; i++) {
		assert_int_equal(bed_exchange(&b, (uint64_t)i, 0, 0.1 * i, NULL), 0);
		bed_run(&b);
		coordinator_execute(&b.c, b.t);
		bed_run(&b);
	}
	assert_int_equal(b.measured, 2);
	assert_int_equal(bed_exchange(&b, 3, 0, 0.3, NULL), 0);
	coordinator_output(&b.c, &n);
	coordinator_sent(&b.c, n);
	while (coordinator_next(&b.c, &a))
		;
	assert_int_equal(b.c.state, COORDINATOR_PROPOSING);
}

static int actions(enum coordinator_kind kind)
{
	struct coordinator_action a;
	int n = 0;

	while (coordinator_next(&b.c, &a)) {
		n += a.kind == kind;
		snprintf(b.text, sizeof(b.text), "%s", a.text);
	}
	return n;
}

static void answers_that_are_late_or_doubled_are_passed_over(void **state)
{
	(void)state;
	propose();
	tell(WIRE_ACCEPT, 2, 0);
	tell(WIRE_ACCEPT, 4, 0);
	assert_int_equal(b.c.ignored, 2);
	assert_int_equal(actions(COORDINATOR_ACCEPT), 0);
	tell(WIRE_ACCEPT, 3, 0);
	assert_int_equal(actions(COORDINATOR_ACCEPT), 1);
	assert_int_equal(b.c.state, COORDINATOR_ACCEPTED);
	tell(WIRE_ACCEPT, 3, 0);
	tell(WIRE_MEASURED, 3, measured(3, 0.3));
	assert_int_equal(b.c.ignored, 4);
	assert_int_equal(actions(COORDINATOR_MEASURED), 0);
	coordinator_execute(&b.c, b.t);
	assert_int_equal(b.c.state, COORDINATOR_EXECUTING);
	coordinator_execute(&b.c, b.t);
	tell(WIRE_ACCEPT, 3, 0);
	tell(WIRE_MEASURED, 2, measured(2, 0.2));
	assert_int_equal(b.c.ignored, 6);
	tell(WIRE_MEASURED, 3, measured(3, 0.3));
	assert_int_equal(actions(COORDINATOR_MEASURED), 1);
	assert_near(coordinator_answer(&b.c)->x[SLOT_FORCE][0], 3.0, 0.0);
	assert_int_equal(b.c.state, COORDINATOR_IDLE);
	tell(WIRE_MEASURED, 3, measured(3, 0.3));
	tell(WIRE_ACCEPT, 3, 0);
	assert_int_equal(b.c.ignored, 8);
	assert_int_equal(b.c.losses, 0);
	assert_int_equal(actions(COORDINATOR_MEASURED), 0);
}

/* A site that does not propose first may answer at once. */
static void a_site_that_has_executed_already_answers_a_proposal_with_what_it_measured(void **state)
{
	(void)state;
	propose();
	tell(WIRE_MEASURED, 3, measured(3, 0.3));
	assert_int_equal(actions(COORDINATOR_MEASURED), 1);
	assert_int_equal(b.c.state, COORDINATOR_IDLE);
	assert_int_equal(b.c.last.step, 3);
}

static void what_is_not_as_it_should_be_drops_the_connection(void **state)
{
	static const struct { enum wire_type type; uint32_t flags; size_t n; int session; } row[] = {
		{WIRE_MEASURED, 0, 7, 0}, {WIRE_MEASURED, WIRE_RAMP, 0, 0},
		{WIRE_WELCOME, 0, 46, 0}, {WIRE_BYE, 0, 0, 0}, {WIRE_STEP, 0, 24, 0}, {WIRE_REFUSE, 0, 3, 0},
		{WIRE_ACCEPT, 0, 0, 1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		bed_end(&b);
		bed_begin(&b);
		propose();
		b.h.line[b.line].session += (uint64_t)row[i].session;
		tell_with(row[i].type, row[i].flags, 3, row[i].type == WIRE_MEASURED && row[i].n == 0 ? measured(3, 0.3) : row[i].n);
		assert_int_equal(b.c.losses, 1);
		assert_int_equal(b.c.state, COORDINATOR_OFFLINE);
		assert_int_equal(actions(COORDINATOR_CLOSE), 1);
		assert_int_equal(b.c.phase, COORDINATOR_PROPOSING);
		/* the test goes on over the next */
		bed_cut(&b);
		bed_wait(&b, 1000);
		assert_int_equal(b.c.state, COORDINATOR_ACCEPTED);
	}
}

static void another_history_ends_the_test(void **state)
{
	size_t n;

	(void)state;
	propose();
	n = measured(3, 0.3);
	payload[0] ^= 1;
	tell(WIRE_MEASURED, 3, n);
	assert_int_equal(actions(COORDINATOR_REFUSED), 1);
	assert_true(coordinator_failed(&b.c));
	assert_int_equal(b.c.last.step, 2);
}

static void a_refusal_that_may_pass_is_waited_for_and_another_ends_the_test(void **state)
{
	(void)state;
	propose();
	tell(WIRE_REFUSE, 0, wire_put_refuse(WIRE_REFUSE_BUSY, "coordinator x has this site", payload));
	assert_int_equal(b.c.state, COORDINATOR_OFFLINE);
	assert_string_equal(b.c.text, "site laboratory refuses for now: coordinator x has this site");
	bed_end(&b);
	bed_begin(&b);
	propose();
	tell(WIRE_REFUSE, 0, wire_put_refuse(WIRE_REFUSE_LIMIT, "step 3.0: too far", payload));
	assert_int_equal(b.c.state, COORDINATOR_FAILED);
	assert_string_equal(b.c.text, "site laboratory refuses: step 3.0: too far");
}

/* The first end is the end: nothing that comes later changes why, or is told or written. */
static void what_has_failed_stays_as_it_is(void **state)
{
	(void)state;
	propose();
	coordinator_trip(&b.c, b.t, "the first reason");
	assert_int_equal(actions(COORDINATOR_TRIPPED), 1);
	assert_string_equal(b.c.text, "the first reason");
	coordinator_trip(&b.c, b.t, "a second reason");
	coordinator_end(&b.c, b.t);
	coordinator_execute(&b.c, b.t);
	coordinator_lost(&b.c, b.t);
	coordinator_time(&b.c, b.t + 100000000000);
	assert_string_equal(b.c.text, "the first reason");
	assert_int_equal(b.c.state, COORDINATOR_FAILED);
	assert_false(coordinator_next(&b.c, &(struct coordinator_action){0}));
	assert_true(coordinator_deadline(&b.c) == INT64_MAX);
}

/* It would be further away than a number can say. */
static void a_time_that_a_peer_makes_up_is_no_round_trip(void **state)
{
	static const int64_t echo[] = {INT64_MIN, -2, INT64_MAX};
	unsigned char bytes[WIRE_HEADER];
	struct wire_frame f = {.type = WIRE_PONG};
	struct line l;
	(void)state;

	assert_int_equal(line_init(&l, 0, 1, &b.mem, NULL), 0);
	for (size_t i = 0; i < COUNT(echo); i++) {
		line_open(&l, 1);
		f.number = 1;
		f.echo_ns = echo[i];
		wire_feed(&l.in, bytes, wire_encode(&f, bytes));
		assert_int_equal(line_hear(&l, INT64_MAX - 1, &f), WIRE_MORE);
		assert_int_equal(l.round_trips, 0);
		f = (struct wire_frame){.type = WIRE_PONG};
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		BED_CASE(a_site_that_is_ready_takes_only_what_follows, &b),
		BED_CASE(a_site_that_has_accepted_moves_once_and_only_when_it_is_told, &b),
		BED_CASE(a_site_that_has_tripped_says_why_to_everything, &b),
		BED_CASE(a_run_that_has_ended_takes_nothing_new, &b),
		BED_CASE(gains_are_taken_between_steps_and_only_good_ones, &b),
		BED_CASE(a_site_with_other_forces_than_components_keeps_no_gains, &b),
		BED_CASE(targets_that_are_none_close_the_line, &b),
		BED_CASE(what_has_no_place_closes_the_line, &b),
		BED_CASE(a_peer_that_does_not_listen_loses_its_line, &b),
		BED_CASE(after_an_acknowledgement_the_run_goes_on, &b),
		BED_CASE(answers_that_are_late_or_doubled_are_passed_over, &b),
		BED_CASE(a_site_that_has_executed_already_answers_a_proposal_with_what_it_measured, &b),
		BED_CASE(what_is_not_as_it_should_be_drops_the_connection, &b),
		BED_CASE(another_history_ends_the_test, &b),
		BED_CASE(a_refusal_that_may_pass_is_waited_for_and_another_ends_the_test, &b),
		BED_CASE(what_has_failed_stays_as_it_is, &b),
		BED_CASE(a_time_that_a_peer_makes_up_is_no_round_trip, &b),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
