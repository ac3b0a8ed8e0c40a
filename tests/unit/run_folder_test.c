/* The folder of a run: it gives back what was put in, and what is not one, or another's, or at work, is refused in words. */
#include "test.h"

#include "unit/net_bed.h"

#include "base/arena.h"
#include "base/base.h"
#include "main/run_folder.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 1024 };

static const char *root;
static char script[PATH], folder[PATH];
static struct arena mem;
static struct run_folder run;

static void write_text(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static int begin(void **state)
{
	static int number;
	(void)state;

	root = root ? root : bed_folder();
	snprintf(script, sizeof(script), "%s/test.tcl", root);
	snprintf(folder, sizeof(folder), "%s/a/b/run%d", root, ++number);
	write_text(script, "puts 1\n", 7);
	arena_init(&mem);
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_fini(&mem);
	return 0;
}

static int sweep(void **state)
{
	(void)state;
	bed_sweep();
	return 0;
}

/* In a process of its own, since a lock is that of the process: the code of run_folder_read, and its report. */
static int read_elsewhere(const char *where, char *ret_text, size_t size)
{
	int pipes[2], status;
	size_t n;

	assert_int_equal(pipe(pipes), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct err e = {0};
		char text[1024];
		int code = run_folder_read(&run, where, &mem, &e);
		err_text(&e, text, sizeof(text));
		_exit(write(pipes[1], text, strlen(text)) < 0 ? 255 : -code);
	}
	close(pipes[1]);
	FILE *f = fdopen(pipes[0], "r");
	assert_non_null(f);
	n = fread(ret_text, 1, size - 1, f);
	ret_text[n] = '\0';
	fclose(f);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return -WEXITSTATUS(status);
}

static void make(int n, char **word)
{
	struct err e = {0};

	if (run_folder_plan(&run, folder, script, n, word, &mem, &e) || run_folder_make(&run, &e))
		fail_msg("%s", bed_text(&e));
}

/* ---- cases ---- */

static void gives_back_what_was_put_in(void **state)
{
	static char *word[] = {"200", "localhost 5001 east -sync 1", "", " leading", "trailing ", "word of a \"run\" $x [y] {z}", "Bögl"};
	struct run_folder again;
	struct err e = {0};
	(void)state;

	make(COUNT(word), word);
	assert_int_equal(run_folder_read(&again, folder, &mem, &e), 0);
	assert_string_equal(again.id, run.id);
	assert_string_equal(again.cwd, run.cwd);
	assert_string_equal(again.script, run.script);
	assert_true(again.hash == run.hash && run.hash != 0);
	assert_int_equal(again.nwords, COUNT(word));
	for (size_t i = 0; i < COUNT(word); i++)
		assert_string_equal(again.word[i], word[i]);
}

static void is_made_once(void **state)
{
	struct err e = {0};
	(void)state;

	make(0, NULL);
	assert_int_equal(run_folder_make(&run, &e), ERR_DUPLICATE);
	assert_contains(bed_text(&e), "the folder holds a run already");
	assert_contains(bed_text(&e), "tandem resume goes on with it");
}

static void a_run_has_a_folder_of_its_own_where_none_is_given(void **state)
{
	struct err e = {0};
	(void)state;

	assert_int_equal(run_folder_plan(&run, NULL, script, 0, NULL, &mem, &e), 0);
	assert_contains(run.folder, "/runs/");
	assert_contains(run.folder, run.id);
}

static void what_cannot_be_run_again_is_refused_at_the_beginning(void **state)
{
	static char longest[RUN_PATH], longer[RUN_PATH + 1];
	static char *many[RUN_WORDS + 1], *large[RUN_WORDS], *broken[] = {"a\nid other"};
	const struct {
		int n, plan, made;
		char **word;
		const char *says;
	} row[] = {
		{RUN_WORDS + 1, ERR_RANGE, 0, many, "the list of words is too long"},
		{1, ERR_RANGE, 0, (char *[]){longer}, "a word, or all of them together, is too long"},
		{RUN_WORDS, ERR_RANGE, 0, large, "a word, or all of them together, is too long"},
		{1, 0, ERR_ARGUMENT, broken, "has a line break"},
	};
	(void)state;

	memset(longest, 'x', sizeof(longest) - 1);
	memset(longer, 'x', sizeof(longer) - 1);
	for (int i = 0; i < RUN_WORDS + 1; i++)
		many[i] = "1";
	for (int i = 0; i < RUN_WORDS; i++)
		large[i] = longest;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct err e = {0};
		struct stat st;
		int code = run_folder_plan(&run, folder, script, row[i].n, row[i].word, &mem, &e);
		assert_int_equal(code, row[i].plan);
		if (!code)
			assert_int_equal(run_folder_make(&run, &e), row[i].made);
		assert_contains(bed_text(&e), row[i].says);
		assert_int_not_equal(stat(folder, &st), 0);
	}
	/* and the longest that are allowed come back */
	make(12, large);
	char text[1024];
	assert_int_equal(read_elsewhere(folder, text, sizeof(text)), ERR_STATE);
	struct run_folder again;
	assert_int_equal(run_folder_read(&again, folder, &mem, NULL), 0);
	assert_string_equal(again.word[11], longest);
}

