/* Constraints: fixed and prescribed freedoms, and linear dependence of one node's freedoms on another's.
 *
 * Multi-point constraints are u_c = C u_r. A rigid beam or floor moves as a rigid body, with d the vector from the
 * retained to the constrained node: u_c = u_r + theta x d, theta_c = theta_r (small rotations).
 */
#include "base/base.h"
#include "model/model.h"
#include "model/model_priv.h"

#include <math.h>
#include <string.h>

static int dof_check(const struct node *n, int dof, const char *object, struct err *e)
{
	int code;

	if (dof >= 0 && dof < n->ndf)
		return 0;
	code = err_set(e, ERR_RANGE, object, "node %d has no freedom %d", n->tag, dof + 1);
	err_value(e, "%d", dof + 1);
	err_allowed(e, "1 to %d", n->ndf);
	return code;
}

static double displacement(const struct model *m, const struct node *n, int dof)
{
	return m->displacement ? m->displacement(m->displacement_of, n, dof) : 0.0;
}

int model_add_sp(struct model *m, struct node *n, int dof, double value, const struct pattern *pattern, struct err *e)
{
	const char *object = pattern ? "sp" : "fix";
	struct sp *sp, **list;
	int code = dof_check(n, dof, object, e);

	if (code)
		return code;
	for (int i = 0; n->held >> dof & 1u && i < m->nsp; i++)
		if (m->sp[i]->node == n && m->sp[i]->dof == dof) {
			if (!pattern && !m->sp[i]->pattern)
				return 0; /* fixed already */
			code = err_set(e, ERR_DUPLICATE, object, "node %d, freedom %d, is constrained already", n->tag, dof + 1);
			err_hint(e, "remove one of the two constraints");
			return code;
		}
	sp = ARENA_NEW(&m->arena, struct sp);
	list = list_room(m->sp, m->nsp, &m->cap_sp, sizeof(*list), &m->arena);
	if (!sp || !list)
		return err_set(e, ERR_MEMORY, object, "no memory for a constraint on node %d", n->tag);
	*sp = (struct sp){.tag = m->next_sp++, .node = n, .dof = dof, .value = value, .pattern = pattern, .origin = displacement(m, n, dof)};
	m->sp = list;
	m->sp[m->nsp++] = sp;
	n->held |= 1u << dof;
	m->stamp++;
	return 0;
}

int model_fix(struct model *m, struct node *n, int dof, struct err *e)
{
	return model_add_sp(m, n, dof, 0.0, NULL, e);
}

void model_sp_back(struct model *m, int nsp)
{
	while (m->nsp > nsp) {
		const struct sp *sp = m->sp[--m->nsp];

		sp->node->held &= ~(1u << sp->dof);
		m->next_sp = sp->tag;
		m->stamp++;
	}
}

static int self_check(const struct node *retained, const struct node *constrained, const char *object, struct err *e)
{
	return retained == constrained ? err_set(e, ERR_ARGUMENT, object, "node %d cannot be tied to itself", retained->tag) : 0;
}

static int add_mp(struct model *m, struct node *retained, struct node *constrained, int nr, const int *dof_r, int nc, const int *dof_c,
                 const double *matrix, struct err *e)
{
	const char *object = "multi-point constraint";
	struct mp *mp, **list;
	int code = self_check(retained, constrained, object, e);

	for (int i = 0; i < nr && !code; i++)
		code = dof_check(retained, dof_r[i], object, e);
	for (int i = 0; i < nc && !code; i++)
		code = dof_check(constrained, dof_c[i], object, e);
	if (code)
		return code;
	mp = ARENA_NEW(&m->arena, struct mp);
	if (mp) {
		mp->dof_r = ARENA_ARRAY(&m->arena, (size_t)nr, int);
		mp->dof_c = ARENA_ARRAY(&m->arena, (size_t)nc, int);
		mp->matrix = ARENA_ARRAY(&m->arena, (size_t)(nr * nc), double);
		mp->offset = ARENA_ARRAY(&m->arena, (size_t)nc, double);
	}
	list = list_room(m->mp, m->nmp, &m->cap_mp, sizeof(*list), &m->arena);
	if (!mp || !mp->dof_r || !mp->dof_c || !mp->matrix || !mp->offset || !list)
		return err_set(e, ERR_MEMORY, object, "no memory for nodes %d and %d", retained->tag, constrained->tag);
	mp->tag = m->next_mp++;
	mp->retained = retained;
	mp->constrained = constrained;
	mp->nr = nr;
	mp->nc = nc;
	memcpy(mp->dof_r, dof_r, (size_t)nr * sizeof(int));
	memcpy(mp->dof_c, dof_c, (size_t)nc * sizeof(int));
	memcpy(mp->matrix, matrix, (size_t)(nr * nc) * sizeof(double));
	for (int i = 0; i < nc; i++) {
		mp->offset[i] = displacement(m, constrained, dof_c[i]);
		for (int k = 0; k < nr; k++)
			mp->offset[i] -= matrix[i * nr + k] * displacement(m, retained, dof_r[k]);
	}
	m->mp = list;
	m->mp[m->nmp++] = mp;
	m->stamp++;
	return 0;
}

