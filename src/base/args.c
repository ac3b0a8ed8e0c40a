/* Words to numbers, with the report written by the converter. */
#include "base/args.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char BLANKS[] = " \t\r\n\v\f";

struct range range_closed(double lo, double hi)
{
	return (struct range){lo, hi, false, false};
}

static bool range_is_empty_row(struct range r)
{
	return r.lo == 0.0 && r.hi == 0.0 && !r.lo_open && !r.hi_open;
}

bool range_holds(struct range r, double x)
{
	if (!isfinite(x))
		return false;
	if (range_is_empty_row(r))
		return true;
	return (r.lo_open ? x > r.lo : x >= r.lo) && (r.hi_open ? x < r.hi : x <= r.hi);
}

void range_text(struct range r, char *ret_text, int size)
{
	size_t n = (size_t)size;
	bool lo = isfinite(r.lo), hi = isfinite(r.hi);
	if (range_is_empty_row(r) || (!lo && !hi))
		snprintf(ret_text, n, "any finite number");
	else if (!hi)
		snprintf(ret_text, n, "%s %.15g", r.lo_open ? ">" : ">=", r.lo);
	else if (!lo)
		snprintf(ret_text, n, "%s %.15g", r.hi_open ? "<" : "<=", r.hi);
	else if (!r.lo_open && !r.hi_open)
		snprintf(ret_text, n, "between %.15g and %.15g", r.lo, r.hi);
	else
		snprintf(ret_text, n, "%s %.15g and %s %.15g", r.lo_open ? ">" : ">=", r.lo, r.hi_open ? "<" : "<=", r.hi);
}

void args_init(struct args *a, int n, const char *const *word, const char *format, ...)
{
	*a = (struct args){.word = word, .n = n};
	va_list list;
	va_start(list, format);
	vsnprintf(a->object, sizeof(a->object), format, list);
	va_end(list);
}

/* The number at the start of the text, which must end at a blank or at the end; ret_end is behind it. */
static bool scan_real(const char *text, const char **ret_end, double *ret_x)
{
	char *end;
	double x = strtod(text, &end);
	if (end == text || (*end && !strchr(BLANKS, *end)))
		return false;
	*ret_end = end;
	*ret_x = x;
	return true;
}

static bool scan_int(const char *text, const char **ret_end, int *ret_i)
{
	char *end;
	errno = 0;
	long i = strtol(text, &end, 10);
	if (end == text || (*end && !strchr(BLANKS, *end)) || errno == ERANGE || i < INT_MIN || i > INT_MAX)
		return false;
	*ret_end = end;
	*ret_i = (int)i;
	return true;
}

static bool only_blanks(const char *text)
{
	return text[strspn(text, BLANKS)] == '\0';
}

bool text_real(const char *text, double *ret_x)
{
	const char *end;
	double x;
	if (!scan_real(text, &end, &x) || !only_blanks(end) || !isfinite(x))
		return false;
	*ret_x = x;
	return true;
}

bool text_int(const char *text, int *ret_i)
{
	const char *end;
	int i;
	if (!scan_int(text, &end, &i) || !only_blanks(end))
		return false;
	*ret_i = i;
	return true;
}

bool args_more(const struct args *a)
{
	return a->at < a->n;
}

bool args_more_real(const struct args *a)
{
	double x;
	return args_more(a) && text_real(a->word[a->at], &x);
}

bool args_more_int(const struct args *a)
{
	int i;
	return args_more(a) && text_int(a->word[a->at], &i);
}

const char *args_peek(const struct args *a)
{
	return args_more(a) ? a->word[a->at] : NULL;
}

void args_once(struct args *a)
{
	a->once = true;
	a->since = a->at;
}

void args_rest(struct args *ret, const struct args *a, int n, const char *const *word)
{
	args_init(ret, n, word, "%s", a->object);
	ret->once = a->once;
	ret->twice = a->twice;
}

bool args_accept_again(struct args *a, const char *word)
{
	if (!args_more(a) || strcmp(a->word[a->at], word) != 0)
		return false;
	a->at++;
	return true;
}

bool args_accept(struct args *a, const char *word)
{
	if (!args_accept_again(a, word))
		return false;
	for (int i = a->since; i < a->at - 1 && a->once && !a->twice && word[0] == '-' && isalpha((unsigned char)word[1]); i++)
		if (strcmp(a->word[i], word) == 0)
			a->twice = a->word[i];
	return true;
}

