/* The one specimen of a problem whose site runs the sub-steps of a step by itself.
 *
 *   its coordinates d = R u_c, forces on the coupled unknowns f_c = R' f;   R: the element's rows through the constraints' map
 *   so u_c,i = u0_i + G_cc f_c,i-1 is, for the specimen, d_i = R u0_i + (R G_cc R') f_i-1
 *
 * Motions are mapped by the element's own rows at its freedoms, as trials are that it sends by itself. Where R is a signed permutation in the order of the
 * unknowns nothing is rounded on the way, and the sub-steps have the bits that they have here; else sums differ in the last place.
 */
#include "equations/core.h"

#include "experiment/laboratory.h"
#include "math/dense.h"
#include "math/vec.h"

#include <stdio.h>
#include <string.h>

struct site_part {
	const struct view *view;     /* borrowed: core */
	int n;                       /* coordinates */
	double *row;                 /* n x ndof. owned: run arena, as the next */
	double *r;                   /* n x ncoupled */
	struct substeps sub;         /* of the coordinates */
};

/* --- can it be? ------------------------------------------------------------------------------------- */

static bool has_loads(const struct model *m, const struct element *el)
{
	for (int i = 0; i < m->patterns.n; i++) {
		const struct pattern *p = m->patterns.row[i].object;

		for (int k = 0; k < p->nmember; k++)
			if (p->member[k].element == el)
				return true;
	}
	return false;
}

/* Which element stands in the way, and why; NULL: none does, and s is filled. */
static const struct element *obstacle(const struct problem_core *c, struct site_part *s, const char **ret_why)
{
	const struct view *v = &c->view[c->exchange[0]];
	const struct element *el = v->el;
	struct element_rows rows = {.row = s->row, .why = "its force is more than what its specimen measures"};

	for (int i = 0; i < c->nlooped; i++)
		if (c->looped[i] != c->exchange[0]) {
			*ret_why = c->view[c->looped[i]].el->ops->exchange ? "it is a second specimen" : "it is not linear";
			return c->view[c->looped[i]].el;
		}
	*ret_why = "Rayleigh damping acts on it (-noRayleigh)";
	if (view_damped(el))
		return el;
	*ret_why = "a load pattern moves its nodes";
	if (v->prescribed)
		return el;
	*ret_why = "it carries loads";
	if (has_loads(c->m, el))
		return el;
	s->view = v;
	s->n = el->ops->rows ? el->ops->rows(el->self, &rows) : 0;
	*ret_why = rows.why;
	return s->n > 0 ? NULL : el;
}

static bool any_elsewhere(const struct problem_core *c)
{
	bool any = false;

	for (int i = 0; i < c->nexchange; i++) {
		const struct element *el = c->view[c->exchange[i]].el;

		any |= el->ops->elsewhere && el->ops->elsewhere(el->self);
	}
	return any;
}

/* R: what unit motions of the coupled unknowns do to the coordinates. */
static int rows_form(struct problem_core *c, struct site_part *s, struct arena *run)
{
	int m = c->ncoupled, ndof = s->view->el->ndof, trial_n[SLOTS] = {s->n, s->n, s->n};
	double d[ELEMENT_DOF_MAX];

	s->r = ARENA_ARRAY(run, (size_t)s->n * (size_t)m + 1, double);
	if (!s->r || substeps_take(&s->sub, trial_n, run))
		return ERR_MEMORY;
	vec_zero(c->map.n, c->scratch);
	for (int j = 0; j < m; j++) {
		c->scratch[c->coupled[j]] = 1.0;
		for (int k = 0; k < ndof; k++)
			c->el_u[k] = dofmap_value(&c->map, s->view->dof[k], c->scratch, c->g[3]);
		c->scratch[c->coupled[j]] = 0.0;
		mat_vec(s->n, ndof, s->row, c->el_u, d);
		for (int i = 0; i < s->n; i++)
			s->r[i * m + j] = d[i];
	}
	return 0;
}

