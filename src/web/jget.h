/* Reading JSON that others have sent: one object, of which every member has to be known, with one clear message for what is wrong.
 *
 * The parser is jansson's, which refuses what is no JSON, is not UTF-8, says a name twice, or goes deeper than 2048. What is read here is small: the caller
 * bounds the bytes. Texts live as long as the document. Any thread, one document a thread at a time.
 */
#pragma once

#include "base/args.h"
#include "base/err.h"

#include <jansson.h>

/* An object out of n bytes. object: who speaks, for the report. ERR_FORMAT says where it is no JSON. The caller json_decref's it. */
int jget_read(const char *bytes, size_t n, const char *object, json_t **ret, struct err *e) MUST_CHECK;
/* Members other than the ones named (NULL-ended) are refused: ERR_UNKNOWN. */
int jget_only(const json_t *o, const char *const *names, const char *object, struct err *e) MUST_CHECK;

/* A member, which may be missing: then ret stays as it was. ERR_ARGUMENT: of another kind; ERR_RANGE. */
int jget_text(const json_t *o, const char *name, size_t most, const char *object, const char **ret, struct err *e) MUST_CHECK;
int jget_real(const json_t *o, const char *name, struct range r, const char *object, double *ret, struct err *e) MUST_CHECK;
int jget_int(const json_t *o, const char *name, int lo, int hi, const char *object, int *ret, struct err *e) MUST_CHECK;
int jget_bool(const json_t *o, const char *name, const char *object, bool *ret, struct err *e) MUST_CHECK;
/* A list of 0 .. most members; NULL when it is missing. */
int jget_list(const json_t *o, const char *name, size_t most, const char *object, json_t **ret, struct err *e) MUST_CHECK;
