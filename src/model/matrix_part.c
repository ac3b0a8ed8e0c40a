/* Parts of the structure given by matrices: checks, one pattern for K, C and M, one node a freedom.
 *
 * A half of a symmetric matrix is kept, (a_ij + a_ji) / 2. The mass must be positive semi-definite; stiffness may be anything, since specimens and
 * other parts may hold it.
 */
#include "model/model.h"
#include "model/model_priv.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const char OBJECT[] = "matrixModel";
static const double MASS_SLACK = 1e-9;        /* of the diagonal: digits that an export in text may lose */
static const double MASS_WORK_NS = 20e9;      /* what looking at the mass may take */

static int no_memory(int n, struct err *e)
{
	return err_set(e, ERR_MEMORY, OBJECT, "no memory for %d freedoms", n);
}

double node_influence(const struct node *n, int dof, int direction)
{
	if (!n->part)
		return dof == direction ? 1.0 : 0.0;
	return direction < n->part->ndirection ? n->part->iota[(size_t)n->row * (size_t)n->part->ndirection + (size_t)direction] : 0.0;
}

int model_directions(const struct model *m)
{
	int most = m->ndf;

	for (int i = 0; i < m->npart; i++)
		if (m->part[i]->ndirection > most)
			most = m->part[i]->ndirection;
	return most;
}

/* --- checks ---------------------------------------------------------------------------------------- */

static int check_square(const struct csc *a, const char *name, int n, struct err *e)
{
	int code;

	if (!a || (a->rows == n && a->cols == n))
		return 0;
	code = err_set(e, ERR_ARGUMENT, OBJECT, "%s has another size than the stiffness", name);
	err_value(e, "%d x %d", a->rows, a->cols);
	err_allowed(e, "%d x %d", n, n);
	return code;
}

static int check_rows(const struct csc *a, const char *name, int n, struct err *e)
{
	int code;

	if (!a || (a->rows == n && a->cols <= NODE_DOF_MAX))
		return 0;
	code = err_set(e, ERR_ARGUMENT, OBJECT, "%s wants a row for each freedom and a column for each direction", name);
	err_value(e, "%d x %d", a->rows, a->cols);
	err_allowed(e, "%d rows, up to %d columns", n, NODE_DOF_MAX);
	return code;
}

static int check_symmetric(const struct csc *a, const char *name, double tolerance, struct err *e)
{
	double share = 0.0;
	int i = 0, j = 0, code = a ? csc_asymmetry(a, &share, &i, &j) : 0;

	if (code)
		return no_memory(a->cols, e);
	if (!(share > tolerance))
		return 0;
	code = err_set(e, ERR_UNSUPPORTED, OBJECT, "%s is not symmetric: entry (%d, %d) is %.10g, (%d, %d) is %.10g", name, i + 1, j + 1,
	               csc_at(a, i, j), j + 1, i + 1, csc_at(a, j, i));
	err_value(e, "%.3g of the diagonal", share);
	err_allowed(e, "%.3g", tolerance);
	err_hint(e, "-unsymmetric, if it shall be so; -symmetric tolerance, if rounded; if one half was written, let the file say symmetric");
	return code;
}

static int check_sizes(const struct matrix_plan *p, struct err *e)
{
	int n = p->k->rows, code;

	if (p->k->cols != n) {
		code = err_set(e, ERR_ARGUMENT, OBJECT, "%s is not square", p->k_name);
		err_value(e, "%d x %d", n, p->k->cols);
		return code;
	}
	code = check_square(p->m, p->m_name, n, e);
	if (!code)
		code = check_square(p->c, p->c_name, n, e);
	if (!code)
		code = check_rows(p->iota, p->iota_name, n, e);
	if (!code)
		code = check_rows(p->inertia, p->inertia_name, n, e);
	if (!code && p->inertia && (!p->iota || p->iota->cols != p->inertia->cols))
		code = err_set(e, ERR_ARGUMENT, OBJECT, "%s wants as many directions of -load beside it", p->inertia_name);
	for (int i = 0; i < p->ncouple && !code; i++)
		if (p->couple[i] < 0 || p->couple[i] >= n) {
			code = err_set(e, ERR_RANGE, OBJECT, "-couple: there is no such freedom");
			err_value(e, "%d", p->couple[i] + 1);
			err_allowed(e, "1 to %d", n);
		}
	return code;
}

