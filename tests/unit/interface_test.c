/* The interface of looped elements: which coordinates it has, and that forces and tangents in them are those of the problem. On chains of springs, where
 * deformations and unknowns are counted by hand. */
#include "rig.h"

#include "base/rng.h"
#include "interface/interface.h"
#include "math/vec.h"

#include <math.h>

enum { MASSES = 8 };

/* A chain whose springs with a mark y yield (v: viscous as well), the others are linear. extra: words of one more zeroLength element, or NULL. */
static void chain(struct rig *r, const char *marks, const char *extra, const double factor[4])
{
	static const struct rig_chain c = {.n = MASSES, .mass = 1.0};

	rig_make(r, &c);
	rig_material(r, 1, "Elastic 400");
	rig_material(r, 2, "Steel01 6 400 0.05");
	rig_material(r, 3, "Elastic 90 4.0 30");
	rig_material(r, 4, "Parallel 2 3");
	for (int i = 1; i <= MASSES; i++) {
		char text[64];
		const char *word[RIG_WORDS];

		snprintf(text, sizeof(text), "%d %d %d -mat %d -dir 1 -doRayleigh 1", i, i, i + 1, marks[i - 1] == 'y' ? 2 : marks[i - 1] == 'v' ? 4 : 1);
		struct args a = rig_args(text, word, "element");
		rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
	}
	if (extra) {
		char text[64];
		const char *word[RIG_WORDS];

		snprintf(text, sizeof(text), "%s", extra);
		struct args a = rig_args(text, word, "element");
		rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), extra);
	}
	model_rayleigh(&r->m, factor);
	rig_test(r, "NormUnbalance 1e-12 20");
	rig_algorithm(r, "Newton", "");
	rig_integrator(r, "Newmark", "0.5 0.25");
	rig_must(r, analysis_ready(&r->an, &r->e), "equations");
}

static void expect(const char *marks, const char *extra, const double factor[4], int m, int nunknown)
{
	struct interface x;
	struct arena mem;
	struct rig r;

	chain(&r, marks, extra, factor);
	arena_init(&mem);
	rig_must(&r, interface_make(&x, core_of(&r.an), true, &mem, &r.e), "interface");
	assert_int_equal(x.m, m);
	assert_int_equal(x.nunknown, nunknown);
	assert_int_equal(interface_size(core_of(&r.an), true), m);
	for (int i = 0; i < x.m; i++) {
		int n = x.port.start[i + 1] - x.port.start[i];

		assert_int_equal(x.at[i] >= 0, i < nunknown);
		assert_near(vec_norm(n, x.port.coef + x.port.start[i]), 1.0, 1e-15);
	}
	arena_fini(&mem);
	rig_end(&r);
}

static void deformations_stand_for_unknowns_where_they_are_fewer(void **state)
{
	static const double constant[4] = {0.3, 0.0, 0.002, 0.0}, follows[4] = {0.3, 0.002, 0.0, 0.0};

	(void)state;
	expect("--------", NULL, constant, 0, 0);
	expect("y-------", NULL, constant, 1, 1);                                    /* one unknown, one deformation */
	expect("---y----", NULL, constant, 1, 0);                                    /* two unknowns */
	expect("y--y----", NULL, constant, 2, 1);
	expect("--yyy---", NULL, constant, 3, 0);                                    /* four unknowns */
	expect("yyy-----", NULL, constant, 3, 3);                                    /* as many */
	expect("-y------", "9 2 3 -mat 2 -dir 1", constant, 2, 2);                   /* two side by side: as many */
	expect("--------", "9 4 5 -mat 2 2 -dir 1 1", constant, 2, 2);               /* not independent */
	expect("--yy----", NULL, follows, 3, 3);                                     /* damping that follows the tangent */
	expect("-----yyy", "9 3 4 -mat 2 2 -dir 1 1", constant, 2 + 3, 2);
}

/* u and v of all unknowns, random; also z of the interface. */
static void draw(struct problem_core *c, const struct interface *x, uint64_t seed, double *const z[MOTION_KINDS])
{
	struct rng g;

	rng_init(&g, seed, 0);
	for (int i = 0; i < c->map.n; i++) {
		c->p.u[i] = 0.1 * (rng_uniform(&g) - 0.5);
		c->p.v[i] = rng_uniform(&g) - 0.5;
	}
	problem_moved(&c->p);
	port_take(&x->port, c->map.n, c->p.u, z[0]);
	port_take(&x->port, c->map.n, c->p.v, z[1]);
}

