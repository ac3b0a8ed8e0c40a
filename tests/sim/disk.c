/* Files, handles and fuses of the disk in memory. */
#include "sim/disk.h"

#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 128, HANDLES = 32 };

struct file {
	char name[NAME];           /* "": free */
	bool named;                /* its name is on the disk: its folder was synced since */
	unsigned char *bytes, *safe;       /* what programs see; what was synced */
	size_t n, cap, safe_n, safe_cap;
	size_t same;               /* bytes that both begin with: what was not cut off since */
};

static struct file file[DISK_FILES];
static struct {
	struct file *file;         /* NULL: free, or a folder */
	bool folder;
	int machine;
	size_t at;
	enum io_mode mode;
} handle[HANDLES];
static long fuse[DISK_MACHINES];   /* < 0: none */
static bool stopped[DISK_MACHINES];
static long space[DISK_MACHINES];  /* < 0: enough */
static bool full[DISK_MACHINES];

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
	none->n = none->safe_n = none->same = 0;
	none->named = false;
	return none;
}

static void room(unsigned char **bytes, size_t *cap, size_t n)
{
	if (n <= *cap)
		return;
	*cap = 2 * n + 256;
	*bytes = realloc(*bytes, *cap);
	ASSERT(*bytes);
}

static void append(struct file *f, const void *bytes, size_t n)
{
	room(&f->bytes, &f->cap, f->n + n);
	if (n > 0)
		memcpy(f->bytes + f->n, bytes, n);
	f->n += n;
}

static void cut(struct file *f, size_t n)
{
	f->n = f->n < n ? f->n : n;
	f->same = f->same < n ? f->same : n;
}

