/* Suite over every row of element_table.
 *
 * The suite's model, once in the plane and once in space, and once more turned as a whole:
 *   nodes 1 at the origin, 2 at (1.2, 0.9, 0.7), 3 at the origin, with all rotations; 11, 12, 13 at the same places without
 *   materials 1 Elastic 100, 2 ElasticPP 100 0.05, 3 Elastic 100 with viscosity 2, 4 Hardening that yields at 0.05
 *   section 5 Elastic, 6 Fiber of materials 4 and 1; geomTransf 1 Linear, 2 PDelta, 3 Corotational, 4 Linear and 5 Corotational with joint offsets
 * Every example of a row must be accepted in one of the two, and holds the row's claims wherever it is accepted.
 */
#include "test.h"

#include "base/rng.h"
#include "math/dense.h"
#include "model_words.h"

enum { DOF = ELEMENT_DOF_MAX, TAG = 7, HISTORY = 1024 };

struct subject {
	struct model m;
	const struct element *el;
	const char *example;
	int ndm, n;
	double turn[3][3];
	double hc[HISTORY], ht[HISTORY];
	double f[DOF], k[DOF * DOF], c[DOF * DOF];
};

/* The model ----------------------------------------------------------------------------------------- */

/* Rotation matrix of a rotation vector (Rodrigues). */
static void rotation(const double *w, double r[3][3])
{
	double a = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
	const double s[3][3] = { { 0, -w[2], w[1] }, { w[2], 0, -w[0] }, { -w[1], w[0], 0 } };
	double b = a > 0.0 ? sin(a) / a : 1.0, c = a > 0.0 ? (1.0 - cos(a)) / (a * a) : 0.5;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			r[i][j] = (i == j) + b * s[i][j];
			for (int k = 0; k < 3; k++)
				r[i][j] += c * s[i][k] * s[k][j];
		}
}

static void turned_words(const struct subject *s, const char *head, double x, double y, double z, char *text, size_t size)
{
	const double v[3] = { x, y, z };
	double t[3];
	mat_vec(3, 3, &s->turn[0][0], v, t);
	if (s->ndm == 2)
		snprintf(text, size, "%s %.17g %.17g", head, t[0], t[1]);
	else
		snprintf(text, size, "%s %.17g %.17g %.17g", head, t[0], t[1], t[2]);
}

static void add_transform(struct subject *s, const char *type, int tag, bool offsets)
{
	char a[100], b[200], c[500];
	snprintf(a, sizeof a, "geomTransf %s %d", type, tag);
	if (s->ndm == 3)
		turned_words(s, a, -0.3, 0.4, 1.0, b, sizeof b);
	else
		snprintf(b, sizeof b, "%s", a);
	if (!offsets) {
		words_make(&s->m, b);
		return;
	}
	char i[120], j[120];
	turned_words(s, " -jntOffset", 0.1, 0.05, s->ndm == 3 ? -0.08 : 0.0, i, sizeof i);
	turned_words(s, "", -0.07, 0.12, s->ndm == 3 ? 0.06 : 0.0, j, sizeof j);
	snprintf(c, sizeof c, "%s%s%s", b, i, j);
	words_make(&s->m, c);
}

static void model_make(struct subject *s, int ndm, const double *turn)
{
	static const char *const part[] = { "uniaxialMaterial Elastic 1 100", "uniaxialMaterial ElasticPP 2 100 0.05", "uniaxialMaterial Elastic 3 100 2",
		"uniaxialMaterial Hardening 4 100 5 4 20", "section Fiber 6 -GJ 40 patch rect 4 4 2 -0.5 -0.4 0.5 0.4 fiber 0.2 0.1 0.3 1",
		"beamIntegration HingeMidpoint 1 6 0.1 6 0.12 6" };
	static const double place[3][3] = { { 0, 0, 0 }, { 1.2, 0.9, 0.7 }, { 0, 0, 0 } };
	rotation(turn, s->turn);
	model_init(&s->m);
	s->m.ndm = s->ndm = ndm;
	s->m.ndf = ndm == 2 ? 3 : 6;
	for (int i = 0; i < 3; i++) {
		double x[3], at[3] = { place[i][0], place[i][1], ndm == 3 ? place[i][2] : 0.0 };
		mat_vec(3, 3, &s->turn[0][0], at, x);
		words_node(&s->m, 1 + i, s->m.ndf, x[0], x[1], x[2]);
		words_node(&s->m, 11 + i, ndm, x[0], x[1], x[2]);
	}
	for (size_t i = 0; i < COUNT(part); i++)
		words_make(&s->m, part[i]);
	words_make(&s->m, ndm == 2 ? "section Elastic 5 100 2.5 0.8" : "section Elastic 5 100 2.5 1.3 0.8 40 1.1");
	add_transform(s, "Linear", 1, false);
	add_transform(s, "PDelta", 2, false);
	add_transform(s, "Corotational", 3, false);
	add_transform(s, "Linear", 4, true);
	add_transform(s, "Corotational", 5, true);
}

