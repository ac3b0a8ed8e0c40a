/* Load patterns, imposed ground motions, and Rayleigh factors of nodes and elements.
 *
 * A ground motion given by acceleration alone gets velocity and displacement by the trapezoidal rule on samples
 * dt_integrate apart (0.01, as OpenSees has it), and linear interpolation between them.
 */
#include "model/model.h"
#include "model/model_priv.h"

#include <math.h>
#include <string.h>

int model_add_pattern(struct model *m, int tag, enum pattern_kind kind, struct pattern **ret, struct err *e)
{
	struct pattern *p = ARENA_NEW(&m->arena, struct pattern);
	int code;

	if (!p)
		return err_set(e, ERR_MEMORY, "pattern", "no memory for pattern %d", tag);
	p->tag = tag;
	p->kind = kind;
	p->factor = 1.0;
	code = table_add(&m->patterns, tag, p, "load pattern", &m->arena, e);
	if (code)
		return code;
	m->stamp++;
	*ret = p;
	return 0;
}

int model_add_nodal_load(struct model *m, struct pattern *p, struct node *n, const double *value, struct err *e)
{
	double *copy = ARENA_ARRAY(&m->arena, (size_t)n->ndf, double);
	struct nodal_load *list;

	list = list_room(p->nodal, p->nnodal, &p->cap_nodal, sizeof(*list), &m->arena);
	if (!copy || !list)
		return err_set(e, ERR_MEMORY, "load", "no memory for the load on node %d", n->tag);
	memcpy(copy, value, (size_t)n->ndf * sizeof(double));
	p->nodal = list;
	p->nodal[p->nnodal++] = (struct nodal_load){.node = n, .value = copy};
	m->stamp++;
	return 0;
}

int model_add_member_load(struct model *m, struct pattern *p, int n, struct element *const *el, const struct element_load *l, struct err *e)
{
	int before = p->nmember;

	for (int i = 0; i < n; i++)
		if (!el[i]->ops->load) {
			int code = err_set(e, ERR_UNSUPPORTED, "eleLoad", "element %d is a %s, which takes no member loads", el[i]->tag, el[i]->ops->name);

			err_hint(e, "use nodal loads");
			return code;
		}
	for (int i = 0; i < n; i++) {
		struct member_load *list = list_room(p->member, p->nmember, &p->cap_member, sizeof(*list), &m->arena);

		if (!list) {
			p->nmember = before;
			return err_set(e, ERR_MEMORY, "eleLoad", "no memory for the load on element %d", el[i]->tag);
		}
		p->member = list;
		p->member[p->nmember++] = (struct member_load){.element = el[i], .load = *l};
	}
	m->stamp++;
	return 0;
}

/* --- ground motions ------------------------------------------------------------------------------ */

enum { SAMPLES_MAX = 1000000000 };

struct motion_table {
	int n;
	double dt;
	double *vel, *disp; /* NULL when given as a series */
};

/* Trapezoidal integral of a series on n samples. */
static void integrate(const struct series *s, int n, double dt, double *ret_integral)
{
	double before = series_value(s, 0.0);

	ret_integral[0] = 0.0;
	for (int i = 1; i < n; i++) {
		double now = series_value(s, i * dt);

		ret_integral[i] = ret_integral[i - 1] + 0.5 * dt * (before + now);
		before = now;
	}
}

static void integrate_samples(const double *x, int n, double dt, double *ret_integral)
{
	ret_integral[0] = 0.0;
	for (int i = 1; i < n; i++)
		ret_integral[i] = ret_integral[i - 1] + 0.5 * dt * (x[i - 1] + x[i]);
}

static double sample(const double *x, int n, double dt, double t)
{
	double at = floor(t / dt);
	int i;

	/* time may be any number: it is compared before it is an index */
	if (!(at >= 0.0 && at + 1.0 < n))
		return 0.0;
	i = (int)at;
	return x[i] + (x[i + 1] - x[i]) * (t / dt - i);
}

