/* What others send and what is sent to them as words: JSON in, watches, wishes, tests, tokens, names and places at the door. */
#include "test.h"

#include "base/base.h"
#include "folder.h"
#include "web/auth.h"
#include "web/lives.h"
#include "web/lobby.h"
#include "web/notes.h"
#include "web/tests.h"
#include "web/watch.h"

#include <stdlib.h>
#include <sys/stat.h>

/* ---- watches and wishes -------------------------------------------------------------------------------------- */

static int read_watch(struct watch *w, const char *text, struct err *e)
{
	err_clear(e);
	return watch_read(w, text, strlen(text), e);
}

static void a_watch_is_taken_apart(void **state)
{
	static struct watch w;
	struct err e;

	(void)state;
	assert_int_equal(read_watch(&w, "{\"watch\":\"run-1\",\"series\":[{\"table\":\"steps\",\"columns\":[\"a\",\"b\"],\"window\":20.5,\"width\":100}],"
	                          "\"xy\":[{\"table\":\"t\",\"x\":\"p\",\"y\":\"q\"}],\"motion\":true}", &e), 0);
	assert_string_equal(w.run, "run-1");
	assert_int_equal(w.nseries, 1);
	assert_string_equal(w.series[0].column[1], "b");
	assert_true(w.series[0].n == 2 && w.series[0].window == 20.5 && w.series[0].width == 100);
	assert_true(w.npair == 1 && w.pair[0].last == 4000 && w.motion && w.fps == 30 && !w.ping);
	assert_string_equal(w.pair[0].y, "q");
	assert_int_equal(read_watch(&w, "{\"watch\":null}", &e), 0);
	assert_null(w.run);
	assert_int_equal(read_watch(&w, "{\"ping\":3}", &e), 0);
	assert_true(w.ping && w.number == 3.0);
}

static void a_bad_watch_is_refused_with_what_is_wrong(void **state)
{
	static const struct { const char *text; int code; const char *part; } ROWS[] = {
		{"{", ERR_FORMAT, "no JSON"}, {"[]", ERR_FORMAT, "object"}, {"{}", ERR_ARGUMENT, "neither"}, {"{\"watch\":\"\"}", ERR_ARGUMENT, "watch is missing"},
		{"{\"watch\":\"r\",\"colour\":1}", ERR_UNKNOWN, "member"}, {"{\"watch\":\"r\",\"fps\":61}", ERR_RANGE, "fps"},
		{"{\"watch\":\"r\",\"fps\":1.5}", ERR_ARGUMENT, "fps"},
		{"{\"watch\":\"r\",\"series\":[{\"table\":\"t\",\"columns\":[]}]}", ERR_ARGUMENT, "columns"},
		{"{\"watch\":\"r\",\"series\":[1]}", ERR_ARGUMENT, "object"},
		{"{\"watch\":\"r\",\"series\":[{\"table\":\"t\",\"columns\":[\"a\"],\"window\":0}]}", ERR_RANGE, "window"},
		{"{\"watch\":\"r\",\"watch\":\"s\"}", ERR_FORMAT, "JSON"},
		{"{\"watch\":\"r\",\"xy\":[{\"table\":\"t\",\"x\":\"a\"}]}", ERR_ARGUMENT, "y is missing"}, {"{\"ping\":\"x\"}", ERR_ARGUMENT, "ping"},
	};
	static struct watch w;
	struct err e;

	(void)state;
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		assert_int_equal(read_watch(&w, ROWS[i].text, &e), ROWS[i].code);
		assert_contains(e.what, ROWS[i].part);
	}
}

static void wishes_become_the_words_of_the_mailbox(void **state)
{
	static const struct { const char *text, *words; int code; } ROWS[] = {
		{"{\"do\":\"start\"}", "start", 0}, {"{\"do\":\"pace\",\"value\":2.5}", "pace 2.5", 0}, {"{\"do\":\"pace\",\"value\":0}", "pace max", 0},
		{"{\"do\":\"tune\",\"line\":\"expTune 1 1 0.01\"}", "tune expTune 1 1 0.01", 0}, {"{\"do\":\"tune\"}", "", ERR_ARGUMENT},
		{"{\"do\":\"tune\",\"line\":\"a\\nb\"}", "", ERR_ARGUMENT}, {"{\"do\":\"pace\"}", "", ERR_ARGUMENT}, {"{\"do\":\"pace\",\"value\":-1}", "", ERR_RANGE},
		{"{\"do\":\"fly\"}", "", ERR_UNKNOWN}, {"{}", "", ERR_UNKNOWN}, {"{\"do\":1}", "", ERR_ARGUMENT},
	};
	char words[LIVE_TEXT];

	(void)state;
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		assert_int_equal(lives_wish(ROWS[i].text, strlen(ROWS[i].text), words, sizeof words, NULL), ROWS[i].code);
		if (ROWS[i].code == 0)
			assert_string_equal(words, ROWS[i].words);
	}
}

