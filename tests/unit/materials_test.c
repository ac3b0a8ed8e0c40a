/* What is special about single materials: closed forms, members inside members, refusals. */
#include "test.h"

#include "base/rng.h"
#include "model_words.h"

enum { HISTORY = 128 };

struct probe {
	struct model m;
	const struct material *mat;
	double hc[HISTORY], ht[HISTORY];
};

/* The material with tag 1 of these lines, ended by NULL. */
static void probe_make(struct probe *p, const char *const *line)
{
	memset(p, 0, sizeof(*p));
	model_init(&p->m);
	for (; *line; line++)
		words_make(&p->m, *line);
	p->mat = model_material(&p->m, 1);
	assert_non_null(p->mat);
	assert_true(material_size(p->mat) <= HISTORY);
	material_start(p->mat, p->hc);
	material_start(p->mat, p->ht);
}

static void probe_one(struct probe *p, const char *line)
{
	const char *const lines[] = { line, NULL };
	probe_make(p, lines);
}

static double trial(struct probe *p, double strain, double rate, double dt)
{
	material_step(p->mat, p->hc, p->ht, strain, rate, dt);
	return p->ht[MATERIAL_STRESS];
}

static double move(struct probe *p, double strain)
{
	double stress = trial(p, strain, 0.0, 1.0);
	memcpy(p->hc, p->ht, sizeof(p->hc));
	return stress;
}

static void refuses(const char *line, int code, const char *part)
{
	struct model m;
	struct err e;
	char text[600];
	model_init(&m);
	err_clear(&e);
	words_make(&m, "uniaxialMaterial Elastic 8 100");
	words_make(&m, "uniaxialMaterial Viscous 9 2 1");
	assert_int_equal(words_try(&m, line, &e), code);
	err_text(&e, text, sizeof(text));
	assert_contains(text, part);
	model_fini(&m);
}

static void elastic_has_its_own_stiffness_in_compression(void **state)
{
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial Elastic 1 100 3 40");
	assert_near(trial(&p, 0.5, 2.0, 0.1), 56.0, 1e-12);
	assert_near(trial(&p, -0.5, 2.0, 0.1), -14.0, 1e-12);
	assert_near(p.ht[MATERIAL_TANGENT], 40.0, 0.0);
	assert_near(p.ht[MATERIAL_DAMP], 3.0, 0.0);
	assert_false(material_linear(p.mat));
	model_fini(&p.m);
}

static void bilinear_softening_keeps_its_elastic_range(void **state)
{
	struct probe p;
	(void)state;
	/* k 100, dy 0.1, theta -0.3: at 0.3 the force is 10 - 30 x 0.2 = 4, unloading by 2 dy is elastic */
	probe_one(&p, "uniaxialMaterial Bilinear 1 100 0.1 -0.3");
	assert_near(move(&p, 0.1), 10.0, 1e-12);
	assert_near(move(&p, 0.3), 4.0, 1e-12);
	assert_near(move(&p, 0.1), -16.0, 1e-12);
	assert_near(move(&p, 0.0), -16.0 + 30.0 * 0.1, 1e-12);
	model_fini(&p.m);
}

static void bouc_wen_of_seed_4_follows_its_closed_forms(void **state)
{
	struct probe p;
	(void)state;
	/* n = 1: z = 1 - exp(-u/uy) for beta + gamma = 1; n = 2: z = tanh(u/uy). force = k uy z with alpha = 0 */
	probe_one(&p, "uniaxialMaterial BoucWenMosqueda 1 2 0.5 0 0.45 0.55 1");
	assert_near(trial(&p, 0.7, 0, 0), 1.0 - exp(-1.4), 1e-12);
	assert_near(p.ht[MATERIAL_TANGENT], 2.0 * exp(-1.4), 1e-11);
	model_fini(&p.m);
	probe_one(&p, "uniaxialMaterial BoucWenMosqueda 1 2 0.5 0.1 0.45 0.55 2");
	assert_near(trial(&p, -0.7, 0, 0), -0.14 - 0.9 * tanh(1.4), 1e-12);
	/* gamma = beta = 1/2: unloading is elastic down to zero force, then the first branch again */
	model_fini(&p.m);
	probe_one(&p, "uniaxialMaterial BoucWenMosqueda 1 2 0.5 0 0.5 0.5 2");
	double top = move(&p, 1.0);
	assert_near(trial(&p, 1.0 - 0.25 * top, 0, 0), 0.5 * top, 1e-12);
	assert_near(trial(&p, 1.0 - 0.5 * top - 0.7, 0, 0), -tanh(1.4), 1e-11);
	model_fini(&p.m);
}

