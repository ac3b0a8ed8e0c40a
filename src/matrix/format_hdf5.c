/* HDF5: a dense data set, or a group with the three arrays of a sparse matrix.
 *
 *   data, indices, indptr    by columns or rows as the attribute encoding-type ("csc_matrix", "csr_matrix"), format or h5sparse_format ("csc", "csr") says; by
 *                            columns where nothing says it. shape: attribute or data set of two numbers; without it the matrix is square
 *   data, ir, jc             as MATLAB writes a sparse matrix: by columns, the attribute MATLAB_sparse is the number of rows
 * Indices count from 0. A data set of one dimension is a column. MATLAB's dense arrays are read as HDF5 sees them: transposed.
 * Written is the first form, by columns. What a data set claims to hold is compared with what its file holds before memory is taken for it.
 */
#include "base/base.h"
#include "base/fault.h"
#include "matrix/matrix_file.h"

#include <hdf5.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_AT_ONCE = 64, NAME = 64, LIST = 100 };
/* Deflate makes at most 1032 bytes of one; a data set that claims more was damaged. */
enum { SWELL = 1100 };

struct input {
	const char *path, *set;         /* borrowed: caller */
	hid_t file, group;
	struct triplets *to;            /* borrowed: caller */
	struct err *e;
};

/* Names of the arrays, and whether indices run by columns whatever attributes say. */
static const struct { const char *index, *pointer; bool columns; } SPARSE[] = {{"indices", "indptr", false}, {"ir", "jc", true}};

static bool detect(const char *path, const char *head, size_t n)
{
	static const char SIGNATURE[] = "\x89HDF\r\n\x1a\n";

	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	return (n >= 8 && memcmp(head, SIGNATURE, 8) == 0) || H5Fis_hdf5(path) > 0;
}

static int refuse(const struct input *in, int code, const char *name, const char *what)
{
	return err_set(in->e, code, in->path, "%s%s%s: %s", in->set, name[0] ? "/" : "", name, what);
}

/* --- data sets ------------------------------------------------------------------------------------- */

/* An open data set of numbers with one or two dimensions that its file can hold; rank 0 when it is none. */
static int open_numbers(const struct input *in, hid_t where, const char *name, hid_t *ret_set, hsize_t size[2])
{
	const char *shown = where == in->file ? "" : name;
	hid_t set = H5Dopen2(where, name, H5P_DEFAULT), space, type;
	int rank, code = 0;
	double bytes;

	if (set < 0)
		return refuse(in, ERR_MISSING, shown, "the data set cannot be opened");
	space = H5Dget_space(set);
	type = H5Dget_type(set);
	rank = H5Sget_simple_extent_ndims(space);
	size[0] = size[1] = 1;
	if (rank < 1 || rank > 2 || (H5Tget_class(type) != H5T_FLOAT && H5Tget_class(type) != H5T_INTEGER))
		code = refuse(in, ERR_FORMAT, shown, "no data set of numbers with one or two dimensions");
	else
		H5Sget_simple_extent_dims(space, size, NULL);
	bytes = (double)size[0] * (double)size[1] * (double)(type >= 0 ? H5Tget_size(type) : 0);
	if (!code && bytes > (double)SWELL * ((double)H5Dget_storage_size(set) + 64.0))
		code = refuse(in, ERR_FORMAT, shown, "the data set claims more numbers than the file holds");
	H5Tclose(type);
	H5Sclose(space);
	if (code)
		H5Dclose(set);
	else
		*ret_set = set;
	return code;
}

/* Rows from..from+n-1 of a set as doubles. */
static int read_slab(hid_t set, hsize_t from, hsize_t n, hsize_t cols, double *ret_x)
{
	hsize_t at[2] = {from, 0}, count[2] = {n, cols};
	hid_t there = H5Dget_space(set), here;
	int rank = H5Sget_simple_extent_ndims(there);
	herr_t bad;

	here = H5Screate_simple(rank, count, NULL);
	bad = fault_fires(FAULT_file_read) ? -1 : H5Sselect_hyperslab(there, H5S_SELECT_SET, at, NULL, count, NULL);
	if (bad >= 0)
		bad = H5Dread(set, H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, ret_x);
	H5Sclose(here);
	H5Sclose(there);
	return bad < 0 ? ERR_FILE : 0;
}

