/* The program's side: streams to the ranks, commands and answers, and who has died. */
#define _GNU_SOURCE /* TCP_KEEPIDLE and its like */
#include "cluster/cluster.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "cluster/cluster_priv.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { MS = 1000000, SLICE_MS = 100, GREET_MS = 5000, SILENT_S = 2, PROBES = 3 };
#define S_NS INT64_C(1000000000)

struct cluster_head cluster_head;
static struct cluster_head *const h = &cluster_head;
_Static_assert(CLUSTER_JOBS <= 64, "jobs are bits of a word");
static struct clock wall = {.ops = &clock_monotonic};

int cluster_need(const char *object, struct err *e)
{
	if (!cluster_missing())
		return 0;
	err_set(e, ERR_UNSUPPORTED, object, "it works on ranks of MPI");
	err_hint(e, "%s", cluster_missing());
	return ERR_UNSUPPORTED;
}

/* ---- who is there ---------------------------------------------------------------------------------------- */

void cluster_keep_alive(const struct stream *s)
{
	const int on = 1, idle = SILENT_S, every = 1, probes = PROBES;
	const unsigned int unheard_ms = 1000U * (SILENT_S + PROBES);
	bool ok = setsockopt(stream_handle(s), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on) == 0;

	ok = ok && setsockopt(stream_handle(s), IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle) == 0;
	ok = ok && setsockopt(stream_handle(s), IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof every) == 0;
	if (ok)
		ok = setsockopt(stream_handle(s), IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes) == 0;
	/* probes are for streams on which nothing is under way: bytes that nobody acknowledges would be sent again for a quarter of an hour */
	if (ok)
		(void)!setsockopt(stream_handle(s), IPPROTO_TCP, TCP_USER_TIMEOUT, &unheard_ms, sizeof unheard_ms);
}

/* Is it one of ours, and not there yet? */
static bool is_welcome(const struct cluster_greeting *g)
{
	return g->secret[0] == h->secret[0] && g->secret[1] == h->secret[1] && g->size == h->size && g->rank >= 0 && g->rank < h->size && !h->stream[g->rank];
}

/* The next rank that knocks, until t_ns; 0 also when nobody has. */
static int take_rank(int64_t t_ns, struct err *e)
{
	const struct stream_words words = {.open_plain = true};
	struct cluster_greeting g;
	struct stream *s = NULL;
	int code = listener_wait(h->listener, t_ns) ? listener_accept(h->listener, &words, &s, e) : 0;

	if (code || !s)
		return code;
	if (stream_work(s, NULL) || stream_get(s, &g, sizeof g, clock_now(&wall) + (int64_t)GREET_MS * MS, NULL) || !is_welcome(&g)) {
		stream_close(s);       /* a stranger, or gone again */
		return 0;
	}
	g.host[CLUSTER_HOST - 1] = 0;
	cluster_keep_alive(s);
	h->stream[g.rank] = s;
	h->who[g.rank] = g;
	if (++h->here == h->size) {
		listener_close(h->listener);
		h->listener = NULL;
	}
	return 0;
}

static void bury(int rank, const char *how)
{
	const struct cluster_greeting *g = &h->who[rank];

	if (!h->lost)
		snprintf(h->lost_text, sizeof h->lost_text, "rank %d of %d (process %d on %s) %s", rank, h->size, g->pid, g->host, how);
	h->lost = true;
}

/* Between calls nobody says anything: what can be read is an end. */
static void look(int rank)
{
	char byte;
	size_t n;

	if (stream_read(h->stream[rank], &byte, sizeof byte, &n, NULL))
		bury(rank, "has died");
}

bool cluster_lost(void)
{
	bool ready[CLUSTER_MOST];

	if (h->lost || !h->size)
		return h->lost;
	while (h->listener && listener_wait(h->listener, 0))
		if (take_rank(0, NULL))
			return false;
	/* an answer that nobody waits for may stand in the stream of rank 0 */
	stream_wait_any(h->stream + h->owes, h->size - h->owes, 0, ready + h->owes);
	for (int i = h->owes; i < h->size && !h->lost; i++)
		if (h->stream[i] && ready[i])
			look(i);
	return h->lost;
}

const char *cluster_lost_text(void)
{
	return h->lost ? h->lost_text : "";
}

int cluster_given(void)
{
	return h->lone ? 0 : h->size;
}

int cluster_size(void)
{
	return h->size;
}

