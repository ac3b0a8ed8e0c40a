/* Parts of the model given by matrices, in the equations:
 *   K += T' K_p T,  C += T' (C_p + alpha M_p + beta K_p) T,  M += T' M_p T,  load -= T' (K_p g + C_p g' + M_p g'') of prescribed g
 * T are the rows of the map. An ordinary row has one master or a few, and entries go to their places one by one; rows of a reduction are long, and then
 * columns of T are multiplied one after the other.
 */
#include "equations/core.h"
#include "math/vec.h"

int parts_check(struct problem_core *c, struct err *e)
{
	for (int i = 0; i < c->m->npart; i++) {
		const struct matrix_part *x = c->m->part[i];

		for (int k = 0; k < x->ncouple; k++) {
			const struct node *n = &x->node[x->couple[k]];

			if (!n->held)
				continue;
			err_set(e, ERR_STATE, "matrixModel", "coupling freedom %d (node %d) is fixed", x->couple[k] + 1, n->tag);
			err_hint(e, "a specimen could not move it: take it out of -couple, or the fix away");
			return ERR_STATE;
		}
	}
	return 0;
}

/* --- sums ------------------------------------------------------------------------------------------ */

/* value += x at entry (i, j) of freedoms, seen from the unknowns; mirror: at (j, i), too. */
static void entry_add(const struct problem_core *c, int i, int j, double x, bool mirror, double *value)
{
	const struct dofmap *map = &c->map;
	bool lower = c->pattern.symmetric;

	for (int p = map->start[i]; p < map->start[i + 1]; p++)
		for (int q = map->start[j]; q < map->start[j + 1] && map->master[p] >= 0; q++) {
			int row = map->master[p], col = map->master[q];
			double y = x * map->coef[p] * map->coef[q];

			if (col < 0)
				continue;
			if (!lower || row >= col)
				value[pattern_index(&c->pattern, row, col)] += y;
			if (mirror && (!lower || col >= row))
				value[pattern_index(&c->pattern, col, row)] += y;
		}
}

static void matrix_add(const struct problem_core *c, const struct matrix_part *x, const double *from, double *value)
{
	for (int j = 0; j < x->n; j++)
		for (int k = x->pattern.start[j]; k < x->pattern.start[j + 1]; k++)
			if (from[k] != 0.0)
				entry_add(c, x->node[x->pattern.row[k]].dof0, x->node[j].dof0, from[k], x->pattern.symmetric && x->pattern.row[k] != j, value);
}

struct room { double *u, *y; };   /* n numbers each */

/* Column q of T' A T, whose pattern is full. */
static void matrix_add_column(const struct problem_core *c, const struct matrix_part *x, const double *from, int q, const struct room *r, double *value)
{
	const struct dofmap *map = &c->map;

	for (int i = 0; i < x->n; i++) {
		r->u[i] = 0.0;
		for (int k = map->start[x->node[i].dof0]; k < map->start[x->node[i].dof0 + 1]; k++)
			if (map->master[k] == q)
				r->u[i] += map->coef[k];
	}
	pattern_mul(&x->pattern, from, r->u, r->y);
	for (int i = 0; i < x->n; i++)
		for (int k = map->start[x->node[i].dof0]; k < map->start[x->node[i].dof0 + 1]; k++)
			if (map->master[k] >= 0 && (!c->pattern.symmetric || map->master[k] >= q))
				value[pattern_index(&c->pattern, map->master[k], q)] += map->coef[k] * r->y[i];
}

static void add(const struct problem_core *c, const struct matrix_part *x, const double *from, const struct room *r, double *value)
{
	if (!c->map.reduction) {
		matrix_add(c, x, from, value);
		return;
	}
	for (int q = 0; q < c->map.n; q++)
		matrix_add_column(c, x, from, q, r, value);
}