static int keep(const struct input *in, const char *name, hsize_t i, hsize_t j, double x)
{
	if (x - x != 0.0) {
		int code = refuse(in, ERR_NONFINITE, name, "a number that is not finite");

		err_value(in->e, "entry (%llu, %llu)", (unsigned long long)i + 1, (unsigned long long)j + 1);
		return code;
	}
	if (x != 0.0 && triplets_add(in->to, (int)i, (int)j, x))
		return err_set(in->e, ERR_MEMORY, in->path, "no memory for %ld entries", in->to->n);
	return 0;
}

/* --- dense ----------------------------------------------------------------------------------------- */

static int read_dense(const struct input *in)
{
	hsize_t size[2];
	double *x;
	hid_t set;
	int code = open_numbers(in, in->file, in->set, &set, size);

	if (code)
		return code;
	if (size[0] < 1 || size[1] < 1 || size[1] > MATRIX_DENSE_MAX || size[0] > (hsize_t)(size[1] > 16 ? MATRIX_DENSE_MAX : MATRIX_ROWS_MAX)) {
		code = refuse(in, ERR_LIMIT, "", "size of a dense data set");
		err_value(in->e, "%llu x %llu", (unsigned long long)size[0], (unsigned long long)size[1]);
		err_allowed(in->e, "1 to %d each way", MATRIX_DENSE_MAX);
		err_hint(in->e, "write a sparse group: data, indices, indptr, shape");
	}
	x = code ? NULL : ARENA_ARRAY(in->to->mem, ROWS_AT_ONCE * (size_t)size[1], double);
	if (!code && !x)
		code = err_set(in->e, ERR_MEMORY, in->path, "no memory to read it");
	in->to->rows = (int)size[0];
	in->to->cols = (int)size[1];
	for (hsize_t i = 0; i < size[0] && !code; i += ROWS_AT_ONCE) {
		hsize_t n = size[0] - i < ROWS_AT_ONCE ? size[0] - i : ROWS_AT_ONCE;

		if (read_slab(set, i, n, size[1], x))
			code = refuse(in, ERR_FILE, "", "the data set cannot be read; the file is damaged or was cut");
		for (hsize_t k = 0; k < n * size[1] && !code; k++)
			code = keep(in, "", i + k / size[1], k % size[1], x[k]);
	}
	H5Dclose(set);
	return code;
}

/* --- sparse ---------------------------------------------------------------------------------------- */

/* A whole array of a sparse group. */
static int read_array(const struct input *in, const char *name, double **ret_x, long *ret_n)
{
	hsize_t size[2];
	hid_t set;
	double *x;
	int code = open_numbers(in, in->group, name, &set, size);

	if (code)
		return code;
	if (size[1] != 1 || size[0] > INT_MAX) {
		H5Dclose(set);
		return refuse(in, ERR_FORMAT, name, "not an array of one dimension, or too long");
	}
	x = ARENA_ARRAY(in->to->mem, (size_t)size[0] + 1, double);
	if (!x)
		code = err_set(in->e, ERR_MEMORY, in->path, "no memory for %llu numbers", (unsigned long long)size[0]);
	else if (size[0] && read_slab(set, 0, size[0], 1, x))
		code = refuse(in, ERR_FILE, name, "the array cannot be read; the file is damaged or was cut");
	H5Dclose(set);
	if (code)
		return code;
	*ret_x = x;
	*ret_n = (long)size[0];
	return 0;
}