static void bouc_wen_of_seed_4_does_not_see_how_a_path_is_cut(void **state)
{
	struct probe whole, cut;
	double stress = 0.0;
	(void)state;
	probe_one(&whole, "uniaxialMaterial BoucWenMosqueda 1 2.74 0.675 0.02 0.4 0.6 3.5");
	probe_one(&cut, "uniaxialMaterial BoucWenMosqueda 1 2.74 0.675 0.02 0.4 0.6 3.5");
	move(&whole, 2.0);
	for (int i = 1; i <= 37; i++)
		stress = move(&cut, 2.0 * i / 37);
	assert_near(stress, whole.hc[MATERIAL_STRESS], 1e-11);
	move(&whole, -3.0);
	for (int i = 1; i <= 101; i++)
		stress = move(&cut, 2.0 - 5.0 * i / 101);
	assert_near(stress, whole.hc[MATERIAL_STRESS], 1e-11);
	model_fini(&whole.m);
	model_fini(&cut.m);
}

static void bouc_wen_without_degradation_converges_to_the_exact_law(void **state)
{
	double error[2];
	(void)state;
	/* alpha 0, ko 2, n 1, gamma = beta = 1: dz/du = 1 - 2 z on loading, force 1 - exp(-2 u). Backward Euler is of first order. */
	for (int k = 0; k < 2; k++) {
		struct probe p;
		int n = k ? 400 : 200;
		probe_one(&p, "uniaxialMaterial BoucWen 1 0 2 1 1 1 1 0 0 0 1e-13");
		for (int i = 1; i <= n; i++)
			move(&p, 0.7 * i / n);
		error[k] = fabs(p.hc[MATERIAL_STRESS] - (1.0 - exp(-1.4)));
		model_fini(&p.m);
	}
	assert_true(error[0] < 2e-3);
	assert_near(error[0] / error[1], 2.0, 0.02);
}

static void bouc_wen_finds_its_root_where_newton_does_not(void **state)
{
	struct probe p;
	(void)state;
	/* one iteration is not enough for Newton; the bisected root satisfies z = du (1 - 2 z^4), du = 3 */
	probe_one(&p, "uniaxialMaterial BoucWen 1 0 1 4 1 1 1 0 0 0 1e-15 1");
	double z = trial(&p, 3.0, 0, 0);
	assert_near(z, 3.0 * (1.0 - 2.0 * pow(z, 4)), 1e-12);
	model_fini(&p.m);
}

static void steel02_reaches_its_asymptote_and_carries_initial_stress(void **state)
{
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial Steel02 1 300 2e5 0.02 20 0.925 0.15 0 1 0 1 85");
	assert_near(p.hc[MATERIAL_STRESS], 85.0, 0.0);
	/* far out: Fy (1-b) + b E (strain + initial strain) */
	assert_near(trial(&p, 0.05, 0, 0), 300.0 * 0.98 + 0.02 * 2e5 * (0.05 + 85.0 / 2e5), 1e-6);
	assert_near(p.ht[MATERIAL_STRAIN], 0.05 + 85.0 / 2e5, 1e-15);
	model_fini(&p.m);
}

/* Far out the stress is that of the asymptote to the last digit. Turned there by one digit and back, the new branch has no length: it is the asymptote,
 * 400 + 0.01 x 2e5 (strain - 400 / 2e5). */
