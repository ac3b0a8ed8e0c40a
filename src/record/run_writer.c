/* Rings in, HDF5 out. The file's objects are made in run_writer_make.c. */
#define _GNU_SOURCE /* flock */
#include "record/run_writer.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/heap.h"
#include "base/snapshot.h"
#include "record/run_writer_priv.h"
#include "recorder/hdf5_try.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { NAP_NS = 5 * 1000 * 1000, ROOM_NAP_NS = 100 * 1000, BEGIN_NAP_NS = 20 * 1000 };
enum { RING_SECONDS = 16, RING_LEAST = 4096, RING_MOST = 1 << 17, RING_BYTES = 32 << 20 };

static struct clock wall = {.ops = &clock_monotonic};

/* Too short is as good: whoever naps looks again. */
static void nap(int64_t t_ns)
{
	int code = clock_sleep_until(&wall, clock_now(&wall) + t_ns);

	(void)code;
}

/* ---- the thread ---------------------------------------------------------------------------------------------- */

/* Takes what is in a ring, a chunk at a time; whether anything was there. Bounded: what the ring can hold. */
static bool drain(struct run_writer *w, struct run_stream *s)
{
	uint64_t most = s->ring.cap, k = 0;

	while (k < most && !w->disk->error && ring_pop(&s->ring, s->gathered + (size_t)s->ngathered * s->size)) {
		k++;
		if (++s->ngathered == s->chunk)
			run_stream_write(w, s);
	}
	return k > 0;
}

static void publish(struct run_writer *w)
{
	struct progress *p = &w->now;

	p->error = w->disk->error;
	p->lost = 0;
	for (int i = 0; i < w->nstream; i++) {
		p->lost += (int64_t)ring_lost(&w->stream[i].ring);
		w->taken[i] = w->stream[i].ring.tail;
	}
	snapshot_write(&w->emptied, w->taken);
	snapshot_write(&w->progress, p);
}

static void flush(struct run_writer *w)
{
	int64_t began_ns = clock_now(&wall);

	for (int i = 0; i < w->nstream && !w->disk->error; i++) {
		run_stream_write(w, &w->stream[i]);
		if (w->stream[i].dirty)
			run_stream_flush(w, &w->stream[i]);
	}
	w->flushed_ns = clock_now(&wall);
	w->silent_ns[1] = w->silent_ns[0];
	w->silent_ns[0] = 0;
	if (w->disk->error)
		return;
	w->now.flushed_ns = began_ns;
	w->now.rows = (int64_t)w->stream[0].base + w->stream[0].nwritten;
}

/* The thread is at work. */
static void beat(struct run_writer *w)
{
	int64_t now = clock_now(&wall), since = now - w->now.beat_ns;

	w->silent_ns[0] = since > w->silent_ns[0] ? since : w->silent_ns[0];
	w->now.silent_ns = w->silent_ns[0] > w->silent_ns[1] ? w->silent_ns[0] : w->silent_ns[1];
	w->now.beat_ns = now;
}

static void *work(void *self)
{
	struct run_writer *w = self;
	bool stop = false, moved = true;

	/* the first call of a thread, for which the library wants memory */
	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	atomic_store(&w->begun, true);
	while (!w->disk->error && !(stop && !moved)) {
		stop = atomic_load(&w->stop);
		moved = false;
		for (int i = 0; i < w->nstream; i++)
			moved |= drain(w, &w->stream[i]);
		if (clock_now(&wall) - w->flushed_ns >= RUN_FLUSH_NS)
			flush(w);
		beat(w);
		publish(w);
		if (!moved && !stop)
			nap(NAP_NS);
	}
	flush(w);
	publish(w);
	return NULL;
}