/* False when this example is not for this number of dimensions. */
static bool subject_make(struct subject *s, const struct element_ops *ops, const char *example, int ndm, const double *turn)
{
	char line[400];
	struct err e;
	memset(s, 0, sizeof *s);
	model_make(s, ndm, turn);
	err_clear(&e);
	snprintf(line, sizeof line, "element %s %d %s", ops->name, TAG, example);
	if (words_try(&s->m, line, &e) < 0) {
		model_fini(&s->m);
		return false;
	}
	s->el = model_element(&s->m, TAG);
	s->example = example;
	s->n = s->el->ndof;
	assert_in_range(s->el->nstate, 0, HISTORY);
	if (ops->start)
		ops->start(s->el->self, s->hc);
	memcpy(s->ht, s->hc, sizeof s->ht);
	return true;
}

static void respond(struct subject *s, const double *u, const double *v)
{
	static const double load[32];
	struct element_io io = { .u = u, .v = v, .uc = u, .hc = s->hc, .ht = s->ht, .load = load, .dt = 0.1 };
	assert_in_range(s->el->nload, 0, 32);
	for (int i = 0; i < s->n * s->n; i++)
		s->f[i % s->n] = s->k[i] = s->c[i] = (double)NAN;
	s->el->ops->respond(s->el->self, &io, s->f, s->k, s->c);
}

static void forget(struct subject *s)
{
	memcpy(s->ht, s->hc, sizeof s->ht);
}

/* Every example in every space where it is accepted. */
static void for_all(void (*check)(struct subject *s))
{
	static const double still[3];
	struct subject *s = test_malloc(sizeof *s);
	for (const struct element_ops *const *row = element_table; *row; row++) {
		char text[2000], *rest = text, *one;
		if (!(*row)->example)
			continue;
		snprintf(text, sizeof text, "%s", (*row)->example);
		while ((one = strsep(&rest, "|"))) {
			int accepted = 0;
			for (int ndm = 2; ndm <= 3; ndm++)
				if (subject_make(s, *row, one, ndm, still)) {
					accepted++;
					check(s);
					model_fini(&s->m);
				}
			if (!accepted)
				fail_msg("%s: its example is refused in plane and space: %s", (*row)->name, one);
		}
	}
	test_free(s);
}

/* Measures ------------------------------------------------------------------------------------------ */

static double largest(int n, const double *x)
{
	double most = 0.0;
	for (int i = 0; i < n; i++)
		most = larger(most, fabs(x[i]));
	return most;
}

static double difference(int n, const double *x, const double *y)
{
	double most = 0.0;
	for (int i = 0; i < n; i++)
		most = larger(most, fabs(x[i] - y[i]));
	return most;
}

static double scale_of(struct subject *s)
{
	double k[DOF * DOF];
	s->el->ops->initial(s->el->self, k);
	return largest(s->n * s->n, k);
}

#define EXPECT(s, condition, ...)                                                                         \
	do {                                                                                              \
		if (!(condition)) {                                                                       \
			char expect_text[300];                                                            \
			snprintf(expect_text, sizeof expect_text, __VA_ARGS__);                           \
			fail_msg("%s, %d dimensions, %s: %s", (s)->el->ops->name, (s)->ndm, (s)->example, expect_text); \
		}                                                                                         \
	} while (0)

static void random_vector(struct rng *r, int n, double size, double *x)
{
	for (int i = 0; i < n; i++)
		x[i] = size * (2.0 * rng_uniform(r) - 1.0);
}

