/* The model's tables of tagged objects, its life cycle and its nodes. */
#include "model/model.h"

#include "base/base.h"
#include "model/model_priv.h"

#include <string.h>

void model_init(struct model *m)
{
	memset(m, 0, sizeof(*m));
	arena_init(&m->arena);
	arena_init(&m->eigen_arena);
	arena_init(&m->reduction_arena);
	m->next_sp = 1;
	m->next_mp = 1;
}

void model_wipe(struct model *m)
{
	struct model old = *m;

	model_fini(m);
	model_init(m);
	m->stamp = old.stamp + 1;
	m->displacement = old.displacement;
	m->displacement_of = old.displacement_of;
	m->lab = old.lab;
}

void model_fini(struct model *m)
{
	arena_fini(&m->arena);
	arena_fini(&m->eigen_arena);
	arena_fini(&m->reduction_arena);
}

void *list_room(void *list, int n, int *cap, size_t size, struct arena *mem)
{
	int want = *cap ? 2 * *cap : 16;
	void *bigger;

	if (n < *cap)
		return list;
	bigger = arena_array(mem, (size_t)want, size);
	if (!bigger)
		return NULL;
	if (n)
		memcpy(bigger, list, (size_t)n * size);
	*cap = want;
	return bigger;
}

/* --- tagged tables ------------------------------------------------------------------------------- */

