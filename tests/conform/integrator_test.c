/* Suite over every row of integrator_table: what a transient method claims is measured on the running program.
 *
 * Order: error in displacement against a closed form (linear) or a far finer run (Bouc-Wen), at a step and half of it.
 * Spectral radius: rate of growth of a free, undamped oscillator, far beyond or around the stability limit.
 * Restart: a copied state block leads to the same bits. Once: a material that counts the strains it is asked for, and a specimen that
 * counts commands. A perfect specimen is as good as an element.
 */
#include "evidence.h"
#include "rig.h"
#include "specimen.h"

#include "model/material.h"

#include <stdlib.h>

static const struct integrator_ops *each(int *at)
{
	while (integrator_table[*at] && integrator_table[*at]->kind != INTEGRATOR_TRANSIENT)
		++*at;
	return integrator_table[*at] ? integrator_table[(*at)++] : NULL;
}

/* --- order --------------------------------------------------------------------------------------- */
static const struct rig_chain loaded = {.n = 1, .mass = 1.0, .alpha = 0.8, .material = "Elastic 16", .amplitude = 3.0, .period = 2.5, .end = 1e9};

/* Displacements at `points` equal times up to `span`, with `fine` steps between them. */
static void history(const struct integrator_ops *ops, const char *words, const struct rig_chain *c, double span, int points, int fine, double *ret_u)
{
	struct rig r;
	rig_make(&r, c);
	rig_method(&r, ops, words);
	for (int i = 0; i < points; i++) {
		rig_step(&r, fine, span / (points * fine));
		ret_u[i] = rig_u(&r);
	}
	rig_end(&r);
}

static double distance(int n, const double *a, const double *b)
{
	double worst = 0.0;
	for (int i = 0; i < n; i++)
		worst = larger(worst, fabs(a[i] - b[i]));
	return worst;
}

enum { POINTS = 20 };

static double observed_order(const struct integrator_ops *ops, const char *words, const struct rig_chain *c, double span, const double *exact, int fine)
{
	double coarse[POINTS], half[POINTS];
	history(ops, words, c, span, POINTS, fine, coarse);
	history(ops, words, c, span, POINTS, 2 * fine, half);
	return log2(distance(POINTS, coarse, exact) / distance(POINTS, half, exact));
}

static void order_is_as_claimed_with_damping_and_load(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	const double span = 4.0;
	int wrong = 0;
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; row_example(ops->example, k, words, sizeof(words)); k++) {
			struct rig_chain c = loaded;
			double exact[POINTS];
			c.alpha = ops->claims.undamped ? 0.0 : c.alpha;
			for (int i = 0; i < POINTS; i++)
				exact[i] = rig_closed_form(&c, 16.0, span * (i + 1) / POINTS);
			double order = observed_order(ops, words, &c, span, exact, 24);
			evidence("order-off", fabs(order - ops->claims.order));
			if (!(fabs(order - ops->claims.order) <= 0.1)) {
				print_error("%s %s: observed order %.3f, claimed %g\n", ops->name, words, order, ops->claims.order);
				wrong++;
			}
		}
	assert_int_equal(wrong, 0);
}

static void order_is_as_claimed_with_bouc_wen(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	const double span = 0.8;
	int wrong = 0;
	struct rig_chain c = loaded;
	double exact[2][POINTS];
	c.material = "BoucWenMosqueda 16 0.1 0.1 0.5 0.5 2";
	for (int i = 0; i < 2; i++) {
		c.alpha = i ? 0.0 : loaded.alpha;
		history(integrator_find("Newmark"), "0.5 0.25", &c, span, POINTS, 400, exact[i]);
	}
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; row_example(ops->example, k, words, sizeof(words)); k++) {
			c.alpha = ops->claims.undamped ? 0.0 : loaded.alpha;
			double order = observed_order(ops, words, &c, span, exact[ops->claims.undamped], 8);
			double claimed = ops->claims.order_coupled > 0.0 ? ops->claims.order_coupled : ops->claims.order;
			evidence("order-off-yielding", fabs(order - claimed));
			if (!(fabs(order - claimed) <= 0.1)) {
				print_error("%s %s: observed order %.3f, claimed %g\n", ops->name, words, order, claimed);
				wrong++;
			}
		}
	assert_int_equal(wrong, 0);
}

/* --- stability ----------------------------------------------------------------------------------- */

