/* A live segment, written and read: tables, rows for many readers, parts, events, requests, the trip, command loops, the end of the writer, damaged files. */
#include "test.h"

#include "folder.h"

#include "base/fault.h"
#include "live/live_file.h"
#include "live/live_read.h"
#include "live/live_write.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { COLUMNS = 5, ROWS = 100000, READERS = 3, ASKERS = 4, WISHES = 12 };

static const struct run_column COLUMN[COLUMNS] = {{"time", "s"}, {"a", "mm"}, {"b", "kN"}, {"c", ""}, {"d", "rad"}};
static const double LIMIT[2] = {-INFINITY, 4.5};
static const char *const WORDS[2] = {"expLimits 1 -stroke -5 5", ""};
static struct run_attribute HEAD[] = {{.name = "stroke_max", .n = 2, .numbers = LIMIT}, {.name = "limits", .n = 2, .texts = WORDS},
                                      {.name = "rig", .text = "expControl VirtualRig 1"}};
static const struct run_table TABLE[2] = {
	{.group = "steps", .brief = "a row a step", .n = 2, .column = COLUMN},
	{.group = "channels/control1", .brief = "a row a tick", .n = COLUMNS, .column = COLUMN, .rate_hz = 64.0, .attribute = HEAD, .nattribute = 3},
};
static const char *const UNIT[3] = {"kN", "mm", "s"};

static int part;                   /* of the record: each other than the one before */

static struct live *begin(void)
{
	struct live *l;
	struct err e;
	char line[640];

	err_clear(&e);
	part = 0;
	if (live_begin(&l, &(struct live_words){.folder = folder_path, .id = strrchr(folder_path, '_') + 1}, &e)) {
		err_text(&e, line, sizeof line);
		fail_msg("%s", line);
	}
	return l;
}

static struct live_view *look(bool may_ask)
{
	struct live_view *v;
	struct err e;
	char line[640];

	err_clear(&e);
	if (live_open(&v, folder_path, may_ask, &e)) {
		err_text(&e, line, sizeof line);
		fail_msg("%s", line);
	}
	return v;
}

static struct run_tap open_tables(struct live *l, int n)
{
	struct run_tap tap = live_tap(l);
	struct err e;

	err_clear(&e);
	assert_int_equal(tap.begin(tap.self, ++part, TABLE, n, UNIT, &e), 0);
	return tap;
}

static void make_row(double k, double *ret)
{
	for (int i = 0; i < COLUMNS; i++)
		ret[i] = k + 0.125 * i;
}

static bool is_row(const double *x)
{
	for (int i = 1; i < COLUMNS; i++)
		if (x[i] != x[0] + 0.125 * i)
			return false;
	return true;
}

/* ---- what is shown ------------------------------------------------------------------------------------------------ */

static void tables_and_rows_are_read_as_they_were_written(void **state)
{
	struct live *l = begin();
	struct live_view *v = look(false);
	struct run_tap tap;
	const struct run_table_info *t;
	const struct run_head *h;
	double x[10 * COLUMNS];
	uint64_t place = 0, lost = 0;

	(void)state;
	assert_int_equal(live_refresh(v, NULL), 0);
	assert_int_equal(live_tables(v), 0);
	tap = open_tables(l, 2);
	assert_int_equal(live_refresh(v, NULL), 1);
	assert_int_equal(live_refresh(v, NULL), 0);
	assert_int_equal(live_part(v), 1);
	assert_int_equal(live_tables(v), 2);
	t = live_table(v, 1);
	assert_string_equal(t->name, "channels/control1");
	assert_string_equal(t->brief, "a row a tick");
	assert_near(t->rate_hz, 64.0, 0.0);
	assert_int_equal(t->n, COLUMNS);
	assert_string_equal(t->column[4], "d");
	assert_string_equal(t->unit[2], "kN");
	h = run_head(t, "stroke_max");
	assert_true(h && h->n == 2 && isinf(h->number[0]) && h->number[1] == 4.5);
	h = run_head(t, "limits");
	assert_true(h && h->n == 2);
	assert_string_equal(h->text[0], WORDS[0]);
	assert_string_equal(h->text[1], "");
	assert_string_equal(run_head(t, "rig")->text[0], "expControl VirtualRig 1");
	for (int k = 0; k < 7; k++) {
		make_row(k, x);
		tap.row(tap.self, 1, x);
	}
	assert_int_equal(live_rows_count(v, 1), 7);
	assert_int_equal(live_rows(v, 1, &place, 10, x, &lost), 7);
	for (int k = 0; k < 7; k++)
		assert_true(x[k * COLUMNS] == k && is_row(x + k * COLUMNS));
	assert_int_equal(lost, 0);
	live_close(v);
	live_end(l, LIVE_ENDED, "");
}

