/* Shared by the static controls: see static_common.h. */
#include "integrator/static_common.h"

int static_parse(struct static_control *s, const char *object, struct err *e)
{
	if (isnan(s->least) != isnan(s->most)) {
		int rc = err_set(e, ERR_ARGUMENT, object, "wrong number of parameters");
		err_allowed(e, "the increment, or increment, iterations wanted, least and largest increment");
		return rc;
	}
	if (isnan(s->least)) {
		/* without bounds the increment is constant, whatever the iterations */
		s->least = s->most = s->increment;
		return 0;
	}
	if (s->least > s->most) {
		int rc = err_set(e, ERR_RANGE, object, "the least increment is larger than the largest");
		err_value(e, "%g", s->least);
		err_allowed(e, "<= %g", s->most);
		err_hint(e, "for negative increments the least is the one farther from zero");
		return rc;
	}
	return 0;
}

void static_begin(struct static_control *s, struct problem *p)
{
	const double *kept = p->hist_real;
	double last = s->increment, wanted = fmax(s->wanted, 1.0), took = wanted;
	if (s->open) {
		last = s->now;
		took = s->updates;
	} else if (kept[STATIC_DONE] != 0.0) {
		last = kept[STATIC_INCREMENT];
		took = kept[STATIC_UPDATES];
	}
	s->now = fmin(fmax(last * (wanted / fmax(took, 1.0)), s->least), s->most);
	s->updates = 0;
	s->open = true;
	vec_copy(p->n, p->uc, p->u);
	vec_zero(p->n, p->v);
	vec_zero(p->n, p->a);
	problem_moved(p);
}

void static_move(struct static_control *s, struct problem *p, const double *du)
{
	vec_add(p->n, 1.0, du, p->u);
	problem_moved(p);
	s->updates++;
}

int static_form(void *self, struct problem *p, enum stiffness which, struct err *e)
{
	(void)self;
	return problem_form(p, 0, which, 1.0, 0.0, 0.0, e);
}

int static_commit(void *self, struct problem *p)
{
	struct static_control *s = self;
	s->open = false;
	p->hist_real[STATIC_DONE] = 1.0;
	p->hist_real[STATIC_INCREMENT] = s->now;
	p->hist_real[STATIC_UPDATES] = s->updates;
	/* a structure that was moving keeps its velocities for the next transient analysis */
	vec_copy(p->n, p->vc, p->v);
	vec_copy(p->n, p->ac, p->a);
	return 0;
}
