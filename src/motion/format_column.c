/* One value a line, after any header; the step is given or stated in the header ("dt 0.02"). */
#include "motion/motion_file.h"

static bool detect(const struct motion_text *t)
{
	int header = motion_text_header(t), lines = 0;
	for (int i = header; i < t->n; i++) {
		int n = motion_line_numbers(t->line[i]);
		if (n > 1)
			return false;
		lines += n != 0;
	}
	return lines > 0;
}

static int one_a_line(const struct motion_text *t, int header, struct err *e)
{
	for (int i = header; i < t->n; i++)
		if (motion_line_numbers(t->line[i]) > 1)
			return err_set(e, ERR_FORMAT, t->path, "line %d holds more than one value", i + 1);
	return 0;
}

static int read(const struct motion_text *t, const struct motion_file_options *o, struct arena *mem, struct motion *ret, struct err *e)
{
	int header = motion_file_header(t, o), rc = motion_text_numbers(t, header, t->n, 0, -1, mem, &ret->x, &ret->n, e);
	if (rc == 0)
		rc = one_a_line(t, header, e);
	return rc < 0 ? rc : motion_file_step(t, o, motion_file_header_step(t, header), &ret->dt, e);
}

static void write(const struct motion *m, struct motion_out *out)
{
	motion_file_print(out, "# %s\n# dt %.10g s%s%s\n", motion_file_kept_title(m), m->dt, m->unit ? ", unit " : "", m->unit ? m->unit : "");
	for (int i = 0; i < m->n; i++)
		motion_file_print(out, "%.10g\n", m->x[i]);
}

const struct motion_format motion_format_column = {
	.name = "column",
	.brief = "one value a line",
	.detect = detect,
	.read = read,
	.write = write,
};
