/* Blocks of rows. */
#include "report/scan.h"

#include "base/args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int scan_init(struct scan *s, struct run_file *f, int table, struct arena *mem, struct err *e)
{
	const struct run_table_info *t = run_table(f, table);
	int64_t rows = t->n > 0 ? SCAN_DOUBLES / t->n : SCAN_ROWS_LEAST;

	rows = rows < SCAN_ROWS_LEAST ? SCAN_ROWS_LEAST : rows / SCAN_ROWS_LEAST * SCAN_ROWS_LEAST;
	*s = (struct scan){.file = f, .table = table, .info = t, .room = (int)(rows < t->rows ? rows : t->rows)};
	s->x = ARENA_ARRAY(mem, (size_t)s->room * (size_t)t->n + 1, double);
	return s->x ? 0 : err_set(e, ERR_MEMORY, run_path(f), "no memory for %d rows of %s", s->room, t->name);
}

int scan_next(struct scan *s, struct err *e)
{
	int64_t left = s->info->rows - s->at;

	s->n = (int)(left < s->room ? left : s->room);
	if (s->n <= 0)
		return s->n = 0;
	int code = run_rows(s->file, s->table, s->at, s->n, s->x, e);

	s->at += s->n;
	return code;
}

void scan_rewind(struct scan *s)
{
	s->at = 0;
	s->n = 0;
}

int scan_column(const struct run_table_info *t, const char *name)
{
	for (int i = 0; i < t->n; i++)
		if (strcmp(t->column[i], name) == 0)
			return i;
	return -1;
}

const char *scan_minus(const struct run_table_info *t, const char *name)
{
	size_t n = strlen(name);

	if (scan_column(t, name) >= 0)
		return NULL;
	return n > 1 && name[n - 1] == '\'' ? name + n - 1 : strchr(name, '-');
}

bool scan_numbered(const char *name, const char *word, int *ret_number)
{
	size_t n = strlen(word);
	char *end;
	long number;

	if (strncmp(name, word, n) != 0 || name[n] < '0' || name[n] > '9')
		return false;
	number = strtol(name + n, &end, 10);
	if (*end != '\0' || number <= 0 || number > 1000000)
		return false;
	*ret_number = (int)number;
	return true;
}

bool scan_tagged(const char *name, const char *first, const char *word, int *ret_tag, int *ret_number)
{
	size_t n = strlen(first);
	const char *rest = strncmp(name, first, n) == 0 ? strchr(name + n, '_') : NULL;
	char tag[16];

	if (!rest || (size_t)(rest - name) - n >= sizeof(tag))
		return false;
	snprintf(tag, sizeof(tag), "%.*s", (int)(rest - name) - (int)n, name + n);
	return text_int(tag, ret_tag) && scan_numbered(rest + 1, word, ret_number);
}

int scan_numbered_column(const struct run_table_info *t, const char *word, int number)
{
	int k;

	for (int i = 0; i < t->n; i++)
		if (scan_numbered(t->column[i], word, &k) && k == number)
			return i;
	return -1;
}

int scan_time(const struct run_table_info *t)
{
	int at = scan_column(t, "test_time");

	return at >= 0 ? at : scan_column(t, "time");
}

int scan_ends(struct run_file *f, int table, int column, struct arena *mem, double *ret_first, double *ret_last, struct err *e)
{
	const struct run_table_info *t = run_table(f, table);
	double *row = ARENA_ARRAY(mem, (size_t)t->n + 1, double);
	int code = 0;

	*ret_first = *ret_last = 0.0;
	if (!row)
		return err_set(e, ERR_MEMORY, run_path(f), "no memory for a row");
	if (t->rows == 0)
		return 0;
	code = run_rows(f, table, 0, 1, row, e);
	*ret_first = row[column];
	if (!code)
		code = run_rows(f, table, t->rows - 1, 1, row, e);
	*ret_last = row[column];
	return code;
}
