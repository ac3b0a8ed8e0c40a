/* The objects of a record in its HDF5 file, and rows into them.
 *
 * All objects are made before SWMR writing begins, after which only rows are added, and the values of two attributes changed where they stand: so there is no
 * moment at which the file could not be read. A chunk that is compressed moves whenever it is written again, and leaves its old place empty: such chunks
 * hold about a second of one column, so that each is written a few times only. Chunks that are not stay in their place. */
#include "record/run_writer_priv.h"

#include "record/run_event.h"
#include "recorder/hdf5_put.h"
#include "recorder/hdf5_try.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { CHUNK_BYTES = 32 << 10, CHUNK_WIDE = 64, WIDE_BYTES = 256 << 10, CHUNK_LEAST = 16, CHUNK_MOST = 8192, EVENT_CHUNK = 32, DEFLATE = 1 };

/* ---- rows ---------------------------------------------------------------------------------------------------- */

/* Few small tables shall not make a large file; many wide rows shall not need a call of the library each few of them. */
static double plain_rows(size_t size)
{
	double rows = (double)CHUNK_BYTES / (double)size, wide = (double)WIDE_BYTES / (double)size;

	return rows >= CHUNK_WIDE ? rows : wide < CHUNK_WIDE ? wide : CHUNK_WIDE;
}

void run_stream_plan(struct run_stream *s, const struct run_table *t, bool patient)
{
	double rows;

	s->n = t ? t->n : 0;
	s->size = t ? (size_t)t->n * sizeof(double) : sizeof(struct run_event);
	s->packed = t && t->packed;
	rows = !t ? EVENT_CHUNK : !s->packed ? plain_rows(s->size) : patient ? CHUNK_MOST : t->rate_hz;
	s->chunk = rows < CHUNK_LEAST ? CHUNK_LEAST : rows > CHUNK_MOST ? CHUNK_MOST : (int)rows;
}

/* Without a new identifier: the library ends the process that it has no memory to give one. */
static herr_t write_plain(struct run_stream *s)
{
	int rank = s->n > 0 ? 2 : 1;
	hsize_t at[2] = {s->base + (hsize_t)s->nwritten, 0}, count[2] = {(hsize_t)(s->ngathered - s->nwritten), (hsize_t)s->n};
	hsize_t size[2] = {s->base + (hsize_t)s->ngathered, (hsize_t)s->n};

	if (H5Sset_extent_simple(s->here, rank, count, NULL) < 0 || H5Sset_extent_simple(s->there, rank, size, NULL) < 0 ||
	    H5Sselect_hyperslab(s->there, H5S_SELECT_SET, at, NULL, count, NULL) < 0)
		return -1;
	return H5Dwrite(s->data, s->type, s->here, s->there, H5P_DEFAULT, s->gathered + (size_t)s->nwritten * s->size);
}

/* Whole chunks, past the library's filters. */
static herr_t write_packed(struct run_stream *s)
{
	herr_t bad = 0;

	for (int k = 0; k < s->n && bad >= 0; k++) {
		hsize_t at[2] = {s->base, (hsize_t)k};
		size_t size = run_pack(&s->pack, (const double *)s->gathered + k, (size_t)s->n, s->ngathered);

		bad = size == 0 ? -1 : H5Dwrite_chunk(s->data, H5P_DEFAULT, 0, at, size, s->pack.out);
	}
	return bad;
}

void run_stream_write(struct run_writer *w, struct run_stream *s)
{
	hsize_t size[2] = {s->base + (hsize_t)s->ngathered, (hsize_t)s->n};
	herr_t bad;

	if (s->ngathered == s->nwritten || w->disk->error)
		return;
	bad = H5Dset_extent(s->data, size);
	if (bad >= 0)
		bad = s->packed ? write_packed(s) : write_plain(s);
	if (bad < 0 && !w->disk->error)
		w->disk->error = EIO;
	s->nwritten = s->ngathered;
	s->dirty = true;
	if (s->ngathered == s->chunk) {
		s->base += (hsize_t)s->chunk;
		s->ngathered = s->nwritten = 0;
	}
}

void run_stream_flush(struct run_writer *w, struct run_stream *s)
{
	if (H5Dflush(s->data) < 0 && !w->disk->error)
		w->disk->error = EIO;
	s->dirty = false;
}

/* ---- objects ------------------------------------------------------------------------------------------------- */

static hid_t properties(hid_t class)
{
	hid_t p = H5Pcreate(class);

	/* the same bits in every run */
	H5Pset_obj_track_times(p, false);
	return p;
}