/* Signals are for the thread that computes. */
int run_writer_start(struct run_writer *w, struct err *e)
{
	sigset_t all, before;
	int bad;

	w->now.beat_ns = w->now.flushed_ns = w->flushed_ns = clock_now(&wall);
	publish(w);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bad = fault_fires(FAULT_loop_thread) ? EAGAIN : pthread_create(&w->thread, NULL, work, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	w->joinable = bad == 0;
	while (w->joinable && !atomic_load(&w->begun))
		nap(BEGIN_NAP_NS);
	return bad ? err_set(e, ERR_STATE, "record", "no thread to write it: %s", strerror(bad)) : 0;
}

void run_writer_stop(struct run_writer *w, const char *status)
{
	atomic_store(&w->stop, true);
	if (w->joinable)
		pthread_join(w->thread, NULL);
	run_writer_finish(w, status, w->now.lost);
	run_writer_shut(w);
}

/* ---- who computes -------------------------------------------------------------------------------------------- */

/* Is there room for one more? Asks the writer only when it does not seem so. */
static bool has_room(struct run_writer *w, const struct run_stream *s, uint64_t pushed)
{
	int i = (int)(s - w->stream);

	if (pushed - w->gone[i] < s->ring.cap)
		return true;
	if (snapshot_read(&w->progress, &w->seen) && w->seen.error)
		return true;
	return snapshot_read(&w->emptied, w->gone) && pushed - w->gone[i] < s->ring.cap;
}

static void push(struct run_writer *w, struct run_stream *s, const void *item)
{
	while (w->patient && !has_room(w, s, ring_pushed(&s->ring)))
		nap(ROOM_NAP_NS);
	if (!w->seen.error)
		ring_push(&s->ring, item);
}

void run_writer_row(struct run_writer *w, int table, const double *x)
{
	push(w, &w->stream[table], x);
}

void run_writer_event(struct run_writer *w, const struct run_event *event)
{
	push(w, &w->stream[w->nstream - 1], event);
}

static int report(const struct run_writer *w, struct err *e)
{
	err_set(e, ERR_FILE, "record", "it cannot be written any further: %s", strerror((int)w->seen.error));
	err_value(e, "%.90s", w->path);
	err_hint(e, "what was written until then is readable; the test goes on without it");
	return ERR_FILE;
}

bool run_writer_trouble(struct run_writer *w, struct err *ret)
{
	if (!snapshot_read(&w->progress, &w->seen) || w->told || !w->seen.error)
		return false;
	w->told = true;
	report(w, ret);
	return true;
}

void run_writer_written(struct run_writer *w, struct run_written *ret)
{
	const struct progress *p = &w->seen;
	int64_t now;

	/* what was seen before is older, and as good */
	if (!snapshot_read(&w->progress, &w->seen))
		ASSERT(p->beat_ns > 0);
	now = clock_now(&wall);
	*ret = (struct run_written){.rows = p->rows, .age = 1e-9 * (double)(now - p->flushed_ns),
	                            .silence = 1e-9 * (double)(now - p->beat_ns > p->silent_ns ? now - p->beat_ns : p->silent_ns)};
}

int64_t run_writer_lost(const struct run_writer *w)
{
	return w->seen.lost;
}

/* ---- beginning and end --------------------------------------------------------------------------------------- */

static uint64_t ring_room(size_t size, double rate_hz)
{
	double want = rate_hz * RING_SECONDS, most = (double)RING_BYTES / (double)size;

	want = want < RING_LEAST ? RING_LEAST : want > RING_MOST ? RING_MOST : want;
	return (uint64_t)(want > most ? most : want);
}

enum { LOCK_TRIES = 50, LOCK_NAP_NS = 10 * 1000 * 1000 };

/* While it is held a record of this folder is being written: readers leave its mark alone. */
static int lock_folder(struct run_writer *w, struct err *e)
{
	char path[sizeof w->path];

	snprintf(path, sizeof path, "%s", w->path);
	w->lock = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* whoever looks whether it is held (run_is_written) has it for a moment: tried again, half a second at most */
	for (int i = 0; i < LOCK_TRIES; i++) {
		if (w->lock < 0 || flock(w->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
			return 0;
		nap(LOCK_NAP_NS);
	}
	err_set(e, ERR_STATE, "record", "another process writes a record in this folder");
	err_value(e, "%.90s", dirname(path));
	return ERR_STATE;
}

static int take_memory(struct run_writer *w, const struct run_writer_words *words, struct err *e)
{
	int code = snapshot_init(&w->progress, sizeof(struct progress), &w->mem, e);

	w->nstream = words->ntable + 1;
	if (!code)
		code = snapshot_init(&w->emptied, (size_t)w->nstream * sizeof(w->taken[0]), &w->mem, e);
	w->stream = ARENA_ARRAY(&w->mem, (size_t)w->nstream, struct run_stream);
	if (!code && !w->stream)
		code = err_set(e, ERR_MEMORY, "record", "no memory for %d tables", words->ntable);
	for (int i = 0; i < w->nstream && !code; i++) {
		struct run_stream *s = &w->stream[i];
		const struct run_table *t = i < words->ntable ? &words->table[i] : NULL;

		run_stream_plan(s, t, words->patient);
		s->gathered = arena_array(&w->mem, (size_t)s->chunk, s->size);
		code = s->gathered ? ring_init(&s->ring, ring_room(s->size, t ? t->rate_hz : 0.0), s->size, &w->mem, e)
		                   : err_set(e, ERR_MEMORY, "record", "no memory for %d rows", s->chunk);
		if (!code && s->packed)
			code = run_pack_setup(&s->pack, s->chunk, &w->mem, e);
	}
	return code;
}

/* A file that the library could not close it still knows, and what belongs to it stays. */
static void give_back(struct run_writer *w)
{
	if (w->disk->fd >= 0)
		run_disk_abandon(w->disk);
	else
		free(w->disk);
	if (w->lock >= 0)
		close(w->lock);
	for (int i = 0; w->stream && i < w->nstream; i++)
		run_pack_end(&w->stream[i].pack);
	arena_fini(&w->mem);
	free(w);
}

int run_writer_open(struct run_writer **ret, const struct run_writer_words *words, struct err *e)
{
	struct run_writer *w = heap_aligned(_Alignof(struct run_writer), sizeof(*w));
	struct run_disk *disk = calloc(1, sizeof(*disk));
	int code;

	if (!w || !disk) {
		free(w);
		free(disk);
		return err_set(e, ERR_MEMORY, "record", "no memory");
	}
	ASSERT(words->ntable < RUN_TABLES);
	arena_init(&w->mem);
	w->disk = disk;
	w->disk->fd = w->lock = -1;
	w->seen.beat_ns = w->seen.flushed_ns = clock_now(&wall);
	w->patient = words->patient;
	snprintf(w->path, sizeof w->path, "%s", words->path);
	code = lock_folder(w, e);
	if (!code)
		code = take_memory(w, words, e);
	if (!code)
		code = run_writer_try(w, words, e);
	if (!code)
		code = run_writer_make(w, words, e);
	if (!code)
		code = run_writer_start(w, e);
	if (code) {
		run_writer_shut(w);
		give_back(w);
		return code;
	}
	hdf5_in_use(1);
	*ret = w;
	return 0;
}

int run_writer_close(struct run_writer *w, const char *status, struct err *e)
{
	int code = 0;

	run_writer_stop(w, status);
	hdf5_in_use(-1);
	w->seen.error = w->disk->error;
	if (w->disk->error && !w->told)
		code = report(w, e);
	else if (w->disk->error)
		code = err_set(e, ERR_FILE, "record", "the record of the run is not whole");
	give_back(w);
	return code;
}
