/* Sizes, scale, unit and integrals of a motion. */
#include "motion/motion.h"

#include "base/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	double si; /* m/s^2 */
} unit_table[] = {
	{ "g", 9.80665 }, { "m/s2", 1.0 }, { "cm/s2", 0.01 }, { "mm/s2", 0.001 }, { "in/s2", 0.0254 }, { "ft/s2", 0.3048 },
};

struct motion_peak motion_peak(const struct motion *m)
{
	int at = 0;
	for (int i = 1; i < m->n; i++)
		if (fabs(m->x[i]) > fabs(m->x[at]))
			at = i;
	return (struct motion_peak){ m->x[at], at * m->dt };
}

double motion_rms(const struct motion *m)
{
	double sum = 0.0;
	for (int i = 0; i < m->n; i++)
		sum += m->x[i] * m->x[i];
	return sqrt(sum / m->n);
}

/* Integral of the square over one interval with linear course from a to b. */
static double square(double a, double b, double h)
{
	return h * (a * a + a * b + b * b) / 3.0;
}

double motion_energy(const struct motion *m)
{
	double sum = 0.0;
	for (int i = 1; i < m->n; i++)
		sum += square(m->x[i - 1], m->x[i], m->dt);
	return sum;
}

double motion_energy_time(const struct motion *m, double part)
{
	double goal = part * motion_energy(m), sum = 0.0;
	for (int i = 1; i < m->n; i++) {
		double add = square(m->x[i - 1], m->x[i], m->dt);
		if (add > 0.0 && sum + add >= goal)
			return (i - 1 + (goal - sum) / add) * m->dt;
		sum += add;
	}
	return 0.0;
}

void motion_scale(struct motion *m, double factor)
{
	for (int i = 0; i < m->n; i++)
		m->x[i] *= factor;
}

int motion_scale_peak(struct motion *m, double peak, struct err *e)
{
	double now = fabs(motion_peak(m).value);
	int rc = 0;
	if (!(peak > 0.0) || !isfinite(peak)) {
		rc = err_set(e, ERR_RANGE, "motion", "the wanted peak must be positive");
		err_value(e, "%g", peak);
		err_allowed(e, "> 0");
	} else if (now == 0.0) {
		rc = err_set(e, ERR_RANGE, "motion", "a motion of zeros cannot be scaled to a peak");
	} else {
		motion_scale(m, peak / now);
	}
	return rc;
}

static int find_unit(const char *unit, struct err *e)
{
	for (int i = 0; i < (int)COUNT(unit_table); i++)
		if (strcmp(unit_table[i].name, unit) == 0)
			return i;
	int rc = err_set(e, ERR_UNKNOWN, "motion", "unknown unit of acceleration");
	err_value(e, "%s", unit);
	err_allowed(e, "g m/s2 cm/s2 mm/s2 in/s2 ft/s2");
	return rc;
}

int motion_declare_unit(struct motion *m, const char *unit, struct err *e)
{
	int i = find_unit(unit, e);
	if (i < 0)
		return i;
	m->unit = unit_table[i].name;
	return 0;
}

int motion_convert(struct motion *m, const char *unit, struct err *e)
{
	int to = find_unit(unit, e), from;
	if (to < 0)
		return to;
	if (!m->unit) {
		int rc = err_set(e, ERR_STATE, "motion", "its unit is not known, so it cannot become %s", unit);
		err_hint(e, "say in which unit the file is");
		return rc;
	}
	if ((from = find_unit(m->unit, e)) < 0)
		return from;
	if (from != to)
		motion_scale(m, unit_table[from].si / unit_table[to].si);
	m->unit = unit_table[to].name;
	return 0;
}

int motion_prepend(const struct motion *m, int count, struct arena *mem, struct motion *ret, struct err *e)
{
	struct motion out = *m;
	if (count < 0)
		return err_set(e, ERR_RANGE, "motion", "%d zeros cannot be put before it", count);
	out.n = m->n + count;
	if (!(out.x = ARENA_ARRAY(mem, (size_t)out.n, double)))
		return err_set(e, ERR_MEMORY, "motion", "no memory for %d samples", out.n);
	memcpy(out.x + count, m->x, (size_t)m->n * sizeof(double));
	*ret = out;
	return 0;
}

void motion_integrate(const struct motion *m, double *ret_velocity, double *ret_displacement)
{
	double h = m->dt, v = 0.0, d = 0.0;
	for (int i = 0; i < m->n; i++) {
		if (i > 0) {
			double a = m->x[i - 1], b = m->x[i];
			d += v * h + (2.0 * a + b) * h * h / 6.0;
			v += 0.5 * (a + b) * h;
		}
		if (ret_velocity)
			ret_velocity[i] = v;
		if (ret_displacement)
			ret_displacement[i] = d;
	}
}
