/* forceBeamColumn: a member whose forces are known along it, with sections at the points of a quadrature.
 *
 * Equilibrium is exact: s(x) = b(x) q + sp(x), with basic forces q and the resultants sp of the simple beam under loads along it,
 *   P = q0,  Mz = (x - 1) q1 + x q2,  Vy = (q1 + q2)/L,  My = (x - 1) q3 + x q4,  Vz = (q3 + q4)/L,  T = q5        (x = 0..1).
 * What is sought are the q whose section strains e add up to the given basic deformations v. A pass asks every section at its e for
 * resultants sR and flexibility f, the inverse of its tangent:
 *   de = f (b q + sp - sR),   F = L sum w b' f b,   dq = F^-1 (v - L sum w b' (e + de)),   q += dq,   e += de + f b dq
 * until |dq (v - vr)| <= tol, and once more. All section histories start from the committed ones, so the answer depends on v alone and not on
 * the passes. These are Newton's steps to the least work of the sections under the condition L sum w b' e = v; where they do not settle, each goes only as
 * far as that work falls (ten times as many passes), then also the way from the committed v in 4 and in 16 parts. Where that fails too the answer is
 * not a number, and the step fails.
 * A. Neuenhofer and F. C. Filippou, Evaluation of nonlinear frame finite-element models, J. Struct. Eng. 123 (1997),
 * doi:10.1061/(ASCE)0733-9445(1997)123:7(958); E. Spacone, F. C. Filippou and F. F. Taucer, Fibre beam-column model for non-linear analysis of
 * R/C frames, part I, Earthquake Eng. Struct. Dyn. 25 (1996), doi:10.1002/(SICI)1096-9845(199607)25:7<711::AID-EQE576>3.0.CO;2-9.
 */
#include "element/beam_column.h"

enum { ITERATIONS_MAX = 1000, CARE_MORE = 10, SEARCHES = 12 };

static const double SLACK = 0.8;   /* of the slope at the start may be left at the end of a way */

struct force_beam {
	struct beam_column bc;       /* first: slots of beam_column.h */
	int iterations;
	double tolerance;
};

static const struct param params[] = {
	BEAM_COLUMN_PARAMS,
	{ .name = "-cMass", .kind = PARAM_ROW, .help = "consistent instead of lumped mass, of an elastic member" },
	{ .name = "-iter", .kind = PARAM_ROW,
	  .help = "maxIters tol: passes of the element in itself, default 10, and work of the error that is left, default 1e-12 [force length]" },
	BEAM_COLUMN_INTEGRATION("Lobatto"),
	{ .name = NULL },
};

/* Resultants of section i by basic forces, n x nb. */
static void force_matrix(const struct beam_column *b, int i, double *ret_b)
{
	const struct section *s = b->section[i];
	double x = b->x[i], per = 1.0 / b->frame.length;
	/* for each code: the first basic force, and the factors of it and of the next */
	const struct { int first; double by[2]; } known[SECTION_CODES] = {
		[SECTION_P] = { 0, { 1.0, 0.0 } },         [SECTION_MZ] = { 1, { x - 1.0, x } }, [SECTION_VY] = { 1, { per, per } },
		[SECTION_MY] = { 3, { x - 1.0, x } },      [SECTION_VZ] = { 3, { per, per } },   [SECTION_T] = { 5, { 1.0, 0.0 } },
	};
	memset(ret_b, 0, (size_t)(s->n * b->nb) * sizeof *ret_b);
	for (int c = 0; c < s->n; c++)
		for (int j = 0; j < 2; j++) {
			int column = known[s->code[c]].first + j;
			if (column < b->nb && known[s->code[c]].by[j] != 0.0)
				ret_b[c * b->nb + column] = known[s->code[c]].by[j];
		}
}

/* F += L w b' f b of point i. */
static void add_flexibility(const struct beam_column *b, int i, const double *matrix, const double *f, double *flex)
{
	double part[36];
	mat_congruence(b->section[i]->n, b->nb, f, matrix, part);
	for (int j = 0; j < b->nb * b->nb; j++)
		flex[j] += b->frame.length * b->w[i] * part[j];
}