int cluster_open(struct err *e)
{
	int64_t end_ns = clock_now(&wall) + CLUSTER_START_S * S_NS;
	int code = cluster_need("ranks", e);

	if (!code && !h->size)
		code = cluster_start_lone(e);
	while (!code && h->listener) {
		int64_t slice_ns = clock_now(&wall) + (int64_t)SLICE_MS * MS;

		code = take_rank(slice_ns, e);
		if (!code && interrupt_asked())
			code = err_set(e, ERR_INTERRUPTED, "ranks", "interrupted while they start");
		if (!code && slice_ns > end_ns)
			code = err_set(e, ERR_LOST, "ranks", "%d of %d have not come within %d s", h->size - h->here, h->size, CLUSTER_START_S);
	}
	if (!code && h->lost)
		code = err_set(e, ERR_LOST, "ranks", "%s", h->lost_text);
	h->opened = code == 0;
	return code;
}

/* ---- commands -------------------------------------------------------------------------------------------- */

static int64_t patience(void)
{
	return clock_now(&wall) + CLUSTER_PATIENCE_S * S_NS;
}

static int put(int rank, const void *at, size_t size)
{
	if (stream_put(h->stream[rank], at, size, patience(), NULL) == 0)
		return 0;
	bury(rank, "has died");
	return ERR_LOST;
}

/* Until something of the answer is there; before deaf_ns interrupts do not count. Ranks behind the first say nothing: what can be read from them is their
 * end. */
static int await(int64_t deaf_ns, int64_t end_ns)
{
	bool ready[CLUSTER_MOST];

	for (;;) {
		stream_wait_any(h->stream, h->size, clock_now(&wall) + (int64_t)SLICE_MS * MS, ready);
		for (int i = 1; i < h->size; i++)
			if (ready[i])
				look(i);
		if (h->lost)
			return ERR_LOST;
		if (ready[0])
			return 0;
		if (interrupt_asked() && clock_now(&wall) > deaf_ns)
			return ERR_INTERRUPTED;
		if (clock_now(&wall) > end_ns) {
			bury(0, "gives no answer");
			return ERR_LOST;
		}
	}
}

static int get(void *at, size_t size, int64_t end_ns)
{
	if (stream_get(h->stream[0], at, size, end_ns, NULL) == 0)
		return 0;
	bury(0, "has died");
	return ERR_LOST;
}

/* The answer; what is longer than there is room for is dropped. */
static int take_answer(int64_t deaf_ns, void *ret_data, size_t room, struct cluster_answer *ret)
{
	char drop[4096];
	int64_t end_ns = patience();
	int code = await(deaf_ns, end_ns);

	if (!code)
		code = get(ret, sizeof *ret, end_ns);
	if (!code)
		code = get(ret_data, (size_t)ret->size < room ? (size_t)ret->size : room, end_ns);
	for (size_t done = room; !code && done < (size_t)ret->size; done += sizeof drop)
		code = get(drop, (size_t)ret->size - done < sizeof drop ? (size_t)ret->size - done : sizeof drop, end_ns);
	return code;
}

static int call(const struct cluster_command *c, const struct cluster_part *part, int nparts, int64_t deaf_ns, void *ret_data, size_t room,
	struct cluster_answer *ret)
{
	struct cluster_command command = *c;
	int code = h->opened && !h->lost ? 0 : ERR_LOST;

	*ret = (struct cluster_answer){.pivot = -1};
	command.size = 0;
	for (int i = 0; i < nparts; i++)
		command.size += (int64_t)part[i].size;
	if (!code && h->owes) {
		code = take_answer(deaf_ns, NULL, 0, ret);
		h->owes = code != 0;
	}
	for (int rank = 0; !code && rank < h->size; rank++)
		code = put(rank, &command, sizeof command);
	for (int i = 0; !code && i < nparts; i++)
		code = put(0, part[i].at, part[i].size);
	if (!code) {
		code = take_answer(deaf_ns, ret_data, room, ret);
		h->owes = code == ERR_INTERRUPTED;
	}
	return code ? code : ret->code;
}

int cluster_call(const struct cluster_command *c, const struct cluster_part *part, int nparts, void *ret_data, size_t room, struct cluster_answer *ret)
{
	return call(c, part, nparts, 0, ret_data, room, ret);
}

int cluster_finish(const struct cluster_command *c, const struct cluster_part *part, int nparts, void *ret_data, size_t room, struct cluster_answer *ret)
{
	return call(c, part, nparts, clock_now(&wall) + CLUSTER_GRACE_S * S_NS, ret_data, room, ret);
}

int cluster_job_take(void)
{
	for (int i = 0; i < CLUSTER_JOBS; i++)
		if (!(h->jobs >> i & 1)) {
			h->jobs |= UINT64_C(1) << i;
			return i + 1;
		}
	return 0;
}

void cluster_job_give(int job)
{
	h->jobs &= ~(UINT64_C(1) << (job - 1));
}

void cluster_close(void)
{
	for (int i = 0; i < CLUSTER_MOST; i++)
		stream_close(h->stream[i]);
	if (h->listener)
		listener_close(h->listener);
	cluster_end_lone();
	*h = (struct cluster_head){0};
}
