/* Frames: every message there and back, every damaged bit, truncation and wrong length found, nothing accepted of what is not ours. */
#include "test.h"
#include "wire_words.h"

#include "base/rng.h"

enum { ROOM = WIRE_HEADER + 16384 };

static unsigned char bytes[4 * ROOM], scratch[ROOM];
static struct arena mem;

static int begin(void **state)
{
	(void)state;
	arena_init(&mem);
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_fini(&mem);
	return 0;
}

static struct wire_decoder decoder(size_t payload)
{
	struct wire_decoder d;
	assert_int_equal(wire_decoder_init(&d, payload, &mem, NULL), 0);
	return d;
}

/* The first frame of n bytes, and what the decoder says to it. */
static enum wire_fault first(struct wire_decoder *d, const unsigned char *from, size_t n, struct wire_frame *ret)
{
	wire_decoder_reset(d);
	assert_int_equal(wire_feed(d, from, n), n);
	return wire_next(d, ret);
}

static void stands_byte_for_byte_as_documented(void **state)
{
	(void)state;
	/* docs/wire.md, "An example"; its checksum was computed by a program of its own (bit by bit division) */
	static const unsigned char ping[WIRE_HEADER] = {
		'T', 'N', 'D', 'M', 1, 0, 11, 0, 0, 0, 0, 0, 0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 42, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0,
		0xcb, 0x04, 0xfb, 0x71, 0x1f, 0x01, 0, 0, 0xfb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 3, 0, 0, 0, 0, 0, 0, 0, 0x3e, 0x9b, 0xf8, 0xd7
	};
	assert_int_equal(words_frame(WIRE_PING, 3, bytes), WIRE_HEADER);
	assert_memory_equal(bytes, ping, WIRE_HEADER);
}

static void carries_every_message_there_and_back(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(16384);
	struct wire_frame f;
	for (int type = 1; type < WIRE_TYPES; type++) {
		size_t n = words_frame((enum wire_type)type, 1, bytes);
		assert_int_equal(first(&d, bytes, n, &f), WIRE_GOOD);
		assert_int_equal(f.type, type);
		assert_true(f.session == 0x0102030405060708 && f.step == 42 && f.sub == 5 && f.number == 1 && f.t_ns == 1234567890123 && f.echo_ns == -5);
		assert_int_equal(f.length, n - WIRE_HEADER);
		assert_int_equal(words_reader(&f, scratch, sizeof(scratch)), WIRE_GOOD);
		assert_int_equal(wire_next(&d, &f), WIRE_MORE);
	}
}

static void reads_what_was_written(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(16384);
	struct wire_frame f;
	struct wire_hello h, hello = words_hello();
	struct wire_welcome w, welcome = words_welcome();
	struct wire_refuse r;
	char text[WIRE_TEXT];
	assert_int_equal(first(&d, bytes, words_frame(WIRE_HELLO, 1, bytes), &f), WIRE_GOOD);
	assert_int_equal(wire_get_hello(&f, &h), WIRE_GOOD);
	assert_memory_equal(&h, &hello, sizeof(h));
	assert_int_equal(first(&d, bytes, words_frame(WIRE_WELCOME, 1, bytes), &f), WIRE_GOOD);
	assert_int_equal(wire_get_welcome(&f, &w), WIRE_GOOD);
	assert_memory_equal(w.rest, welcome.rest, wire_rest_size(words_out_n));
	welcome.rest = w.rest;
	assert_memory_equal(&w, &welcome, sizeof(w));
	/* driven: yes, no; displacements 0 and 1e-3, forces -0.5 and 0.25, time */
	double x[5];
	wire_values(w.rest + 2, 5, x);
	assert_true(w.rest[0] == 1 && w.rest[1] == 0 && x[1] == 1e-3 && x[2] == -0.5 && x[3] == 0.25 && x[4] == 0.0);
	assert_int_equal(first(&d, bytes, words_frame(WIRE_REFUSE, 1, bytes), &f), WIRE_GOOD);
	assert_int_equal(wire_get_refuse(&f, &r), WIRE_GOOD);
	assert_int_equal(r.code, WIRE_REFUSE_LIMIT);
	assert_string_equal(r.text, "component 2: 12 mm (allowed: -5 to 5)");
	assert_int_equal(first(&d, bytes, words_frame(WIRE_TRIP, 1, bytes), &f), WIRE_GOOD);
	assert_int_equal(wire_get_trip(&f, text), WIRE_GOOD);
	assert_string_equal(text, "measured force 105.3");
}

