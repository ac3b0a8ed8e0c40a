/* Files of rows over pwrite: the kernel owns every row as soon as rowfile_write returns. */
#define _GNU_SOURCE /* fallocate */
#include "recorder/rowfile.h"

#include "base/base.h"
#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char CLOSED[] = "the file cannot be opened for writing", ELSEWHERE[] = "make the folder first, or write to another place";

static int refuse(const struct rowfile *f, const char *doing, int number, struct err *e)
{
	err_set(e, ERR_FILE, f->object, "%s: %s", doing, strerror(number));
	err_value(e, "%s", f->path);
	return ERR_FILE;
}

/* Two writers of one file would write over each other's rows. Where the file system has no locks, nobody can tell. */
static bool is_taken(int fd, const struct stat *st)
{
	return S_ISREG(st->st_mode) && flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK;
}

int rowfile_taken(const char *path, const char *object, struct err *e)
{
	err_set(e, ERR_DUPLICATE, object, "another recorder writes this file, of this script or of another program");
	err_value(e, "%s", path);
	err_hint(e, "remove that one first (remove recorders, wipe), or write to another file");
	return ERR_DUPLICATE;
}

/* What is in the file goes once it is known to be nobody else's. */
static int take(struct rowfile *f, int fd, bool append, struct err *e)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return refuse(f, CLOSED, errno, e);
	if (is_taken(fd, &st))
		return rowfile_taken(f->path, f->object, e);
	if (!append && st.st_size > 0 && ftruncate(fd, 0) < 0)
		return refuse(f, "the file cannot be emptied", errno, e);
	f->start = f->end = f->longest = append ? st.st_size : 0;
	return 0;
}

static void name(struct rowfile *f, const char *path, const char *object)
{
	*f = (struct rowfile){.fd = -1};
	snprintf(f->object, sizeof(f->object), "%s", object);
	snprintf(f->path, sizeof(f->path), "%s", path);
}

/* May a file be made there? errno says why not. */
static bool may_make(const char *path)
{
	char folder[sizeof(((struct rowfile *)0)->path)];
	const char *slash = strrchr(path, '/');

	snprintf(folder, sizeof(folder), "%.*s", slash == path ? 1 : slash ? (int)(slash - path) : 1, slash ? path : ".");
	return access(folder, W_OK | X_OK) == 0;
}

int rowfile_check(const char *path, const char *object, struct err *e)
{
	struct rowfile f;
	struct stat st;
	int rc = 0, fd = open(path, O_RDWR | O_CLOEXEC);

	name(&f, path, object);
	if (fd < 0 && !(errno == ENOENT && may_make(path))) {
		rc = refuse(&f, CLOSED, errno, e);
		err_hint(e, ELSEWHERE);
	}
	if (fd >= 0 && fstat(fd, &st) == 0 && is_taken(fd, &st))
		rc = rowfile_taken(path, object, e);
	if (fd >= 0)
		close(fd);
	return rc;
}

int rowfile_open(struct rowfile *f, const char *path, bool append, const char *object, struct err *e)
{
	name(f, path, object);
	int fd = fault_fires(FAULT_file_open) ? (errno = EIO, -1) : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	int rc = take(f, fd, append, e);
	if (rc) {
		if (rc == ERR_FILE)
			err_hint(e, ELSEWHERE);
		if (fd >= 0)
			close(fd);
		return rc;
	}
	f->fd = fd;
	f->is_open = true;
	return 0;
}

int rowfile_whole(struct rowfile *f, size_t size, struct err *e)
{
	char last = '\n';
	if (f->start > 0 && pread(f->fd, &last, 1, f->start - 1) != 1)
		return refuse(f, "what is in the file cannot be read", errno, e);
	if (last == '\n' && (size == 0 || f->start % (int64_t)size == 0))
		return 0;
	err_set(e, ERR_FORMAT, f->object, size ? "the file to append to does not hold whole rows of this recorder" : "the file to append to ends within a row");
	err_value(e, "%s", f->path);
	err_hint(e, "a row behind it would be joined to what stands there; end or take out the last row first, or write to another file");
	return ERR_FORMAT;
}