static void steel02_goes_on_where_it_was_turned_on_its_asymptote(void **state)
{
	(void)state;
	for (int i = 0; i < 400; i++) {
		struct probe p;
		double sign = i % 2 ? 1.0 : -1.0, strain = sign * (0.09 + 0.0005 * i);
		probe_one(&p, "uniaxialMaterial Steel02 1 400 2e5 0.01 18 0.925 0.15");
		move(&p, strain);
		move(&p, nextafter(strain, 0.0));
		for (int k = 1; k <= 3; k++) {
			double at = k == 1 ? strain : strain + sign * 0.01 * k, want = sign * (400.0 + 2000.0 * (fabs(at) - 0.002));
			double stress = move(&p, at);
			assert_near(stress, want, 1e-9 * fabs(want));
			assert_true(fabs(p.ht[MATERIAL_TANGENT]) <= 2e5);
		}
		model_fini(&p.m);
	}
}

static void steel02_without_a_second_constant_of_decay_has_its_first_curvature(void **state)
{
	struct probe p, constant;
	(void)state;
	probe_one(&p, "uniaxialMaterial Steel02 1 400 2e5 0.01 18 0 0");
	probe_one(&constant, "uniaxialMaterial Steel02 1 400 2e5 0.01 18 0 0.15");
	for (int i = 0; i < 40; i++)
		assert_near(move(&p, 0.008 * sin(0.3 * i)), move(&constant, 0.008 * sin(0.3 * i)), 1e-9);
	model_fini(&p.m);
	model_fini(&constant.m);
}

static void viscous_friction_rests(void **state)
{
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial Viscous 1 6 0");
	assert_near(trial(&p, 0.0, 0.0, 0.1), 0.0, 0.0);
	assert_near(trial(&p, 0.0, -0.0, 0.1), 0.0, 0.0);
	assert_near(trial(&p, 0.0, 1e-9, 0.1), 6.0, 0.0);
	assert_near(trial(&p, 0.0, -3.0, 0.1), -6.0, 0.0);
	model_fini(&p.m);
}

/* E 100, Hkin 5 and a yield stress that falls from 3 by 2 a unit of flow: it is nothing after 1.5, and what is left is 100 and 5 one after the other. */
static void hardening_whose_yield_stress_falls_ends_at_the_kinematic_line(void **state)
{
	static const double strain[] = { 1.0, -1.5, 0.7, 0.7, 0.7, -0.2, 0.0, 3.0, 3.0 };
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial Hardening 1 100 3 -2 5");
	assert_near(move(&p, 0.5), 3.0 * 100 / 103 + 3.0 / 103 * 50, 1e-12); /* 100 and 5 - 2 behind 3 */
	for (size_t i = 0; i < COUNT(strain); i++)
		move(&p, strain[i]);
	for (size_t i = 0; i < COUNT(strain); i++) {
		assert_near(move(&p, strain[i]), 500.0 / 105.0 * strain[i], 1e-12);
		assert_near(p.ht[MATERIAL_TANGENT], 500.0 / 105.0, 1e-12);
	}
	model_fini(&p.m);
}

static void hardening_without_time_does_not_flow(void **state)
{
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial Hardening 1 100 5 0 0 10");
	assert_near(trial(&p, 0.2, 0, 0.0), 20.0, 1e-12);
	/* overstress of a step of 0.1: f = 15, dg = 15/(100 + 100), stress 20 - 100 dg */
	assert_near(trial(&p, 0.2, 0, 0.1), 12.5, 1e-12);
	model_fini(&p.m);
}

static void maxwell_relaxes_with_its_time(void **state)
{
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial Maxwell 1 300 60 1 1");
	assert_near(trial(&p, 0.1, 0, 0.0), 30.0, 1e-12);
	memcpy(p.hc, p.ht, sizeof(p.hc));
	assert_near(trial(&p, 0.1, 0, 0.3), 30.0 * exp(-0.3 * 300.0 / 60.0), 1e-12);
	model_fini(&p.m);
}

