/* Opening a record: its file, the mark of a writer that was killed, its tables. */
#define _GNU_SOURCE /* flock */
#include "record/run_read_priv.h"

#include "base/heap.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_MOST = 1 << 20, ATTEMPTS = 27 };      /* 2^27 ns: a quarter of a second in all */

int run_unread(const struct run_file *f, const struct arena *mem, const char *what, struct err *e)
{
	int code = mem->refused ? err_set(e, ERR_MEMORY, "record", "no memory to read it") : err_set(e, ERR_FORMAT, "record", "%s", what);

	err_value(e, "%.90s", f->path);
	return code;
}

int run_damaged(const struct run_file *f, const char *what, struct err *e)
{
	return run_unread(f, &f->mem, what, e);
}

/* ---- attributes ---------------------------------------------------------------------------------------------- */

/* n texts of one width; NULL: no such attribute, not n texts, or no memory. */
static char *read_texts(hid_t where, const char *name, int n, size_t *ret_width, struct arena *mem)
{
	hid_t attribute = H5Aexists(where, name) > 0 ? H5Aopen(where, name, H5P_DEFAULT) : -1, type, space;
	char *all = NULL;

	if (attribute < 0)
		return NULL;
	type = H5Aget_type(attribute);
	space = H5Aget_space(attribute);
	*ret_width = H5Tget_size(type);
	if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && H5Sget_simple_extent_npoints(space) == n && *ret_width <= TEXT_MOST)
		all = arena_array(mem, (size_t)n, *ret_width + 1);
	if (all && H5Aread(attribute, type, all) < 0)
		all = NULL;
	H5Sclose(space);
	H5Tclose(type);
	H5Aclose(attribute);
	return all;
}

char *run_attribute_text(hid_t where, const char *name, struct arena *mem)
{
	size_t width;

	return read_texts(where, name, 1, &width, mem);
}

const char **run_attribute_list(hid_t data, const char *name, int n, struct arena *mem)
{
	const char **list = ARENA_ARRAY(mem, (size_t)n + 1, const char *);
	size_t width;
	char *all = list ? read_texts(data, name, n, &width, mem) : NULL;

	for (int i = 0; i < n && all; i++) {
		char *one = arena_alloc(mem, width + 1);

		if (!one)
			return NULL;
		memcpy(one, all + (size_t)i * width, width);
		list[i] = one;
	}
	return all ? list : NULL;
}

/* ---- the file ------------------------------------------------------------------------------------------------ */

/* The lock of the writer says so (run_writer.c). */
bool run_is_written(const char *folder)
{
	bool held;
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return false;
	held = flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK;
	close(fd);
	return held;
}

/* Takes the mark off, and tells the file how long it is. */
static bool mend(const char *path)
{
	hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
	hbool_t clear = true;
	bool done = false;

	/* the property that HDF5's own h5clear sets; without it the record is read as that of a run that goes on */
	if (H5Pset(access, "clear_status_flags", &clear) >= 0)
		file = H5Fopen(path, H5F_ACC_RDWR, access);
	if (file >= 0) {
		done = H5Fincrement_filesize(file, 0) >= 0;
		done &= H5Fclose(file) >= 0;
	}
	H5Pclose(access);
	return done;
}

/* Of a record, in any version; NULL: it says nothing of its format. */
static bool is_record(const char *format)
{
	return format && strncmp(format, RUN_FORMAT, strlen(RUN_FORMAT) - 1) == 0;
}

