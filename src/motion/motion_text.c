/* Lines and numbers of text files. */
#include "motion/motion_text.h"

#include "base/args.h"
#include "base/io.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16, WORD_MAX = 64 };

/* The bytes of a file, ended by NUL; the arena's. */
static int slurp(int handle, const char *path, struct arena *mem, char **ret_bytes, size_t *ret_n, struct err *e)
{
	size_t cap = BLOCK, n = 0, got;
	char *bytes = arena_alloc(mem, cap + 1);
	for (;;) {
		if (!bytes)
			return err_set(e, ERR_MEMORY, path, "no memory for the file");
		int rc = io_read(handle, path, bytes + n, cap - n, &got, e);
		if (rc < 0)
			return rc;
		n += got;
		if (n < cap)
			break;
		char *larger = arena_alloc(mem, 2 * cap + 1);
		if (larger)
			memcpy(larger, bytes, n);
		bytes = larger;
		cap *= 2;
	}
	*ret_bytes = bytes;
	*ret_n = n;
	return 0;
}

/* Cuts the bytes into lines, in place; \n, \r\n and \r end a line. */
static int cut(struct motion_text *t, char *bytes, size_t n, struct arena *mem, struct err *e)
{
	size_t count = 1;
	for (size_t i = 0; i < n; i++)
		count += bytes[i] == '\n' || bytes[i] == '\r';
	if (count > INT_MAX || !(t->line = ARENA_ARRAY(mem, count, char *)))
		return err_set(e, ERR_MEMORY, t->path, "no memory for %zu lines", count);
	char *at = bytes;
	for (size_t i = 0; i <= n; i++) {
		bool end = i == n;
		if (!end && bytes[i] == '\0')
			return err_set(e, ERR_FORMAT, t->path, "line %d holds a byte that is no text", t->n + 1);
		if (!end && bytes[i] != '\n' && bytes[i] != '\r')
			continue;
		if (!end && bytes[i] == '\r' && i + 1 < n && bytes[i + 1] == '\n')
			bytes[i++] = '\0';
		bytes[i] = '\0';
		if (!end || *at)
			t->line[t->n++] = at;
		at = bytes + i + 1;
	}
	return 0;
}

int motion_text_read(const char *path, struct arena *mem, struct motion_text *ret, struct err *e)
{
	struct motion_text t = { .path = path };
	struct err ignore;
	char *bytes = NULL;
	size_t n = 0;
	int handle, rc = io_open(path, IO_READ, &handle, e);
	if (rc < 0)
		return rc;
	rc = slurp(handle, path, mem, &bytes, &n, e);
	err_clear(&ignore);
	if (io_close(handle, path, &ignore) < 0 && rc == 0)
		rc = err_set(e, ERR_FILE, path, "cannot be closed");
	/* editors begin UTF-8 with a mark, which is no part of the first number */
	size_t mark = rc == 0 && n >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	if (rc == 0)
		rc = cut(&t, bytes + mark, n - mark, mem, e);
	if (rc == 0)
		*ret = t;
	return rc;
}

static bool parts(char c)
{
	return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\v' || c == '\f';
}

/* Copies the next word parted by blanks, commas or semicolons; returns where it ends, NULL when there is none. */
static const char *next_word(const char *at, char *ret_word)
{
	int n = 0;
	while (parts(*at))
		at++;
	if (!*at)
		return NULL;
	for (; *at && !parts(*at); at++)
		if (n < WORD_MAX - 1)
			ret_word[n++] = *at;
	ret_word[n] = '\0';
	return at;
}

/* The next field of so many columns, without its blanks; a blank field ends the line. */
static const char *next_field(const char *at, int width, char *ret_word)
{
	int n = 0, i = 0;
	for (; i < width && at[i]; i++)
		if (!parts(at[i]) && n < WORD_MAX - 1)
			ret_word[n++] = at[i];
	ret_word[n] = '\0';
	return n > 0 ? at + i : NULL;
}

/* A number, also with Fortran's D for the exponent. */
static bool number(const char *word, double *ret_x)
{
	char copy[WORD_MAX];
	snprintf(copy, sizeof(copy), "%s", word);
	for (char *c = copy + 1; copy[0] && *c; c++)
		if ((*c == 'd' || *c == 'D') && (isdigit((unsigned char)c[-1]) || c[-1] == '.'))
			*c = 'e';
	return text_real(copy, ret_x);
}

/* A comment or nothing: blank, or beginning with # % ! or //. */
static bool line_empty(const char *line)
{
	while (parts(*line))
		line++;
	return !*line || *line == '#' || *line == '%' || *line == '!' || (line[0] == '/' && line[1] == '/');
}

/* A word for what is no number, or too large for one: it stands among data, and is refused with its line. */
static bool not_finite(const char *word)
{
	char *end;
	return !isfinite(strtod(word, &end)) && end > word && !*end;
}

