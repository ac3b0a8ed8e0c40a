/* Tests as processes: started, followed to their end; rehearsed and checked. */
#include "web/tests.h"

#include "base/base.h"
#include "base/heap.h"
#include "base/stamp.h"
#include "web/files.h"
#include "web/lives.h"
#include "web/tables.h"
#include "web/web_priv.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_MOST = 4096 + 300, PIECE = 65536 };
static const int64_t WORDS_NS = 60000 * 1000 * 1000ll;     /* of a rehearsal or a check */

struct tests {
	struct { char id[160]; pid_t pid; int status; } row[TESTS_KEPT];   /* pid 0: it has ended */
	int next;                          /* row that was taken longest ago */
	_Atomic int running;
};

/* ---- the list, in the thread of the sockets ------------------------------------------------------------------ */

int tests_init(struct tests **ret, struct err *e)
{
	*ret = heap_zeroed(1, sizeof **ret);
	return *ret ? 0 : err_set(e, ERR_MEMORY, "tandem serve", "no memory");
}

void tests_fini(struct tests *t)
{
	free(t);
}

/* In the place of the oldest that has ended: those that run, fewer than there are rows, are followed to their end. */
void tests_add(struct tests *t, const char *id, pid_t pid)
{
	_Static_assert(TESTS_RUNNING < TESTS_KEPT, "one of the rows has ended");
	int k = t->next;

	for (int i = 0; i < TESTS_RUNNING && t->row[k].pid > 0; i++)
		k = (k + 1) % TESTS_KEPT;
	t->next = (k + 1) % TESTS_KEPT;
	snprintf(t->row[k].id, sizeof t->row[k].id, "%s", id);
	t->row[k].pid = pid;
	t->row[k].status = -1;
}

void tests_tick(struct tests *t)
{
	for (int i = 0; i < TESTS_KEPT; i++) {
		int status = 0, ended = t->row[i].pid > 0 ? waitpid(t->row[i].pid, &status, WNOHANG) : 0;

		if (ended == 0)
			continue;
		t->row[i].pid = 0;
		if (ended > 0)
			t->row[i].status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + (WIFSIGNALED(status) ? WTERMSIG(status) : 0);
		atomic_fetch_sub(&t->running, 1);
	}
}

/* How the process of a run is: child_status -1 not known, child_late: it runs. */
void tests_log_before(struct request *r)
{
	const struct tests *t = r->web->tests;
	const struct live_run *live = lives_find(r->web->lives, r->part[0]);

	r->child_status = -1;
	r->child_late = live && lives_is_live(live);
	for (int i = 0; i < TESTS_KEPT; i++)
		if (strcmp(t->row[i].id, r->part[0]) == 0) {
			r->child_status = t->row[i].status;
			r->child_late = t->row[i].pid > 0;
		}
}

/* ---- starting, in the thread of folders ---------------------------------------------------------------------- */

/* The words of the command line. */
struct line { const char *word[CHILD_WORDS]; int n; };

static void say(struct line *l, const char *word)
{
	if (l->n < CHILD_WORDS - 1)
		l->word[l->n++] = word;
}

/* The script is a file in the folder, or one of the gallery. */
static int find_script(const struct request *r, const struct test_words *t, const char *folder, char *ret, size_t size, struct err *e)
{
	char path[PATH_MOST];

	if (t->example) {
		if (tables_example_path(r->web, t->example, t->file, ret, size))
			return 0;
		err_set(e, ERR_MISSING, "test", "there is no such example");
		err_value(e, "%.60s", t->example);
		return ERR_MISSING;
	}
	snprintf(ret, size, "%s.tcl", t->name);
	if (snprintf(path, sizeof path, "%s/%s", folder, ret) >= (int)sizeof path)
		return err_set(e, ERR_RANGE, "test", "the path of its script is too long");
	return files_write(path, t->script, strlen(t->script), e);
}

static int make_folder(const struct web *w, const char *name, char ret_id[160], char *ret_folder, size_t size, struct err *e)
{
	char stamp[STAMP_SIZE];

	stamp_local(time(NULL), stamp);
	for (int k = 1; k < 100; k++) {
		if (k == 1)
			snprintf(ret_id, 160, "%s-%s", stamp, name);
		else
			snprintf(ret_id, 160, "%s-%s-%d", stamp, name, k);
		if (snprintf(ret_folder, size, "%s/%s", w->words.runs, ret_id) >= (int)size)
			return err_set(e, ERR_RANGE, "test", "the path of its folder is too long");
		if (fault_fires(FAULT_file_open))
			errno = EIO;
		else if (mkdir(ret_folder, 0777) == 0)
			return 0;
		if (errno != EEXIST)
			break;
	}
	return err_set(e, ERR_FILE, "test", "its folder cannot be made: %s", strerror(errno));
}

/* A test that did not begin leaves nothing behind. */
static void clear_folder(const char *folder, const char *name, const char *output)
{
	char script[PATH_MOST + 16];

	if (snprintf(script, sizeof script, "%s/%s.tcl", folder, name) < (int)sizeof script)
		unlink(script);
	unlink(output);
	rmdir(folder);
}

