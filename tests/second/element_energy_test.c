/* Elements against the energy they store: written down from geometry and elasticity alone, without shape functions or matrices of transformation, and
 * differentiated by differences of fourth order at random displacements. Its slope is the element's force, its curvature the tangent.
 *
 * Bending of a member is the energy of its end rotations against the chord, from the flexibilities L/3EI + 1/(G Av L) and -L/6EI + 1/(G Av L); large
 * displacements turn the chord by the angle of its ends. A member with P-Delta has no energy: its force is that of the linear member and N delta/L.
 */
#include "test.h"

#include "base/rng.h"
#include "element_probe.h"

/* Numbers of a case: EA, EI or EIz, GAv or GAvy (0: no shear), EIy, GAvz, GJ; or stiffnesses of springs and shear distance. */
typedef double energy_fn(const double *x, const double *u);

struct place { double length, axis[3][3]; };

/* From the origin to (1.2, 0.9, 0 or 0.7); in space z is near global Z, as by geomTransf with 0 0 1. */
static struct place place(int ndm)
{
	double d[3] = {1.2, 0.9, ndm == 3 ? 0.7 : 0.0}, across;
	struct place p = {.length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])};

	across = sqrt(d[0] * d[0] + d[1] * d[1]);
	for (int i = 0; i < 3; i++)
		p.axis[0][i] = d[i] / p.length;
	p.axis[1][0] = -d[1] / across;
	p.axis[1][1] = d[0] / across;
	for (int i = 0; i < 3; i++)
		p.axis[2][i] = p.axis[0][(i + 1) % 3] * p.axis[1][(i + 2) % 3] - p.axis[0][(i + 2) % 3] * p.axis[1][(i + 1) % 3];
	return p;
}

static double dot(const double *a, const double *b, int n)
{
	double sum = 0.0;

	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

/* Energy of end rotations a, b against the chord. */
static double bending(double length, double ei, double gav, double a, double b)
{
	double shear = gav > 0.0 ? 1.0 / (gav * length) : 0.0, own = length / (3.0 * ei) + shear, other = -length / (6.0 * ei) + shear;
	double det = own * own - other * other, p = (own * a - other * b) / det, q = (own * b - other * a) / det;

	return 0.5 * (p * a + q * b);
}

/* The difference of translations of the two ends, n freedoms each. */
static void relative(const double *u, int n, double ret_d[3])
{
	for (int i = 0; i < 3; i++)
		ret_d[i] = i < n ? u[n + i] - u[i] : 0.0;
}

static double bar_plane(const double *x, const double *u)
{
	struct place p = place(2);
	double d[3];

	relative(u, 2, d);
	return 0.5 * x[0] / p.length * dot(p.axis[0], d, 3) * dot(p.axis[0], d, 3);
}

static double bar_space(const double *x, const double *u)
{
	struct place p = place(3);
	double d[3];

	relative(u, 3, d);
	return 0.5 * x[0] / p.length * dot(p.axis[0], d, 3) * dot(p.axis[0], d, 3);
}

/* A bar that turns: only its length counts. */
static double turning_bar(const double *x, const double *u)
{
	struct place p = place(3);
	double d[3], now = 0.0;

	relative(u, 3, d);
	for (int i = 0; i < 3; i++)
		now += (p.length * p.axis[0][i] + d[i]) * (p.length * p.axis[0][i] + d[i]);
	return 0.5 * x[0] / p.length * (sqrt(now) - p.length) * (sqrt(now) - p.length);
}

static double beam_plane(const double *x, const double *u)
{
	struct place p = place(2);
	double d[3] = {u[3] - u[0], u[4] - u[1], 0.0}, axial = dot(p.axis[0], d, 3), chord = dot(p.axis[1], d, 3) / p.length;

	return 0.5 * x[0] / p.length * axial * axial + bending(p.length, x[1], x[2], u[2] - chord, u[5] - chord);
}

static double beam_turning(const double *x, const double *u)
{
	struct place p = place(2);
	double a[2] = {p.length * p.axis[0][0], p.length * p.axis[0][1]}, b[2] = {a[0] + u[3] - u[0], a[1] + u[4] - u[1]}, axial = hypot(b[0], b[1]) - p.length;
	double chord = atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);

	return 0.5 * x[0] / p.length * axial * axial + bending(p.length, x[1], x[2], u[2] - chord, u[5] - chord);
}