int rowfile_claim(struct rowfile *f, size_t size, struct arena *mem, struct err *e)
{
	char *text = arena_alloc(mem, size);
	if (!text)
		return err_set(e, ERR_MEMORY, f->object, "no memory for a row of %zu bytes", size);
	f->text = text;
	f->size = size;
	f->used = 0;
	return 0;
}

void rowfile_add(struct rowfile *f, const void *data, size_t size)
{
	ASSERT(f->used + size <= f->size);
	memcpy(f->text + f->used, data, size);
	f->used += size;
}

void rowfile_add_text(struct rowfile *f, const char *text)
{
	rowfile_add(f, text, strlen(text));
}

size_t rowfile_real_size(int precision)
{
	return (size_t)precision + 12; /* sign, point, leading zeros or exponent of three digits, separator, terminator */
}

void rowfile_add_real(struct rowfile *f, double x, int precision, bool scientific)
{
	size_t room = f->size - f->used;
	int n = snprintf(f->text + f->used, room, scientific ? "%.*e" : "%.*g", precision, x);
	ASSERT(n > 0 && (size_t)n < room);
	f->used += (size_t)n;
}

/* Half a row is no row: behind the last one stands again what stood there. It had room before. */
static void take_back(struct rowfile *f, size_t tail)
{
	size_t kept = f->tail == tail ? tail : 0;

	if (pwrite(f->fd, f->text + f->used - kept, kept, f->end) == (ssize_t)kept && ftruncate(f->fd, f->end + (int64_t)kept) == 0)
		f->longest = f->end + (int64_t)kept;
}

/* Is there room where new content is longer than the old? Asked before the old is touched; where it cannot be asked nobody knows. */
static bool has_room(const struct rowfile *f)
{
	int64_t more = f->end + (int64_t)f->used - f->longest;

	return f->end >= f->longest || more <= 0 || fallocate(f->fd, FALLOC_FL_KEEP_SIZE, f->longest, more) == 0 || (errno != ENOSPC && errno != EDQUOT);
}

int rowfile_write(struct rowfile *f, size_t tail, struct err *e)
{
	ASSERT(tail <= f->used);
	size_t done = 0;
	if (f->held) {
		f->used -= tail;
		f->tail = tail;
		return 0;
	}
	while (done < f->used) {
		ssize_t n = fault_fires(FAULT_file_write) ? (errno = ENOSPC, -1) : pwrite(f->fd, f->text + done, f->used - done, f->end + (int64_t)done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			int number = n < 0 ? errno : ENOSPC;

			if (done > 0)
				take_back(f, tail);
			f->used = 0;
			return refuse(f, "the file cannot be written", number, e);
		}
		done += (size_t)n;
	}
	f->longest = f->end + (int64_t)f->used > f->longest ? f->end + (int64_t)f->used : f->longest;
	f->end += (int64_t)(f->used - tail);
	f->tail = tail;
	f->used = 0;
	return 0;
}

void rowfile_mark(struct rowfile *f)
{
	f->start = f->end;
}

void rowfile_rewind(struct rowfile *f)
{
	f->end = f->start;
	f->used = 0;
	f->held = true;
}

int rowfile_release(struct rowfile *f, struct err *e)
{
	bool any = f->held && f->used > 0;
	f->held = false;
	if (!any)
		return 0;
	/* the tail of the last row still stands behind it */
	f->used += f->tail;
	if (has_room(f))
		return rowfile_write(f, f->tail, e);
	f->used = 0;
	return refuse(f, "the file cannot be written", errno, e);
}

int rowfile_cut(struct rowfile *f, struct err *e)
{
	int rc = f->is_open ? rowfile_release(f, e) : 0;
	if (rc < 0 || !f->is_open || f->longest <= f->end)
		return rc;
	if (ftruncate(f->fd, f->end) < 0)
		return refuse(f, "the file cannot be shortened", errno, e);
	f->longest = f->end;
	return 0;
}

int rowfile_close(struct rowfile *f, struct err *e)
{
	if (!f->is_open)
		return 0;
	f->is_open = false;
	bool bad = close(f->fd) < 0;
	if (bad || fault_fires(FAULT_file_close))
		return refuse(f, "the file cannot be closed", bad ? errno : EIO, e);
	return 0;
}
