/* A laboratory behind shared memory of this machine (/dev/shm): a page of 4096 bytes with three letter-boxes, which nobody locks. It stands in for
 * reflective memory (SCRAMNet), whose driver would map such a page of all machines.
 *
 *   byte  type  field
 *      0  u64   magic, the letters T A N D E M S M; written last by the laboratory, cleared when it ends
 *      8  u32   version of the page, 1
 *     12  u32   size of the page, 4096
 *     16  u16   channels n of the laboratory
 *     18  u16   slots it measures, bits as in a packet
 *     20  ...   zero
 *     64  box   hello       controller to laboratory: rate, watchdog
 *    256  box   command     controller to laboratory
 *   1024  box   reading     laboratory to controller
 *
 * A box is a u64 sequence number and a packet without its CRC (device/packet.h). The one who writes makes the sequence odd, writes, and makes it even,
 * two more than before; the one who reads copies while it is even and takes the copy when it is still the same. Bytes are those of this
 * machine, little-endian. All access is by aligned words of 8 bytes: no lock, no system call at a tick.
 *
 * The laboratory makes the page (also in place of one left over), and removes it. The controller only opens it, and writes commands only once a
 * reading has answered its hello. A page that is left over is silent, and so refused. Watchdogs: device/peer.h.
 */
#include "device/peer.h"

#include "base/fault.h"
#include "base/words.h"
#include "experiment/laboratory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin.h"

enum { PAGE = 4096, PAGE_VERSION = 1, BOX_HELLO = 64 / 8, BOX_COMMAND = 256 / 8, BOX_READING = 1024 / 8, TRIES = 4, HELLO_MS = 100, NAME_MOST = 200 };

struct shm {
	struct peer peer;              /* first: PEER_PARAMS */
	char path[NAME_MOST + 2];      /* "/name" */
	_Atomic uint64_t *page;        /* mapped by open; NULL: closed */
	uint64_t seen;                 /* sequence of the last reading that was looked at */
	bool live;                     /* a reading has answered: commands may be written */
};

/* --- letter-boxes ---------------------------------------------------------------------------------- */

static void box_write(_Atomic uint64_t *box, const unsigned char *bytes, size_t n)
{
	uint64_t odd = atomic_load_explicit(box, memory_order_relaxed) | 1;

	atomic_store_explicit(box, odd, memory_order_relaxed);
	words_store(box + 1, bytes, n);
	atomic_store_explicit(box, odd + 1, memory_order_release);
}

/* A whole reading that is newer than the last one looked at, in peer.bytes. */
static bool box_read(struct shm *s)
{
	const _Atomic uint64_t *box = s->page + BOX_READING;

	for (int i = 0; i < TRIES; i++) {
		uint64_t sequence = atomic_load_explicit(box, memory_order_acquire);

		if (sequence == s->seen)
			return false;
		if (sequence & 1)
			continue;
		words_load(box + 1, s->peer.bytes, PACKET_MOST - PACKET_TAIL);
		if (atomic_load_explicit(box, memory_order_relaxed) != sequence)
			continue;
		s->seen = sequence;
		return true;
	}
	return false;
}

static bool take(struct shm *s)
{
	enum packet_fault fault;

	if (!box_read(s))
		return false;
	fault = packet_decode(s->peer.bytes, PACKET_MOST - PACKET_TAIL, false, &s->peer.in);
	if (fault != PACKET_GOOD)
		peer_pass(&s->peer, fault);
	return fault == PACKET_GOOD && peer_take(&s->peer) == PEER_NEW;
}

static bool ready(const struct shm *s)
{
	uint64_t magic;

	memcpy(&magic, "TANDEMSM", sizeof(magic));
	return atomic_load_explicit(s->page, memory_order_acquire) == magic;
}

/* --- opening --------------------------------------------------------------------------------------- */

static void detach(struct shm *s)
{
	if (s->page)
		munmap(s->page, PAGE);
	s->page = NULL;
	s->live = false;
}

/* Does the page fit? Then 0. */
static int head_check(const struct shm *s, struct err *e)
{
	const struct peer *p = &s->peer;
	const unsigned char *head = (const unsigned char *)s->page;
	uint32_t version, size;
	uint16_t channels, slots;

	memcpy(&version, head + 8, sizeof(version));
	memcpy(&size, head + 12, sizeof(size));
	memcpy(&channels, head + 16, sizeof(channels));
	memcpy(&slots, head + 18, sizeof(slots));
	if (version != PAGE_VERSION || size != PAGE) {
		err_set(e, ERR_UNSUPPORTED, p->object, "%s is of another version", p->name);
		err_value(e, "version %u of %u bytes", (unsigned)version, (unsigned)size);
		err_allowed(e, "version %d of %d bytes", PAGE_VERSION, PAGE);
		err_hint(e, "take a laboratory's program of the same version");
		return ERR_UNSUPPORTED;
	}
	if (channels != p->channels || (slots & p->slots) != p->slots) {
		err_set(e, ERR_RANGE, p->object, "the laboratory behind %s is made for other %s", p->name, channels != p->channels ? "channels" : "slots");
		err_value(e, "%d channels, slots %d", channels, slots);
		err_allowed(e, "%d channels, slots %u", p->channels, p->slots);
		err_hint(e, "give -channels, -velocity and -accel as the laboratory's program has them");
		return ERR_RANGE;
	}
	return 0;
}

