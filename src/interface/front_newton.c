/* Newton's method on the interface. See front.h for the equations.
 *
 *   g(phi) = r(e) - K0 u - C0 v - phi,   e = e0 + G phi
 *   (I - dK G_u - dC G_v) dphi = g,      dK = K(e) - K0, dC = C(e) - C0
 *
 * g is the residual of the whole structure: everywhere else the linear solution leaves none. Rows of dK and dC are zero where elements are as stiff as at the
 * beginning, there dphi = g; the system that is solved has only the others, so few yielding members cost little. It is factored again only where
 * tangents are not those it was factored with: members that go on yielding as they did cost a product.
 *
 * The first iteration is that of the tangents at the end of the last step, without asking an element: from phi and e of the last commit,
 *   (I - dK G_u - dC G_v) dphi = dK (u - u_c) + dC (v - v_c)   at e0 + G phi
 * So a step in which no member yields or turns back has converged when its elements have been asked once.
 */
#include "interface/front.h"

#include "math/dense.h"
#include "math/kernel.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

int front_newton_take(struct front *f, struct arena *mem)
{
	struct front_newton *w = &f->newton_room;
	/* other methods form matrices only */
	size_t m = f->newton ? (size_t)f->m + 1 : 1, nnz = (size_t)f->face.nnz + 1, wide = f->newton ? (size_t)KERNEL_ROUND(f->m) : 0;
	const struct { double **at; size_t n; } need[] = {
		{&w->dk, nnz}, {&w->dc, nnz}, {&w->used_k, nnz}, {&w->used_c, nnz}, {&w->kept_k, nnz}, {&w->kept_c, nnz}, {&w->rows, m * m}, {&w->factor, m * m},
		{&w->g, m}, {&w->dx, wide + 1}, {&w->dphi, m}, {&w->weight, m}, {&w->change, wide + 1}, {&w->phi, m},
		{&w->base[0], m}, {&w->base[1], m}, {&w->base[2], m}, {&w->z[0], m}, {&w->z[1], m}, {&w->z[2], m},
		{&w->due[0], m}, {&w->due[1], m}, {&w->due[2], m},
	};

	for (size_t i = 0; i < COUNT(need); i++)
		if (!(*need[i].at = ARENA_ARRAY(mem, need[i].n, double)))
			return ERR_MEMORY;
	for (int i = 0; i < f->phases * MOTION_KINDS; i++)
		if (!(w->turned[i / MOTION_KINDS][i % MOTION_KINDS] = ARENA_ARRAY(mem, m * wide + 1, double)))
			return ERR_MEMORY;
	w->changed = ARENA_ARRAY(mem, m, int);
	w->pivot = ARENA_ARRAY(mem, m, int);
	w->changing = ARENA_ARRAY(mem, m, int);
	w->column = ARENA_ARRAY(mem, m, const double *);
	w->nchanged = -1;
	return w->changed && w->changing && w->pivot && w->column ? 0 : ERR_MEMORY;
}

/* How many times G_u the gain of motion x is, 0: it is not a multiple. The methods of Newmark's family change velocities and accelerations by so much for
 * a change of the displacements. */
static double multiple(size_t size, const double *gain_u, const double *gain)
{
	size_t top = 0;
	double ratio, apart = 0.0;

	for (size_t i = 0; i < size; i++)
		top = fabs(gain_u[i]) > fabs(gain_u[top]) ? i : top;
	if (gain_u[top] == 0.0)
		return 0.0;
	ratio = gain[top] / gain_u[top];
	for (size_t i = 0; i < size; i++)
		apart = fmax(apart, fabs(gain[i] - ratio * gain_u[i]));
	return apart <= 1e-14 * fabs(gain[top]) ? ratio : 0.0;
}

void front_newton_begin(struct front *f)
{
	struct front_newton *w = &f->newton_room;
	size_t m = (size_t)f->m, wide = (size_t)KERNEL_ROUND(f->m);

	if (!f->newton)
		return;
	w->nchanged = -1;
	w->phase = w->kept_phase = -1;
	w->kept = false;
	vec_zero(f->m, w->phi);
	for (int x = 0; x < f->kinds; x++)
		vec_zero(f->m, w->due[x]);
	for (int x = 0; x < 2; x++)
		vec_copy(f->m, f->seen[x], w->z[x]);
	for (int k = 0; k < f->phases * f->kinds; k++) {
		int p = k / f->kinds, x = k % f->kinds;

		w->ratio[p][x] = x ? multiple(m * m, f->gain_of[p][0], f->gain_of[p][x]) : 0.0;
		for (size_t i = 0; i < m; i++)
			for (size_t j = 0; j < m; j++)
				w->turned[p][x][j * wide + i] = f->gain_of[p][x][i * m + j];
	}
}

