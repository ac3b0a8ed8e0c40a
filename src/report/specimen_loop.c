/* Columns of a specimen, gathered in two passes: how many samples there are, then the samples. */
#include "report/specimen_loop.h"

#include "base/args.h"
#include "report/scan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Where the words lead: how they begin, the table, and the columns of displacement and force. */
enum way { WAY_SITE, WAY_CHANNEL, WAYS };
static const char *const BEGINS[WAYS] = {"site", "control"};

static int refuse(const struct run_file *f, const char *which, struct err *e)
{
	char there[100] = "";
	int site, number, used = 0;

	for (int i = 0; i < run_tables(f); i++) {
		const struct run_table_info *t = run_table(f, i);

		for (int k = 0; k < t->n && used < (int)sizeof(there) - 24; k++)
			if (strcmp(t->name, "steps") == 0 && scan_tagged(t->column[k], "site", "force", &site, &number))
				used += snprintf(there + used, sizeof(there) - (size_t)used, "%ssite%d.%d", used ? ", " : "", site, number);
			else if (strncmp(t->name, "channels/", 9) == 0 && scan_numbered(t->column[k], "measuredForce", &number))
				used += snprintf(there + used, sizeof(there) - (size_t)used, "%s%.12s.%d", used ? ", " : "", t->name + 9, number);
	}
	err_set(e, ERR_MISSING, run_path(f), "no such specimen in the record");
	err_value(e, "%s", which);
	err_allowed(e, "%s", used ? there : "it has none");
	return ERR_MISSING;
}

/* "control1.2" to its tag and number; which way; -1: none. */
static int find_way(const char *which, int *ret_tag, int *ret_number)
{
	for (int i = 0; i < WAYS; i++) {
		size_t n = strlen(BEGINS[i]), end = strcspn(which, ".");
		char tag[16];

		*ret_number = 1;
		if (strncmp(which, BEGINS[i], n) != 0 || end - n >= sizeof(tag))
			continue;
		snprintf(tag, sizeof(tag), "%.*s", (int)(end - n), which + n);
		if (text_int(tag, ret_tag) && (which[end] == '\0' || (text_int(which + end + 1, ret_number) && *ret_number > 0)))
			return i;
	}
	return -1;
}

static int find_columns(const struct run_file *f, const char *which, int *ret_table, int *ret_u, int *ret_r, struct err *e)
{
	char table[64], u[64], r[64];
	struct err none;
	int tag, number, way = find_way(which, &tag, &number);

	if (way < 0)
		return refuse(f, which, e);
	err_clear(&none);
	if (way == WAY_SITE) {
		snprintf(table, sizeof(table), "steps");
		snprintf(u, sizeof(u), "site%d_disp%d", tag, number);
		snprintf(r, sizeof(r), "site%d_force%d", tag, number);
	} else {
		snprintf(table, sizeof(table), "channels/control%d", tag);
		snprintf(u, sizeof(u), "measuredDisp%d", number);
		snprintf(r, sizeof(r), "measuredForce%d", number);
	}
	if (run_find(f, table, u, ret_table, ret_u, &none) || run_find(f, table, r, ret_table, ret_r, &none))
		return refuse(f, which, e);
	return 0;
}

static bool is_inside(const struct specimen_words *w, double t)
{
	return !(t < w->from) && !(t > w->to);
}

/* Counts the samples, or gathers them. */
static int pass(struct scan *s, const struct specimen_words *w, int u, int r, int64_t *count, struct calibrate_gather *g, struct err *e)
{
	int time = scan_time(s->info), code;

	scan_rewind(s);
	while ((code = scan_next(s, e)) == 0 && s->n > 0)
		for (int i = 0; i < s->n; i++) {
			const double *row = s->x + (size_t)i * (size_t)s->info->n;

			if (time >= 0 && !is_inside(w, row[time]))
				continue;
			*count += 1;
			if (g)
				calibrate_gather_add(g, row[u], row[r]);
		}
	return code;
}

int specimen_loop_read(struct specimen_loop *s, struct run_file *f, const struct specimen_words *w, struct arena *mem, struct err *e)
{
	struct calibrate_gather g;
	struct scan scan;
	int64_t count = 0, again = 0;
	int table, u, r, code = find_columns(f, w->which, &table, &u, &r, e);

	if (!code)
		code = scan_init(&scan, f, table, mem, e);
	if (!code)
		code = pass(&scan, w, u, r, &count, NULL, e);
	if (!code && count == 0) {
		err_set(e, ERR_RANGE, run_path(f), "no sample of %s in that time", w->which);
		char from[32] = "the beginning", to[32] = "the end";

		if (!isnan(w->from))
			snprintf(from, sizeof(from), "%g", w->from);
		if (!isnan(w->to))
			snprintf(to, sizeof(to), "%g", w->to);
		err_value(e, "%s to %s", from, to);
		return ERR_RANGE;
	}
	if (!code && !calibrate_gather_init(&g, count, mem))
		code = err_set(e, ERR_MEMORY, run_path(f), "no memory for a loop");
	if (!code)
		code = pass(&scan, w, u, r, &again, &g, e);
	if (!code)
		*s = (struct specimen_loop){.loop = calibrate_gather_loop(&g), .u_name = scan.info->column[u], .r_name = scan.info->column[r],
		                            .u_unit = scan.info->unit[u], .r_unit = scan.info->unit[r], .table = scan.info->name};
	return code;
}
