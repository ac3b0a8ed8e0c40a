/* Convergence tests, what algorithms share, and building an algorithm.
 *
 * With the last increment x, the residual r after it, and k counting iterations, a step is solved when
 *   NormDispIncr              |x| <= tol                    RelativeNormDispIncr       |x_k|/|x_1| <= tol
 *   NormUnbalance             |r| <= tol                    RelativeNormUnbalance      |r_k|/|r_0| <= tol
 *   EnergyIncr                |x.r|/2 <= tol                RelativeEnergyIncr         |x_k.r_k|/|x_1.r_1| <= tol
 *   RelativeTotalNormDispIncr |x_k|/sum |x_j| <= tol        FixedNumIter               k = limit
 *   NormDispAndUnbalance      |x| <= tol and |r| <= tol_r   NormDispOrUnbalance        |x| <= tol or |r| <= tol_r
 * |.| is the norm 0 (largest magnitude), 1, 2 or higher. With print flag 5 or 6 a step is accepted at the limit. The first three
 * kinds fail at once when the norm is larger than a bound that the script may give; NormUnbalance and the kinds of two norms
 * give up when a norm has risen more often than the script allows.
 */
#include "analysis/algorithm.h"

#include "math/vec.h"

#include <math.h>

enum operand { OPERAND_NONE, OPERAND_X, OPERAND_R, OPERAND_WORK };
enum divisor { DIVISOR_ONE, DIVISOR_START, DIVISOR_FIRST, DIVISOR_TOTAL };

static const struct {
	const char *name;
	enum operand operand;
	enum divisor divisor;
} kinds[] = {
	[TEST_DISP_INCR] = {"NormDispIncr", OPERAND_X, DIVISOR_ONE},
	[TEST_UNBALANCE] = {"NormUnbalance", OPERAND_R, DIVISOR_ONE},
	[TEST_ENERGY_INCR] = {"EnergyIncr", OPERAND_WORK, DIVISOR_ONE},
	[TEST_RELATIVE_UNBALANCE] = {"RelativeNormUnbalance", OPERAND_R, DIVISOR_START},
	[TEST_RELATIVE_DISP_INCR] = {"RelativeNormDispIncr", OPERAND_X, DIVISOR_FIRST},
	[TEST_RELATIVE_ENERGY_INCR] = {"RelativeEnergyIncr", OPERAND_WORK, DIVISOR_FIRST},
	[TEST_RELATIVE_TOTAL_DISP_INCR] = {"RelativeTotalNormDispIncr", OPERAND_X, DIVISOR_TOTAL},
	[TEST_DISP_AND_UNBALANCE] = {"NormDispAndUnbalance", OPERAND_X, DIVISOR_ONE},
	[TEST_DISP_OR_UNBALANCE] = {"NormDispOrUnbalance", OPERAND_X, DIVISOR_ONE},
	[TEST_FIXED] = {"FixedNumIter", OPERAND_NONE, DIVISOR_ONE},
};

enum { LIMIT_MAX = 1000000, PRINT_MAX = 100, PRINT_ACCEPT = 5, PRINT_ACCEPT_TOO = 6, NORM_MAX = 100 };

static bool two_norms(enum test_kind kind)
{
	return kind == TEST_DISP_AND_UNBALANCE || kind == TEST_DISP_OR_UNBALANCE;
}

/* What may follow the norm: number of rises, bound of the norm. The kinds that have no use for them pass over them. */
static int parse_bounds(struct test *t, struct args *a, struct err *e)
{
	bool rises = two_norms(t->kind) || (t->kind == TEST_UNBALANCE && a->n - a->at > 1);
	int most = -1, rc;
	if (rises && args_more(a) && (rc = args_int(a, "number of rises", -1, LIMIT_MAX, &most, e)) < 0)
		return rc;
	if (most >= 0)
		t->rises = most;
	if (!two_norms(t->kind) && args_more(a) && (rc = args_real(a, "largest norm", RANGE_POSITIVE, &t->most, e)) < 0)
		return rc;
	if (t->kind != TEST_DISP_INCR && t->kind != TEST_UNBALANCE && t->kind != TEST_ENERGY_INCR)
		t->most = INFINITY;
	return 0;
}