/* What a change of phi does to the point; w->dx: to its displacements. */
static void place(struct front *f, const double *dphi)
{
	struct front_newton *w = &f->newton_room;
	int n = 0, wide = KERNEL_ROUND(f->m);

	for (int j = 0; j < f->m; j++)
		if (dphi[j] != 0.0) {
			w->weight[n] = dphi[j];
			w->changing[n++] = j;
		}
	for (int x = 0; x < f->kinds; x++) {
		double *change = x ? w->change : w->dx;

		if (w->ratio[f->phase][x] != 0.0) {
			vec_add(f->m, w->ratio[f->phase][x], w->dx, f->e[0][x]);
			continue;
		}
		vec_zero(wide, change);
		for (int j = 0; j < n; j++)
			w->column[j] = w->turned[f->phase][x] + (size_t)w->changing[j] * (size_t)wide;
		kernel->combine(wide, n, w->column, w->weight, change);
		vec_add(f->m, 1.0, change, f->e[0][x]);
	}
}

static int defect(struct front *f, const double *phi)
{
	int code = front_ask(f, 0);

	if (code)
		return code;
	front_phi(f, f->e[0], f->newton_room.g);
	vec_add(f->m, -1.0, phi, f->newton_room.g);
	return 0;
}

/* Largest numbers of a row, of virgin tangents and of what is left of the present ones. */
static bool row_changed(const struct interface *x, const struct front_newton *w, int i)
{
	double size = 0.0, rate = 0.0, k = 0.0, c = 0.0;

	for (int p = x->row[i]; p < x->row[i + 1]; p++) {
		size = fmax(size, fabs(x->k0[p]) + fabs(w->dk[p]));
		rate = fmax(rate, fabs(x->c0[p]) + fabs(w->dc[p]));
		k = fmax(k, fabs(w->dk[p]));
		c = fmax(c, fabs(w->dc[p]));
	}
	return k > 1e-14 * size || c > 1e-14 * rate;
}

/* Rows of dK G, and the matrix of the system. */
static void rows_form(struct front *f)
{
	struct front_newton *w = &f->newton_room;
	const struct interface *x = &f->face;
	size_t m = (size_t)f->m, n = (size_t)w->nchanged;

	for (size_t s = 0; s < n; s++) {
		double *row = w->rows + s * m;
		int i = w->changed[s];

		vec_zero(f->m, row);
		for (int p = x->row[i]; p < x->row[i + 1]; p++) {
			if (w->dk[p] != 0.0)
				vec_add(f->m, w->dk[p], f->gain[0] + (size_t)x->column[p] * m, row);
			if (w->dc[p] != 0.0)
				vec_add(f->m, w->dc[p], f->gain[1] + (size_t)x->column[p] * m, row);
		}
		for (size_t t = 0; t < n; t++)
			w->factor[s * n + t] = (s == t) - row[w->changed[t]];
	}
}

/* The system for the tangents in dk and dc. */
static int system_factor(struct front *f)
{
	struct front_newton *w = &f->newton_room;
	const struct interface *x = &f->face;
	size_t bytes = (size_t)x->nnz * sizeof(double);
	int n = 0, code;

	for (int i = 0; i < f->m; i++)
		if (row_changed(x, w, i))
			w->changed[n++] = i;
	w->nchanged = n;
	rows_form(f);
	code = mat_factor(n, w->factor, w->pivot);
	if (code) {
		w->nchanged = -1;
		return code;
	}
	memcpy(w->used_k, w->dk, bytes);
	memcpy(w->used_c, w->dc, bytes);
	return 0;
}

/* The system for tangents as they are now. */
static int system_form(struct front *f)
{
	struct front_newton *w = &f->newton_room;
	const struct interface *x = &f->face;
	size_t bytes = (size_t)x->nnz * sizeof(double);
	int code = interface_tangents(&f->face, f->asked, f->seen[0], false, w->dk, w->dc);

	if (code)
		return code;
	vec_add(x->nnz, -1.0, x->k0, w->dk);
	vec_add(x->nnz, -1.0, x->c0, w->dc);
	if (w->nchanged >= 0 && memcmp(w->dk, w->used_k, bytes) == 0 && memcmp(w->dc, w->used_c, bytes) == 0)
		return 0;
	return system_factor(f);
}

/* The system of the last commit, made again from its tangents: the same bits. */
static void system_back(struct front *f)
{
	struct front_newton *w = &f->newton_room;
	size_t bytes = (size_t)f->face.nnz * sizeof(double);

	w->nchanged = -1;
	w->phase = w->kept_phase;
	if (!w->kept)
		return;
	memcpy(w->dk, w->kept_k, bytes);
	memcpy(w->dc, w->kept_c, bytes);
	front_turn(f, w->phase);
	w->kept = system_factor(f) == 0;
}