/* Rate of growth a step of a free oscillator of frequency omega with steps of one, by the largest of some steps at both ends of the run. */
static double growth(const struct integrator_ops *ops, const char *words, double omega)
{
	enum { STEPS = 400, SKIP = 40, WINDOW = 60 };
	char material[64];
	double early = 0.0, late = 0.0;
	struct rig r;
	snprintf(material, sizeof(material), "Elastic %.17g", omega * omega);
	rig_make(&r, &(struct rig_chain){.n = 1, .mass = 1.0, .material = material});
	rig_method(&r, ops, words);
	if (!ops->limit)
		rig_test(&r, "RelativeNormDispIncr 1e-12 400");
	rig_start(&r, 1e-7, 2e-7 * omega, -1e-7 * omega * omega);
	for (int i = 0; i < STEPS + WINDOW; i++) {
		int done;
		if (analysis_run(&r.an, 1, 1.0, &done, &r.e) < 0)
			late = INFINITY;
		double u = fabs(rig_u(&r));
		if (i >= SKIP && i < SKIP + WINDOW)
			early = larger(early, u);
		if (i >= STEPS)
			late = larger(late, u);
	}
	rig_end(&r);
	if (early < 1e-250)
		return 0.0;
	return isfinite(late) ? pow(late / early, 1.0 / (STEPS - SKIP)) : INFINITY;
}

static void spectral_radius_at_high_frequency_is_as_claimed(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	int wrong = 0;
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; ops->claims.rho_inf >= 0.0 && row_example(ops->example, k, words, sizeof(words)); k++) {
			double rho = growth(ops, words, 2000.0);
			evidence("radius-off", fabs(rho - ops->claims.rho_inf));
			if (!(fabs(rho - ops->claims.rho_inf) <= 0.01)) {
				print_error("%s %s: radius %.5f, claimed %.5f\n", ops->name, words, rho, ops->claims.rho_inf);
				wrong++;
			}
		}
	assert_int_equal(wrong, 0);
}

/* The largest omega at which the motion does not grow, by halving. */
static double measured_limit(const struct integrator_ops *ops, const char *words)
{
	double lo = 0.1, hi = 8.0;
	for (int i = 0; i < 30; i++) {
		double mid = 0.5 * (lo + hi);
		if (growth(ops, words, mid) <= 1.0 + 1e-4)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

static void stability_limit_is_as_claimed(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	int wrong = 0;
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; ops->claims.rho_inf < 0.0 && row_example(ops->example, k, words, sizeof(words)); k++) {
			double limit = ops->claims.omega_max;
			if (limit > 0.0 && growth(ops, words, 0.995 * limit) <= 1.0 + 1e-4 && growth(ops, words, 1.005 * limit) > 1.0 + 3e-4)
				continue;
			print_error("%s %s: limit %.5f, claimed %.5f\n", ops->name, words, measured_limit(ops, words), limit);
			wrong++;
		}
	assert_int_equal(wrong, 0);
}

static void no_method_grows_below_its_limit(void **state)
{
	(void)state;
	static const double omega[] = {0.1, 0.4, 1.1, 1.55, 2.3, 5.0, 30.0};
	char words[128];
	const struct integrator_ops *ops;
	int wrong = 0;
	for (int at = 0; (ops = each(&at));)
		for (size_t i = 0; i < COUNT(omega); i++) {
			double limit = ops->claims.rho_inf < 0.0 ? ops->claims.omega_max : INFINITY;
			if (omega[i] >= limit || !row_example(ops->example, 0, words, sizeof(words)))
				continue;
			double rho = growth(ops, words, omega[i]);
			if (!(rho <= 1.0 + 1e-3)) {
				print_error("%s %s: radius %.5f at omega dt = %g\n", ops->name, words, rho, omega[i]);
				wrong++;
			}
		}
	assert_int_equal(wrong, 0);
}

/* --- restart ------------------------------------------------------------------------------------- */

static const struct rig_chain yielding = {.n = 3, .mass = 1.0, .alpha = 0.3, .material = "Steel01 2.0 200 0.05", .amplitude = 4.0, .period = 0.7, .end = 1e9};

static void restart_from_a_copied_state_is_bit_identical(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	int wrong = 0;
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; row_example(ops->example, k, words, sizeof(words)); k++) {
			struct rig one, two;
			struct rig_chain c = yielding;
			c.alpha = ops->claims.undamped ? 0.0 : c.alpha;
			rig_make(&one, &c);
			rig_make(&two, &c);
			rig_method(&one, ops, words);
			rig_method(&two, ops, words);
			rig_step(&one, 17, 0.01);
			rig_step(&two, 1, 0.01);
			rig_must(&two, analysis_restore(&two.an, one.an.state, &two.e), "restore");
			rig_step(&one, 20, 0.01);
			rig_step(&two, 20, 0.01);
			if (memcmp(one.an.state, two.an.state, one.an.state->size) != 0) {
				print_error("%s %s: %.17g after a restart, %.17g without\n", ops->name, words, rig_u(&two), rig_u(&one));
				wrong++;
			}
			rig_end(&one);
			rig_end(&two);
		}
	assert_int_equal(wrong, 0);
}