static void viscous_damper_meets_the_exact_solution_by_every_method(void **state)
{
	(void)state;
	/* alpha 1: F' = K (v - F/C); v rising to a t gives F = C a (t - tr (1 - exp(-t/tr))), tr = C/K. Steps of 0.01 to t = 0.2, a = 3 */
	for (int method = 1; method <= 3; method++) {
		struct probe p;
		char line[100];
		snprintf(line, sizeof(line), "uniaxialMaterial ViscousDamper 1 300 8 1 0 %d 1e-7 1e-12 15", method);
		probe_one(&p, line);
		double a = 3.0, tr = 8.0 / 300.0, t = 0.0, force = 0.0;
		for (int i = 1; i <= 20; i++) {
			t = 0.01 * i;
			force = trial(&p, 0.5 * a * t * t, a * t, 0.01);
			memcpy(p.hc, p.ht, sizeof(p.hc));
		}
		double want = 8.0 * a * (t - tr * (1.0 - exp(-t / tr)));
		assert_near(force, want, 2e-5 * want);
		model_fini(&p.m);
	}
}

/* However stiff the brace: at a velocity that stays, the force is that of the dashpot. */
static void viscous_damper_on_any_brace_meets_its_dashpot(void **state)
{
	static const double alpha[] = { 0.2, 0.6, 1.0, 1.4 };
	(void)state;
	for (int method = 1; method <= 3; method++)
		for (size_t j = 0; j < COUNT(alpha); j++)
			for (double k = 1e6; k < 1e15; k *= 1e4) {
				char line[120];
				struct probe p;
				snprintf(line, sizeof(line), "uniaxialMaterial ViscousDamper 1 %g 500 %g 0 %d", k, alpha[j], method);
				probe_one(&p, line);
				for (int i = 1; i <= 12; i++) {
					double v = fmin(0.3, 0.1 * i), force = trial(&p, 0.0, v, 0.01);
					memcpy(p.hc, p.ht, sizeof(p.hc));
					assert_true(fabs(force) <= 500.0 * pow(v, alpha[j]) * 1.001);
				}
				assert_near(p.hc[MATERIAL_STRESS], 500.0 * pow(0.3, alpha[j]), 1e-3);
				model_fini(&p.m);
			}
}

static void viscous_damper_with_gap_is_silent_after_a_change_of_sign(void **state)
{
	struct probe p;
	int silent = 0;
	double before = 0.0;
	(void)state;
	probe_one(&p, "uniaxialMaterial ViscousDamper 1 300 8 0.6 0.05");
	for (int i = 1; i <= 400; i++) {
		double t = 0.01 * i, w = 2.0 * M_PI, f = trial(&p, 0.3 * sin(w * t), 0.3 * w * cos(w * t), 0.01);
		silent += f == 0.0;
		assert_false(f * before < 0.0);
		before = f;
		memcpy(p.hc, p.ht, sizeof(p.hc));
	}
	/* eight changes of sign, each followed by 0.05 of path at a speed of at most 1.9: at least 3 steps a change */
	assert_true(silent >= 7 * 3);
	model_fini(&p.m);
}

static void multilinear_passes_its_points_and_doubles_on_reversal(void **state)
{
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial MultiLinear 1 0.1 10 0.3 16 0.6 19");
	assert_near(trial(&p, 0.1, 0, 0), 10.0, 1e-12);
	assert_near(trial(&p, -0.3, 0, 0), -16.0, 1e-12);
	assert_near(trial(&p, 0.9, 0, 0), 22.0, 1e-12);
	assert_near(move(&p, 0.3), 16.0, 1e-12);
	assert_near(move(&p, 0.1), -4.0, 1e-12);  /* twice 0.1 at slope 100 */
	assert_near(move(&p, -0.3), -16.0, 1e-12); /* and twice 0.2 at slope 30 */
	model_fini(&p.m);
}

static void gap_without_damage_closes_again_and_with_damage_does_not(void **state)
{
	struct probe p;
	(void)state;
	/* contact at 0.02, yield at 0.07; after 0.12 the permanent set is 0.05, contact at 0.07 */
	probe_one(&p, "uniaxialMaterial ElasticPPGap 1 100 5 0.02 0");
	assert_near(move(&p, 0.12), 5.0, 1e-12);
	assert_near(move(&p, 0.03), 0.0, 1e-12);
	assert_near(trial(&p, 0.05, 0, 0), 2.0, 1e-12);
	model_fini(&p.m);
	probe_one(&p, "uniaxialMaterial ElasticPPGap 1 100 5 0.02 0 damage");
	move(&p, 0.12);
	move(&p, 0.03);
	assert_near(trial(&p, 0.05, 0, 0), 0.0, 1e-12);
	assert_near(trial(&p, 0.1, 0, 0), 3.0, 1e-12);
	model_fini(&p.m);
}

