/* Dense text: a row of the matrix on each line, numbers parted by blanks, commas or semicolons; comments behind # or %. */
#include "matrix/matrix_file.h"
#include "matrix/put.h"
#include "matrix/tokens.h"

static bool detect(const char *path, const char *head, size_t n)
{
	(void)path;
	(void)head;
	return n > 0;
}

/* The line that has ended held `cols` numbers, 0 for an empty one. */
static int line_check(const struct tokens *s, int cols, struct triplets *to, struct err *e)
{
	int code;

	if (cols == 0)
		return 0;
	if (to->rows == 0)
		to->cols = cols;
	if (cols != to->cols) {
		code = err_set(e, ERR_FORMAT, s->path, "line %d holds another number of columns than the lines before it", s->line);
		err_value(e, "%d", cols);
		err_allowed(e, "%d", to->cols);
		return code;
	}
	to->rows++;
	if (to->rows > (to->cols > 16 ? MATRIX_DENSE_MAX : MATRIX_ROWS_MAX)) {
		code = err_set(e, ERR_LIMIT, s->path, "line %d: more rows than a dense matrix may have", s->line);
		err_allowed(e, "%d", MATRIX_DENSE_MAX);
		err_hint(e, "write it in Matrix Market's coordinate format");
		return code;
	}
	return 0;
}

static int read_rows(struct tokens *s, struct triplets *to, struct err *e)
{
	enum token_kind kind;
	int cols = 0, code;

	while (!(code = token_next(s, &kind, e))) {
		double x;

		if (kind != TOKEN_IS_WORD) {
			code = line_check(s, cols, to, e);
			cols = 0;
			if (code || kind == TOKEN_IS_END)
				return code;
			continue;
		}
		code = token_real(s, &x, e);
		if (!code && cols == MATRIX_DENSE_MAX)
			code = token_refuse(s, ERR_LIMIT, "more columns than a dense matrix may have", e);
		if (!code && x != 0.0 && triplets_add(to, to->rows, cols, x))
			code = err_set(e, ERR_MEMORY, s->path, "no memory for %ld entries", to->n);
		if (code)
			return code;
		cols++;
	}
	return code;
}

static int read(const char *path, const char *set, struct triplets *to, struct err *e)
{
	struct tokens *s = ARENA_NEW(to->mem, struct tokens);
	int code;

	(void)set;
	if (!s)
		return err_set(e, ERR_MEMORY, path, "no memory to read it");
	code = token_open(s, path, ",;", "#%", e);
	if (code)
		return code;
	code = token_close(s, read_rows(s, to, e), e);
	return !code && to->rows == 0 ? err_set(e, ERR_FORMAT, path, "holds no numbers") : code;
}

/* Columns become rows of the file. */
static int write(const char *path, const struct matrix_out *to, const struct csc *a, struct err *e)
{
	struct arena scratch;
	struct csc t;
	struct put p;
	int code;

	(void)to;
	if (a->rows > MATRIX_DENSE_MAX && a->cols > 16) {
		code = err_set(e, ERR_LIMIT, path, "too many rows for a text that holds every zero");
		err_value(e, "%d", a->rows);
		err_allowed(e, "%d", MATRIX_DENSE_MAX);
		err_hint(e, "the formats mtx and hdf5 write entries that are not zero");
		return code;
	}
	arena_init(&scratch);
	code = csc_transpose(a, &scratch, &t);
	if (!code)
		code = put_open(&p, path, e);
	else
		err_set(e, code, path, "no memory to write it");
	if (code)
		goto out;
	for (int i = 0; i < t.cols; i++)
		for (int j = 0, k = t.start[i]; j < t.rows; j++) {
			bool there = k < t.start[i + 1] && t.row[k] == j;

			put_text(&p, "%.17g%c", there ? t.value[k] : 0.0, j + 1 < t.rows ? ' ' : '\n');
			k += there;
		}
	code = put_close(&p);
out:
	arena_fini(&scratch);
	return code;
}

const struct matrix_format matrix_format_text = {
	.name = "text",
	.brief = "rows of numbers, one a line, zeros too",
	.file = "%s/%s.txt",
	.detect = detect,
	.read = read,
	.write = write,
};
