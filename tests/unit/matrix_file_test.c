/* Matrices on disk: forms that are read, each way in which one can be bad, files that were cut or damaged, and the way out and back. */
#include "folder.h"
#include "test.h"

#include "base/base.h"
#include "base/fault.h"
#include "base/rng.h"
#include "matrix/matrix_file.h"

#include <float.h>
#include <hdf5.h>

static void put_bytes(const char *name, const void *bytes, size_t n)
{
	FILE *f = fopen(name, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static size_t get_bytes(const char *name, unsigned char *ret, size_t most)
{
	FILE *f = fopen(name, "rb");
	size_t n;

	assert_non_null(f);
	n = fread(ret, 1, most, f);
	assert_true(n < most);
	assert_int_equal(fclose(f), 0);
	return n;
}

/* Reads the file and compares it with a dense matrix by rows. */
static void expect_matrix(const char *path, int rows, int cols, const double *want)
{
	struct err e = {0};
	struct arena mem;
	struct csc a;
	char line[700];

	arena_init(&mem);
	if (matrix_read(path, "K", &mem, &a, &e)) {
		err_text(&e, line, sizeof(line));
		fail_msg("%s", line);
	}
	assert_int_equal(a.rows, rows);
	assert_int_equal(a.cols, cols);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++)
			assert_near(csc_at(&a, i, j), want[i * cols + j], 0.0);
	arena_fini(&mem);
}

static void expect_refused(const char *path, int code, const char *part)
{
	struct err e = {0};
	struct arena mem;
	struct csc a;
	char line[700];

	arena_init(&mem);
	assert_int_equal(matrix_read(path, "K", &mem, &a, &e), code);
	err_text(&e, line, sizeof(line));
	assert_contains(line, part);
	assert_contains(line, "a.");         /* the file is named */
	arena_fini(&mem);
}

/* --- texts that are read ----------------------------------------------------------------------------- */

static const double SYMMETRIC[] = {4, -1.5, 0, -1.5, 5e3, 2, 0, 2, -0.25};
static const double GENERAL[] = {1, 2, 0, 0, 3, -4};

static void matrix_market_is_read(void **state)
{
	static const struct { const char *text; int rows, cols; const double *want; } files[] = {
		{"%%MatrixMarket matrix coordinate real symmetric\n% made by hand\n\n3 3 5\n1 1 4\n2 1 -1.5\n2 2 5e3\n3 2 2\n3 3 -.25\n", 3, 3, SYMMETRIC},
		{"%%matrixmarket MATRIX Coordinate Double General\r\n3 3 7\r\n1 1 4.0D0\r\n2 1 -1.5\r\n1 2 -1.5\r\n2 2 5d+3\r\n3 2 2\r\n2 3 2\r\n3 3 -0.25", 3, 3,
		 SYMMETRIC},
		{"%%MatrixMarket matrix coordinate integer general\n2 3 5\n1 1 1\n1 2 2\n2 2 1\n2 2 2\n2 3 -4\n", 2, 3, GENERAL},
		{"%%MatrixMarket matrix array real symmetric\n3 3\n4\n-1.5\n0\n5000\n2\n-0.25\n", 3, 3, SYMMETRIC},
		{"%%MatrixMarket matrix array real general\n2 3\n1 0\n2 3\n0 -4 % all of it\n", 2, 3, GENERAL},
		{"%%MatrixMarket matrix coordinate real general\n2 3 5 % sizes\n  1\t1   1\n1 2 2\n\n2 2 3\n2 3 -4\n1 3 0.0\n\n", 2, 3, GENERAL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(files); i++) {
		put_bytes("a.mtx", files[i].text, strlen(files[i].text));
		expect_matrix("a.mtx", files[i].rows, files[i].cols, files[i].want);
	}
}

static void rows_of_numbers_are_read(void **state)
{
	static const struct { const char *text; int rows, cols; const double *want; } files[] = {
		{"4 -1.5 0\n-1.5 5e3 2\n0 2 -0.25\n", 3, 3, SYMMETRIC},
		{"# K of the frame\n\n4, -1.5, 0\n -1.5,5000 ,2 % second\r\n0;2;-0.25", 3, 3, SYMMETRIC},
		{"1\t2 0\n0 3 -4\n", 2, 3, GENERAL},
		{"4", 1, 1, SYMMETRIC},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(files); i++) {
		put_bytes("a.txt", files[i].text, strlen(files[i].text));
		expect_matrix("a.txt", files[i].rows, files[i].cols, files[i].want);
	}
}

/* --- texts that are refused -------------------------------------------------------------------------- */

#define MM "%%MatrixMarket matrix "

static void each_fault_of_a_text_has_its_message(void **state)
{
	static const struct { const char *text; int code; const char *part; } files[] = {
		{"", ERR_FORMAT, "the file is empty"},
		{"# nothing\n\n", ERR_FORMAT, "holds no numbers"},
		{"1 2\n3\n", ERR_FORMAT, "line 2 holds another number of columns"},
		{"1 2\n3 x\n", ERR_FORMAT, "line 2: a word that is not a number: x"},
		{"1 2\n\n3 nan\n", ERR_NONFINITE, "line 3: a number that is not finite: nan"},
		{"1 1e999\n", ERR_NONFINITE, "line 1: a number that is not finite: 1e999"},
		{"1 \"\x01\n", ERR_FORMAT, "line 1: a word that is not a number: \"?"},
		{"1 1234567890123456789012345678901234567890123456789012345678901234567890\n", ERR_FORMAT, "a word that is too long for a number"},
		{MM "coordinate real\n1 1 1\n", ERR_FORMAT, "line 1 ends before its symmetry"},
		{MM "coordinate real skew-symmetric\n2 2 1\n2 1 1\n", ERR_UNSUPPORTED, "a skew-symmetric matrix is no stiffness"},
		{MM "coordinate complex general\n1 1 1\n1 1 1 0\n", ERR_UNSUPPORTED, "line 1: complex numbers are no stiffness"},
		{MM "coordinate pattern symmetric\n1 1 1\n1 1\n", ERR_UNSUPPORTED, "a pattern holds places without values"},
		{MM "coordinate real hermitian\n1 1 1\n1 1 1\n", ERR_UNSUPPORTED, "hermitian"},
		{MM "table real general\n1 1 1\n", ERR_FORMAT, "table (allowed: coordinate, array)"},
		{"%%MatrixMarket vector array real general\n1 1\n1\n", ERR_UNSUPPORTED, "an object that is no matrix: vector"},
		{MM "coordinate real general\n% no sizes\n", ERR_FORMAT, "the file ends before its line of sizes"},
		{MM "coordinate real general\n2 2\n1 1 1\n", ERR_FORMAT, "line 2 ends before its number of entries"},
		{MM "coordinate real general\n0 2 1\n", ERR_RANGE, "line 2: number of rows: 0"},
		{MM "coordinate real general\n200000000 2 1\n", ERR_RANGE, "number of rows: 200000000 (allowed: 1 to 20000000)"},
		{MM "coordinate real general\n-5 2 1\n", ERR_RANGE, "number of rows: -5"},
		{MM "coordinate real general\n99999999999999999999999 2 1\n", ERR_RANGE, "number of rows"},
		{MM "coordinate real symmetric\n2 3 1\n1 1 1\n", ERR_FORMAT, "line 2: a symmetric matrix is square: 2 x 3"},
		{MM "coordinate real general\n2 2 2\n1 1 1\n", ERR_FORMAT, "the file ends after 1 of 2 entries"},
		{MM "coordinate real general\n2 2 1\n1 1 1\n2 2 1\n", ERR_FORMAT, "line 4: more entries than line 2 announces (allowed: 1)"},
		{MM "coordinate real general\n2 2 1\n1 3 1\n", ERR_RANGE, "line 3: column of an entry outside the matrix: 3 (allowed: 1 to 2)"},
		{MM "coordinate real general\n2 2 1\n0 1 1\n", ERR_RANGE, "line 3: row of an entry outside the matrix: 0"},
		{MM "coordinate real general\n2 2 1\n1 1\n", ERR_FORMAT, "line 3 ends before its value"},
		{MM "coordinate real general\n2 2 1\n1 1 1 1\n", ERR_FORMAT, "line 3: more words than an entry has: 1"},
		{MM "coordinate real general\n2 2 1\n1.5 1 1\n", ERR_FORMAT, "a word that is not a whole number: 1.5"},
		{MM "coordinate real general\n2 2 1\n\n% x\n1 1 inf\n", ERR_NONFINITE, "line 5: a number that is not finite: inf"},
		{MM "coordinate real symmetric\n2 2 1\n1 2 1\n", ERR_FORMAT, "line 3: an entry above the diagonal of a symmetric matrix"},
		{MM "coordinate real general\n2 2 2\n2 1 1e308\n2 1 1e308\n", ERR_NONFINITE, "sum to a number that is not finite: entry (2, 1)"},
		{MM "array real general\n2 2\n1\n2\n3\n", ERR_FORMAT, "the file ends after 3 of 4 entries"},
		{MM "array real symmetric\n2 2\n1\n2\n3\n4\n", ERR_FORMAT, "line 6: more entries than line 2 announces (allowed: 3)"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(files); i++) {
		put_bytes("a.mtx", files[i].text, strlen(files[i].text));
		expect_refused("a.mtx", files[i].code, files[i].part);
	}
	expect_refused("a.none", ERR_FILE, "a.none");
}

/* --- HDF5 -------------------------------------------------------------------------------------------- */

static void h5_array(hid_t where, const char *name, hid_t type, int rank, const hsize_t *size, const void *x)
{
	hid_t space = H5Screate_simple(rank, size, NULL), set = H5Dcreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

	assert_true(set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
	H5Dclose(set);
	H5Sclose(space);
}

static void h5_text(hid_t where, const char *name, const char *text, bool variable)
{
	hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR), at;

	H5Tset_size(type, variable ? H5T_VARIABLE : strlen(text));
	at = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
	assert_true(at >= 0 && H5Awrite(at, type, variable ? (const void *)&text : text) >= 0);
	H5Aclose(at);
	H5Sclose(space);
	H5Tclose(type);
}

static void h5_number(hid_t where, const char *name, int n, const long long *x)
{
	hsize_t size = (hsize_t)n;
	hid_t space = H5Screate_simple(1, &size, NULL), at = H5Acreate2(where, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);

	assert_true(at >= 0 && H5Awrite(at, H5T_NATIVE_LLONG, x) >= 0);
	H5Aclose(at);
	H5Sclose(space);
}

/* A sparse group of four entries with the names of its arrays. */
static hid_t h5_sparse(hid_t file, const char *name, const char *index, const char *pointer, int n, const double *data, const int *at, int lines,
	const int *begin)
{
	hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

	h5_array(group, "data", H5T_NATIVE_DOUBLE, 1, (hsize_t[]){(hsize_t)n}, data);
	h5_array(group, index, H5T_NATIVE_INT, 1, (hsize_t[]){(hsize_t)n}, at);
	h5_array(group, pointer, H5T_NATIVE_INT, 1, (hsize_t[]){(hsize_t)lines + 1}, begin);
	return group;
}

/* GENERAL by columns and by rows, and SYMMETRIC in other ways. */
static void make_h5(void)
{
	static const float dense[] = {4, -1.5f, 0, -1.5f, 5000, 2, 0, 2, -0.25f};
	static const int whole[] = {1, 2, 0, 0, 3, -4};
	static const double by_columns[] = {1, 2, 3, -4}, by_rows[] = {1, 2, 3, -4};
	static const int column_row[] = {0, 0, 1, 1}, column_begin[] = {0, 1, 3, 4}, row_column[] = {0, 1, 1, 2}, row_begin[] = {0, 2, 4};
	static const double shape[] = {2, 3};
	hid_t file = H5Fcreate("a.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), group, deep;

	h5_array(file, "K", H5T_NATIVE_FLOAT, 2, (hsize_t[]){3, 3}, dense);
	h5_array(file, "whole", H5T_NATIVE_INT, 2, (hsize_t[]){2, 3}, whole);
	h5_array(file, "mass", H5T_NATIVE_DOUBLE, 1, (hsize_t[]){4}, by_columns);
	group = h5_sparse(file, "csc", "indices", "indptr", 4, by_columns, column_row, 3, column_begin);
	h5_number(group, "shape", 2, (const long long[]){2, 3});
	H5Gclose(group);
	group = h5_sparse(file, "csr", "indices", "indptr", 4, by_rows, row_column, 2, row_begin);
	h5_number(group, "shape", 2, (const long long[]){2, 3});
	h5_text(group, "encoding-type", "csr_matrix", true);
	H5Gclose(group);
	deep = H5Gcreate2(file, "deep", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	group = h5_sparse(deep, "csr", "indices", "indptr", 4, by_rows, row_column, 2, row_begin);
	h5_array(group, "shape", H5T_NATIVE_DOUBLE, 1, (hsize_t[]){2}, shape);
	h5_text(group, "format", "csr", false);
	H5Gclose(group);
	group = h5_sparse(deep, "matlab", "ir", "jc", 4, by_columns, column_row, 3, column_begin);
	h5_number(group, "MATLAB_sparse", 1, (const long long[]){2});
	H5Gclose(group);
	H5Gclose(deep);
	H5Fclose(file);
}

static void data_sets_and_sparse_groups_are_read(void **state)
{
	(void)state;
	make_h5();
	expect_matrix("a.h5", 3, 3, SYMMETRIC);
	expect_matrix("a.h5:/K", 3, 3, SYMMETRIC);
	expect_matrix("a.h5:whole", 2, 3, GENERAL);
	expect_matrix("a.h5:mass", 4, 1, (const double[]){1, 2, 3, -4});
	expect_matrix("a.h5:csc", 2, 3, GENERAL);
	expect_matrix("a.h5:csr", 2, 3, GENERAL);
	expect_matrix("a.h5:/deep/csr", 2, 3, GENERAL);
	expect_matrix("a.h5:deep/matlab", 2, 3, GENERAL);
}

/* Groups of 2 columns whose shape is one number, three, or no whole numbers; in an attribute and in a data set. */
static void shapes_that_are_none(hid_t file, const double *data, const int *index, const int *begin)
{
	static const double broken[] = {2.5, 2};
	hid_t group;

	for (int n = 1; n <= 3; n += 2) {
		group = h5_sparse(file, n == 1 ? "one" : "three", "indices", "indptr", 4, data, index, 2, begin);
		h5_number(group, "shape", n, (const long long[]){2, 2, 2});
		H5Gclose(group);
		group = h5_sparse(file, n == 1 ? "oneSet" : "threeSet", "indices", "indptr", 4, data, index, 2, begin);
		h5_array(group, "shape", H5T_NATIVE_DOUBLE, 1, (hsize_t[]){(hsize_t)n}, (const double[]){2, 2, 2});
		H5Gclose(group);
	}
	group = h5_sparse(file, "part", "indices", "indptr", 4, data, index, 2, begin);
	h5_array(group, "shape", H5T_NATIVE_DOUBLE, 1, (hsize_t[]){2}, broken);
	H5Gclose(group);
}

static void each_fault_of_hdf5_has_its_message(void **state)
{
	static const double data[] = {1, NAN, 3, 4};
	static const double half[] = {0, 0.5, 0, 1};
	static const int index[] = {0, 1, 0, 5}, good[] = {0, 1, 0, 1}, begin[] = {0, 2, 4}, falling[] = {0, 5, 4}, far[] = {0, 2, 7};
	static const double finite[] = {1, 2, 3, 4};
	hid_t file = H5Fcreate("a.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), group, type = H5Tcopy(H5T_C_S1);

	(void)state;
	H5Tset_size(type, 4);
	h5_array(file, "words", type, 1, (hsize_t[]){1}, "word");
	H5Tclose(type);
	h5_array(file, "cube", H5T_NATIVE_DOUBLE, 3, (hsize_t[]){1, 2, 2}, finite);
	h5_array(file, "hole", H5T_NATIVE_DOUBLE, 2, (hsize_t[]){2, 2}, data);
	H5Gclose(h5_sparse(file, "nan", "indices", "indptr", 4, data, good, 2, begin));
	H5Gclose(h5_sparse(file, "outside", "indices", "indptr", 4, finite, index, 2, begin));
	group = H5Gcreate2(file, "half", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	h5_array(group, "data", H5T_NATIVE_DOUBLE, 1, (hsize_t[]){4}, finite);
	h5_array(group, "indices", H5T_NATIVE_DOUBLE, 1, (hsize_t[]){4}, half);
	h5_array(group, "indptr", H5T_NATIVE_INT, 1, (hsize_t[]){3}, begin);
	H5Gclose(group);
	H5Gclose(h5_sparse(file, "falling", "indices", "indptr", 4, finite, good, 2, falling));
	H5Gclose(h5_sparse(file, "far", "indices", "indptr", 4, finite, good, 2, far));
	group = h5_sparse(file, "shapeless", "indices", "indptr", 4, finite, good, 2, begin);
	h5_number(group, "shape", 2, (const long long[]){2, 3});
	H5Gclose(group);
	shapes_that_are_none(file, finite, good, begin);
	H5Gclose(H5Gcreate2(file, "empty", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
	H5Fclose(file);
	expect_refused("a.h5", ERR_MISSING, "no such data set or group: K (allowed: cube, empty, falling, far, half, hole, nan, one, oneSet");
	expect_refused("a.h5:deep/K", ERR_MISSING, "no such data set or group: deep/K");
	expect_refused("a.h5:words", ERR_FORMAT, "words: no data set of numbers");
	expect_refused("a.h5:cube", ERR_FORMAT, "cube: no data set of numbers with one or two dimensions");
	expect_refused("a.h5:hole", ERR_NONFINITE, "hole: a number that is not finite: entry (1, 2)");
	expect_refused("a.h5:nan", ERR_NONFINITE, "nan/data: a number that is not finite: entry (2, 1)");
	expect_refused("a.h5:outside", ERR_RANGE, "outside/indices: an index outside the matrix: 5, number 4 (allowed: 0 to 1)");
	expect_refused("a.h5:half", ERR_RANGE, "half/indices: an index outside the matrix: 0.5, number 2 (allowed: 0 to 1)");
	expect_refused("a.h5:falling", ERR_FORMAT, "falling/indptr: pointers that are no whole numbers, or do not rise: number 2");
	expect_refused("a.h5:far", ERR_FORMAT, "far/indptr: the three arrays do not belong together");
	expect_refused("a.h5:shapeless", ERR_FORMAT, "the shape does not go with the pointers: 2 x 3 (allowed: 2 columns)");
	for (int i = 0; i < 5; i++) {
		static const char *const name[] = {"a.h5:one", "a.h5:three", "a.h5:oneSet", "a.h5:threeSet", "a.h5:part"};

		expect_refused(name[i], ERR_FORMAT, i < 4 ? "shape: not two numbers, rows and columns" : "the shape does not go with the pointers: 2.5 x 2");
	}
	expect_refused("a.h5:empty", ERR_MISSING, "the group is no sparse matrix");
}

/* A data set of 2e9 numbers of which none was ever written takes no room on the disk, and shall take none in memory. */
static void a_claim_beyond_the_file_is_refused(void **state)
{
	hsize_t size = 2000000000, chunk = 1000;
	hid_t file = H5Fcreate("a.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), plan = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &size, NULL);

	(void)state;
	H5Pset_chunk(plan, 1, &chunk);
	H5Dclose(H5Dcreate2(file, "K", H5T_IEEE_F64LE, space, H5P_DEFAULT, plan, H5P_DEFAULT));
	H5Sclose(space);
	H5Pclose(plan);
	H5Fclose(file);
	expect_refused("a.h5", ERR_FORMAT, "claims more numbers than the file holds");
}

/* --- cut and damaged files --------------------------------------------------------------------------- */

/* Reads what may be anything: it is refused with a report, or it is a matrix of finite numbers. */
static bool survives(const char *path)
{
	struct err e = {0};
	struct arena mem;
	struct csc a;
	int code;

	arena_init(&mem);
	code = matrix_read(path, "K", &mem, &a, &e);
	assert_int_equal(e.code, code);
	for (int k = 0; !code && k < a.start[a.cols]; k++) {
		assert_true(isfinite(a.value[k]));
		assert_in_range(a.row[k], 0, a.rows - 1);
	}
	arena_fini(&mem);
	return code == 0;
}

static const char MARKET[] = "%%MatrixMarket matrix coordinate real symmetric\n% K\n3 3 5\n1 1 4\n2 1 -1.5\n2 2 5e3\n3 2 2\n3 3 -.25\n";
static const char ROWS[] = "# K\n4 -1.5 0\n-1.5 5e3 2\n0 2 -0.25\n";

static void a_cut_file_is_refused(void **state)
{
	static unsigned char bytes[1 << 16];
	size_t n;

	(void)state;
	/* without its last line, which may lose digits that nobody misses */
	for (size_t k = 0; k < strlen(MARKET) - strlen("3 3 -.25\n"); k++) {
		put_bytes("a.mtx", MARKET, k);
		assert_false(survives("a.mtx"));
	}
	make_h5();
	n = get_bytes("a.h5", bytes, sizeof(bytes));
	for (size_t k = 0; k < n; k += 97) {
		put_bytes("b.h5", bytes, k);
		assert_false(survives("b.h5"));
	}
}

static void flipped_bytes_do_no_harm(void **state)
{
	static const struct { const char *name, *text; } files[] = {{"a.mtx", MARKET}, {"a.txt", ROWS}};
	struct rng r;
	char text[256];

	(void)state;
	rng_init(&r, 7, 1);
	for (size_t i = 0; i < COUNT(files); i++)
		for (int trial = 0; trial < 1000; trial++) {
			size_t n = strlen(files[i].text);

			memcpy(text, files[i].text, n);
			for (int k = 0; k < 1 + trial % 4; k++)
				text[rng_below(&r, (uint32_t)n)] = (char)rng_below(&r, 256);
			put_bytes(files[i].name, text, n);
			survives(files[i].name);
		}
}

/* Arrays of a sparse group that say anything. What a damaged file does to the library that reads it is the library's affair. */
static void any_numbers_in_a_sparse_group_do_no_harm(void **state)
{
	static const double odd[] = {-1, 0, 0, 1, 1, 2, 2, 3, 4, 5, 0.5, 1e9, 1e18, NAN, INFINITY, -0.0};
	struct rng r;
	int read = 0;

	(void)state;
	rng_init(&r, 7, 2);
	for (int trial = 0; trial < 900; trial++) {
		hid_t file = H5Fcreate("a.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), group = H5Gcreate2(file, "K", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
		hsize_t n = 2, lines = 3;
		/* two entries on the diagonal of two, of which some numbers are changed */
		double data[] = {1, 2}, index[] = {0, 1}, pointer[] = {0, 1, 2}, shape[] = {2, 2}, *part[] = {data, index, pointer, shape};

		for (int k = 0; k < trial % 3; k++)
			part[rng_below(&r, COUNT(part))][rng_below(&r, 2)] = odd[rng_below(&r, COUNT(odd))];
		h5_array(group, "data", H5T_NATIVE_DOUBLE, 1, &n, data);
		h5_array(group, "indices", H5T_NATIVE_DOUBLE, 1, &n, index);
		h5_array(group, "indptr", H5T_NATIVE_DOUBLE, 1, &lines, pointer);
		h5_array(group, "shape", H5T_NATIVE_DOUBLE, 1, &n, shape);
		H5Gclose(group);
		H5Fclose(file);
		read += survives("a.h5");
	}
	assert_in_range(read, 300, 899);
}

/* --- out and back ------------------------------------------------------------------------------------ */

static void what_is_written_is_read_to_the_same_bits(void **state)
{
	static const double values[] = {0.1, -1.0 / 3.0, DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 1e-300, 123456789.123456789, -5.0, 2.0 / 7.0};
	struct csc a, back;
	struct triplets t;
	struct arena mem;

	(void)state;
	arena_init(&mem);
	triplets_init(&t, &mem);
	t.rows = t.cols = 5;
	t.mirrored = true;
	for (int k = 0; k < (int)COUNT(values); k++)
		assert_int_equal(triplets_add(&t, k < 5 ? k : k - 4, k < 5 ? k : (k - 4) / 2, values[k]), 0);
	assert_int_equal(csc_build(&t, &mem, &a, "test", NULL), 0);
	for (int i = 0; matrix_format_table[i]; i++)
		for (int half = 0; half < 2; half++) {
			struct matrix_out out = {.folder = ".", .name = "K", .symmetric = half, .first = true};
			char path[64];

			snprintf(path, sizeof(path), matrix_format_table[i]->file, ".", "K");
			assert_int_equal(matrix_write(matrix_format_table[i], &out, &a, NULL), 0);
			assert_int_equal(matrix_read(path, "K", &mem, &back, NULL), 0);
			assert_memory_equal(back.start, a.start, 6 * sizeof(int));
			assert_memory_equal(back.row, a.row, (size_t)a.start[5] * sizeof(int));
			assert_memory_equal(back.value, a.value, (size_t)a.start[5] * sizeof(double));
		}
	arena_fini(&mem);
}

/* --- faults ------------------------------------------------------------------------------------------ */

static void faults_of_files_and_memory_are_told(void **state)
{
	static const struct { const char *path; enum fault_point point; int code; } rows[] = {
		{"a.mtx", FAULT_file_open, ERR_FILE}, {"a.mtx", FAULT_file_read, ERR_FILE}, {"a.mtx", FAULT_file_close, ERR_FILE},
		{"a.mtx", FAULT_arena_alloc, ERR_MEMORY},
		{"a.txt", FAULT_file_read, ERR_FILE}, {"a.txt", FAULT_arena_alloc, ERR_MEMORY},
		{"a.h5", FAULT_file_open, ERR_FILE}, {"a.h5", FAULT_file_read, ERR_FILE}, {"a.h5:csc", FAULT_file_read, ERR_FILE},
		{"a.h5:csc", FAULT_arena_alloc, ERR_MEMORY},
	};

	(void)state;
	put_bytes("a.mtx", MARKET, strlen(MARKET));
	put_bytes("a.txt", ROWS, strlen(ROWS));
	make_h5();
	for (size_t i = 0; i < COUNT(rows); i++) {
		int failed = 0;

		for (int nth = 1;; nth++) {
			struct err e = {0};
			struct arena mem;
			struct csc a;
			int code;

			arena_init(&mem);
			fault_arm(rows[i].point, nth, false);
			code = matrix_read(rows[i].path, "K", &mem, &a, &e);
			fault_disarm();
			arena_fini(&mem);
			if (code == 0)
				break;
			assert_int_equal(code, rows[i].code);
			failed++;
		}
		assert_true(failed > 0);
	}
}

static void faults_while_writing_are_told(void **state)
{
	static const enum fault_point points[] = {FAULT_file_open, FAULT_file_write, FAULT_file_close};
	int start[] = {0, 1}, row[] = {0};
	double value[] = {2.0};
	struct csc a = {.rows = 1, .cols = 1, .start = start, .row = row, .value = value};
	struct matrix_out out = {.folder = ".", .name = "K", .symmetric = true, .first = true};

	(void)state;
	for (int i = 0; matrix_format_table[i]; i++)
		for (size_t k = 0; k < COUNT(points); k++) {
			struct err e = {0};

			fault_arm(points[k], 1, false);
			assert_int_equal(matrix_write(matrix_format_table[i], &out, &a, &e), ERR_FILE);
			fault_disarm();
			assert_int_equal(e.code, ERR_FILE);
		}
	assert_int_equal(matrix_write(matrix_format_table[0], &(struct matrix_out){.folder = "none", .name = "K", .first = true}, &a, NULL), ERR_FILE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matrix_market_is_read),
		cmocka_unit_test(rows_of_numbers_are_read),
		cmocka_unit_test(each_fault_of_a_text_has_its_message),
		cmocka_unit_test(data_sets_and_sparse_groups_are_read),
		cmocka_unit_test(each_fault_of_hdf5_has_its_message),
		cmocka_unit_test(a_claim_beyond_the_file_is_refused),
		cmocka_unit_test(a_cut_file_is_refused),
		cmocka_unit_test(flipped_bytes_do_no_harm),
		cmocka_unit_test(any_numbers_in_a_sparse_group_do_no_harm),
		cmocka_unit_test(what_is_written_is_read_to_the_same_bits),
		cmocka_unit_test(faults_of_files_and_memory_are_told),
		cmocka_unit_test(faults_while_writing_are_told),
	};

	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