static long entries(const struct csc *a)
{
	return a ? a->start[a->cols] : 0;
}

/* A size of the header that nothing in the file bears out would cost memory for nodes that nobody has meant. */
static int check_entries(const struct matrix_plan *p, struct err *e)
{
	long n = entries(p->k) + entries(p->m) + entries(p->c);
	int code;

	if (n >= p->k->rows)
		return 0;
	code = err_set(e, ERR_SINGULAR, OBJECT, "fewer entries than freedoms: some have neither stiffness nor mass");
	err_value(e, "%ld entries, %d freedoms", n, p->k->rows);
	err_hint(e, "leave such freedoms out of the files");
	return code;
}

/* Tags of the new nodes must be free, all of them. */
static int check_tags(const struct model *m, int first, int n, struct err *e)
{
	int code;

	if (first > INT_MAX - n) {
		code = err_set(e, ERR_RANGE, OBJECT, "the tags of %d nodes from there on are too large", n);
		err_value(e, "%d", first);
		return code;
	}
	for (int i = 0; i < m->nodes.n; i++) {
		int tag = m->nodes.row[i].tag;

		if (tag < first || tag >= first + n)
			continue;
		code = err_set(e, ERR_DUPLICATE, OBJECT, "node %d is there already, and freedom %d wants that tag", tag, tag - first + 1);
		err_hint(e, "-first tag begins elsewhere: freedom i is node tag + i - 1");
		return code;
	}
	return 0;
}

/* --- one pattern ----------------------------------------------------------------------------------- */

struct cursor { const struct csc *a, *t; int at, end, at_t, end_t; };   /* in a column of A, and of A' */

static void cursor_begin(struct cursor *c, int j)
{
	c->at = c->end = c->at_t = c->end_t = 0;
	if (!c->a)
		return;
	c->at = c->a->start[j];
	c->end = c->a->start[j + 1];
	if (!c->t)
		return;
	c->at_t = c->t->start[j];
	c->end_t = c->t->start[j + 1];
}

/* The nearest row at or below that this matrix has in the column. */
static int cursor_row(const struct cursor *c)
{
	int i = c->at < c->end ? c->a->row[c->at] : INT_MAX, k = c->at_t < c->end_t ? c->t->row[c->at_t] : INT_MAX;

	return i < k ? i : k;
}

/* Its value in that row, 0 where it has none, and on to the next one. */
static double cursor_take(struct cursor *c, int row)
{
	double x = 0.0, y = 0.0;

	if (c->at < c->end && c->a->row[c->at] == row)
		x = c->a->value[c->at++];
	if (!c->t)
		return x;
	if (c->at_t < c->end_t && c->t->row[c->at_t] == row)
		y = c->t->value[c->at_t++];
	return x == y ? x : 0.5 * (x + y);
}

enum { CURSORS = 3 };

/* Walks the places that any matrix has, the diagonal included; with value NULL only counts. */
static int merge(struct cursor cursor[CURSORS], int n, bool symmetric, struct pattern_csc *p, double *const value[CURSORS])
{
	int count = 0;

	for (int j = 0; j < n; j++) {
		bool diagonal = false;
		int row;

		for (int q = 0; q < CURSORS; q++)
			cursor_begin(&cursor[q], j);
		do {
			row = INT_MAX;
			for (int q = 0; q < CURSORS; q++)
				row = cursor_row(&cursor[q]) < row ? cursor_row(&cursor[q]) : row;
			if (!diagonal && row >= j)
				row = j;
			diagonal |= row == j;
			for (int q = 0; q < CURSORS && row < INT_MAX; q++) {
				double x = cursor_take(&cursor[q], row);

				if (value && value[q] && (!symmetric || row >= j))
					value[q][count] = x;
			}
			if (row == INT_MAX || (symmetric && row < j))
				continue;
			if (value)
				p->row[count] = row;
			count++;
		} while (row < INT_MAX);
		if (value)
			p->start[j + 1] = count;
	}
	return count;
}