/* All groups of a path; the last one is open. */
static hid_t make_group(hid_t file, const char *path)
{
	hid_t p = properties(H5P_GROUP_CREATE), group = -1;
	const char *slash = path;
	char part[256];

	do {
		slash = strchr(slash + 1, '/');
		snprintf(part, sizeof part, "%.*s", slash ? (int)(slash - path) : (int)strlen(path), path);
		if (group >= 0)
			H5Gclose(group);
		group = H5Lexists(file, part, H5P_DEFAULT) > 0 ? H5Gopen2(file, part, H5P_DEFAULT) : H5Gcreate2(file, part, H5P_DEFAULT, p, H5P_DEFAULT);
	} while (slash && group >= 0);
	H5Pclose(p);
	return group;
}

/* chunk 0: of fixed size. */
static hid_t make_data(hid_t where, const char *name, hid_t type, int rank, const hsize_t *size, int chunk, bool packed)
{
	hsize_t most[2] = {chunk > 0 ? H5S_UNLIMITED : size[0], size[1]}, piece[2] = {(hsize_t)chunk, packed ? 1 : size[1]};
	hid_t space = rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(rank, size, most), p = properties(H5P_DATASET_CREATE), data;

	if (chunk > 0)
		H5Pset_chunk(p, rank, piece);
	if (packed) {
		H5Pset_fill_time(p, H5D_FILL_TIME_NEVER);
		H5Pset_shuffle(p);
		H5Pset_deflate(p, DEFLATE);
	}
	data = H5Dcreate2(where, name, type, space, H5P_DEFAULT, p, H5P_DEFAULT);
	H5Pclose(p);
	H5Sclose(space);
	return data;
}

static const char *column_name(const void *ctx, int i)
{
	return ((const struct run_column *)ctx)[i].name;
}

static const char *column_unit(const void *ctx, int i)
{
	return ((const struct run_column *)ctx)[i].unit;
}

/* Once the disk has failed the library, which does not know, may find nonsense where it believes to have written: it is asked nothing more. */
static int well(const struct run_writer *w, int code)
{
	return code ? code : w->disk->error ? ERR_FILE : 0;
}

static const char *text_of(const void *ctx, int i)
{
	return ((const char *const *)ctx)[i];
}

static int put_attributes(const struct run_writer *w, hid_t where, const struct run_attribute *a, int n)
{
	int code = 0;

	for (int i = 0; i < n && !code; i++, a++)
		code = well(w, a->numbers ? hdf5_put_numbers(where, a->name, a->n, a->numbers)
		               : a->texts ? hdf5_put_texts(where, a->name, a->n, text_of, a->texts)
		               : a->text  ? hdf5_put_text(where, a->name, a->text)
		                          : hdf5_put_number(where, a->name, a->number));
	return code;
}

static int describe(const struct run_writer *w, hid_t data, const struct run_table *t)
{
	int code = well(w, hdf5_put_text(data, "brief", t->brief));

	if (!code)
		code = well(w, hdf5_put_texts(data, "columns", t->n, column_name, t->column));
	if (!code)
		code = well(w, hdf5_put_texts(data, "units", t->n, column_unit, t->column));
	if (!code)
		code = put_attributes(w, data, t->attribute, t->nattribute);
	return code || t->rate_hz == 0.0 ? code : well(w, hdf5_put_number(data, "rate_hz", t->rate_hz));
}

static int make_table(struct run_writer *w, struct run_stream *s, const struct run_table *t)
{
	hsize_t size[2] = {0, (hsize_t)t->n};
	hid_t group = make_group(w->file, t->group);

	s->data = group < 0 || w->disk->error ? -1 : make_data(group, RUN_DATA, H5T_IEEE_F64LE, 2, size, s->chunk, s->packed);
	if (group >= 0)
		H5Gclose(group);
	return s->data < 0 || w->disk->error ? ERR_FILE : describe(w, s->data, t);
}

static int make_events(struct run_writer *w, struct run_stream *s)
{
	hsize_t size[2] = {0, 0};
	hid_t type = run_event_type();

	s->data = make_data(w->file, RUN_EVENTS, type, 1, size, s->chunk, false);
	H5Tclose(type);
	if (s->data < 0 || w->disk->error)
		return ERR_FILE;
	return hdf5_put_text(s->data, "brief", "what happened, in the order in which it was noticed; time is that of the test");
}

static int make_script(struct run_writer *w, const char *text)
{
	const hsize_t none[2] = {0, 0};
	hid_t type = H5Tcopy(H5T_C_S1), data;
	herr_t bad;

	H5Tset_size(type, strlen(text) + 1);
	H5Tset_cset(type, H5T_CSET_UTF8);
	data = make_data(w->file, RUN_SCRIPT, type, 0, none, 0, false);
	bad = data < 0 ? -1 : H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text);
	if (data >= 0)
		H5Dclose(data);
	H5Tclose(type);
	return bad < 0 ? ERR_FILE : 0;
}

