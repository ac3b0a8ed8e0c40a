/* Measured data replayed: the force as a function of laboratory time, straight between the rows of a text file, whatever the motion.
 *
 * One channel for each column of forces. Before the first row the first force holds; after the last the test cannot go on (ERR_ENDED).
 */
#include "specimen/specimen_common.h"

#include "base/textfile.h"
#include "plugin.h"

struct replay {
	int columns, rows, time;   /* time: column, 0-based */
	int n, *force;             /* columns of forces, 0-based; owned: laboratory's arena */
	const double *x;           /* rows x columns; owned: laboratory's arena */
};

static int column_wrong(int column, const struct replay *r, const char *object, struct err *e)
{
	err_set(e, ERR_RANGE, object, "there is no such column");
	err_value(e, "%d", column);
	err_allowed(e, "1 to %d", r->columns);
	return ERR_RANGE;
}

static int rows_check(const struct replay *r, const char *path, const char *object, struct err *e)
{
	for (int i = 1; i < r->rows; i++)
		if (!(r->x[i * r->columns + r->time] > r->x[(i - 1) * r->columns + r->time])) {
			err_set(e, ERR_FORMAT, object, "%s: the time does not increase", path);
			err_value(e, "%g in row %d", r->x[i * r->columns + r->time], i + 1);
			return ERR_FORMAT;
		}
	return 0;
}

static int file_read(struct replay *r, const char *path, struct laboratory *lab, const char *object, struct err *e)
{
	double *x;
	int n, code = textfile_read(path, &lab->arena, &x, &n, e);

	if (code)
		return code;
	if (n % r->columns) {
		err_set(e, ERR_FORMAT, object, "%s does not hold whole rows", path);
		err_value(e, "%d numbers", n);
		err_allowed(e, "a multiple of %d, its columns", r->columns);
		return ERR_FORMAT;
	}
	r->x = x;
	r->rows = n / r->columns;
	return rows_check(r, path, object, e);
}

static int columns_check(struct replay *r, const char *object, struct err *e)
{
	if (r->time < 1 || r->time > r->columns)
		return column_wrong(r->time, r, object, e);
	r->time--;
	for (int i = 0; i < r->n; i++) {
		if (r->force[i] < 1 || r->force[i] > r->columns)
			return column_wrong(r->force[i], r, object, e);
		r->force[i]--;
	}
	return 0;
}

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct replay *r = self;
	const char *path;
	int code = args_word(a, "file", &path, e);

	(void)m;
	*r = (struct replay){.columns = 2, .time = 1};
	while (!code && args_more(a)) {
		if (args_accept(a, "-columns"))
			code = args_int(a, "-columns", 2, 10000, &r->columns, e);
		else if (args_accept(a, "-time"))
			code = args_int(a, "-time", 1, 10000, &r->time, e);
		else if (args_accept(a, "-force"))
			code = args_list_int(a, "-force", 1, 10000, 1, &lab->arena, &r->force, &r->n, e);
		else
			return args_end(a, e);
	}
	if (!code && !r->n) {
		r->force = ARENA_NEW(&lab->arena, int);
		if (!r->force)
			return err_set(e, ERR_MEMORY, a->object, "no memory for its columns");
		r->force[r->n++] = 2;
	}
	if (!code && r->n > SPECIMEN_CHANNELS)
		code = err_set(e, ERR_LIMIT, a->object, "more than %d channels", SPECIMEN_CHANNELS);
	if (!code)
		code = columns_check(r, a->object, e);
	if (!code)
		code = file_read(r, path, lab, a->object, e);
	sp->n = r->n;
	return code;
}

/* the row before the time, which only grows */
static int nstate(const void *self)
{
	(void)self;
	return 1;
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct replay *r = self;
	const double *row, *time = r->x + r->time;
	int i = (int)h[0];
	double part = 0.0;

	(void)dt;
	(void)to;
	while (i + 1 < r->rows && time[(i + 1) * r->columns] <= t)
		i++;
	h[0] = i;
	if (i + 1 == r->rows && t > time[i * r->columns])
		return ERR_ENDED;
	row = r->x + i * r->columns;
	if (i + 1 < r->rows && t > row[r->time])
		part = (t - row[r->time]) / (row[r->columns + r->time] - row[r->time]);
	for (int k = 0; k < r->n; k++)
		ret_f[k] = row[r->force[k]] + (part > 0.0 ? part * (row[r->columns + r->force[k]] - row[r->force[k]]) : 0.0);
	return 0;
}

static const struct param params[] = {
	{ .name = "file", .kind = PARAM_ROW, .required = true, .help = "numbers parted by blanks, comments after #" },
	{ .name = "-columns n", .kind = PARAM_ROW, .help = "numbers of a row; default 2" },
	{ .name = "-time column", .kind = PARAM_ROW, .help = "column of the laboratory time [s], from 1; default 1" },
	{ .name = "-force column ...", .kind = PARAM_ROW, .help = "columns of the forces, one a channel; default 2" },
	{ 0 },
};

const struct specimen_ops specimen_replay = {
	.name = "Replay",
	.brief = "Measured forces replayed from a file",
	.example = "replay.txt -columns 3 -time 1 -force 2 3",
	.params = params,
	.size = sizeof(struct replay),
	.setup = setup,
	.nstate = nstate,
	.advance = advance,
};
