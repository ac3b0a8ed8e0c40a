/* Engine impulse and what it has kept on disk: a file that is damaged, or of another model, is noticed, said, and computed again; the motion is always that of
 * responses which nobody kept. */
#include "base/base.h"
#include "test.h"
#include "verify/verify.h"

#include <glob.h>

/* So large that its responses are worth keeping. */
static const char MODEL[] =
	"set env(TANDEM_CACHE) [file join [pwd] cache]\n"
	"proc motion {k words} {\n"
	"	wipe; generate ShearBuilding 5000; uniaxialMaterial Steel01 9 20.0 $k 0.05; element zeroLength 9000001 1 2 -mat 9 -dir 1 -doRayleigh 1\n"
	"	rayleigh 0.2 0 [expr {1e-9*$k}] 0; timeSeries Trig 1 0 100 0.5 -factor 3; pattern UniformExcitation 1 1 -accel 1\n"
	"	constraints Plain; numberer AMD; system SparseSYM; algorithm Newton; test NormUnbalance 1e-8 20; integrator Newmark 0.5 0.25; analysis Transient\n"
	"	engine impulse -steps 4200 {*}$words; analyze 50 0.01; return [nodeDisp 3 1]\n"
	"}\n";

/* The one file of the cache that is not the other. */
static void kept_path(const char *other, char *ret_path, size_t size)
{
	glob_t found;
	int files = 0;

	assert_int_equal(glob("cache/impulse-*", 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++)
		if (strcmp(found.gl_pathv[i], other) != 0) {
			snprintf(ret_path, size, "%s", found.gl_pathv[i]);
			files++;
		}
	globfree(&found);
	assert_int_equal(files, 1);
}

static void expect(struct stage *s, double k, double wanted, const char *note)
{
	assert_near(stage_real(s, "motion %g {}", k), wanted, 0.0);
	assert_contains(s->script.analysis.engine_note, note);
}

static void damaged_and_foreign_responses_are_said_and_computed_again(void **state)
{
	static const double K[] = {1e5, 2e5};
	double wanted[COUNT(K)];
	char path[COUNT(K)][64];
	struct stage s;
	FILE *f;

	(void)state;
	stage_begin(&s);
	stage_eval(&s, "%s", MODEL);
	for (size_t i = 0; i < COUNT(K); i++) {
		wanted[i] = stage_real(&s, "motion %g -noCache", K[i]);
		expect(&s, K[i], wanted[i], "");
		kept_path(i ? path[0] : "", path[i], sizeof(path[i]));
		expect(&s, K[i], wanted[i], "impulse responses of an earlier run");
	}
	assert_true(wanted[0] != wanted[1]);
	assert_non_null(f = fopen(path[0], "r+b"));
	assert_int_equal(fseek(f, 1000, SEEK_SET), 0);
	assert_int_equal(fputc('x', f), 'x');
	fclose(f);
	expect(&s, K[0], wanted[0], "computed again: ");
	assert_contains(s.script.analysis.engine_note, "is damaged");
	expect(&s, K[0], wanted[0], "impulse responses of an earlier run");
	assert_int_equal(rename(path[1], path[0]), 0);
	expect(&s, K[0], wanted[0], "computed again: ");
	assert_contains(s.script.analysis.engine_note, "is of another model");
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_and_foreign_responses_are_said_and_computed_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
