/* Participation of modes in the mass of the structure.
 *
 *   generalised mass   G_a = x_a' M x_a
 *   participation      L_ai = x_a' M r_i,  factor = L_ai / G_a,  mass = L_ai^2 / G_a
 *
 * r_i is the rigid motion of the structure in direction i: a unit translation, or a unit rotation about the centre of mass. M is the
 * mass of nodes and elements over the freedoms that are not fixed. Totals are made from masses lumped by diagonal scaling (Hinton,
 * Rock & Zienkiewicz 1976, doi:10.1002/eqe.4290040305), with the translational masses turning about the centre of mass.
 * Effective masses: A. K. Chopra, Dynamics of Structures, chapter 13.
 */
#include "script/script_modal.h"

#include <math.h>
#include <string.h>

struct modal_work {
	const struct model *m;
	struct modal *out;
	bool *fixed;                        /* ndof */
	double *rigid[MODAL_DIRECTIONS];    /* r_i over all freedoms, zero at fixed ones */
	double *lumped;                     /* ndof */
	double *block;                      /* an element's mass */
};

static const char *const NAMES[4][MODAL_DIRECTIONS] = {
	[1] = { "MX" },
	[2] = { "MX", "MY", "RMZ" },
	[3] = { "MX", "MY", "MZ", "RMX", "RMY", "RMZ" },
};

static const int NDIRECTION[4] = { 0, 1, 3, 6 };

const char *modal_direction_name(int ndm, int direction)
{
	return NAMES[ndm][direction];
}

static struct node *node_at(const struct model *m, int i)
{
	return m->nodes.row[i].object;
}

/* ---- masses of nodes and elements, block by block ----------------------------------------------------------- */

struct mass_block {
	int n;                              /* freedoms */
	int dof[ELEMENT_DOF_MAX];           /* in the model */
	int local[ELEMENT_DOF_MAX];         /* direction 0..ndirection-1, -1 for others (pressure) */
	const double *value;                /* n x n */
};

static void add_node(const struct modal_work *w, struct mass_block *b, const struct node *n)
{
	for (int i = 0; i < n->ndf; i++) {
		b->dof[b->n] = n->dof0 + i;
		b->local[b->n++] = i < w->out->ndirection ? i : -1;
	}
}

static void node_block(const struct modal_work *w, const struct node *n, struct mass_block *ret)
{
	ret->n = 0;
	add_node(w, ret, n);
	ret->value = n->mass;
}

static bool element_block(const struct modal_work *w, const struct element *el, struct mass_block *ret)
{
	if (!el->ops->mass)
		return false;
	ret->n = 0;
	for (int i = 0; i < el->nnode; i++)
		add_node(w, ret, el->node[i]);
	memset(w->block, 0, (size_t)ret->n * (size_t)ret->n * sizeof(double));
	el->ops->mass(el->self, w->block);
	ret->value = w->block;
	return true;
}

/* Entries of a mass given by matrices, one by one. They have no direction of their own: which way a freedom goes is told by its influence. */
static void each_entry(struct modal_work *w, const struct matrix_part *x, void (*visit)(struct modal_work *, const struct mass_block *, void *), void *data)
{
	const struct pattern_csc *p = &x->pattern;

	for (int j = 0; j < x->n && x->m; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			double both = p->symmetric ? x->m[k] : 0.0, pair[4] = { 0.0, x->m[k], both, 0.0 };
			struct mass_block b = { .n = 2, .dof = { x->node[p->row[k]].dof0, x->node[j].dof0 }, .local = { -1, -1 }, .value = pair };

			if (p->row[k] == j) {
				b.n = 1;
				b.value = &x->m[k];
			}
			visit(w, &b, data);
		}
}

/* Calls visit for the mass of every node, element and part given by matrices. */
static void each_block(struct modal_work *w, void (*visit)(struct modal_work *, const struct mass_block *, void *), void *data)
{
	struct mass_block b;

	for (int i = 0; i < w->m->nodes.n; i++) {
		node_block(w, node_at(w->m, i), &b);
		visit(w, &b, data);
	}
	for (int i = 0; i < w->m->elements.n; i++)
		if (element_block(w, w->m->elements.row[i].object, &b))
			visit(w, &b, data);
	for (int i = 0; i < w->m->npart; i++)
		each_entry(w, w->m->part[i], visit, data);
}

