/* Products with the columns of a port: see port.h. */
#include "equations/port.h"

#include "math/vec.h"

void port_take(const struct port *p, int n, const double *x, double *ret_z)
{
	for (int i = 0; i < p->m; i++) {
		double sum = 0.0;

		if (p->rows) {
			ret_z[i] = vec_dot(n, p->rows + (size_t)i * (size_t)n, x);
			continue;
		}
		for (int k = p->start[i]; k < p->start[i + 1]; k++)
			sum += p->coef[k] * x[p->index[k]];
		ret_z[i] = sum;
	}
}

void port_give(const struct port *p, int n, double scale, const double *z, double *x)
{
	for (int i = 0; i < p->m; i++) {
		if (z[i] == 0.0)
			continue;
		if (p->rows)
			vec_add(n, scale * z[i], p->rows + (size_t)i * (size_t)n, x);
		for (int k = p->start[i]; !p->rows && k < p->start[i + 1]; k++)
			x[p->index[k]] += scale * z[i] * p->coef[k];
	}
}

void port_unit(const struct port *p, int i, double *x)
{
	for (int k = p->start[i]; k < p->start[i + 1]; k++)
		x[p->index[k]] += p->coef[k];
}
