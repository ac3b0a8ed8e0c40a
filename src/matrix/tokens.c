/* Words of a text file, block by block. */
#include "matrix/tokens.h"

#include "base/io.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int token_open(struct tokens *s, const char *path, const char *blanks, const char *comments, struct err *e)
{
	int handle, code = io_open(path, IO_READ, &handle, e);

	if (code)
		return code;
	s->path = path;
	s->handle = handle;
	s->line = 1;
	s->ended = s->newline = false;
	s->at = s->n = 0;
	s->length = 0;
	memset(s->class, TOKEN_PART, sizeof(s->class));
	s->class['\n'] = TOKEN_NEWLINE;
	s->class[' '] = s->class['\t'] = s->class['\r'] = TOKEN_BLANK;
	for (; *blanks; blanks++)
		s->class[(unsigned char)*blanks] = TOKEN_BLANK;
	for (; *comments; comments++)
		s->class[(unsigned char)*comments] = TOKEN_COMMENT;
	return 0;
}

int token_close(struct tokens *s, int code, struct err *e)
{
	int closed = io_close(s->handle, s->path, code ? NULL : e);

	return code ? code : closed;
}

/* The byte at s->at, after the next block was read where it must be; -1 at the end or after a failure, which *code tells. */
static int peek(struct tokens *s, int *code, struct err *e)
{
	if (s->at < s->n)
		return (unsigned char)s->block[s->at];
	if (s->ended)
		return -1;
	*code = io_read(s->handle, s->path, s->block, sizeof(s->block), &s->n, e);
	s->at = 0;
	s->ended = *code || s->n < sizeof(s->block);
	if (*code)
		s->n = 0;
	return s->n ? (unsigned char)s->block[0] : -1;
}

/* Over blanks and comments. Returns the byte that follows them, -1 at the end. */
static int pass_blanks(struct tokens *s, int *code, struct err *e)
{
	bool comment = false;
	int c;

	while ((c = peek(s, code, e)) >= 0) {
		if (s->class[c] == TOKEN_NEWLINE || (s->class[c] == TOKEN_PART && !comment))
			return c;
		comment |= s->class[c] == TOKEN_COMMENT;
		s->at++;
	}
	return -1;
}

int token_refuse(const struct tokens *s, int code, const char *what, struct err *e)
{
	char word[TOKEN_WORD];
	int n = 0;

	for (; n < s->length; n++)
		word[n] = isprint((unsigned char)s->word[n]) ? s->word[n] : '?';
	word[n] = '\0';
	err_set(e, code, s->path, "line %d: %s", s->line, what);
	err_value(e, "%s", word);
	return code;
}

int token_next(struct tokens *s, enum token_kind *ret_kind, struct err *e)
{
	int code = 0, c;

	s->line += s->newline;
	s->newline = false;
	s->length = 0;
	s->word[0] = '\0';
	c = pass_blanks(s, &code, e);
	if (code)
		return code;
	if (c < 0 || s->class[c] == TOKEN_NEWLINE) {
		s->at += c >= 0;
		s->newline = c >= 0;
		*ret_kind = c < 0 ? TOKEN_IS_END : TOKEN_IS_LINE;
		return 0;
	}
	for (; c >= 0 && s->class[c] == TOKEN_PART; c = peek(s, &code, e)) {
		if (s->length == TOKEN_WORD - 1)
			return token_refuse(s, ERR_FORMAT, "a word that is too long for a number", e);
		s->word[s->length++] = (char)c;
		s->at++;
	}
	s->word[s->length] = '\0';
	*ret_kind = TOKEN_IS_WORD;
	return code;
}

int token_word(struct tokens *s, const char *what, struct err *e)
{
	enum token_kind kind;
	int line = s->line, code = token_next(s, &kind, e);

	if (!code && kind != TOKEN_IS_WORD)
		code = err_set(e, ERR_FORMAT, s->path, "line %d ends before its %s", line, what);
	return code;
}

int token_line_end(struct tokens *s, const char *what, struct err *e)
{
	enum token_kind kind;
	int code = token_next(s, &kind, e);

	return !code && kind == TOKEN_IS_WORD ? token_refuse(s, ERR_FORMAT, what, e) : code;
}

int token_real(const struct tokens *s, double *ret_x, struct err *e)
{
	char word[TOKEN_WORD], *end, *d;
	double x;

	memcpy(word, s->word, (size_t)s->length + 1);
	x = strtod(word, &end);
	d = end;
	if (*end == 'd' || *end == 'D') {
		*d = 'e';
		x = strtod(word, &end);
	}
	if (end != word + s->length || s->length == 0)
		return token_refuse(s, ERR_FORMAT, "a word that is not a number", e);
	if (!isfinite(x))
		return token_refuse(s, ERR_NONFINITE, "a number that is not finite", e);
	*ret_x = x;
	return 0;
}

int token_int(const struct tokens *s, const char *what, long lo, long hi, long *ret_i, struct err *e)
{
	char *end;
	long i = 0;
	int k = 0;

	/* the usual case: digits only, and few of them */
	for (; k < s->length && k < 18 && s->word[k] >= '0' && s->word[k] <= '9'; k++)
		i = 10 * i + (s->word[k] - '0');
	if (k < s->length || k == 0) {
		i = strtol(s->word, &end, 10);
		if (end != s->word + s->length || s->length == 0)
			return token_refuse(s, ERR_FORMAT, "a word that is not a whole number", e);
	}
	if (i < lo || i > hi) {
		err_set(e, ERR_RANGE, s->path, "line %d: %s", s->line, what);
		err_value(e, "%s", s->word);
		err_allowed(e, "%ld to %ld", lo, hi);
		return ERR_RANGE;
	}
	*ret_i = i;
	return 0;
}