static int form_initial(struct beam_column *b)
{
	double flex[36] = { 0 };
	for (int i = 0; i < b->n; i++) {
		double matrix[SECTION_MAX * 6], k[SECTION_MAX * SECTION_MAX], f[SECTION_MAX * SECTION_MAX];
		force_matrix(b, i, matrix);
		b->section[i]->ops->initial(b->section[i]->self, k);
		if (mat_invert(b->section[i]->n, k, f) < 0)
			return ERR_SINGULAR;
		add_flexibility(b, i, matrix, f, flex);
	}
	return mat_invert(b->nb, flex, b->kb);
}

/* Load numbers: reactions p0 of the simple beam, as many as resultants that loads give at each point, which follow in the order of enum section_code
 * (P Mz Vy, in space also My Vz). */
static int simple_count(const struct beam_column *b)
{
	return b->nb == 3 ? 3 : 5;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct force_beam *x = self;
	int code = beam_column_read(&x->bc, QUADRATURE_LOBATTO, a, el, m, mem, e);
	x->iterations = 10;
	x->tolerance = 1e-12;
	while (code == 0 && args_more(a)) {
		if (!args_accept(a, "-iter")) {
			code = beam_column_option(&x->bc, a, e);
			continue;
		}
		code = args_int(a, "maxIters", 1, ITERATIONS_MAX, &x->iterations, e);
		if (code == 0)
			code = args_real(a, "tol", RANGE_POSITIVE, &x->tolerance, e);
	}
	if (code < 0)
		return code;
	el->nload = simple_count(&x->bc) * (1 + x->bc.n);
	if (form_initial(&x->bc) < 0) {
		code = err_set(e, ERR_SINGULAR, a->object, "its sections, or their points, leave it without stiffness at the start");
		err_hint(e, "give every component of the sections a stiffness, and bending at least two points");
		return code;
	}
	return 0;
}

/* State ---------------------------------------------------------------------------------------------- */

struct walk {                    /* on the way to the q of a v */
	const struct force_beam *x;
	const struct element_io *io;
	double q[6];
	double e[QUADRATURE_MAX][SECTION_MAX];
	double d[QUADRATURE_MAX][SECTION_MAX];                /* where a pass sends them */
	double f[QUADRATURE_MAX][SECTION_MAX * SECTION_MAX];
	double flex[36], vr[6];      /* of the last pass */
};

/* Resultants that section i lacks, after it has answered: b q + sp - sR. */
static void lacking(const struct walk *w, int i, const double *matrix, double *ret_s)
{
	const struct beam_column *b = &w->x->bc;
	const struct section *s = b->section[i];
	const double *answer = beam_column_strain(b, i, w->io->ht) + s->n;
	int n = simple_count(b);
	mat_vec(s->n, b->nb, matrix, w->q, ret_s);
	for (int c = 0; c < s->n; c++)
		ret_s[c] += (s->code[c] < n ? w->io->load[n * (1 + i) + s->code[c]] : 0.0) - answer[c];
}

/* Asks section i: its flexibility, and its part of F and of vr = L sum w b' (e + de). */
static int ask_point(struct walk *w, int i)
{
	const struct beam_column *b = &w->x->bc;
	int n = b->section[i]->n;
	double matrix[SECTION_MAX * 6], k[SECTION_MAX * SECTION_MAX], s[SECTION_MAX], part[6];
	beam_column_ask(b, i, w->io, w->e[i], k);
	force_matrix(b, i, matrix);
	lacking(w, i, matrix, s);
	int code = mat_invert(n, k, w->f[i]);
	if (code < 0)
		return code;
	mat_vec(n, n, w->f[i], s, w->d[i]);
	for (int c = 0; c < n; c++)
		s[c] = w->e[i][c] + w->d[i][c];
	add_flexibility(b, i, matrix, w->f[i], w->flex);
	mat_tvec(n, b->nb, matrix, s, part);
	for (int j = 0; j < b->nb; j++)
		w->vr[j] += b->frame.length * b->w[i] * part[j];
	return 0;
}

