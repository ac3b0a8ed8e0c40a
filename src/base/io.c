/* Files: the system's table, the continuation of partial transfers, the reports. */
#include "base/io.h"

#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What has no end (/dev/zero) or is somebody's disk holds no numbers. */
static bool is_device(int handle)
{
	struct stat st;
	return fstat(handle, &st) == 0 && (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode));
}

static int system_open(const char *path, enum io_mode mode)
{
	static const int flags[] = {
		[IO_READ] = O_RDONLY, [IO_WRITE] = O_WRONLY | O_CREAT | O_TRUNC, [IO_APPEND] = O_WRONLY | O_CREAT | O_APPEND,
		[IO_NEW] = O_WRONLY | O_CREAT | O_EXCL, [IO_SECRET] = O_WRONLY | O_CREAT | O_EXCL,
	};
	int handle = open(path, flags[mode] | O_CLOEXEC, mode == IO_SECRET ? 0600 : 0666);
	if (handle < 0)
		return -errno;
	if (mode == IO_READ && is_device(handle)) {
		close(handle);
		return -ENOTSUP;
	}
	return handle;
}

static long system_read(int handle, void *bytes, size_t n)
{
	ssize_t got = read(handle, bytes, n);
	return got < 0 ? -errno : got;
}

static long system_write(int handle, const void *bytes, size_t n)
{
	ssize_t put = write(handle, bytes, n);
	return put < 0 ? -errno : put;
}

/* Pipes and terminals cannot be synchronised, which is no failure. */
static int system_sync(int handle)
{
	return fsync(handle) < 0 && errno != EINVAL && errno != EROFS ? -errno : 0;
}

static int system_close(int handle)
{
	return close(handle) < 0 && errno != EINTR ? -errno : 0;
}

static int system_cut(int handle, size_t n)
{
	return ftruncate(handle, (off_t)n) < 0 ? -errno : 0;
}

const struct io_ops io_system = {
	.name = "system", .open = system_open, .read = system_read, .write = system_write, .sync = system_sync, .close = system_close, .cut = system_cut,
};

static const struct io_ops *io_current = &io_system;

const struct io_ops *io_use(const struct io_ops *ops)
{
	const struct io_ops *before = io_current;
	io_current = ops ? ops : &io_system;
	return before;
}

/* The report of a failed call; errno_minus is what the table answered. */
static int failed(const char *path, const char *what, long errno_minus, struct err *e)
{
	char reason[96];
	if (strerror_r((int)-errno_minus, reason, sizeof(reason)) != 0)
		reason[0] = '\0';
	err_set(e, ERR_FILE, path, "cannot be %s", what);
	err_value(e, "%s", reason);
	return ERR_FILE;
}

int io_open(const char *path, enum io_mode mode, int *ret_handle, struct err *e)
{
	static const char *const what[] = {[IO_READ] = "opened for reading", [IO_WRITE] = "opened for writing", [IO_APPEND] = "opened for writing",
					   [IO_NEW] = "made", [IO_SECRET] = "made"};
	int handle;
	do
		handle = fault_fires(FAULT_file_open) ? -EIO : io_current->open(path, mode);
	while (handle == -EINTR);
	if (handle < 0) {
		failed(path, what[mode], handle, e);
		if (handle == -ENOTSUP)
			err_hint(e, "it is a device, not a file");
		return ERR_FILE;
	}
	*ret_handle = handle;
	return 0;
}

int io_read(int handle, const char *path, void *bytes, size_t n, size_t *ret_n, struct err *e)
{
	size_t done = 0;
	while (done < n) {
		long got = fault_fires(FAULT_file_read) ? -EIO : io_current->read(handle, (char *)bytes + done, n - done);
		if (got == -EINTR)
			continue;
		if (got < 0)
			return failed(path, "read", got, e);
		if (got == 0)
			break;
		done += (size_t)got;
	}
	*ret_n = done;
	return 0;
}

bool io_text(const char *path, char *ret_text, size_t size)
{
	int handle;
	size_t n;
	if (io_open(path, IO_READ, &handle, NULL) < 0)
		return false;
	int rc = io_read(handle, path, ret_text, size - 1, &n, NULL);
	if (io_close(handle, path, NULL) < 0 || rc < 0)
		return false;
	while (n > 0 && (ret_text[n - 1] == '\n' || ret_text[n - 1] == ' '))
		n--;
	ret_text[n] = '\0';
	return true;
}

int io_write(int handle, const char *path, const void *bytes, size_t n, struct err *e)
{
	for (size_t done = 0; done < n;) {
		long put = fault_fires(FAULT_file_write) ? -ENOSPC : io_current->write(handle, (const char *)bytes + done, n - done);
		if (put == -EINTR)
			continue;
		if (put <= 0)
			return failed(path, "written", put == 0 ? -EIO : put, e);
		done += (size_t)put;
	}
	return 0;
}

int io_sync(int handle, const char *path, struct err *e)
{
	int rc;
	do
		rc = fault_fires(FAULT_file_sync) ? -EIO : io_current->sync(handle);
	while (rc == -EINTR);
	return rc < 0 ? failed(path, "synchronised", rc, e) : 0;
}

int io_sync_name(const char *path, struct err *e)
{
	const char *slash = strrchr(path, '/');
	size_t n = !slash ? 1 : slash == path ? 1 : (size_t)(slash - path);
	char folder[PATH_MAX];
	int handle, rc, closed;

	if (n >= sizeof(folder))
		return failed(path, "synchronised", -ENAMETOOLONG, e);
	memcpy(folder, slash ? path : ".", n);
	folder[n] = '\0';
	if ((rc = io_open(folder, IO_READ, &handle, e)))
		return rc;
	rc = io_sync(handle, folder, e);
	closed = io_close(handle, folder, e);
	return rc ? rc : closed;
}

int io_cut(int handle, const char *path, size_t n, struct err *e)
{
	int rc;
	do
		rc = fault_fires(FAULT_file_write) ? -EIO : io_current->cut ? io_current->cut(handle, n) : -ENOSYS;
	while (rc == -EINTR);
	return rc < 0 ? failed(path, "cut", rc, e) : 0;
}

int io_close(int handle, const char *path, struct err *e)
{
	int rc = io_current->close(handle);
	if (fault_fires(FAULT_file_close))
		rc = -EIO;
	return rc < 0 ? failed(path, "closed", rc, e) : 0;
}

void io_drop(const char *path)
{
	struct stat st;

	if (io_current == &io_system && lstat(path, &st) == 0 && S_ISREG(st.st_mode))
		unlink(path);
}
