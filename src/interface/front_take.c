/* What a front needs before its first step: the interface, the unknowns whose motion is kept up to date, room. See front.h. */
#include "interface/front.h"

#include "math/dense.h"
#include "math/vec.h"

static int no_room(struct err *e)
{
	return err_set(e, ERR_MEMORY, "engine", "no memory for the interface");
}

/* An unknown more whose motion is kept, unless it is there already. */
static void watch_add(struct front *f, int unknown)
{
	if (unknown < 0 || f->known[unknown])
		return;
	f->known[unknown] = true;
	f->watch[f->nwatch++] = unknown;
}

static void watch_freedom(struct front *f, int dof)
{
	const struct dofmap *map = &f->c->map;

	for (int k = map->start[dof]; k < map->start[dof + 1]; k++)
		watch_add(f, map->master[k]);
}

/* Coordinates first, then the unknowns behind watched nodes, and those of elements with deformations where they are few. */
static int watch_find(struct front *f, struct arena *mem)
{
	const struct analysis *an = f->an;
	const struct problem_core *c = f->c;
	bool substeps = an->integrator.ops->front_step != NULL;

	f->watch = ARENA_ARRAY(mem, (size_t)(f->m + c->map.n) + 1, int);
	f->known = ARENA_ARRAY(mem, (size_t)c->map.n + 1, bool);
	if (!f->watch || !f->known)
		return ERR_MEMORY;
	f->nwatch = f->nheld = substeps ? f->m : f->face.nunknown;
	for (int i = 0; i < f->nheld; i++) {
		f->watch[i] = f->face.at[i];
		if (f->watch[i] >= 0)
			f->known[f->watch[i]] = true;
	}
	for (int i = 0; i < c->ncoupled && c->ncoupled <= ANALYSIS_WATCHED; i++)
		watch_add(f, c->coupled[i]);
	for (const struct watch *w = an->watch; w; w = w->next) {
		const struct node *n = model_node(an->m, w->tag);

		for (int d = 0; n && d < n->ndf; d++)
			watch_freedom(f, n->dof0 + d);
	}
	return 0;
}

static int vectors_take(struct front *f, struct arena *mem)
{
	size_t m = (size_t)f->m + 1, w = (size_t)f->nwatch + 1;
	struct { double **at; size_t n; } need[64];
	int count = 0;

	for (int x = 0; x < MOTION_KINDS; x++) {
		for (int k = 0; k < FRONT_POINTS; k++)
			need[count].at = &f->e[k][x], need[count++].n = m;
		need[count].at = &f->motion[x], need[count++].n = w;
		need[count].at = &f->before[x], need[count++].n = w;
		for (int p = 0; p < f->phases; p++)
			need[count].at = &f->gain_of[p][x], need[count++].n = m * m;
		need[count].at = &f->asked[x], need[count++].n = m;
	}
	double **const vector[] = {&f->phi[0], &f->phi[1], &f->seen[0], &f->seen[1], &f->resist, &f->dx, &f->dphi};
	for (size_t i = 0; i < COUNT(vector); i++)
		need[count].at = vector[i], need[count++].n = m;
	for (int i = 0; i < FRONT_OWN; i++)
		need[count].at = &f->own[i], need[count++].n = m;
	for (int i = 0; i < count; i++)
		if (!(*need[i].at = ARENA_ARRAY(mem, need[i].n, double)))
			return ERR_MEMORY;
	front_turn(f, 0);
	return front_newton_take(f, mem);
}

/* B' B, factored. Deformations that depend on each other, as those of a closed lattice do, leave it singular: hence a little more. */
static int square_make(struct front *f, struct arena *mem)
{
	size_t m = (size_t)f->m, n = (size_t)f->c->map.n;
	struct arena scratch;
	double *column;

	f->square = ARENA_ARRAY(mem, m * m + 1, double);
	f->pivot = ARENA_ARRAY(mem, m + 1, int);
	arena_init(&scratch);
	column = ARENA_ARRAY(&scratch, n + 1, double);
	for (size_t i = 0; i < m && column && f->square; i++) {
		vec_zero((int)n, column);
		port_unit(&f->face.port, (int)i, column);
		port_take(&f->face.port, (int)n, column, f->square + i * m);
		f->square[i * m + i] += 1e-10;
	}
	bool good = column && f->square && f->pivot && mat_factor(f->m, f->square, f->pivot) == 0;
	arena_fini(&scratch);
	return good ? 0 : ERR_MEMORY;
}

static bool is_driven(const struct problem_core *c)
{
	bool driven = false;

	for (int i = 0; i < c->nlooped; i++)
		driven |= c->view[c->looped[i]].prescribed;
	for (int i = 0; i < c->nload; i++)
		for (int k = 0; k < c->load[i].p->nmember; k++)
			driven |= view_find(c, c->load[i].p->member[k].element)->looped;
	return driven;
}

int front_take(struct front *f, bool shift, struct arena *mem, struct err *e)
{
	int code = interface_make(&f->face, f->c, shift, mem, e);

	if (code)
		return code;
	f->m = f->face.m;
	f->driven = is_driven(f->c);
	f->kinds = f->c->ae || f->an->integrator.ops->front_step ? MOTION_KINDS : MOTION_KINDS - 1;
	if (watch_find(f, mem) || vectors_take(f, mem))
		return no_room(e);
	return f->an->integrator.ops->front_step && f->face.nunknown < f->m && square_make(f, mem) ? no_room(e) : 0;
}