static int merge_all(struct matrix_part *x, const struct matrix_plan *plan, struct arena *mem, struct err *e)
{
	const struct csc *from[CURSORS] = {plan->k, plan->c, plan->m};
	double **to[CURSORS] = {&x->k, &x->c, &x->m}, *value[CURSORS] = {NULL};
	struct cursor cursor[CURSORS] = {0};
	struct csc turned[CURSORS];
	struct arena scratch;
	bool good = true;

	arena_init(&scratch);
	x->pattern = (struct pattern_csc){.n = x->n, .symmetric = !plan->unsymmetric};
	for (int q = 0; q < CURSORS && good; q++) {
		cursor[q].a = from[q];
		if (from[q] && x->pattern.symmetric)
			good = csc_transpose(from[q], &scratch, &turned[q]) == 0;
		cursor[q].t = from[q] && x->pattern.symmetric ? &turned[q] : NULL;
	}
	if (good) {
		x->pattern.nnz = merge(cursor, x->n, x->pattern.symmetric, NULL, NULL);
		x->pattern.start = ARENA_ARRAY(mem, (size_t)x->n + 1, int);
		x->pattern.row = ARENA_ARRAY(mem, (size_t)x->pattern.nnz + 1, int);
		good = x->pattern.start && x->pattern.row;
	}
	for (int q = 0; q < CURSORS && good; q++)
		if (from[q]) {
			*to[q] = value[q] = ARENA_ARRAY(mem, (size_t)x->pattern.nnz + 1, double);
			good = value[q] != NULL;
		}
	if (good)
		merge(cursor, x->n, x->pattern.symmetric, &x->pattern, value);
	arena_fini(&scratch);
	return good ? 0 : no_memory(x->n, e);
}

/* On a pattern of its own: a lumped mass is looked at in no time. */
static int check_mass(const struct matrix_plan *plan, struct err *e)
{
	struct matrix_part only = {.n = plan->k->rows};
	struct arena scratch;
	int row = -1, code;

	if (!plan->m)
		return 0;
	arena_init(&scratch);
	code = merge_all(&only, &(struct matrix_plan){.m = plan->m}, &scratch, e);
	if (!code)
		code = csc_semidefinite(&only.pattern, only.m, MASS_SLACK, MASS_WORK_NS, &row, e);
	if (!code && row >= 0) {
		code = err_set(e, ERR_INDEFINITE, OBJECT, "%s is no mass: it is not positive semi-definite at freedom %d", plan->m_name, row + 1);
		err_value(e, "diagonal %.10g", only.m[only.pattern.start[row]]);
		err_hint(e, "a motion of that freedom would have negative kinetic energy: are K and M exchanged, or signs?");
	}
	arena_fini(&scratch);
	return code;
}

/* --- directions ------------------------------------------------------------------------------------ */

static void spread(const struct csc *a, int columns, double *ret)
{
	for (int j = 0; j < a->cols; j++)
		for (int k = a->start[j]; k < a->start[j + 1]; k++)
			ret[(size_t)a->row[k] * (size_t)columns + (size_t)j] = a->value[k];
}

