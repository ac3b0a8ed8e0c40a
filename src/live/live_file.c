/* Making, growing and mapping the file. */
#define _GNU_SOURCE /* fallocate, MAP_POPULATE */
#include "live/live_file.h"

#include "base/fault.h"
#include "live/live.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MEMORY "/dev/shm"
#define PREFIX "tandem-live-"
#define UNSEEN "tandem-new-"      /* until it is whole and locked: nobody sweeps it away */

enum { UNSEEN_S = 60 };

static int refuse(const char *what, const char *path, int number, struct err *e)
{
	err_set(e, ERR_FILE, "live", "%s: %s", what, strerror(number));
	err_value(e, "%.90s", path);
	return ERR_FILE;
}

size_t live_pages(size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (size + page - 1) / page * page;
}

/* ---- leftovers ----------------------------------------------------------------------------------------------- */

/* One that is not whole yet is locked an instant after it is made: it counts only when it is old. */
static bool is_left_over(int folder, const char *name, bool (*used)(int handle, const void *ctx), const void *ctx)
{
	bool whole = strncmp(name, PREFIX, strlen(PREFIX)) == 0, begun = strncmp(name, UNSEEN, strlen(UNSEEN)) == 0;
	int handle = whole || begun ? openat(folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;
	struct stat st;
	bool left = handle >= 0 && fstat(handle, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && !live_file_held(handle) &&
	            (whole ? !used(handle, ctx) : time(NULL) - st.st_ctim.tv_sec > UNSEEN_S);

	if (handle >= 0)
		close(handle);
	return left;
}

void live_file_sweep(bool (*used)(int handle, const void *ctx), const void *ctx)
{
	DIR *all = opendir(MEMORY);
	struct dirent *one;

	while (all && (one = readdir(all)))
		if (is_left_over(dirfd(all), one->d_name, used, ctx))
			unlinkat(dirfd(all), one->d_name, 0);
	if (all)
		closedir(all);
}

/* ---- making -------------------------------------------------------------------------------------------------- */

static int open_new(const char *path)
{
	if (fault_fires(FAULT_file_open)) {
		errno = EIO;
		return -1;
	}
	return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/* In memory, or else where the run is. */
static void open_anywhere(struct live_file *f, const char *folder, const char *id)
{
	snprintf(f->path, sizeof f->path, "%s/%s%s.%d", MEMORY, UNSEEN, id, (int)getpid());
	f->handle = open_new(f->path);
	f->away = f->handle >= 0;
	if (f->away)
		return;
	snprintf(f->path, sizeof f->path, "%.3900s/%s%s", folder, UNSEEN, id);
	f->handle = open_new(f->path);
}

int live_file_make(struct live_file *f, const char *folder, const char *id, size_t size, struct err *e)
{
	int code = 0;

	*f = (struct live_file){.handle = -1, .lock = -1};
	if (snprintf(f->link, sizeof f->link, "%.3900s/%s", folder, LIVE_FILE) >= PATH_MAX || strchr(id, '/'))
		return err_set(e, ERR_RANGE, "live", "the name of the run is too long, or has a slash");
	open_anywhere(f, folder, id);
	if (f->handle < 0)
		return refuse("the file of the live view cannot be made", f->path, errno, e);
	f->lock = open(f->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	if (f->lock < 0 || flock(f->lock, LOCK_EX | LOCK_NB) != 0)
		code = refuse("the file of the live view cannot be locked", f->path, errno, e);
	if (!code)
		code = live_file_grow(f, 0, size, e);
	if (code)
		live_file_remove(f);
	return code;
}

/* tandem-new-ID.PID becomes tandem-live-ID.PID, and the folder's link says where it is. */
int live_file_show(struct live_file *f, struct err *e)
{
	char name[PATH_MAX], *last = strrchr(f->path, '/') + 1;

	if (!f->away) {
		if (rename(f->path, f->link) != 0)
			return refuse("the file of the live view cannot be shown", f->link, errno, e);
		snprintf(f->path, sizeof f->path, "%s", f->link);
		return 0;
	}
	snprintf(name, sizeof name, "%.*s%s%.200s", (int)(last - f->path), f->path, PREFIX, last + strlen(UNSEEN));
	if (rename(f->path, name) != 0)
		return refuse("the file of the live view cannot be shown", name, errno, e);
	snprintf(f->path, sizeof f->path, "%s", name);
	/* of a run that was killed and is taken up again */
	unlink(f->link);
	if (symlink(f->path, f->link) != 0)
		return refuse("the file of the live view cannot be shown", f->link, errno, e);
	return 0;
}

int live_file_grow(struct live_file *f, uint64_t at, size_t size, struct err *e)
{
	int number = fault_fires(FAULT_file_write) ? ENOSPC : posix_fallocate(f->handle, (off_t)at, (off_t)size);

	if (!number)
		return 0;
	refuse("there is no room for the live view", f->path, number, e);
	err_allowed(e, "%zu kB free", size / 1024);
	err_hint(e, "runRecord -node keeps fewer columns; without --live nothing is needed");
	return ERR_FILE;
}

void live_file_empty(struct live_file *f, uint64_t at, size_t size)
{
	/* what cannot be emptied stays, and takes memory */
	if (fallocate(f->handle, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)at, (off_t)size) != 0)
		return;
}

void live_file_remove(struct live_file *f)
{
	if (f->handle < 0)
		return;
	unlink(f->link);
	unlink(f->path);
	close(f->handle);
	if (f->lock >= 0)
		close(f->lock);
	f->handle = f->lock = -1;
}

void live_file_leave(const struct live_file *f, int handle)
{
	char self[64], path[PATH_MAX];
	ssize_t n;

	snprintf(self, sizeof self, "/proc/self/fd/%d", handle);
	n = readlink(self, path, sizeof path - 1);
	path[n < 0 ? 0 : n] = '\0';
	/* where it cannot be said, it is as after the end of any run */
	if (strncmp(path, MEMORY "/" PREFIX, strlen(MEMORY "/" PREFIX)) == 0 && access(path, F_OK) == 0 && symlink(path, f->link) != 0)
		return;
}

/* tandem-live-ID.PID of this ID? */
static bool is_named(const char *name, const char *id)
{
	size_t n = strlen(PREFIX), k = strlen(id);

	return k > 0 && strncmp(name, PREFIX, n) == 0 && strncmp(name + n, id, k) == 0 && name[n + k] == '.' && name[n + k + 1] &&
	       name[n + k + 1 + strspn(name + n + k + 1, "0123456789")] == '\0';
}

void live_file_each(unsigned owner, const char *id, bool (*take)(int handle, void *ctx), void *ctx)
{
	DIR *all = opendir(MEMORY);
	struct dirent *one;
	bool enough = false;

	while (all && !enough && (one = readdir(all))) {
		int handle = is_named(one->d_name, id) ? openat(dirfd(all), one->d_name, O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;
		struct stat st;

		if (handle < 0)
			continue;
		enough = fstat(handle, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == owner && take(handle, ctx);
		close(handle);
	}
	if (all)
		closedir(all);
}

/* ---- reading ------------------------------------------------------------------------------------------------- */

int live_file_open(const char *folder, bool write, int *ret_handle, size_t *ret_size, struct err *e)
{
	char path[PATH_MAX];
	struct stat st;
	int handle, number;

	if (snprintf(path, sizeof path, "%.3900s/%s", folder, LIVE_FILE) >= PATH_MAX)
		return err_set(e, ERR_RANGE, "live", "the name of the folder is too long");
	handle = open(path, (write ? O_RDWR : O_RDONLY) | O_CLOEXEC);
	number = errno;
	if (handle < 0 && number == ENOENT) {
		err_set(e, ERR_MISSING, "live", "the run shows nothing: it has not begun, is over, or goes without --live");
		err_value(e, "%.90s", folder);
		return ERR_MISSING;
	}
	if (handle < 0)
		return refuse("the live view of the run cannot be opened", path, number, e);
	if (fstat(handle, &st) != 0 || !S_ISREG(st.st_mode) || (st.st_uid != geteuid() && geteuid() != 0)) {
		close(handle);
		return refuse("the live view of the run is not this user's", path, EACCES, e);
	}
	*ret_handle = handle;
	*ret_size = (size_t)st.st_size;
	return 0;
}

bool live_file_held(int handle)
{
	/* a handle of its own: a lock belongs to one */
	char path[64];
	int probe;
	bool held;

	snprintf(path, sizeof path, "/proc/self/fd/%d", handle);
	probe = open(path, O_RDONLY | O_CLOEXEC);
	if (probe < 0)
		return false;
	held = flock(probe, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
	close(probe);
	return held;
}

int live_file_map(int handle, uint64_t at, size_t size, bool write, void **ret, struct err *e)
{
	void *memory = fault_fires(FAULT_shared_memory)
	                       ? MAP_FAILED
	                       : mmap(NULL, size, write ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED | (write ? MAP_POPULATE : 0), handle, (off_t)at);

	if (memory == MAP_FAILED)
		return err_set(e, ERR_MEMORY, "live", "no memory for %zu bytes of the live view", size);
	*ret = memory;
	return 0;
}

void live_file_unmap(void *memory, size_t size)
{
	if (memory)
		munmap(memory, size);
}