static double beam_space(const double *x, const double *u)
{
	struct place p = place(3);
	double d[3] = {u[6] - u[0], u[7] - u[1], u[8] - u[2]}, local[2][3], axial = dot(p.axis[0], d, 3);
	double up = dot(p.axis[1], d, 3) / p.length, aside = -dot(p.axis[2], d, 3) / p.length;

	for (int end = 0; end < 2; end++)
		for (int i = 0; i < 3; i++)
			local[end][i] = dot(p.axis[i], u + 3 + 6 * end, 3);
	return 0.5 * x[0] / p.length * axial * axial + 0.5 * x[5] / p.length * (local[1][0] - local[0][0]) * (local[1][0] - local[0][0])
	     + bending(p.length, x[1], x[2], local[0][2] - up, local[1][2] - up) + bending(p.length, x[3], x[4], local[0][1] - aside, local[1][1] - aside);
}

/* Springs k along global axes and about z, at the same place. */
static double springs(const double *x, const double *u)
{
	double sum = 0.0;

	for (int i = 0; i < 3; i++)
		sum += 0.5 * x[i] * (u[3 + i] - u[i]) * (u[3 + i] - u[i]);
	return sum;
}

static double springs_space(const double *x, const double *u)
{
	double sum = 0.0;

	for (int i = 0; i < 6; i++)
		sum += 0.5 * x[i] * (u[6 + i] - u[i]) * (u[6 + i] - u[i]);
	return sum;
}

/* A link: axial, shear at the part x[3] of its length, bending. */
static double link(const double *x, const double *u)
{
	struct place p = place(2);
	double d[3] = {u[3] - u[0], u[4] - u[1], 0.0}, axial = dot(p.axis[0], d, 3), turn = u[5] - u[2];
	double shear = dot(p.axis[1], d, 3) - p.length * (x[3] * u[2] + (1.0 - x[3]) * u[5]);

	return 0.5 * (x[0] * axial * axial + x[1] * shear * shear + x[2] * turn * turn);
}

/* A bearing before its shear slides, with no axial force to act on its displacement. */
static double bearing(const double *x, const double *u)
{
	return link(x, u);
}

static const char *const PLANE[] = {"geomTransf Linear 1", "geomTransf PDelta 2", "geomTransf Corotational 3", "section Elastic 5 100 2.5 0.8", NULL};
static const char *const SPACE[] = {"geomTransf Linear 1 0 0 1", "section Elastic 5 100 2.5 1.3 0.8 40 1.1", NULL};

