/* The whole linear part in every step, factored once; what is not linear is found on its own few unknowns.
 *
 *   A x = f - (linear forces), once a step;   e = e0 + G phi,  phi = r(e) - K0 u - C0 v on the interface;   x += W phi,  W = - A^-1 B
 *
 * Newton's method of the whole structure would factor A again whenever an element changes its stiffness; here A never changes. This is the scheme of F.
 * Obon Santacana & U. E. Dorka, Effects of large numerical models in continuous hybrid simulation, 15WCEE, Lisbon 2012: non-linear numerical elements
 * are coupling forces like those of specimens (f_r), for any integrator. The solver behind it is any engine that factors.
 */
#include "advance/in_step.h"

#include <string.h>

struct condensed {
	struct in_step step;
	struct state *whole;       /* the problem's, before the last step; owned: arena of arm */
};

static int arm(void *self, struct front *f, struct arena *mem, struct err *e)
{
	struct condensed *s = self;
	int code;

	linear_load(&f->linear, f->c);
	code = in_step_arm(&s->step, f, mem, e);
	s->whole = arena_alloc(mem, f->c->state->size);
	if (!code && (!s->whole || in_step_keep(&s->step, f, mem)))
		code = err_set(e, ERR_MEMORY, "engine", "no memory for the state before a step");
	if (!code)
		memcpy(s->whole, f->c->state, f->c->state->size);
	return code;
}

static int end(void *self, struct front *f, struct err *e)
{
	struct condensed *s = self;
	const struct linear_part *l = &f->linear;
	const double *const from[MOTION_KINDS] = {l->c.p.uc, l->c.p.vc, l->c.p.ac};
	int code = in_step_end(self, f);

	(void)e;
	if (code)
		return code;
	for (int x = 0; x < MOTION_KINDS; x++)
		front_motion(f, from[x], f->motion[x]);
	linear_carry(f->c->state, s->whole);
	linear_store(l, f->c);
	return 0;
}

static void back(void *self, struct front *f)
{
	struct condensed *s = self;

	in_step_back(&s->step, f);
	linear_carry(s->whole, f->c->state);
}

static const struct param params[] = {
	ADVANCE_PARAMS,
	{0},
};

const struct advance_ops advance_condensed = {
	.name = "condensed",
	.brief = "the linear part by its solver once a step, elements that are not linear on their own unknowns",
	.cite = "Obon Santacana & Dorka 2012, 15WCEE",
	.example = "",
	.params = params,
	.size = sizeof(struct condensed),
	.arm = arm,
	.begin = in_step_begin,
	.correct = in_step_correct,
	.end = end,
	.back = back,
};