/* The damping of a part, its own and Rayleigh's, on its pattern; NULL: it has none, or (*good false) there is no memory for it. */
static double *damping(const struct matrix_part *x, bool *good, struct arena *mem)
{
	double alpha = x->m ? x->factor[0] : 0.0, beta = x->factor[1] + x->factor[2] + x->factor[3], *sum;

	if (!x->c && alpha == 0.0 && beta == 0.0)
		return NULL;
	sum = ARENA_ARRAY(mem, (size_t)x->pattern.nnz + 1, double);
	*good &= sum != NULL;
	for (int k = 0; k < x->pattern.nnz && sum; k++)
		sum[k] = (x->c ? x->c[k] : 0.0) + (x->m ? alpha * x->m[k] : 0.0) + beta * x->k[k];
	return sum;
}

static bool room_take(struct room *r, int n, struct arena *mem)
{
	r->u = ARENA_ARRAY(mem, (size_t)n + 1, double);
	r->y = ARENA_ARRAY(mem, (size_t)n + 1, double);
	return r->u && r->y;
}

int parts_assemble(struct problem_core *c, bool *ret_viscous, struct err *e)
{
	bool good = true;

	for (int i = 0; i < c->m->npart && good; i++) {
		const struct matrix_part *x = c->m->part[i];
		struct arena scratch;
		struct room room;
		double *d = NULL;

		arena_init(&scratch);
		good = room_take(&room, x->n, &scratch);
		if (good)
			d = damping(x, &good, &scratch);
		if (good) {
			add(c, x, x->k, &room, c->val_k);
			if (x->m)
				add(c, x, x->m, &room, c->val_m);
			if (d)
				add(c, x, d, &room, c->val_c);
		}
		*ret_viscous |= x->c != NULL;
		arena_fini(&scratch);
	}
	return good ? 0 : err_set(e, ERR_MEMORY, "matrixModel", "no memory for the equations");
}

/* --- prescribed freedoms ----------------------------------------------------------------------------- */

struct pulling { struct room room; double *k, *c, *m; };   /* forces on the unknowns */

static void force_of_source(const struct problem_core *c, const struct matrix_part *x, const double *matrix, const struct room *r, double *ret_f)
{
	vec_zero(c->map.n, ret_f);
	if (!matrix)
		return;
	pattern_mul(&x->pattern, matrix, r->u, r->y);
	for (int i = 0; i < x->n; i++)
		dofmap_scatter(&c->map, x->node[i].dof0, r->y[i], ret_f);
}

/* Does source s move any freedom of the part? Their motion, when it is 1, in u. */
static bool source_moves(const struct problem_core *c, const struct matrix_part *x, int s, double *u)
{
	const struct dofmap *map = &c->map;
	bool moves = false;

	for (int i = 0; i < x->n; i++) {
		u[i] = 0.0;
		for (int k = map->start[x->node[i].dof0]; k < map->start[x->node[i].dof0 + 1]; k++)
			if (map->master[k] == -1 - s)
				u[i] += map->coef[k];
		moves |= u[i] != 0.0;
	}
	return moves;
}

static int pulls_of_part(struct problem_core *c, const struct matrix_part *x, const double *d, struct pulling *p, int count)
{
	for (int s = 1; s < c->map.nsource; s++) {
		if (!source_moves(c, x, s, p->room.u))
			continue;
		force_of_source(c, x, x->k, &p->room, p->k);
		force_of_source(c, x, d, &p->room, p->c);
		force_of_source(c, x, x->m, &p->room, p->m);
		for (int i = 0; i < c->map.n; i++) {
			if (p->k[i] == 0.0 && p->c[i] == 0.0 && p->m[i] == 0.0)
				continue;
			if (c->pull)
				c->pull[count] = (struct pull){.unknown = i, .source = s, .k = p->k[i], .c = p->c[i], .m = p->m[i]};
			count++;
		}
	}
	return count;
}