/* Displacements of a rigid rotation about the origin: exact positions, rotations by the vector w; small: to first order. */
static void rigid(const struct subject *s, const double *w, bool small, double *u)
{
	double r[3][3], x[3];
	int at = 0;
	rotation(w, r);
	memset(u, 0, DOF * sizeof *u);
	for (int i = 0; i < s->el->nnode; i++) {
		const struct node *n = s->el->node[i];
		mat_vec(3, 3, &r[0][0], n->x, x);
		for (int k = 0; k < 3; k++) {
			int p = (k + 1) % 3, q = (k + 2) % 3;
			if (k < s->ndm)
				u[at + k] = small ? w[p] * n->x[q] - w[q] * n->x[p] : x[k] - n->x[k];
			if (s->ndm == 3 && n->ndf >= 6)
				u[at + 3 + k] = w[k];
		}
		if (s->ndm == 2 && n->ndf >= 3)
			u[at + 2] = w[2];
		at += n->ndf;
	}
}

static const double *turn_of(const struct subject *s)
{
	static const double plane[3] = { 0, 0, 1.9 }, space[3] = { 0.7, -1.1, 0.9 };
	return s->ndm == 2 ? plane : space;
}

/* The worst entry of k (or c) against central differences of f around the state u, v; ht is left at u, v. */
static double tangent_error(struct subject *s, double *u, double *v, bool by_velocity)
{
	double base_ht[HISTORY], a[DOF * DOF], plus[DOF], h = 1e-6, worst = 0.0;
	double *x = by_velocity ? v : u;
	respond(s, u, v);
	memcpy(base_ht, s->ht, sizeof base_ht);
	memcpy(a, by_velocity ? s->c : s->k, sizeof a);
	for (int j = 0; j < s->n; j++) {
		double keep = x[j];
		x[j] = keep + h;
		respond(s, u, v);
		memcpy(plus, s->f, sizeof plus);
		memcpy(s->ht, base_ht, sizeof base_ht);
		x[j] = keep - h;
		respond(s, u, v);
		memcpy(s->ht, base_ht, sizeof base_ht);
		x[j] = keep;
		for (int i = 0; i < s->n; i++) {
			double d = fabs((plus[i] - s->f[i]) / (2.0 * h) - a[i * s->n + j]);
			worst = larger(worst, d);
		}
	}
	return worst / scale_of(s);
}

/* Claims -------------------------------------------------------------------------------------------- */

static void check_translation(struct subject *s)
{
	double u[DOF] = { 0 }, v[DOF] = { 0 };
	int at = 0;
	for (int i = 0; i < s->el->nnode; i++) {
		for (int k = 0; k < s->ndm; k++)
			u[at + k] = v[at + k] = 0.3 + 0.7 * k;
		at += s->el->node[i]->ndf;
	}
	respond(s, u, v);
	EXPECT(s, largest(s->n, s->f) <= 1e-13 * scale_of(s), "force %g under translation", largest(s->n, s->f));
}

static void rigid_translation_gives_no_force(void **state)
{
	(void)state;
	for_all(check_translation);
}

static void check_rotation(struct subject *s)
{
	double u[DOF], v[DOF], w[3], size = 1e-6;
	for (int k = 0; k < 3; k++)
		w[k] = size * turn_of(s)[k];
	rigid(s, w, true, u);
	rigid(s, w, true, v);
	respond(s, u, v);
	EXPECT(s, largest(s->n, s->f) <= 20.0 * size * size * scale_of(s), "force %g under a small rotation", largest(s->n, s->f));
	if (!element_claims(s->el).finite_rotation)
		return;
	forget(s);
	memset(v, 0, sizeof v);
	rigid(s, turn_of(s), false, u);
	respond(s, u, v);
	EXPECT(s, largest(s->n, s->f) <= 1e-12 * scale_of(s), "force %g under a large rotation", largest(s->n, s->f));
}

static void rigid_rotation_gives_no_force(void **state)
{
	(void)state;
	for_all(check_rotation);
}

/* Where the element has been turned as far as it claims to bear. */
static void deformed(struct subject *s, struct rng *r, double size, double *u)
{
	double d[DOF];
	memset(u, 0, DOF * sizeof *u);
	if (element_claims(s->el).finite_rotation)
		rigid(s, turn_of(s), false, u);
	random_vector(r, s->n, size, d);
	for (int i = 0; i < s->n; i++)
		u[i] += d[i];
}

