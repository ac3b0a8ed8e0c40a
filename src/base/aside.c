/* Files that stand aside, known by the folder and their name in it. */
#include "base/aside.h"

#include "base/fault.h"
#include "base/io.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct one {
	struct one *next;          /* owned */
	dev_t device;              /* of the folder aside */
	ino_t folder;
	bool written;              /* not taken away alone */
	char name[];
};

static struct {
	bool on;
	struct one *first;         /* owned */
	int n;
	char newest[PATH_MAX];
} aside;

/* Folder and path aside of a path; NULL: it has no name, or there is no room. Answers its name. */
static const char *place(const char *path, char folder[PATH_MAX], char whole[PATH_MAX])
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	int n = snprintf(folder, PATH_MAX, "%.*srehearsal", (int)(name - path), path);
	int m = snprintf(whole, PATH_MAX, "%.*srehearsal/%s", (int)(name - path), path, name);

	return name[0] && n < PATH_MAX && m < PATH_MAX ? name : NULL;
}

static struct one *find(const struct stat *folder, const char *name)
{
	for (struct one *o = aside.first; o; o = o->next)
		if (o->device == folder->st_dev && o->folder == folder->st_ino && strcmp(o->name, name) == 0)
			return o;
	return NULL;
}

static bool begins(const char *path, const char *with)
{
	return strncmp(path, with, strlen(with)) == 0;
}

/* No file of a disk, or of memory: whoever writes there writes to somebody. */
static bool is_elsewhere(const char *path)
{
	struct stat st;

	return (begins(path, "/dev/") && !begins(path, "/dev/shm/")) || begins(path, "/proc/") || (stat(path, &st) == 0 && !S_ISREG(st.st_mode));
}

/* What is not there gives nothing. */
static int copy(const char *path, const char *to, struct err *e)
{
	char bytes[1 << 14];
	size_t n = sizeof(bytes);
	int in, out, code = access(path, F_OK) == 0 ? io_open(path, IO_READ, &in, e) : 1, closed;

	if (code)
		return code < 0 ? code : 0;
	code = io_open(to, IO_WRITE, &out, e);
	if (code == 0) {
		while (code == 0 && n == sizeof(bytes))
			if ((code = io_read(in, path, bytes, sizeof(bytes), &n, e)) == 0)
				code = io_write(out, to, bytes, n, e);
		closed = io_close(out, to, code ? NULL : e);
		code = code ? code : closed;
	}
	closed = io_close(in, path, code ? NULL : e);
	return code ? code : closed;
}

/* The first time: what an earlier dry run has left there is nothing to go on from. */
static int begin_file(const char *path, bool keep, const char *name, const char *whole, const struct stat *folder, struct err *e)
{
	size_t size = strlen(name) + 1;
	struct one *o = malloc(sizeof(*o) + size);
	int code = 0;

	if (!o)
		return err_set(e, ERR_MEMORY, path, "no memory");
	*o = (struct one){.next = aside.first, .device = folder->st_dev, .folder = folder->st_ino};
	memcpy(o->name, name, size);
	if (unlink(whole) < 0 && errno != ENOENT)
		code = err_set(e, ERR_FILE, whole, "what an earlier rehearsal has written cannot be removed: %s", strerror(errno));
	else if (keep)
		code = copy(path, whole, e);
	if (code) {
		free(o);
		return code;
	}
	aside.first = o;
	return 0;
}

/* The file of a path; NULL in *ret: nothing stands aside of it. whole: where it is. */
static int take(const char *path, bool keep, char whole[PATH_MAX], struct one **ret, struct err *e)
{
	char folder[PATH_MAX];
	const char *name = place(path, folder, whole);
	struct stat st;
	int code = 0;

	*ret = NULL;
	if (strlen(path) + sizeof("rehearsal/") > PATH_MAX)
		return err_set(e, ERR_RANGE, "file", "a path of %zu bytes is too long", strlen(path));
	if (!aside.on || !name || is_elsewhere(path))
		return 0;
	if (fault_fires(FAULT_file_open) ? (errno = EIO, true) : (mkdir(folder, 0777) < 0 && errno != EEXIST) || stat(folder, &st) < 0) {
		err_set(e, ERR_FILE, path, "the folder for what a rehearsal writes cannot be made: %s", strerror(errno));
		err_value(e, "%s", folder);
		return ERR_FILE;
	}
	if (!find(&st, name))
		code = begin_file(path, keep, name, whole, &st, e);
	*ret = code ? NULL : find(&st, name);
	return code;
}

int aside_write(const char *path, bool keep, char ret_path[PATH_MAX], struct err *e)
{
	char whole[PATH_MAX];
	struct one *o;
	int code = take(path, keep, whole, &o, e);

	if (code)
		return code;
	if (o && !o->written) {
		o->written = true;
		aside.n++;
		snprintf(aside.newest, sizeof(aside.newest), "%s", whole);
	}
	snprintf(ret_path, PATH_MAX, "%s", o ? whole : path);
	return 0;
}

int aside_copy(const char *from, const char *to, struct err *e)
{
	char where[PATH_MAX], room[PATH_MAX];
	const char *source = aside_read(from, room);
	bool same = strcmp(from, to) == 0;
	int code = aside_write(to, same, where, e);

	return code || same ? code : copy(source, where, e);
}

int aside_remove(const char *path, struct err *e)
{
	char whole[PATH_MAX];
	struct one *o;
	int code = take(path, false, whole, &o, e);

	if (!code && o && unlink(whole) < 0 && errno != ENOENT)
		code = err_set(e, ERR_FILE, whole, "it cannot be removed: %s", strerror(errno));
	return code;
}

const char *aside_read(const char *path, char room[PATH_MAX])
{
	char folder[PATH_MAX];
	const char *name = aside.on ? place(path, folder, room) : NULL;
	struct stat st;

	return name && stat(folder, &st) == 0 && find(&st, name) ? room : path;
}

int aside_count(const char **ret_newest)
{
	*ret_newest = aside.newest;
	return aside.n;
}

/* --- files of the program ----------------------------------------------------------------------------------- */

static int open_aside(const char *path, enum io_mode mode)
{
	char room[PATH_MAX];

	return io_system.open(mode == IO_READ ? aside_read(path, room) : path, mode);
}

bool aside_is_on(void)
{
	return aside.on;
}

void aside_begin(void)
{
	static struct io_ops table;

	table = io_system;
	table.name = "aside";
	table.open = open_aside;
	io_use(&table);
	aside.on = true;
}

void aside_end(void)
{
	for (struct one *o = aside.first, *next; o; o = next) {
		next = o->next;
		free(o);
	}
	memset(&aside, 0, sizeof(aside));
	io_use(NULL);
}
