/* Targets so far, the way to the next one, cubics between two points, and least squares with Chebyshev polynomials:
 *   T_0 = 1,  T_1 = u,  T_{k+1} = 2 u T_k - T_{k-1},   u = 1 + 2 t / (points - 1),   (T'T) beta = T' values.
 */
#include "command/command_common.h"

#include "math/poly.h"
#include "plugin.h"

static const double ALIKE = 1e-3;      /* steps whose lengths differ by less are alike: they are differences of times */

/* --- targets --------------------------------------------------------------------------------------- */

int past_nstate(int n)
{
	return (int)((sizeof(struct past) + (size_t)n * sizeof(struct command_target)) / sizeof(double));
}

void past_start(double *h, int n, double x, double step)
{
	struct past *p = (struct past *)h;

	*p = (struct past){.step = step, .n = n, .now = x, .next = {.x = x}};
	for (int i = 0; i < n; i++)
		p->at[i] = (struct command_target){.x = x};
}

void past_target(const void *self, double *h, const struct command_target *t, double now, double xi)
{
	struct past *p = (struct past *)h;

	(void)self;
	p->next = *t;
	p->now = now;
	p->xi = xi;
	p->before = p->step;
	if (t->step > 0.0)
		p->step = t->step;
	if (!(p->before > 0.0))
		p->before = p->step;
}

void past_target_alike(const void *self, double *h, const struct command_target *t, double now, double xi)
{
	struct past *p = (struct past *)h;
	double ratio, way = p->n > 1.0 ? p->at[1].x - p->at[0].x : 0.0;

	past_target(self, h, t, now, xi);
	ratio = p->before > 0.0 ? p->step / p->before : 1.0;
	for (int i = 1; i < (int)p->n && fabs(ratio - 1.0) > ALIKE; i++)
		p->at[i].x = p->at[0].x + i * ratio * way;
}

void past_advance(const void *self, double *h)
{
	struct past *p = (struct past *)h;

	(void)self;
	memmove(&p->at[1], &p->at[0], (size_t)(p->n - 1.0) * sizeof(p->at[0]));
	p->at[0] = p->next;
}

int hold_nstate(const void *self)
{
	(void)self;
	return past_nstate(1);
}

void hold_start(const void *self, double *h, double x, double step)
{
	(void)self;
	past_start(h, 1, x, step);
}

/* The polynomial of this order through the last targets, at s. Targets that are all the same give that number, without rounding. */
static double past_polynomial(const double *h, int order, double s)
{
	static const double node[POLY_POINTS] = {0.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0};
	const struct past *p = (const struct past *)h;
	double w[POLY_POINTS], y = p->at[0].x;

	lagrange_weights(order + 1, node, s, w, NULL, NULL);
	for (int i = 1; i <= order; i++)
		y += w[i] * (p->at[i].x - p->at[0].x);
	return y;
}

double hold_predict(const void *self, const double *h, double s)
{
	(void)self;
	return past_polynomial(h, 0, s);
}

double hold_ramp(const double *h, double width, double s)
{
	const struct past *p = (const struct past *)h;
	double part = s - p->xi;

	return s < 1.0 && part < width ? p->now + (p->next.x - p->now) * (part / width) : p->next.x;
}

int past_order_nstate(const void *self)
{
	return past_nstate(((const struct past_order *)self)->order + 1);
}

void past_order_start(const void *self, double *h, double x, double step)
{
	past_start(h, ((const struct past_order *)self)->order + 1, x, step);
}

double past_order_predict(const void *self, const double *h, double s)
{
	return past_polynomial(h, ((const struct past_order *)self)->order, s);
}

double past_meet(const void *self, const double *h, double s, double (*course)(const void *self, const double *h, double s))
{
	const struct past *p = (const struct past *)h;
	double part = (s - p->xi) / (1.0 - p->xi), first, last;

	if (!(s < 1.0))
		return p->next.x;
	first = p->now - course(self, h, p->xi);
	last = p->next.x - course(self, h, 1.0);
	return course(self, h, s) + first + part * (last - first);
}

/* --- cubics ---------------------------------------------------------------------------------------- */

double hermite_value(double t, double y0, double m0, double y1, double m1)
{
	return y0 + t * (m0 + t * ((3.0 * (y1 - y0) - 2.0 * m0 - m1) + t * (m0 + m1 - 2.0 * (y1 - y0))));
}

double hermite_slope(double t, double y0, double m0, double y1, double m1)
{
	return m0 + t * (2.0 * (3.0 * (y1 - y0) - 2.0 * m0 - m1) + 3.0 * t * (m0 + m1 - 2.0 * (y1 - y0)));
}

/* --- least squares --------------------------------------------------------------------------------- */

static void chebyshev_bases(int points, int bases, double t, double *ret_t)
{
	double u = points > 1 ? 1.0 + 2.0 * t / (points - 1) : 0.0;

	for (int k = 0; k < bases; k++)
		ret_t[k] = k == 0 ? 1.0 : k == 1 ? u : 2.0 * u * ret_t[k - 1] - ret_t[k - 2];
}

int chebyshev_fit(int points, int bases, double *ret_fit)
{
	double base[FIT_POINTS * FIT_POINTS], normal[FIT_POINTS * FIT_POINTS] = {0}, inverse[FIT_POINTS * FIT_POINTS];
	int code;

	for (int i = 0; i < points; i++) {
		chebyshev_bases(points, bases, -i, base + i * bases);
		for (int j = 0; j < bases; j++)
			for (int k = 0; k < bases; k++)
				normal[j * bases + k] += base[i * bases + j] * base[i * bases + k];
	}
	code = mat_invert(bases, normal, inverse);
	for (int j = 0; j < bases && !code; j++)
		for (int i = 0; i < points; i++) {
			double sum = 0.0;

			for (int k = 0; k < bases; k++)
				sum += inverse[j * bases + k] * base[i * bases + k];
			ret_fit[j * points + i] = sum;
		}
	return code;
}

double chebyshev_value(int points, int bases, const double *fit, const double *value, double t)
{
	double base[FIT_POINTS], y = value[0];

	chebyshev_bases(points, bases, t, base);
	for (int j = 0; j < bases; j++)
		for (int i = 1; i < points; i++)
			y += base[j] * fit[j * points + i] * (value[i] - value[0]);
	return y;
}