/* --- exchanges ----------------------------------------------------------------------------------- */

static double asked_strain;
static int asked_count;

static void counting_respond(const void *self, const double *hc, double *ht, struct material_io *io)
{
	(void)self, (void)hc, (void)ht;
	if (io->strain != asked_strain)
		asked_count++;
	asked_strain = io->strain;
	io->stress = 20.0 * io->strain - 8.0 * io->strain * io->strain * io->strain;
	io->tangent = 20.0 - 24.0 * io->strain * io->strain;
	io->damp = 0.0;
}

static double counting_initial(const void *self)
{
	(void)self;
	return 20.0;
}

static const struct param no_params[] = {{0}};
static const struct material_ops counting = {.name = "Counting", .params = no_params, .respond = counting_respond, .initial = counting_initial};

/* A rig whose spring counts. */
static void counting_rig(struct rig *r, const struct integrator_ops *ops)
{
	struct rig_chain c = {.n = 1, .mass = 1.0, .alpha = ops->claims.undamped ? 0.0 : 0.3, .amplitude = 4.0, .period = 1.1, .end = 1e9};
	char tag[] = "1", text[] = "1 1 2 -mat 1 -dir 1";
	const char *word[RIG_WORDS];
	rig_make(r, &c);
	struct args a = rig_args(tag, word, "counting");
	rig_must(r, material_build(&r->m, &counting, &a, &r->e), "counting");
	a = rig_args(text, word, "element");
	rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
}

static void methods_that_say_once_ask_once_a_step(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	int wrong = 0;
	for (int at = 0; (ops = each(&at));) {
		struct rig r;
		if (!ops->claims.once)
			continue;
		counting_rig(&r, ops);
		assert_true(row_example(ops->example, 0, words, sizeof(words)));
		rig_method(&r, ops, words);
		rig_step(&r, 5, 0.02);
		asked_count = 0;
		rig_step(&r, 20, 0.02);
		if (asked_count != 20) {
			print_error("%s: %d new displacements in 20 steps\n", ops->name, asked_count);
			wrong++;
		}
		rig_end(&r);
	}
	assert_int_equal(wrong, 0);
}

/* A chain of one with a specimen; yields at dy. */
static void specimen_rig(struct rig *r, const struct integrator_ops *ops, struct specimen_log *log, double dy)
{
	struct rig_chain c = {.n = 1, .mass = 1.0, .alpha = ops->claims.undamped ? 0.0 : 0.3, .amplitude = 4.0, .period = 1.1, .end = 1e9};
	*log = (struct specimen_log){.k = 20.0, .dy = dy, .theta = 0.1};
	rig_make(r, &c);
	specimen_add(&r->m, 1, 1, 2, log);
}

static void methods_that_say_once_command_a_specimen_once_a_step(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	int wrong = 0;
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; ops->claims.once && row_example(ops->example, k, words, sizeof(words)); k++) {
			struct specimen_log log;
			struct rig r;
			specimen_rig(&r, ops, &log, 0.05);
			rig_method(&r, ops, words);
			rig_step(&r, 5, 0.02);
			log.commands = 0;
			for (int i = 1; i <= 20; i++) {
				rig_step(&r, 1, 0.02);
				if (log.commands == i)
					continue;
				print_error("%s %s: %d commands in %d steps\n", ops->name, words, log.commands, i);
				wrong++;
				break;
			}
			rig_end(&r);
		}
	assert_int_equal(wrong, 0);
}

/* A second structure beside the first: a mass on a spring to node 1, which is fixed. */
static void neighbour_add(struct rig *r)
{
	const double origin[3] = {0}, mass = 0.7;
	const char *word[RIG_WORDS];
	char text[64] = "9 1 9 -mat 9 -dir 1";
	rig_material(r, 9, "Elastic 11");
	rig_must(r, model_add_node(&r->m, 9, 1, origin, &r->e), "node");
	rig_must(r, model_set_mass(&r->m, model_node(&r->m, 9), &mass, &r->e), "mass");
	struct args a = rig_args(text, word, "element");
	rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
}