static void another_part_takes_the_place_of_the_first_and_its_rows_are_gone(void **state)
{
	struct live *l = begin();
	struct live_view *v = look(false), *late = look(false);
	struct run_tap tap = open_tables(l, 2);
	double x[COLUMNS];
	uint64_t place = 0, lost = 0;

	(void)state;
	make_row(3.0, x);
	tap.row(tap.self, 1, x);
	assert_int_equal(live_refresh(v, NULL), 1);
	assert_int_equal(live_refresh(late, NULL), 1);
	tap = open_tables(l, 1);
	/* whoever still looks at the old one finds nothing there, and nothing wrong */
	assert_int_equal(live_rows(late, 1, &place, 1, x, &lost), 0);
	assert_int_equal(live_refresh(v, NULL), 1);
	assert_int_equal(live_part(v), 2);
	assert_int_equal(live_tables(v), 1);
	make_row(8.0, x);
	tap.row(tap.self, 0, x);
	place = 0;
	assert_int_equal(live_rows(v, 0, &place, 1, x, &lost), 1);
	assert_near(x[0], 8.0, 0.0);
	live_close(late);
	live_close(v);
	live_end(l, LIVE_ENDED, "");
}

static void states_and_events_are_the_newest_and_in_order(void **state)
{
	struct live *l = begin();
	struct live_view *v = look(false);
	struct live_now now;
	struct live_why why;
	struct run_event event;
	uint64_t place = 0, lost = 0;

	(void)state;
	assert_true(live_now(v, &now) && now.state == LIVE_CONNECTING && now.part == 0);
	live_analyze(l, 30, 0.02);
	live_state(l, LIVE_RUNNING, "");
	for (int i = 0; i < 3; i++)
		live_step(l);
	live_state(l, LIVE_PAUSED, "paused by ann");
	assert_true(live_now(v, &now) && now.state == LIVE_PAUSED && now.step == 3 && now.steps == 30 && now.dt == 0.02);
	assert_true(live_why(v, &why));
	assert_string_equal(why.text, "paused by ann");
	for (int i = 0; i < LIVE_EVENTS + 5; i++) {
		struct run_event one = {.time = i, .kind = "test"};

		live_event_add(l, &one);
	}
	for (int i = 5; i < LIVE_EVENTS + 5; i++)
		assert_true(live_event(v, &place, &event, &lost) && event.time == i);
	assert_false(live_event(v, &place, &event, &lost));
	assert_int_equal(lost, 5);
	live_close(v);
	live_end(l, LIVE_ENDED, "");
}

static void command_loops_are_seen_by_their_tags(void **state)
{
	static struct loop_report timing;
	struct live *l = begin();
	struct live_view *v = look(false);
	struct link_answer a = {.tick = 5, .state = CONTROL_HOLD}, b = {.tick = 9, .trip = {.cause = LIMITS_OPERATOR, .channel = -1, .tick = 9, .what = "ann"}};
	struct live_rig rig;

	(void)state;
	live_show(&(struct keeper_view){.rig = 7, .rate_hz = 1024.0, .answer = &a, .timing = &timing});
	live_show(&(struct keeper_view){.rig = 3, .rate_hz = 512.0, .answer = &b, .timing = &timing, .orphan = true});
	a.tick = 6;
	live_show(&(struct keeper_view){.rig = 7, .rate_hz = 1024.0, .answer = &a, .timing = &timing});
	assert_int_equal(live_rigs(v), 2);
	assert_true(live_rig(v, 0, &rig) && rig.tag == 7 && rig.tick == 6 && rig.state == CONTROL_HOLD && !rig.tripped && rig.why[0] == '\0');
	assert_true(live_rig(v, 1, &rig) && rig.tag == 3 && rig.tripped && rig.orphan && rig.state == CONTROL_STATES);
	assert_string_equal(rig.why, "the operator (ann) tripped, at tick 9");
	assert_false(live_rig(v, 2, &rig));
	live_close(v);
	live_end(l, LIVE_ENDED, "");
}

/* ---- many readers -------------------------------------------------------------------------------------------------- */

struct reader { pthread_t thread; uint64_t got, lost, torn; int slow; };