/* Up to two numbers of an attribute; returns how many. */
static int attribute_numbers(hid_t group, const char *name, double ret_x[2])
{
	hid_t at = H5Aexists(group, name) > 0 ? H5Aopen(group, name, H5P_DEFAULT) : -1, space;
	hssize_t n;
	double x[2] = {0.0, 0.0};

	if (at < 0)
		return 0;
	space = H5Aget_space(at);
	n = H5Sget_simple_extent_npoints(space);
	H5Sclose(space);
	if (n < 1 || n > 2 || H5Aread(at, H5T_NATIVE_DOUBLE, x) < 0)
		n = 0;
	H5Aclose(at);
	for (int i = 0; i < n; i++)
		ret_x[i] = x[i];
	return (int)n;
}

/* Does a text attribute begin with this word? Texts of fixed and of variable length. */
static bool attribute_says(hid_t group, const char *name, const char *word)
{
	hid_t at = H5Aexists(group, name) > 0 ? H5Aopen(group, name, H5P_DEFAULT) : -1, type, space;
	char fixed[NAME] = "", *text = fixed;
	bool says = false, variable;

	if (at < 0)
		return false;
	type = H5Aget_type(at);
	space = H5Aget_space(at);
	variable = H5Tis_variable_str(type) > 0;
	if (H5Tget_class(type) == H5T_STRING && H5Sget_simple_extent_npoints(space) == 1 && (variable || H5Tget_size(type) < NAME)
	    && H5Aread(at, type, variable ? (void *)&text : fixed) >= 0)
		says = text && strncmp(text, word, strlen(word)) == 0;
	if (variable && text && text != fixed)
		H5free_memory(text);
	H5Sclose(space);
	H5Tclose(type);
	H5Aclose(at);
	return says;
}

static bool by_rows(hid_t group)
{
	return attribute_says(group, "encoding-type", "csr") || attribute_says(group, "format", "csr") || attribute_says(group, "h5sparse_format", "csr");
}

/* The shape that the group states, in to; what it does not state is square. */
static int read_shape(const struct input *in, long pointers, bool rows_first)
{
	bool named = H5Aexists(in->group, "shape") > 0, stored = !named && H5Lexists(in->group, "shape", H5P_DEFAULT) > 0;
	double x[2] = {(double)pointers, (double)pointers}, *set;
	long n = 0;
	int code = 0;

	if (named)
		n = attribute_numbers(in->group, "shape", x);
	else if (stored)
		code = read_array(in, "shape", &set, &n);
	else if (attribute_numbers(in->group, "MATLAB_sparse", x) == 1)
		x[1] = (double)pointers;
	if (!code && (named || stored) && n != 2)
		code = refuse(in, ERR_FORMAT, "shape", "not two numbers, rows and columns");
	if (code)
		return code;
	if (stored)
		memcpy(x, set, sizeof(x));
	if (!(x[0] >= 1.0 && x[1] >= 1.0 && x[0] <= MATRIX_ROWS_MAX && x[1] <= MATRIX_ROWS_MAX) || (double)pointers != x[rows_first ? 0 : 1] ||
	    x[0] != floor(x[0]) || x[1] != floor(x[1])) {
		code = refuse(in, ERR_FORMAT, "", "the shape does not go with the pointers");
		err_value(in->e, "%g x %g", x[0], x[1]);
		err_allowed(in->e, "%ld %s", pointers, rows_first ? "rows" : "columns");
		return code;
	}
	in->to->rows = (int)x[0];
	in->to->cols = (int)x[1];
	return 0;
}

/* Entries of line `at` (a column, or a row), whose places are index[from] ... */
static int read_line(const struct input *in, long at, long from, long to, const double *index, const double *value, bool rows_first, const char *name)
{
	int most = rows_first ? in->to->cols : in->to->rows, code = 0;

	for (long k = from; k < to && !code; k++) {
		if (!(index[k] >= 0.0 && index[k] < most) || index[k] != floor(index[k])) {
			code = refuse(in, ERR_RANGE, name, "an index outside the matrix");
			err_value(in->e, "%g, number %ld", index[k], k + 1);
			err_allowed(in->e, "0 to %d", most - 1);
			return code;
		}
		code = keep(in, "data", rows_first ? (hsize_t)at : (hsize_t)index[k], rows_first ? (hsize_t)index[k] : (hsize_t)at, value[k]);
	}
	return code;
}