static void a_test_is_read_and_a_bad_one_refused(void **state)
{
	static const struct { const char *text; int code; } BAD[] = {
		{"{}", ERR_ARGUMENT}, {"{\"script\":\"a\",\"example\":\"b\"}", ERR_ARGUMENT}, {"{\"script\":\"a\",\"name\":\"a/b\"}", ERR_ARGUMENT},
		{"{\"script\":\"a\",\"mode\":\"fly\"}", ERR_UNKNOWN}, {"{\"script\":\"a\",\"pace\":0}", ERR_RANGE},
		{"{\"script\":\"a\",\"words\":[\"a\\nb\"]}", ERR_ARGUMENT},
		{"{\"script\":\"a\",\"words\":\"b\"}", ERR_ARGUMENT}, {"{\"script\":\"a\",\"name\":\"\"}", ERR_ARGUMENT},
	};
	static const char GOOD[] = "{\"example\":\"two_storey\",\"words\":[\"perfect\",\"x y\"],\"mode\":\"hold\",\"pace\":\"max\"}";
	struct test_words t;

	(void)state;
	assert_int_equal(test_words_read(&t, GOOD, strlen(GOOD), NULL), 0);
	assert_string_equal(t.name, "two_storey");
	assert_true(t.mode == TEST_HOLD && t.pace == 0.0 && t.nword == 2 && strcmp(t.word[1], "x y") == 0);
	test_words_free(&t);
	for (size_t i = 0; i < COUNT(BAD); i++) {
		assert_int_equal(test_words_read(&t, BAD[i].text, strlen(BAD[i].text), NULL), BAD[i].code);
		test_words_free(&t);
	}
}

/* ---- the door ------------------------------------------------------------------------------------------------ */

static void tokens_say_who_and_differ_every_time(void **state)
{
	static struct auth a, b;
	struct auth_who who;
	char token[AUTH_TOKEN];

	(void)state;
	assert_int_equal(auth_make(&a, NULL), 0);
	assert_int_equal(auth_make(&b, NULL), 0);
	assert_true(a.n == 2 && strlen(a.row[0].token) == 32 && strcmp(a.row[0].token, a.row[1].token) != 0 && strcmp(a.row[0].token, b.row[0].token) != 0);
	auth_by_token(&a, a.row[1].token, &who);
	assert_true(who.role == ROLE_OPERATOR);
	auth_by_token(&a, b.row[1].token, &who);
	assert_true(who.role == ROLE_NONE);
	auth_by_token(&a, "", &who);
	assert_true(who.role == ROLE_NONE);
	assert_true(auth_cookie("a=1; tandem_80=abc; b=2", "tandem_80", token) && strcmp(token, "abc") == 0);
	assert_false(auth_cookie("xtandem_80=abc", "tandem_80", token));
	assert_false(auth_cookie("tandem_8=abc", "tandem_80", token));
	assert_false(auth_cookie("tandem_80=", "tandem_80", token));
	assert_false(auth_cookie("", "tandem_80", token));
}

