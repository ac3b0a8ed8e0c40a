/* Materials one after another, of which one softens more steeply than the others can give way: either all have the stress of the chain, or there is none. */
#include "test.h"

#include "base/rng.h"
#include "model_words.h"

enum { HISTORY = 64, FIRST = 11, MEMBERS = 3 };

static void one_stress_or_none(void **state)
{
	static const char *const line[] = {
		"uniaxialMaterial Hardening 11 100 5 2 6", "uniaxialMaterial Concrete01 12 -3 -0.021 -0.6 -0.053", "uniaxialMaterial ElasticPP 13 100 0.05",
		"uniaxialMaterial Series 1 11 12 13",
	};
	double hc[HISTORY], ht[HISTORY];
	struct model m;
	struct rng rng;
	int none = 0, some = 0;

	(void)state;
	model_init(&m);
	for (size_t i = 0; i < COUNT(line); i++)
		words_make(&m, line[i]);
	const struct material *mat = model_material(&m, 1);
	assert_true(material_size(mat) <= HISTORY);
	rng_init(&rng, 5, 5);
	for (int i = 0; i < 20000; i++) {
		if (i % 200 == 0)
			material_start(mat, hc);
		double strain = hc[MATERIAL_STRAIN] + (rng_uniform(&rng) - 0.5) * (rng_uniform(&rng) < 0.8 ? 0.03 : 0.4);
		material_step(mat, hc, ht, strain, 0.0, 0.0);
		if (isnan(ht[MATERIAL_STRESS])) {
			none++;
			continue;
		}
		const double *h = ht + MATERIAL_HEAD;
		for (int j = 0; j < MEMBERS; j++) {
			assert_near(h[MATERIAL_STRESS], ht[MATERIAL_STRESS], 1e-5);
			h += material_size(model_material(&m, FIRST + j));
		}
		memcpy(hc, ht, sizeof(hc));
		some++;
	}
	assert_true(none > 0 && some > 0);
	model_fini(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_stress_or_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