/* Force, and change of the force by a small change of the motion, against the elements one by one in the unknowns. */
static void compare(const char *marks, const char *extra, const double factor[4], bool shift)
{
	double u[MASSES], v[MASSES], a[MASSES] = {0}, r1[MASSES], r2[MASSES], f[MASSES], mine[MASSES], k[64], c[64], tz[2][MASSES];
	double *const z[MOTION_KINDS] = {u, v, a};
	struct interface x;
	struct problem_core *core;
	struct arena mem;
	struct rig r;

	chain(&r, marks, extra, factor);
	core = core_of(&r.an);
	arena_init(&mem);
	rig_must(&r, interface_make(&x, core, shift, &mem, &r.e), "interface");
	assert_true(x.nunknown < x.m);
	problem_begin(core);
	for (uint64_t seed = 1; seed <= 5; seed++) {
		draw(core, &x, seed, z);
		assert_int_equal(interface_ask(&x, z, r1), 0);
		assert_int_equal(interface_tangents(&x, z, u, false, k, c), 0);
		/* deformations leave out of their force what the linear part has: constant damping, where it has it */
		vec_zero(MASSES, mine);
		port_give(&x.port, MASSES, 1.0, r1, mine);
		assert_int_equal(problem_resist_coupled(&core->p, f), 0);
		for (int i = 0; i < MASSES && !shift; i++)
			assert_near(mine[i], f[i], 1e-12);
		/* tangents: the same force a little further, within what Steel01 has of straight lines */
		port_take(&x.port, MASSES, core->p.v, tz[0]);
		for (int i = 0; i < x.m; i++) {
			u[i] += 1e-7 * tz[0][i];
			v[i] += 1e-7 * tz[0][i];
		}
		assert_int_equal(interface_ask(&x, z, r2), 0);
		for (int i = 0; i < x.m; i++) {
			double sum = r1[i];

			for (int p = x.row[i]; p < x.row[i + 1]; p++)
				sum += 1e-7 * (k[p] + c[p]) * tz[0][x.column[p]];
			assert_near(r2[i], sum, 1e-11);
		}
	}
	arena_fini(&mem);
	rig_end(&r);
}

static void forces_and_tangents_are_those_of_the_unknowns(void **state)
{
	static const double constant[4] = {0.3, 0.0, 0.002, 0.0};

	(void)state;
	for (int shift = 0; shift < 2; shift++) {
		compare("y--y----", NULL, constant, shift);
		compare("--yvy---", NULL, constant, shift);
		compare("-y--v-y-", "9 4 7 -mat 2 -dir 1 -doRayleigh 1", constant, shift);
	}
}

/* K0 and C0 are what the linear part has more than the linear elements. */
static void virgin_matrices_are_those_of_the_linear_part(void **state)
{
	static const double constant[4] = {0.3, 0.0, 0.0, 0.0};
	double x0[MASSES], z[MASSES], q[MASSES] = {0}, y[MASSES] = {0}, want[MASSES];
	struct interface x;
	struct arena mem;
	struct rig r;

	(void)state;
	chain(&r, "y--y-v--", NULL, constant);
	arena_init(&mem);
	rig_must(&r, interface_make(&x, core_of(&r.an), true, &mem, &r.e), "interface");
	for (int i = 0; i < MASSES; i++)
		x0[i] = 1.0 + i * i;
	port_take(&x.port, MASSES, x0, z);
	for (int kind = 0; kind < 2; kind++) {
		/* springs 1, 4 and 6: 400 each, and 90 and a dashpot of 4 more in the last */
		const double each[2][3] = {{400.0, 400.0, 490.0}, {0.0, 0.0, 4.0}};
		const double *have = kind ? x.c0 : x.k0;

		vec_zero(MASSES, q);
		vec_zero(MASSES, y);
		vec_zero(MASSES, want);
		for (int i = 0; i < x.m; i++)
			for (int p = x.row[i]; p < x.row[i + 1]; p++)
				q[i] += have[p] * z[x.column[p]];
		port_give(&x.port, MASSES, 1.0, q, y);
		want[0] += each[kind][0] * x0[0];
		want[3] += each[kind][1] * (x0[3] - x0[2]);
		want[2] -= each[kind][1] * (x0[3] - x0[2]);
		want[5] += each[kind][2] * (x0[5] - x0[4]);
		want[4] -= each[kind][2] * (x0[5] - x0[4]);
		for (int i = 0; i < MASSES; i++)
			assert_near(y[i], want[i], 1e-10);
	}
	arena_fini(&mem);
	rig_end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deformations_stand_for_unknowns_where_they_are_fewer),
		cmocka_unit_test(forces_and_tangents_are_those_of_the_unknowns),
		cmocka_unit_test(virgin_matrices_are_those_of_the_linear_part),
	};
	return cmocka_run_group_tests_name("interface", tests, NULL, NULL);
}
