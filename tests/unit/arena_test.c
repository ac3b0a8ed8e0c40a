/* Arenas: zeroed and aligned pieces that do not overlap, sealing, overflow, faults. */
#include "test.h"

#include "base/arena.h"
#include "base/fault.h"

static void gives_zeroed_aligned_pieces_that_do_not_overlap(void **state)
{
	(void)state;
	static const size_t size[] = {0, 1, 63, 64, 65, 4000, 4096, 5000, 100000, 3000000, 8};
	enum { N = sizeof(size) / sizeof(size[0]) };
	unsigned char *piece[N];
	struct arena a;
	arena_init(&a);
	for (int i = 0; i < N; i++) {
		piece[i] = arena_alloc(&a, size[i]);
		assert_non_null(piece[i]);
		assert_int_equal((uintptr_t)piece[i] % 64, 0);
		for (size_t k = 0; k < size[i]; k++)
			assert_int_equal(piece[i][k], 0);
		memset(piece[i], i + 1, size[i]);
	}
	for (int i = 0; i < N; i++)
		for (size_t k = 0; k < size[i]; k++)
			assert_int_equal(piece[i][k], i + 1);
	arena_fini(&a);
}

static void zeroes_memory_that_was_used_before(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a);
	for (int round = 0; round < 3; round++) {
		unsigned char *p = arena_alloc(&a, 2000);
		for (int k = 0; k < 2000; k++)
			assert_int_equal(p[k], 0);
		memset(p, 0xff, 2000);
		arena_reset(&a);
	}
	arena_fini(&a);
}

static void refuses_when_sealed_until_reset(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a);
	assert_non_null(arena_alloc(&a, 10));
	size_t used = a.used;
	arena_seal(&a);
	assert_null(arena_alloc(&a, 1));
	assert_null(ARENA_NEW(&a, double));
	assert_null(arena_text(&a, "x"));
	assert_int_equal(a.used, used);
	arena_reset(&a);
	assert_int_equal(a.used, 0);
	assert_non_null(arena_alloc(&a, 1));
	arena_fini(&a);
}

static void refuses_sizes_that_overflow(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a);
	assert_null(arena_array(&a, SIZE_MAX / 4, 8));
	assert_null(arena_alloc(&a, SIZE_MAX));
	assert_null(arena_alloc(&a, SIZE_MAX - 63));
	assert_non_null(arena_array(&a, 0, 8));
	arena_fini(&a);
}

static void copies_texts(void **state)
{
	(void)state;
	char text[] = "a record";
	struct arena a;
	arena_init(&a);
	char *copy = arena_text(&a, text);
	text[0] = 'X';
	assert_string_equal(copy, "a record");
	assert_string_equal(arena_text(&a, ""), "");
	arena_fini(&a);
}

static void joins_words_with_blanks(void **state)
{
	(void)state;
	static const char *const word[] = {"recorder", "", "Node 1"};
	struct arena a;
	arena_init(&a);
	assert_string_equal(arena_join(&a, 3, word), "recorder  Node 1");
	assert_string_equal(arena_join(&a, 1, word), "recorder");
	assert_string_equal(arena_join(&a, 0, NULL), "");
	arena_fini(&a);
}

static void fails_at_its_fault_point_and_goes_on(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a);
	fault_arm(FAULT_arena_alloc, 2, false);
	assert_non_null(arena_alloc(&a, 8));
	assert_null(arena_alloc(&a, 8));
	assert_non_null(arena_alloc(&a, 8));
	fault_disarm();
	arena_fini(&a);
}

/* 64 bytes are the arena's own; pieces are multiples of 64. */
static void over_given_memory_it_does_not_grow(void **state)
{
	static _Alignas(64) unsigned char memory[64 + 10 * 64 + 1];
	struct arena a;
	(void)state;
	memset(memory, 0xff, sizeof(memory));
	arena_init_over(&a, memory, sizeof(memory) - 1);
	unsigned char *p = arena_alloc(&a, 200);
	assert_non_null(p);
	assert_true(p >= memory && p + 200 <= memory + sizeof(memory) - 1);
	assert_int_equal((uintptr_t)p % 64, 0);
	for (int k = 0; k < 200; k++)
		assert_int_equal(p[k], 0);
	assert_null(arena_alloc(&a, 6 * 64 + 1));
	assert_non_null(arena_alloc(&a, 6 * 64));
	assert_null(arena_alloc(&a, 0));
	assert_int_equal(memory[sizeof(memory) - 1], 0xff);
	arena_fini(&a);
	/* it is the caller's still, and can be used again */
	arena_init_over(&a, memory, sizeof(memory) - 1);
	assert_ptr_equal(arena_alloc(&a, 1), p);
	arena_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_zeroed_aligned_pieces_that_do_not_overlap),
		cmocka_unit_test(zeroes_memory_that_was_used_before),
		cmocka_unit_test(over_given_memory_it_does_not_grow),
		cmocka_unit_test(refuses_when_sealed_until_reset),
		cmocka_unit_test(refuses_sizes_that_overflow),
		cmocka_unit_test(copies_texts),
		cmocka_unit_test(joins_words_with_blanks),
		cmocka_unit_test(fails_at_its_fault_point_and_goes_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