/* One pass: new q, where the strains shall go, and the work of what was missing. NaN when it has no answer. */
static double pass(struct walk *w, const double *v)
{
	const struct beam_column *b = &w->x->bc;
	double lu[36], dq[6], work = 0.0;
	memset(w->flex, 0, sizeof w->flex);
	memset(w->vr, 0, sizeof w->vr);
	for (int i = 0; i < b->n; i++)
		if (ask_point(w, i) < 0)
			return NAN;
	for (int j = 0; j < b->nb; j++)
		dq[j] = v[j] - w->vr[j];
	memcpy(lu, w->flex, sizeof lu);
	if (mat_solve(b->nb, lu, dq) < 0)
		return NAN;
	for (int j = 0; j < b->nb; j++) {
		work += dq[j] * (v[j] - w->vr[j]);
		w->q[j] += dq[j];
	}
	for (int i = 0; i < b->n; i++) {
		double matrix[SECTION_MAX * 6], ds[SECTION_MAX], de[SECTION_MAX];
		int n = b->section[i]->n;
		force_matrix(b, i, matrix);
		mat_vec(n, b->nb, matrix, dq, ds);
		mat_vec(n, n, w->f[i], ds, de);
		for (int c = 0; c < n; c++)
			w->d[i][c] += de[c];
	}
	return work;
}

/* Slope of the work a part of the way along d: L sum w d' (sR - sp - b q). Negative at the start. */
static double slope(struct walk *w, double part)
{
	const struct beam_column *b = &w->x->bc;
	double sum = 0.0;
	for (int i = 0; i < b->n; i++) {
		double matrix[SECTION_MAX * 6], e[SECTION_MAX], s[SECTION_MAX];
		for (int c = 0; c < b->section[i]->n; c++)
			e[c] = w->e[i][c] + part * w->d[i][c];
		beam_column_ask(b, i, w->io, e, NULL);
		force_matrix(b, i, matrix);
		lacking(w, i, matrix, s);
		for (int c = 0; c < b->section[i]->n; c++)
			sum -= b->frame.length * b->w[i] * w->d[i][c] * s[c];
	}
	return sum;
}

/* How much of the way to go: all, unless the work rises again at its end by more than SLACK of how it fell; then where that is so no more. */
static double share(struct walk *w)
{
	double start = slope(w, 0.0), end = slope(w, 1.0), lo = 0.0, hi = 1.0, part = 1.0;
	for (int i = 0; i < SEARCHES && end > SLACK * fabs(start); i++) {
		part = 0.5 * (lo + hi);
		double here = slope(w, part);
		if (here <= 0.0) {
			lo = part;
			if (-here <= SLACK * fabs(start))
				break;
		} else {
			hi = part;
			end = here;
		}
	}
	return part;
}

/* Passes until the deformations are v, straight or with care. */
static bool settle(struct walk *w, const double *v, bool care)
{
	const struct beam_column *b = &w->x->bc;
	int passes = w->x->iterations * (care ? CARE_MORE : 1);
	bool close = false;
	for (int it = 0; it <= passes; it++) {
		double work = fabs(pass(w, v));
		if (!isfinite(work))
			return false;
		if (close && work <= w->x->tolerance)
			return true;
		close = work <= w->x->tolerance;
		double part = care && !close ? share(w) : 1.0;
		for (int i = 0; i < b->n; i++)
			for (int c = 0; c < b->section[i]->n; c++)
				w->e[i][c] += part * w->d[i][c];
	}
	return false;
}

/* From the committed state to v in equal parts. */
static bool go(struct walk *w, const double *v, int parts, bool care)
{
	const struct beam_column *b = &w->x->bc;
	const double *from = w->io->hc + b->basic;
	memcpy(w->q, from + b->nb, (size_t)b->nb * sizeof *w->q);
	for (int i = 0; i < b->n; i++)
		memcpy(w->e[i], w->io->hc + b->at[i], (size_t)b->section[i]->n * sizeof w->e[i][0]);
	for (int p = 1; p <= parts; p++) {
		double target[6];
		for (int j = 0; j < b->nb; j++)
			target[j] = p == parts ? v[j] : from[j] + (v[j] - from[j]) * p / parts;
		if (!settle(w, target, care))
			return false;
	}
	return true;
}

