/* The side of readers: the front, the mailbox, and what comes out of rings. Tables are taken apart in live_read_data.c. */
#include "live/live_read.h"

#include "base/heap.h"
#include "base/words.h"
#include "live/live_file.h"
#include "live/live_read_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- opening --------------------------------------------------------------------------------------------------- */

static int damaged(const char *what, const char *folder, struct err *e)
{
	err_set(e, ERR_FORMAT, "live", "%s", what);
	err_value(e, "%.90s", folder);
	return ERR_FORMAT;
}

static bool rings_open(struct live_view *v)
{
	struct live_front *f = v->front;
	size_t size = v->front_size;

	return reel_open(&v->now, &f->now, f, size, sizeof(struct live_now)) && reel_open(&v->why, &f->why, f, size, sizeof(struct live_why)) &&
	       reel_open(&v->answer, &f->answer, f, size, sizeof(struct live_answer)) && reel_open(&v->event, &f->event, f, size, sizeof(struct run_event));
}

/* What is in the file before it is believed: sizes in it are within it. */
static int check_front(struct live_view *v, size_t size, const char *folder, struct err *e)
{
	const struct live_front *f = v->front;
	uint64_t least = live_pages(sizeof(struct live_mail));

	if (memcmp(f->magic, LIVE_MAGIC, sizeof LIVE_MAGIC) != 0 || f->front_size != v->front_size || f->mail_at != v->front_size || f->mail_size != least)
		return damaged("this is no live view of a run, or one of another version of the program", folder, e);
	if (v->front_size + least > size || !rings_open(v))
		return damaged("the live view of the run is damaged", folder, e);
	return 0;
}

/* As much of the front as its first page says. */
static int map_front(struct live_view *v, size_t size, const char *folder, struct err *e)
{
	size_t first = live_pages(sizeof(struct live_front));
	void *memory;
	int code;

	if (size < first)
		return damaged("the live view of the run is damaged", folder, e);
	code = live_file_map(v->handle, 0, first, false, &memory, e);
	if (code)
		return code;
	v->front_size = (size_t)((const struct live_front *)memory)->front_size;
	live_file_unmap(memory, first);
	if (v->front_size < first || v->front_size > size || live_pages(v->front_size) != v->front_size)
		return damaged("this is no live view of a run, or one of another version of the program", folder, e);
	code = live_file_map(v->handle, 0, v->front_size, false, &memory, e);
	if (!code)
		v->front = memory;
	return code;
}

static int open_view(struct live_view *v, size_t size, const char *folder, bool may_ask, struct err *e)
{
	void *memory;
	int code = map_front(v, size, folder, e);

	if (!code)
		code = check_front(v, size, folder, e);
	if (!code && may_ask) {
		v->mail_size = (size_t)v->front->mail_size;
		code = live_file_map(v->handle, v->front->mail_at, v->mail_size, true, &memory, e);
		v->mail = code ? NULL : memory;
	}
	return code;
}

/* handle: becomes the view's, also where it fails. */
static int make_view(struct live_view **ret, int handle, size_t size, const char *folder, bool may_ask, struct err *e)
{
	struct live_view *v = heap_zeroed(1, sizeof(*v));
	int code;

	if (!v) {
		close(handle);
		return err_set(e, ERR_MEMORY, "live", "no memory");
	}
	arena_init(&v->mem);
	v->handle = handle;
	code = open_view(v, size, folder, may_ask, e);
	if (!code)
		*ret = v;
	else
		live_close(v);
	return code;
}

int live_open(struct live_view **ret, const char *folder, bool may_ask, struct err *e)
{
	size_t size;
	int handle, code = live_file_open(folder, may_ask, &handle, &size, e);

	return code ? code : make_view(ret, handle, size, folder, may_ask, e);
}

int live_open_at(struct live_view **ret, int handle, bool may_ask, struct err *e)
{
	struct stat st;
	int own = fcntl(handle, F_DUPFD_CLOEXEC, 0);

	if (own < 0)
		return err_set(e, ERR_FILE, "live", "too many files are open");
	return make_view(ret, own, fstat(own, &st) == 0 ? (size_t)st.st_size : 0, "", may_ask, e);
}