static void make_safe(struct file *f)
{
	room(&f->safe, &f->safe_cap, f->n);
	if (f->n > f->same)
		memcpy(f->safe + f->same, f->bytes + f->same, f->n - f->same);
	f->safe_n = f->same = f->n;
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

/* How many of n bytes still fit. */
static size_t fit(int machine, size_t n)
{
	if (full[machine])
		return 0;
	if (space[machine] < 0 || (size_t)space[machine] >= n) {
		space[machine] -= space[machine] < 0 ? 0 : (long)n;
		return n;
	}
	full[machine] = true;
	return (size_t)space[machine];
}

static int take_handle(struct file *f, int machine, enum io_mode mode)
{
	for (int i = 0; i < HANDLES; i++)
		if (!handle[i].file && !handle[i].folder) {
			handle[i].file = f;
			handle[i].folder = !f;
			handle[i].machine = machine;
			handle[i].at = 0;
			handle[i].mode = mode;
			return i;
		}
	return -EMFILE;
}

static int disk_open(const char *path, enum io_mode mode)
{
	struct file *f;

	if (path[0] < '0' || path[0] > '9' || (path[1] != '/' && path[1] != '\0'))
		return -ENOENT;
	if (stopped[path[0] - '0'])
		return -EIO;
	if (path[1] == '\0')
		return mode == IO_READ ? take_handle(NULL, path[0] - '0', mode) : -EISDIR;
	if (mode != IO_READ && !find(path, false) && fit(machine_of(path), 1) == 0)
		return -ENOSPC;
	if (!(f = find(path, mode != IO_READ)))
		return -ENOENT;
	if (mode == IO_WRITE)
		cut(f, 0);
	return take_handle(f, machine_of(path), mode);
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
	size_t room = fit(machine_of(f->name), n), done = burn(machine_of(f->name), room);
	append(f, bytes, done);
	return done < room ? -EIO : done < n ? -ENOSPC : (long)n;
}

static int disk_sync(int h)
{
	int machine = handle[h].machine;

	if ((!handle[h].file && !handle[h].folder) || burn(machine, 1) == 0 || fit(machine, 1) == 0)
		return -EIO;
	if (handle[h].file)
		make_safe(handle[h].file);
	for (int i = 0; i < DISK_FILES && handle[h].folder; i++)
		file[i].named |= file[i].name[0] && machine_of(file[i].name) == machine;
	return 0;
}

static int disk_cut(int h, size_t n)
{
	struct file *f = handle[h].file;
	if (!f || burn(machine_of(f->name), 1) == 0)
		return -EIO;
	cut(f, n);
	return 0;
}

static int disk_close(int h)
{
	bool good = (handle[h].file || handle[h].folder) && !stopped[handle[h].machine];
	handle[h].file = NULL;
	handle[h].folder = false;
	return good ? 0 : -EIO;
}

const struct io_ops disk_io = {
	.name = "disk", .open = disk_open, .read = disk_read, .write = disk_write, .sync = disk_sync, .close = disk_close, .cut = disk_cut,
};

void disk_reset(void)
{
	for (int i = 0; i < DISK_FILES; i++)
		file[i].name[0] = '\0';
	for (int i = 0; i < HANDLES; i++) {
		handle[i].file = NULL;
		handle[i].folder = false;
	}
	for (int i = 0; i < DISK_MACHINES; i++) {
		fuse[i] = space[i] = -1;
		stopped[i] = full[i] = false;
	}
}

void disk_fini(void)
{
	disk_reset();
	for (int i = 0; i < DISK_FILES; i++) {
		free(file[i].bytes);
		free(file[i].safe);
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

void disk_fill(int machine, long bytes)
{
	space[machine] = bytes;
	full[machine] = false;
}

bool disk_full(int machine)
{
	return full[machine];
}

void disk_stop(int machine)
{
	stopped[machine] = true;
}

/* Bytes behind what is safe: some are gone, and the end of the rest may be garbage. */
static void lose_end(struct file *f, struct rng *chance)
{
	f->n = f->same + (size_t)rng_below(chance, f->n - f->same + 1);
	if (rng_below(chance, 2) == 0 && f->n > f->same) {
		size_t from = f->same + (size_t)rng_below(chance, f->n - f->same);
		for (size_t i = from; i < f->n; i++)
			f->bytes[i] = (unsigned char)rng_bits(chance);
	}
}

/* A cut that never was: the file has its old length, and behind the place of the cut its old bytes, or the new ones and zeros that were written in their
 * place. */
static void lose_cut(struct file *f, struct rng *chance)
{
	bool old = rng_below(chance, 2) == 0;

	room(&f->bytes, &f->cap, f->safe_n);
	if (f->n < f->safe_n)
		memset(f->bytes + f->n, 0, f->safe_n - f->n);
	f->n = f->safe_n;
	if (old)
		memcpy(f->bytes + f->same, f->safe + f->same, f->n - f->same);
}

/* What was not synced is lost or not: a name, a cut, bytes. What is left is on the disk, by whatever way. */
static void lose(struct file *f, struct rng *chance)
{
	if (!f->named && rng_below(chance, 2) == 0) {
		f->name[0] = '\0';
		return;
	}
	if (f->same < f->safe_n && rng_below(chance, 2) == 0)
		lose_cut(f, chance);
	else
		lose_end(f, chance);
	f->same = 0;
	make_safe(f);
	f->named = true;
}

void disk_restart(int machine, bool power, struct rng *chance)
{
	for (int i = 0; i < HANDLES; i++)
		if (handle[i].machine == machine) {
			handle[i].file = NULL;
			handle[i].folder = false;
		}
	for (int i = 0; i < DISK_FILES; i++)
		if (file[i].name[0] && machine_of(file[i].name) == machine && power)
			lose(&file[i], chance);
	stopped[machine] = full[machine] = false;
	fuse[machine] = space[machine] = -1;
}

int disk_handles(void)
{
	int n = 0;
	for (int i = 0; i < HANDLES; i++)
		n += handle[i].file || handle[i].folder;
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
	cut(f, 0);
	append(f, bytes, n);
	make_safe(f);
	f->named = true;
}