/* Row sums give the block's mass in each direction; the diagonal is scaled to it. */
static void lump(struct modal_work *w, const struct mass_block *b, void *data)
{
	double sum[MODAL_DIRECTIONS] = { 0 }, diagonal[MODAL_DIRECTIONS] = { 0 };

	(void)data;
	for (int i = 0; i < b->n; i++) {
		if (b->local[i] < 0)
			continue;
		for (int j = 0; j < b->n; j++)
			sum[b->local[i]] += b->value[i * b->n + j];
		diagonal[b->local[i]] += b->value[i * b->n + i];
	}
	for (int i = 0; i < b->n; i++)
		if (b->local[i] >= 0 && diagonal[b->local[i]] != 0.0)
			w->lumped[b->dof[i]] += b->value[i * b->n + i] * sum[b->local[i]] / diagonal[b->local[i]];
}

struct product { const double *x; double *y; };

/* y += M x over free freedoms. */
static void multiply(struct modal_work *w, const struct mass_block *b, void *data)
{
	struct product *p = data;

	for (int i = 0; i < b->n; i++) {
		if (w->fixed[b->dof[i]])
			continue;
		for (int j = 0; j < b->n; j++)
			if (!w->fixed[b->dof[j]])
				p->y[b->dof[i]] += b->value[i * b->n + j] * p->x[b->dof[j]];
	}
}

/* ---- rigid motions and totals ------------------------------------------------------------------------------- */

/* Weighted by the mass in each direction; the middle of the nodes where there is no mass. */
static void find_center(struct modal_work *w)
{
	for (int j = 0; j < w->out->ndm; j++) {
		double mass = 0.0, moment = 0.0, sum = 0.0;
		int count = 0;

		for (int i = 0; i < w->m->nodes.n; i++) {
			const struct node *n = node_at(w->m, i);

			if (j >= n->ndf || w->fixed[n->dof0 + j])
				continue;
			mass += w->lumped[n->dof0 + j];
			moment += w->lumped[n->dof0 + j] * n->x[j];
			sum += n->x[j];
			count++;
		}
		w->out->center[j] = mass > 0.0 ? moment / mass : count ? sum / count : 0.0;
	}
}

/* Displacement of freedom `dof` of a node in rigid motion `direction`; d: place from the centre. */
static double rigid_motion(int ndm, int direction, int dof, const double d[3])
{
	int axis;

	if (direction < ndm)
		return dof == direction ? 1.0 : 0.0;
	axis = ndm == 2 ? 2 : direction - 3;
	if (dof >= ndm)
		return dof == direction ? 1.0 : 0.0;
	if (dof == (axis + 1) % 3)
		return -d[(axis + 2) % 3];
	return dof == (axis + 2) % 3 ? d[(axis + 1) % 3] : 0.0;
}

static void find_rigid_and_totals(struct modal_work *w)
{
	struct modal *o = w->out;

	for (int i = 0; i < w->m->nodes.n; i++) {
		const struct node *n = node_at(w->m, i);
		const double d[3] = { n->x[0] - o->center[0], n->x[1] - o->center[1], n->x[2] - o->center[2] };

		for (int dof = 0; dof < n->ndf && dof < o->ndirection; dof++)
			for (int k = 0; k < o->ndirection; k++) {
				double r = n->part ? node_influence(n, dof, k) : rigid_motion(o->ndm, k, dof, d), mass = r * r * w->lumped[n->dof0 + dof];

				o->total[k] += mass;
				if (w->fixed[n->dof0 + dof])
					continue;
				o->free[k] += mass;
				w->rigid[k][n->dof0 + dof] = r;
			}
	}
}

