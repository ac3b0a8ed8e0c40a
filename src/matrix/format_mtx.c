/* Matrix Market exchange format, coordinate and array, real, integer or double, general or symmetric.
 *
 *   %%MatrixMarket matrix coordinate real symmetric
 *   % comments
 *   rows columns entries
 *   i j value                 from 1; the lower triangle where it is symmetric; entries of one place are summed
 * array: rows columns, then all values column by column, of the lower triangle where it is symmetric.
 *   R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market exchange formats: initial design, NISTIR 5935 (1996), doi:10.6028/NIST.IR.5935.
 */
#include "matrix/matrix_file.h"
#include "matrix/put.h"
#include "matrix/tokens.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char BANNER[] = "%%MatrixMarket";

struct banner_word { const char *name, *why; };  /* why: such a file is refused; NULL: it is not */

enum { COORDINATE, ARRAY };
enum { GENERAL, SYMMETRIC };
static const struct banner_word FORMATS[] = {{"coordinate", NULL}, {"array", NULL}, {NULL, NULL}};
static const struct banner_word FIELDS[] = {
	{"real", NULL}, {"double", NULL}, {"integer", NULL},
	{"complex", "complex numbers are no stiffness, damping or mass"},
	{"pattern", "a pattern holds places without values"},
	{NULL, NULL},
};
static const struct banner_word SYMMETRIES[] = {
	{"general", NULL}, {"symmetric", NULL},
	{"skew-symmetric", "a skew-symmetric matrix is no stiffness, damping or mass"},
	{"hermitian", "a hermitian matrix is complex"},
	{NULL, NULL},
};

struct mtx {
	struct tokens text;
	int format, symmetry;
	long rows, cols, entries;   /* array: entries is what the shape wants */
	int size_line;
	struct triplets *to;        /* borrowed: caller */
};

static bool detect(const char *path, const char *head, size_t n)
{
	(void)path;
	return n >= strlen(BANNER) && strncasecmp(head, BANNER, strlen(BANNER)) == 0;
}

/* --- header ---------------------------------------------------------------------------------------- */

static int banner_word(struct tokens *s, const char *what, const struct banner_word *table, int *ret_row, struct err *e)
{
	char names[128] = "";
	int code = token_word(s, what, e);

	if (code)
		return code;
	for (int i = 0; table[i].name; i++) {
		if (strcasecmp(s->word, table[i].name) == 0) {
			*ret_row = i;
			return table[i].why ? token_refuse(s, ERR_UNSUPPORTED, table[i].why, e) : 0;
		}
		if (!table[i].why)
			snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s", names[0] ? ", " : "", table[i].name);
	}
	code = token_refuse(s, ERR_FORMAT, "a word of the banner that is not known", e);
	err_allowed(e, "%s", names);
	return code;
}

static int read_banner(struct mtx *m, struct err *e)
{
	struct tokens *s = &m->text;
	int field, code = token_word(s, "banner", e);

	if (!code)
		code = token_word(s, "object", e);
	if (!code && strcasecmp(s->word, "matrix") != 0) {
		code = token_refuse(s, ERR_UNSUPPORTED, "an object that is no matrix", e);
		err_allowed(e, "matrix");
	}
	if (!code)
		code = banner_word(s, "format", FORMATS, &m->format, e);
	if (!code)
		code = banner_word(s, "field", FIELDS, &field, e);
	if (!code)
		code = banner_word(s, "symmetry", SYMMETRIES, &m->symmetry, e);
	return code ? code : token_line_end(s, "more words than a banner has", e);
}

/* The next word that is not on an empty line; false at the end of the file. */
static int next_word(struct tokens *s, bool *ret_there, struct err *e)
{
	enum token_kind kind;
	int code;

	do
		code = token_next(s, &kind, e);
	while (!code && kind == TOKEN_IS_LINE);
	*ret_there = !code && kind == TOKEN_IS_WORD;
	return code;
}

static int read_size(struct mtx *m, struct err *e)
{
	struct tokens *s = &m->text;
	bool there;
	int code = next_word(s, &there, e);

	if (!code && !there)
		return err_set(e, ERR_FORMAT, s->path, "line %d: the file ends before its line of sizes", s->line);
	if (!code)
		code = token_int(s, "number of rows", 1, MATRIX_ROWS_MAX, &m->rows, e);
	if (!code)
		code = token_word(s, "number of columns", e);
	if (!code)
		code = token_int(s, "number of columns", 1, MATRIX_ROWS_MAX, &m->cols, e);
	if (!code && m->format == COORDINATE)
		code = token_word(s, "number of entries", e);
	if (!code && m->format == COORDINATE)
		code = token_int(s, "number of entries", 0, 1000000000000000L, &m->entries, e);
	m->size_line = s->line;
	if (!code)
		code = token_line_end(s, "more numbers than a line of sizes has", e);
	if (!code && m->symmetry == SYMMETRIC && m->rows != m->cols) {
		code = err_set(e, ERR_FORMAT, s->path, "line %d: a symmetric matrix is square", m->size_line);
		err_value(e, "%ld x %ld", m->rows, m->cols);
	}
	if (m->format == ARRAY)
		m->entries = m->symmetry == SYMMETRIC ? m->rows * (m->rows + 1) / 2 : m->rows * m->cols;
	return code;
}