static void check_tangent(struct subject *s)
{
	double u[DOF] = { 0 }, v[DOF] = { 0 };
	struct rng r;
	rng_init(&r, 11, 0);
	EXPECT(s, tangent_error(s, u, v, false) <= 1e-6, "tangent differs by %g at rest", tangent_error(s, u, v, false));
	for (int trial = 0; trial < 4; trial++) {
		/* inside and beyond the yield deformation 0.05 of material 2; step sizes that the differences bear */
		double size = trial % 2 ? 0.2 : 0.01, error;
		forget(s);
		deformed(s, &r, size, u);
		if (!element_claims(s->el).inexact) {
			error = tangent_error(s, u, v, false);
			EXPECT(s, error <= 1e-6, "tangent differs by %g at displacements of %g", error, size);
		}
		random_vector(&r, s->n, 0.3, v);
		forget(s);
		error = tangent_error(s, u, v, true);
		EXPECT(s, error <= 1e-6, "damping tangent differs by %g", error);
		memset(v, 0, sizeof v);
	}
}

static void tangent_is_the_derivative_of_the_force(void **state)
{
	(void)state;
	for_all(check_tangent);
}

static void check_inexact(struct subject *s)
{
	double u[DOF], v[DOF] = { 0 }, error[2];
	if (!element_claims(s->el).inexact)
		return;
	for (int i = 0; i < 2; i++) {
		struct rng r;
		rng_init(&r, 5, 0);
		forget(s);
		deformed(s, &r, i == 0 ? 1e-2 : 1e-3, u);
		error[i] = tangent_error(s, u, v, false);
	}
	EXPECT(s, error[0] <= 0.1, "tangent differs by %g", error[0]);
	EXPECT(s, error[1] <= 0.2 * error[0] + 1e-8, "tangent differs by %g at 0.01 and by %g at 0.001", error[0], error[1]);
}

static void what_an_inexact_tangent_leaves_out_vanishes_with_the_displacement(void **state)
{
	(void)state;
	for_all(check_inexact);
}

static void check_symmetry(struct subject *s)
{
	double u[DOF], v[DOF] = { 0 }, worst = 0.0;
	struct rng r;
	rng_init(&r, 3, 0);
	deformed(s, &r, 0.05, u);
	respond(s, u, v);
	for (int i = 0; i < s->n; i++)
		for (int j = 0; j < i; j++) {
			worst = larger(worst, fabs(s->k[i * s->n + j] - s->k[j * s->n + i]));
			worst = larger(worst, fabs(s->c[i * s->n + j] - s->c[j * s->n + i]));
		}
	if (element_claims(s->el).symmetric)
		EXPECT(s, worst <= 1e-12 * scale_of(s), "tangent not symmetric by %g", worst);
}

static void tangent_is_symmetric_where_claimed(void **state)
{
	(void)state;
	for_all(check_symmetry);
}

static void check_initial(struct subject *s)
{
	double u[DOF] = { 0 }, v[DOF] = { 0 }, k[DOF * DOF];
	respond(s, u, v);
	s->el->ops->initial(s->el->self, k);
	EXPECT(s, difference(s->n * s->n, k, s->k) <= 1e-12 * scale_of(s), "initial stiffness differs from the tangent at rest");
	EXPECT(s, largest(s->n, s->f) <= 1e-13 * scale_of(s), "force %g at rest", largest(s->n, s->f));
}

static void initial_stiffness_is_the_tangent_at_rest(void **state)
{
	(void)state;
	for_all(check_initial);
}

static void check_repeat(struct subject *s)
{
	double u[DOF], v[DOF], f[DOF], k[DOF * DOF], c[DOF * DOF], ht[HISTORY];
	struct rng r;
	rng_init(&r, 8, 0);
	deformed(s, &r, 0.1, u);
	random_vector(&r, s->n, 0.1, v);
	respond(s, u, v);
	memcpy(f, s->f, sizeof f);
	memcpy(k, s->k, sizeof k);
	memcpy(c, s->c, sizeof c);
	memcpy(ht, s->ht, sizeof ht);
	respond(s, u, v);
	size_t square = (size_t)(s->n * s->n) * sizeof(double);
	EXPECT(s, !memcmp(f, s->f, (size_t)s->n * sizeof(double)), "another force the second time");
	EXPECT(s, !memcmp(k, s->k, square) && !memcmp(c, s->c, square), "another tangent the second time");
	EXPECT(s, !memcmp(ht, s->ht, sizeof ht), "another history the second time");
}