static void reads_the_numbers_of_a_step(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(16384);
	struct wire_frame f;
	struct wire_target t;
	struct wire_measured m;
	struct wire_gains g;
	double x[11], x0[2], x1[2], now[2], force[2];
	struct substeps ramp = {.x0 = {x0}, .x1 = {x1}, .now = {now}, .f = force};
	assert_int_equal(first(&d, bytes, words_frame(WIRE_STEP, 1, bytes), &f), WIRE_GOOD);
	assert_int_equal(wire_get_target(&f, words_trial_n, &t), WIRE_GOOD);
	assert_true(t.before.step == 41 && t.before.sub == 3 && t.before.digest == 0xabcdef01 && t.instant == 0.42);
	/* trial, t0, instant0, x0, now, f */
	wire_values(t.values, 11, x);
	assert_true(x[0] == 0.1 && x[1] == -2.5e-3 && x[2] == 0.42 && x[3] == 0.41 && x[4] == 0.4 && x[5] == 0.1 && x[8] == -2.5e-3 && x[10] == -1e5);
	wire_ramp(t.values, words_trial_n, &ramp);
	assert_true(ramp.t0 == 0.41 && ramp.instant0 == 0.4 && x0[1] == -2.5e-3 && x1[0] == 0.1 && now[0] == 0.1 && force[0] == 12.0);
	assert_int_equal(first(&d, bytes, words_frame(WIRE_MEASURED, 1, bytes), &f), WIRE_GOOD);
	assert_int_equal(wire_get_measured(&f, words_trial_n, words_out_n, &m), WIRE_GOOD);
	wire_values(m.values, 5, x);
	assert_true(m.digest == 99 && x[2] == 12.0 && x[3] == -1e5 && x[4] == 0.42);
	assert_int_equal(first(&d, bytes, words_frame(WIRE_GAINS, 1, bytes), &f), WIRE_GOOD);
	assert_int_equal(wire_get_gains(&f, words_trial_n, &g), WIRE_GOOD);
	wire_values(g.values, 4, x);
	assert_true(g.w.n == 2 && g.w.k == 4 && g.w.control == SUBSTEP_DISPLACEMENT && g.w.single && x[0] == 1e-3 && x[3] == 3e-3);
	assert_true(g.w.dt == 0.01 && g.w.b_v == 200.0 && g.w.b_a == 4e4);
}

/* Behind the damaged frame comes enough for every length it may now claim. */
static void finds_every_single_bit_error(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(16384);
	struct wire_frame f;
	for (int type = 1; type < WIRE_TYPES; type++) {
		size_t n = words_frame((enum wire_type)type, 1, bytes);
		memset(bytes + n, 0, 16384);
		for (size_t bit = 0; bit < 8 * n; bit++) {
			bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
			wire_decoder_reset(&d);
			wire_feed(&d, bytes, WIRE_HEADER + 16384);
			enum wire_fault fault = wire_next(&d, &f);
			if (fault == WIRE_GOOD || fault == WIRE_MORE)
				fail_msg("%s: bit %zu changed, and the decoder says \"%s\"", wire_type_name((enum wire_type)type), bit, wire_fault_name(fault));
			bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
		}
	}
}

static void waits_for_the_rest_of_every_truncation_and_hands_nothing_out(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(16384);
	struct wire_frame f;
	for (int type = 1; type < WIRE_TYPES; type++) {
		size_t n = words_frame((enum wire_type)type, 1, bytes);
		for (size_t k = 0; k < n; k++) {
			assert_int_equal(first(&d, bytes, k, &f), WIRE_MORE);
			assert_int_equal(wire_feed(&d, bytes + k, n - k), n - k);
			assert_int_equal(wire_next(&d, &f), WIRE_GOOD);
		}
	}
}

/* A payload that is cut or grown with a right checksum is no message either. */
static void refuses_every_length_that_does_not_fit_the_content(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(16384);
	struct wire_frame f;
	for (int type = 1; type < WIRE_TYPES; type++) {
		size_t n = words_frame((enum wire_type)type, 1, bytes) - WIRE_HEADER;
		assert_int_equal(first(&d, bytes, WIRE_HEADER + n, &f), WIRE_GOOD);
		for (size_t k = 0; k <= n + 40; k++) {
			f.length = (uint32_t)k;
			f.payload = bytes + WIRE_HEADER;
			if (k != n)
				assert_int_not_equal(words_reader(&f, scratch, sizeof(scratch)), WIRE_GOOD);
		}
	}
}