void live_close(struct live_view *v)
{
	if (!v)
		return;
	live_view_forget(v);
	live_file_unmap(v->mail, v->mail_size);
	live_file_unmap(v->front, v->front_size);
	if (v->handle >= 0)
		close(v->handle);
	arena_fini(&v->mem);
	free(v);
}

/* A command loop that outlives its run still says how it comes to rest. A number that another process has by now keeps the file a while longer, no more. */
static bool is_needed(int handle, const void *ctx)
{
	const struct live_view *but = ctx;
	struct live_view v = {.handle = handle};
	struct stat st, own;
	bool lives = but && fstat(but->handle, &own) == 0 && fstat(handle, &st) == 0 && own.st_ino == st.st_ino;

	if (!lives && fstat(handle, &st) == 0 && map_front(&v, (size_t)st.st_size, "", NULL) == 0 && check_front(&v, (size_t)st.st_size, "", NULL) == 0)
		lives = live_loops(&v, INT64_MIN) > 0;
	live_file_unmap(v.front, v.front_size);
	return lives;
}

void live_sweep(const struct live_view *but)
{
	live_file_sweep(is_needed, but);
}

/* ---- looking --------------------------------------------------------------------------------------------------- */

const struct live_front *live_front(const struct live_view *v)
{
	return v->front;
}

uint64_t live_inode(const struct live_view *v)
{
	struct stat st;

	return fstat(v->handle, &st) == 0 ? st.st_ino : 0;
}

bool live_alive(const struct live_view *v)
{
	return live_file_held(v->handle);
}

bool live_now(const struct live_view *v, struct live_now *ret)
{
	return reel_last(&v->now, ret);
}

bool live_why(const struct live_view *v, struct live_why *ret)
{
	bool here = reel_last(&v->why, ret);

	ret->text[sizeof ret->text - 1] = '\0';
	return here;
}

int live_rigs(const struct live_view *v)
{
	uint32_t n = atomic_load_explicit(&v->front->nrig, memory_order_acquire);

	return n < LIVE_RIGS ? (int)n : LIVE_RIGS;
}

bool live_rig(const struct live_view *v, int i, struct live_rig *ret)
{
	struct reel r;

	if (i < 0 || i >= LIVE_RIGS || !reel_open(&r, &v->front->rig[i].place, v->front, v->front_size, sizeof(*ret)) || !reel_last(&r, ret))
		return false;
	ret->why[sizeof ret->why - 1] = '\0';
	return true;
}

bool live_rig_works(const struct live_rig *r)
{
	return !r->ended && r->pid > 0 && (kill(r->pid, 0) == 0 || errno == EPERM);
}

int live_loops(const struct live_view *v, int64_t since_ns)
{
	struct live_rig rig;
	int n = 0;

	for (int i = 0; i < live_rigs(v); i++)
		n += live_rig(v, i, &rig) && rig.beat_ns >= since_ns && live_rig_works(&rig);
	return n;
}

uint64_t live_rows_count(const struct live_view *v, int table)
{
	return table >= 0 && table < v->ntable ? reel_count(&v->row[table]) : 0;
}

int live_rows(const struct live_view *v, int table, uint64_t *place, int most, double *ret_x, uint64_t *lost)
{
	int n = 0;

	if (table < 0 || table >= v->ntable)
		return 0;
	while (n < most && reel_next(&v->row[table], place, lost, ret_x + (size_t)n * (size_t)v->info[table].n))
		n++;
	return n;
}

bool live_event(const struct live_view *v, uint64_t *place, struct run_event *ret, uint64_t *lost)
{
	bool here = reel_next(&v->event, place, lost, ret);

	if (here)
		ret->kind[sizeof ret->kind - 1] = ret->source[sizeof ret->source - 1] = ret->text[sizeof ret->text - 1] = '\0';
	return here;
}

void live_motion_size(const struct live_view *v, int *ret_nnode, int *ret_ndf, int *ret_nelement)
{
	*ret_nnode = v->nnode;
	*ret_ndf = v->ndf;
	*ret_nelement = v->nelement;
}