static int make_objects(struct run_writer *w, const struct run_writer_words *words)
{
	char status[RUN_STATUS] = RUN_STATUS_OPEN;
	int code = well(w, hdf5_put_text(w->file, "format", RUN_FORMAT));

	if (!code)
		code = put_attributes(w, w->file, words->attribute, words->nattribute);
	if (!code)
		code = well(w, hdf5_put_fixed(w->file, "status", RUN_STATUS, status));
	if (!code)
		code = well(w, hdf5_put_number(w->file, "lost", 0.0));
	if (!code && words->script)
		code = well(w, make_script(w, words->script));
	for (int i = 0; i < words->ntable && !code; i++)
		code = well(w, make_table(w, &w->stream[i], &words->table[i]));
	return code ? code : well(w, make_events(w, &w->stream[w->nstream - 1]));
}

static void close_data(struct run_writer *w)
{
	for (struct run_stream *s = w->stream; s && s < w->stream + w->nstream; s++) {
		if (s->data > 0)
			H5Dclose(s->data);
		if (s->type > 0)
			H5Tclose(s->type);
		if (s->here > 0)
			H5Sclose(s->here);
		if (s->there > 0)
			H5Sclose(s->there);
		s->data = s->type = s->here = s->there = 0;
	}
	if (w->status > 0)
		H5Aclose(w->status);
	if (w->lost > 0)
		H5Aclose(w->lost);
	if (w->text > 0)
		H5Tclose(w->text);
	w->status = w->lost = w->text = 0;
}

/* What rows are written with. */
static int open_data(struct run_writer *w, struct run_stream *s, const char *name)
{
	s->data = H5Dopen2(w->file, name, H5P_DEFAULT);
	if (s->packed || s->data < 0)
		return s->data < 0 ? ERR_FILE : 0;
	s->type = s->n > 0 ? H5Tcopy(H5T_NATIVE_DOUBLE) : run_event_type();
	s->here = H5Screate(H5S_SIMPLE);
	s->there = H5Screate(H5S_SIMPLE);
	return s->type < 0 || s->here < 0 || s->there < 0 ? ERR_FILE : 0;
}

/* What the end is written with. */
static int open_end(struct run_writer *w)
{
	w->status = H5Aopen(w->file, "status", H5P_DEFAULT);
	w->lost = H5Aopen(w->file, "lost", H5P_DEFAULT);
	w->text = hdf5_text_type(RUN_STATUS);
	return w->status < 0 || w->lost < 0 || w->text < 0 ? ERR_FILE : 0;
}

/* Lets readers in. What is open then is opened again by the library, which forgets the old names: so nothing is. */
static int begin_swmr(struct run_writer *w, const struct run_writer_words *words)
{
	char name[280];
	int code;

	close_data(w);
	code = well(w, H5Fstart_swmr_write(w->file) < 0 ? ERR_FILE : 0);
	for (int i = 0; i < w->nstream && !code; i++) {
		if (i < words->ntable)
			snprintf(name, sizeof name, "%s/" RUN_DATA, words->table[i].group);
		else
			snprintf(name, sizeof name, RUN_EVENTS);
		code = well(w, open_data(w, &w->stream[i], name));
	}
	return code ? code : well(w, open_end(w));
}

int run_writer_make(struct run_writer *w, const struct run_writer_words *words, struct err *e)
{
	hbool_t safe = false;
	int code = 0;

	hdf5_sole_begin();
	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	if (H5is_library_threadsafe(&safe) < 0 || !safe)
		return err_set(e, ERR_UNSUPPORTED, "record", "the HDF5 library of this machine is not made for threads");
	w->file = run_disk_create(w->path, w->disk);
	if (w->file < 0) {
		w->file = 0;
		code = ERR_FILE;
	}
	if (!code)
		code = make_objects(w, words);
	if (!code)
		code = begin_swmr(w, words);
	if (!code)
		return 0;
	/* where there is no disk only memory can be missing */
	w->disk->error = w->disk->error ? w->disk->error : w->disk->trial ? ENOMEM : EIO;
	err_set(e, ERR_FILE, "record", "it cannot be made: %s", strerror(w->disk->error));
	err_value(e, "%.90s", w->path);
	err_hint(e, "make room, name another folder with --run, or run with --no-record");
	return ERR_FILE;
}

/* ---- the end ------------------------------------------------------------------------------------------------- */

void run_writer_finish(struct run_writer *w, const char *status, int64_t lost)
{
	char text[RUN_STATUS] = "";
	double rows = (double)lost;

	snprintf(text, sizeof text, "%s", status);
	if (w->disk->error)
		return;
	if (H5Awrite(w->status, w->text, text) < 0 || H5Awrite(w->lost, H5T_NATIVE_DOUBLE, &rows) < 0)
		w->disk->error = EIO;
}

void run_writer_shut(struct run_writer *w)
{
	if (w->file)
		close_data(w);
	if (w->file && H5Fclose(w->file) < 0 && !w->disk->error)
		w->disk->error = EIO;
	w->file = 0;
}