static void refuses_every_lie_about_the_length(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(20000);
	struct wire_frame f;
	size_t n = words_frame(WIRE_MEASURED, 1, bytes);
	memset(bytes + n, 0x55, 3 * ROOM);
	for (uint64_t lie = 0; lie < 1u << 17; lie++) {
		if (lie + WIRE_HEADER == n)
			continue;
		for (int i = 0; i < 4; i++)
			bytes[8 + i] = (unsigned char)(lie >> 8 * i);
		wire_decoder_reset(&d);
		wire_feed(&d, bytes, WIRE_HEADER + 20000);
		enum wire_fault fault = wire_next(&d, &f);
		assert_true(fault == WIRE_BAD_LENGTH || fault == WIRE_BAD_CHECK);
		/* five slots, and of sub-steps a force and three motions */
		assert_int_equal(fault == WIRE_BAD_LENGTH, lie < 4 || lie > 4 + 8 * 9 * 256);
	}
}

static void takes_no_random_bytes_for_a_frame(void **state)
{
	(void)state;
	static const unsigned char magic[8] = {'T', 'N', 'D', 'M', 1, 0, 0, 0};
	struct wire_decoder d = decoder(16384);
	struct wire_frame f;
	struct rng r;
	rng_init(&r, 11, 1);
	for (int i = 0; i < 1000000; i++) {
		unsigned char noise[96];
		for (int k = 0; k < 12; k++) {
			uint64_t word = rng_bits(&r);
			memcpy(noise + 8 * k, &word, 8);
		}
		/* most of them with the right beginning, a type and a length that are believed */
		if (i % 4) {
			memcpy(noise, magic, 6);
			noise[6] = (unsigned char)(1 + noise[6] % (WIRE_TYPES - 1));
			noise[7] = noise[9] = noise[10] = noise[11] = 0;
			noise[8] %= 32;
		}
		enum wire_fault fault = first(&d, noise, sizeof(noise), &f);
		assert_true(fault != WIRE_GOOD);
	}
}

static void hands_out_the_same_frames_in_whatever_pieces_they_come(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(16384);
	struct wire_frame f;
	size_t n = 0;
	for (int type = 1; type < WIRE_TYPES; type++)
		n += words_frame((enum wire_type)type, (uint64_t)type, bytes + n);
	for (size_t piece = 1; piece < n; piece++) {
		int type = 0;
		wire_decoder_reset(&d);
		for (size_t at = 0; at < n;) {
			at += wire_feed(&d, bytes + at, n - at < piece ? n - at : piece);
			enum wire_fault fault;
			while ((fault = wire_next(&d, &f)) == WIRE_GOOD)
				assert_int_equal(f.type, ++type);
			assert_int_equal(fault, WIRE_MORE);
		}
		assert_int_equal(type, WIRE_TYPES - 1);
	}
}

static void takes_no_more_memory_than_it_was_given(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(100);
	struct wire_frame f;
	size_t n = words_frame(WIRE_HELLO, 1, bytes);
	assert_true(n > WIRE_HEADER + 100);
	assert_int_equal(wire_feed(&d, bytes, n), WIRE_HEADER + 100);
	assert_int_equal(wire_next(&d, &f), WIRE_BAD_LENGTH);
	/* from then on everything is taken and forgotten */
	assert_int_equal(wire_feed(&d, bytes, n), n);
	assert_int_equal(wire_next(&d, &f), WIRE_BAD_LENGTH);
}

static void wants_the_frames_of_a_connection_in_order_and_once(void **state)
{
	(void)state;
	static const uint64_t number[][3] = {{1, 2, 2}, {1, 2, 4}, {1, 2, 1}, {1, 2, 0}};
	struct wire_decoder d = decoder(100);
	struct wire_frame f;
	for (int i = 0; i < 4; i++) {
		wire_decoder_reset(&d);
		for (int k = 0; k < 3; k++) {
			wire_feed(&d, bytes, words_frame(WIRE_PING, number[i][k], bytes));
			assert_int_equal(wire_next(&d, &f), k < 2 ? WIRE_GOOD : WIRE_BAD_NUMBER);
		}
	}
}

static void says_at_the_first_bytes_that_a_peer_speaks_something_else(void **state)
{
	(void)state;
	struct wire_decoder d = decoder(100);
	struct wire_frame f;
	assert_int_equal(first(&d, (const unsigned char *)"G", 1, &f), WIRE_BAD_MAGIC);
	assert_int_equal(first(&d, (const unsigned char *)"TNDX", 4, &f), WIRE_BAD_MAGIC);
	assert_int_equal(first(&d, (const unsigned char *)"TNDM\2\0", 6, &f), WIRE_BAD_VERSION);
	assert_int_equal(d.version, 2);
}

