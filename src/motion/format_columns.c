/* Time and value on each line. Times must rise evenly; with a step given, an uneven course is read off linearly at that step. */
#include "motion/motion_file.h"

#include <math.h>

enum { TABLE_LINES = 3 }; /* that three or more columns need to be known for a table with times */

/* What is seen of the lines: as many values on each, times that do not fall; of a table also that times are even, and that its
 * values do not rise on along the lines, as those of a ramp in free format do. */
struct look {
	int lines, width;
	double first, step, before, second;
	bool even, ramp;
};

/* The next line of numbers; false where it belongs to another format. */
static bool look_at(struct look *l, const char *line)
{
	double x[2];
	int n = motion_line_begin(line, 2, x);
	if (n == 0)
		return true;
	if (n < 2 || (l->lines > 0 && (n != l->width || x[0] < l->before)))
		return false;
	if (l->lines == 0) {
		l->first = x[0];
		l->width = n;
	} else {
		if (l->lines == 1)
			l->step = x[0] - l->first;
		l->even = l->even && fabs(x[0] - l->before - l->step) <= 0.01 * l->step;
		l->ramp = l->ramp && l->second > l->before && l->second < x[0];
	}
	l->before = x[0];
	l->second = x[1];
	l->lines++;
	return true;
}

/* Tables with more columns, and those whose times are printed with too few digits, are this format's as well: it refuses them with the line. In free
 * format their times would be taken for values. */
static bool detect(const struct motion_text *t)
{
	struct look l = { .even = true, .ramp = true };
	for (int i = motion_text_header(t); i < t->n; i++)
		if (!look_at(&l, t->line[i]))
			return false;
	if (l.width == 2)
		return l.lines > 1 && l.before > l.first;
	return l.lines >= TABLE_LINES && l.even && !l.ramp && l.step > 0.0;
}

/* The line of pair k, for messages. */
static int line_of(const struct motion_text *t, int header, int k)
{
	int i = header;
	for (; i < t->n; i++)
		if (motion_line_numbers(t->line[i]) > 0 && k-- == 0)
			break;
	return i + 1;
}

static int not_a_pair(const struct motion_text *t, int line, int n, struct err *e)
{
	int rc = err_set(e, ERR_FORMAT, t->path, "line %d holds %d values, not time and value", line + 1, n);
	err_hint(e, "values alone, without times, can be read as free");
	return rc;
}

static int check_pairs(const struct motion_text *t, int header, const double *x, int pairs, struct err *e)
{
	for (int i = header; i < t->n; i++) {
		int n = motion_line_numbers(t->line[i]);
		if (n > 0 && n != 2)
			return not_a_pair(t, i, n, e);
	}
	for (int k = 1; k < pairs; k++)
		if (x[2 * k] <= x[2 * k - 2]) {
			int rc = err_set(e, ERR_FORMAT, t->path, "line %d: time does not increase", line_of(t, header, k));
			err_value(e, "%g", x[2 * k]);
			err_allowed(e, "> %g", x[2 * k - 2]);
			return rc;
		}
	return pairs < 2 ? err_set(e, ERR_FORMAT, t->path, "holds fewer than two pairs of time and value") : 0;
}

/* Times are even when each is where it should be within 1 % of the step (they are printed rounded). If not, the pair where the
 * step first differs from the first one; 0 when even. */
static int first_uneven(const double *x, int pairs, double dt)
{
	int far = 0;
	for (int k = 1; k < pairs && !far; k++)
		far = fabs(x[2 * k] - x[0] - k * dt) > 0.01 * dt ? k : 0;
	for (int k = 2; far && k < pairs; k++)
		if (fabs((x[2 * k] - x[2 * k - 2]) - (x[2] - x[0])) > 0.01 * (x[2] - x[0]))
			return k;
	return far;
}

static int too_many(const struct motion_text *t, double wanted, double most, int pairs, struct err *e)
{
	int rc = err_set(e, ERR_RANGE, t->path, "the time step makes too many values out of %d pairs of time and value", pairs);
	err_value(e, "%.0f values", wanted);
	err_allowed(e, "<= %.0f", most);
	err_hint(e, "a larger time step, or times in seconds");
	return rc;
}

/* A file of a few lines does not take the memory: between two of its pairs, a thousand values in the mean, or a million in all. */
static int interpolate(const struct motion_text *t, const double *x, int pairs, double dt, struct arena *mem, struct motion *ret, struct err *e)
{
	double wanted = floor((x[2 * pairs - 2] - x[0]) / dt * (1.0 + 1e-12) + 1e-9) + 1.0, most = fmin(fmax(1e6, 1e3 * pairs), 1e9);
	if (wanted > most)
		return too_many(t, wanted, most, pairs, e);
	ret->n = (int)wanted;
	if (!(ret->x = ARENA_ARRAY(mem, (size_t)ret->n, double)))
		return err_set(e, ERR_MEMORY, t->path, "no memory at a step of %g", dt);
	for (int i = 0, k = 0; i < ret->n; i++) {
		double time = x[0] + i * dt;
		while (k < pairs - 2 && x[2 * k + 2] < time)
			k++;
		double part = fmin(1.0, (time - x[2 * k]) / (x[2 * k + 2] - x[2 * k]));
		ret->x[i] = x[2 * k + 1] + part * (x[2 * k + 3] - x[2 * k + 1]);
	}
	return 0;
}

static int uneven(const struct motion_text *t, int header, int k, struct err *e)
{
	int rc = err_set(e, ERR_FORMAT, t->path, "line %d: the time step changes", line_of(t, header, k));
	err_hint(e, "give a time step, and the record is read off at it");
	return rc;
}

static int read(const struct motion_text *t, const struct motion_file_options *o, struct arena *mem, struct motion *ret, struct err *e)
{
	int header = motion_file_header(t, o), n;
	double *x, dt;
	int rc = motion_text_numbers(t, header, t->n, 0, -1, mem, &x, &n, e);
	if (rc < 0 || (rc = check_pairs(t, header, x, n / 2, e)) < 0)
		return rc;
	int pairs = n / 2;
	double mean = (x[2 * pairs - 2] - x[0]) / (pairs - 1);
	int k = first_uneven(x, pairs, mean);
	if (o->dt == 0.0 && k)
		return uneven(t, header, k, e);
	if ((rc = motion_file_step(t, o, mean, &dt, e)) < 0)
		return rc;
	ret->dt = dt;
	if (o->dt != 0.0 && (k || fabs(dt - mean) > 1e-6 * mean))
		return interpolate(t, x, pairs, dt, mem, ret, e);
	ret->n = pairs;
	ret->x = x;
	for (int i = 0; i < pairs; i++)
		x[i] = x[2 * i + 1];
	return 0;
}

static void write(const struct motion *m, struct motion_out *out)
{
	motion_file_print(out, "# %s\n# time s, value%s%s\n", motion_file_kept_title(m), m->unit ? ", unit " : "", m->unit ? m->unit : "");
	for (int i = 0; i < m->n; i++)
		motion_file_print(out, "%.10g %.10g\n", i * m->dt, m->x[i]);
}

const struct motion_format motion_format_columns = {
	.name = "columns",
	.brief = "time and value on each line",
	.detect = detect,
	.read = read,
	.write = write,
};
