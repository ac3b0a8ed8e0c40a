/* Dorka's sub-steps, as in substeps.h. */
#include "remote/substeps.h"

#include "math/dense.h"

int substeps_run(struct substeps *s, substeps_move *move, void *self)
{
	int rc = 0;

	for (int j = 0; j < s->n; j++)
		s->f[j] = s->f0[j];
	for (int i = 1; i <= s->k && !rc; i++) {
		double share = i / (double)s->k;

		for (int j = 0; j < s->n; j++)
			s->before[j] = s->f[j];
		mat_vec(s->n, s->n, s->gain, s->before, s->u);
		for (int j = 0; j < s->n; j++)
			s->u[j] = s->u0[j] * (1.0 - share) + s->u1[j] * share + 1.0 * s->u[j];
		if (!(rc = move(self, i, s->u, s->f)))
			for (int j = 0; j < s->n; j++)
				s->f[j] *= -1.0;
	}
	return rc;
}
