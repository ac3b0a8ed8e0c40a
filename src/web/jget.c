/* Members of JSON objects, checked. */
#include "web/jget.h"

#include <limits.h>
#include <string.h>

int jget_read(const char *bytes, size_t n, const char *object, json_t **ret, struct err *e)
{
	json_error_t why;
	json_t *o = json_loadb(bytes, n, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &why);

	if (!o && json_error_code(&why) == json_error_out_of_memory)
		return err_set(e, ERR_MEMORY, object, "no memory to read it");
	if (!o) {
		err_set(e, ERR_FORMAT, object, "this is no JSON");
		err_value(e, "line %d, column %d: %.60s", why.line, why.column, why.text);
		return ERR_FORMAT;
	}
	if (!json_is_object(o)) {
		json_decref(o);
		return err_set(e, ERR_FORMAT, object, "this is no JSON object: it has to begin with a brace");
	}
	*ret = o;
	return 0;
}

int jget_only(const json_t *o, const char *const *names, const char *object, struct err *e)
{
	char list[128] = "";
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)o, name, value) {
		int i = 0;

		(void)value;
		while (names[i] && strcmp(names[i], name) != 0)
			i++;
		if (names[i])
			continue;
		for (i = 0; names[i]; i++) {
			strncat(list, i ? ", " : "", sizeof list - strlen(list) - 1);
			strncat(list, names[i], sizeof list - strlen(list) - 1);
		}
		err_set(e, ERR_UNKNOWN, object, "there is no such member");
		err_value(e, "%.90s", name);
		err_allowed(e, "%s", list);
		return ERR_UNKNOWN;
	}
	return 0;
}

static int wrong_kind(const char *name, const char *wanted, const char *object, struct err *e)
{
	err_set(e, ERR_ARGUMENT, object, "%s is of the wrong kind", name);
	err_allowed(e, "%s", wanted);
	return ERR_ARGUMENT;
}

int jget_text(const json_t *o, const char *name, size_t most, const char *object, const char **ret, struct err *e)
{
	const json_t *x = json_object_get(o, name);

	if (!x)
		return 0;
	if (!json_is_string(x))
		return wrong_kind(name, "a text", object, e);
	if (json_string_length(x) > most || strlen(json_string_value(x)) != json_string_length(x)) {
		err_set(e, ERR_RANGE, object, "%s is too long, or has a zero in it", name);
		err_allowed(e, "%zu bytes at most", most);
		return ERR_RANGE;
	}
	*ret = json_string_value(x);
	return 0;
}

int jget_real(const json_t *o, const char *name, struct range r, const char *object, double *ret, struct err *e)
{
	const json_t *x = json_object_get(o, name);
	char allowed[96];

	if (!x)
		return 0;
	if (!json_is_number(x))
		return wrong_kind(name, "a number", object, e);
	if (!range_holds(r, json_number_value(x))) {
		range_text(r, allowed, sizeof allowed);
		err_set(e, ERR_RANGE, object, "%s is out of range", name);
		err_value(e, "%g", json_number_value(x));
		err_allowed(e, "%s", allowed);
		return ERR_RANGE;
	}
	*ret = json_number_value(x);
	return 0;
}

int jget_int(const json_t *o, const char *name, int lo, int hi, const char *object, int *ret, struct err *e)
{
	double x = *ret;
	int code = jget_real(o, name, range_closed(lo, hi), object, &x, e);

	if (code)
		return code;
	if (x != (double)(int)x)
		return wrong_kind(name, "a whole number", object, e);
	*ret = (int)x;
	return 0;
}

int jget_bool(const json_t *o, const char *name, const char *object, bool *ret, struct err *e)
{
	const json_t *x = json_object_get(o, name);

	if (x && !json_is_boolean(x))
		return wrong_kind(name, "true or false", object, e);
	if (x)
		*ret = json_is_true(x);
	return 0;
}

int jget_list(const json_t *o, const char *name, size_t most, const char *object, json_t **ret, struct err *e)
{
	json_t *x = json_object_get(o, name);

	*ret = NULL;
	if (x && !json_is_array(x))
		return wrong_kind(name, "a list", object, e);
	if (x && json_array_size(x) > most) {
		err_set(e, ERR_LIMIT, object, "%s has too many members", name);
		err_value(e, "%zu", json_array_size(x));
		err_allowed(e, "%zu at most", most);
		return ERR_LIMIT;
	}
	*ret = x;
	return 0;
}