/* --- entries --------------------------------------------------------------------------------------- */

static int keep(struct mtx *m, long i, long j, double x, struct err *e)
{
	if (x == 0.0)
		return 0;
	if (triplets_add(m->to, (int)i, (int)j, x))
		return err_set(e, ERR_MEMORY, m->text.path, "no memory for %ld entries", m->to->n);
	return 0;
}

/* i j x with the first word read already. */
static int read_entry(struct mtx *m, struct err *e)
{
	struct tokens *s = &m->text;
	double x = 0.0;
	long i = 0, j = 0;
	int code = token_int(s, "row of an entry outside the matrix", 1, m->rows, &i, e);

	if (!code)
		code = token_word(s, "column", e);
	if (!code)
		code = token_int(s, "column of an entry outside the matrix", 1, m->cols, &j, e);
	if (!code)
		code = token_word(s, "value", e);
	if (!code)
		code = token_real(s, &x, e);
	if (!code && m->symmetry == SYMMETRIC && i < j) {
		err_set(e, ERR_FORMAT, s->path, "line %d: an entry above the diagonal of a symmetric matrix, of which the lower triangle is written", s->line);
		err_value(e, "(%ld, %ld)", i, j);
		err_hint(e, "swap row and column, or call the matrix general and write both triangles");
		return ERR_FORMAT;
	}
	if (!code)
		code = keep(m, i - 1, j - 1, x, e);
	return code ? code : token_line_end(s, "more words than an entry has", e);
}

static int read_entries(struct mtx *m, struct err *e)
{
	struct tokens *s = &m->text;
	long i = 0, j = 0, count = 0;
	bool there = true;
	int code = 0;

	while (!(code = next_word(s, &there, e)) && there) {
		double x;

		if (count == m->entries) {
			err_set(e, ERR_FORMAT, s->path, "line %d: more entries than line %d announces", s->line, m->size_line);
			err_allowed(e, "%ld", m->entries);
			return ERR_FORMAT;
		}
		count++;
		code = m->format == COORDINATE ? read_entry(m, e) : token_real(s, &x, e);
		if (!code && m->format == ARRAY) {
			code = keep(m, i, j, x, e);
			if (++i == m->rows) {
				j++;
				i = m->symmetry == SYMMETRIC ? j : 0;
			}
		}
		if (code)
			return code;
	}
	if (!code && count < m->entries) {
		code = err_set(e, ERR_FORMAT, s->path, "line %d: the file ends after %ld of %ld entries", s->line, count, m->entries);
		err_hint(e, "was it cut when it was copied?");
	}
	return code;
}

static int read(const char *path, const char *set, struct triplets *to, struct err *e)
{
	struct mtx *m = ARENA_NEW(to->mem, struct mtx);
	int code;

	(void)set;
	if (!m)
		return err_set(e, ERR_MEMORY, path, "no memory to read it");
	m->to = to;
	/* in the banner '%' is no comment yet */
	code = token_open(&m->text, path, "", "", e);
	if (code)
		return code;
	code = read_banner(m, e);
	m->text.class['%'] = TOKEN_COMMENT;
	if (!code)
		code = read_size(m, e);
	if (!code) {
		to->rows = (int)m->rows;
		to->cols = (int)m->cols;
		to->mirrored = m->symmetry == SYMMETRIC;
		code = read_entries(m, e);
	}
	return token_close(&m->text, code, e);
}

/* --- writing --------------------------------------------------------------------------------------- */

static long count(const struct csc *a, bool lower)
{
	long n = 0;

	for (int j = 0; j < a->cols; j++)
		for (int k = a->start[j]; k < a->start[j + 1]; k++)
			n += a->value[k] != 0.0 && (!lower || a->row[k] >= j);
	return n;
}

static int write(const char *path, const struct matrix_out *to, const struct csc *a, struct err *e)
{
	struct put p;
	int code = put_open(&p, path, e);

	if (code)
		return code;
	put_text(&p, "%s matrix coordinate real %s\n", BANNER, SYMMETRIES[to->symmetric ? SYMMETRIC : GENERAL].name);
	put_text(&p, "%d %d %ld\n", a->rows, a->cols, count(a, to->symmetric));
	for (int j = 0; j < a->cols; j++)
		for (int k = a->start[j]; k < a->start[j + 1]; k++)
			if (a->value[k] != 0.0 && (!to->symmetric || a->row[k] >= j))
				put_text(&p, "%d %d %.17g\n", a->row[k] + 1, j + 1, a->value[k]);
	return put_close(&p);
}

const struct matrix_format matrix_format_mtx = {
	.name = "mtx",
	.brief = "Matrix Market: coordinate or array; real or integer; general or symmetric",
	.file = "%s/%s.mtx",
	.detect = detect,
	.read = read,
	.write = write,
};