/* Index of the first row whose tag is not below the given one. */
static int table_place(const struct table *t, int tag)
{
	int lo = 0, hi = t->n;

	/* tags without gaps, as most models have them, and the next tag need no search */
	if (hi == 0 || tag > t->row[hi - 1].tag)
		return hi;
	if (tag >= t->row[0].tag && (long)t->row[hi - 1].tag - t->row[0].tag == hi - 1)
		return tag - t->row[0].tag;
	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (t->row[mid].tag < tag)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

void *table_get(const struct table *t, int tag)
{
	int i = table_place(t, tag);

	return i < t->n && t->row[i].tag == tag ? t->row[i].object : NULL;
}

int table_within(const struct table *t, int first, int last)
{
	int i = table_place(t, first);

	return i < t->n && t->row[i].tag <= last ? i : -1;
}

int table_add(struct table *t, int tag, void *object, const char *kind, struct arena *mem, struct err *e)
{
	struct tagged *row;
	int i = table_place(t, tag);

	if (i < t->n && t->row[i].tag == tag) {
		int code = err_set(e, ERR_DUPLICATE, kind, "tag %d is in use already", tag);

		err_hint(e, "choose another tag, or remove the first one");
		return code;
	}
	row = list_room(t->row, t->n, &t->cap, sizeof(*row), mem);
	if (!row)
		return err_set(e, ERR_MEMORY, kind, "no memory for another one");
	t->row = row;
	memmove(t->row + i + 1, t->row + i, (size_t)(t->n - i) * sizeof(*t->row));
	t->row[i] = (struct tagged){.tag = tag, .object = object};
	t->n++;
	return 0;
}

bool table_remove(struct table *t, int tag)
{
	int i = table_place(t, tag);

	if (i >= t->n || t->row[i].tag != tag)
		return false;
	memmove(t->row + i, t->row + i + 1, (size_t)(t->n - i - 1) * sizeof(*t->row));
	t->n--;
	return true;
}

/* --- look-ups ------------------------------------------------------------------------------------ */

struct node *model_node(const struct model *m, int tag) { return table_get(&m->nodes, tag); }
struct element *model_element(const struct model *m, int tag) { return table_get(&m->elements, tag); }
struct material *model_material(const struct model *m, int tag) { return table_get(&m->materials, tag); }
struct section *model_section(const struct model *m, int tag) { return table_get(&m->sections, tag); }
struct transform *model_transform(const struct model *m, int tag) { return table_get(&m->transforms, tag); }
struct integration *model_integration(const struct model *m, int tag) { return table_get(&m->integrations, tag); }
struct series *model_series(const struct model *m, int tag) { return table_get(&m->series, tag); }
struct pattern *model_pattern(const struct model *m, int tag) { return table_get(&m->patterns, tag); }
struct region *model_region(const struct model *m, int tag) { return table_get(&m->regions, tag); }

/* One look-up that complains: kind is what is missing, command how it is made. */
static void *table_need(const struct table *t, int tag, const char *kind, const char *command, const char *object, struct err *e)
{
	void *found = table_get(t, tag);

	if (!found) {
		err_set(e, ERR_MISSING, object, "there is no %s %d", kind, tag);
		err_value(e, "%d", tag);
		if (t->n)
			err_allowed(e, "%d tags between %d and %d", t->n, t->row[0].tag, t->row[t->n - 1].tag);
		err_hint(e, "define it before with the command %s", command);
	}
	return found;
}

int model_need_node(const struct model *m, int tag, const char *object, struct node **ret, struct err *e)
{
	struct node *found = table_need(&m->nodes, tag, "node", "node", object, e);

	if (!found)
		return ERR_MISSING;
	*ret = found;
	return 0;
}

int model_need_material(const struct model *m, int tag, const char *object, struct material **ret, struct err *e)
{
	struct material *found = table_need(&m->materials, tag, "uniaxial material", "uniaxialMaterial", object, e);

	if (!found)
		return ERR_MISSING;
	*ret = found;
	return 0;
}

int model_need_section(const struct model *m, int tag, const char *object, struct section **ret, struct err *e)
{
	struct section *found = table_need(&m->sections, tag, "section", "section", object, e);

	if (!found)
		return ERR_MISSING;
	*ret = found;
	return 0;
}

int model_need_transform(const struct model *m, int tag, const char *object, struct transform **ret, struct err *e)
{
	struct transform *found = table_need(&m->transforms, tag, "geometric transformation", "geomTransf", object, e);

	if (!found)
		return ERR_MISSING;
	*ret = found;
	return 0;
}

int model_need_integration(const struct model *m, int tag, const char *object, struct integration **ret, struct err *e)
{
	struct integration *found = table_need(&m->integrations, tag, "integration along members", "beamIntegration", object, e);

	if (!found)
		return ERR_MISSING;
	*ret = found;
	return 0;
}

int model_need_series(const struct model *m, int tag, const char *object, struct series **ret, struct err *e)
{
	struct series *found = table_need(&m->series, tag, "time series", "timeSeries", object, e);

	if (!found)
		return ERR_MISSING;
	*ret = found;
	return 0;
}

/* --- nodes --------------------------------------------------------------------------------------- */

int model_add_node(struct model *m, int tag, int ndf, const double *x, struct err *e)
{
	struct node *n;
	int code;

	ASSERT(m->ndm >= 1 && m->ndm <= 3);
	if (ndf < 1 || ndf > NODE_DOF_MAX) {
		code = err_set(e, ERR_RANGE, "node", "number of freedoms of node %d", tag);
		err_value(e, "%d", ndf);
		err_allowed(e, "1 to %d", NODE_DOF_MAX);
		return code;
	}
	n = ARENA_NEW(&m->arena, struct node);
	if (n)
		n->mass = ARENA_ARRAY(&m->arena, (size_t)(ndf * ndf), double);
	if (!n || !n->mass)
		return err_set(e, ERR_MEMORY, "node", "no memory for node %d", tag);
	n->tag = tag;
	n->ndm = m->ndm;
	n->ndf = ndf;
	n->dof0 = -1;
	memcpy(n->x, x, (size_t)m->ndm * sizeof(double));
	code = table_add(&m->nodes, tag, n, "node", &m->arena, e);
	if (code)
		return code;
	m->stamp++;
	return 0;
}

int model_set_mass(struct model *m, struct node *n, const double *diagonal, struct err *e)
{
	for (int i = 0; i < n->ndf; i++)
		if (!(diagonal[i] >= 0.0)) {
			int code = err_set(e, ERR_RANGE, "mass", "mass of node %d, freedom %d, must not be negative", n->tag, i + 1);

			err_value(e, "%g", diagonal[i]);
			err_allowed(e, ">= 0");
			return code;
		}
	memset(n->mass, 0, (size_t)(n->ndf * n->ndf) * sizeof(double));
	for (int i = 0; i < n->ndf; i++)
		n->mass[i * n->ndf + i] = diagonal[i];
	m->stamp++;
	return 0;
}

/* Mode shapes follow their nodes to the new numbers; nodes that came later have zeros. Without memory they are forgotten. */
static void carry_shapes(struct model *m, int ndof)
{
	double *shape = m->nmode > 0 ? ARENA_ARRAY(&m->eigen_arena, (size_t)m->nmode * (size_t)ndof, double) : NULL;
	int next = 0;

	if (!shape)
		m->nmode = 0;
	for (int i = 0; i < m->nodes.n; i++) {
		const struct node *n = m->nodes.row[i].object;

		for (int k = 0; k < m->nmode && n->dof0 >= 0; k++)
			memcpy(shape + (size_t)k * (size_t)ndof + next, m->eigenvector + (size_t)k * (size_t)m->ndof + n->dof0, (size_t)n->ndf * sizeof(double));
		next += n->ndf;
	}
	m->eigenvector = shape;
}

void model_number(struct model *m)
{
	int ndof = 0;
	bool same = true;

	for (int i = 0; i < m->nodes.n; i++) {
		const struct node *n = m->nodes.row[i].object;

		same = same && n->dof0 == ndof;
		ndof += n->ndf;
	}
	if (same && ndof == m->ndof)
		return;
	carry_shapes(m, ndof);
	m->ndof = 0;
	for (int i = 0; i < m->nodes.n; i++) {
		struct node *n = m->nodes.row[i].object;

		n->dof0 = m->ndof;
		m->ndof += n->ndf;
	}
}