static void the_same_state_gives_the_same_bits(void **state)
{
	(void)state;
	for_all(check_repeat);
}

/* Turns a vector of the element's freedoms: blocks of three in space, (x, y, rotation) in the plane. */
static void turn_vector(const struct subject *s, const double *x, double *ret)
{
	int at = 0;
	for (int i = 0; i < s->el->nnode; i++) {
		int ndf = s->el->node[i]->ndf;
		if (s->ndm == 2) {
			const double b[3] = { x[at], x[at + 1], 0.0 };
			double t[3];
			mat_vec(3, 3, &s->turn[0][0], b, t);
			memcpy(ret + at, x + at, (size_t)ndf * sizeof *x);
			ret[at] = t[0];
			ret[at + 1] = t[1];
		} else {
			for (int b = 0; b < ndf; b += 3)
				mat_vec(3, 3, &s->turn[0][0], x + at + b, ret + at + b);
		}
		at += ndf;
	}
}

static void check_invariance(struct subject *s)
{
	double u[DOF], v[DOF], tu[DOF], tv[DOF], tf[DOF];
	struct subject *t = test_malloc(sizeof *t);
	struct rng r;
	rng_init(&r, 2, 0);
	if (element_claims(s->el).invariant) {
		deformed(s, &r, 0.1, u);
		random_vector(&r, s->n, 0.1, v);
		assert_true(subject_make(t, s->el->ops, s->example, s->ndm, turn_of(s)));
		turn_vector(t, u, tu);
		turn_vector(t, v, tv);
		respond(s, u, v);
		respond(t, tu, tv);
		turn_vector(t, s->f, tf);
		EXPECT(s, difference(s->n, tf, t->f) <= 1e-12 * scale_of(s), "turned force differs by %g", difference(s->n, tf, t->f));
		model_fini(&t->m);
	}
	test_free(t);
}

static void answers_turn_with_the_axes(void **state)
{
	(void)state;
	for_all(check_invariance);
}

static void check_mass(struct subject *s)
{
	double m[DOF * DOF], total[3] = { 0 };
	if (!s->el->ops->mass)
		return;
	s->el->ops->mass(s->el->self, m);
	for (int i = 0; i < s->n; i++)
		for (int j = 0; j < s->n; j++)
			EXPECT(s, fabs(m[i * s->n + j] - m[j * s->n + i]) <= 1e-14 * largest(s->n * s->n, m), "mass not symmetric");
	/* the mass that a translation moves, in each direction, and none across */
	for (int a = 0; a < s->ndm; a++)
		for (int b = 0; b < s->ndm; b++) {
			double sum = 0.0;
			for (int i = 0, row = 0; i < s->el->nnode; row += s->el->node[i++]->ndf)
				for (int j = 0, col = 0; j < s->el->nnode; col += s->el->node[j++]->ndf)
					sum += m[(row + a) * s->n + col + b];
			if (a == b)
				total[a] = sum;
			else
				EXPECT(s, fabs(sum) <= 1e-13, "translation %d moves mass in direction %d", a + 1, b + 1);
		}
	for (int a = 1; a < s->ndm; a++)
		EXPECT(s, fabs(total[a] - total[0]) <= 1e-13, "mass %g along x, %g along direction %d", total[0], total[a], a + 1);
	bool given = strstr(s->example, "-rho") || strstr(s->example, "-mass");
	EXPECT(s, given ? total[0] > 0.0 : total[0] == 0.0, "total mass %g", total[0]);
}

static void mass_is_symmetric_and_the_same_in_every_direction(void **state)
{
	(void)state;
	for_all(check_mass);
}

static void check_linear(struct subject *s)
{
	double u[DOF], v[DOF], k[DOF * DOF], ku[DOF], cv[DOF];
	struct rng r;
	if (!s->el->ops->linear || !s->el->ops->linear(s->el->self))
		return;
	rng_init(&r, 4, 0);
	random_vector(&r, s->n, 3.0, u), random_vector(&r, s->n, 3.0, v);
	respond(s, u, v);
	s->el->ops->initial(s->el->self, k);
	mat_vec(s->n, s->n, k, u, ku);
	mat_vec(s->n, s->n, s->c, v, cv);
	for (int i = 0; i < s->n; i++)
		ku[i] += cv[i];
	EXPECT(s, difference(s->n, ku, s->f) <= 1e-12 * scale_of(s), "claims to be linear, f differs from K u + C v by %g", difference(s->n, ku, s->f));
}

