/* Butterworth filters: 1/(q_n p^n + ... + q_0), p = s/w, with poles on the unit circle at the angles pi/2 + (2k - 1) pi/(2n).
 *
 * The coefficients follow from one another:  q_0 = 1,  q_{k+1} = q_k cos(k g) / sin((k + 1) g),  g = pi/(2n).
 */
#include "compensator/butterworth.h"

#include "math/lti.h"
#include "plugin.h"

void butterworth_start(struct butterworth *f, int order, double cutoff_hz, double dt)
{
	double a[BUTTERWORTH_MOST * BUTTERWORTH_MOST] = {0}, b[BUTTERWORTH_MOST] = {0}, q = 1.0, g = 0.5 * M_PI / order;

	*f = (struct butterworth){.order = order, .w = 2.0 * M_PI * cutoff_hz};
	for (int i = 0; i < order; i++) {
		if (i + 1 < order)
			a[i * order + i + 1] = f->w;
		a[(order - 1) * order + i] = -f->w * q;
		q *= cos(i * g) / sin((i + 1) * g);
	}
	b[order - 1] = f->w;
	lti_tick(order, a, b, dt, f->phi, f->g0, f->g1);
}

void butterworth_rest(struct butterworth_signal *s, double x)
{
	*s = (struct butterworth_signal){.z = {x}, .in = x};
}

void butterworth_step(const struct butterworth *f, struct butterworth_signal *s, double x)
{
	double z[BUTTERWORTH_MOST];
	int n = (int)f->order;

	mat_vec(n, n, f->phi, s->z, z);
	for (int i = 0; i < n; i++)
		s->z[i] = z[i] + f->g0[i] * s->in + f->g1[i] * x;
	s->in = x;
}

double butterworth_derivative(const struct butterworth *f, const struct butterworth_signal *s, int j)
{
	double d = s->z[j];

	for (int i = 0; i < j; i++)
		d *= f->w;
	return d;
}
