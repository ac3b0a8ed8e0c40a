/* Columns of a record are compressed as HDF5's filters shuffle and deflate do it, and come back bit for bit. */
#include "test.h"

#include "base/base.h"
#include "record/run_pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PACKED = 1000, STRIDE = 3 };

/* Undoes deflate with zlib and the shuffle by its definition: byte k of number i stands at k n + i. */
static void unpack(const struct run_pack *p, size_t size, double *ret_x)
{
	static unsigned char plane[8 * PACKED];
	uLongf n = sizeof plane;

	assert_int_equal(uncompress(plane, &n, p->out, size), Z_OK);
	assert_int_equal(n, sizeof plane);
	for (int i = 0; i < PACKED; i++)
		for (int k = 0; k < 8; k++)
			((unsigned char *)&ret_x[i])[k] = plane[k * PACKED + i];
}

static void columns_are_packed_and_unpacked_bit_for_bit(void **state)
{
	static double x[STRIDE * PACKED], y[PACKED], nought[PACKED];
	const double odd[] = {NAN, INFINITY, -INFINITY, -0.0, 5e-324, 1.7976931348623157e308};
	struct run_pack p;
	struct arena mem;
	size_t size[STRIDE];

	(void)state;
	arena_init(&mem);
	assert_int_equal(run_pack_setup(&p, PACKED, &mem, NULL), 0);
	srand(3);
	for (int i = 0; i < PACKED; i++) {
		x[STRIDE * i] = 7.5;                                                     /* constant */
		x[STRIDE * i + 1] = sin(0.01 * i) + 1e-3 * rand() / RAND_MAX;            /* a signal with noise */
		x[STRIDE * i + 2] = i < (int)COUNT(odd) ? odd[i] : (double)i / 1024;
	}
	for (int k = 0; k < STRIDE; k++) {
		size[k] = run_pack(&p, x + k, STRIDE, PACKED);
		unpack(&p, size[k], y);
		for (int i = 0; i < PACKED; i++)
			assert_memory_equal(&y[i], &x[STRIDE * i + k], sizeof(double));
	}
	/* all planes of the first, sign and exponent of the second, those and the last digits of the third can be compressed */
	assert_true(size[0] < 200 && size[1] < 7 * PACKED + PACKED / 2 && size[2] < 6 * PACKED);
	/* a chunk that is not full has zeros behind its rows */
	unpack(&p, run_pack(&p, x + 1, STRIDE, 600), y);
	for (int i = 0; i < 600; i++)
		assert_memory_equal(&y[i], &x[STRIDE * i + 1], sizeof(double));
	assert_memory_equal(y + 600, nought, 400 * sizeof(double));
	run_pack_end(&p);
	arena_fini(&mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_packed_and_unpacked_bit_for_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
