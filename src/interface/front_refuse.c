/* What a step on the interface cannot do, and what to take instead. See front.h. */
#include "interface/front.h"

#include <stdio.h>

static int refuse(const struct advance *way, const char *what, const char *hint, struct err *e)
{
	char object[48];

	snprintf(object, sizeof(object), "engine %.30s", way->ops->name);
	err_set(e, ERR_UNSUPPORTED, object, "%s", what);
	err_hint(e, "%s", hint);
	return ERR_UNSUPPORTED;
}

/* Methods with one evaluation a step have the matrices of the looped group in their equation: they must not change. */
static int refuse_changing(const struct analysis *an, const struct advance *way, const struct problem_core *c, struct err *e)
{
	bool initial = algorithm_matrix(&an->algorithm) == MATRIX_INITIAL;
	char text[128];

	for (int i = 0; i < c->nlooped && !c->steady; i++) {
		const struct element *el = c->view[c->looped[i]].el;

		if (el->rayleigh && (el->factor[1] != 0.0 || el->factor[3] != 0.0)) {
			snprintf(text, sizeof(text), "the damping of element %d follows its tangent stiffness", el->tag);
			return refuse(way, text, "damping by the initial stiffness (betaKinit) stays constant; or engine sparse", e);
		}
		if (an->integrator.ops->claims.splits && !initial) {
			snprintf(text, sizeof(text), "integrator %s splits by the tangent of element %d, which changes", an->integrator.ops->name, el->tag);
			return refuse(way, text, "algorithm Linear -initial splits by the initial stiffness; or engine sparse", e);
		}
	}
	return 0;
}

/* Methods whose result depends on every iteration: those of the interface are Newton's, with all of every increment. */
static int refuse_counting(const struct analysis *an, const struct advance *way, struct err *e)
{
	bool other = an->algorithm.ops->no_test || algorithm_matrix(&an->algorithm) == MATRIX_OWN;
	char text[128];

	if (!other && an->has_test && an->test.kind == TEST_FIXED)
		return 0;
	snprintf(text, sizeof(text), "integrator %s %s%s", an->integrator.ops->name, other ? "counts the iterations of algorithm " : "is for the test FixedNumIter",
	         other ? an->algorithm.ops->name : "");
	return refuse(way, text, other ? "algorithm Newton, with or without -initial, and ModifiedNewton -initial iterate alike on the interface; or engine sparse"
	                               : "give test FixedNumIter n; or engine sparse", e);
}

int front_refuse(const struct analysis *an, const struct advance *way, struct err *e)
{
	const struct problem_core *c = core_of(an);
	const struct integrator_ops *ops = an->integrator.ops;
	char text[128];

	if (ops->claims.front == FRONT_NONE) {
		snprintf(text, sizeof(text), "integrator %s is not linear in the forces of a step", ops->name);
		return refuse(way, text, "engine sparse runs every integrator", e);
	}
	if (ops->claims.front == FRONT_NEWTON && c->nlooped && !an->has_test)
		return refuse(way, "implicit methods iterate on the interface, and the analysis has no test",
		              "give test and algorithm Newton, or take engine sparse", e);
	if (ops->limit && c->nlooped)
		return refuse_counting(an, way, e);
	if (ops->claims.front == FRONT_ONCE)
		return refuse_changing(an, way, c, e);
	return 0;
}
