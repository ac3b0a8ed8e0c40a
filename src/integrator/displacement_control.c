/* Displacement control: a static step in which one freedom moves by a given amount and the load factor follows.
 *
 *   f(l) - r(u) = 0,   u_c = u_c(t) + d;   with p = df/dl the reference load and du^ = K^-1 p at every factorisation:
 *   first   dl = d/du^_c,   du = dl du^;   then   dl = -du-_c/du^_c,   du = du- + dl du^   for each correction du- = K^-1 (f - r)
 *
 * The load factor is the time of the series. d is constant, or follows the iterations: d := d (wanted / iterations of the last step),
 * between dUmin and dUmax.
 * J.-L. Batoz & G. Dhatt, Incremental displacement algorithms for nonlinear problems, Int. J. Numer. Methods Eng. 14, 1979.
 */
#include "integrator/static_common.h"

struct displacement_control {
	struct static_control control;
	int node, dof;               /* tag; freedom from 1 as given */
	int unknown;                 /* index of the controlled freedom */
	double *p, *hat, *du;        /* reference load; displacement per unit load factor; last increment. owned: run arena */
};

static const struct param params[] = {
	{ "node", PARAM_TAG, offsetof(struct displacement_control, node), true, 0, RANGE_ANY,
	  "tag of the node that is controlled" },
	{ "dof", PARAM_INT, offsetof(struct displacement_control, dof), true, 0, { 1.0, NODE_DOF_MAX, false, false },
	  "its freedom, from 1" },
	{ "incr", PARAM_REAL, offsetof(struct displacement_control, control.increment), true, 0, RANGE_ANY,
	  "increment of its displacement in a step" },
	{ "numIter", PARAM_INT, offsetof(struct displacement_control, control.wanted), false, 1, { 0.0, 1e6, false, false },
	  "iterations a step should take; 0 means 1" },
	{ "dUmin", PARAM_REAL, offsetof(struct displacement_control, control.least), false, NAN, RANGE_ANY,
	  "least increment" },
	{ "dUmax", PARAM_REAL, offsetof(struct displacement_control, control.most), false, NAN, RANGE_ANY,
	  "largest increment" },
	{ 0 },
};

static int parse(void *self, struct args *a, struct err *e)
{
	struct displacement_control *s = self;
	return static_parse(&s->control, a->object, e);
}

/* The unknown behind node and freedom. */
static int find_unknown(struct displacement_control *s, struct problem *p, struct err *e)
{
	const char *object = "integrator DisplacementControl";
	struct node *node = NULL;
	int rc = model_need_node(problem_model(p), s->node, object, &node, e);
	if (rc)
		return rc;
	if (s->dof > node->ndf) {
		rc = err_set(e, ERR_RANGE, object, "node %d has no such freedom", s->node);
		err_value(e, "%d", s->dof);
		err_allowed(e, "1 to %d", node->ndf);
		return rc;
	}
	s->unknown = problem_unknown(p, node, s->dof - 1);
	if (s->unknown >= 0)
		return 0;
	rc = err_set(e, ERR_STATE, object, "freedom %d of node %d is fixed or follows another", s->dof, s->node);
	err_hint(e, "control a free freedom");
	return rc;
}

static int setup(void *self, struct problem *p, struct arena *run, struct err *e)
{
	struct displacement_control *s = self;
	int rc = find_unknown(s, p, e);
	if (rc)
		return rc;
	s->p = ARENA_ARRAY(run, (size_t)p->n, double);
	s->hat = ARENA_ARRAY(run, (size_t)p->n, double);
	s->du = ARENA_ARRAY(run, (size_t)p->n, double);
	if (!s->p || !s->hat || !s->du)
		return err_set(e, ERR_MEMORY, "integrator DisplacementControl", "no memory for %d unknowns", p->n);
	if ((rc = problem_time(p, p->tc)) || (rc = problem_load_rate(p, s->p)))
		return err_set(e, rc, "integrator DisplacementControl", "the reference load cannot be evaluated");
	if (vec_max(p->n, s->p) == 0.0) {
		rc = err_set(e, ERR_STATE, "integrator DisplacementControl", "there is no load that grows with the load factor");
		err_hint(e, "add a pattern with a Linear series whose loads act on free freedoms");
		return rc;
	}
	return 0;
}

/* du^ with the present factor. */
static int solve_hat(struct displacement_control *s, struct problem *p)
{
	vec_copy(p->n, s->p, s->hat);
	int rc = problem_solve(p, 0, s->hat);
	if (!rc && s->hat[s->unknown] == 0.0)
		rc = ERR_SINGULAR;
	return rc;
}

static int predict(void *self, struct problem *p, double dt)
{
	struct displacement_control *s = self;
	(void)dt;
	static_begin(&s->control, p);
	int rc = problem_time(p, p->tc);
	if (rc || (rc = problem_form(p, 0, STIFFNESS_TANGENT, 1.0, 0.0, 0.0, NULL)) || (rc = solve_hat(s, p)))
		return rc;
	double dl = s->control.now / s->hat[s->unknown];
	vec_add(p->n, dl, s->hat, p->u);
	problem_moved(p);
	return problem_time(p, p->tc + dl);
}

static int update(void *self, struct problem *p, const double *dx)
{
	struct displacement_control *s = self;
	int rc = solve_hat(s, p);
	if (rc)
		return rc;
	double dl = -dx[s->unknown] / s->hat[s->unknown];
	vec_mix(p->n, 1.0, dx, dl, s->hat, s->du);
	static_move(&s->control, p, s->du);
	return problem_time(p, p->t + dl);
}

static const double *applied(const void *self)
{
	const struct displacement_control *s = self;
	return s->du;
}

const struct integrator_ops integrator_displacement_control = {
	.name = "DisplacementControl",
	.brief = "static steps of one displacement; the load factor follows",
	.cite = "Batoz & Dhatt 1979, doi:10.1002/nme.1620140811",
	.example = "2 1 0.01",
	.kind = INTEGRATOR_STATIC,
	.params = params,
	.size = sizeof(struct displacement_control),
	.nreal = STATIC_NREAL,
	.parse = parse,
	.setup = setup,
	.predict = predict,
	.form = static_form,
	.update = update,
	.commit = static_commit,
	.applied = applied,
};
