/* A file driver of HDF5 over pread and pwrite. */
#define _GNU_SOURCE /* mremap */
#include "record/run_disk.h"

#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* One for each H5Fcreate; the library's, through the slots below. */
struct disk_file {
	H5FD_t library;        /* the library's own part; must be the first */
	struct run_disk *d;    /* borrowed: whoever created the file */
	haddr_t eoa, eof;      /* end of what the library has claimed; end of the file */
};

enum { BYTES_MAX = 1 << 30, ATTRIBUTES = 100 };     /* of the root that stand in its head: those can be changed in one write */

/* ---- a trial: the bytes are kept in memory ----------------------------------------------------------------------- */

/* Past malloc: what the library asks of that is what it will ask when there is a disk. */
static void keep(struct run_disk *d, size_t at, size_t size, const void *bytes)
{
	size_t room = 2 * (at + size);

	if (at + size > d->room) {
		char *more = d->kept ? mremap(d->kept, d->room, room, MREMAP_MAYMOVE) : mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (more == MAP_FAILED) {
			d->error = ENOMEM;
			return;
		}
		d->kept = more;
		d->room = room;
	}
	memcpy(d->kept + at, bytes, size);
}

static size_t kept(const struct run_disk *d, size_t at, size_t size, void *bytes)
{
	size_t n = at >= d->room ? 0 : d->room - at < size ? d->room - at : size;

	if (n > 0)
		memcpy(bytes, d->kept + at, n);
	return n;
}

/* ---- what the library calls -------------------------------------------------------------------------------------- */

static int open_file(const struct run_disk *d, const char *name, bool create)
{
	if (d->trial && !create)
		errno = ENOENT;
	if (d->trial)
		return create ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
	if (fault_fires(FAULT_file_open)) {
		errno = EIO;
		return -1;
	}
	return open(name, O_RDWR | O_CLOEXEC | (create ? O_CREAT | O_EXCL : 0), 0666);
}

static H5FD_t *disk_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
	struct run_disk *const *info = H5Pget_driver_info(access);
	struct disk_file *f = H5allocate_memory(sizeof(*f), true);
	struct stat st = {0};

	(void)most;
	if (!f || !info)
		return NULL;
	f->d = *info;
	f->d->fd = open_file(f->d, name, flags & H5F_ACC_CREAT);
	if (f->d->fd < 0 || fstat(f->d->fd, &st) < 0) {
		f->d->error = errno;
		H5free_memory(f);
		return NULL;
	}
	/* the library looks first whether the file is there */
	f->d->error = 0;
	f->eof = (haddr_t)st.st_size;
	return &f->library;
}

static herr_t disk_close(H5FD_t *file)
{
	struct disk_file *f = (struct disk_file *)file;

	if (close(f->d->fd) < 0 || (!f->d->trial && fault_fires(FAULT_file_close)))
		f->d->error = f->d->error ? f->d->error : EIO;
	f->d->fd = -1;
	H5free_memory(f);
	return 0;
}

static int disk_compare(const H5FD_t *a, const H5FD_t *b)
{
	return a < b ? -1 : a > b;
}

static herr_t disk_query(const H5FD_t *file, unsigned long *ret_flags)
{
	(void)file;
	*ret_flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA |
	             H5FD_FEAT_SUPPORTS_SWMR_IO;
	return 0;
}

static haddr_t disk_get_eoa(const H5FD_t *file, H5FD_mem_t type)
{
	(void)type;
	return ((const struct disk_file *)file)->eoa;
}

static herr_t disk_set_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t at)
{
	(void)type;
	((struct disk_file *)file)->eoa = at;
	return 0;
}

static haddr_t disk_get_eof(const H5FD_t *file, H5FD_mem_t type)
{
	(void)type;
	return ((const struct disk_file *)file)->eof;
}

