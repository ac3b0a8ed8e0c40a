/* Newton's method with a line search along every increment.
 *
 *   K(u) x = r(u), u := u + eta x with eta such that |s(eta)/s(0)| <= tol, s(eta) = x . r(u + eta x)
 *
 * The full step (eta = 1) stands when it is good enough; otherwise eta moves, at most maxIter times and between minEta and
 * maxEta, by one of four rules:
 *   InitialInterpolated  eta := eta s(0)/(s(0) - s(eta))
 *   Secant               the line through the last two points
 *   Bisection            half of an interval on which s changes its sign
 *   RegulaFalsi          the line through the ends of that interval
 * The interval is sought from [0, 1] upwards by doubling; without one the full step stands.
 * Crisfield 1991, "Non-linear finite element analysis of solids and structures", vol. 1, section 9.2, Wiley.
 */
#include "analysis/integrator_plugin.h"

enum search { SEARCH_INTERPOLATED, SEARCH_BISECTION, SEARCH_SECANT, SEARCH_REGULA_FALSI };

struct line_search {
	double ratio, tol, min_eta, max_eta; /* tol: option; ratio: the word alone */
	int max_iter, print;
	enum search type;
	double *residual;                    /* borrowed: run arena */
};

static const struct param params[] = {
	{.name = "ratio", .kind = PARAM_REAL, .offset = offsetof(struct line_search, ratio), .def = 0.8, .range = RANGE_POSITIVE, .help = "as -tol"},
	{.name = "-tol", .kind = PARAM_REAL, .offset = offsetof(struct line_search, tol), .def = 0.0, .range = RANGE_POSITIVE,
	 .help = "ratio |s/s0| that is good enough, 0.8 if not given"},
	{.name = "-maxIter", .kind = PARAM_INT, .offset = offsetof(struct line_search, max_iter), .def = 10, .range = {1.0, 1000.0, false, false},
	 .help = "largest number of moves"},
	{.name = "-minEta", .kind = PARAM_REAL, .offset = offsetof(struct line_search, min_eta), .def = 0.1, .range = RANGE_POSITIVE,
	 .help = "smallest part of the increment"},
	{.name = "-maxEta", .kind = PARAM_REAL, .offset = offsetof(struct line_search, max_eta), .def = 10.0, .range = RANGE_POSITIVE,
	 .help = "largest multiple of the increment"},
	{.name = "-pFlag", .kind = PARAM_INT, .offset = offsetof(struct line_search, print), .def = 1, .help = "print flag, has no effect"},
	{.name = "-type", .kind = PARAM_ROW, .help = "InitialInterpolated, Bisection, Secant or RegulaFalsi"},
	{0},
};

static int parse(void *self, struct args *a, struct err *e)
{
	static const char *const types[] = {"InitialInterpolated", "Bisection", "Secant", "RegulaFalsi", "LinearInterpolated", NULL};
	struct line_search *l = self;
	int type = SEARCH_INTERPOLATED, rc;
	/* the table's options have been read up to -type, which may come last or twice */
	while (args_accept(a, "-type"))
		if ((rc = args_choice(a, "-type", types, &type, e)) < 0 || (rc = param_options(params, l, a, e)) < 0)
			return rc;
	l->type = type > SEARCH_REGULA_FALSI ? SEARCH_INTERPOLATED : (enum search)type;
	if (l->tol == 0.0)
		l->tol = l->ratio;
	return 0;
}

static double clamp(const struct line_search *l, double eta)
{
	return !(eta >= l->min_eta) ? l->min_eta : eta > l->max_eta ? l->max_eta : eta;
}

/* Moves from one multiple of x to another; s there. */
static int move(struct solver *s, double from, double to, double *work, double *ret_s)
{
	vec_mix(s->p->n, to - from, s->x, 0.0, s->x, work);
	int rc = solver_update(s, work);
	if (rc == 0)
		rc = solver_residual(s);
	if (rc == 0)
		*ret_s = vec_dot(s->p->n, s->x, s->r);
	return rc;
}