int motion_line_begin(const char *line, int most, double *ret_x)
{
	char word[WORD_MAX];
	double x;
	int n = 0;
	if (line_empty(line))
		return 0;
	for (const char *at = line; (at = next_word(at, word)); n++) {
		bool known = number(word, &x);
		if (!known && !not_finite(word))
			return -1;
		if (n < most)
			ret_x[n] = known ? x : NAN;
	}
	return n;
}

int motion_line_numbers(const char *line)
{
	return motion_line_begin(line, 0, NULL);
}

const char *motion_line_find(const char *line, const char *words)
{
	size_t n = strlen(words);
	for (; *line; line++) {
		size_t i = 0;
		while (i < n && line[i] && tolower((unsigned char)line[i]) == tolower((unsigned char)words[i]))
			i++;
		if (i == n)
			return line;
	}
	return NULL;
}

/* As motion_line_value; ret_after: behind the number. */
static bool value_after(const char *line, const char *word, double *ret_x, const char **ret_after)
{
	for (const char *at = line; (at = motion_line_find(at, word)); at++) {
		char text[WORD_MAX];
		if (at > line && isalnum((unsigned char)at[-1]))
			continue;
		const char *after = at + strlen(word);
		if (isalnum((unsigned char)*after))
			continue;
		while (parts(*after) || *after == '=' || *after == ':')
			after++;
		size_t n = strspn(after, "+-.0123456789eEdD");
		if (n == 0 || n >= sizeof(text))
			continue;
		memcpy(text, after, n);
		text[n] = '\0';
		if (number(text, ret_x)) {
			*ret_after = after + n;
			return true;
		}
	}
	return false;
}

bool motion_line_value(const char *line, const char *word, double *ret_x)
{
	const char *after;
	return value_after(line, word, ret_x, &after);
}

bool motion_line_seconds(const char *line, const char *word, double *ret_s)
{
	const char *after;
	if (!value_after(line, word, ret_s, &after))
		return false;
	after += strspn(after, " \t([");
	if (motion_line_find(after, "ms") == after || motion_line_find(after, "millis") == after)
		*ret_s /= 1000.0;
	return true;
}

int motion_text_header(const struct motion_text *t)
{
	int i = 0;
	while (i < t->n && motion_line_numbers(t->line[i]) <= 0)
		i++;
	return i;
}

static int refuse(const struct motion_text *t, int line, const char *word, struct err *e)
{
	int rc = err_set(e, ERR_FORMAT, t->path, "line %d holds a word that is not a finite number", line + 1);
	char printable[WORD_MAX];
	snprintf(printable, sizeof(printable), "%s", word);
	for (char *c = printable; *c; c++)
		if (!isprint((unsigned char)*c))
			*c = '?';
	err_value(e, "%s", printable);
	err_allowed(e, "numbers, and lines of comment after # %% ! or //");
	return rc;
}

/* Where commas stand for points, blanks and semicolons part numbers: 0,05 would be a zero and a five. A number of its own has no zero before it. */
static bool comma_for_a_point(const char *line, const char *end, const char *word)
{
	const char *begin = end - strlen(word);
	return begin - line >= 2 && begin[-1] == ',' && isdigit((unsigned char)begin[-2]) && begin[0] == '0' && isdigit((unsigned char)begin[1]);
}

static int refuse_comma(const struct motion_text *t, int line, const char *word, struct err *e)
{
	int rc = err_set(e, ERR_FORMAT, t->path, "line %d has a comma in place of a point", line + 1);
	err_value(e, ",%s", word);
	err_hint(e, "numbers have points; commas part them");
	return rc;
}

int motion_text_numbers(const struct motion_text *t, int from, int to, int width, int most,
			struct arena *mem, double **ret_x, int *ret_n, struct err *e)
{
	size_t cap = 0;
	int n = 0;
	char word[WORD_MAX];
	/* no line holds more numbers than half its characters, or than it has fields */
	for (int i = from; i < to; i++)
		cap += width > 0 ? strlen(t->line[i]) / (size_t)width + 1 : strlen(t->line[i]) / 2 + 1;
	double *x = cap < INT_MAX ? ARENA_ARRAY(mem, cap, double) : NULL;
	if (!x)
		return err_set(e, ERR_MEMORY, t->path, "no memory for its numbers");
	for (int i = from; i < to; i++) {
		const char *at = t->line[i];
		if (line_empty(at))
			continue;
		while ((most < 0 || n < most) && (at = width > 0 ? next_field(at, width, word) : next_word(at, word))) {
			if (!number(word, &x[n++]))
				return refuse(t, i, word, e);
			if (width == 0 && comma_for_a_point(t->line[i], at, word))
				return refuse_comma(t, i, word, e);
		}
	}
	*ret_x = x;
	*ret_n = n;
	return 0;
}