static int read_tokens(struct auth *a, const char *text, mode_t mode, struct err *e)
{
	FILE *f = fopen("tokens", "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	chmod("tokens", mode);
	err_clear(e);
	return auth_read(a, "tokens", e);
}

static void a_token_file_is_read_or_refused_with_its_line(void **state)
{
	static struct auth a;
	struct auth_who who;
	struct err e;

	(void)state;
	assert_int_equal(read_tokens(&a, "# who\noperator anna 0123456789abcdef\n\nviewer class fedcba9876543210\n", 0600, &e), 0);
	assert_true(a.n == 2 && !a.made);
	auth_by_token(&a, "0123456789abcdef", &who);
	assert_string_equal(who.name, "anna");
	assert_int_equal(read_tokens(&a, "operator anna 0123456789abcdef\n", 0640, &e), ERR_FILE);
	assert_int_equal(read_tokens(&a, "\n", 0600, &e), ERR_FORMAT);
	assert_int_equal(read_tokens(&a, "operator anna secret\n", 0600, &e), ERR_FORMAT);
	assert_contains(e.what, "line 1");
	assert_null(strstr(e.what, "secret"));
	assert_int_equal(read_tokens(&a, "viewer a 0123456789abcdef\nking b 0123456789abcdef\n", 0600, &e), ERR_FORMAT);
	assert_contains(e.what, "line 2");
}

static void only_its_own_names_are_let_in(void **state)
{
	static struct lobby l;

	(void)state;
	memset(&l, 0, sizeof l);
	l.scheme = "http://";
	assert_int_equal(lobby_allow(&l, "127.0.0.1", 8080, NULL), 0);
	assert_int_equal(lobby_allow(&l, "::1", 80, NULL), 0);
	assert_true(lobby_host(&l, "127.0.0.1:8080") && lobby_host(&l, "[::1]:80") && lobby_host(&l, "[::1]"));
	assert_false(lobby_host(&l, "127.0.0.1") || lobby_host(&l, "127.0.0.1:80801") || lobby_host(&l, "") || lobby_host(&l, "evil.example"));
	assert_true(lobby_origin(&l, "http://127.0.0.1:8080") && !lobby_origin(&l, "https://127.0.0.1:8080") && !lobby_origin(&l, "null") && !lobby_origin(&l, ""));
}

static void the_log_is_bounded_and_holds_no_token(void **state)
{
	static struct notes n;
	struct clock clock;
	struct stat st, before;
	char line[LOG_LINE] = "";

	(void)state;
	clock_init(&clock, &clock_virtual, 0);
	assert_int_equal(notes_init(&n, ".", &clock, NULL), 0);
	assert_int_equal(log_hide(&n.log, "0123456789abcdef", NULL), 0);
	for (int i = 0; i < 12000; i++)
		log_write(&n.log, LOG_WARN, "10.0.0.3", "%06d 401 /api/status?token=0123456789abcdef: %0160d", i, 0);
	assert_int_equal(stat("server.log", &st), 0);
	assert_int_equal(stat("server.log.1", &before), 0);
	assert_true(st.st_size <= NOTES_MOST + LOG_LINE && before.st_size <= NOTES_MOST + LOG_LINE && before.st_size > NOTES_MOST);
	assert_int_equal(st.st_mode & 077, 0);
	FILE *f = fopen("server.log", "r");
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof line, f));
	fclose(f);
	assert_contains(line, "token=***");
	/* a server that begins again goes on with it */
	assert_int_equal(notes_init(&n, ".", &clock, NULL), 0);
	assert_int_equal(n.size, st.st_size);
}

/* Connections are told apart by their addresses alone. */
static struct lws *wsi(int i)
{
	static char room[1000];

	return (struct lws *)(void *)&room[i];
}

static void a_crowd_keeps_nobody_out(void **state)
{
	static struct lobby l;
	struct lws *leaves;

	(void)state;
	memset(&l, 0, sizeof l);
	lobby_enter(&l, wsi(0), &leaves);
	lobby_know(&l, wsi(0));
	for (int i = 1; i <= LOBBY_STRANGERS; i++) {
		lobby_enter(&l, wsi(i), &leaves);
		assert_null(leaves);
	}
	/* the oldest that has not said who it is */
	lobby_enter(&l, wsi(900), &leaves);
	assert_ptr_equal(leaves, wsi(1));
	lobby_enter(&l, wsi(901), &leaves);
	assert_ptr_equal(leaves, wsi(2));
	lobby_leave(&l, wsi(1));
	lobby_leave(&l, wsi(2));
	lobby_leave(&l, wsi(2));
	assert_int_equal(l.nopen, 1 + LOBBY_STRANGERS);
	assert_int_equal(l.strangers, LOBBY_STRANGERS);
	for (int i = 100; lobby_room(&l); i++) {
		lobby_enter(&l, wsi(i), &leaves);
		lobby_know(&l, wsi(i));
	}
	assert_int_equal(l.nopen, LOBBY_CONNECTIONS);
	lobby_leave(&l, wsi(0));
	assert_true(lobby_room(&l));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_watch_is_taken_apart),
		cmocka_unit_test(a_bad_watch_is_refused_with_what_is_wrong),
		cmocka_unit_test(wishes_become_the_words_of_the_mailbox),
		cmocka_unit_test(a_test_is_read_and_a_bad_one_refused),
		cmocka_unit_test(tokens_say_who_and_differ_every_time),
		cmocka_unit_test(a_token_file_is_read_or_refused_with_its_line),
		cmocka_unit_test(the_log_is_bounded_and_holds_no_token),
		cmocka_unit_test(only_its_own_names_are_let_in),
		cmocka_unit_test(a_crowd_keeps_nobody_out),
	};
	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