int model_equal_dof(struct model *m, struct node *retained, struct node *constrained, int n, const int *dof, struct err *e)
{
	double identity[NODE_DOF_MAX * NODE_DOF_MAX] = {0};

	if (n < 1 || n > NODE_DOF_MAX) {
		int code = err_set(e, ERR_RANGE, "equalDOF", "number of freedoms");

		err_value(e, "%d", n);
		err_allowed(e, "1 to %d", NODE_DOF_MAX);
		return code;
	}
	for (int i = 0; i < n; i++)
		identity[i * n + i] = 1.0;
	return add_mp(m, retained, constrained, n, dof, n, dof, identity, e);
}

/* Rigid bodies need the usual freedoms: ndm translations, then rotations (1 in the plane, 3 in space). */
static int rigid_check(const struct node *r, const struct node *c, int need, const char *object, struct err *e)
{
	int code;

	if (r->ndf == c->ndf && r->ndm == c->ndm && r->ndf >= need)
		return 0;
	code = err_set(e, ERR_UNSUPPORTED, object, "nodes %d and %d need at least %d freedoms each, and as many as each other", r->tag, c->tag, need);
	err_value(e, "%d and %d", r->ndf, c->ndf);
	return code;
}

static int rigid_bar(struct model *m, struct node *r, struct node *c, struct err *e)
{
	int dof[3] = {0, 1, 2};
	int code = rigid_check(r, c, r->ndm, "rigidLink bar", e);

	return code ? code : model_equal_dof(m, r, c, r->ndm, dof, e);
}

int model_rigid_link(struct model *m, bool beam, struct node *r, struct node *c, struct err *e)
{
	int dof[6] = {0, 1, 2, 3, 4, 5};
	double t[36] = {0}, d[3];
	int n = r->ndm == 3 ? 6 : 3;
	int code;

	if (!beam || r->ndm == 1)
		return rigid_bar(m, r, c, e);
	code = rigid_check(r, c, n, "rigidLink beam", e);
	if (code)
		return code;
	for (int i = 0; i < 3; i++)
		d[i] = c->x[i] - r->x[i];
	for (int i = 0; i < n; i++)
		t[i * n + i] = 1.0;
	if (n == 3) {
		t[0 * 3 + 2] = -d[1];
		t[1 * 3 + 2] = d[0];
	} else {
		t[0 * 6 + 4] = d[2];
		t[0 * 6 + 5] = -d[1];
		t[1 * 6 + 3] = -d[2];
		t[1 * 6 + 5] = d[0];
		t[2 * 6 + 3] = d[1];
		t[2 * 6 + 4] = -d[0];
	}
	return add_mp(m, r, c, n, dof, n, dof, t, e);
}

int model_rigid_diaphragm(struct model *m, int normal, struct node *r, int n, struct node **c, struct err *e)
{
	/* the two directions in the floor's plane and the rotation about its normal */
	static const int plane[3][2] = {{1, 2}, {0, 2}, {0, 1}};
	/* u_p = u_r + s theta d_q: cross product of the normal with d */
	static const double sign[3][2] = {{-1, 1}, {1, -1}, {-1, 1}};
	int code = 0;

	ASSERT(normal >= 0 && normal < 3);
	/* all of them before the first is tied */
	for (int i = 0; i < n && !code; i++) {
		code = self_check(r, c[i], "rigidDiaphragm", e);
		if (!code)
			code = rigid_check(r, c[i], 6, "rigidDiaphragm", e);
		if (!code && fabs(r->x[normal] - c[i]->x[normal]) > 1e-8 * (1.0 + fabs(r->x[normal]))) {
			code = err_set(e, ERR_GEOMETRY, "rigidDiaphragm", "node %d is not in the floor of node %d", c[i]->tag, r->tag);
			err_value(e, "%g against %g", c[i]->x[normal], r->x[normal]);
		}
	}
	for (int i = 0; i < n && !code; i++) {
		int p = plane[normal][0], q = plane[normal][1];
		int dof[3] = {p, q, 3 + normal};
		double dp = c[i]->x[p] - r->x[p], dq = c[i]->x[q] - r->x[q];
		double t[9] = {1, 0, sign[normal][0] * dq, 0, 1, sign[normal][1] * dp, 0, 0, 1};

		code = add_mp(m, r, c[i], 3, dof, 3, dof, t, e);
	}
	return code;
}