static void a_folder_that_is_not_of_a_run_is_refused(void **state)
{
	static const struct {
		const char *text;      /* of run.txt; NULL: none */
		int code;
		const char *says;
	} row[] = {
		{NULL, ERR_MISSING, "this is not the folder of a run: there is no run.txt"},
		{"", ERR_FORMAT, "id, cwd or script is missing"},
		{"id x\nhash 0\n", ERR_FORMAT, "id, cwd or script is missing"},
		{"id x\nhash 0\ncwd /\nscript /no-such-script.tcl\n", ERR_FILE, "/no-such-script.tcl"},
		{"id x\nhash 0\ncwd /\nscript /tm", ERR_FORMAT, "is not whole, or not of a run"},
		{"id x\nnonsense\n", ERR_FORMAT, "a line that is not of a run: nonsense"},
		{"id x\ncolour red\n", ERR_FORMAT, "a line that is not of a run: colour"},
	};
	char path[PATH + 16], text[1024];
	(void)state;

	assert_int_equal(read_elsewhere("/no/such/folder", text, sizeof(text)), ERR_MISSING);
	assert_contains(text, "there is no such folder of a run: /no/such/folder");
	snprintf(folder, sizeof(folder), "%s/bad", root);
	assert_int_equal(mkdir(folder, 0777), 0);
	snprintf(path, sizeof(path), "%s/run.txt", folder);
	for (size_t i = 0; i < COUNT(row); i++) {
		if (row[i].text)
			write_text(path, row[i].text, strlen(row[i].text));
		assert_int_equal(read_elsewhere(folder, text, sizeof(text)), row[i].code);
		assert_contains(text, row[i].says);
	}
	/* a loss of power that leaves zeros */
	write_text(path, "id x\nhash 0\ncwd /\n\0\0\0\0\n", 24);
	assert_int_equal(read_elsewhere(folder, text, sizeof(text)), ERR_FORMAT);
	assert_contains(text, "is not whole, or not of a run");
}

static void a_script_that_has_changed_since_is_refused(void **state)
{
	struct err e = {0};
	(void)state;

	make(0, NULL);
	write_text(script, "puts 2\n", 7);
	assert_int_equal(run_folder_read(&run, folder, &mem, &e), ERR_FORMAT);
	assert_contains(bed_text(&e), "the script is not the one that was run: it has changed");
	assert_contains(bed_text(&e), "put it back as it was");
	write_text(script, "puts 1\n", 7);
	err_clear(&e);
	assert_int_equal(run_folder_read(&run, folder, &mem, &e), 0);
}

static void only_one_process_works_in_a_folder(void **state)
{
	char text[1024];
	struct err e = {0};
	(void)state;

	make(0, NULL);
	assert_int_equal(read_elsewhere(folder, text, sizeof(text)), ERR_STATE);
	assert_contains(text, "another process is at work in this folder");
	/* who is killed gives it back */
	snprintf(folder, sizeof(folder), "%s/other", root);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		int code = run_folder_plan(&run, folder, script, 0, NULL, &mem, &e);
		if (!code)
			code = run_folder_make(&run, &e);
		kill(getpid(), code ? SIGTERM : SIGKILL);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	assert_int_equal(read_elsewhere(folder, text, sizeof(text)), 0);
	/* names with a slash are names, not folders */
	assert_int_equal(run_folder_lock(folder, "east/west", &e), 0);
	assert_int_equal(run_folder_lock("/no/such/folder", "east", &e), ERR_FILE);
	assert_contains(bed_text(&e), "/no/such/folder/east.lock cannot be locked: No such file or directory");
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		CASE(gives_back_what_was_put_in), CASE(is_made_once), CASE(a_run_has_a_folder_of_its_own_where_none_is_given),
		CASE(what_cannot_be_run_again_is_refused_at_the_beginning), CASE(a_folder_that_is_not_of_a_run_is_refused),
		CASE(a_script_that_has_changed_since_is_refused), CASE(only_one_process_works_in_a_folder),
	};
	return cmocka_run_group_tests(tests, NULL, sweep);
}