/* Velocity and displacement tables of a motion where they are not given. */
static int motion_integrate(struct ground_motion *g, struct arena *mem, struct err *e)
{
	const struct series *base = g->vel ? g->vel : g->accel;
	struct motion_table *t;
	double length;

	if (!base || g->disp)
		return 0;
	length = base->ops->duration ? base->ops->duration(base->self) : 0.0;
	if (!(length > 0.0)) {
		int code = err_set(e, ERR_UNSUPPORTED, "groundMotion", "motion %d cannot be integrated: its series has no end", g->tag);

		err_hint(e, "give -disp too, or use a Path series");
		return code;
	}
	if (length / g->dt_integrate > SAMPLES_MAX) {
		int code = err_set(e, ERR_RANGE, "groundMotion", "motion %d is too long to be integrated", g->tag);

		err_value(e, "%g", length);
		err_allowed(e, "<= %g", SAMPLES_MAX * g->dt_integrate);
		err_hint(e, "give -disp too, or let the series end sooner");
		return code;
	}
	t = ARENA_NEW(mem, struct motion_table);
	if (!t)
		return err_set(e, ERR_MEMORY, "groundMotion", "no memory for motion %d", g->tag);
	t->dt = g->dt_integrate;
	t->n = (int)(length / t->dt + 1.0) + 1;
	t->vel = ARENA_ARRAY(mem, (size_t)t->n, double);
	t->disp = ARENA_ARRAY(mem, (size_t)t->n, double);
	if (!t->vel || !t->disp)
		return err_set(e, ERR_MEMORY, "groundMotion", "no memory for %d samples of motion %d", t->n, g->tag);
	if (g->vel) {
		integrate(g->vel, t->n, t->dt, t->disp);
	} else {
		integrate(g->accel, t->n, t->dt, t->vel);
		integrate_samples(t->vel, t->n, t->dt, t->disp);
	}
	g->table = t;
	return 0;
}

int model_add_motion(struct model *m, struct pattern *p, int tag, const struct series *accel, const struct series *vel,
                     const struct series *disp, double factor, struct err *e)
{
	struct ground_motion *g = ARENA_NEW(&m->arena, struct ground_motion), **list;
	int code;

	if (!accel && !vel && !disp)
		return err_set(e, ERR_ARGUMENT, "groundMotion", "motion %d needs -accel, -vel or -disp", tag);
	list = list_room(p->motion, p->nmotion, &p->cap_motion, sizeof(*list), &m->arena);
	if (!g || !list)
		return err_set(e, ERR_MEMORY, "groundMotion", "no memory for motion %d", tag);
	*g = (struct ground_motion){.tag = tag, .accel = accel, .vel = vel, .disp = disp, .factor = factor, .dt_integrate = 0.01};
	code = motion_integrate(g, &m->arena, e);
	if (code)
		return code;
	p->motion = list;
	p->motion[p->nmotion++] = g;
	m->stamp++;
	return 0;
}

int model_add_imposed(struct model *m, struct pattern *p, struct node *n, int dof, int motion, struct err *e)
{
	struct ground_motion *g = NULL;
	struct imposed *list;
	int code;

	for (int i = 0; i < p->nmotion; i++)
		if (p->motion[i]->tag == motion)
			g = p->motion[i];
	if (!g)
		return err_set(e, ERR_MISSING, "imposedMotion", "pattern %d has no groundMotion %d", p->tag, motion);
	if (dof < 0 || dof >= n->ndf) {
		code = err_set(e, ERR_RANGE, "imposedMotion", "freedom of node %d", n->tag);
		err_value(e, "%d", dof + 1);
		err_allowed(e, "1 to %d", n->ndf);
		return code;
	}
	list = list_room(p->imposed, p->nimposed, &p->cap_imposed, sizeof(*list), &m->arena);
	if (!list)
		return err_set(e, ERR_MEMORY, "imposedMotion", "no memory");
	p->imposed = list;
	p->imposed[p->nimposed++] = (struct imposed){.node = n, .dof = dof, .motion = g};
	m->stamp++;
	return 0;
}

void motion_value(const struct ground_motion *g, double t, double *ret_disp, double *ret_vel, double *ret_accel)
{
	const struct motion_table *s = g->table;
	double disp = g->disp ? series_value(g->disp, t) : s ? sample(s->disp, s->n, s->dt, t) : 0.0;
	double vel = g->vel ? series_value(g->vel, t) : s && !g->disp ? sample(s->vel, s->n, s->dt, t) : 0.0;
	double accel = g->accel ? series_value(g->accel, t) : 0.0;

	*ret_disp = g->factor * disp;
	*ret_vel = g->factor * vel;
	*ret_accel = g->factor * accel;
}

/* --- Rayleigh damping ---------------------------------------------------------------------------- */

void model_rayleigh(struct model *m, const double factor[4])
{
	memcpy(m->rayleigh, factor, sizeof(m->rayleigh));
	for (int i = 0; i < m->nodes.n; i++)
		((struct node *)m->nodes.row[i].object)->mass_factor = factor[0];
	for (int i = 0; i < m->elements.n; i++)
		memcpy(((struct element *)m->elements.row[i].object)->factor, factor, 4 * sizeof(double));
	for (int i = 0; i < m->npart; i++)
		memcpy(m->part[i]->factor, factor, 4 * sizeof(double));
	m->stamp++;
}

void model_region_rayleigh(struct model *m, const struct region *r, const double factor[4])
{
	for (int i = 0; i < r->nnode; i++) {
		struct node *n = model_node(m, r->node[i]);

		if (n)
			n->mass_factor = factor[0];
	}
	for (int i = 0; i < r->nelement; i++) {
		struct element *el = model_element(m, r->element[i]);

		if (el)
			memcpy(el->factor, factor, 4 * sizeof(double));
	}
	m->stamp++;
}
