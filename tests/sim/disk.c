/* Files, handles and fuses of the disk in memory. */
#include "sim/disk.h"

#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 128, HANDLES = 32 };

struct file {
	char name[NAME];           /* "": free */
	unsigned char *bytes;
	size_t n, cap, synced;
};

static struct file file[DISK_FILES];
static struct {
	struct file *file;         /* NULL: free */
	size_t at;
	enum io_mode mode;
} handle[HANDLES];
static long fuse[DISK_MACHINES];   /* < 0: none */
static bool stopped[DISK_MACHINES];

static int machine_of(const char *path)
{
	ASSERT(path[0] >= '0' && path[0] <= '9' && path[1] == '/');
	return path[0] - '0';
}

static struct file *find(const char *path, bool make)
{
	struct file *none = NULL;

	for (int i = 0; i < DISK_FILES; i++) {
		if (strcmp(file[i].name, path) == 0)
			return &file[i];
		if (file[i].name[0] == '\0' && !none)
			none = &file[i];
	}
	if (!make)
		return NULL;
	ASSERT(none && strlen(path) < NAME);
	strcpy(none->name, path);
	none->n = none->synced = 0;
	return none;
}

static void append(struct file *f, const void *bytes, size_t n)
{
	if (f->n + n > f->cap) {
		f->cap = 2 * (f->n + n) + 256;
		f->bytes = realloc(f->bytes, f->cap);
		ASSERT(f->bytes);
	}
	if (n > 0)
		memcpy(f->bytes + f->n, bytes, n);
	f->n += n;
}

/* How many of n bytes the machine still does. */
static size_t burn(int machine, size_t n)
{
	if (stopped[machine])
		return 0;
	if (fuse[machine] < 0 || (size_t)fuse[machine] >= n) {
		fuse[machine] -= fuse[machine] < 0 ? 0 : (long)n;
		return n;
	}
	stopped[machine] = true;
	return (size_t)fuse[machine];
}

static int disk_open(const char *path, enum io_mode mode)
{
	if (path[0] < '0' || path[0] > '9' || path[1] != '/')
		return -ENOENT;
	if (stopped[machine_of(path)])
		return -EIO;
	struct file *f = find(path, mode != IO_READ);
	if (!f)
		return -ENOENT;
	if (mode == IO_WRITE)
		f->n = f->synced = 0;
	for (int i = 0; i < HANDLES; i++)
		if (!handle[i].file) {
			handle[i].file = f;
			handle[i].at = 0;
			handle[i].mode = mode;
			return i;
		}
	return -EMFILE;
}

static long disk_read(int h, void *bytes, size_t n)
{
	struct file *f = handle[h].file;
	if (!f || stopped[machine_of(f->name)])
		return -EIO;
	if (n > f->n - handle[h].at)
		n = f->n - handle[h].at;
	if (n > 0)
		memcpy(bytes, f->bytes + handle[h].at, n);
	handle[h].at += n;
	return (long)n;
}

static long disk_write(int h, const void *bytes, size_t n)
{
	struct file *f = handle[h].file;
	if (!f || handle[h].mode == IO_READ)
		return -EIO;
	size_t done = burn(machine_of(f->name), n);
	append(f, bytes, done);
	return done < n ? -EIO : (long)n;
}

static int disk_sync(int h)
{
	struct file *f = handle[h].file;
	if (!f || burn(machine_of(f->name), 1) == 0)
		return -EIO;
	f->synced = f->n;
	return 0;
}

static int disk_cut(int h, size_t n)
{
	struct file *f = handle[h].file;
	if (!f || burn(machine_of(f->name), 1) == 0)
		return -EIO;
	f->n = f->n < n ? f->n : n;
	f->synced = f->synced < f->n ? f->synced : f->n;
	return 0;
}

static int disk_close(int h)
{
	bool good = handle[h].file && !stopped[machine_of(handle[h].file->name)];
	handle[h].file = NULL;
	return good ? 0 : -EIO;
}

const struct io_ops disk_io = {
	.name = "disk", .open = disk_open, .read = disk_read, .write = disk_write, .sync = disk_sync, .close = disk_close, .cut = disk_cut,
};

void disk_reset(void)
{
	for (int i = 0; i < DISK_FILES; i++)
		file[i].name[0] = '\0';
	for (int i = 0; i < HANDLES; i++)
		handle[i].file = NULL;
	for (int i = 0; i < DISK_MACHINES; i++) {
		fuse[i] = -1;
		stopped[i] = false;
	}
}

void disk_fini(void)
{
	disk_reset();
	for (int i = 0; i < DISK_FILES; i++) {
		free(file[i].bytes);
		file[i] = (struct file){.bytes = NULL};
	}
}

void disk_fuse(int machine, long bytes)
{
	fuse[machine] = bytes;
}

bool disk_stopped(int machine)
{
	return stopped[machine];
}

void disk_stop(int machine)
{
	stopped[machine] = true;
}

/* Some of what was not synced is gone, and the end of the rest may be garbage. */
static void lose(struct file *f, struct rng *chance)
{
	f->n = f->synced + (size_t)rng_below(chance, f->n - f->synced + 1);
	if (rng_below(chance, 2) == 0 && f->n > f->synced) {
		size_t from = f->synced + (size_t)rng_below(chance, f->n - f->synced);
		for (size_t i = from; i < f->n; i++)
			f->bytes[i] = (unsigned char)rng_bits(chance);
	}
}

void disk_restart(int machine, bool power, struct rng *chance)
{
	for (int i = 0; i < HANDLES; i++)
		if (handle[i].file && machine_of(handle[i].file->name) == machine)
			handle[i].file = NULL;
	for (int i = 0; i < DISK_FILES; i++)
		if (file[i].name[0] && machine_of(file[i].name) == machine) {
			if (power)
				lose(&file[i], chance);
			/* what survived a loss of power is on the disk, by whatever way */
			file[i].synced = power ? file[i].n : file[i].synced;
		}
	stopped[machine] = false;
	fuse[machine] = -1;
}

int disk_handles(void)
{
	int n = 0;
	for (int i = 0; i < HANDLES; i++)
		n += handle[i].file != NULL;
	return n;
}

const unsigned char *disk_file(const char *path, size_t *ret_n)
{
	const struct file *f = find(path, false);
	if (!f)
		return NULL;
	*ret_n = f->n;
	return f->bytes;
}

void disk_put(const char *path, const unsigned char *bytes, size_t n)
{
	struct file *f = find(path, true);
	f->n = 0;
	append(f, bytes, n);
	f->synced = n;
}
