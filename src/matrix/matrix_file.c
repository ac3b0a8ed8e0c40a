/* Finding the format of a matrix, reading and writing it. */
#include "matrix/matrix_file.h"

#include "base/base.h"
#include "base/io.h"

#include <stdio.h>
#include <string.h>

#define MATRIX_FORMAT(name) extern const struct matrix_format matrix_format_##name;
#include "matrix/list.def"
#undef MATRIX_FORMAT

#define MATRIX_FORMAT(name) &matrix_format_##name,
const struct matrix_format *const matrix_format_table[] = {
#include "matrix/list.def"
	NULL,
};
#undef MATRIX_FORMAT

enum { HEAD = 64, PATH = 4096 };

const struct matrix_format *matrix_format_find(const char *name)
{
	for (int i = 0; matrix_format_table[i]; i++)
		if (strcmp(matrix_format_table[i]->name, name) == 0)
			return matrix_format_table[i];
	return NULL;
}

/* FILE.h5:NAME in two; only behind these endings, so that other names may hold a colon. */
static int path_split(const char *path, char *ret_file, const char **ret_set, struct err *e)
{
	static const char *const endings[] = {".h5", ".hdf5", ".hdf", ".mat"};
	const char *colon = strrchr(path, ':');
	size_t length = strlen(path), stem = colon ? (size_t)(colon - path) : length;

	for (size_t i = 0; i < COUNT(endings) && colon; i++)
		if (stem > strlen(endings[i]) && strncmp(colon - strlen(endings[i]), endings[i], strlen(endings[i])) == 0) {
			length = stem;
			*ret_set = colon + 1;
		}
	if (length >= PATH)
		return err_set(e, ERR_FILE, "matrix", "the name of the file is too long");
	memcpy(ret_file, path, length);
	ret_file[length] = '\0';
	return 0;
}

static int choose(const char *path, const struct matrix_format **ret, struct err *e)
{
	char head[HEAD];
	size_t n = 0;
	int handle, code = io_open(path, IO_READ, &handle, e), closed;

	if (code)
		return code;
	code = io_read(handle, path, head, sizeof(head), &n, e);
	closed = io_close(handle, path, code ? NULL : e);
	if (code || closed)
		return code ? code : closed;
	if (n == 0)
		return err_set(e, ERR_FORMAT, path, "the file is empty");
	for (int i = 0; matrix_format_table[i]; i++)
		if (matrix_format_table[i]->detect(path, head, n)) {
			*ret = matrix_format_table[i];
			return 0;
		}
	return err_set(e, ERR_FORMAT, path, "holds no matrix");
}

/* Finite entries of one place may have a sum that is not. */
static int check_sums(const struct csc *a, const char *path, struct err *e)
{
	int code;

	for (int j = 0; j < a->cols; j++)
		for (int k = a->start[j]; k < a->start[j + 1]; k++) {
			if (a->value[k] - a->value[k] == 0.0)
				continue;
			code = err_set(e, ERR_NONFINITE, path, "the entries of one place sum to a number that is not finite");
			err_value(e, "entry (%d, %d)", a->row[k] + 1, j + 1);
			return code;
		}
	return 0;
}

int matrix_read(const char *path, const char *set, struct arena *mem, struct csc *ret, struct err *e)
{
	const struct matrix_format *format = NULL;
	struct arena scratch;
	struct triplets list;
	struct csc a;
	char file[PATH];
	int code = path_split(path, file, &set, e);

	if (!code)
		code = choose(file, &format, e);
	if (code)
		return code;
	arena_init(&scratch);
	triplets_init(&list, &scratch);
	code = format->read(file, set, &list, e);
	if (!code)
		code = csc_build(&list, mem, &a, path, e);
	if (!code)
		code = check_sums(&a, path, e);
	if (!code)
		*ret = a;
	else
		code = err_set(e, code, path, "%s", err_message(code));
	arena_fini(&scratch);
	return code;
}

int matrix_write(const struct matrix_format *f, const struct matrix_out *to, const struct csc *a, struct err *e)
{
	char path[PATH];
	int length = snprintf(path, sizeof(path), f->file, to->folder, to->name);

	if (length < 0 || (size_t)length >= sizeof(path))
		return err_set(e, ERR_FILE, "matrix", "the name of the folder is too long");
	return f->write(path, to, a, e);
}