static int start_run(struct request *r, const struct test_words *t, struct err *e)
{
	char folder[PATH_MOST], output[PATH_MOST + 16], script[PATH_MOST], pace[40] = "max";
	struct line l = {.n = 0};
	int code = make_folder(r->web, t->name, r->started, folder, sizeof folder, e);

	if (code)
		return code;
	snprintf(output, sizeof output, "%s/output.log", folder);
	code = find_script(r, t, folder, script, sizeof script, e);
	if (t->pace > 0.0)
		snprintf(pace, sizeof pace, "%.17g", t->pace);
	const char *const words[] = {r->web->words.program, "run", "--run", folder, "--live", "--pace", pace, t->mode == TEST_HOLD ? "--hold" : NULL, script};
	for (size_t i = 0; i < COUNT(words); i++)
		if (words[i])
			say(&l, words[i]);
	for (int i = 0; i < t->nword; i++)
		say(&l, t->word[i]);
	if (!code)
		code = child_start(l.word, folder, output, &r->started_pid, e);
	if (code)
		clear_folder(folder, t->name, output);
	return code;
}

/* What it has printed is the answer; the folder goes. */
static void after_words(struct request *r)
{
	char *text = NULL;
	struct err e;
	struct jput j;
	size_t n = 0;
	int code;

	err_clear(&e);
	code = wait_read(r, NULL, FILES_SMALL, &text, &n, &e);
	atomic_fetch_sub(&r->web->tests->running, 1);
	if (r->child_late)
		code = err_set(&e, ERR_LIMIT, "test", "this took longer than 60 s, and was ended");
	if (code) {
		free(text);
		request_error(r, request_status(code), &e);
		return;
	}
	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_bool(&j, "ok", r->child_status == 0);
	jput_int(&j, "status", r->child_status);
	jput_text(&j, "text", text);
	jput_close(&j, '}');
	free(text);
	request_json(r, 200, &j);
}

static int start_words(struct request *r, const struct test_words *t, struct err *e)
{
	char script[PATH_MOST];
	struct line l = {.n = 0};
	int code = child_folder(r->web->words.runs, r->child_path, sizeof r->child_path, e);

	if (code)
		return code;
	code = find_script(r, t, r->child_path, script, sizeof script, e);
	if (code) {
		child_clear(r->child_path);
		return code;
	}
	say(&l, r->web->words.program);
	say(&l, t->mode == TEST_CHECK ? "check" : "rehearse");
	say(&l, script);
	for (int i = 0; i < t->nword; i++)
		say(&l, t->word[i]);
	return wait_begin(r, l.word, WORDS_NS, after_words, e);
}

void tests_start(struct request *r)
{
	_Atomic int *running = &r->web->tests->running;
	struct test_words t;
	struct jput j;
	struct err e;
	int code;

	err_clear(&e);
	code = test_words_read(&t, r->body ? r->body : "", r->nbody, &e);
	if (!code && atomic_fetch_add(running, 1) >= TESTS_RUNNING) {
		atomic_fetch_sub(running, 1);
		request_refuse(r, 503, "%d tests run already: wait for the end of one", TESTS_RUNNING);
		test_words_free(&t);
		return;
	}
	if (!code) {
		code = t.mode == TEST_RUN || t.mode == TEST_HOLD ? start_run(r, &t, &e) : start_words(r, &t, &e);
		if (code)
			atomic_fetch_sub(running, 1);
	}
	test_words_free(&t);
	if (code)
		request_error(r, request_status(code), &e);
	else if (r->started_pid > 0) {
		jput_init(&j);
		jput_open(&j, NULL, '{');
		jput_text(&j, "id", r->started);
		jput_close(&j, '}');
		request_json(r, 201, &j);
	}
}

/* ---- what it prints ------------------------------------------------------------------------------------------ */

void tests_log(struct request *r)
{
	char path[PATH_MOST], *text = NULL;
	struct err e;
	struct jput j;
	size_t n = 0;
	int from = 0, code;

	err_clear(&e);
	code = request_is_name(r->part[0]) ? request_int(r, "from", 0, INT32_MAX, &from, &e) : err_set(&e, ERR_MISSING, "test", "there is no such run");
	snprintf(path, sizeof path, "%s/%s/output.log", r->web->words.runs, r->part[0]);
	if (!code)
		code = files_read(path, 16 * (size_t)TESTS_LOG, &text, &n, &e);
	if (code) {
		request_error(r, request_status(code), &e);
		return;
	}
	if ((size_t)from > n)
		from = 0;
	size_t most = n - (size_t)from < PIECE ? n - (size_t)from : PIECE;
	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_text_n(&j, "text", text + from, most);
	jput_int(&j, "next", (int64_t)from + (int64_t)most);
	jput_bool(&j, "running", r->child_late);
	if (r->child_status < 0)
		jput_null(&j, "status");
	else
		jput_int(&j, "status", r->child_status);
	jput_close(&j, '}');
	free(text);
	request_json(r, 200, &j);
}