int test_parse(struct test *ret, struct args *a, struct arena *mem, struct err *e)
{
	const char *names[COUNT(kinds) + 1] = {NULL};
	struct test t = {.norm = 2, .most = INFINITY};
	int kind, rc;
	for (size_t i = 0; i < COUNT(kinds); i++)
		names[i] = kinds[i].name;

	if ((rc = args_choice(a, "test", names, &kind, e)) < 0)
		return rc;
	t.kind = (enum test_kind)kind;
	if (t.kind != TEST_FIXED && (rc = args_real(a, "tol", RANGE_POSITIVE, &t.tol, e)) < 0)
		return rc;
	if (two_norms(t.kind) && (rc = args_real(a, "tol of the residual", RANGE_POSITIVE, &t.tol_unbalance, e)) < 0)
		return rc;
	if ((rc = args_int(a, "limit of iterations", 1, LIMIT_MAX, &t.limit, e)) < 0)
		return rc;
	if (args_more(a) && (rc = args_int(a, "print flag", 0, PRINT_MAX, &t.print, e)) < 0)
		return rc;
	if (args_more(a) && (rc = args_int(a, "norm", 0, NORM_MAX, &t.norm, e)) < 0)
		return rc;
	t.rises = t.limit;
	if ((rc = parse_bounds(&t, a, e)) < 0 || (rc = args_end(a, e)) < 0)
		return rc;
	if (!(t.history = ARENA_ARRAY(mem, (size_t)t.limit + 1, double)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d norms", t.limit);
	*ret = t;
	return 0;
}

void test_begin(struct test *t, int n, const double *r)
{
	t->count = t->risen = 0;
	t->residual = 0.0;
	t->first = kinds[t->kind].divisor == DIVISOR_START ? vec_norm_p(n, r, t->norm) : 0.0;
}

static double measure(const struct test *t, int n, const double *x, const double *r)
{
	switch (kinds[t->kind].operand) {
	case OPERAND_X: return vec_norm_p(n, x, t->norm);
	case OPERAND_R: return vec_norm_p(n, r, t->norm);
	case OPERAND_WORK: return 0.5 * fabs(vec_dot(n, x, r));
	case OPERAND_NONE: break;
	}
	return 0.0;
}

static double divide(struct test *t, double size)
{
	switch (kinds[t->kind].divisor) {
	case DIVISOR_FIRST:
		if (t->count == 1)
			t->first = size;
		break;
	case DIVISOR_TOTAL: t->first += size; break;
	case DIVISOR_START: break;
	case DIVISOR_ONE: return size;
	}
	return t->first > 0.0 ? size / t->first : size;
}

/* Is the size of the increment or residual, with the second norm where the kind has one, small enough? */
static bool small_enough(const struct test *t, double size)
{
	switch (t->kind) {
	case TEST_DISP_AND_UNBALANCE: return size <= t->tol && t->residual <= t->tol_unbalance;
	case TEST_DISP_OR_UNBALANCE: return size <= t->tol || t->residual <= t->tol_unbalance;
	case TEST_FIXED: return t->count >= t->limit;
	default: return size <= t->tol;
	}
}

/* Counts a norm that is larger than the one before it. */
static void see_rise(struct test *t, double size, double residual)
{
	bool grew = size > t->history[t->count - 2];
	if (two_norms(t->kind))
		grew = grew || residual > t->residual;
	t->risen += grew;
}

int test_check(struct test *t, int n, const double *x, const double *r)
{
	t->count++;
	double size = divide(t, measure(t, n, x, r));
	double residual = two_norms(t->kind) ? vec_norm_p(n, r, t->norm) : 0.0;
	if (t->count > 1 && t->count <= t->limit)
		see_rise(t, size, residual);
	t->residual = residual;
	if (t->count <= t->limit)
		t->history[t->count - 1] = size;
	if (!isfinite(size) || !isfinite(residual))
		return ERR_NONFINITE;
	if (small_enough(t, size))
		return 1;
	if (t->kind == TEST_FIXED || (t->count < t->limit && t->risen <= t->rises && size <= t->most))
		return 0;
	return t->print == PRINT_ACCEPT || t->print == PRINT_ACCEPT_TOO ? 1 : ERR_CONVERGE;
}

int test_report(const struct test *t, int code, struct err *e)
{
	double reached = t->count > 0 ? t->history[(t->count < t->limit ? t->count : t->limit) - 1] : 0.0;
	if (code == ERR_CONVERGE) {
		err_set(e, code, kinds[t->kind].name, "no convergence after %d iterations", t->count);
		err_value(e, "%.6g", reached);
		err_allowed(e, "<= %.6g", t->tol);
		err_hint(e, "smaller step, another algorithm, or more iterations");
	} else if (code == ERR_NONFINITE) {
		err_set(e, code, kinds[t->kind].name, "the residual is not finite after %d iterations", t->count);
		err_hint(e, "smaller step, or look for a material or load that overflows, or a member whose own iterations fail (-iter)");
	}
	return code;
}

int solver_residual(struct solver *s)
{
	const struct integrator *g = s->integrator;
	return g->ops->residual ? g->ops->residual(g->self, s->p, s->r) : problem_residual(s->p, s->r);
}

int solver_form(struct solver *s, enum stiffness which, struct err *e)
{
	return s->integrator->ops->form(s->integrator->self, s->p, which, e);
}

int solver_update(struct solver *s, const double *dx)
{
	return s->integrator->ops->update(s->integrator->self, s->p, dx);
}

const double *solver_applied(const struct solver *s, const double *dx)
{
	const struct integrator *g = s->integrator;
	return g->ops->applied ? g->ops->applied(g->self) : dx;
}

int solver_begin(struct solver *s)
{
	int rc = solver_residual(s);
	if (rc < 0)
		return rc;
	test_begin(s->test, s->p->n, s->r);
	return 0;
}

int solver_increment(struct solver *s)
{
	vec_copy(s->p->n, s->r, s->x);
	return problem_solve(s->p, 0, s->x);
}

int solver_advance(struct solver *s, const double *dx, struct err *e)
{
	int rc = solver_update(s, dx);
	if (rc == 0)
		rc = solver_residual(s);
	if (rc == 0)
		rc = test_check(s->test, s->p->n, solver_applied(s, dx), s->r);
	return rc < 0 ? test_report(s->test, rc, e) : rc;
}

enum algorithm_matrix algorithm_matrix(const struct algorithm *a)
{
	return a->ops->matrix ? a->ops->matrix(a->self) : MATRIX_OWN;
}

int algorithm_build(struct algorithm *ret, const struct algorithm_ops *ops, struct args *a, struct arena *mem, struct err *e)
{
	int rc;
	void *self = arena_alloc(mem, ops->size);
	if (!self)
		return err_set(e, ERR_MEMORY, a->object, "no memory for the algorithm %s", ops->name);
	if ((rc = param_parse(ops->params, self, a, e)) < 0)
		return rc;
	if (ops->parse && (rc = ops->parse(self, a, e)) < 0)
		return rc;
	if ((rc = args_end(a, e)) < 0)
		return rc;
	*ret = (struct algorithm){.ops = ops, .self = self};
	return 0;
}