/* iota' M iota of matrices, of all their freedoms and of those that are free. */
static void add_matrices(struct modal_work *w, const struct matrix_part *x)
{
	const struct pattern_csc *p = &x->pattern;

	for (int j = 0; j < x->n && x->m; j++)
		for (int k = p->start[j]; k < p->start[j + 1]; k++)
			for (int d = 0; d < w->out->ndirection; d++) {
				const struct node *a = &x->node[p->row[k]], *b = &x->node[j];
				double mass = node_influence(a, 0, d) * x->m[k] * node_influence(b, 0, d) * (p->symmetric && a != b ? 2.0 : 1.0);

				w->out->total[d] += mass;
				if (!w->fixed[a->dof0] && !w->fixed[b->dof0])
					w->out->free[d] += mass;
			}
}

/* ---- modes -------------------------------------------------------------------------------------------------- */

static double dot(int n, const double *x, const double *y)
{
	double sum = 0.0;

	for (int i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

static void take_part(struct modal_work *w, int mode, bool unit, double *shape, double *product)
{
	struct modal *o = w->out;
	int ndof = w->m->ndof;
	double largest = 0.0;

	for (int i = 0; i < ndof; i++) {
		shape[i] = w->fixed[i] ? 0.0 : w->m->eigenvector[(size_t)mode * (size_t)ndof + (size_t)i];
		largest = fmax(largest, fabs(shape[i]));
		product[i] = 0.0;
	}
	o->scale[mode] = unit && largest > 0.0 ? 1.0 / largest : 1.0;
	for (int i = 0; i < ndof; i++)
		shape[i] *= o->scale[mode];
	each_block(w, multiply, &(struct product){ shape, product });
	o->generalised[mode] = dot(ndof, shape, product);
	for (int k = 0; k < o->ndirection; k++) {
		double l = dot(ndof, product, w->rigid[k]), g = o->generalised[mode];

		o->factor[mode * o->ndirection + k] = g > 0.0 ? l / g : 0.0;
		o->mass[mode * o->ndirection + k] = g > 0.0 ? l * l / g : 0.0;
	}
}

static bool claim(struct modal_work *w, struct arena *mem)
{
	struct modal *o = w->out;
	size_t ndof = (size_t)w->m->ndof, nmode = (size_t)o->nmode, n = nmode * (size_t)o->ndirection;
	bool good = true;

	for (int k = 0; k < o->ndirection; k++)
		good &= (w->rigid[k] = ARENA_ARRAY(mem, ndof, double)) != NULL;
	w->fixed = ARENA_ARRAY(mem, ndof, bool);
	w->lumped = ARENA_ARRAY(mem, ndof, double);
	w->block = ARENA_ARRAY(mem, ELEMENT_DOF_MAX * ELEMENT_DOF_MAX, double);
	o->scale = ARENA_ARRAY(mem, nmode, double);
	o->generalised = ARENA_ARRAY(mem, nmode, double);
	o->factor = ARENA_ARRAY(mem, n, double);
	o->mass = ARENA_ARRAY(mem, n, double);
	return good && w->fixed && w->lumped && w->block && o->scale && o->generalised && o->factor && o->mass;
}

int modal_compute(struct modal *ret, const struct model *m, bool unit, struct arena *mem, struct err *e)
{
	struct modal out = { .ndm = m->ndm, .nmode = m->nmode, .ndirection = NDIRECTION[m->ndm], .lambda = m->eigenvalue };
	struct modal_work w = { .m = m, .out = &out };
	double *shape = ARENA_ARRAY(mem, (size_t)m->ndof, double), *product = ARENA_ARRAY(mem, (size_t)m->ndof, double);

	if (m->nmode == 0) {
		int code = err_set(e, ERR_STATE, "modalProperties", "there are no modes yet");

		err_hint(e, "run eigen first");
		return code;
	}
	if (!claim(&w, mem) || !shape || !product)
		return err_set(e, ERR_MEMORY, "modalProperties", "no memory for %d freedoms", m->ndof);
	for (int i = 0; i < m->nsp; i++)
		w.fixed[m->sp[i]->node->dof0 + m->sp[i]->dof] = true;
	each_block(&w, lump, NULL);
	find_center(&w);
	find_rigid_and_totals(&w);
	for (int i = 0; i < m->npart; i++)
		add_matrices(&w, m->part[i]);
	for (int mode = 0; mode < m->nmode; mode++)
		take_part(&w, mode, unit, shape, product);
	*ret = out;
	return 0;
}
