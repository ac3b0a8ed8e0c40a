/* The network: connections that keep their own order and nobody else's. */
#include "sim/sim.h"

#include "base/base.h"

#include <string.h>

#define MS 1000000ll

int64_t sim_delay(struct sim *s)
{
	int64_t d = s->plan.delay_ns + (int64_t)(rng_uniform(&s->chance) * (double)s->plan.jitter_ns);

	return s->t < s->plan.quiet_ns && rng_uniform(&s->chance) < s->plan.spike ? 10 * d : d;
}

static bool one_in(struct sim *s, uint64_t n)
{
	return rng_below(&s->chance, n) == 0;
}

static struct sim_connection *find_free(struct sim *s)
{
	for (int i = 0; i < SIM_CONNECTIONS; i++) {
		struct sim_connection *k = &s->connection[i];
		if (!k->used || (!k->open[0] && !k->open[1] && k->arrives_t == INT64_MAX))
			return k;
	}
	return NULL;
}

void net_connect(struct sim *s, int site)
{
	struct sim_connection *k = find_free(s);

	ASSERT(k);
	s->connects++;
	k->used = true;
	k->site = site;
	k->line = -1;
	k->open[0] = true;
	k->open[1] = k->welcomed = k->last = false;
	k->fin_t[0] = k->fin_t[1] = k->ready_t = INT64_MAX;
	for (int w = 0; w < 2; w++) {
		k->way[w].nparts = k->way[w].nbytes = 0;
		k->way[w].last_t = k->way[w].stalled_t = 0;
		k->way[w].dead = false;
	}
	k->arrives_t = s->t + sim_delay(s);
	if (s->site[site].cut_t > s->t) {
		k->arrives_t = INT64_MAX;
		k->fin_t[0] = one_in(s, 2) ? s->t + 1000 * MS : INT64_MAX;
	}
	s->current[site] = (int)(k - s->connection);
}

size_t net_put(struct sim *s, struct sim_connection *k, int end, const unsigned char *bytes, size_t n)
{
	struct sim_way *w = &k->way[1 - end];
	int64_t t = s->t + sim_delay(s);

	if (w->dead)
		return n;
	if (n > sizeof(w->bytes) - (size_t)w->nbytes)
		n = sizeof(w->bytes) - (size_t)w->nbytes;
	if (n == 0 || w->nparts == (int)COUNT(w->part))
		return 0;
	t = t > w->last_t ? t : w->last_t;
	t = t > w->stalled_t ? t : w->stalled_t;
	memcpy(w->bytes + w->nbytes, bytes, n);
	w->nbytes += (int)n;
	w->part[w->nparts].t = w->last_t = t;
	w->part[w->nparts++].n = (int)n;
	return n;
}

void net_close(struct sim *s, struct sim_connection *k, int end)
{
	int64_t t = s->t + sim_delay(s), after = k->way[1 - end].last_t;

	k->open[end] = false;
	if (!k->way[1 - end].dead)
		k->fin_t[1 - end] = t > after ? t : after;
}

static void swallow(struct sim_way *w)
{
	w->dead = true;
	w->nparts = w->nbytes = 0;
}

void net_die(struct sim *s, struct sim_connection *k, int end)
{
	k->open[end] = false;
	swallow(&k->way[end]);
	/* what it had said already still comes, and perhaps the news of its end */
	if (!one_in(s, 3) && !k->way[1 - end].dead)
		k->fin_t[1 - end] = k->way[1 - end].last_t + sim_delay(s);
}

void net_trouble(struct sim *s, int site)
{
	struct sim_connection *k = s->current[site] < 0 ? NULL : &s->connection[s->current[site]];
	int64_t span = (int64_t)rng_below(&s->chance, 12000) * MS;
	int which = (int)rng_below(&s->chance, 5), w = (int)rng_below(&s->chance, 2);

	if (which == 4 || !k) {
		sim_say(s, "network: site %d cannot be reached for %lld ms", site, (long long)(span / MS));
		s->site[site].cut_t = s->t + span;
	}
	if (!k)
		return;
	if (which == 0) {
		sim_say(s, "network: the connection of site %d breaks", site);
		for (int end = 0; end < 2; end++) {
			swallow(&k->way[end]);
			k->fin_t[end] = s->t + sim_delay(s);
		}
	} else if (which == 1) {
		sim_say(s, "network: the connection of site %d dies without a word", site);
		swallow(&k->way[0]);
		swallow(&k->way[1]);
	} else if (which == 2) {
		sim_say(s, "network: nothing gets to the %s of %d any more", w ? "site" : "coordinator", site);
		swallow(&k->way[w]);
	} else {
		sim_say(s, "network: the way to the %s of %d is stalled for %lld ms", w ? "site" : "coordinator", site, (long long)(span / MS));
		k->way[w].stalled_t = s->t + span;
		for (int i = 0; i < k->way[w].nparts; i++)
			if (k->way[w].part[i].t < k->way[w].stalled_t)
				k->way[w].part[i].t = k->way[w].stalled_t;
	}
}

int64_t net_next(const struct sim_connection *k, int end)
{
	int64_t t = k->fin_t[end];

	if (!k->used)
		return INT64_MAX;
	if (end == 1 && k->arrives_t < t)
		t = k->arrives_t;
	if (!k->open[end])
		return end == 1 && k->arrives_t != INT64_MAX ? k->arrives_t : INT64_MAX;
	if (end == 0 && k->ready_t < t)
		t = k->ready_t;
	if (k->way[end].nparts > 0 && k->way[end].part[0].t < t)
		t = k->way[end].part[0].t;
	return t;
}

struct sim_connection *net_of_line(struct sim *s, int site, int line)
{
	for (int i = 0; i < SIM_CONNECTIONS; i++) {
		struct sim_connection *k = &s->connection[i];
		if (k->used && k->site == site && k->open[1] && k->line == line)
			return k;
	}
	return NULL;
}