bool model_constraints_virgin(struct model *m)
{
	bool moved = false;

	for (int i = 0; i < m->nsp; i++) {
		moved |= m->sp[i]->origin != 0.0;
		m->sp[i]->origin = 0.0;
	}
	for (int i = 0; i < m->nmp; i++)
		for (int k = 0; k < m->mp[i]->nc; k++) {
			moved |= m->mp[i]->offset[k] != 0.0;
			m->mp[i]->offset[k] = 0.0;
		}
	m->stamp += moved;
	return moved;
}

/* --- removal ------------------------------------------------------------------------------------- */

int model_remove_sp(struct model *m, int node, int dof, struct err *e)
{
	for (int i = 0; i < m->nsp; i++)
		if (m->sp[i]->node->tag == node && m->sp[i]->dof == dof) {
			m->sp[i]->node->held &= ~(1u << dof);
			memmove(m->sp + i, m->sp + i + 1, (size_t)(m->nsp - i - 1) * sizeof(*m->sp));
			m->nsp--;
			m->stamp++;
			return 0;
		}
	return err_set(e, ERR_MISSING, "remove sp", "node %d, freedom %d, is not constrained", node, dof + 1);
}

int model_remove_mp(struct model *m, int tag, struct err *e)
{
	for (int i = 0; i < m->nmp; i++)
		if (m->mp[i]->tag == tag) {
			memmove(m->mp + i, m->mp + i + 1, (size_t)(m->nmp - i - 1) * sizeof(*m->mp));
			m->nmp--;
			m->stamp++;
			return 0;
		}
	return err_set(e, ERR_MISSING, "remove mp", "there is no multi-point constraint %d", tag);
}

/* Drops the constraints of a node (or, node NULL, those that belong to a pattern). */
static void constraint_drop(struct model *m, const struct node *node, const struct pattern *pattern)
{
	int keep = 0;

	for (int i = 0; i < m->nsp; i++) {
		struct sp *sp = m->sp[i];

		if (node ? sp->node != node : sp->pattern != pattern)
			m->sp[keep++] = sp;
		else
			sp->node->held &= ~(1u << sp->dof);
	}
	m->nsp = keep;
	if (!node)
		return;
	keep = 0;
	for (int i = 0; i < m->nmp; i++)
		if (m->mp[i]->retained != node && m->mp[i]->constrained != node)
			m->mp[keep++] = m->mp[i];
	m->nmp = keep;
}

int model_remove_node(struct model *m, int tag, struct err *e)
{
	struct node *n;
	int code = model_need_node(m, tag, "remove node", &n, e);

	if (code)
		return code;
	if (n->part) {
		code = err_set(e, ERR_STATE, "remove node", "node %d is a freedom of matrices", tag);
		err_hint(e, "fix it instead");
		return code;
	}
	for (int i = 0; i < m->elements.n; i++) {
		const struct element *el = m->elements.row[i].object;

		for (int k = 0; k < el->nnode; k++)
			if (el->node[k] == n) {
				code = err_set(e, ERR_STATE, "remove node", "node %d still carries element %d", tag, el->tag);
				err_hint(e, "remove the element first");
				return code;
			}
	}
	for (int i = 0; i < m->patterns.n; i++) {
		struct pattern *p = m->patterns.row[i].object;
		int keep = 0;

		for (int k = 0; k < p->nnodal; k++)
			if (p->nodal[k].node != n)
				p->nodal[keep++] = p->nodal[k];
		p->nnodal = keep;
		keep = 0;
		for (int k = 0; k < p->nimposed; k++)
			if (p->imposed[k].node != n)
				p->imposed[keep++] = p->imposed[k];
		p->nimposed = keep;
	}
	constraint_drop(m, n, NULL);
	table_remove(&m->nodes, tag);
	m->stamp++;
	return 0;
}

int model_remove_element(struct model *m, int tag, struct err *e)
{
	struct element *el = model_element(m, tag);

	if (!el)
		return err_set(e, ERR_MISSING, "remove element", "there is no element %d", tag);
	for (int i = 0; i < m->patterns.n; i++) {
		struct pattern *p = m->patterns.row[i].object;
		int keep = 0;

		for (int k = 0; k < p->nmember; k++)
			if (p->member[k].element != el)
				p->member[keep++] = p->member[k];
		p->nmember = keep;
	}
	if (el->ops->removed)
		el->ops->removed(el->self);
	table_remove(&m->elements, tag);
	m->stamp++;
	return 0;
}

int model_remove_pattern(struct model *m, int tag, struct err *e)
{
	const struct pattern *p = model_pattern(m, tag);

	if (!p || !table_remove(&m->patterns, tag))
		return err_set(e, ERR_MISSING, "remove loadPattern", "there is no load pattern %d", tag);
	constraint_drop(m, NULL, p);
	m->stamp++;
	return 0;
}