static int missing(const struct args *a, const char *name, struct err *e)
{
	return err_set(e, ERR_ARGUMENT, a->object, name[0] == '-' ? "%s needs a value" : "%s is missing", name);
}

int args_word(struct args *a, const char *name, const char **ret_word, struct err *e)
{
	if (!args_more(a))
		return missing(a, name, e);
	*ret_word = a->word[a->at++];
	return 0;
}

/* The reports: n characters of the text are the offending word. */
static int real_refused(const struct args *a, const char *name, struct range r, const char *text, int n, struct err *e)
{
	const char *end;
	double x;
	char allowed[128];
	bool number = scan_real(text, &end, &x);
	int code = !number ? ERR_ARGUMENT : isfinite(x) ? ERR_RANGE : ERR_NONFINITE;
	const char *fault = !number ? "is not a number" : isfinite(x) ? "is out of range" : "is not a finite number";
	range_text(r, allowed, sizeof(allowed));
	err_set(e, code, a->object, "%s %s", name, fault);
	err_value(e, "%.*s", n, text);
	err_allowed(e, "%s", allowed);
	return code;
}

static int int_refused(const struct args *a, const char *name, int lo, int hi, const char *text, int n, struct err *e)
{
	const char *end;
	double x;
	int i, code = scan_int(text, &end, &i) ? ERR_RANGE : ERR_ARGUMENT;
	err_set(e, code, a->object, "%s %s", name, code == ERR_RANGE ? "is out of range" : "is not a whole number");
	err_value(e, "%.*s", n, text);
	if (lo > INT_MIN && hi < INT_MAX)
		err_allowed(e, "whole numbers from %d to %d", lo, hi);
	else if (lo > INT_MIN)
		err_allowed(e, "whole numbers >= %d", lo);
	else if (hi < INT_MAX)
		err_allowed(e, "whole numbers <= %d", hi);
	else
		err_allowed(e, "whole numbers");
	if (code == ERR_ARGUMENT && scan_real(text, &end, &x) && x == rint(x) && fabs(x) <= INT_MAX)
		err_hint(e, "write %d, without decimal point or exponent", (int)x);
	return code;
}

int args_real(struct args *a, const char *name, struct range r, double *ret_x, struct err *e)
{
	const char *word = args_peek(a);
	double x;
	if (!word)
		return missing(a, name, e);
	if (!text_real(word, &x) || !range_holds(r, x))
		return real_refused(a, name, r, word, (int)strlen(word), e);
	a->at++;
	*ret_x = x;
	return 0;
}

int args_int(struct args *a, const char *name, int lo, int hi, int *ret_i, struct err *e)
{
	const char *word = args_peek(a);
	int i;
	if (!word)
		return missing(a, name, e);
	if (!text_int(word, &i) || i < lo || i > hi)
		return int_refused(a, name, lo, hi, word, (int)strlen(word), e);
	a->at++;
	*ret_i = i;
	return 0;
}

int args_seed(struct args *a, const char *name, uint64_t *ret_seed, struct err *e)
{
	const char *word = NULL;
	char *end;
	int code = args_word(a, name, &word, e);
	if (code)
		return code;
	errno = 0;
	unsigned long long seed = strtoull(word, &end, 10);
	if (*end == '\0' && word[0] >= '0' && word[0] <= '9' && errno == 0) {
		*ret_seed = seed;
		return 0;
	}
	err_set(e, ERR_ARGUMENT, a->object, "%s is not a whole number, or too large", name);
	err_value(e, "%s", word);
	err_allowed(e, "0 to 18446744073709551615");
	return ERR_ARGUMENT;
}

int args_tag(struct args *a, const char *name, int *ret_tag, struct err *e)
{
	return args_int(a, name, INT_MIN, INT_MAX, ret_tag, e);
}

int args_choice(struct args *a, const char *name, const char *const *names, int *ret_i, struct err *e)
{
	const char *word = args_peek(a);
	if (!word)
		return missing(a, name, e);
	for (int i = 0; names[i]; i++)
		if (strcmp(word, names[i]) == 0) {
			a->at++;
			*ret_i = i;
			return 0;
		}
	char list[128] = "";
	size_t n = 0;
	for (int i = 0; names[i] && n < sizeof(list); i++)
		n += (size_t)snprintf(list + n, sizeof(list) - n, "%s%s", i ? ", " : "", names[i]);
	err_set(e, ERR_UNKNOWN, a->object, "%s is not one of its words", name);
	err_value(e, "%s", word);
	err_allowed(e, "%s", list);
	return ERR_UNKNOWN;
}

