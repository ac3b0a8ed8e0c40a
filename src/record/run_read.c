/* Numbers, texts and events out of a record. */
#include "record/run_read.h"

#include "record/run_event.h"
#include "record/run_read_priv.h"

#include <stdio.h>
#include <string.h>

const char *run_path(const struct run_file *f)
{
	return f->path;
}

int run_tables(const struct run_file *f)
{
	return f->ntable;
}

const struct run_table_info *run_table(const struct run_file *f, int i)
{
	return &f->table[i];
}

/* ---- names --------------------------------------------------------------------------------------------------- */

/* "a, b, c and 12 more", as far as there is room. */
static void list_names(int n, const char *(*name)(const void *of, int i), const void *of, char *ret, int size)
{
	int used = 0;

	ret[0] = '\0';
	for (int i = 0; i < n; i++) {
		const char *one = name(of, i);

		if (used + (int)strlen(one) + 16 > size) {
			snprintf(ret + used, (size_t)(size - used), " and %d more", n - i);
			return;
		}
		used += snprintf(ret + used, (size_t)(size - used), "%s%s", i > 0 ? ", " : "", one);
	}
}

static const char *table_name(const void *of, int i)
{
	return ((const struct run_file *)of)->table[i].name;
}

static const char *column_name(const void *of, int i)
{
	return ((const struct run_table_info *)of)->column[i];
}

static int missing(const char *what, const char *value, int n, const char *(*name)(const void *of, int i), const void *of, struct err *e)
{
	char list[120];

	list_names(n, name, of, list, sizeof list);
	err_set(e, ERR_MISSING, "record", "%s", what);
	err_value(e, "%.90s", value);
	err_allowed(e, "%s", list);
	return ERR_MISSING;
}

int run_find(const struct run_file *f, const char *table, const char *column, int *ret_table, int *ret_column, struct err *e)
{
	const struct run_table_info *t;
	int i = 0, k = 0;

	while (i < f->ntable && strcmp(f->table[i].name, table) != 0)
		i++;
	if (i == f->ntable)
		return missing("it has no such table", table, f->ntable, table_name, f, e);
	t = &f->table[i];
	while (column && k < t->n && strcmp(t->column[k], column) != 0)
		k++;
	if (column && k == t->n)
		return missing("its table has no such column", column, t->n, column_name, t, e);
	*ret_table = i;
	if (ret_column)
		*ret_column = k;
	return 0;
}

int run_find_path(const struct run_file *f, const char *path, int *ret_table, int *ret_column, struct err *e)
{
	const char *slash = strrchr(path, '/');
	char table[256];

	*ret_column = -1;
	for (int i = 0; i < f->ntable; i++)
		if (strcmp(f->table[i].name, path) == 0) {
			*ret_table = i;
			return 0;
		}
	if (!slash || slash - path >= (int)sizeof table)
		return missing("it has no such table; columns are named table/column", path, f->ntable, table_name, f, e);
	snprintf(table, sizeof table, "%.*s", (int)(slash - path), path);
	return run_find(f, table, slash + 1, ret_table, ret_column, e);
}

/* ---- numbers ------------------------------------------------------------------------------------------------- */

static int read_block(struct run_file *f, int table, const hsize_t at[2], const hsize_t count[2], double *ret_x, struct err *e)
{
	char name[280];
	hid_t data, here, there;
	herr_t bad;

	if (count[0] == 0)
		return 0;
	snprintf(name, sizeof name, "%s/" RUN_DATA, f->table[table].name);
	data = H5Dopen2(f->file, name, H5P_DEFAULT);
	if (data < 0)
		return run_damaged(f, "a table cannot be opened", e);
	here = H5Screate_simple(2, count, NULL);
	there = H5Dget_space(data);
	bad = H5Sselect_hyperslab(there, H5S_SELECT_SET, at, NULL, count, NULL);
	if (bad >= 0)
		bad = H5Dread(data, H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, ret_x);
	H5Sclose(there);
	H5Sclose(here);
	H5Dclose(data);
	return bad < 0 ? run_damaged(f, "the rows of a table cannot be read", e) : 0;
}

int run_column(struct run_file *f, int table, int column, struct arena *mem, double **ret_x, struct err *e)
{
	const struct run_table_info *t = &f->table[table];
	const hsize_t at[2] = {0, (hsize_t)column}, count[2] = {(hsize_t)t->rows, 1};
	double *x = ARENA_ARRAY(mem, (size_t)t->rows + 1, double);
	int code = x ? read_block(f, table, at, count, x, e) : err_set(e, ERR_MEMORY, "record", "no memory for %lld rows", (long long)t->rows);

	if (!code)
		*ret_x = x;
	return code;
}

