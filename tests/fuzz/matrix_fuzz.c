/* Random bytes as a file of a matrix in text.
 *
 * Promises: nothing outside the memory is touched (sanitizers); what is refused has a report; what is read is a matrix of finite numbers, its rows rising
 * inside its shape; and written as Matrix Market it is read to the same bits.
 */
#include "fuzz/fuzz.h"
#include "sim/disk.h"

#include "base/base.h"
#include "matrix/matrix_file.h"

#include <math.h>
#include <string.h>

static void check(const struct csc *a)
{
	ASSERT(a->rows >= 1 && a->cols >= 1 && a->start[0] == 0);
	for (int j = 0; j < a->cols; j++)
		for (int k = a->start[j]; k < a->start[j + 1]; k++) {
			ASSERT(a->row[k] >= 0 && a->row[k] < a->rows);
			ASSERT(isfinite(a->value[k]));
			ASSERT(k == a->start[j] || a->row[k] > a->row[k - 1]);
		}
}

/* Sums of one place may leave a zero, which is not written. */
static bool has_zero(const struct csc *a)
{
	for (int k = 0; k < a->start[a->cols]; k++)
		if (a->value[k] == 0.0)
			return true;
	return false;
}

static void out_and_back(const struct csc *a, struct arena *mem)
{
	struct matrix_out out = {.folder = "0", .name = "b", .first = true};
	size_t n = (size_t)a->start[a->cols];
	struct csc b;

	ASSERT(matrix_write(matrix_format_find("mtx"), &out, a, NULL) == 0);
	ASSERT(matrix_read("0/b.mtx", NULL, mem, &b, NULL) == 0);
	ASSERT(b.rows == a->rows && b.cols == a->cols && memcmp(a->start, b.start, ((size_t)a->cols + 1) * sizeof(int)) == 0);
	ASSERT(memcmp(a->row, b.row, n * sizeof(int)) == 0 && memcmp(a->value, b.value, n * sizeof(double)) == 0);
}

void matrix_fuzz(const uint8_t *bytes, size_t n)
{
	const struct io_ops *io = io_use(&disk_io);
	struct err e = {0};
	struct arena mem;
	struct csc a;
	int code;

	arena_init(&mem);
	disk_reset();
	disk_put("0/a", bytes, n);
	code = matrix_read("0/a", "K", &mem, &a, &e);
	ASSERT(e.code == code);
	if (!code) {
		check(&a);
		/* a header may announce millions of rows; once is enough of them */
		if (a.rows + a.cols < 1000000 && !has_zero(&a))
			out_and_back(&a, &mem);
	}
	arena_fini(&mem);
	io_use(io);
}
