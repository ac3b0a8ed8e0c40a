/* Words of a command, read one after the other; the converter writes the error.
 *
 * A struct args is a cursor over words that someone else owns. Every converter takes the name of what it
 * reads and the range that is allowed, and fills the report with object, name, value and range when the
 * word is missing, is not a number, is not finite or is out of range. Nothing here allocates except
 * args_list_*, which take from the arena given to them.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct args {
	char object[96];         /* for messages: "element truss 3" */
	const char *const *word; /* borrowed: the caller's words */
	int n;                   /* number of words */
	int at;                  /* the next word */
	bool once;               /* options stand once each (args_once) */
	int since;               /* from this word on */
	const char *twice;       /* the first that stood again; borrowed as the words; NULL: none */
};

struct range {
	double lo, hi;
	bool lo_open, hi_open; /* the bound itself is not allowed */
};

/* Constants, also for static tables. A range that is all zero, as a table row without one has it, allows any finite number. */
#define RANGE_ANY (struct range){-__builtin_inf(), __builtin_inf(), true, true}  /* any finite number */
#define RANGE_POSITIVE (struct range){0.0, __builtin_inf(), true, true}          /* > 0 */
#define RANGE_NONNEG (struct range){0.0, __builtin_inf(), false, true}           /* >= 0 */
#define RANGE_UNIT (struct range){0.0, 1.0, false, false}                        /* 0 <= x <= 1 */
struct range range_closed(double lo, double hi);

/* A cursor over n words; object is printf-like text for messages. */
void args_init(struct args *a, int n, const char *const *word, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Is there another word; is there one that reads as a number; the word itself (NULL at the end), not consumed. */
bool args_more(const struct args *a);
bool args_more_real(const struct args *a);
bool args_more_int(const struct args *a);
const char *args_peek(const struct args *a);

/* From the next word on an option (a word that begins with '-' and a letter) stands once: one that is accepted again, here or by a table of parameters, is
 * refused by args_end. Called again, a new part begins, in which all options may stand again. Without it the last one counts, as in OpenSees. */
void args_once(struct args *a);
/* A cursor over n words that were left over from a, about the same object and with the same rule for options; what stood twice is remembered. */
void args_rest(struct args *ret, const struct args *a, int n, const char *const *word);

/* If the next word is exactly this one, consumes it and returns true. */
bool args_accept(struct args *a, const char *word);
/* The same of an option that may stand any number of times. */
bool args_accept_again(struct args *a, const char *word);

/* Consume one word. ret_ is written only on success. */
int args_word(struct args *a, const char *name, const char **ret_word, struct err *e) MUST_CHECK;
int args_real(struct args *a, const char *name, struct range r, double *ret_x, struct err *e) MUST_CHECK;
int args_int(struct args *a, const char *name, int lo, int hi, int *ret_i, struct err *e) MUST_CHECK;
/* What chance begins with: a whole number of 64 bits. */
int args_seed(struct args *a, const char *name, uint64_t *ret_seed, struct err *e) MUST_CHECK;
/* Any whole number: what objects are called by. */
int args_tag(struct args *a, const char *name, int *ret_tag, struct err *e) MUST_CHECK;

/* The index of the next word in a NULL-ended list of names. */
int args_choice(struct args *a, const char *name, const char *const *names, int *ret_i, struct err *e) MUST_CHECK;

/* All following words that read as numbers (at least `least`), or the numbers inside one braced word. The array is the arena's. */
int args_list_real(struct args *a, const char *name, struct range r, int least, struct arena *mem, double **ret_x, int *ret_n, struct err *e) MUST_CHECK;
int args_list_int(struct args *a, const char *name, int lo, int hi, int least, struct arena *mem, int **ret_i, int *ret_n, struct err *e) MUST_CHECK;

/* Fails when words are left: "unexpected word X"; or when an option that stands once stood twice. */
int args_end(const struct args *a, struct err *e) MUST_CHECK;

/* Text to number, whole word, finite; false otherwise. For bases of other converters. */
bool text_real(const char *text, double *ret_x);
bool text_int(const char *text, int *ret_i);

/* The word is one of the list, which ends with NULL; NULL: it is empty. */
bool text_among(const char *word, const char *const *list);
bool range_holds(struct range r, double x);
void range_text(struct range r, char *ret_text, int size); /* "> 0", "between 0 and 1", "any finite number" */
