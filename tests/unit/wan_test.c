/* Connections through the slow network in virtual time: delays by seed, cuts, swallowing, healing, and the balance of bytes. */
#include "test.h"

#include "base/base.h"
#include "main/cmd_wan_words.h"

#include <stdlib.h>

enum { MS = 1000000, MOST = 4096 };
static const int64_t S = 1000000000;

static struct arena mem;
static struct wan_command command;
static struct wan w;
static int notes[WAN_NOTE_EVENT + 1];

static void count_note(void *ctx, const struct wan_note *n)
{
	(void)ctx;
	notes[n->kind]++;
}

/* A network by the words of `tandem wan` (listener and server are never opened), and lines of a script parted by ; */
static void network(const char *words, const char *script)
{
	char text[300], *word[40] = {"-listen", "0", "-to", "localhost:1"}, *save = NULL;
	struct wan_words wanted;
	struct err e;
	int n = 4;

	err_clear(&e);
	memset(notes, 0, sizeof(notes));
	snprintf(text, sizeof(text), "%s", words);
	for (char *at = strtok_r(text, " ", &save); at; at = strtok_r(NULL, " ", &save))
		word[n++] = at;
	if (wan_command_read(&command, n, (const char *const *)word, &e) != 0)
		fail_msg("%s: %s: %s", words, e.what, e.value);
	wanted = wan_command_words(&command);
	wanted.note = count_note;
	assert_int_equal(wan_init(&w, &wanted, &mem, &e), 0);
	snprintf(text, sizeof(text), "%s", script);
	for (char *at = strtok_r(text, ";", &save); at; at = strtok_r(NULL, ";", &save))
		assert_int_equal(wan_script_line(&w.script, at, "test", &e), 0);
}

static int forget(void **state)
{
	(void)state;
	laboratory_fini(&command.lab);
	arena_reset(&mem);
	return 0;
}

static int open_at(int64_t t)
{
	int line = -1;

	assert_int_equal(wan_open(&w, t, &line), 0);
	return line;
}

/* What comes out at t, as text. */
static const char *out(int64_t t, int line, enum wan_way way)
{
	static char text[MOST + 1];
	const unsigned char *at;
	size_t n, sum = 0;

	wan_advance(&w, t);
	while ((n = wan_due(&w, t, line, way, &at)) > 0) {
		memcpy(text + sum, at, n);
		wan_take(&w, t, line, way, n);
		sum += n;
	}
	text[sum] = '\0';
	return text;
}

static void put(int64_t t, int line, enum wan_way way, const char *text)
{
	wan_advance(&w, t);
	assert_true(wan_room(&w, line, way) >= strlen(text));
	wan_put(&w, t, line, way, text, strlen(text));
}

static void balance(void)
{
	for (int way = 0; way < WAN_WAYS; way++) {
		uint64_t under_way = 0;

		for (int i = 0; i < w.words.lines; i++)
			under_way += w.line[i].pipe[way].in - w.line[i].pipe[way].out;
		assert_true(w.count[way].in == w.count[way].out + w.count[way].lost + under_way);
	}
}

/* ---- delays ---- */

