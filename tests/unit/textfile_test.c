/* Files of numbers: forms that are read, and each way in which one can be bad. */
#include "test.h"

#include "base/base.h"
#include "base/fault.h"
#include "base/io.h"
#include "base/textfile.h"

#include <errno.h>

/* A file in memory, given out in pieces that cut words in two. */
static struct {
	const char *text;
	size_t n, at;
	int open;
	long endless;           /* pieces without a blank that are given before the text, at most so many */
} file;

static int memory_open(const char *path, enum io_mode mode)
{
	(void)mode;
	if (strcmp(path, "none") == 0)
		return -ENOENT;
	file.at = 0;
	file.open++;
	return 1;
}

static long memory_read(int handle, void *bytes, size_t n)
{
	(void)handle;
	if (file.endless > 0) {
		file.endless--;
		memset(bytes, 'x', n);
		return (long)n;
	}
	size_t part = file.n - file.at < 7 ? file.n - file.at : 7;
	part = part < n ? part : n;
	memcpy(bytes, file.text + file.at, part);
	file.at += part;
	return (long)part;
}

static int memory_close(int handle)
{
	(void)handle;
	file.open--;
	return 0;
}

static const struct io_ops memory = {.name = "memory", .open = memory_open, .read = memory_read, .close = memory_close};

static struct arena mem;

static int begin(void **state)
{
	(void)state;
	memset(&file, 0, sizeof(file));
	arena_init(&mem);
	io_use(&memory);
	return 0;
}

static int end(void **state)
{
	(void)state;
	fault_disarm();
	io_use(NULL);
	arena_fini(&mem);
	return file.open;
}

static int read_text(const char *text, size_t size, double **ret_x, int *ret_n, struct err *e)
{
	file.text = text;
	file.n = size;
	return textfile_read("quake.txt", &mem, ret_x, ret_n, e);
}

static void reads_one_or_many_numbers_a_line(void **state)
{
	(void)state;
	static const char *const text[] = {"1 -2.5 3e2\n", "1\n-2.5\n3e2", "# head 7\n1 # 8\n\n\t-2.5\r\n  3e2   #", "1.0000000 -2.5000000\f300.0"};
	for (size_t i = 0; i < COUNT(text); i++) {
		double *x;
		int n;
		assert_int_equal(read_text(text[i], strlen(text[i]), &x, &n, NULL), 0);
		assert_int_equal(n, 3);
		assert_true(x[0] == 1.0 && x[1] == -2.5 && x[2] == 300.0);
	}
}

static void reads_more_numbers_than_any_first_guess(void **state)
{
	(void)state;
	enum { N = 5000 };
	static char text[N * 8];
	size_t at = 0;
	double *x;
	int n;
	for (int i = 0; i < N; i++)
		at += (size_t)sprintf(text + at, "%d\n", i);
	assert_int_equal(read_text(text, at, &x, &n, NULL), 0);
	assert_int_equal(n, N);
	for (int i = 0; i < N; i++)
		assert_true(x[i] == i);
}

static void names_file_line_and_word(void **state)
{
	(void)state;
	struct {
		const char *text;
		int code;
		const char *line;
	} row[] = {
		{"1 2\n3 PEER 4\n", ERR_FORMAT, "quake.txt: line 2 holds a word that is not a number: PEER (allowed: finite numbers, and comments after #)"},
		{"1\n\n1.5x", ERR_FORMAT, "quake.txt: line 3 holds a word that is not a number: 1.5x (allowed: finite numbers, and comments after #)"},
		{"0.1,0.2\n", ERR_FORMAT, "quake.txt: line 1 holds a word that is not a number: 0.1,0.2 (allowed: finite numbers, and comments after #)"},
		{"1\nnan\n", ERR_NONFINITE, "quake.txt: line 2 holds a number that is not finite: nan (allowed: finite numbers, and comments after #)"},
		{"1e400", ERR_NONFINITE, "quake.txt: line 1 holds a number that is not finite: 1e400 (allowed: finite numbers, and comments after #)"},
		{"", ERR_FORMAT, "quake.txt: holds no numbers"},
		{"\n# 1 2 3\n", ERR_FORMAT, "quake.txt: holds no numbers"},
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		struct err e = {0};
		char line[400];
		double *x = NULL;
		int n = -1;
		assert_int_equal(read_text(row[i].text, strlen(row[i].text), &x, &n, &e), row[i].code);
		err_text(&e, line, sizeof(line));
		assert_string_equal(line, row[i].line);
		assert_null(x);
		assert_int_equal(n, -1);
		assert_int_equal(mem.used, 0);
	}
}

static void refuses_bytes_that_are_no_text(void **state)
{
	(void)state;
	struct err e = {0};
	double *x;
	int n;
	char word[400];
	assert_int_equal(read_text("1\0002 3", 5, &x, &n, &e), ERR_FORMAT);
	err_clear(&e);
	assert_int_equal(read_text("\x89HDF\r\n", 6, &x, &n, &e), ERR_FORMAT);
	assert_string_equal(e.value, "?HDF");
	memset(word, '1', sizeof(word));
	assert_int_equal(read_text(word, sizeof(word), &x, &n, NULL), ERR_FORMAT);
}

/* A word goes on and on, as in a device or in somebody's picture: it is refused when it cannot be a number any more, not at its end. */
static void does_not_wait_for_the_end_of_a_word(void **state)
{
	enum { PIECES = 1000 };
	struct err e;
	double *x;
	int n;

	(void)state;
	file.endless = PIECES;
	err_clear(&e);
	assert_int_equal(textfile_read("endless", &mem, &x, &n, &e), ERR_FORMAT);
	assert_int_equal(file.endless, PIECES - 1);
	assert_int_equal(file.open, 0);
}

static void fails_cleanly_at_every_fault(void **state)
{
	(void)state;
	static const struct {
		enum fault_point point;
		int code;
	} row[] = {{FAULT_file_open, ERR_FILE}, {FAULT_file_read, ERR_FILE}, {FAULT_file_close, ERR_FILE}, {FAULT_arena_alloc, ERR_MEMORY}};
	for (size_t i = 0; i < COUNT(row); i++)
		for (long nth = 1; nth <= 2; nth++) {
			double *x = NULL;
			int n;
			fault_arm(row[i].point, nth, true);
			int rc = read_text("1 2 3 4 5 6 7 8 9", 17, &x, &n, NULL);
			bool reached = fault_calls(row[i].point) >= nth;
			fault_disarm();
			assert_int_equal(rc, reached ? row[i].code : 0);
			assert_true(nth > 1 || reached);
			assert_int_equal(file.open, 0);
		}
}

static void says_when_there_is_no_file(void **state)
{
	(void)state;
	struct err e = {0};
	double *x;
	int n;
	assert_int_equal(textfile_read("none", &mem, &x, &n, &e), ERR_FILE);
	assert_string_equal(e.object, "none");
	assert_string_equal(e.value, "No such file or directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(reads_one_or_many_numbers_a_line, begin, end),
		cmocka_unit_test_setup_teardown(reads_more_numbers_than_any_first_guess, begin, end),
		cmocka_unit_test_setup_teardown(names_file_line_and_word, begin, end),
		cmocka_unit_test_setup_teardown(refuses_bytes_that_are_no_text, begin, end),
		cmocka_unit_test_setup_teardown(does_not_wait_for_the_end_of_a_word, begin, end),
		cmocka_unit_test_setup_teardown(fails_cleanly_at_every_fault, begin, end),
		cmocka_unit_test_setup_teardown(says_when_there_is_no_file, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
