/* Files of rows over pwrite: the kernel owns every row as soon as rowfile_write returns. */
#include "recorder/rowfile.h"

#include "base/base.h"
#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int refuse(const struct rowfile *f, const char *doing, int number, struct err *e)
{
	err_set(e, ERR_FILE, f->object, "%s: %s", doing, strerror(number));
	err_value(e, "%s", f->path);
	return ERR_FILE;
}

int rowfile_open(struct rowfile *f, const char *path, bool append, const char *object, struct err *e)
{
	*f = (struct rowfile){.fd = -1};
	snprintf(f->object, sizeof(f->object), "%s", object);
	snprintf(f->path, sizeof(f->path), "%s", path);
	struct stat st = {0};
	int fd = fault_fires(FAULT_file_open) ? (errno = EIO, -1) : open(path, O_RDWR | O_CREAT | O_CLOEXEC | (append ? 0 : O_TRUNC), 0666);
	if (fd < 0 || fstat(fd, &st) < 0) {
		int rc = refuse(f, "the file cannot be opened for writing", errno, e);
		err_hint(e, "make the folder first, or write to another place");
		if (fd >= 0)
			close(fd);
		return rc;
	}
	f->fd = fd;
	f->is_open = true;
	f->start = f->end = f->longest = append ? st.st_size : 0;
	return 0;
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

int rowfile_write(struct rowfile *f, size_t tail, struct err *e)
{
	ASSERT(tail <= f->used);
	size_t done = 0;
	while (done < f->used) {
		ssize_t n = fault_fires(FAULT_file_write) ? (errno = ENOSPC, -1) : pwrite(f->fd, f->text + done, f->used - done, f->end + (int64_t)done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			f->used = 0;
			return refuse(f, "the file cannot be written", n < 0 ? errno : ENOSPC, e);
		}
		done += (size_t)n;
	}
	f->longest = f->end + (int64_t)f->used > f->longest ? f->end + (int64_t)f->used : f->longest;
	f->end += (int64_t)(f->used - tail);
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
}

int rowfile_cut(struct rowfile *f, struct err *e)
{
	if (!f->is_open || f->longest <= f->end)
		return 0;
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
