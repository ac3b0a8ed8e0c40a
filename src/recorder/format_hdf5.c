/* HDF5: each recorder is a group of a file; several recorders may name the same file.
 *
 *   /                 attributes program, script, created (UTC), units ("unknown: ...", the model's own consistent units)
 *   /<group>          attribute recorder: its words
 *   /<group>/data     rows x columns of doubles, unlimited rows; attributes columns (names) and, for envelopes, rows
 *
 * The file is written in the earliest format of the library (that of 1.8 where names of columns or words have more than 64 KiB), which any reader opens
 * without repair after the writer was killed. Rows gather in memory and are written and flushed every RECORD_FLUSH_NS, at the end of an analyze and at close;
 * what was flushed is in the operating system's hands. With append the data set of an earlier run goes on, provided that it
 * has the same number of columns.
 *
 * What a lack of memory does to the library is tried by a process of its own (hdf5_try.h): its start before the first file, a group before it is made.
 */
#include "base/fault.h"
#include "base/stamp.h"
#include "recorder/format.h"
#include "recorder/hdf5_put.h"
#include "recorder/hdf5_try.h"

#include <hdf5.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ROWS_GATHERED = 256, CHUNK_BYTES = 16 * 1024, ATTRIBUTE_BYTES = 60000 };

struct hdf5 {
	hid_t file, group, data;        /* > 0 while open */
	hid_t here, there;              /* what is written, in memory and in the file; made once: where it has no memory for another one the library ends us */
	const struct format_request *q; /* borrowed: recorder */
	hsize_t rows, start;            /* in the data set; the first one of this run */
	int n;                          /* columns */
	double *gathered;               /* ROWS_GATHERED x n, owned: recorder's arena */
	int ngathered;
};

static int refuse(const struct hdf5 *h, const char *what, struct err *e)
{
	err_set(e, ERR_FILE, h->q->object, "%s", what);
	err_value(e, "%s", h->q->path);
	return ERR_FILE;
}

static int put_origin(struct hdf5 *h)
{
	char created[STAMP_SIZE];
	stamp_utc(time(NULL), created);
	const char *const rows[][2] = {
		{"program", h->q->origin->program},
		{"script", h->q->origin->script},
		{"created", created},
		{"units", "unknown: the consistent units of the model"},
	};
	for (size_t i = 0; i < COUNT(rows); i++)
		if (hdf5_put_text(h->file, rows[i][0], rows[i][1]) < 0)
			return ERR_FILE;
	return 0;
}

static const char *column_name(const void *ctx, int i)
{
	return ((const struct column *)ctx)[i].name;
}