/* Beyond the end there are zeros. */
static herr_t disk_read(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size, void *bytes)
{
	const struct disk_file *f = (struct disk_file *)file;
	size_t done = f->d->trial ? kept(f->d, at, size, bytes) : 0;

	(void)type;
	(void)transfer;
	while (done < size && !f->d->trial) {
		ssize_t n = pread(f->d->fd, (char *)bytes + done, size - done < BYTES_MAX ? size - done : BYTES_MAX, (off_t)(at + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		done += (size_t)n;
	}
	memset((char *)bytes + done, 0, size - done);
	return 0;
}

static herr_t disk_write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size, const void *bytes)
{
	struct disk_file *f = (struct disk_file *)file;
	size_t done = 0;

	(void)type;
	(void)transfer;
	if (f->d->trial)
		keep(f->d, at, size, bytes);
	while (done < size && !f->d->error && !f->d->trial) {
		size_t some = size - done < BYTES_MAX ? size - done : BYTES_MAX;
		ssize_t n = fault_fires(FAULT_file_write) ? (errno = ENOSPC, -1) : pwrite(f->d->fd, (const char *)bytes + done, some, (off_t)(at + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			f->d->error = n < 0 ? errno : ENOSPC;
		else
			done += (size_t)n;
	}
	f->d->written += (int64_t)done;
	f->eof = at + size > f->eof ? at + size : f->eof;
	return 0;
}

static herr_t disk_truncate(H5FD_t *file, hid_t transfer, hbool_t closing)
{
	struct disk_file *f = (struct disk_file *)file;

	(void)transfer;
	(void)closing;
	if (!f->d->error && !f->d->trial && f->eoa != f->eof && ftruncate(f->d->fd, (off_t)f->eoa) < 0)
		f->d->error = errno;
	f->eof = f->eoa;
	return 0;
}

/* Who else writes here is kept away by the lock of the folder (run_writer.c). */
static herr_t disk_lock(H5FD_t *file, hbool_t write)
{
	(void)file;
	(void)write;
	return 0;
}

static herr_t disk_unlock(H5FD_t *file)
{
	(void)file;
	return 0;
}

static const H5FD_class_t DRIVER = {
	.name = "tandem_record",
	.maxaddr = ((haddr_t)1 << 62) - 1,
	.fc_degree = H5F_CLOSE_STRONG,
	.fapl_size = sizeof(struct run_disk *),
	.open = disk_open,
	.close = disk_close,
	.cmp = disk_compare,
	.query = disk_query,
	.get_eoa = disk_get_eoa,
	.set_eoa = disk_set_eoa,
	.get_eof = disk_get_eof,
	.read = disk_read,
	.write = disk_write,
	.truncate = disk_truncate,
	.lock = disk_lock,
	.unlock = disk_unlock,
	.fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* Registered once: HDF5 1.10 gives a driver back before it closes the last file of it, and reads it behind that. Who closes the whole library gets another. */
static hid_t driver_id(void)
{
	static hid_t driver = -1;

	if (driver < 0 || H5Iis_valid(driver) <= 0)
		driver = H5FDregister(&DRIVER);
	return driver;
}

hid_t run_disk_create(const char *path, struct run_disk *d)
{
	hid_t driver = driver_id(), access = H5Pcreate(H5P_FILE_ACCESS), create = H5Pcreate(H5P_FILE_CREATE), file = -1;

	*d = (struct run_disk){.fd = -1, .trial = d->trial};
	if (driver >= 0 && access >= 0 && H5Pset_driver(access, driver, &d) >= 0 &&
	    H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST) >= 0 && H5Pset_attr_phase_change(create, ATTRIBUTES, ATTRIBUTES) >= 0)
		file = H5Fcreate(path, H5F_ACC_EXCL, create, access);
	if (create >= 0)
		H5Pclose(create);
	if (access >= 0)
		H5Pclose(access);
	return file;
}

void run_disk_abandon(struct run_disk *d)
{
	if (d->fd >= 0)
		close(d->fd);
	d->fd = -1;
}