static void a_model_that_grows_elsewhere_changes_nothing(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	int wrong = 0;
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; row_example(ops->example, k, words, sizeof(words)); k++) {
			double most = 0.0, off = 0.0;
			struct specimen_log log[2];
			struct rig r[2];
			for (int i = 0; i < 2; i++) {
				specimen_rig(&r[i], ops, &log[i], 0.05);
				rig_method(&r[i], ops, words);
				rig_step(&r[i], 17, 0.02);
			}
			neighbour_add(&r[1]);
			for (int i = 0; i < 30; i++) {
				rig_step(&r[0], 1, 0.02);
				rig_step(&r[1], 1, 0.02);
				most = larger(most, fabs(rig_u(&r[0])));
				off = larger(off, fabs(rig_u(&r[0]) - rig_u(&r[1])));
			}
			if (!(most > 0.05 && off <= 1e-13 * most)) {
				print_error("%s %s: %.3g away, largest displacement %.3g\n", ops->name, words, off, most);
				wrong++;
			}
			rig_end(&r[0]);
			rig_end(&r[1]);
		}
	assert_int_equal(wrong, 0);
}

/* Somebody looks at the residual between any two steps. */
static void a_question_between_steps_changes_nothing(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	double *x;
	int wrong = 0, n;
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; row_example(ops->example, k, words, sizeof(words)); k++) {
			struct specimen_log log[2];
			struct rig r[2];
			for (int i = 0; i < 2; i++) {
				specimen_rig(&r[i], ops, &log[i], 0.05);
				rig_method(&r[i], ops, words);
				for (int step = 0; step < 30; step++) {
					rig_step(&r[i], 1, 0.02);
					if (i)
						rig_must(&r[i], analysis_residual(&r[i].an, &r[i].an.between, &x, &n, &r[i].e), ops->name);
				}
			}
			if (rig_u(&r[0]) != rig_u(&r[1])) {
				print_error("%s %s\n", ops->name, words);
				wrong++;
			}
			rig_end(&r[0]);
			rig_end(&r[1]);
		}
	assert_int_equal(wrong, 0);
}

/* A linear specimen, tested in blocks of three steps h and three of 2/3 h: largest error at the ends of `blocks` blocks, 4 s in all. */
static double error_with_two_steps(const struct integrator_ops *ops, const char *words, int blocks)
{
	struct rig_chain c = {.mass = 1.0, .alpha = 0.3, .amplitude = 4.0, .period = 1.1};
	struct specimen_log log;
	struct rig r;
	double h = 4.0 / (5.0 * blocks), worst = 0.0;
	specimen_rig(&r, ops, &log, 1e3);
	rig_method(&r, ops, words);
	for (int i = 1; i <= blocks; i++) {
		rig_step(&r, 3, h);
		rig_step(&r, 3, 2.0 / 3.0 * h);
		worst = larger(worst, fabs(rig_u(&r) - rig_closed_form(&c, log.k, 5.0 * h * i)));
	}
	rig_end(&r);
	return worst;
}

static void methods_of_many_commands_keep_their_order_when_the_step_changes(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	int wrong = 0, tried = 0;
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; ops->claims.linear_only && !ops->claims.once && row_example(ops->example, k, words, sizeof(words)); k++) {
			double claimed = ops->claims.order_coupled > 0.0 ? ops->claims.order_coupled : ops->claims.order;
			double order = log2(error_with_two_steps(ops, words, 100) / error_with_two_steps(ops, words, 200));
			tried++;
			if (!(fabs(order - claimed) <= 0.15)) {
				print_error("%s %s: observed order %.3f, claimed %g\n", ops->name, words, order, claimed);
				wrong++;
			}
		}
	assert_int_equal(wrong, 0);
	assert_true(tried > 0);
}

/* Loading and unloading: time is the load factor, 0.5 a step up, then down, and down again below zero. */
static void test_time_stands_still_while_a_load_is_taken_back(void **state)
{
	(void)state;
	struct specimen_log log;
	struct rig r;
	specimen_rig(&r, integrator_find("Newmark"), &log, 1e3);
	r.an.kind = ANALYSIS_STATIC;
	rig_method(&r, integrator_find("LoadControl"), "0.5");
	rig_step(&r, 2, 0.0);
	assert_float_equal(r.an.clock, 1.0, 1e-15);
	rig_method(&r, integrator_find("LoadControl"), "-0.75");
	rig_step(&r, 2, 0.0);
	assert_float_equal(analysis_time(&r.an), -0.5, 1e-15);
	assert_float_equal(r.an.clock, 1.0, 1e-15);
	rig_end(&r);
}

