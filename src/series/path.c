/* Path: straight lines between points (t_i, y_i), times factor. The times are given, or t_i = startTime + i dt. Before the
 * first point the series is zero; at the last point and after it, too, unless -useLast keeps the last value.
 *
 *   f(t) = factor (y_i + (y_{i+1} - y_i) (t - t_i) / (t_{i+1} - t_i)),   t_i <= t < t_{i+1}
 *
 * With -prependZero a zero is put before the first value of a path with constant interval.
 */
#include "base/textfile.h"
#include "plugin.h"

struct path {
	double dt;         /* constant interval [time]; 0 when times are given */
	double start;      /* time of the first point of a path with constant interval */
	double factor;
	bool prepend_zero, use_last;
	double *y, *t;     /* owned: model arena; t is NULL with a constant interval */
	int n, nt;         /* points, times */
};

static const struct param params[] = {
	{"-dt", PARAM_REAL, offsetof(struct path, dt), .range = RANGE_POSITIVE, .help = "interval between the points [time]"},
	{"-time", PARAM_ROW, .help = "list of the times of the points [time]"},
	{"-fileTime", PARAM_ROW, .help = "file with the times of the points"},
	{"-values", PARAM_ROW, .help = "list of the values"},
	{"-filePath", PARAM_ROW, .help = "file with the values"},
	{"-factor", PARAM_REAL, offsetof(struct path, factor), .def = 1.0, .range = RANGE_ANY, .help = "multiplies the values"},
	{"-prependZero", PARAM_FLAG, offsetof(struct path, prepend_zero), .help = "put a zero before the first value"},
	{"-startTime", PARAM_REAL, offsetof(struct path, start), .range = RANGE_ANY, .help = "time of the first point, with -dt [time]"},
	{"-useLast", PARAM_FLAG, offsetof(struct path, use_last), .help = "keep the last value at the last point and after it"},
	{0},
};

/* A list after its word, from the script or from a file; a second list of the same kind is refused. */
static int read_list(struct args *a, const char *name, bool from_file, struct arena *mem, double **x, int *n, struct err *e)
{
	const char *file;
	if (*x)
		return err_set(e, ERR_ARGUMENT, a->object, "%s are given twice", name);
	if (!from_file)
		return args_list_real(a, name, RANGE_ANY, 1, mem, x, n, e);
	int rc = args_word(a, "file name", &file, e);
	return rc < 0 ? rc : textfile_read(file, mem, x, n, e);
}

/* Reads what is left of the command: the lists, and the options among them. */
static int read_words(struct path *s, struct args *a, struct arena *mem, struct err *e)
{
	for (;;) {
		int rc = param_options(params, s, a, e);
		if (rc < 0 || !args_more(a))
			return rc;
		if (args_accept(a, "-values"))
			rc = read_list(a, "values", false, mem, &s->y, &s->n, e);
		else if (args_accept(a, "-filePath"))
			rc = read_list(a, "values", true, mem, &s->y, &s->n, e);
		else if (args_accept(a, "-time"))
			rc = read_list(a, "times", false, mem, &s->t, &s->nt, e);
		else if (args_accept(a, "-fileTime"))
			rc = read_list(a, "times", true, mem, &s->t, &s->nt, e);
		else
			return 0;
		if (rc < 0)
			return rc;
	}
}

static int check_times(const struct path *s, const struct args *a, struct err *e)
{
	if (s->nt != s->n) {
		err_set(e, ERR_ARGUMENT, a->object, "there must be as many times as values");
		err_value(e, "%d times, %d values", s->nt, s->n);
		return ERR_ARGUMENT;
	}
	for (int i = 1; i < s->n; i++)
		if (!(s->t[i] > s->t[i - 1])) {
			err_set(e, ERR_RANGE, a->object, "times must increase, but time %d does not", i + 1);
			err_value(e, "%.15g", s->t[i]);
			err_allowed(e, "> %.15g", s->t[i - 1]);
			return ERR_RANGE;
		}
	if (s->prepend_zero || s->start != 0.0) {
		err_set(e, ERR_UNSUPPORTED, a->object, "-prependZero and -startTime go with -dt only");
		err_hint(e, "write the additional point, or the times as you want them");
		return ERR_UNSUPPORTED;
	}
	return 0;
}

static int setup(void *self, struct args *a, struct arena *mem, struct err *e)
{
	struct path *s = self;
	int rc = read_words(s, a, mem, e);
	if (rc < 0 || args_more(a))
		return rc;
	if (!s->y)
		return err_set(e, ERR_ARGUMENT, a->object, "the values are missing: give -values or -filePath");
	if ((s->dt > 0.0) == (s->t != NULL))
		return err_set(e, ERR_ARGUMENT, a->object, "give either -dt or the times (-time, -fileTime)");
	if (s->t)
		return check_times(s, a, e);
	if (s->prepend_zero) {
		double *y = ARENA_ARRAY(mem, (size_t)s->n + 1, double);
		if (!y)
			return err_set(e, ERR_MEMORY, a->object, "no memory for %d values", s->n + 1);
		memcpy(y + 1, s->y, (size_t)s->n * sizeof(*y));
		s->y = y;
		s->n++;
	}
	return 0;
}

/* The last point whose time is not after t, by halving; t is within [t_0, t_{n-1}). */
static int find_interval(const double *time, int n, double t)
{
	int lo = 0, hi = n - 1;
	while (hi - lo > 1) {
		int mid = lo + (hi - lo) / 2;
		if (time[mid] <= t)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

/* Point i and the part of the interval behind it at which t stands; false at the last point and after it. */
static bool locate(const struct path *s, double t, int *ret_i, double *ret_part)
{
	if (!s->t) {
		double x = (t - s->start) / s->dt;
		if (x >= s->n - 1)
			return false;
		*ret_i = (int)x;
		*ret_part = x - *ret_i;
		return true;
	}
	if (t >= s->t[s->n - 1])
		return false;
	int i = find_interval(s->t, s->n, t);
	*ret_i = i;
	*ret_part = (t - s->t[i]) / (s->t[i + 1] - s->t[i]);
	return true;
}

static double value(const void *self, double t)
{
	const struct path *s = self;
	double part;
	int i;
	if (!(t >= (s->t ? s->t[0] : s->start)))
		return 0.0;
	if (!locate(s, t, &i, &part))
		return s->use_last ? s->factor * s->y[s->n - 1] : 0.0;
	return s->factor * (s->y[i] + (s->y[i + 1] - s->y[i]) * part);
}

static double duration(const void *self)
{
	const struct path *s = self;
	return s->t ? s->t[s->n - 1] : s->start + (s->n - 1) * s->dt;
}

static double step(const void *self)
{
	return ((const struct path *)self)->dt;
}

const struct series_ops series_path = {
	.name = "Path", .brief = "straight lines between points", .example = "-dt 0.02 -values {0.0 1.0 -1.0 0.0} -factor 9.81",
	.params = params, .size = sizeof(struct path), .setup = setup, .value = value, .duration = duration, .step = step,
};