static void *read_rows(void *self)
{
	struct reader *me = self;
	struct live_view *v;
	double x[COLUMNS], last = -1.0;
	uint64_t place = 0;

	if (live_open(&v, folder_path, false, NULL) || live_refresh(v, NULL) != 1)
		return NULL;
	while (last < ROWS - 1)
		if (live_rows(v, 1, &place, 1, x, &me->lost) == 1) {
			me->got++;
			me->torn += !is_row(x) || x[0] <= last;
			last = x[0];
			for (volatile int i = 0; i < me->slow; i++)
				continue;
		}
	live_close(v);
	return NULL;
}

/* The table keeps 256 rows at 64 Hz: a reader that is slower than the writer must lose some. */
static void many_readers_get_or_lose_every_row_and_none_is_torn(void **state)
{
	static struct reader reader[READERS] = {{.slow = 0}, {.slow = 0}, {.slow = 20000}};
	struct live *l = begin();
	struct run_tap tap = open_tables(l, 2);
	double x[COLUMNS];

	(void)state;
	for (int i = 0; i < READERS; i++)
		assert_int_equal(pthread_create(&reader[i].thread, NULL, read_rows, &reader[i]), 0);
	for (int k = 0; k < ROWS; k++) {
		make_row(k, x);
		tap.row(tap.self, 1, x);
	}
	for (int i = 0; i < READERS; i++) {
		pthread_join(reader[i].thread, NULL);
		assert_int_equal(reader[i].torn, 0);
		assert_int_equal(reader[i].got + reader[i].lost, ROWS);
	}
	live_end(l, LIVE_ENDED, "");
}

/* ---- requests ------------------------------------------------------------------------------------------------------ */

static void a_request_is_taken_once_and_answered_by_its_number(void **state)
{
	struct live *l = begin();
	struct live_view *v = look(true), *viewer = look(false);
	struct live_request r;
	struct live_answer a;
	struct err e;
	uint64_t id, seen;
	char much[LIVE_TEXT + 1];

	(void)state;
	err_clear(&e);
	assert_int_equal(live_ask(viewer, "eve", "stop", &id, &e), ERR_STATE);
	memset(much, 'x', sizeof much - 1);
	much[sizeof much - 1] = '\0';
	assert_int_equal(live_ask(v, "ann", much, &id, NULL), ERR_RANGE);
	assert_int_equal(live_ask(v, much, "pause", &id, NULL), ERR_RANGE);
	assert_int_equal(live_ask(v, "ann", "", &id, NULL), ERR_RANGE);
	assert_false(live_request_take(l, &r, &seen));
	assert_int_equal(live_ask(v, "ann", "tune expTune 1 1 0.005", &id, NULL), 0);
	assert_false(live_answer(v, id, &a));
	assert_true(live_request_take(l, &r, &seen) && seen == id);
	assert_string_equal(r.who, "ann");
	assert_string_equal(r.text, "tune expTune 1 1 0.005");
	assert_false(live_request_take(l, &r, &seen));
	live_reply(l, seen, ERR_RANGE, "refused");
	assert_true(live_answer(viewer, id, &a) && a.code == ERR_RANGE);
	assert_string_equal(a.text, "refused");
	for (int i = 0; i < LIVE_REQUESTS; i++)
		assert_int_equal(live_ask(v, "ann", "pause", &id, NULL), 0);
	assert_int_equal(live_ask(v, "ann", "pause", &id, NULL), ERR_LIMIT);
	assert_true(live_request_take(l, &r, &seen));
	assert_int_equal(live_ask(v, "ann", "pause", &id, NULL), 0);
	live_close(viewer);
	live_close(v);
	live_end(l, LIVE_ENDED, "");
}

/* All answers together find room in their ring: none is lost, however late one asks. */
_Static_assert(ASKERS * WISHES < LIVE_ANSWERS, "answers");
struct asker { pthread_t thread; int answered, wrong; };

/* Each asks for its own words, again and again, and waits for the answer to them. */
static void *ask_all(void *self)
{
	struct asker *me = self;
	struct live_view *v;
	struct live_answer a;
	uint64_t id;
	char text[32];

	if (live_open(&v, folder_path, true, NULL))
		return NULL;
	for (int i = 0; i < WISHES; i++) {
		snprintf(text, sizeof text, "%p %d", self, i);
		while (live_ask(v, "asker", text, &id, NULL) == ERR_LIMIT)
			sched_yield();
		while (!live_answer(v, id, &a))
			sched_yield();
		me->answered++;
		me->wrong += strcmp(a.text, text) != 0;
	}
	live_close(v);
	return NULL;
}

