/* PEER's AT2: four header lines, the last with NPTS= and DT=, then five values a line, in g.
 *
 *   PEER NGA STRONG MOTION DATABASE RECORD
 *   Imperial Valley-02, 5/19/1940, El Centro Array #9, 180
 *   ACCELERATION TIME SERIES IN UNITS OF G
 *   NPTS=   5372, DT=   .0100 SEC,
 * Older files say "5372  .0100  NPTS, DT" in the last line. The files beside it, VT2 with velocities and DT2 with displacements, look alike but for the
 * third line; a motion of accelerations is not made of them.
 */
#include "motion/motion_file.h"

#include "base/base.h"

#include <stdio.h>
#include <string.h>

enum { LOOK = 12 }; /* lines in which NPTS must stand */

static bool has_npts(const char *line)
{
	return motion_line_find(line, "NPTS") && motion_line_find(line, "DT");
}

static int npts_line(const struct motion_text *t)
{
	for (int i = 0; i < t->n && i < LOOK; i++)
		if (has_npts(t->line[i]))
			return i;
	return -1;
}

static bool detect(const struct motion_text *t)
{
	return npts_line(t) >= 0;
}

/* Number of values and step, in the new or the old order of words. */
static bool read_npts(const char *line, double *ret_n, double *ret_dt)
{
	if (motion_line_value(line, "NPTS", ret_n) && motion_line_seconds(line, "DT", ret_dt))
		return true;
	return sscanf(line, "%lf %lf", ret_n, ret_dt) == 2;
}

/* The header lines before `end` must not say that the values are something else than accelerations. */
static int check_quantity(const struct motion_text *t, int end, struct err *e)
{
	static const char *const other[] = { "velocity time", "displacement time" };
	for (int i = 0; i < end; i++)
		for (size_t j = 0; j < COUNT(other); j++)
			if (motion_line_find(t->line[i], other[j])) {
				int rc = err_set(e, ERR_FORMAT, t->path, "line %d: it does not hold accelerations", i + 1);
				err_value(e, "%.80s", t->line[i]);
				err_allowed(e, "ACCELERATION TIME SERIES");
				err_hint(e, "for a support that moves so: read as free, with its time step given");
				return rc;
			}
	return 0;
}

static int read(const struct motion_text *t, const struct motion_file_options *o, struct arena *mem, struct motion *ret, struct err *e)
{
	int at = npts_line(t), rc;
	double npts, dt;
	if (at < 0 || !read_npts(t->line[at], &npts, &dt)) {
		rc = err_set(e, ERR_FORMAT, t->path, "no line with NPTS and DT in the first %d", LOOK);
		err_hint(e, "a record of another form can be read as free, with its time step given");
		return rc;
	}
	if ((rc = check_quantity(t, at, e)) < 0)
		return rc;
	int header = o->skip >= 0 && o->skip < t->n ? o->skip : at + 1;
	if ((rc = motion_text_numbers(t, header, t->n, 0, -1, mem, &ret->x, &ret->n, e)) < 0)
		return rc;
	if (ret->n != npts) {
		rc = err_set(e, ERR_FORMAT, t->path, "line %d promises %g values", at + 1, npts);
		err_value(e, "%d", ret->n);
		err_hint(e, "a record that is cut or joined can be read as free, with its time step given");
		return rc;
	}
	if (at > 1)
		motion_file_title(t->line[1], ret);
	for (int i = 0; i < at; i++)
		if (motion_line_find(t->line[i], "units of g"))
			ret->unit = "g";
	return motion_file_step(t, o, dt, &ret->dt, e);
}

static void write(const struct motion *m, struct motion_out *out)
{
	char unit[16] = "UNKNOWN";
	if (m->unit)
		snprintf(unit, sizeof(unit), "%s", strcmp(m->unit, "g") == 0 ? "G" : m->unit);
	/* a title with both words would be taken for the line that has them */
	motion_file_print(out, "STRONG MOTION RECORD\n%s\nACCELERATION TIME SERIES IN UNITS OF %s\n", has_npts(m->title) ? "" : motion_file_kept_title(m), unit);
	motion_file_print(out, "NPTS=%7d, DT= %.8g SEC\n", m->n, m->dt);
	for (int i = 0; i < m->n; i++)
		motion_file_print(out, " %14.7E%s", m->x[i], i % 5 == 4 || i == m->n - 1 ? "\n" : "");
}

const struct motion_format motion_format_at2 = {
	.name = "at2",
	.brief = "PEER AT2: NPTS= and DT= in the header, five values a line",
	.detect = detect,
	.read = read,
	.write = write,
};