static const struct subject {
	const char *line;
	int ndm, ndf;
	energy_fn *energy;
	double x[6], size;           /* numbers of the energy, size of the displacements */
	bool pdelta;
} SUBJECT[] = {
	{"element truss 7 1 2 2.5 1", 2, 2, bar_plane, {250}, 0.3, false},
	{"element truss 7 1 2 2.5 1", 3, 3, bar_space, {250}, 0.3, false},
	{"element truss 7 1 2 5", 2, 2, bar_plane, {250}, 0.3, false},
	{"element corotTruss 7 1 2 2.5 1", 3, 3, turning_bar, {250}, 0.6, false},
	{"element elasticBeamColumn 7 1 2 2.5 100 0.8 1", 2, 3, beam_plane, {250, 80}, 0.3, false},
	{"element elasticBeamColumn 7 1 2 2.5 100 0.8 40 1.5 1", 2, 3, beam_plane, {250, 80, 60}, 0.3, false},
	{"element elasticBeamColumn 7 1 2 2.5 100 0.8 2", 2, 3, beam_plane, {250, 80}, 0.05, true},
	{"element elasticBeamColumn 7 1 2 2.5 100 0.8 3", 2, 3, beam_turning, {250, 80}, 0.6, false},
	{"element elasticBeamColumn 7 1 2 2.5 100 0.8 40 1.5 3", 2, 3, beam_turning, {250, 80, 60}, 0.6, false},
	{"element elasticBeamColumn 7 1 2 2.5 100 40 1.1 0.8 1.3 1", 3, 6, beam_space, {250, 130, 0, 80, 0, 44}, 0.3, false},
	{"element elasticBeamColumn 7 1 2 2.5 100 40 1.1 0.8 1.3 1.2 1.6 1", 3, 6, beam_space, {250, 130, 48, 80, 64, 44}, 0.3, false},
	{"element dispBeamColumn 7 1 2 3 5 1", 2, 3, beam_plane, {250, 80}, 0.3, false},
	{"element dispBeamColumn 7 1 2 4 5 3 -integration Lobatto", 2, 3, beam_turning, {250, 80}, 0.6, false},
	{"element dispBeamColumn 7 1 2 5 5 1", 3, 6, beam_space, {250, 130, 0, 80, 0, 44}, 0.3, false},
	{"element forceBeamColumn 7 1 2 3 5 1", 2, 3, beam_plane, {250, 80}, 0.3, false},
	{"element forceBeamColumn 7 1 2 4 5 3 -integration Legendre", 2, 3, beam_turning, {250, 80}, 0.6, false},
	{"element forceBeamColumn 7 1 2 5 5 1", 3, 6, beam_space, {250, 130, 0, 80, 0, 44}, 0.3, false},
	{"element forceBeamColumn 7 1 2 5 5 2", 2, 3, beam_plane, {250, 80}, 0.05, true},
	{"element zeroLength 7 1 2 -mat 1 2 1 -dir 1 2 6", 2, 3, springs, {100, 30, 100}, 0.3, false},
	{"element zeroLengthSection 7 1 2 5", 2, 3, springs, {250, 0, 80}, 0.3, false},
	{"element zeroLengthSection 7 1 2 5 -orient 0 1 0 -1 0 0", 2, 3, springs, {0, 250, 80}, 0.3, false},
	{"element zeroLengthSection 7 1 2 5", 3, 6, springs_space, {250, 0, 0, 44, 80, 130}, 0.3, false},
	{"element zeroLengthSection 7 1 2 5 -orient 0 0 1 0 1 0", 3, 6, springs_space, {0, 0, 250, 130, 80, 44}, 0.3, false},
	{"element twoNodeLink 7 1 2 -mat 1 2 1 -dir 1 2 3", 2, 3, link, {100, 30, 100, 0.5}, 0.3, false},
	{"element twoNodeLink 7 1 2 -mat 1 2 1 -dir 1 2 3 -shearDist 0.2", 2, 3, link, {100, 30, 100, 0.2}, 0.3, false},
	{"element elastomericBearingPlasticity 7 1 2 80 1e9 0.1 0 1 -P 3 -Mz 1 -shearDist 0.3", 2, 3, bearing, {0, 80, 100, 0.3}, 0.3, false},
};

static void subject_make(struct probe *p, const struct subject *s)
{
	probe_model(p, s->ndm, s->ndf);
	words_node(&p->m, 1, s->ndf, 0, 0, 0);
	words_node(&p->m, 2, s->ndf, 1.2, 0.9, s->ndm == 3 ? 0.7 : 0.0);
	words_make(&p->m, "uniaxialMaterial Elastic 1 100");
	words_make(&p->m, "uniaxialMaterial Elastic 2 30");
	words_make(&p->m, "uniaxialMaterial Elastic 3 0");
	for (const char *const *line = s->ndm == 3 ? SPACE : PLANE; s->ndf > 1 && *line; line++)
		words_make(&p->m, *line);
	probe_element(p, s->line);
}

/* Slope of the energy along freedom i, by differences of fourth order. */
static double slope(const struct subject *s, const double *u, int i)
{
	const double h = 1e-3;
	double w[4], at[DOF];

	for (int k = 0; k < 4; k++) {
		memcpy(at, u, sizeof(at));
		at[i] += h * (k < 2 ? k - 2 : k - 1);
		w[k] = s->energy(s->x, at);
	}
	return (w[0] - 8.0 * w[1] + 8.0 * w[2] - w[3]) / (12.0 * h);
}

static double curvature(const struct subject *s, const double *u, int i, int j)
{
	const double h = 4e-3;
	double g[4], at[DOF];

	for (int k = 0; k < 4; k++) {
		memcpy(at, u, sizeof(at));
		at[j] += h * (k < 2 ? k - 2 : k - 1);
		g[k] = slope(s, at, i);
	}
	return (g[0] - 8.0 * g[1] + 8.0 * g[2] - g[3]) / (12.0 * h);
}

/* What P-Delta adds: the axial force of the linear member on the chord's rotation, across it. */
static void add_pdelta(const struct subject *s, const double *u, double *f)
{
	struct place p = place(2);
	double d[3] = {u[3] - u[0], u[4] - u[1], 0.0}, pull = s->x[0] / p.length * dot(p.axis[0], d, 3), chord = dot(p.axis[1], d, 3) / p.length;

	for (int i = 0; i < 2; i++) {
		f[i] -= pull * chord * p.axis[1][i];
		f[3 + i] += pull * chord * p.axis[1][i];
	}
}