/* What is tried in turn. */
static const struct { int parts; bool care; } attempt[] = { { 1, false }, { 1, true }, { 4, true }, { 16, true } };

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct force_beam *x = self;
	struct walk w = { .x = x, .io = io };
	double v[6], kb[36];
	bool done = false;
	x->bc.frame.ops->deform(&x->bc.frame, io->hc, io->ht, io->u, v);
	for (size_t i = 0; i < COUNT(attempt) && !done; i++)
		done = go(&w, v, attempt[i].parts, attempt[i].care);
	if (!done || mat_invert(x->bc.nb, w.flex, kb) < 0) {
		memcpy(kb, x->bc.kb, sizeof kb);
		for (int j = 0; j < x->bc.nb; j++)
			w.q[j] = NAN;
	}
	beam_column_answer(&x->bc, io, v, w.q, kb, f, k, c);
}

/* Loads along the member ---------------------------------------------------------------------------- */

/* Moment and shear of the simple beam at x under a transverse load w, with the signs of bending about z. */
static void simple(const struct element_load *l, double w, double length, double x, double *ret_m, double *ret_v)
{
	bool before = x <= l->at;
	if (l->kind == LOAD_BEAM_UNIFORM) {
		*ret_m = 0.5 * w * length * length * x * (x - 1.0);
		*ret_v = w * length * (x - 0.5);
	} else {
		*ret_m = -w * length * (before ? x * (1.0 - l->at) : (1.0 - x) * l->at);
		*ret_v = before ? -w * (1.0 - l->at) : w * l->at;
	}
}

static int load(const void *self, const struct element_load *l, double factor, double *load)
{
	const struct beam_column *b = self;
	double held[BEAM_LOADS] = { 0 }, length = b->frame.length;
	int n = simple_count(b), code = beam_column_load(self, l, factor, held);
	if (code < 0)
		return code;
	for (int j = 0; j < n; j++)
		load[j] += held[j];
	for (int i = 0; i < b->n; i++) {
		double *s = load + n * (1 + i), x = b->x[i], m, v;
		s[SECTION_P] += factor * l->wx * (l->kind == LOAD_BEAM_UNIFORM ? length * (1.0 - x) : x <= l->at ? 1.0 : 0.0);
		simple(l, factor * l->wy, length, x, &m, &v);
		s[SECTION_MZ] += m;
		s[SECTION_VY] += v;
		if (b->nb == 3)
			continue;
		simple(l, factor * l->wz, length, x, &m, &v);
		s[SECTION_MY] -= m; /* a load in +z bends about y the other way, and Vz is the slope of My */
		s[SECTION_VZ] -= v;
	}
	return 0;
}

const struct element_ops element_force_beam_column = {
	.name = "forceBeamColumn",
	.brief = "member with sections along it, forces known",
	.cite = "Neuenhofer & Filippou 1997, doi:10.1061/(ASCE)0733-9445(1997)123:7(958)",
	.example = "1 2 3 6 1 -mass 0.4 | 1 2 3 6 2 -iter 20 1e-14 | 1 2 3 6 3 -mass 0.4 -cMass | 1 2 4 5 4 -integration Legendre |"
	           " 1 2 3 -sections 5 6 5 5 -mass 0.4 | 1 2 3 Lobatto 6 4 | 1 2 2 1 -mass 0.4",
	.params = params,
	.claims = { .symmetric = true, .invariant = true },
	.origin = ORIGIN_PLACE,
	.size = sizeof(struct force_beam),
	.setup = setup,
	.start = beam_column_start,
	.respond = respond,
	.initial = beam_column_initial,
	.mass = beam_column_mass,
	.load = load,
	.response = beam_column_response,
	.linear = beam_column_linear,
	.claim = beam_column_claim,
};