/* A list is either the run of words that read as numbers, or the numbers inside one word. A pass over it hands out number
 * after number as text: next() skips blanks and goes on to the next word while the list may do so. */
struct list {
	const struct args *a;
	const char *text; /* where reading goes on; NULL at the end */
	int at;           /* the word it is in */
	bool single;      /* all numbers are in one word */
};

static struct list list_begin(const struct args *a)
{
	const char *word = args_peek(a);
	bool single = word && !args_more_real(a) && (only_blanks(word) || word[strspn(word, BLANKS) + strcspn(word + strspn(word, BLANKS), BLANKS)]);
	return (struct list){.a = a, .at = a->at, .single = single, .text = single || args_more_real(a) ? word : NULL};
}

static const char *list_next(struct list *l)
{
	if (!l->text)
		return NULL;
	l->text += strspn(l->text, BLANKS);
	if (*l->text)
		return l->text;
	l->at++;
	struct args rest = *l->a;
	rest.at = l->at;
	l->text = !l->single && args_more_real(&rest) ? rest.word[l->at] : NULL;
	return l->text ? (l->text += strspn(l->text, BLANKS)) : NULL;
}

static void list_skip(struct list *l)
{
	l->text += strcspn(l->text, BLANKS);
}

/* Counts the words of the list and checks that they are enough. */
static int list_count(const struct args *a, const char *name, int least, int *ret_n, struct err *e)
{
	struct list l = list_begin(a);
	int n = 0;
	for (; list_next(&l); list_skip(&l))
		n++;
	if (n < least) {
		const char *word = n == 0 ? args_peek(a) : NULL;
		err_set(e, ERR_ARGUMENT, a->object, "%s needs at least %d number%s", name, least, least == 1 ? "" : "s");
		if (word)
			err_value(e, "%s", word);
		else
			err_value(e, "%d given", n);
		return ERR_ARGUMENT;
	}
	*ret_n = n;
	return 0;
}

static int list_no_memory(const struct args *a, const char *name, int n, struct err *e)
{
	return err_set(e, ERR_MEMORY, a->object, "no memory for the %d numbers of %s", n, name);
}

int args_list_real(struct args *a, const char *name, struct range r, int least, struct arena *mem, double **ret_x, int *ret_n, struct err *e)
{
	int n, rc = list_count(a, name, least, &n, e);
	if (rc < 0)
		return rc;
	double *x = ARENA_ARRAY(mem, (size_t)n, double);
	if (!x)
		return list_no_memory(a, name, n, e);
	struct list l = list_begin(a);
	const char *text, *end;
	for (int i = 0; (text = list_next(&l)); list_skip(&l), i++)
		if (!scan_real(text, &end, &x[i]) || !range_holds(r, x[i]))
			return real_refused(a, name, r, text, (int)strcspn(text, BLANKS), e);
	a->at = l.at;
	*ret_x = x;
	*ret_n = n;
	return 0;
}

int args_list_int(struct args *a, const char *name, int lo, int hi, int least, struct arena *mem, int **ret_i, int *ret_n, struct err *e)
{
	int n, rc = list_count(a, name, least, &n, e);
	if (rc < 0)
		return rc;
	int *x = ARENA_ARRAY(mem, (size_t)n, int);
	if (!x)
		return list_no_memory(a, name, n, e);
	struct list l = list_begin(a);
	const char *text, *end;
	for (int i = 0; (text = list_next(&l)); list_skip(&l), i++)
		if (!scan_int(text, &end, &x[i]) || x[i] < lo || x[i] > hi)
			return int_refused(a, name, lo, hi, text, (int)strcspn(text, BLANKS), e);
	a->at = l.at;
	*ret_i = x;
	*ret_n = n;
	return 0;
}

int args_end(const struct args *a, struct err *e)
{
	if (a->twice)
		return err_set(e, ERR_DUPLICATE, a->object, "%s is given twice", a->twice);
	if (!args_more(a))
		return 0;
	err_set(e, ERR_ARGUMENT, a->object, "unexpected word");
	err_value(e, "%s", a->word[a->at]);
	return ERR_ARGUMENT;
}

bool text_among(const char *word, const char *const *list)
{
	while (list && *list && strcmp(word, *list) != 0)
		list++;
	return list && *list;
}