int parts_pulls(struct problem_core *c, int count)
{
	bool good = true;

	for (int i = 0; i < c->m->npart && good && c->map.nsource > 1; i++) {
		const struct matrix_part *x = c->m->part[i];
		struct pulling p;
		struct arena scratch;
		double *d = NULL;

		arena_init(&scratch);
		p.k = ARENA_ARRAY(&scratch, (size_t)c->map.n + 1, double);
		p.c = ARENA_ARRAY(&scratch, (size_t)c->map.n + 1, double);
		p.m = ARENA_ARRAY(&scratch, (size_t)c->map.n + 1, double);
		good = room_take(&p.room, x->n, &scratch) && p.k && p.c && p.m;
		if (good)
			d = damping(x, &good, &scratch);
		if (good)
			count = pulls_of_part(c, x, d, &p, count);
		arena_fini(&scratch);
	}
	return good ? count : ERR_MEMORY;
}

int parts_sources(const struct problem_core *c, double *ks)
{
	bool good = true;

	for (int i = 0; i < c->m->npart && good && c->map.nsource > 1; i++) {
		const struct matrix_part *x = c->m->part[i];
		struct arena scratch;
		struct room room;
		double *f;

		arena_init(&scratch);
		f = ARENA_ARRAY(&scratch, (size_t)c->map.n + 1, double);
		good = room_take(&room, x->n, &scratch) && f;
		for (int s = 1; s < c->map.nsource && good; s++) {
			if (!source_moves(c, x, s, room.u))
				continue;
			force_of_source(c, x, x->k, &room, f);
			vec_add(c->map.n, 1.0, f, ks + (size_t)s * (size_t)c->map.n);
		}
		arena_fini(&scratch);
	}
	return good ? 0 : ERR_MEMORY;
}

/* --- loads and reactions ----------------------------------------------------------------------------- */

void parts_inertia(const struct problem_core *c, int direction, double scale, double *all)
{
	for (int i = 0; i < c->m->npart; i++) {
		const struct matrix_part *x = c->m->part[i];

		for (int k = 0; k < x->n && direction < x->ndirection; k++)
			all[x->node[k].dof0] += scale * x->inertia[(size_t)k * (size_t)x->ndirection + (size_t)direction];
	}
}

/* Adds factor * matrix times the freedoms' displacement, velocity or acceleration to the reactions. */
static void reaction_add(struct problem_core *c, const struct matrix_part *x, const double *matrix, double factor, int derivative, const struct room *r)
{
	static const enum state_part part[] = {STATE_U, STATE_V, STATE_A};

	if (!matrix || factor == 0.0)
		return;
	for (int i = 0; i < x->n; i++)
		r->u[i] = dofmap_value(&c->map, x->node[i].dof0, state_vec(c->state, part[derivative]), state_source(c->state, derivative));
	pattern_mul(&x->pattern, matrix, r->u, r->y);
	for (int i = 0; i < x->n; i++)
		c->reaction[x->node[i].dof0] += factor * r->y[i];
}

int parts_reactions(struct problem_core *c, int kind)
{
	bool good = true;

	for (int i = 0; i < c->m->npart && good; i++) {
		const struct matrix_part *x = c->m->part[i];
		struct arena scratch;
		struct room room;

		arena_init(&scratch);
		good = room_take(&room, x->n, &scratch);
		if (good && kind != REACTION_RAYLEIGH) {
			reaction_add(c, x, x->k, 1.0, 0, &room);
			reaction_add(c, x, x->c, 1.0, 1, &room);
		}
		if (good && kind != REACTION_STATIC) {
			reaction_add(c, x, x->m, x->factor[0], 1, &room);
			reaction_add(c, x, x->k, x->factor[1] + x->factor[2] + x->factor[3], 1, &room);
		}
		if (good && kind == REACTION_DYNAMIC)
			reaction_add(c, x, x->m, 1.0, 2, &room);
		arena_fini(&scratch);
	}
	return good ? 0 : ERR_MEMORY;
}
