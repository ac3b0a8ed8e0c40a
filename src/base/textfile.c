/* Files of numbers: the bytes pass once through a small automaton that collects words and drops comments. */
#include "base/textfile.h"

#include "base/args.h"
#include "base/io.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 128, BLOCK = 16384, FIRST_CAP = 1024 };

struct reader {
	const char *path;
	struct arena scratch;   /* owned: the growing array */
	double *x;
	int n, cap;
	int line;               /* from 1 */
	bool comment;
	char word[WORD_MAX];
	int length;             /* of the word so far; one that reaches WORD_MAX - 1 is refused, whatever follows */
};

static bool grow(struct reader *r)
{
	if (r->cap > INT_MAX / 2)
		return false;
	int cap = r->cap ? 2 * r->cap : FIRST_CAP;
	double *x = ARENA_ARRAY(&r->scratch, (size_t)cap, double);
	if (!x)
		return false;
	if (r->n)
		memcpy(x, r->x, (size_t)r->n * sizeof(*x));
	r->x = x;
	r->cap = cap;
	return true;
}

static int no_memory(const struct reader *r, struct err *e)
{
	return err_set(e, ERR_MEMORY, r->path, "no memory for its numbers");
}

/* What is wrong with the word: no number at all, or one that is not finite. */
static int word_refused(struct reader *r, struct err *e)
{
	char *end;
	strtod(r->word, &end);
	int code = end == r->word + r->length && r->length < WORD_MAX - 1 ? ERR_NONFINITE : ERR_FORMAT;
	for (char *c = r->word; *c; c++)
		if (!isprint((unsigned char)*c))
			*c = '?';
	err_set(e, code, r->path, "line %d holds %s", r->line, code == ERR_FORMAT ? "a word that is not a number" : "a number that is not finite");
	err_value(e, "%s", r->word);
	err_allowed(e, "finite numbers, and comments after #");
	return code;
}

static int word_end(struct reader *r, struct err *e)
{
	if (r->length == 0)
		return 0;
	r->word[r->length] = '\0';
	double x;
	if (r->length == WORD_MAX - 1 || strlen(r->word) != (size_t)r->length || !text_real(r->word, &x))
		return word_refused(r, e);
	if (r->n == r->cap && !grow(r))
		return no_memory(r, e);
	r->x[r->n++] = x;
	r->length = 0;
	return 0;
}

static int take(struct reader *r, char c, struct err *e)
{
	bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
	if (!r->comment && !blank && c != '#') {
		r->word[r->length++] = c;
		return r->length == WORD_MAX - 1 ? word_end(r, e) : 0;
	}
	int rc = word_end(r, e);
	if (c == '#')
		r->comment = true;
	if (c == '\n') {
		r->comment = false;
		r->line++;
	}
	return rc;
}

/* Passes the bytes of the open file through the automaton. */
static int read_all(struct reader *r, int handle, struct err *e)
{
	char block[BLOCK];
	size_t got;
	do {
		int rc = io_read(handle, r->path, block, sizeof(block), &got, e);
		for (size_t i = 0; rc == 0 && i < got; i++)
			rc = take(r, block[i], e);
		if (rc < 0)
			return rc;
	} while (got == sizeof(block));
	return take(r, '\n', e);
}

int textfile_read(const char *path, struct arena *mem, double **ret_x, int *ret_n, struct err *e)
{
	int handle, rc = io_open(path, IO_READ, &handle, e);
	if (rc < 0)
		return rc;
	struct reader r = {.path = path, .line = 1};
	arena_init(&r.scratch);
	rc = read_all(&r, handle, e);
	int closed = io_close(handle, path, rc < 0 ? NULL : e);
	if (rc == 0)
		rc = closed;
	if (rc < 0)
		goto out;
	if (r.n == 0) {
		rc = err_set(e, ERR_FORMAT, path, "holds no numbers");
		goto out;
	}
	double *x = ARENA_ARRAY(mem, (size_t)r.n, double);
	if (!x) {
		rc = no_memory(&r, e);
		goto out;
	}
	memcpy(x, r.x, (size_t)r.n * sizeof(*x));
	*ret_x = x;
	*ret_n = r.n;
out:
	arena_fini(&r.scratch);
	return rc;
}