static void requests_of_many_do_not_mix(void **state)
{
	static struct asker asker[ASKERS];
	struct live *l = begin();
	struct live_request r;
	uint64_t id;

	(void)state;
	for (int i = 0; i < ASKERS; i++)
		assert_int_equal(pthread_create(&asker[i].thread, NULL, ask_all, &asker[i]), 0);
	for (int n = 0; n < ASKERS * WISHES;)
		if (live_request_take(l, &r, &id)) {
			live_reply(l, id, 0, r.text);
			n++;
		} else {
			sched_yield();
		}
	for (int i = 0; i < ASKERS; i++) {
		pthread_join(asker[i].thread, NULL);
		assert_int_equal(asker[i].answered, WISHES);
		assert_int_equal(asker[i].wrong, 0);
	}
	live_end(l, LIVE_ENDED, "");
}

static void a_trip_has_the_name_of_the_first(void **state)
{
	struct live *l = begin();
	struct live_view *v = look(true), *viewer = look(false);
	struct err e;
	char who[STOP_WHO];

	(void)state;
	err_clear(&e);
	interrupt_watch(live_trip_word(l));
	assert_false(interrupt_asked());
	assert_int_equal(live_trip(viewer, "eve", &e), ERR_STATE);
	assert_false(interrupt_asked());
	assert_int_equal(live_trip(v, "ann", NULL), 0);
	assert_int_equal(live_trip(v, "bob", NULL), 0);
	assert_true(stop_asked(live_trip_word(l)) && interrupt_asked());
	stop_who(live_trip_word(l), who);
	assert_string_equal(who, "ann");
	stop_clear(live_trip_word(l));
	assert_false(interrupt_asked());
	assert_int_equal(live_trip(v, "bob", NULL), 0);
	stop_who(live_trip_word(l), who);
	assert_string_equal(who, "bob");
	interrupt_watch(NULL);
	live_close(viewer);
	live_close(v);
	live_end(l, LIVE_ENDED, "");
}

/* ---- ends ---------------------------------------------------------------------------------------------------------- */

static void a_regular_end_is_seen_by_those_who_look_and_leaves_nothing(void **state)
{
	struct live *l = begin();
	struct live_view *v = look(false);
	struct live_now now;
	struct err e;
	char target[256] = "";

	(void)state;
	assert_true(readlink("live", target, sizeof target - 1) > 0 || access("live", F_OK) == 0);
	assert_true(live_alive(v));
	live_end(l, LIVE_FAILED, "the script");
	assert_false(live_alive(v));
	assert_true(live_now(v, &now) && now.state == LIVE_FAILED);
	live_close(v);
	assert_int_not_equal(access("live", F_OK), 0);
	assert_true(!target[0] || access(target, F_OK) != 0);
	err_clear(&e);
	assert_int_equal(live_open(&v, folder_path, false, &e), ERR_MISSING);
}

