/* A planted bug: linked with a host (src/remote/host.c, -DPLANTED_BUG) that moves again for a repeated message instead of answering from memory. The
 * checker of histories must find it, and soon. The Makefile says how this program is linked. */
#include "sim/sim.h"
#include "test.h"

static struct sim sim;

static void finds_a_site_that_executes_a_repeated_step_again(void **state)
{
	(void)state;
	int found = 0, said = 0;
	for (uint64_t seed = 1; seed <= 300; seed++)
		if (!sim_run(&sim, seed, false)) {
			found++;
			said += strstr(sim.fault, "executed twice") != NULL || strstr(sim.fault, "moved back") != NULL;
		}
	disk_fini();
	/* a lost answer, which is what it takes, is in about one of three tests */
	assert_true(found >= 50);
	assert_true(said >= 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(finds_a_site_that_executes_a_repeated_step_again)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
