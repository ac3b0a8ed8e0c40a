/* CRC-32C: the examples of RFC 3720, B.4, in one piece and in two, with the instruction and without. */
#include "test.h"

#include "base/crc32c.h"
#include "base/rng.h"

static void gives_the_examples_of_the_standard(void **state)
{
	(void)state;
	unsigned char zeros[32] = {0}, ones[32], up[32], down[32];
	memset(ones, 0xff, sizeof(ones));
	for (int i = 0; i < 32; i++) {
		up[i] = (unsigned char)i;
		down[i] = (unsigned char)(31 - i);
	}
	const struct {
		const void *bytes;
		size_t n;
		uint32_t crc;
	} row[] = {{zeros, 32, 0x8a9136aa}, {ones, 32, 0x62a8ab43}, {up, 32, 0x46dd794e}, {down, 32, 0x113fdb5c}, {"123456789", 9, 0xe3069283}, {"", 0, 0}};
	for (int i = 0; i < 6; i++) {
		assert_int_equal(crc32c(0, row[i].bytes, row[i].n), row[i].crc);
		assert_int_equal(crc32c_plain(0, row[i].bytes, row[i].n), row[i].crc);
	}
}

static void goes_on_from_any_part_and_is_the_same_with_the_instruction(void **state)
{
	(void)state;
	unsigned char bytes[100];
	struct rng r;
	rng_init(&r, 7, 1);
	for (int i = 0; i < 100; i++)
		bytes[i] = (unsigned char)rng_bits(&r);
	for (size_t n = 0; n <= 100; n++) {
		assert_int_equal(crc32c(0, bytes, n), crc32c_plain(0, bytes, n));
		assert_int_equal(crc32c(crc32c(0, bytes, n), bytes + n, 100 - n), crc32c(0, bytes, 100));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_the_examples_of_the_standard),
		cmocka_unit_test(goes_on_from_any_part_and_is_the_same_with_the_instruction),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