/* A process that is killed says nothing: its lock does. What it had written is there, and the next run in that folder clears up. */
static void a_writer_that_is_killed_is_known_to_be_dead(void **state)
{
	struct live_view *v;
	struct live_now now;
	struct live *l;
	int ends[2], status;
	char one;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0) {
		l = begin();
		live_state(l, LIVE_RUNNING, "");
		if (write(ends[1], "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	assert_int_equal(read(ends[0], &one, 1), 1);
	v = look(false);
	assert_true(live_alive(v));
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	assert_false(live_alive(v));
	assert_true(live_now(v, &now) && now.state == LIVE_RUNNING);
	assert_int_equal(live_front(v)->pid, pid);
	l = begin();
	assert_false(live_alive(v));
	live_close(v);
	v = look(false);
	assert_true(live_alive(v));
	live_close(v);
	live_end(l, LIVE_ENDED, "");
	close(ends[0]);
	close(ends[1]);
}

/* ---- what is no segment ---------------------------------------------------------------------------------------------- */

static void spoil(const char *path, off_t at, uint64_t word)
{
	int handle = open(path, O_RDWR);

	assert_true(handle >= 0);
	assert_int_equal(pwrite(handle, &word, sizeof word, at), sizeof word);
	close(handle);
}

/* Every word of the front and of the heads of tables, with values that lead out of the file: refused, or read as something else; nothing is touched that is
 * not there. */
static void damaged_segments_are_refused_or_read_and_never_crash(void **state)
{
	static const uint64_t BAD[] = {0, 1, UINT64_MAX, UINT64_C(1) << 40, 0x7fffffff};
	struct live *l = begin();
	struct live_view *v = look(false);
	uint64_t data = 0, place, lost = 0, kept;
	double x[COLUMNS];
	struct live_rig rig;
	int handle, opened = 0, refused = 0;

	(void)state;
	open_tables(l, 2);
	data = atomic_load(&live_front(v)->data_at);
	live_close(v);
	handle = open("live", O_RDWR);
	for (off_t at = 0; at < 2048 + 2400; at += 8)
		for (size_t b = 0; b < sizeof BAD / sizeof BAD[0]; b++) {
			off_t where = at < 2048 ? at : (off_t)data + at - 2048;

			assert_int_equal(pread(handle, &kept, sizeof kept, where), sizeof kept);
			spoil("live", where, BAD[b]);
			if (live_open(&v, folder_path, false, NULL) == 0) {
				opened++;
				place = 0;
				if (live_refresh(v, NULL) == 1 && live_tables(v) == 2 && live_table(v, 1)->n == COLUMNS)
					live_rows(v, 1, &place, 1, x, &lost);
				for (int i = 0; i < live_rigs(v); i++)
					live_rig(v, i, &rig);
				live_close(v);
			} else {
				refused++;
			}
			spoil("live", where, kept);
		}
	close(handle);
	assert_true(opened > 100 && refused > 10);
	live_end(l, LIVE_ENDED, "");
	/* too short for anything */
	handle = open("live", O_RDWR | O_CREAT, 0600);
	assert_true(handle >= 0);
	assert_int_equal(live_open(&v, folder_path, false, NULL), ERR_FORMAT);
	close(handle);
	unlink("live");
}

/* ---- a system that fails ---------------------------------------------------------------------------------------------- */

/* From beginning to end; the first code. */
static int whole_life(void)
{
	struct live *l = NULL;
	struct run_tap tap;
	struct err e;
	int code;

	err_clear(&e);
	code = live_begin(&l, &(struct live_words){.folder = folder_path, .id = "faults"}, &e);
	if (!code) {
		tap = live_tap(l);
		code = tap.begin(tap.self, 1, TABLE, 2, UNIT, &e);
	}
	assert_true(code == 0 || e.code == code);
	live_end(l, LIVE_ENDED, "");
	return code;
}

static const char *in_memory(const char *kind)
{
	static char path[64];

	snprintf(path, sizeof path, "/dev/shm/tandem-%s-faults.%d", kind, (int)getpid());
	return path;
}

static void what_the_system_refuses_is_told_and_leaves_nothing(void **state)
{
	static const enum fault_point POINT[] = {FAULT_file_open, FAULT_file_write, FAULT_shared_memory, FAULT_arena_alloc};
	int failures = 0;

	(void)state;
	for (size_t i = 0; i < sizeof POINT / sizeof POINT[0]; i++) {
		long calls;

		fault_arm(POINT[i], 1000000000, true);
		assert_int_equal(whole_life(), 0);
		calls = fault_calls(POINT[i]);
		fault_disarm();
		assert_true(calls > 0);
		for (long nth = 1; nth <= calls; nth++) {
			fault_arm(POINT[i], nth, true);
			failures += whole_life() < 0;
			fault_disarm();
			assert_int_not_equal(access("live", F_OK), 0);
			assert_int_not_equal(access(in_memory("live"), F_OK), 0);
			assert_int_not_equal(access(in_memory("new"), F_OK), 0);
			assert_int_equal(whole_life(), 0);
		}
	}
	assert_true(failures >= 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_and_rows_are_read_as_they_were_written),
		cmocka_unit_test(another_part_takes_the_place_of_the_first_and_its_rows_are_gone),
		cmocka_unit_test(states_and_events_are_the_newest_and_in_order),
		cmocka_unit_test(command_loops_are_seen_by_their_tags),
		cmocka_unit_test(many_readers_get_or_lose_every_row_and_none_is_torn),
		cmocka_unit_test(a_request_is_taken_once_and_answered_by_its_number),
		cmocka_unit_test(requests_of_many_do_not_mix),
		cmocka_unit_test(a_trip_has_the_name_of_the_first),
		cmocka_unit_test(a_regular_end_is_seen_by_those_who_look_and_leaves_nothing),
		cmocka_unit_test(a_writer_that_is_killed_is_known_to_be_dead),
		cmocka_unit_test(damaged_segments_are_refused_or_read_and_never_crash),
		cmocka_unit_test(what_the_system_refuses_is_told_and_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
