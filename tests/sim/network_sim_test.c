/* Thousands of distributed tests with every trouble a network, a process and a disk can make: the checker of histories finds nothing.
 *
 * With words: network_sim_test FIRST COUNT runs these seeds (make soak: a million); network_sim_test SEED shows one of them, event by event. */
#include "sim/sim.h"
#include "test.h"

#include "base/clock.h"

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__SANITIZE_UNDEFINED__) || !defined(__OPTIMIZE__)
enum { SEEDS = 500 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
enum { SEEDS = 500 };
#else
enum { SEEDS = 10000 };
#endif
#else
enum { SEEDS = 10000 };
#endif

static struct sim sim;
static uint64_t halts;             /* disks that were full, and trips because of them */

/* The first seed that shows something is shown again, with its history. */
static uint64_t run(uint64_t first, uint64_t count, uint64_t *ret_crashes, uint64_t *ret_connects)
{
	for (uint64_t seed = first; seed < first + count; seed++) {
		if (!sim_run(&sim, seed, false)) {
			printf("seed %llu: %s\n", (unsigned long long)seed, sim.fault);
			sim_run(&sim, seed, true);
			return seed - first;
		}
		*ret_crashes += (uint64_t)sim.crashes;
		*ret_connects += (uint64_t)sim.connects;
		halts += (uint64_t)sim.halts;
	}
	return count;
}

static void finds_nothing_in_thousands_of_troubled_tests(void **state)
{
	(void)state;
	uint64_t crashes = 0, connects = 0;
	assert_int_equal(run(1, SEEDS, &crashes, &connects), SEEDS);
	/* the troubles were there: more than a crash and more than a reconnection a test */
	assert_true(crashes > SEEDS && connects > 3 * SEEDS && halts > SEEDS / 4);
}

static void does_the_same_again_with_the_same_seed(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		assert_true(sim_run(&sim, seed, false));
		uint64_t hash = sim.hash;
		int64_t t = sim.t;
		assert_true(sim_run(&sim, seed, false));
		assert_true(hash == sim.hash && t == sim.t);
	}
}

static int teardown(void **state)
{
	(void)state;
	disk_fini();
	return 0;
}

int main(int argc, char **argv)
{
	if (argc >= 2) {
		uint64_t first = strtoull(argv[1], NULL, 10), count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, crashes = 0, connects = 0, good;
		if (argc == 2) {
			good = sim_run(&sim, first, true);
		} else {
			struct clock watch;
			clock_init(&watch, &clock_monotonic, 0);
			int64_t begin = clock_now(&watch);
			good = run(first, count, &crashes, &connects);
			printf("%llu seeds from %llu: %llu crashes, %llu connections, %.1f s\n", (unsigned long long)good, (unsigned long long)first,
			       (unsigned long long)crashes, (unsigned long long)connects, (double)(clock_now(&watch) - begin) * 1e-9);
		}
		disk_fini();
		return good == count ? 0 : 1;
	}
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_nothing_in_thousands_of_troubled_tests),
		cmocka_unit_test(does_the_same_again_with_the_same_seed),
	};
	return cmocka_run_group_tests(tests, NULL, teardown);
}