static void gap_that_softens_does_not_pull(void **state)
{
	struct probe p;
	(void)state;
	/* 5 at 0.07, then 50 a unit less: nothing from 0.17 on */
	probe_one(&p, "uniaxialMaterial ElasticPPGap 1 100 5 0.02 -0.5 damage");
	assert_near(move(&p, 0.12), 2.5, 1e-12);
	for (int i = 0; i < 3; i++) {
		assert_near(move(&p, 0.3), 0.0, 1e-12);
		assert_near(move(&p, 0.3), 0.0, 1e-12);
		assert_near(p.ht[MATERIAL_TANGENT], 0.0, 0.0);
		assert_near(move(&p, 0.29), 0.0, 1e-12);
	}
	model_fini(&p.m);
}

/* Backward Euler has other roots than that to which the path leads; z has its limit (Ao/(gamma + beta))^(1/n). */
static void bouc_wen_never_leaves_its_limit(void **state)
{
	static const double n[] = { 0.5, 0.8, 1.0, 1.34, 2.0 };
	struct rng rng;
	(void)state;
	rng_init(&rng, 20261118, 1);
	for (size_t j = 0; j < COUNT(n); j++) {
		double limit = 0.95 * 200.0 * pow(0.7 / 34.0, 1.0 / n[j]), strain = 0.0;
		char line[120];
		struct probe p;
		snprintf(line, sizeof(line), "uniaxialMaterial BoucWen 1 0.05 200 %g 25 9 0.7 0 0 0 1e-12", n[j]);
		probe_one(&p, line);
		for (int i = 0; i < 2000; i++) {
			strain += (rng_uniform(&rng) - 0.5) * pow(10.0, -4.0 + 4.0 * rng_uniform(&rng));
			assert_true(fabs(move(&p, strain) - 10.0 * strain) <= limit * (1.0 + 1e-9));
		}
		model_fini(&p.m);
	}
}

static void bouc_wen_has_its_initial_tangent_at_rest(void **state)
{
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial BoucWen 1 0.1 100 1 10 10 0.5 0 0 0");
	trial(&p, 0.0, 0.0, 0.0);
	assert_near(p.ht[MATERIAL_TANGENT], 10.0 + 0.9 * 50.0, 1e-9);
	model_fini(&p.m);
}

static void series_of_springs_and_plateau_share_one_stress(void **state)
{
	static const char *const lines[] = {
		"uniaxialMaterial Elastic 11 300", "uniaxialMaterial ElasticPP 12 100 0.05", "uniaxialMaterial Hardening 13 200 4 0 20",
		"uniaxialMaterial Series 1 11 12 13", NULL,
	};
	struct probe p;
	(void)state;
	probe_make(&p, lines);
	assert_near(material_initial(p.mat), 1.0 / (1.0 / 300 + 1.0 / 100 + 1.0 / 200), 1e-12);
	/* yield of member 13 at 4, of 12 at 5: strain at 5 is 5/300 + 0.05 + 5/200 + 1/20; beyond, 12 takes all */
	double at5 = 5.0 / 300 + 0.05 + 5.0 / 200 + 1.0 / 20;
	assert_near(trial(&p, at5 - 0.01, 0, 0), 5.0 - 0.01 / (1.0 / 300 + 1.0 / 100 + 1.0 / 200 + 1.0 / 20), 1e-9);
	assert_near(trial(&p, at5 + 1.0, 0, 0), 5.0, 1e-9);
	assert_near(p.ht[MATERIAL_TANGENT], 0.0, 1e-9);
	memcpy(p.hc, p.ht, sizeof(p.hc));
	assert_near(trial(&p, at5 + 1.0 - 0.02, 0, 0), 5.0 - 0.02 * material_initial(p.mat), 1e-9);
	model_fini(&p.m);
}