/* Every range of HELLO and WELCOME, one after the other made wrong. */
static void refuses_every_value_out_of_range(void **state)
{
	(void)state;
	struct wire_frame f = {.type = WIRE_HELLO, .payload = scratch, .step = 1};
	struct wire_hello h, good = words_hello();
	for (int i = 0; i < 14; i++) {
		struct wire_hello bad = good;
		switch (i) {
		case 0: break;
		case 1: bad.version_lo = 0; break;
		case 2: bad.version_lo = 4; break;
		case 3: bad.run[0] = '\0'; break;
		case 4: strcpy(bad.run, "a/b"); break;
		case 5: strcpy(bad.run, "..a"); break;
		case 6: bad.site[0] = '\0'; break;
		case 7: bad.dt = NAN; break;
		case 8: bad.scale = -1.0; break;
		case 9: bad.dt = INFINITY; break;
		case 10: bad.trial_n[1] = WIRE_CHANNELS + 1; break;
		case 11: memset(bad.out_n, 0, sizeof(bad.out_n)); break;
		case 12: bad.last = (struct wire_place){0, 1, 0}; break;
		case 13: bad.last = (struct wire_place){3, 0, 0}; break;
		}
		f.length = (uint32_t)wire_put_hello(&bad, scratch);
		assert_int_equal(wire_get_hello(&f, &h), i == 0 ? WIRE_GOOD : WIRE_BAD_PAYLOAD);
	}
	for (int i = 0; i < 10; i++) {
		struct wire_welcome w, bad = words_welcome();
		unsigned char rest[64];
		memcpy(rest, bad.rest, wire_rest_size(words_out_n));
		bad.rest = rest;
		switch (i) {
		case 0: break;
		case 1: bad.status = WIRE_STATUSES; break;
		case 2: bad.limit[0].stroke_lo = NAN; break;
		case 3: bad.limit[0].stroke_hi = -6.0; break;
		case 4: bad.limit[1].velocity = 0.0; break;
		case 5: bad.limit[1].force_lo = 101.0, bad.limit[1].force_hi = 100.0; break;
		case 6: bad.program[0] = '\0'; break;
		case 8: rest[1] = 2; break;                  /* neither driven nor not */
		case 9: memset(rest + 2 + 8, 0xff, 8); break; /* no number */
		case 7: bad.trial_n[0] = -1; break;
		}
		f.type = WIRE_WELCOME;
		f.length = (uint32_t)wire_put_welcome(&bad, scratch);
		assert_int_equal(wire_get_welcome(&f, &w), i == 0 ? WIRE_GOOD : WIRE_BAD_PAYLOAD);
	}
}

/* n, k, control, precision and dt of GAINS, one after the other made wrong; a controlled motion must travel. */
static void refuses_gains_out_of_range(void **state)
{
	(void)state;
	static const double g[4] = {0};
	static const int both[SLOTS] = {2, 2, 0, 0, 1};
	struct wire_frame f = {.type = WIRE_GAINS, .payload = scratch};
	struct wire_gains got;
	for (int i = 0; i < 10; i++) {
		struct substep_gains w = {.n = 2, .k = 4, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = g};
		const int *trial_n = words_trial_n;
		switch (i) {
		case 0: break;
		case 1: w.control = SUBSTEP_VELOCITY, trial_n = both; break;
		case 2: w.control = SUBSTEP_VELOCITY; break;
		case 3: w.control = SUBSTEP_ACCELERATION, trial_n = both; break;
		case 4: w.k = 0; break;
		case 5: w.k = SUBSTEPS_MOST + 1; break;
		case 6: w.n = 1; break;
		case 7: w.dt = 0.0; break;
		}
		f.length = (uint32_t)wire_put_gains(&w, scratch);
		if (i == 8)
			scratch[4] = SUBSTEP_CONTROLS;
		if (i == 9)
			scratch[6] = 2;
		assert_int_equal(wire_get_gains(&f, trial_n, &got), i < 2 ? WIRE_GOOD : WIRE_BAD_PAYLOAD);
	}
}