static void a_state_is_not_taken_up_where_a_specimen_stands(void **state)
{
	(void)state;
	struct specimen_log log;
	struct rig r;
	struct state *copy;
	specimen_rig(&r, integrator_find("Newmark"), &log, 0.05);
	rig_method(&r, integrator_find("Newmark"), "0.5 0.25");
	rig_step(&r, 3, 0.02);
	copy = test_malloc(r.an.state->size);
	memcpy(copy, r.an.state, r.an.state->size);
	rig_step(&r, 3, 0.02);
	assert_int_equal(analysis_restore(&r.an, copy, &r.e), ERR_STATE);
	assert_int_equal(r.e.code, ERR_STATE);
	assert_true(memcmp(copy, r.an.state, r.an.state->size) != 0);
	test_free(copy);
	rig_end(&r);
}

/* Iterating methods may go beyond a yield point and come back, which a specimen does not forget: they are compared below it. A specimen's
 * tangent is its initial stiffness, so the matrix is that of the initial structure. */
static void a_perfect_specimen_is_as_good_as_an_element(void **state)
{
	(void)state;
	char words[128], material[64];
	const struct integrator_ops *ops;
	int wrong = 0;
	for (int at = 0; (ops = each(&at));)
		for (int k = 0; row_example(ops->example, k, words, sizeof(words)); k++) {
			double dy = ops->claims.once ? 0.05 : 1e3, most = 0.0, off = 0.0;
			struct rig_chain c = {.n = 1, .mass = 1.0, .alpha = ops->claims.undamped ? 0.0 : 0.3, .material = material,
			                      .amplitude = 4.0, .period = 1.1, .end = 1e9};
			struct specimen_log log;
			struct rig one, two;
			snprintf(material, sizeof(material), "Bilinear 20 %g 0.1", dy);
			rig_make(&one, &c);
			specimen_rig(&two, ops, &log, dy);
			rig_method(&one, ops, words);
			rig_method(&two, ops, words);
			if (ops->claims.linear_only) {
				rig_algorithm(&one, "Linear", "-initial");
				rig_algorithm(&two, "Linear", "-initial");
			}
			for (int i = 0; i < 60; i++) {
				rig_step(&one, 1, 0.02);
				rig_step(&two, 1, 0.02);
				most = larger(most, fabs(rig_u(&one)));
				off = larger(off, fabs(rig_u(&one) - rig_u(&two)));
			}
			if (!(most > 0.05 && off <= 1e-11 * most)) {
				print_error("%s %s: %.3g away, largest displacement %.3g\n", ops->name, words, off, most);
				wrong++;
			}
			rig_end(&one);
			rig_end(&two);
		}
	assert_int_equal(wrong, 0);
}

static void methods_for_linear_refuse_to_iterate(void **state)
{
	(void)state;
	char words[128];
	const struct integrator_ops *ops;
	for (int at = 0; (ops = each(&at));) {
		struct rig r;
		int done;
		if (!ops->claims.linear_only)
			continue;
		counting_rig(&r, ops);
		assert_true(row_example(ops->example, 0, words, sizeof(words)));
		rig_method(&r, ops, words);
		rig_algorithm(&r, "Newton", "");
		if (analysis_run(&r.an, 20, 0.05, &done, &r.e) >= 0)
			fail_msg("%s iterates", ops->name);
		rig_end(&r);
	}
}

static void names_are_unique_and_found(void **state)
{
	(void)state;
	for (int i = 0; integrator_table[i]; i++) {
		assert_ptr_equal(integrator_find(integrator_table[i]->name), integrator_table[i]);
		assert_non_null(integrator_table[i]->brief);
		assert_non_null(integrator_table[i]->example);
	}
	assert_null(integrator_find("newmark"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_unique_and_found),
		cmocka_unit_test(order_is_as_claimed_with_damping_and_load),
		cmocka_unit_test(order_is_as_claimed_with_bouc_wen),
		cmocka_unit_test(spectral_radius_at_high_frequency_is_as_claimed),
		cmocka_unit_test(stability_limit_is_as_claimed),
		cmocka_unit_test(no_method_grows_below_its_limit),
		cmocka_unit_test(restart_from_a_copied_state_is_bit_identical),
		cmocka_unit_test(methods_that_say_once_ask_once_a_step),
		cmocka_unit_test(methods_that_say_once_command_a_specimen_once_a_step),
		cmocka_unit_test(a_model_that_grows_elsewhere_changes_nothing),
		cmocka_unit_test(a_question_between_steps_changes_nothing),
		cmocka_unit_test(methods_of_many_commands_keep_their_order_when_the_step_changes),
		cmocka_unit_test(test_time_stands_still_while_a_load_is_taken_back),
		cmocka_unit_test(a_state_is_not_taken_up_where_a_specimen_stands),
		cmocka_unit_test(a_perfect_specimen_is_as_good_as_an_element),
		cmocka_unit_test(methods_for_linear_refuse_to_iterate),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