static int read_sparse(const struct input *in, int form)
{
	double *value, *index, *pointer;
	long n = 0, indices = 0, pointers = 0;
	bool rows_first = !SPARSE[form].columns && by_rows(in->group);
	int code = read_array(in, "data", &value, &n);

	if (!code)
		code = read_array(in, SPARSE[form].index, &index, &indices);
	if (!code)
		code = read_array(in, SPARSE[form].pointer, &pointer, &pointers);
	if (!code && (pointers < 2 || indices != n || pointer[0] != 0.0 || pointer[pointers - 1] != (double)n)) {
		code = refuse(in, ERR_FORMAT, SPARSE[form].pointer, "the three arrays do not belong together");
		err_value(in->e, "%ld data, %ld indices, %ld pointers", n, indices, pointers);
		err_allowed(in->e, "as many indices as data; pointers from 0 to that number");
	}
	if (!code)
		code = read_shape(in, pointers - 1, rows_first);
	for (long j = 0; j + 1 < pointers && !code; j++) {
		if (!(pointer[j + 1] >= pointer[j] && pointer[j + 1] <= (double)n) || pointer[j + 1] != floor(pointer[j + 1])) {
			code = refuse(in, ERR_FORMAT, SPARSE[form].pointer, "pointers that are no whole numbers, or do not rise");
			err_value(in->e, "number %ld", j + 2);
			break;
		}
		code = read_line(in, j, (long)pointer[j], (long)pointer[j + 1], index, value, rows_first, SPARSE[form].index);
	}
	return code;
}

/* --- finding --------------------------------------------------------------------------------------- */

static herr_t list_name(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
	char *list = data;
	size_t n = strlen(list);

	(void)group;
	(void)info;
	if (n + strlen(name) + 6 < LIST)
		snprintf(list + n, LIST - n, "%s%s", n ? ", " : "", name);
	else if (n + 5 < LIST && strcmp(list + n - 3, "...") != 0)
		snprintf(list + n, LIST - n, ", ...");
	return 0;
}

static int missing(const struct input *in, hid_t where, const char *what)
{
	char list[LIST] = "";
	int code = err_set(in->e, ERR_MISSING, in->path, "%s", what);

	err_value(in->e, "%s", in->set);
	H5Literate(where, H5_INDEX_NAME, H5_ITER_INC, NULL, list_name, list);
	err_allowed(in->e, "%s", list[0] ? list : "the file holds nothing");
	err_hint(in->e, "name it behind a colon: FILE.h5:NAME");
	return code;
}

/* Every part of the path must be there before the library may be asked for the whole. */
static bool set_exists(hid_t file, const char *set)
{
	char part[256];
	size_t n = strlen(set);

	if (n == 0 || n >= sizeof(part))
		return false;
	for (size_t k = 1; k <= n; k++) {
		if (set[k] != '/' && set[k] != '\0')
			continue;
		memcpy(part, set, k);
		part[k] = '\0';
		if (strcmp(part, "/") != 0 && H5Lexists(file, part, H5P_DEFAULT) <= 0)
			return false;
	}
	return H5Oexists_by_name(file, set, H5P_DEFAULT) > 0;
}

