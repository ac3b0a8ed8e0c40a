/* Sparse matrices from lists of entries. Wanted numbers are written down by hand; definiteness is that of closed forms. */
#include "test.h"

#include "base/base.h"
#include "math/csc.h"
#include "math/math_init.h"

static struct arena mem;

static int begin(void **state)
{
	(void)state;
	math_init();
	arena_init(&mem);
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_fini(&mem);
	return 0;
}

static void build(int rows, int cols, bool mirrored, int n, const double (*entry)[3], struct csc *ret)
{
	struct triplets t;

	triplets_init(&t, &mem);
	t.rows = rows;
	t.cols = cols;
	t.mirrored = mirrored;
	for (int k = 0; k < n; k++)
		assert_int_equal(triplets_add(&t, (int)entry[k][0], (int)entry[k][1], entry[k][2]), 0);
	assert_int_equal(csc_build(&t, &mem, ret, "test", NULL), 0);
}

static void entries_come_in_order_and_places_are_summed(void **state)
{
	static const double entry[][3] = {{2, 1, 5}, {0, 1, 3}, {1, 0, 7}, {2, 1, 0.5}, {0, 3, 1}, {0, 1, -1}};
	static const int start[] = {0, 1, 3, 3, 4}, row[] = {1, 0, 2, 0};
	static const double value[] = {7, 2, 5.5, 1};
	struct csc a;

	(void)state;
	build(3, 4, false, COUNT(entry), entry, &a);
	for (size_t j = 0; j < COUNT(start); j++)
		assert_int_equal(a.start[j], start[j]);
	for (size_t k = 0; k < COUNT(row); k++) {
		assert_int_equal(a.row[k], row[k]);
		assert_near(a.value[k], value[k], 0.0);
	}
	assert_near(csc_at(&a, 2, 1), 5.5, 0.0);
	assert_near(csc_at(&a, 1, 1), 0.0, 0.0);
	assert_near(csc_at(&a, 2, 2), 0.0, 0.0);
}

static void mirrored_entries_fill_both_halves(void **state)
{
	static const double entry[][3] = {{0, 0, 2}, {1, 0, -1}, {1, 1, 2}, {2, 1, -3}};
	struct csc a, t;

	(void)state;
	build(3, 3, true, COUNT(entry), entry, &a);
	assert_int_equal(a.start[3], 6);
	assert_near(csc_at(&a, 0, 1), -1.0, 0.0);
	assert_near(csc_at(&a, 1, 2), -3.0, 0.0);
	assert_int_equal(csc_transpose(&a, &mem, &t), 0);
	assert_memory_equal(t.start, a.start, 4 * sizeof(int));
	assert_memory_equal(t.row, a.row, 6 * sizeof(int));
	assert_memory_equal(t.value, a.value, 6 * sizeof(double));
}

static void many_blocks_of_entries_are_kept(void **state)
{
	enum { N = 1000, BAND = 60 };
	struct triplets t;
	struct csc a;

	(void)state;
	triplets_init(&t, &mem);
	t.rows = t.cols = N;
	for (int j = N - 1; j >= 0; j--)
		for (int k = 0; k < BAND; k++)
			assert_int_equal(triplets_add(&t, (j * 7 + k * 13) % N, j, 1000.0 * j + k), 0);
	assert_int_equal(t.n, N * BAND);
	assert_int_equal(csc_build(&t, &mem, &a, "test", NULL), 0);
	assert_int_equal(a.start[N], N * BAND);
	for (int j = 0; j < N; j++)
		for (int k = 0; k < BAND; k++)
			assert_near(csc_at(&a, (j * 7 + k * 13) % N, j), 1000.0 * j + k, 0.0);
	for (int j = 0; j < N; j++)
		for (int k = a.start[j] + 1; k < a.start[j + 1]; k++)
			assert_true(a.row[k] > a.row[k - 1]);
}

static void a_column_becomes_a_diagonal(void **state)
{
	static const double entry[][3] = {{0, 0, 4}, {3, 0, 9}};
	struct csc column, a;

	(void)state;
	build(4, 1, false, COUNT(entry), entry, &column);
	assert_int_equal(csc_diagonal(&column, &mem, &a), 0);
	assert_int_equal(a.cols, 4);
	assert_int_equal(a.start[4], 2);
	assert_near(csc_at(&a, 0, 0), 4.0, 0.0);
	assert_near(csc_at(&a, 3, 3), 9.0, 0.0);
}

static void the_worst_pair_of_halves_is_named(void **state)
{
	/* pair (2, 0) differs by 1 of sqrt(4 * 4) = 4, pair (1, 0), without mirror image, by 0.1 of 2 */
	static const double entry[][3] = {{0, 0, 4}, {1, 1, 1}, {2, 2, 4}, {1, 0, 0.1}, {2, 0, 3}, {0, 2, 2}};
	double share = -1.0;
	struct csc a;
	int i = -1, j = -1;

	(void)state;
	build(3, 3, false, COUNT(entry), entry, &a);
	assert_int_equal(csc_asymmetry(&a, &share, &i, &j), 0);
	assert_near(share, 0.25, 1e-15);
	assert_int_equal(i, 2);
	assert_int_equal(j, 0);
	build(3, 3, true, 5, entry, &a);
	assert_int_equal(csc_asymmetry(&a, &share, &i, &j), 0);
	assert_near(share, 0.0, 0.0);
}

/* Lower triangle of n x n with d on the diagonal and x elsewhere: eigenvalues d - x and d + (n - 1) x. */
static int full_fails(int n, double d, double x, double work_ns)
{
	struct pattern_csc p;
	int begin_end[2] = {0, n}, unknown[8] = {0}, row = -2, k = 0;
	double value[64];

	for (int i = 0; i < n; i++)
		unknown[i] = i;
	assert_int_equal(pattern_build(&p, n, true, 1, begin_end, unknown, &mem, NULL), 0);
	for (int j = 0; j < n; j++)
		for (int i = j; i < n; i++)
			value[k++] = i == j ? d : x;
	assert_int_equal(csc_semidefinite(&p, value, 1e-9, work_ns, &row, NULL), 0);
	return row;
}

static void indefinite_matrices_are_found(void **state)
{
	(void)state;
	assert_int_equal(full_fails(4, 2.0, -0.5, 1e12), -1);            /* eigenvalues 2.5 and 0.5 */
	assert_int_equal(full_fails(4, 1.5, -0.5, 1e12), -1);            /* 2 and 0: semi-definite */
	assert_int_equal(full_fails(4, 0.0, 0.0, 1e12), -1);             /* no mass at all */
	assert_true(full_fails(4, 1.0, -0.5, 1e12) >= 0);                /* 1.5 and -0.5, and no pair shows it */
	assert_int_equal(full_fails(4, 1.0, -0.5, 0.0), -1);             /* which is all that is looked at where elimination takes too long */
	assert_true(full_fails(3, 1.0, 1.5, 0.0) >= 0);                  /* a pair shows it */
	assert_int_equal(full_fails(3, -1.0, 0.0, 0.0), 0);
	assert_int_equal(full_fails(3, 0.0, 0.1, 0.0), 0);               /* a row without diagonal must be empty */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries_come_in_order_and_places_are_summed),
		cmocka_unit_test(mirrored_entries_fill_both_halves),
		cmocka_unit_test(many_blocks_of_entries_are_kept),
		cmocka_unit_test(a_column_becomes_a_diagonal),
		cmocka_unit_test(the_worst_pair_of_halves_is_named),
		cmocka_unit_test(indefinite_matrices_are_found),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