static void series_in_parallel_in_series_is_what_springs_give(void **state)
{
	static const char *const lines[] = {
		"uniaxialMaterial Elastic 11 100", "uniaxialMaterial Series 12 11 11", "uniaxialMaterial Parallel 13 12 11 -factors 2 0.5",
		"uniaxialMaterial Series 1 13 11", NULL,
	};
	struct probe p;
	(void)state;
	probe_make(&p, lines); /* 50 -> 2 x 50 + 0.5 x 100 = 150; with 100 in series 60 */
	assert_near(trial(&p, 0.3, 0, 0), 18.0, 1e-10);
	assert_true(material_linear(p.mat));
	model_fini(&p.m);
}

/* Chains of random members on random paths: all stresses are one, and strains add. The histories of the members stand one after the
 * other at the beginning of the chain's own, their strains after them. */
static void series_finds_equilibrium_whatever_its_members(void **state)
{
	static const char *const member[] = {
		"Elastic %d 300", "ElasticPP %d 100 0.05", "ElasticPP %d 150 0.03 -0.05", "Hardening %d 200 4 0 20", "Hardening %d 200 4 30 0",
		"Steel01 %d 5 100 0.02", "Steel02 %d 6 120 0.02 18 0.925 0.15", "ElasticPPGap %d 100 5 0.02 0.05", "Bilinear %d 90 0.04 0.1",
		"BoucWenMosqueda %d 80 0.06 0.05 0.45 0.55 2", "MultiLinear %d 0.05 5 0.1 8 0.3 10",
	};
	static const double size[] = { 0.01, 0.1, 0.4 };
	enum { CHAIN = 4 };
	struct rng rng;
	(void)state;
	rng_init(&rng, 5, 0);
	for (int chain = 0; chain < 150; chain++) {
		char text[CHAIN + 1][100], kind[80];
		const char *lines[CHAIN + 2] = { text[0], text[1], text[2], text[3], text[4], NULL };
		struct probe p;
		double strain = 0.0;
		for (int i = 0; i < CHAIN; i++) {
			snprintf(kind, sizeof(kind), "%s", member[rng_below(&rng, COUNT(member))]);
			char *mark = strstr(kind, "%d");
			snprintf(text[i], sizeof(text[i]), "uniaxialMaterial %.*s%d%s", (int)(mark - kind), kind, i + 2, mark + 2);
		}
		snprintf(text[CHAIN], sizeof(text[CHAIN]), "uniaxialMaterial Series 1 2 3 4 5");
		probe_make(&p, lines);
		for (int step = 0; step < 40; step++) {
			strain += (2.0 * rng_uniform(&rng) - 1.0) * size[rng_below(&rng, 3)];
			double stress = move(&p, strain), sum = 0.0;
			int at = MATERIAL_HEAD;
			for (int i = 0; i < CHAIN; i++) {
				if (!(fabs(p.hc[at + MATERIAL_STRESS] - stress) <= 1e-9))
					fail_msg("%s, %s, %s, %s at strain %g: %g, not %g", text[0], text[1], text[2], text[3], strain,
						 p.hc[at + MATERIAL_STRESS], stress);
				at += material_size(model_material(&p.m, i + 2));
			}
			for (int i = 0; i < CHAIN; i++)
				sum += p.hc[at + i];
			assert_near(sum, strain, 1e-12);
		}
		model_fini(&p.m);
	}
}

static void concrete01_meets_its_points_and_unloads_to_the_plastic_strain(void **state)
{
	/* Kent-Scott-Park curve; Karsan and Jirsa: from the peak (r = 1) back to (0.145 + 0.13) epsc0, from r = 2.5 to (0.707 0.5 + 0.834) epsc0 */
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial Concrete01 1 30 0.002 6 0.006"); /* signs left out */
	assert_near(trial(&p, -0.001, 0, 1), -30.0 * 0.75, 1e-12);
	assert_near(p.ht[MATERIAL_TANGENT], 15000.0, 1e-8);
	assert_near(move(&p, -0.002), -30.0, 1e-12);
	assert_near(trial(&p, 0.275 * -0.002, 0, 1), 0.0, 1e-12);
	assert_near(p.ht[MATERIAL_TANGENT], 30.0 / (0.002 * 0.725), 1e-8);
	assert_near(trial(&p, 0.001, 0, 1), 0.0, 0.0);
	assert_near(trial(&p, -0.004, 0, 1), -18.0, 1e-12);
	assert_near(move(&p, -0.005), -12.0, 1e-12);
	assert_near(move(&p, -0.003), -12.0 * (0.003 - 1.1875 * 0.002) / (0.005 - 1.1875 * 0.002), 1e-12);
	assert_near(trial(&p, -0.0051, 0, 1), -11.4, 1e-12);
	assert_near(move(&p, -0.01), -6.0, 1e-12);
	model_fini(&p.m);
}