bool live_motion(struct live_view *v, uint64_t *place, struct live_frame *ret, float *ret_value, unsigned char *ret_yield)
{
	size_t values = (size_t)v->nnode * (size_t)v->ndf * sizeof(float);
	uint64_t n = v->nnode > 0 ? reel_count(&v->frame) : 0;

	if (n == 0 || *place == n || reel_at(&v->frame, n - 1, v->frame_room) != REEL_HERE)
		return false;
	memcpy(ret, v->frame_room, sizeof(*ret));
	memcpy(ret_value, v->frame_room + sizeof(*ret), values);
	memcpy(ret_yield, v->frame_room + sizeof(*ret) + values, (size_t)v->nelement);
	*place = n;
	return true;
}

/* ---- asking ---------------------------------------------------------------------------------------------------- */

static int may_not(struct err *e)
{
	return err_set(e, ERR_STATE, "live", "this view is for looking only");
}

/* The next number, unless the box is full. */
static bool claim(struct live_view *v, uint64_t *ret_k)
{
	uint64_t k = atomic_load(&v->mail->claimed);

	do {
		/* signed: others may have claimed, and the run taken, since k was read */
		if ((int64_t)(k - atomic_load_explicit(&v->front->taken, memory_order_acquire)) >= LIVE_REQUESTS)
			return false;
	} while (!atomic_compare_exchange_weak(&v->mail->claimed, &k, k + 1));
	*ret_k = k;
	return true;
}

int live_ask(struct live_view *v, const char *who, const char *text, uint64_t *ret_id, struct err *e)
{
	struct live_request r = {0};
	struct live_slot *s;
	uint64_t k;

	if (!v->mail)
		return may_not(e);
	if (!text[0] || strlen(text) >= sizeof r.text || strlen(who) >= sizeof r.who) {
		err_set(e, ERR_RANGE, "live", "a request has a name and words, no more than there is room for");
		err_allowed(e, "up to %d and %d bytes", LIVE_WHO - 1, LIVE_TEXT - 1);
		return ERR_RANGE;
	}
	if (!claim(v, &k)) {
		err_set(e, ERR_LIMIT, "live", "the run has not answered the last %d requests yet", LIVE_REQUESTS);
		err_hint(e, "trip acts past the mailbox");
		return ERR_LIMIT;
	}
	memcpy(r.who, who, strlen(who));
	memcpy(r.text, text, strlen(text));
	s = &v->mail->slot[k % LIVE_REQUESTS];
	words_store(s->word, &r, sizeof r);
	atomic_store_explicit(&s->ready, k + 1, memory_order_release);
	*ret_id = k + 1;
	return 0;
}

bool live_answer(const struct live_view *v, uint64_t id, struct live_answer *ret)
{
	uint64_t n = reel_count(&v->answer), oldest = n > LIVE_ANSWERS ? n - LIVE_ANSWERS : 0;

	for (uint64_t k = n; k > oldest; k--)
		if (reel_at(&v->answer, k - 1, ret) == REEL_HERE && ret->id == id) {
			ret->text[sizeof ret->text - 1] = '\0';
			return true;
		}
	return false;
}

void live_trip_here(struct live_view *v, const char *who)
{
	stop_ask(&v->mail->trip, who);
}

static bool trip_at(int handle, void *who)
{
	struct live_view *v;

	if (live_open_at(&v, handle, true, NULL) == 0) {
		live_trip_here(v, who);
		live_close(v);
	}
	return false;
}

int live_trip(struct live_view *v, const char *who, struct err *e)
{
	char id[LIVE_ID], name[LIVE_WHO];
	struct stat st;

	if (!v->mail)
		return may_not(e);
	live_trip_here(v, who);
	/* root may trip everybody's: those before are the same user's */
	if (fstat(v->handle, &st) != 0)
		return 0;
	snprintf(id, sizeof id, "%.*s", LIVE_ID - 1, v->front->id);
	snprintf(name, sizeof name, "%s", who);
	live_file_each(st.st_uid, id, trip_at, name);
	return 0;
}