/* Interpolated and secant rules: from the present point on. */
static int search_open(struct line_search *l, struct solver *s, double s0, double s1, double *ret_eta)
{
	double eta = 1.0, value = s1, before = 0.0, value_before = s0;
	for (int i = 0; i < l->max_iter && fabs(value) > l->tol * fabs(s0); i++) {
		double rise = l->type == SEARCH_SECANT ? value_before - value : s0 - value;
		if (rise == 0.0)
			break;
		double to = l->type == SEARCH_SECANT ? eta + value * (eta - before) / rise : eta * s0 / rise;
		to = clamp(l, to);
		if (to == eta)
			break;
		before = eta;
		value_before = value;
		int rc = move(s, eta, to, l->residual, &value);
		if (rc < 0)
			return rc;
		eta = to;
	}
	*ret_eta = eta;
	return 0;
}

/* Bisection and regula falsi: an interval with a change of sign first. */
static int search_closed(struct line_search *l, struct solver *s, double s0, double s1, double *ret_eta)
{
	double lo = 0.0, s_lo = s0, hi = 1.0, s_hi = s1, eta = 1.0, value = s1;
	int rc, i = 0;
	for (; i < l->max_iter && s_lo * s_hi > 0.0 && hi < l->max_eta; i++) {
		double to = clamp(l, 2.0 * hi);
		lo = hi;
		s_lo = s_hi;
		if ((rc = move(s, hi, to, l->residual, &s_hi)) < 0)
			return rc;
		hi = eta = to;
		value = s_hi;
	}
	if (s_lo * s_hi > 0.0) {
		*ret_eta = 1.0;
		return move(s, eta, 1.0, l->residual, &value);
	}
	for (; i < l->max_iter && fabs(value) > l->tol * fabs(s0); i++) {
		double to = l->type == SEARCH_BISECTION ? 0.5 * (lo + hi) : hi - s_hi * (lo - hi) / (s_lo - s_hi);
		to = clamp(l, to);
		if ((rc = move(s, eta, to, l->residual, &value)) < 0)
			return rc;
		eta = to;
		if (value * s_lo < 0.0) {
			hi = to;
			s_hi = value;
		} else {
			lo = to;
			s_lo = value;
		}
	}
	*ret_eta = eta;
	return 0;
}

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct line_search *l = self;
	if (!(l->residual = ARENA_ARRAY(run, (size_t)p->n, double)))
		return err_set(e, ERR_MEMORY, "algorithm NewtonLineSearch", "no memory for %d unknowns", p->n);
	return 0;
}

/* One increment with its search; x becomes what was moved in all. */
static int iterate(struct line_search *l, struct solver *s, struct err *e)
{
	int n = s->p->n, rc;
	double eta = 1.0;
	if ((rc = solver_form(s, STIFFNESS_TANGENT, e)) < 0 || (rc = solver_increment(s)) < 0)
		return rc;
	double s0 = vec_dot(n, s->x, s->r);
	if ((rc = solver_update(s, s->x)) < 0 || (rc = solver_residual(s)) < 0)
		return rc;
	double s1 = vec_dot(n, s->x, s->r);
	if (s0 != 0.0 && fabs(s1) > l->tol * fabs(s0)) {
		bool open = l->type == SEARCH_INTERPOLATED || l->type == SEARCH_SECANT;
		rc = open ? search_open(l, s, s0, s1, &eta) : search_closed(l, s, s0, s1, &eta);
		if (rc < 0)
			return rc;
	}
	vec_scale(n, eta, s->x);
	return 0;
}

static int solve(void *self, struct solver *s, struct err *e)
{
	struct line_search *l = self;
	int rc = solver_begin(s);
	for (int i = 0; rc == 0 && i < s->test->limit; i++)
		if ((rc = iterate(l, s, e)) == 0)
			rc = test_check(s->test, s->p->n, solver_applied(s, s->x), s->r);
	return rc > 0 ? s->test->count : test_report(s->test, rc == 0 ? ERR_CONVERGE : rc, e);
}

const struct algorithm_ops algorithm_newton_line_search = {
	.name = "NewtonLineSearch",
	.brief = "Newton's method with line search",
	.cite = "Crisfield 1991, Wiley",
	.example = "|0.8|-type Bisection -tol 0.6|-type Secant|-type RegulaFalsi",
	.params = params,
	.size = sizeof(struct line_search),
	.parse = parse,
	.setup = setup,
	.solve = solve,
};