static void check(const struct subject *s, struct rng *rng)
{
	struct probe *p = test_malloc(sizeof(*p));
	double f[DOF], largest = 0.0, stiff = 0.0;
	int n = 2 * s->ndf;

	subject_make(p, s);
	assert_int_equal(p->el->ndof, n);
	for (int i = 0; i < n; i++)
		p->u[i] = s->size * (2.0 * rng_uniform(rng) - 1.0);
	probe_respond(p);
	for (int i = 0; i < n; i++) {
		f[i] = slope(s, p->u, i);
		largest = larger(largest, fabs(f[i]));
		stiff = larger(stiff, fabs(p->k[i * n + i]));
	}
	if (s->pdelta)
		add_pdelta(s, p->u, f);
	for (int i = 0; i < n; i++) {
		if (!(fabs(f[i] - p->f[i]) <= 1e-8 * largest))
			fail_msg("%s, %d dimensions: force %d is %.12g, slope of the energy %.12g", s->line, s->ndm, i, p->f[i], f[i]);
		for (int j = 0; !s->pdelta && j < n; j++)
			if (!(fabs(curvature(s, p->u, i, j) - p->k[i * n + j]) <= 1e-6 * stiff))
				fail_msg("%s, %d dimensions: tangent %d %d is %.9g, curvature %.9g", s->line, s->ndm, i, j, p->k[i * n + j], curvature(s, p->u, i, j));
	}
	model_fini(&p->m);
	test_free(p);
}

static void forces_and_tangents_are_those_of_the_stored_energy(void **state)
{
	struct rng rng;

	(void)state;
	rng_init(&rng, 31, 0);
	for (size_t i = 0; i < COUNT(SUBJECT); i++)
		for (int turn = 0; turn < 5; turn++)
			check(&SUBJECT[i], &rng);
}

/* Sliding of a bearing along one direction is a stop of (1 - a1) kInit and qd beside a spring a1 kInit and a power: u is the shear of the energy above. */
static void a_bearing_slides_like_a_stop_beside_springs(void **state)
{
	static const struct subject s = {"element elastomericBearingPlasticity 7 1 2 80 1.5 0.05 0.02 3 -P 3 -Mz 3", 2, 3, NULL, {0}, 0, false};
	struct place at = place(2);
	struct probe *p = test_malloc(sizeof(*p));
	double before = 0.0, held = 0.0;
	struct rng rng;

	(void)state;
	rng_init(&rng, 32, 0);
	subject_make(p, &s);
	for (int i = 0; i < 400; i++) {
		double u = before + 0.1 * (2.0 * rng_uniform(&rng) - 1.0), want;

		held = fmin(fmax(held + 0.95 * 80.0 * (u - before), -1.5), 1.5);
		want = held + 0.05 * 80.0 * u + 0.02 * 80.0 * copysign(pow(fabs(u), 3.0), u);
		for (int k = 0; k < 2; k++)
			p->u[3 + k] = u * at.axis[1][k];
		probe_respond(p);
		for (int k = 0; k < 2; k++)
			assert_near(p->f[3 + k], want * at.axis[1][k], 1e-11);
		memcpy(p->hc, p->ht, sizeof(p->hc));
		before = u;
	}
	model_fini(&p->m);
	test_free(p);
}

/* Rows that store no energy of their own, and where they are compared with others. */
static const struct { const char *name, *where; } ELSEWHERE[] = {
	{"genericClient", "tests/foreign/run: with the element behind it"}, {"adapter", "tests/foreign/run: with the model behind it"},
	{"actuator", "tests/foreign/run: recorded conversation"},
	{"corotActuator", "tests/foreign/run: in closed form"},
};

static void no_element_is_left_out(void **state)
{
	(void)state;
	for (int row = 0; element_table[row]; row++) {
		bool found = element_table[row]->exchange;       /* experimental: tests/unit/exp_elements_test.c, against computed ones */

		for (size_t i = 0; i < COUNT(SUBJECT); i++)
			found = found || strstr(SUBJECT[i].line, element_table[row]->name);
		for (size_t i = 0; i < COUNT(ELSEWHERE); i++)
			found = found || strcmp(ELSEWHERE[i].name, element_table[row]->name) == 0;
		if (!found)
			fail_msg("%s has no second formulation", element_table[row]->name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_element_is_left_out),
		cmocka_unit_test(forces_and_tangents_are_those_of_the_stored_energy),
		cmocka_unit_test(a_bearing_slides_like_a_stop_beside_springs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