static void concrete02_cracks_softens_and_closes_its_cracks(void **state)
{
	/* Ec = 30000: peak of tension at 1e-4, zero at 1e-4 + 3/1500 = 2.1e-3; on the way back straight to the origin */
	struct probe p;
	(void)state;
	probe_one(&p, "uniaxialMaterial Concrete02 1 -30 -0.002 -6 -0.006 0.1 3 1500");
	assert_near(move(&p, 1e-4), 3.0, 1e-12);
	assert_near(move(&p, 1.1e-3), 1.5, 1e-12);
	assert_near(move(&p, 5.5e-4), 0.75, 1e-12);
	assert_near(trial(&p, 1.6e-3, 0, 1), 0.75, 1e-12);
	assert_near(trial(&p, 0.003, 0, 1), 0.0, 0.0);
	assert_near(move(&p, -0.001), -30.0 * 0.75, 1e-12);
	/* focal point (fpcu - 0.1 Ec epscu)/(0.9 Ec) = 12/27000; reloading line from (-0.001, -22.5) to it */
	double focus = 12.0 / 27000.0, slope = (-22.5 - 30000.0 * focus) / (-0.001 - focus), zero = -0.001 + 22.5 / slope;
	assert_near(move(&p, -0.0007), fmin(0.5 * slope * (-0.0007 - zero), -22.5 + 30000.0 * 0.0003), 1e-12);
	assert_near(move(&p, zero + 1.1e-3), 1.5, 1e-12); /* the crack opens where it was, counted from the new origin */
	model_fini(&p.m);
	probe_one(&p, "uniaxialMaterial Concrete02 1 -30 -0.002 -6 -0.006"); /* ft = 3, Ets = 1500 */
	assert_near(move(&p, 1.1e-3), 1.5, 1e-12);
	model_fini(&p.m);
}

static void responses_are_read_from_the_head(void **state)
{
	static const double h[MATERIAL_HEAD] = { 1, 2, 3, 4, 5 };
	double x[3];
	(void)state;
	assert_int_equal(material_response(h, "stressStrainTangent", x), 3);
	assert_true(x[0] == 3 && x[1] == 1 && x[2] == 4);
	assert_int_equal(material_response(h, "strainRate", x), 1);
	assert_true(x[0] == 2);
	assert_int_equal(material_response(h, "dampTangent", x), 1);
	assert_true(x[0] == 5);
	assert_int_equal(material_response(h, "colour", x), 0);
}