static int map_page(struct shm *s, int fd, struct err *e)
{
	struct stat st;
	void *page;

	if (fstat(fd, &st) < 0 || st.st_size < PAGE)
		return ERR_LOST;
	page = fault_fires(FAULT_device_open) ? (errno = ENOMEM, MAP_FAILED) : mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		return peer_system(&s->peer, "no memory can be mapped", errno, e);
	s->page = page;
	return ready(s) ? head_check(s, e) : ERR_LOST;
}

/* 0 with the page mapped; ERR_LOST, without a report: not there, or not ready yet. */
static int attach(struct shm *s, struct err *e)
{
	int code, fd = fault_fires(FAULT_device_open) ? (errno = EMFILE, -1) : shm_open(s->path, O_RDWR | O_CLOEXEC, 0);

	if (fd < 0)
		return errno == ENOENT ? ERR_LOST : peer_system(&s->peer, "the shared memory cannot be opened", errno, e);
	code = map_page(s, fd, e);
	close(fd);
	if (code)
		detach(s);
	return code;
}

/* Says hello and waits a little for a reading that answers. */
static bool greet(struct shm *s, int64_t deadline)
{
	int64_t until = peer_now() + HELLO_MS * INT64_C(1000000);
	size_t n = peer_hello(&s->peer);

	box_write(s->page + BOX_HELLO, s->peer.bytes, n - PACKET_TAIL);
	do
		if (take(s))
			return true;
	while (peer_pause(until < deadline ? until : deadline, 1));
	return false;
}

/* What lies in the box of readings from before says nothing of who is there. */
static void look_away(struct shm *s)
{
	s->seen = atomic_load_explicit(s->page + BOX_READING, memory_order_acquire) & ~UINT64_C(1);
}

static int shm_begin(void *self, double rate_hz, double watchdog_s, double patience_s, struct err *e)
{
	struct shm *s = self;
	int64_t deadline = peer_deadline(patience_s);
	bool seen = false;
	int code;

	detach(s);
	peer_begin(&s->peer, rate_hz, watchdog_s);
	do {
		detach(s);
		code = attach(s, e);
		if (code && code != ERR_LOST)
			return code;
		if (code)
			continue;
		if (!seen)
			look_away(s);
		seen = true;
		s->live = greet(s, deadline);
	} while (!s->live && peer_pause(deadline, 1));
	s->peer.refused = 0;
	if (s->live)
		return 0;
	detach(s);
	return peer_silent(&s->peer, patience_s, seen ? "the shared memory is there, but nobody answers: it is left over, or the laboratory hangs"
	                   : "there is no shared memory of a laboratory", seen ? "start the laboratory's program again; it makes the memory anew"
	                   : "start the laboratory's program first; it makes the memory", e);
}

/* --- at a tick ------------------------------------------------------------------------------------- */

static int shm_read(void *self, struct device_reading *ret)
{
	struct shm *s = self;

	RT_CHECK(s->live && ready(s), ERR_LOST);
	take(s);
	peer_newest(&s->peer, ret);
	return 0;
}

static int shm_write(void *self, const struct device_command *c)
{
	struct shm *s = self;
	size_t n;

	RT_CHECK(s->live && ready(s), ERR_LOST);
	n = peer_command(&s->peer, c);
	box_write(s->page + BOX_COMMAND, s->peer.bytes, n - PACKET_TAIL);
	return 0;
}

static void shm_safe(void *self)
{
	struct shm *s = self;

	if (s->live)
		box_write(s->page + BOX_COMMAND, s->peer.bytes, peer_hold(&s->peer) - PACKET_TAIL);
}

static void shm_close(void *self)
{
	struct shm *s = self;

	if (s->live)
		box_write(s->page + BOX_COMMAND, s->peer.bytes, peer_end(&s->peer) - PACKET_TAIL);
	detach(s);
}

static int64_t shm_refused(const void *self)
{
	return ((const struct shm *)self)->peer.refused;
}

/* --- words ----------------------------------------------------------------------------------------- */

static const struct param params[] = {
	{ .name = "name", .kind = PARAM_ROW, .required = true, .help = "of the shared memory: /dev/shm/name; letters, digits and . _ -" },
	PEER_PARAMS,
	{ 0 },
};

static bool name_good(const char *name)
{
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");

	return n > 0 && n <= NAME_MOST && name[n] == '\0' && name[0] != '.' && name[0] != '-';
}

static int setup(void *self, struct args *a, struct device *d, struct laboratory *lab, struct err *e)
{
	struct shm *s = self;
	const char *name;
	int code = args_word(a, "name", &name, e);

	(void)lab;
	if (!code && !name_good(name)) {
		code = err_set(e, ERR_ARGUMENT, a->object, "this is no name of a shared memory");
		err_value(e, "%s", name);
		err_allowed(e, "1 to %d letters, digits and . _ -, beginning with a letter, a digit or _", NAME_MOST);
	}
	if (!code)
		code = peer_setup(&s->peer, params, a, d, e);
	if (code)
		return code;
	snprintf(s->path, sizeof(s->path), "/%s", name);
	snprintf(s->peer.name, sizeof(s->peer.name), "/dev/shm/%.140s", name);
	return 0;
}

const struct device_ops device_shm = {
	.name = "SharedMemory",
	.brief = "A laboratory's program on this machine, through shared memory; stands in for reflective memory",
	.example = "tandem-laboratory -channels 1",
	.params = params,
	.size = sizeof(struct shm),
	.setup = setup,
	.open = shm_begin,
	.read = shm_read,
	.write = shm_write,
	.safe = shm_safe,
	.close = shm_close,
	.refused = shm_refused,
};