static void each_way_is_delayed_or_only_the_named_one(void **state)
{
	static const struct { const char *words; int64_t up, down; } row[] = {
		{"-delay 0.1", 100 * MS, 100 * MS}, {"-delay Constant 0.1 -way up", 100 * MS, 0}, {"-delay 0.1 -way down", 0, 100 * MS}, {"", 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		network(row[i].words, "");
		int line = open_at(0);
		put(5, line, WAN_UP, "ask");
		put(7, line, WAN_DOWN, "say");
		if (row[i].up > 0)
			assert_string_equal(out(5 + row[i].up - 1, line, WAN_UP), "");
		assert_string_equal(out(5 + row[i].up, line, WAN_UP), "ask");
		if (row[i].down > 0)
			assert_string_equal(out(7 + row[i].down - 1, line, WAN_DOWN), "");
		assert_string_equal(out(7 + row[i].down, line, WAN_DOWN), "say");
		assert_true(w.count[WAN_UP].took.n == 1 && w.count[WAN_UP].took.most_ns == row[i].up);
		forget(NULL);
	}
}

/* Of one connection the first piece is never overtaken; of two, some are: their times are drawn apart. */
static void delays_reorder_connections_but_never_the_bytes_of_one(void **state)
{
	int line[2], overtaken = 0;

	(void)state;
	network("-delay 0.01 -jitter 0.02 -seed 3", "");
	line[0] = open_at(0);
	line[1] = open_at(0);
	for (int64_t i = 0; i < 500; i++) {
		int64_t t = i * S, came[2] = {0, 0};

		put(t, line[0], WAN_UP, "a");
		put(t + 1, line[0], WAN_UP, "b");
		put(t + 2, line[1], WAN_UP, "c");
		for (int k = 0; k < 2; k++)
			came[k] = w.line[line[k]].pipe[WAN_UP].due_ns - t;
		assert_true(came[1] >= 10 * MS && came[1] < 30 * MS + 2);
		assert_string_equal(out(t + S / 2, line[0], WAN_UP), "ab");
		assert_string_equal(out(t + S / 2, line[1], WAN_UP), "c");
		overtaken += came[1] < came[0];
	}
	/* the last of two uniform delays is later than a third one with probability 2/3; to four standard deviations */
	assert_near(overtaken / 500.0, 2.0 / 3.0, 4.0 * sqrt(2.0 / 9.0 / 500.0));
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Log-normal body: P(d <= least + (median - least) exp(sigma z)) = Phi(z). Shares of 20000 pieces to four standard deviations. */
static void random_delays_have_the_distribution_that_is_asked_for(void **state)
{
	enum { N = 20000 };
	static const double p[] = {0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
	static double took[N];

	(void)state;
	network("-delay Random -least 0.16 -median 0.4 -sigma 0.6 -tail 0 -seed 11", "");
	int line = open_at(0);
	for (int i = 0; i < N; i++) {
		int64_t t = (int64_t)i * 100 * S;             /* far apart: nobody waits for the one before */

		put(t, line, WAN_UP, "x");
		took[i] = 1e-9 * (double)(w.line[line].pipe[WAN_UP].due_ns - t);
		assert_string_equal(out(t + 99 * S, line, WAN_UP), "x");
	}
	qsort(took, N, sizeof(took[0]), by_size);
	assert_true(took[0] > 0.16);
	for (size_t i = 0; i < COUNT(p); i++) {
		double x = 0.16 + 0.24 * exp(0.6 * normal_quantile(p[i]));
		int below = 0;

		while (below < N && took[below] <= x)
			below++;
		assert_near(below / (double)N, p[i], 4.0 * sqrt(p[i] * (1.0 - p[i]) / N));
	}
}

static void run_of_dues(const char *words, int64_t *ret)
{
	network(words, "");
	for (int c = 0; c < 2; c++) {
		int line = open_at(0);

		for (int i = 0; i < 20; i++)
			for (int way = 0; way < WAN_WAYS; way++) {
				put((int64_t)i * 100 * S, line, (enum wan_way)way, "x");
				*ret++ = w.line[line].pipe[way].due_ns;
				out((int64_t)i * 100 * S + 99 * S, line, (enum wan_way)way);
			}
		wan_close(&w, 2000 * S, line);
	}
	forget(NULL);
}

static void the_same_seed_gives_the_same_delays_and_every_connection_and_way_its_own(void **state)
{
	int64_t a[80], b[80];

	(void)state;
	run_of_dues("-delay Random -jitter 0.1 -seed 7", a);
	run_of_dues("-delay Random -jitter 0.1 -seed 7", b);
	assert_memory_equal(a, b, sizeof(a));
	for (int i = 0; i < 20; i++)
		assert_true(a[2 * i] != a[2 * i + 1] && a[2 * i] != a[40 + 2 * i]);
	run_of_dues("-delay Random -jitter 0.1 -seed 8", b);
	for (int i = 0; i < 80; i++)
		assert_true(a[i] != b[i]);
}

static void measured_times_are_replayed_in_their_order(void **state)
{
	static const double ms[] = {30, 10, 20, 30, 10};
	FILE *f = fopen("wan_times.tmp", "w");

	(void)state;
	assert_non_null(f);
	fputs("30 10 # two\n20\n", f);
	fclose(f);
	network("-delay Measured wan_times.tmp -factor 1e-3", "");
	remove("wan_times.tmp");
	int line = open_at(0);
	for (size_t i = 0; i < COUNT(ms); i++) {
		put((int64_t)i * S, line, WAN_DOWN, "x");
		assert_true(w.line[line].pipe[WAN_DOWN].due_ns == (int64_t)i * S + (int64_t)ms[i] * MS);
	}
}

/* ---- events ---- */

static void a_stall_holds_everything_back_and_a_heal_ends_it(void **state)
{
	(void)state;
	network("", "at 1 stall 3 up; at 10 stall 100; at 12 heal");
	int line = open_at(5);                                 /* the script's zero */
	put(S + 5, line, WAN_UP, "ask");
	put(S + 5, line, WAN_DOWN, "say");
	assert_string_equal(out(S + 5, line, WAN_DOWN), "say");
	assert_true(wan_next(&w, S + 5) == 4 * S + 5);
	assert_string_equal(out(4 * S + 4, line, WAN_UP), "");
	assert_string_equal(out(4 * S + 5, line, WAN_UP), "ask");
	put(11 * S, line, WAN_DOWN, "late");
	assert_string_equal(out(11 * S, line, WAN_DOWN), "");
	assert_string_equal(out(12 * S + 5, line, WAN_DOWN), "late");
	balance();
	assert_true(w.count[WAN_UP].lost == 0 && w.resets == 0);
}

static void throttle_and_delay_hold_until_they_are_changed(void **state)
{
	(void)state;
	network("-throttle 1000", "at 10 throttle 100 down; at 20 throttle off; at 20 delay 0.5 up; at 30 delay 0");
	int line = open_at(0);
	put(0, line, WAN_UP, "ten bytes.");
	assert_true(wan_next(&w, 0) == 10 * MS);
	assert_string_equal(out(10 * MS, line, WAN_UP), "ten bytes.");
	put(10 * S, line, WAN_DOWN, "ten bytes.");
	assert_string_equal(out(10 * S + 100 * MS - 1, line, WAN_DOWN), "");
	assert_string_equal(out(10 * S + 100 * MS, line, WAN_DOWN), "ten bytes.");
	put(20 * S, line, WAN_DOWN, "ten bytes.");
	assert_string_equal(out(20 * S, line, WAN_DOWN), "ten bytes.");
	put(20 * S, line, WAN_UP, "x");
	assert_string_equal(out(20 * S + 500 * MS - 1, line, WAN_UP), "");
	assert_string_equal(out(20 * S + 500 * MS, line, WAN_UP), "x");
	put(30 * S, line, WAN_UP, "y");
	assert_string_equal(out(30 * S, line, WAN_UP), "y");
}

static void a_cut_resets_all_and_refuses_until_it_heals(void **state)
{
	int line, other;

	(void)state;
	network("-delay 1 -connections 2", "at 5 cut 2; at 20 cut; at 21 heal");
	line = open_at(0);
	put(4 * S, line, WAN_UP, "on its way");
	put(4 * S, line, WAN_DOWN, "back");
	wan_advance(&w, 5 * S);
	assert_true(wan_is_reset(&w, line));
	assert_int_equal(wan_room(&w, line, WAN_UP), 0);
	assert_string_equal(out(6 * S, line, WAN_UP), "");
	assert_true(w.count[WAN_UP].lost == 10 && w.count[WAN_DOWN].lost == 4);
	wan_close(&w, 6 * S, line);
	assert_int_equal(wan_open(&w, 6 * S, &other), ERR_LOST);
	assert_true(wan_next(&w, 6 * S) == 7 * S);
	assert_int_equal(wan_open(&w, 7 * S, &other), 0);
	assert_int_equal(wan_open(&w, 7 * S, &line), 0);
	assert_int_equal(wan_open(&w, 7 * S, &(int){0}), ERR_LIMIT);
	put(19 * S, other, WAN_UP, "through");
	assert_string_equal(out(20 * S - 1, other, WAN_UP), "");
	wan_advance(&w, 21 * S);
	assert_true(wan_is_reset(&w, other) && wan_is_reset(&w, line));
	assert_true(w.happened[WAN_CUT] == 2 && w.happened[WAN_HEAL] == 2 && w.resets == 3 && w.refused == 2 && w.connections == 3);
	assert_int_equal(notes[WAN_NOTE_RESET], 3);
	assert_int_equal(notes[WAN_NOTE_REFUSED], 2);
	balance();
}

/* One way is silent, the other goes on; the connection with the gap is reset when the network heals, the others are not. */
static void swallowing_loses_one_way_silently_and_a_gap_is_never_continued(void **state)
{
	int gap, whole, silent;

	(void)state;
	network("-delay 1 -way up", "at 10 swallow up; at 20 heal");
	gap = open_at(0);
	whole = open_at(0);
	put(9500LL * MS, gap, WAN_UP, "lost under way");
	put(11 * S, gap, WAN_UP, "lost");
	put(11 * S, gap, WAN_DOWN, "heard");
	put(11 * S, whole, WAN_DOWN, "heard, too");
	assert_string_equal(out(12 * S, gap, WAN_UP), "");
	assert_string_equal(out(12 * S, gap, WAN_DOWN), "heard");
	assert_string_equal(out(12 * S, whole, WAN_DOWN), "heard, too");
	silent = open_at(13 * S);
	assert_true(wan_is_silent(&w, silent) && !wan_is_silent(&w, gap));
	put(13 * S, silent, WAN_UP, "hello");
	assert_true(wan_next(&w, 13 * S) == 20 * S);
	assert_false(wan_is_reset(&w, gap));
	wan_advance(&w, 20 * S);
	assert_true(wan_is_reset(&w, gap) && wan_is_reset(&w, silent) && !wan_is_reset(&w, whole));
	assert_true(w.count[WAN_UP].lost == 14 + 4 + 5);
	put(21 * S, whole, WAN_UP, "goes on");
	assert_string_equal(out(22 * S, whole, WAN_UP), "goes on");
	balance();
}

static void an_end_that_is_swallowed_is_never_heard(void **state)
{
	(void)state;
	network("", "at 1 swallow 5 up");
	int line = open_at(0);
	wan_advance(&w, 2 * S);
	wan_finish(&w, 2 * S, line, WAN_UP, WAN_ENDED);
	assert_int_equal(wan_over(&w, 3 * S, line, WAN_UP), WAN_OPEN);
	assert_true(wan_next(&w, 3 * S) == 6 * S);
	wan_finish(&w, 3 * S, line, WAN_DOWN, WAN_ENDED);
	assert_int_equal(wan_over(&w, 3 * S, line, WAN_DOWN), WAN_ENDED);
	wan_advance(&w, 6 * S);
	assert_true(wan_is_reset(&w, line));
}

static void who_does_not_take_bytes_any_more_blocks_nobody(void **state)
{
	(void)state;
	network("-delay 1 -way up", "");
	int line = open_at(0);
	put(0, line, WAN_UP, "for nobody");
	put(0, line, WAN_DOWN, "last words");
	wan_deaf(&w, 10, line, WAN_UP);
	put(20, line, WAN_UP, "more");
	assert_string_equal(out(2 * S, line, WAN_UP), "");
	assert_int_equal(wan_over(&w, 20, line, WAN_UP), WAN_ENDED);
	assert_string_equal(out(2 * S, line, WAN_DOWN), "last words");
	assert_true(w.count[WAN_UP].lost == 14);
	balance();
	wan_close(&w, 2 * S, line);
}

/* ---- words ---- */

static void bad_words_are_refused_with_value_and_what_is_allowed(void **state)
{
	static const struct { const char *words, *says; } row[] = {
		{"", "wan: -listen is missing; tandem wan -listen port -to host:port"},
		{"-listen 5001", "wan: -to is missing"},
		{"-listen 70000", "wan: -listen is out of range: 70000 (allowed: whole numbers from 0 to 65535)"},
		{"-listen 0 -to localhost", "wan: -to is no host and port: localhost (allowed: such as 127.0.0.1:5001"},
		{"-listen 0 -to localhost:0", "-to is no host and port"}, {"-listen 0 -to ::1:5001", "-to is no host and port"},
		{"-listen 0 -to []:5001", "-to is no host and port"}, {"-listen 0 -to", "-to needs a value"},
		{"-listen 0 -to a:1 -delay", "wan -delay: type is missing"},
		{"-listen 0 -to a:1 -delay Gauss 1", "type is not one of its words: Gauss (allowed: Constant, Measured, Random)"},
		{"-listen 0 -to a:1 -delay -1", "wan -delay: time is out of range: -1 (allowed: >= 0)"},
		{"-listen 0 -to a:1 -delay 0.1 0.2", "wan -delay: unexpected word: 0.2"},
		{"-listen 0 -to a:1 -delay Random -loss 0.1", "wan -delay: unexpected word: -loss"},
		{"-listen 0 -to a:1 -delay Measured no_such_file.txt", "no_such_file.txt"},
		{"-listen 0 -to a:1 -way left", "-way is not one of its words: left (allowed: up, down, both)"},
		{"-listen 0 -to a:1 -seed x", "-seed is not a whole number"}, {"-listen 0 -to a:1 -throttle 0", "-throttle is out of range: 0"},
		{"-listen 0 -to a:1 -connections 0", "-connections is out of range: 0 (allowed: whole numbers from 1 to 256)"},
		{"-listen 0 -to a:1 -nonsense", "wan: unexpected word: -nonsense"}, {"-listen 0 -to a:1 more", "wan: unexpected word: more"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		char text[200], line[600], *word[20], *save = NULL;
		struct err e;
		int n = 0;

		err_clear(&e);
		snprintf(text, sizeof(text), "%s", row[i].words);
		for (char *at = strtok_r(text, " ", &save); at; at = strtok_r(NULL, " ", &save))
			word[n++] = at;
		if (wan_command_read(&command, n, (const char *const *)word, &e) == 0)
			fail_msg("wan %s: not refused", row[i].words);
		err_text(&e, line, sizeof(line));
		assert_contains(line, row[i].says);
		laboratory_fini(&command.lab);
	}
	network("-delay Random -median 0.5 -json -seed 18446744073709551615", "");
	assert_true(command.json && command.seed == UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_way_is_delayed_or_only_the_named_one),
		cmocka_unit_test_teardown(delays_reorder_connections_but_never_the_bytes_of_one, forget),
		cmocka_unit_test_teardown(random_delays_have_the_distribution_that_is_asked_for, forget),
		cmocka_unit_test(the_same_seed_gives_the_same_delays_and_every_connection_and_way_its_own),
		cmocka_unit_test_teardown(measured_times_are_replayed_in_their_order, forget),
		cmocka_unit_test_teardown(a_stall_holds_everything_back_and_a_heal_ends_it, forget),
		cmocka_unit_test_teardown(throttle_and_delay_hold_until_they_are_changed, forget),
		cmocka_unit_test_teardown(a_cut_resets_all_and_refuses_until_it_heals, forget),
		cmocka_unit_test_teardown(swallowing_loses_one_way_silently_and_a_gap_is_never_continued, forget),
		cmocka_unit_test_teardown(an_end_that_is_swallowed_is_never_heard, forget),
		cmocka_unit_test_teardown(who_does_not_take_bytes_any_more_blocks_nobody, forget),
		cmocka_unit_test_teardown(bad_words_are_refused_with_value_and_what_is_allowed, forget),
	};

	arena_init(&mem);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
