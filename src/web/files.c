/* Files of a run's folder: names without a way out of it, regular files only, in blocks. */
#include "web/files.h"

#include "base/base.h"
#include "base/heap.h"
#include "base/io.h"
#include "live/live.h"
#include "web/web_priv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_MOST = 4096 + 300 };

/* Of the end of a name; what is not here is bytes to be kept, not shown. */
static const struct { const char *end, *type; } TYPES[] = {
	{".html", "text/html; charset=utf-8"}, {".json", "application/json"}, {".csv", "text/csv; charset=utf-8"}, {".svg", "image/svg+xml"}, {".png", "image/png"},
	{".txt", "text/plain; charset=utf-8"}, {".tcl", "text/plain; charset=utf-8"}, {".log", "text/plain; charset=utf-8"}, {".out", "text/plain; charset=utf-8"},
};

static const char *type_of(const char *name)
{
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < COUNT(TYPES); i++)
		if (strcmp(dot, TYPES[i].end) == 0)
			return TYPES[i].type;
	return "application/octet-stream";
}

/* A regular file, not a link to one elsewhere? */
static int check_regular(const char *path, off_t *ret_size, struct err *e)
{
	struct stat st;

	if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
		err_set(e, ERR_MISSING, "file", "there is no such file");
		err_value(e, "%.90s", strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
		return ERR_MISSING;
	}
	*ret_size = st.st_size;
	return 0;
}

int files_read(const char *path, size_t most, char **ret, size_t *ret_n, struct err *e)
{
	off_t size = 0;
	char *text;
	size_t n = 0;
	int handle, closed, code = check_regular(path, &size, e);

	if (!code && (size_t)size > most)
		code = err_set(e, ERR_LIMIT, "file", "it is too long: %lld bytes", (long long)size);
	if (!code)
		code = io_open(path, IO_READ, &handle, e);
	if (code)
		return code;
	text = heap_room((size_t)size + 1);
	code = text ? io_read(handle, path, text, (size_t)size, &n, e) : err_set(e, ERR_MEMORY, "file", "no memory for %lld bytes", (long long)size);
	closed = io_close(handle, path, e);
	if (code || closed) {
		free(text);
		return code ? code : closed;
	}
	text[n] = '\0';
	*ret = text;
	*ret_n = n;
	return 0;
}

int files_write(const char *path, const char *text, size_t n, struct err *e)
{
	int handle, closed, code = io_open(path, IO_SECRET, &handle, e);

	if (code)
		return code;
	code = io_write(handle, path, text, n, e);
	closed = io_close(handle, path, e);
	return code ? code : closed;
}

DIR *files_folder(const char *path)
{
	return fault_fires(FAULT_file_open) ? (errno = EIO, NULL) : opendir(path);
}

/* The path of a file of the run that is asked for; false: the names are no names, and that is answered. */
static bool path_of(struct request *r, const char *name, char ret[PATH_MOST])
{
	if (request_is_name(r->part[0]) && request_is_name(name) &&
	    snprintf(ret, PATH_MOST, "%s/%s/%s", r->web->words.runs, r->part[0], name) < PATH_MOST)
		return true;
	request_refuse(r, 404, "there is no such file of a run");
	return false;
}

/* A block of the file from r->at on. */
static int read_block(struct request *r, const char *path, struct err *e)
{
	off_t size = 0;
	size_t n = 0, want;
	char *bytes;
	int handle, code = check_regular(path, &size, e);

	if (!code && r->at == 0 && size > FILES_MOST)
		code = err_set(e, ERR_LIMIT, "file", "it is longer than 64 MB: take it from the folder");
	if (!code && r->at == 0)
		r->end = size;
	if (!code)
		code = io_open(path, IO_READ, &handle, e);
	if (code)
		return code;
	want = r->end - r->at < REQUEST_BLOCK ? (size_t)(r->end - r->at) : REQUEST_BLOCK;
	bytes = heap_room(want + 1);
	if (!bytes || lseek(handle, (off_t)r->at, SEEK_SET) < 0)
		code = err_set(e, ERR_MEMORY, "file", "no memory, or it cannot be read in pieces");
	if (!code)
		code = io_read(handle, path, bytes, want, &n, e);
	if (io_close(handle, path, e) != 0 && !code)
		code = ERR_FILE;
	if (code || (n < want && r->at > 0)) {
		free(bytes);
		return code ? code : err_set(e, ERR_FILE, "file", "it became shorter");
	}
	request_bytes(r, "application/octet-stream", bytes, n);
	r->at += (int64_t)n;
	r->answer.more = n == want && r->at < r->end;
	return 0;
}

static void answer_file(struct request *r, const char *name)
{
	char path[PATH_MOST];
	struct err e;
	int code;

	err_clear(&e);
	if (!path_of(r, name, path))
		return;
	code = read_block(r, path, &e);
	if (code)
		request_error(r, request_status(code), &e);
	else
		r->answer.type = type_of(name);
}

void files_model(struct request *r)
{
	answer_file(r, LIVE_MODEL);
}

void files_file(struct request *r)
{
	answer_file(r, r->part[1]);
}

void files_list(struct request *r)
{
	char path[PATH_MOST];
	struct dirent *x;
	struct jput j;
	off_t size;
	DIR *d;

	if (!path_of(r, "x", path))
		return;
	*strrchr(path, '/') = '\0';
	d = files_folder(path);
	if (!d) {
		request_refuse(r, errno == ENOENT ? 404 : 500, errno == ENOENT ? "there is no such run" : "the folder of the run cannot be read: %s", strerror(errno));
		return;
	}
	jput_init(&j);
	jput_open(&j, NULL, '[');
	while ((x = readdir(d))) {
		char one[PATH_MOST];

		if (!request_is_name(x->d_name) || !path_of(r, x->d_name, one) || check_regular(one, &size, NULL) != 0)
			continue;
		jput_open(&j, NULL, '{');
		jput_text(&j, "name", x->d_name);
		jput_int(&j, "size", (int64_t)size);
		jput_close(&j, '}');
	}
	closedir(d);
	jput_close(&j, ']');
	request_json(r, 200, &j);
}