static hid_t create_data(struct hdf5 *h, int n)
{
	hsize_t rows = CHUNK_BYTES / ((hsize_t)n * sizeof(double)), size[2] = {0, (hsize_t)n};
	hsize_t most[2] = {H5S_UNLIMITED, (hsize_t)n}, chunk[2] = {rows < 16 ? 16 : rows, (hsize_t)n};
	hid_t space = H5Screate_simple(2, size, most), create = H5Pcreate(H5P_DATASET_CREATE);
	H5Pset_chunk(create, 2, chunk);
	hid_t data = H5Dcreate2(h->group, "data", H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
	H5Pclose(create);
	H5Sclose(space);
	return data;
}

/* What rows are written with. */
static int make_spaces(struct hdf5 *h)
{
	h->here = H5Screate(H5S_SIMPLE);
	h->there = H5Screate(H5S_SIMPLE);
	return h->here < 0 || h->there < 0 ? ERR_FILE : 0;
}

/* Names and words beyond what an attribute of the earliest format holds: what is made from here on is of the next one. */
static int want_room(struct hdf5 *h, int n, const struct column *column)
{
	size_t width = 0, size;

	for (int i = 0; i < n; i++)
		width = strlen(column[i].name) + 1 > width ? strlen(column[i].name) + 1 : width;
	size = (size_t)n * width > strlen(h->q->command) ? (size_t)n * width : strlen(h->q->command);
	return size < ATTRIBUTE_BYTES || H5Fset_libver_bounds(h->file, H5F_LIBVER_V18, H5F_LIBVER_LATEST) >= 0 ? 0 : ERR_FILE;
}

static int create_group(struct hdf5 *h, int n, const struct column *column)
{
	if (want_room(h, n, column))
		return ERR_FILE;
	h->group = H5Gcreate2(h->file, h->q->group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	h->data = h->group < 0 ? -1 : create_data(h, n);
	if (h->data < 0 || hdf5_put_text(h->group, "recorder", h->q->command) < 0 || hdf5_put_texts(h->data, "columns", n, column_name, column) < 0)
		return ERR_FILE;
	if (h->q->envelope && hdf5_put_text(h->data, "rows", "minimum, maximum, largest magnitude") < 0)
		return ERR_FILE;
	return make_spaces(h);
}

static int write_rows(struct hdf5 *h)
{
	hsize_t size[2] = {h->rows + (hsize_t)h->ngathered, (hsize_t)h->n};
	hsize_t at[2] = {h->rows, 0}, count[2] = {(hsize_t)h->ngathered, (hsize_t)h->n};
	if (H5Dset_extent(h->data, size) < 0)
		return ERR_FILE;
	if (H5Sset_extent_simple(h->here, 2, count, NULL) < 0 || H5Sset_extent_simple(h->there, 2, size, NULL) < 0 ||
	    H5Sselect_hyperslab(h->there, H5S_SELECT_SET, at, NULL, count, NULL) < 0 ||
	    H5Dwrite(h->data, H5T_NATIVE_DOUBLE, h->here, h->there, H5P_DEFAULT, h->gathered) < 0)
		return ERR_FILE;
	h->rows += (hsize_t)h->ngathered;
	h->ngathered = 0;
	return 0;
}

/* --- a trial ------------------------------------------------------------------------------------------------ */

struct life {
	struct hdf5 h;
	const struct column *column;
};

/* The process: the whole life of a file of one group and one row, in memory. */
static int live(void *self, struct err *e)
{
	struct life *l = self;
	hid_t memory = H5Pcreate(H5P_FILE_ACCESS);
	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	l->h.file = H5Pset_fapl_core(memory, CHUNK_BYTES, false) < 0 ? -1 : H5Fcreate("trial", H5F_ACC_TRUNC, H5P_DEFAULT, memory);
	if (l->h.file <= 0 || put_origin(&l->h) < 0 || create_group(&l->h, l->h.n, l->column) < 0 || write_rows(&l->h) < 0 || H5Fclose(l->h.file) < 0)
		return err_set(e, ERR_MEMORY, l->h.q->object, "no memory for an HDF5 file");
	return 0;
}

static int try_life(const struct format_request *q, int n, const struct column *column, double *row, struct err *e)
{
	struct life l = {{.q = q, .n = n, .gathered = row, .ngathered = 1}, column};
	return hdf5_try(&(struct hdf5_trial){q->object, "write another format", live, &l}, e);
}

/* --- the file ----------------------------------------------------------------------------------------------- */

/* A file that another recorder of this program holds open cannot be emptied: then its groups stay and ours is added. */
static int hdf5_open(void *self, const struct format_request *q, struct err *e)
{
	static const struct column one = {.name = "time"};
	struct hdf5 *h = self;
	double row = 0.0;
	int rc = try_life(q, 1, &one, &row, e);
	*h = (struct hdf5){.q = q};
	if (rc < 0)
		return rc;
	hdf5_sole_begin();
	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	if (!fault_fires(FAULT_file_open)) {
		if (!q->append)
			h->file = H5Fcreate(q->path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
		if (h->file <= 0)
			h->file = H5Fopen(q->path, H5F_ACC_RDWR, H5P_DEFAULT);
		if (h->file <= 0 && q->append)
			h->file = H5Fcreate(q->path, H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT);
	}
	if (h->file <= 0) {
		rc = refuse(h, "the HDF5 file cannot be opened for writing", e);
		err_hint(e, "make the folder first; a file that another program holds open cannot be written");
		return rc;
	}
	return put_origin(h) < 0 ? refuse(h, "the HDF5 file cannot be written", e) : 0;
}

/* The data set of an earlier run. */
static int reopen_data(struct hdf5 *h, int n, struct err *e)
{
	h->group = H5Gopen2(h->file, h->q->group, H5P_DEFAULT);
	h->data = h->group < 0 ? -1 : H5Dopen2(h->group, "data", H5P_DEFAULT);
	if (h->data < 0)
		return refuse(h, "the group holds no data set to append to", e);
	hsize_t size[2] = {0, 0};
	hid_t space = H5Dget_space(h->data);
	int rank = H5Sget_simple_extent_ndims(space);
	if (rank == 2)
		H5Sget_simple_extent_dims(space, size, NULL);
	H5Sclose(space);
	if (rank != 2 || size[1] != (hsize_t)n) {
		err_set(e, ERR_FORMAT, h->q->object, "the data set to append to has other columns");
		err_value(e, "%d", (int)size[1]);
		err_allowed(e, "%d columns", n);
		return ERR_FORMAT;
	}
	h->rows = h->start = size[0];
	return make_spaces(h) < 0 ? refuse(h, "the HDF5 group cannot be opened", e) : 0;
}

static int hdf5_begin(void *self, int n, const struct column *column, struct arena *mem, struct err *e)
{
	struct hdf5 *h = self;
	int rc;
	h->n = n;
	h->gathered = ARENA_ARRAY(mem, (size_t)n * ROWS_GATHERED, double);
	if (!h->gathered)
		return err_set(e, ERR_MEMORY, h->q->object, "no memory for %d columns", n);
	if (H5Lexists(h->file, h->q->group, H5P_DEFAULT) > 0) {
		if (h->q->append)
			return reopen_data(h, n, e);
		err_set(e, ERR_DUPLICATE, h->q->object, "the HDF5 file has a group of this name already");
		err_value(e, "%s", h->q->group);
		err_hint(e, "give each recorder of the file its own -group");
		return ERR_DUPLICATE;
	}
	if ((rc = try_life(h->q, n, column, h->gathered, e)) < 0)
		return rc;
	if (create_group(h, n, column) < 0)
		return refuse(h, "the HDF5 group cannot be made", e);
	return H5Fflush(h->file, H5F_SCOPE_LOCAL) < 0 ? refuse(h, "the HDF5 file cannot be written", e) : 0;
}

static int hdf5_write(struct hdf5 *h)
{
	return fault_fires(FAULT_file_write) ? ERR_FILE : write_rows(h);
}

static int hdf5_flush(void *self, struct err *e)
{
	struct hdf5 *h = self;
	if (h->data <= 0 || h->ngathered == 0)
		return 0;
	int rc = hdf5_write(h);
	h->ngathered = 0;
	if (rc < 0 || H5Fflush(h->file, H5F_SCOPE_LOCAL) < 0)
		return refuse(h, "the HDF5 file cannot be written", e);
	return 0;
}

static int hdf5_row(void *self, int n, const double *x, struct err *e)
{
	struct hdf5 *h = self;
	memcpy(h->gathered + (size_t)h->ngathered * (size_t)n, x, (size_t)n * sizeof(double));
	h->ngathered++;
	return h->ngathered == ROWS_GATHERED ? hdf5_flush(h, e) : 0;
}

static int hdf5_rewind(void *self, struct err *e)
{
	struct hdf5 *h = self;
	(void)e;
	h->ngathered = 0;
	h->rows = h->start;
	return 0;
}

static int hdf5_close(void *self, struct err *e)
{
	struct hdf5 *h = self;
	if (h->file <= 0)
		return 0;
	int rc = hdf5_flush(h, e);
	if (h->here > 0)
		H5Sclose(h->here);
	if (h->there > 0)
		H5Sclose(h->there);
	if (h->data > 0)
		H5Dclose(h->data);
	if (h->group > 0)
		H5Gclose(h->group);
	bool bad = H5Fclose(h->file) < 0 || fault_fires(FAULT_file_close);
	h->file = h->group = h->data = h->here = h->there = 0;
	return bad ? refuse(h, "the HDF5 file cannot be closed", e) : rc;
}

const struct format_ops format_hdf5 = {
	.name = "hdf5",
	.brief = "HDF5 with names of columns and origin",
	.option = {"-hdf5"},
	.size = sizeof(struct hdf5),
	.gathers = true,
	.open = hdf5_open,
	.begin = hdf5_begin,
	.row = hdf5_row,
	.rewind = hdf5_rewind,
	.flush = hdf5_flush,
	.close = hdf5_close,
};
