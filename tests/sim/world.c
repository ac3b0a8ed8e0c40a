/* The event loop of the simulator: what comes next, and to whom. */
#include "sim/sim.h"

#include "base/base.h"
#include "sim/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MS 1000000ll

enum what { NOTHING, BRAIN_TIME, BRAIN_STARTS, BRAIN_HEARS, SITE_TIME, SITE_STARTS, SITE_HEARS, SITE_DONE, SITE_SEEN, TROUBLE };

struct event {
	int64_t t;
	enum what what;
	int which;                 /* site or connection */
};

void sim_say(struct sim *s, const char *format, ...)
{
	char line[SIM_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	for (const char *c = line; *c; c++)
		s->hash = (s->hash ^ (unsigned char)*c) * 0x100000001b3;
	s->hash ^= (uint64_t)s->t;
	if (s->trace)
		printf("%12.6f  %s\n", (double)s->t * 1e-9, line);
}

void sim_fault(struct sim *s, const char *format, ...)
{
	va_list args;

	if (s->fault[0])
		return;
	va_start(args, format);
	vsnprintf(s->fault, sizeof(s->fault), format, args);
	va_end(args);
	sim_say(s, "VIOLATION: %s", s->fault);
}

/* A process that is paused sees everything later. */
static void offer(struct event *best, const struct sim_node *node, int64_t t, enum what what, int which)
{
	if (t == INT64_MAX)
		return;
	if (node && t < node->paused_t)
		t = node->paused_t;
	if (t < best->t)
		*best = (struct event){t, what, which};
}

static int64_t deadline(int64_t t, const struct sim_node *node)
{
	return t == INT64_MAX ? t : t - node->ahead_ns;
}

static struct event next(const struct sim *s)
{
	struct event best = {INT64_MAX, NOTHING, 0};

	if (!s->node.up)
		offer(&best, NULL, s->node.restart_t, BRAIN_STARTS, 0);
	for (int i = 0; i < s->plan.sites; i++) {
		const struct sim_site *x = &s->site[i];
		if (s->node.up)
			offer(&best, &s->node, deadline(coordinator_deadline(&s->c[i]), &s->node), BRAIN_TIME, i);
		if (!x->node.up)
			offer(&best, NULL, x->node.restart_t, SITE_STARTS, i);
		if (x->node.up)
			offer(&best, &x->node, deadline(host_deadline(&x->host), &x->node), SITE_TIME, i);
		offer(&best, &x->node, x->done_t, SITE_DONE, i);
		if (x->node.up)
			offer(&best, NULL, x->node.seen_t, SITE_SEEN, i);
	}
	for (int i = 0; i < SIM_CONNECTIONS; i++) {
		const struct sim_connection *k = &s->connection[i];
		offer(&best, &s->node, net_next(k, 0), BRAIN_HEARS, i);
		offer(&best, &s->site[k->site].node, net_next(k, 1), SITE_HEARS, i);
	}
	for (int i = 0; i < s->plan.faults; i++)
		offer(&best, NULL, s->fault_t[i], TROUBLE, i);
	return best;
}

/* Bytes of the first part of a way, sometimes not all at once. Returns how many were copied out. */
static int fetch(struct sim *s, struct sim_way *w, unsigned char *ret_bytes)
{
	int n = w->part[0].n, give = rng_below(&s->chance, 4) == 0 ? 1 + (int)rng_below(&s->chance, (uint64_t)n) : n;

	memcpy(ret_bytes, w->bytes, (size_t)give);
	w->nbytes -= give;
	memmove(w->bytes, w->bytes + give, (size_t)w->nbytes);
	w->part[0].n -= give;
	if (w->part[0].n == 0) {
		w->nparts--;
		memmove(w->part, w->part + 1, (size_t)w->nparts * sizeof(w->part[0]));
	}
	return give;
}

static unsigned char piece[16384];

static void brain_hears(struct sim *s, struct sim_connection *k)
{
	int site = k->site;
	bool current = s->current[site] == (int)(k - s->connection);

	if (k->ready_t <= s->t) {
		k->ready_t = INT64_MAX;
		if (current)
			coordinator_connected(&s->c[site], brain_clock(s));
	} else if (k->way[0].nparts > 0 && k->way[0].part[0].t <= s->t) {
		int n = fetch(s, &k->way[0], piece);
		if (current)
			coordinator_bytes(&s->c[site], brain_clock(s), piece, (size_t)n);
	} else {
		k->fin_t[0] = INT64_MAX;
		k->open[0] = false;
		if (current) {
			s->current[site] = -1;
			coordinator_lost(&s->c[site], brain_clock(s));
		}
	}
	brain_work(s);
}

static void site_accepts(struct sim *s, struct sim_connection *k)
{
	struct sim_site *x = &s->site[k->site];

	k->arrives_t = INT64_MAX;
	if (x->node.up)
		k->line = host_connected(&x->host, station_clock(s, k->site));
	if (k->line < 0 || !k->open[0]) {
		k->fin_t[0] = s->t + sim_delay(s);
		if (k->line >= 0)
			host_lost(&x->host, k->line, station_clock(s, k->site));
		return;
	}
	k->open[1] = true;
	k->ready_t = s->t + sim_delay(s);
}

static void site_hears(struct sim *s, struct sim_connection *k)
{
	struct sim_site *x = &s->site[k->site];
	int64_t clock = station_clock(s, k->site);

	if (k->arrives_t <= s->t) {
		site_accepts(s, k);
	} else if (k->way[1].nparts > 0 && k->way[1].part[0].t <= s->t) {
		int n = fetch(s, &k->way[1], piece);
		host_bytes(&x->host, k->line, clock, piece, (size_t)n);
	} else {
		k->fin_t[1] = INT64_MAX;
		k->open[1] = false;
		if (k->last && !k->way[1].dead && x->host.state != HOST_TRIPPED && x->host.state != HOST_ENDED)
			sim_fault(s, "site %d was left by a coordinator that cannot go on, and not told to rest", k->site);
		host_lost(&x->host, k->line, clock);
	}
	if (x->node.up)
		station_work(s, k->site);
}

static void trouble(struct sim *s, int i)
{
	int which = (int)rng_below(&s->chance, 9), site = (int)rng_below(&s->chance, (uint64_t)s->plan.sites);
	struct sim_node *node = rng_below(&s->chance, 2) ? &s->node : &s->site[site].node;
	int64_t span = (int64_t)rng_below(&s->chance, 15000) * MS;

	s->fault_t[i] = INT64_MAX;
	switch (which) {
	case 0: brain_crash(s, rng_below(&s->chance, 2) == 0); break;
	case 1: station_crash(s, site, rng_below(&s->chance, 2) == 0); break;
	case 2:
		sim_say(s, "%s is paused for %lld ms", node == &s->node ? "the coordinator" : "a site", (long long)(span / MS));
		node->paused_t = s->t + span;
		break;
	case 3:
		span = rng_below(&s->chance, 2) ? span : -span;
		sim_say(s, "the clock of %s jumps by %lld ms", node == &s->node ? "the coordinator" : "a site", (long long)(span / MS));
		node->ahead_ns += span;
		break;
	case 4: station_stranger(s, site); break;
	default: net_trouble(s, site);
	}
}

static void handle(struct sim *s, const struct event *v)
{
	switch (v->what) {
	case BRAIN_TIME: coordinator_time(&s->c[v->which], brain_clock(s)); brain_work(s); break;
	case BRAIN_STARTS: brain_start(s); break;
	case BRAIN_HEARS: brain_hears(s, &s->connection[v->which]); break;
	case SITE_TIME: host_time(&s->site[v->which].host, station_clock(s, v->which)); station_work(s, v->which); break;
	case SITE_STARTS: station_start(s, v->which); break;
	case SITE_HEARS: site_hears(s, &s->connection[v->which]); break;
	case SITE_DONE: station_done(s, v->which); break;
	case SITE_SEEN: station_seen(s, v->which); break;
	case TROUBLE: trouble(s, v->which); break;
	case NOTHING: break;
	}
}

static void begin(struct sim *s, uint64_t seed, bool trace)
{
	*s = (struct sim){.seed = seed, .trace = trace, .plan = sim_plan_of(seed), .t = 1};
	rng_init(&s->chance, seed, 2);
	disk_reset();
	arena_init(&s->node.mem);
	for (int i = 0; i < s->plan.faults; i++)
		s->fault_t[i] = (int64_t)rng_below(&s->chance, (uint64_t)s->plan.quiet_ns);
	for (int i = 0; i < SIM_SITES; i++) {
		s->current[i] = -1;
		arena_init(&s->site[i].node.mem);
		s->site[i].done_t = s->site[i].node.seen_t = INT64_MAX;
	}
	sim_say(s, "seed %llu: %d sites, %d steps of %d commands,%s%s%s, limit %g, delay %.1f ms", (unsigned long long)seed, s->plan.sites, s->plan.steps,
	        s->plan.subs,
	        s->plan.propose ? " propose and execute" : " combined", s->plan.ramp ? ", sub-steps at the site" : "", s->plan.skips ? ", some do not take part"
	                : "",
	        s->plan.limit, (double)s->plan.delay_ns * 1e-6);
	for (int i = 0; i < s->plan.sites; i++)
		station_start(s, i);
	brain_start(s);
}

static void finish(struct sim *s)
{
	if (s->node.up)
		for (int i = 0; i < s->plan.sites; i++)
			coordinator_close(&s->c[i]);
	for (int i = 0; i < SIM_SITES; i++) {
		if (i < s->plan.sites && s->site[i].node.up)
			host_close(&s->site[i].host);
		arena_fini(&s->site[i].node.mem);
	}
	arena_fini(&s->node.mem);
}

bool sim_run(struct sim *s, uint64_t seed, bool trace)
{
	const struct io_ops *io = io_use(&disk_io);
	const long most = 200000;
	long events = 0;

	begin(s, seed, trace);
	while (!s->ended && !s->failed && !s->fault[0]) {
		struct event v = next(s);

		if (v.what == NOTHING || events++ > most || v.t > s->plan.quiet_ns + 600000 * MS) {
			sim_fault(s, "the test does not come to its end: step %d.%d, %ld events", s->step, s->sub, events);
			break;
		}
		s->t = v.t > s->t ? v.t : s->t;
		handle(s, &v);
	}
	if (s->failed && !s->fault[0])
		sim_say(s, "the coordinator has given up: %s", s->why);
	if (!s->fault[0])
		sim_check(s);
	finish(s);
	io_use(io);
	return !s->fault[0];
}