static void linear_elements_are_linear(void **state)
{
	(void)state;
	for_all(check_linear);
}

static void check_basis(struct subject *s)
{
	double u[DOF], v[DOF], b[12 * DOF], d[12], k[DOF * DOF] = { 0 }, f[DOF], e[12], rate[12], q[12], ht[HISTORY];
	struct rng r;
	int n = s->el->ops->basis ? s->el->ops->basis(s->el->self, NULL) : 0;
	if (n == 0)
		return;
	assert_in_range(n, 1, 12);
	rng_init(&r, 6, 0);
	random_vector(&r, s->n, 0.1, u), random_vector(&r, s->n, 0.3, v);
	respond(s, u, v);
	assert_int_equal(s->el->ops->basis(s->el->self, b), n);
	mat_vec(n, s->n, b, u, e), mat_vec(n, s->n, b, v, rate);
	memcpy(ht, s->hc, sizeof ht);
	s->el->ops->law(s->el->self, &(struct element_io){ .hc = s->hc, .ht = ht, .dt = 0.1 }, e, rate, q);
	bool undamped = s->el->ops->modulus(s->el->self, s->ht, d);
	EXPECT(s, undamped == (largest(s->n * s->n, s->c) == 0.0), "says wrongly whether it is damped");
	for (int a = 0; a < n; a++)
		for (int i = 0; i < s->n; i++)
			for (int j = 0; j < s->n; j++)
				k[i * s->n + j] += d[a] * b[a * s->n + i] * b[a * s->n + j];
	mat_tvec(n, s->n, b, q, f);
	EXPECT(s, difference(s->n * s->n, k, s->k) <= 1e-12 * scale_of(s), "its directions do not make its tangent");
	EXPECT(s, fmax(difference(s->n, f, s->f), difference(s->el->nstate, ht, s->ht)) <= 1e-12 * scale_of(s), "the law of its deformations is not its answer");
}

static void directions_make_the_tangent_and_the_force(void **state)
{
	(void)state;
	for_all(check_basis);
}

static void check_response(struct subject *s)
{
	static const char *const unknown[] = { "noSuchAnswer" }, *const known[] = { "basicForce" };
	double u[DOF] = { 0 }, x[DOF] = { 0 };
	static const double load[32];
	struct element_io io = { .u = u, .v = u, .uc = u, .hc = s->hc, .ht = s->ht, .load = load, .dt = 0.1 };
	respond(s, u, u);
	EXPECT(s, s->el->ops->response(s->el->self, &io, 1, unknown, x, DOF) == 0, "answers an unknown name");
	EXPECT(s, s->el->ops->response(s->el->self, &io, 0, unknown, x, DOF) == 0, "answers no name");
	int n = s->el->ops->response(s->el->self, &io, 1, known, x, DOF);
	EXPECT(s, n > 0 && n <= s->n, "basicForce gives %d numbers", n);
	EXPECT(s, s->el->ops->response(s->el->self, &io, 1, known, x, n - 1) == 0, "writes more than there is room for");
}

static void unknown_answers_are_refused(void **state)
{
	(void)state;
	for_all(check_response);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(rigid_translation_gives_no_force),
		cmocka_unit_test(rigid_rotation_gives_no_force),
		cmocka_unit_test(tangent_is_the_derivative_of_the_force),
		cmocka_unit_test(what_an_inexact_tangent_leaves_out_vanishes_with_the_displacement),
		cmocka_unit_test(tangent_is_symmetric_where_claimed),
		cmocka_unit_test(initial_stiffness_is_the_tangent_at_rest),
		cmocka_unit_test(the_same_state_gives_the_same_bits),
		cmocka_unit_test(answers_turn_with_the_axes),
		cmocka_unit_test(mass_is_symmetric_and_the_same_in_every_direction),
		cmocka_unit_test(linear_elements_are_linear),
		cmocka_unit_test(directions_make_the_tangent_and_the_force),
		cmocka_unit_test(unknown_answers_are_refused),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