/* Opens what may be written to meanwhile. HDF5 reads again what was half written, after twice the time each: its own hundred tries never end. */
static hid_t open_patient(const char *path)
{
	hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;

	if (H5Pset_metadata_read_attempts(access, ATTEMPTS) >= 0)
		file = H5Fopen(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
	H5Pclose(access);
	return file;
}

/* A writer was killed, or still writes: what others refuse is read all the same. The mark of a record that nobody writes to any more is taken off. */
static void open_marked(struct run_file *f)
{
	f->file = open_patient(f->path);
	if (f->file < 0 || f->live || access(f->path, W_OK) != 0 || !is_record(run_attribute_text(f->file, "format", &f->mem)))
		return;
	H5Fclose(f->file);
	f->file = mend(f->path) ? H5Fopen(f->path, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
	if (f->file < 0)
		f->file = open_patient(f->path);
}

static int open_file(struct run_file *f, struct err *e)
{
	char folder[PATH_MAX];

	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	if (H5Fis_hdf5(f->path) <= 0)
		return run_damaged(f, "this is no HDF5 file", e);
	f->live = run_is_written(dirname(strcpy(folder, f->path)));
	f->file = f->live ? -1 : H5Fopen(f->path, H5F_ACC_RDONLY, H5P_DEFAULT);
	if (f->file < 0)
		open_marked(f);
	return f->file < 0 ? run_damaged(f, "the HDF5 file is damaged", e) : 0;
}

bool run_part_path(const char *folder, int k, char *ret_path, size_t size)
{
	char part[16] = "";

	if (k > 1)
		snprintf(part, sizeof part, "-%d", k);
	return snprintf(ret_path, size, "%s/record%s.h5", folder, part) < (int)size;
}

/* Runs are in a folder of their own, which is easily forgotten. */
static int refuse_path(const char *path, struct err *e)
{
	int code = err_set(e, ERR_MISSING, "record", "there is no such run: %s", strerror(errno));
	char among[256];

	err_value(e, "%.90s", path);
	if (snprintf(among, sizeof among, "runs/%s", path) < (int)sizeof among && access(among, F_OK) == 0)
		err_hint(e, "did you mean %.90s?", among);
	return code;
}

static int find_path(struct run_file *f, const char *path, struct err *e)
{
	struct stat st;
	int code;

	if (stat(path, &st) < 0)
		return refuse_path(path, e);
	if (S_ISDIR(st.st_mode) ? !run_part_path(path, 1, f->path, sizeof f->path) : snprintf(f->path, sizeof f->path, "%s", path) >= (int)sizeof f->path)
		return err_set(e, ERR_RANGE, "record", "the name of the run is too long");
	if (access(f->path, R_OK) == 0 && stat(f->path, &st) == 0 && S_ISREG(st.st_mode))
		return 0;
	if (access(f->path, R_OK) == 0)
		return run_damaged(f, "this is no HDF5 file", e);
	code = errno == ENOENT ? ERR_MISSING : ERR_FILE;
	err_set(e, code, "record", code == ERR_FILE ? "it may not be read" : "there is no record in the folder");
	err_value(e, "%.90s", f->path);
	err_hint(e, "a record is written by tandem run for tests with specimens, and with --run FOLDER");
	return code;
}

/* ---- tables -------------------------------------------------------------------------------------------------- */

static int read_table(struct run_file *f, const char *name, hid_t data, struct err *e)
{
	hsize_t size[2] = {0, 0};
	hid_t space = H5Dget_space(data);
	int rank = H5Sget_simple_extent_ndims(space);
	struct run_table_info *t = &f->table[f->ntable];
	hid_t rate = H5Aexists(data, "rate_hz") > 0 ? H5Aopen(data, "rate_hz", H5P_DEFAULT) : -1;

	if (rank == 2)
		H5Sget_simple_extent_dims(space, size, NULL);
	H5Sclose(space);
	*t = (struct run_table_info){.name = arena_text(&f->mem, name), .n = (int)size[1], .rows = (int64_t)size[0]};
	if (rate >= 0 && H5Aread(rate, H5T_NATIVE_DOUBLE, &t->rate_hz) < 0)
		t->rate_hz = 0.0;
	if (rate >= 0)
		H5Aclose(rate);
	if (rank != 2 || size[1] < 1 || size[1] > RUN_COLUMNS)
		return run_damaged(f, "a table is damaged: it has no rows and columns", e);
	t->brief = run_attribute_text(data, "brief", &f->mem);
	t->column = run_attribute_list(data, "columns", t->n, &f->mem);
	t->unit = run_attribute_list(data, "units", t->n, &f->mem);
	if (!t->name || !t->brief || !t->column || !t->unit)
		return run_damaged(f, "a table is damaged: names or units of its columns are missing", e);
	f->ntable++;
	return run_heads_read(f, data, t, e);
}

struct visit {
	struct run_file *f;
	struct err *e;
	int code;
};

/* Every group that has rows is a table. */
static herr_t visit_object(hid_t file, const char *name, const H5O_info_t *info, void *self)
{
	struct visit *v = self;
	size_t n = strlen(name), tail = strlen("/" RUN_DATA);
	char table[256];
	hid_t data;

	if (info->type != H5O_TYPE_DATASET || n <= tail || n >= sizeof table || strcmp(name + n - tail, "/" RUN_DATA) != 0)
		return 0;
	if (v->f->ntable == RUN_READ_TABLES)
		return v->code = run_damaged(v->f, "it has too many tables", v->e);
	snprintf(table, sizeof table, "%.*s", (int)(n - tail), name);
	data = H5Dopen2(file, name, H5P_DEFAULT);
	v->code = data < 0 ? run_damaged(v->f, "a table cannot be opened", v->e) : read_table(v->f, table, data, v->e);
	if (data >= 0)
		H5Dclose(data);
	return v->code;
}

static int read_tables(struct run_file *f, struct err *e)
{
	struct visit v = {.f = f, .e = e};
	const char *format = run_attribute_text(f->file, "format", &f->mem);

	if (!is_record(format))
		return run_damaged(f, "this HDF5 file is not the record of a run", e);
	if (strcmp(format, RUN_FORMAT) != 0) {
		err_set(e, ERR_FORMAT, "record", "it is of another version");
		err_value(e, "%.40s", format);
		err_allowed(e, "%s", RUN_FORMAT);
		err_hint(e, "another version of tandem has written %.80s: read it with that one, or a newer one", f->path);
		return ERR_FORMAT;
	}
	if (H5Ovisit(f->file, H5_INDEX_NAME, H5_ITER_INC, visit_object, &v) < 0 && !v.code)
		return run_damaged(f, "the HDF5 file is damaged", e);
	return v.code;
}

int run_open(struct run_file **ret, const char *path, struct err *e)
{
	struct run_file *f = heap_zeroed(1, sizeof(*f));
	int code;

	if (!f)
		return err_set(e, ERR_MEMORY, "record", "no memory");
	arena_init(&f->mem);
	f->file = -1;
	code = find_path(f, path, e);
	if (!code)
		code = open_file(f, e);
	if (!code)
		code = read_tables(f, e);
	if (code) {
		run_close(f);
		return code;
	}
	*ret = f;
	return 0;
}

void run_close(struct run_file *f)
{
	if (!f)
		return;
	if (f->file >= 0)
		H5Fclose(f->file);
	arena_fini(&f->mem);
	free(f);
}
