/* Any number of values a line after any header lines; the step is given or stated in the header, or the first line of numbers
 * holds their count and the step. */
#include "motion/motion_file.h"

#include <string.h>

static bool detect(const struct motion_text *t)
{
	return motion_text_header(t) < t->n;
}

static int read(const struct motion_text *t, const struct motion_file_options *o, struct arena *mem, struct motion *ret, struct err *e)
{
	int header = motion_file_header(t, o), rc = motion_text_numbers(t, header, t->n, 0, -1, mem, &ret->x, &ret->n, e);
	if (rc < 0)
		return rc;
	double step = motion_file_header_step(t, header);
	bool counted = header < t->n && motion_line_numbers(t->line[header]) == 2 && ret->n > 2 && ret->x[0] == ret->n - 2 && ret->x[1] > 0.0;
	if (counted) {
		step = ret->x[1];
		ret->n -= 2;
		memmove(ret->x, ret->x + 2, (size_t)ret->n * sizeof(double));
	}
	return motion_file_step(t, o, step, &ret->dt, e);
}

const struct motion_format motion_format_free = {
	.name = "free",
	.brief = "any number of values a line, after header lines",
	.detect = detect,
	.read = read,
};