static int read_set(struct input *in)
{
	H5O_info_t info;
	int code;

	if (!set_exists(in->file, in->set))
		return missing(in, in->file, "the file has no such data set or group");
	if (H5Oget_info_by_name(in->file, in->set, &info, H5P_DEFAULT) < 0)
		return refuse(in, ERR_FILE, "", "cannot be opened; the file is damaged or was cut");
	if (info.type == H5O_TYPE_DATASET)
		return read_dense(in);
	in->group = info.type == H5O_TYPE_GROUP ? H5Gopen2(in->file, in->set, H5P_DEFAULT) : -1;
	if (in->group < 0)
		return refuse(in, ERR_FORMAT, "", "neither a data set nor a group");
	code = ERR_MISSING;
	for (size_t i = 0; i < COUNT(SPARSE) && code == ERR_MISSING; i++)
		if (H5Lexists(in->group, "data", H5P_DEFAULT) > 0 && H5Lexists(in->group, SPARSE[i].index, H5P_DEFAULT) > 0
		    && H5Lexists(in->group, SPARSE[i].pointer, H5P_DEFAULT) > 0) {
			code = read_sparse(in, (int)i);
			break;
		}
	if (code == ERR_MISSING)
		code = missing(in, in->group, "the group is no sparse matrix: it wants data, indices, indptr (or data, ir, jc)");
	H5Gclose(in->group);
	return code;
}

static int read(const char *path, const char *set, struct triplets *to, struct err *e)
{
	struct input in = {.path = path, .set = set, .to = to, .e = e};
	int code;

	in.file = fault_fires(FAULT_file_open) ? -1 : H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
	if (in.file < 0) {
		code = err_set(e, ERR_FILE, path, "the HDF5 file cannot be opened: it is damaged, was cut, or another program writes it");
		return code;
	}
	code = read_set(&in);
	H5Fclose(in.file);
	return code;
}

/* --- writing --------------------------------------------------------------------------------------- */

static bool write_array(hid_t group, const char *name, hid_t memory, hid_t type, hsize_t n, const void *x)
{
	hid_t space = H5Screate_simple(1, &n, NULL), set = H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	bool good = set >= 0 && !fault_fires(FAULT_file_write) && (n == 0 || H5Dwrite(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);

	if (set >= 0)
		H5Dclose(set);
	H5Sclose(space);
	return good;
}

static bool write_attributes(hid_t group, const struct csc *a)
{
	static const char FORMAT[] = "csc_matrix";
	long long shape[2] = {a->rows, a->cols};
	hsize_t two = 2;
	hid_t space = H5Screate_simple(1, &two, NULL), one = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
	hid_t at = H5Acreate2(group, "shape", H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT), text;
	bool good = at >= 0 && H5Awrite(at, H5T_NATIVE_LLONG, shape) >= 0;

	H5Tset_size(type, sizeof(FORMAT));
	H5Tset_cset(type, H5T_CSET_UTF8);
	text = H5Acreate2(group, "encoding-type", type, one, H5P_DEFAULT, H5P_DEFAULT);
	good = good && text >= 0 && H5Awrite(text, type, FORMAT) >= 0;
	if (at >= 0)
		H5Aclose(at);
	if (text >= 0)
		H5Aclose(text);
	H5Tclose(type);
	H5Sclose(one);
	H5Sclose(space);
	return good;
}

static int write(const char *path, const struct matrix_out *to, const struct csc *a, struct err *e)
{
	hid_t file = -1, group = -1;
	hsize_t n = (hsize_t)a->start[a->cols];
	bool good;

	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	if (!fault_fires(FAULT_file_open))
		file = to->first ? H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT) : H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
	if (file >= 0)
		group = H5Gcreate2(file, to->name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	good = group >= 0 && write_array(group, "data", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, n, a->value)
		&& write_array(group, "indices", H5T_NATIVE_INT, H5T_STD_I32LE, n, a->row)
		&& write_array(group, "indptr", H5T_NATIVE_INT, H5T_STD_I32LE, (hsize_t)a->cols + 1, a->start) && write_attributes(group, a);
	if (group >= 0)
		H5Gclose(group);
	if (file >= 0 && (H5Fclose(file) < 0 || fault_fires(FAULT_file_close)))
		good = false;
	return good ? 0 : err_set(e, ERR_FILE, path, "the HDF5 file cannot be written");
}

const struct matrix_format matrix_format_hdf5 = {
	.name = "hdf5",
	.brief = "HDF5: a dense data set, or a group with data, indices, indptr and shape (MATLAB: data, ir, jc)",
	.file = "%s/matrices.h5",
	.detect = detect,
	.read = read,
	.write = write,
};
