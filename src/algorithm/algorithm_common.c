/* The matrix options of algorithms and the BFGS memory of quasi-Newton ones. See algorithm_common.h.
 *
 *   H_{k+1} = (I - rho d g')' H_k (I - rho g d') + rho d d',  rho = 1/(d . g)
 * applied to r by two loops over the pairs around one solution with the kept matrix:
 * Nocedal 1980, "Updating quasi-Newton matrices with limited storage", Math. Comput. 35, 773-782,
 * doi:10.1090/S0025-5718-1980-0572855-7; Matthies & Strang 1979, doi:10.1002/nme.1620141104.
 */
#include "algorithm/algorithm_common.h"

int tangents_parse(struct tangents *t, const struct param *table, void *self, struct args *a, struct err *e)
{
	static const char *const names[] = {"current", "initial", "noTangent", NULL};
	const struct { const char *option; enum tangent *at; } options[] = {{"-iterate", &t->iterate}, {"-increment", &t->increment}};
	bool found = true;
	while (found) {
		int rc = param_options(table, self, a, e), which;
		if (rc < 0)
			return rc;
		found = false;
		for (size_t i = 0; i < COUNT(options) && !found; i++) {
			if (!(found = args_accept(a, options[i].option)))
				continue;
			if ((rc = args_choice(a, options[i].option, names, &which, e)) < 0)
				return rc;
			*options[i].at = (enum tangent)which;
		}
	}
	return 0;
}

int tangents_form(struct tangents *t, struct solver *s, enum tangent which, struct err *e)
{
	if (which == TANGENT_NONE && t->formed)
		return 0;
	int rc = solver_form(s, which == TANGENT_INITIAL ? STIFFNESS_INITIAL : STIFFNESS_TANGENT, e);
	if (rc < 0)
		return rc;
	t->formed = true;
	return 0;
}

int hall_parse(struct hall *h, const struct param *table, void *self, struct args *a, struct err *e)
{
	int rc;
	while ((rc = param_options(table, self, a, e)) == 0 && (args_accept(a, "-hall") || args_accept(a, "-Hall"))) {
		*h = (struct hall){.on = true, .initial = 0.1, .current = 0.9};
		if (args_more_real(a) && ((rc = args_real(a, "factor of the initial stiffness", RANGE_NONNEG, &h->initial, e)) < 0
		    || (rc = args_real(a, "factor of the tangent", RANGE_NONNEG, &h->current, e)) < 0))
			return rc;
	}
	return rc;
}

int hall_form(const struct hall *h, struct solver *s, bool initial, struct err *e)
{
	if (!h->on)
		return solver_form(s, initial ? STIFFNESS_INITIAL : STIFFNESS_TANGENT, e);
	problem_blend(s->p, h->initial, h->current);
	return solver_form(s, STIFFNESS_BLEND, e);
}

int pairs_setup(struct pairs *m, int max, const struct problem *p, struct arena *run, struct err *e)
{
	size_t n = (size_t)p->n, k = (size_t)max;
	m->max = max;
	m->d = ARENA_ARRAY(run, n * k, double);
	m->g = ARENA_ARRAY(run, n * k, double);
	m->rho = ARENA_ARRAY(run, k, double);
	m->weight = ARENA_ARRAY(run, k, double);
	m->r = ARENA_ARRAY(run, n, double);
	if (!m->d || !m->g || !m->rho || !m->weight || !m->r)
		return err_set(e, ERR_MEMORY, "algorithm", "no memory for %d increments of %d unknowns", max, p->n);
	return 0;
}

static double *row(double *x, int i, int n)
{
	return x + (size_t)i * (size_t)n;
}

void pairs_add(struct pairs *m, int n, const double *dx, const double *r)
{
	double *d = row(m->d, m->n, n), *g = row(m->g, m->n, n);
	vec_copy(n, dx, d);
	vec_mix(n, 1.0, m->r, -1.0, r, g);
	double work = vec_dot(n, d, g);
	if (!(work > 1e-12 * vec_norm(n, d) * vec_norm(n, g)))
		return;
	m->rho[m->n++] = 1.0 / work;
}

int pairs_increment(struct pairs *m, struct solver *s)
{
	int n = s->p->n;
	vec_copy(n, s->r, s->x);
	for (int i = m->n - 1; i >= 0; i--) {
		m->weight[i] = m->rho[i] * vec_dot(n, row(m->d, i, n), s->x);
		vec_add(n, -m->weight[i], row(m->g, i, n), s->x);
	}
	int rc = problem_solve(s->p, 0, s->x);
	if (rc < 0)
		return rc;
	for (int i = 0; i < m->n; i++)
		vec_add(n, m->weight[i] - m->rho[i] * vec_dot(n, row(m->g, i, n), s->x), row(m->d, i, n), s->x);
	return 0;
}

int pairs_solve(struct pairs *m, struct tangents *t, struct solver *s, struct err *e)
{
	int n = s->p->n, made = 0, rc;
	if ((rc = solver_begin(s)) < 0 || (rc = tangents_form(t, s, t->increment, e)) < 0)
		return rc;
	m->n = 0;
	for (int i = 0; i < s->test->limit; i++) {
		if (made == m->max) {
			m->n = made = 0;
			if ((rc = tangents_form(t, s, t->iterate, e)) < 0)
				return rc;
		}
		if ((rc = pairs_increment(m, s)) < 0)
			return rc;
		vec_copy(n, s->r, m->r);
		if ((rc = solver_advance(s, s->x, e)) < 0)
			return rc;
		if (rc > 0)
			return s->test->count;
		pairs_add(m, n, s->x, s->r);
		made++;
	}
	return test_report(s->test, ERR_CONVERGE, e);
}