/* inertia = M iota, direction by direction. */
static int multiply(struct matrix_part *x)
{
	struct arena scratch;
	size_t n = (size_t)x->n, columns = (size_t)x->ndirection;
	double *u, *y;

	arena_init(&scratch);
	u = ARENA_ARRAY(&scratch, n, double);
	y = ARENA_ARRAY(&scratch, n, double);
	for (size_t d = 0; d < columns && u && y; d++) {
		for (size_t i = 0; i < n; i++)
			u[i] = x->iota[i * columns + d];
		pattern_mul(&x->pattern, x->m, u, y);
		for (size_t i = 0; i < n; i++)
			x->inertia[i * columns + d] = y[i];
	}
	arena_fini(&scratch);
	return u && y ? 0 : ERR_MEMORY;
}

static int take_directions(struct matrix_part *x, const struct matrix_plan *plan, struct arena *mem, struct err *e)
{
	size_t n = (size_t)x->n;

	x->couple = ARENA_ARRAY(mem, (size_t)plan->ncouple + 1, int);
	if (!x->couple)
		return no_memory(x->n, e);
	if (plan->ncouple)
		memcpy(x->couple, plan->couple, (size_t)plan->ncouple * sizeof(int));
	x->ncouple = plan->ncouple;
	if (!plan->iota)
		return 0;
	x->ndirection = plan->iota->cols;
	x->iota = ARENA_ARRAY(mem, n * (size_t)x->ndirection, double);
	x->inertia = ARENA_ARRAY(mem, n * (size_t)x->ndirection, double);
	if (!x->iota || !x->inertia)
		return no_memory(x->n, e);
	spread(plan->iota, x->ndirection, x->iota);
	if (plan->inertia)
		spread(plan->inertia, x->ndirection, x->inertia);
	else if (x->m && multiply(x))
		return no_memory(x->n, e);
	return 0;
}

/* --- nodes ----------------------------------------------------------------------------------------- */

static int make_nodes(struct model *m, struct matrix_part *x, struct err *e)
{
	double *mass = ARENA_ARRAY(&m->arena, (size_t)x->n, double);
	int code = 0;

	x->node = ARENA_ARRAY(&m->arena, (size_t)x->n, struct node);
	if (!mass || !x->node)
		return no_memory(x->n, e);
	for (int i = 0; i < x->n && !code; i++) {
		x->node[i] = (struct node){.tag = x->first + i, .ndm = m->ndm, .ndf = 1, .mass = mass + i, .dof0 = -1, .part = x, .row = i};
		code = table_add(&m->nodes, x->first + i, &x->node[i], "node", &m->arena, e);
	}
	for (int i = 0; i < x->n && code; i++)
		table_remove(&m->nodes, x->first + i);
	return code;
}

int model_add_matrices(struct model *m, const struct matrix_plan *plan, struct matrix_part **ret, struct err *e)
{
	struct matrix_part *x = ARENA_NEW(&m->arena, struct matrix_part), **list;
	int code = check_sizes(plan, e);

	if (!code)
		code = check_entries(plan, e);
	if (!code)
		code = check_tags(m, plan->first, plan->k->rows, e);
	if (!code && !plan->unsymmetric)
		code = check_symmetric(plan->k, plan->k_name, plan->tolerance, e);
	if (!code && !plan->unsymmetric)
		code = check_symmetric(plan->c, plan->c_name, plan->tolerance, e);
	if (!code)
		code = check_symmetric(plan->m, plan->m_name, plan->tolerance, e);
	if (!code)
		code = check_mass(plan, e);
	if (code)
		return code;
	list = list_room(m->part, m->npart, &m->cap_part, sizeof(*list), &m->arena);
	if (!x || !list)
		return no_memory(plan->k->rows, e);
	m->part = list;
	x->n = plan->k->rows;
	x->first = plan->first;
	code = merge_all(x, plan, &m->arena, e);
	if (!code)
		code = take_directions(x, plan, &m->arena, e);
	if (!code)
		code = make_nodes(m, x, e);
	if (code)
		return code;
	m->part[m->npart++] = x;
	m->stamp++;
	*ret = x;
	return 0;
}