static void lets_no_number_through_that_is_none(void **state)
{
	(void)state;
	static const double bad[] = {NAN, -NAN, INFINITY, -INFINITY};
	double x[3] = {1.0, 2.0, 0.0}, g[4] = {0};
	struct substep_gains w = {.n = 2, .k = 4, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = g};
	struct signals trial = {.n = {2, 0, 0, 0, 1}, .x = {x, x, x, x, x + 2}}, out = {.n = {2, 0, 0, 1, 0}, .x = {x, x, x, x + 2, x}};
	struct wire_place none = {0};
	struct wire_frame f = {.payload = scratch, .step = 1};
	struct wire_target t;
	struct wire_measured m;
	struct wire_gains gains;
	for (int i = 0; i < 4; i++) {
		for (int k = 0; k < 3; k++) {
			x[k] = bad[i];
			f.length = (uint32_t)wire_put_target(&none, 0.0, &trial, NULL, scratch);
			assert_int_equal(wire_get_target(&f, trial.n, &t), WIRE_BAD_PAYLOAD);
			f.length = (uint32_t)wire_put_measured(1, &out, NULL, trial.n, scratch);
			assert_int_equal(wire_get_measured(&f, trial.n, out.n, &m), WIRE_BAD_PAYLOAD);
			x[k] = 0.0;
		}
		f.length = (uint32_t)wire_put_target(&none, bad[i], &trial, NULL, scratch);
		assert_int_equal(wire_get_target(&f, trial.n, &t), WIRE_BAD_PAYLOAD);
		g[3] = bad[i];
		f.length = (uint32_t)wire_put_gains(&w, scratch);
		assert_int_equal(wire_get_gains(&f, trial.n, &gains), WIRE_BAD_PAYLOAD);
		g[3] = 0.0;
		w.b_v = bad[i];
		f.length = (uint32_t)wire_put_gains(&w, scratch);
		assert_int_equal(wire_get_gains(&f, trial.n, &gains), WIRE_BAD_PAYLOAD);
		w.b_v = 200.0;
		f.length = (uint32_t)wire_put_gains(&w, scratch);
		assert_int_equal(wire_get_gains(&f, trial.n, &gains), WIRE_GOOD);
	}
}

static void cleans_and_cuts_texts_at_whole_characters(void **state)
{
	(void)state;
	char line[300], text[WIRE_TEXT];
	struct wire_frame f = {.type = WIRE_TRIP, .payload = scratch};
	f.length = (uint32_t)wire_put_trip("a\nb\x80""c\xc3\xa4\xed\xa0\x80\xc0\xaf", scratch);
	assert_int_equal(wire_get_trip(&f, text), WIRE_GOOD);
	assert_string_equal(text, "a?b?c\xc3\xa4?????");
	memset(line, 'x', sizeof(line));
	memcpy(line + 254, "\xc3\xa4", 3);
	f.length = (uint32_t)wire_put_trip(line, scratch);
	assert_int_equal(f.length, 255);
	assert_int_equal(wire_get_trip(&f, text), WIRE_GOOD);
	/* and what others send is looked at */
	memcpy(scratch, "\3a\nb", 4);
	f.length = 4;
	assert_int_equal(wire_get_trip(&f, text), WIRE_BAD_PAYLOAD);
}

static void holds_the_largest_site_in_its_longest_payload(void **state)
{
	(void)state;
	int n[SLOTS] = {WIRE_CHANNELS, WIRE_CHANNELS, WIRE_CHANNELS, WIRE_CHANNELS, WIRE_CHANNELS};
	assert_true(wire_longest(n, n) <= WIRE_PAYLOAD);
	assert_int_equal(wire_longest(n, n), 32 + 8 * 256 * 256);
	assert_true(wire_longest(words_trial_n, words_out_n) < 16384);
	assert_true(wire_sizes_good(n, n));
	n[4] = WIRE_CHANNELS + 1;
	assert_false(wire_sizes_good(n, words_out_n));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		CASE(stands_byte_for_byte_as_documented), CASE(carries_every_message_there_and_back), CASE(reads_what_was_written), CASE(reads_the_numbers_of_a_step),
		CASE(finds_every_single_bit_error), CASE(waits_for_the_rest_of_every_truncation_and_hands_nothing_out),
		CASE(refuses_every_length_that_does_not_fit_the_content), CASE(refuses_every_lie_about_the_length), CASE(takes_no_random_bytes_for_a_frame),
		CASE(hands_out_the_same_frames_in_whatever_pieces_they_come), CASE(takes_no_more_memory_than_it_was_given),
		CASE(wants_the_frames_of_a_connection_in_order_and_once), CASE(says_at_the_first_bytes_that_a_peer_speaks_something_else),
		CASE(refuses_every_value_out_of_range), CASE(refuses_gains_out_of_range), CASE(lets_no_number_through_that_is_none),
		CASE(cleans_and_cuts_texts_at_whole_characters),
		CASE(holds_the_largest_site_in_its_longest_payload),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