static int refuse(const struct element *el, const char *why, const char *object, struct err *e)
{
	err_set(e, ERR_UNSUPPORTED, object, "the site of the specimen cannot run the sub-steps by itself");
	if (el)
		err_value(e, "element %d: %s", el->tag, why);
	else
		err_value(e, "%s", why);
	err_allowed(e, "one specimen, nothing else that is not linear, and forces that are what is measured");
	err_hint(e, "-where here runs them in the integrator, with a command and an answer each");
	return ERR_UNSUPPORTED;
}

static void tell(const struct problem_core *c, const struct element *el, const char *why, const char *object)
{
	char line[256];

	snprintf(line, sizeof line, "%s: sub-steps run here, with a round trip to the site for each of them: element %d: %s", object, el->tag, why);
	if (c->m->lab && c->m->lab->realtime.say)
		c->m->lab->realtime.say(line);
}

int problem_site(struct problem *p, enum substep_place wanted, const char *object, bool *said, struct arena *run, int *ret_n, struct err *e)
{
	struct problem_core *c = p->core;
	struct site_part *s;
	const struct element *el;
	const char *why;

	*ret_n = 0;
	c->site = NULL;
	if (wanted == PLACE_SITE && c->nexchange == 0)
		return refuse(NULL, "there is no specimen", object, e);
	if (wanted == PLACE_HERE || c->nexchange == 0 || (wanted == PLACE_AUTO && !any_elsewhere(c)))
		return 0;
	s = ARENA_NEW(run, struct site_part);
	if (!s || !(s->row = ARENA_ARRAY(run, (size_t)ELEMENT_DOF_MAX * ELEMENT_DOF_MAX, double)))
		return err_set(e, ERR_MEMORY, object, "no memory for the specimen's coordinates");
	el = obstacle(c, s, &why);
	if (el && wanted == PLACE_SITE)
		return refuse(el, why, object, e);
	if (el) {
		if (!*said)
			tell(c, el, why, object);
		*said = true;
		return 0;
	}
	if (rows_form(c, s, run))
		return err_set(e, ERR_MEMORY, object, "no memory for the specimen's coordinates");
	c->site = s;
	*ret_n = s->n;
	return 0;
}

/* --- a step ------------------------------------------------------------------------------------------ */

void problem_site_gain(const struct problem *p, const double *g, double *ret_g)
{
	const struct problem_core *c = p->core;
	const struct site_part *s = c->site;
	int m = c->ncoupled, n = s->n;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double sum = 0.0;

			for (int k = 0; k < m; k++)
				for (int l = 0; l < m; l++)
					sum += s->r[i * m + k] * g[k * m + l] * s->r[j * m + l];
			ret_g[i * n + j] = sum;
		}
}

/* Coordinates of a motion of the coupled unknowns. */
static void to_site(struct problem *p, double *const x[SUBSTEP_MOTIONS], double *const ret_d[SUBSTEP_MOTIONS])
{
	struct problem_core *c = p->core;
	const struct site_part *s = c->site;
	const double *const at[SUBSTEP_MOTIONS] = {c->el_u, c->el_v, c->el_a};

	for (int j = 0; j < c->ncoupled; j++) {
		c->ue[c->coupled[j]] = x[SLOT_DISP][j];
		c->ve[c->coupled[j]] = x[SLOT_VEL][j];
		c->ae[c->coupled[j]] = x[SLOT_ACCEL][j];
	}
	c->moved = c->force_valid = false;
	view_gather(c, s->view);
	for (int k = 0; k < SUBSTEP_MOTIONS; k++)
		mat_vec(s->n, s->view->el->ndof, s->row, at[k], ret_d[k]);
}

int problem_site_ramp(struct problem *p, const struct substep_gains *w, struct substeps *s)
{
	struct problem_core *c = p->core;
	struct site_part *site = c->site;
	struct element_io io;
	int code;

	problem_elements_time(c, p->tc + w->dt);
	to_site(p, s->x0, site->sub.x0);
	to_site(p, s->now, site->sub.now);
	to_site(p, s->x1, site->sub.x1);
	site->sub.t0 = p->tc;
	site->sub.instant0 = c->an->clock;
	substeps_begin(&site->sub, w);
	io = view_io(c, site->view);
	code = site->view->el->ops->ramp(site->view->el->self, &io, &site->sub);
	if (!code)
		mat_tvec(site->n, c->ncoupled, site->r, site->sub.before, s->before);
	return code;
}