int run_column_rows(struct run_file *f, int table, int column, int64_t first, int n, double *ret_x, struct err *e)
{
	const hsize_t at[2] = {(hsize_t)first, (hsize_t)column}, count[2] = {(hsize_t)n, 1};

	return read_block(f, table, at, count, ret_x, e);
}

int run_rows(struct run_file *f, int table, int64_t first, int n, double *ret_x, struct err *e)
{
	const hsize_t at[2] = {(hsize_t)first, 0}, count[2] = {(hsize_t)n, (hsize_t)f->table[table].n};

	return read_block(f, table, at, count, ret_x, e);
}

/* ---- texts --------------------------------------------------------------------------------------------------- */

static int no_attribute(const char *name, struct err *e)
{
	err_set(e, ERR_MISSING, "record", "it has no such attribute");
	err_value(e, "%.90s", name);
	return ERR_MISSING;
}

int run_number(struct run_file *f, const char *name, double *ret, struct err *e)
{
	hid_t attribute = H5Aexists(f->file, name) > 0 ? H5Aopen(f->file, name, H5P_DEFAULT) : -1;
	herr_t bad = attribute < 0 ? -1 : H5Aread(attribute, H5T_NATIVE_DOUBLE, ret);

	if (attribute >= 0)
		H5Aclose(attribute);
	return bad < 0 ? no_attribute(name, e) : 0;
}

int run_text(struct run_file *f, const char *name, struct arena *mem, const char **ret, struct err *e)
{
	char *text = run_attribute_text(f->file, name, mem), digits[40];
	double x;

	if (text && strcmp(name, "status") == 0 && strcmp(text, RUN_STATUS_OPEN) == 0 && !f->live)
		text = arena_text(mem, "cut short");
	if (!text && !mem->refused) {
		int code = run_number(f, name, &x, e);

		if (code)
			return code;
		snprintf(digits, sizeof digits, "%.17g", x);
		text = arena_text(mem, digits);
	}
	*ret = text;
	return text ? 0 : err_set(e, ERR_MEMORY, "record", "no memory for its attribute %s", name);
}

int run_text_if_any(struct run_file *f, const char *name, struct arena *mem, const char **ret, struct err *e)
{
	int code = run_text(f, name, mem, ret, NULL);

	if (code == ERR_MISSING) {
		*ret = NULL;
		return 0;
	}
	return code ? err_set(e, code, run_path(f), "its attribute %s cannot be read", name) : 0;
}

int run_script(struct run_file *f, struct arena *mem, const char **ret, struct err *e)
{
	hid_t data = H5Lexists(f->file, RUN_SCRIPT, H5P_DEFAULT) > 0 ? H5Dopen2(f->file, RUN_SCRIPT, H5P_DEFAULT) : -1, type;
	char *text = NULL;

	*ret = "";
	if (data < 0)
		return 0;
	type = H5Dget_type(data);
	if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0)
		text = arena_alloc(mem, H5Tget_size(type) + 1);
	if (text && H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0)
		text = NULL;
	H5Tclose(type);
	H5Dclose(data);
	if (!text)
		return run_unread(f, mem, "the text of its script cannot be read", e);
	*ret = text;
	return 0;
}

/* ---- events -------------------------------------------------------------------------------------------------- */

int run_events(struct run_file *f, struct arena *mem, struct run_event **ret, int *ret_n, struct err *e)
{
	hid_t data = H5Lexists(f->file, RUN_EVENTS, H5P_DEFAULT) > 0 ? H5Dopen2(f->file, RUN_EVENTS, H5P_DEFAULT) : -1, space, type;
	struct run_event *event = NULL;
	hssize_t n;
	herr_t bad = -1;

	if (data < 0)
		return run_damaged(f, "its events are missing", e);
	space = H5Dget_space(data);
	n = H5Sget_simple_extent_npoints(space);
	H5Sclose(space);
	if (n >= 0 && n < INT_MAX)
		event = ARENA_ARRAY(mem, (size_t)n + 1, struct run_event);
	type = run_event_type();
	if (event)
		bad = H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, event);
	H5Tclose(type);
	H5Dclose(data);
	if (bad < 0)
		return run_unread(f, mem, "its events cannot be read", e);
	/* in a damaged record texts may have no end */
	for (hssize_t i = 0; i < n; i++)
		event[i].kind[RUN_EVENT_KIND - 1] = event[i].source[RUN_EVENT_SOURCE - 1] = event[i].text[RUN_EVENT_TEXT - 1] = '\0';
	*ret = event;
	*ret_n = (int)n;
	return 0;
}