void front_newton_end(struct front *f, bool committed)
{
	struct front_newton *w = &f->newton_room;
	size_t bytes = (size_t)f->face.nnz * sizeof(double);

	if (!f->newton)
		return;
	if (!committed) {
		system_back(f);
		return;
	}
	w->kept = w->nchanged >= 0;
	w->kept_phase = w->phase;
	memcpy(w->kept_k, w->used_k, bytes);
	memcpy(w->kept_c, w->used_c, bytes);
	/* where the linear part is: Newton's own point differs from it by rounding */
	vec_copy(f->m, f->phi[0], w->phi);
	for (int x = 0; x < f->kinds; x++) {
		vec_copy(f->m, f->e[1][x], w->z[x]);
		vec_mix(f->m, 1.0, w->z[x], -1.0, w->base[x], w->due[x]);
	}
}

/* dphi from the numbers it would be with virgin tangents. */
static void solve(struct front *f, double *dphi)
{
	struct front_newton *w = &f->newton_room;
	size_t m = (size_t)f->m;
	int n = w->nchanged;

	if (n == 0)
		return;
	for (int s = 0; s < n; s++) {
		w->dx[s] = dphi[w->changed[s]];
		dphi[w->changed[s]] = 0.0;
	}
	bool others = vec_max(f->m, dphi) > 0.0;
	for (int s = 0; s < n && others; s++)
		w->dx[s] += vec_dot(f->m, w->rows + (size_t)s * m, dphi);
	mat_factored_solve(n, w->factor, w->pivot, w->dx);
	for (int s = 0; s < n; s++)
		dphi[w->changed[s]] = w->dx[s];
}

/* The first iteration: see above. e[0] is that for no force before, phi[0] and e[0] are as predicted afterwards. */
static void predict(struct front *f)
{
	struct front_newton *w = &f->newton_room;
	const struct interface *x = &f->face;

	vec_copy(f->m, w->phi, f->phi[0]);
	for (int k = 0; k < f->kinds; k++)
		vec_copy(f->m, f->e[0][k], w->base[k]);
	/* a step of another phase has other gains */
	if (w->phase != f->phase) {
		w->phase = f->phase;
		w->nchanged = -1;
		place(f, f->phi[0]);
		return;
	}
	for (int k = 0; k < f->kinds; k++)
		vec_add(f->m, 1.0, w->due[k], f->e[0][k]);
	if (w->nchanged <= 0)
		return;
	vec_zero(f->m, w->dphi);
	for (int s = 0; s < w->nchanged; s++) {
		int i = w->changed[s];

		for (int p = x->row[i]; p < x->row[i + 1]; p++) {
			int j = x->column[p];

			w->dphi[i] += w->used_k[p] * (f->e[0][0][j] - w->z[0][j]) + w->used_c[p] * (f->e[0][1][j] - w->z[1][j]);
		}
	}
	solve(f, w->dphi);
	vec_add(f->m, 1.0, w->dphi, f->phi[0]);
	place(f, w->dphi);
}

/* One iteration from the defect there is. */
static int iterate(struct front *f)
{
	struct front_newton *w = &f->newton_room;
	int code = system_form(f);

	if (code)
		return code;
	vec_copy(f->m, w->g, w->dphi);
	solve(f, w->dphi);
	vec_add(f->m, 1.0, w->dphi, f->phi[0]);
	place(f, w->dphi);
	return defect(f, f->phi[0]);
}

/* Elements that have not left the straight line need no iteration. */
static bool straight(const struct front *f)
{
	return vec_max(f->m, f->newton_room.g) <= 1e-15 * (vec_max(f->m, f->resist) + vec_max(f->m, f->phi[0]));
}

/* Before the first step: the forces that elements have already. A specimen would take the question for a command. */
static int held(struct front *f)
{
	double *const still[MOTION_KINDS] = {f->seen[0], f->seen[1], f->motion[2]};
	int code;

	if (f->done || f->c->nexchange)
		return 0;
	code = front_ask_still(f);
	if (!code)
		front_phi(f, still, f->newton_room.phi);
	return code;
}

/* The test counts the first iteration, too: so this ends. What drives the elements themselves, or has held them before the first step, is not in that of the
 * tangents, which may not move at all. */
int front_newton(struct front *f, struct err *e)
{
	struct front_newton *w = &f->newton_room;
	struct test *test = &f->an->test;
	int m = f->m, code;

	code = held(f);
	if (code)
		return code;
	predict(f);
	code = defect(f, f->phi[0]);
	if (code)
		return code;
	test_begin(test, m, w->g);
	if (straight(f))
		return 0;
	code = f->driven || f->done == 0 ? iterate(f) : 0;
	vec_mix(m, 1.0, f->e[0][0], -1.0, w->z[0], w->dx);
	while (!code) {
		code = test_check(test, m, w->dx, w->g);
		if (code)
			return code < 0 ? test_report(test, code, e) : test->count;
		code = iterate(f);
	}
	return code;
}