static void refusals_name_the_material_and_the_value(void **state)
{
	(void)state;
	refuses("uniaxialMaterial Steel01 1 50 -3 0.1", ERR_RANGE, "uniaxialMaterial Steel01 1");
	refuses("uniaxialMaterial Steel02 1 50 nan 0.1", ERR_NONFINITE, "E0");
	refuses("uniaxialMaterial ElasticPPGap 1 100 5 -0.1", ERR_RANGE, "sign of Fy");
	refuses("uniaxialMaterial Parallel 1 8 77", ERR_MISSING, "77");
	refuses("uniaxialMaterial Parallel 1 8 9 -factors 1", ERR_ARGUMENT, "factor");
	refuses("uniaxialMaterial Parallel 1 8 9 -factors 1 2 3", ERR_ARGUMENT, "3 factors for 2");
	refuses("uniaxialMaterial Series 1 8 9", ERR_UNSUPPORTED, "Viscous 9");
	refuses("uniaxialMaterial Series 1 8 8 -iter 0 1e-9", ERR_RANGE, "maxIter");
	refuses("uniaxialMaterial MultiLinear 1 0.1 10 0.3", ERR_ARGUMENT, "pairs");
	refuses("uniaxialMaterial MultiLinear 1 0.1 10 0.1 12", ERR_RANGE, "point 2");
	refuses("uniaxialMaterial Hardening 1 100 5 -80 -30", ERR_RANGE, "E + Hiso + Hkin");
	refuses("uniaxialMaterial BoucWenMosqueda 1 2 1 0 -2 1 2", ERR_RANGE, "beta + gamma");
	refuses("uniaxialMaterial BoucWen 1 0.1 50 1 25 25 1 0 0", ERR_ARGUMENT, "deltaEta");
	refuses("uniaxialMaterial Concrete01 1 -30 -0.002 -6 -0.001", ERR_RANGE, "before its peak");
	refuses("uniaxialMaterial Concrete02 1 0 -0.002 -6 -0.006", ERR_RANGE, "zero");
	refuses("uniaxialMaterial Concrete02 1 -30 -0.002 -6 -0.006 1.0", ERR_RANGE, "lambda");
	refuses("uniaxialMaterial ViscousDamper 1 300 8 1 0 4 1e-6 1e-10 15", ERR_RANGE, "NM");
	refuses("uniaxialMaterial Steel02 1 400 2e5 0.01 20 18.5 0.15", ERR_RANGE, "cR1");
	refuses("uniaxialMaterial Concrete01 1 -30 -0.002 -31 -0.002", ERR_RANGE, "stiffer than virgin");
	refuses("uniaxialMaterial Concrete02 1 -0.03 -0.002 -30 -0.006", ERR_RANGE, "allowed: at least -0.15");
	refuses("uniaxialMaterial Maxwell 1 300 8 1e6 2", ERR_RANGE, "C/(K L^alpha)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(elastic_has_its_own_stiffness_in_compression),
		cmocka_unit_test(bilinear_softening_keeps_its_elastic_range),
		cmocka_unit_test(bouc_wen_of_seed_4_follows_its_closed_forms),
		cmocka_unit_test(bouc_wen_of_seed_4_does_not_see_how_a_path_is_cut),
		cmocka_unit_test(bouc_wen_without_degradation_converges_to_the_exact_law),
		cmocka_unit_test(bouc_wen_finds_its_root_where_newton_does_not),
		cmocka_unit_test(bouc_wen_has_its_initial_tangent_at_rest),
		cmocka_unit_test(bouc_wen_never_leaves_its_limit),
		cmocka_unit_test(steel02_reaches_its_asymptote_and_carries_initial_stress),
		cmocka_unit_test(steel02_goes_on_where_it_was_turned_on_its_asymptote),
		cmocka_unit_test(steel02_without_a_second_constant_of_decay_has_its_first_curvature),
		cmocka_unit_test(viscous_friction_rests),
		cmocka_unit_test(hardening_without_time_does_not_flow),
		cmocka_unit_test(hardening_whose_yield_stress_falls_ends_at_the_kinematic_line),
		cmocka_unit_test(maxwell_relaxes_with_its_time),
		cmocka_unit_test(viscous_damper_meets_the_exact_solution_by_every_method),
		cmocka_unit_test(viscous_damper_on_any_brace_meets_its_dashpot),
		cmocka_unit_test(viscous_damper_with_gap_is_silent_after_a_change_of_sign),
		cmocka_unit_test(multilinear_passes_its_points_and_doubles_on_reversal),
		cmocka_unit_test(gap_without_damage_closes_again_and_with_damage_does_not),
		cmocka_unit_test(gap_that_softens_does_not_pull),
		cmocka_unit_test(series_of_springs_and_plateau_share_one_stress),
		cmocka_unit_test(series_in_parallel_in_series_is_what_springs_give),
		cmocka_unit_test(series_finds_equilibrium_whatever_its_members),
		cmocka_unit_test(concrete01_meets_its_points_and_unloads_to_the_plastic_strain),
		cmocka_unit_test(concrete02_cracks_softens_and_closes_its_cracks),
		cmocka_unit_test(responses_are_read_from_the_head),
		cmocka_unit_test(refusals_name_the_material_and_the_value),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
