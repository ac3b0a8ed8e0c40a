/* A site's process: host, rig, specimen. The specimen of a physical site outlives it; that of a virtual one is replayed from the journal. */
#include "sim/sim.h"

#include "base/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MS 1000000ll

/* The coordinator is machine 0 with one journal for each site, site i is machine 1 + i. */
const char *sim_path(int machine, int site, char ret_path[64])
{
	if (machine == 0)
		snprintf(ret_path, 64, "0/%d.journal", site);
	else
		snprintf(ret_path, 64, "%d/run.site%d.journal", machine, site);
	return ret_path;
}

int64_t station_clock(const struct sim *s, int site)
{
	return s->t + s->site[site].node.ahead_ns;
}

static int check(void *self, const struct host_move *m, char *ret_text, int size)
{
	const struct sim *s = self;

	if (fabs(m->trial.x[SLOT_DISP][0]) <= s->plan.limit)
		return 0;
	snprintf(ret_text, (size_t)size, "displacement %g (allowed: -%g to %g)", m->trial.x[SLOT_DISP][0], s->plan.limit, s->plan.limit);
	return ERR_LIMIT;
}

struct relived {
	struct sim *s;
	int site;
};

/* A virtual specimen goes its way again; what it answers must be what it answered. */
static int relive(void *self, const struct host_move *m, const struct signals *measured, struct err *e)
{
	struct relived *x = self;
	double end[2], f = sim_site_move(&x->s->site[x->site].specimen, &x->s->plan, m->trial.x[SLOT_DISP][0], m->begin.x0[SLOT_DISP][0], m->begin.f[0], end);

	return f == measured->x[SLOT_FORCE][0] ? 0 : err_set(e, ERR_FORMAT, "specimen", "answers otherwise than it did");
}

/* A trip that could not be written down is forgotten with the process. */
static void acknowledge(struct sim *s, int site)
{
	struct sim_site *x = &s->site[site];
	bool seen = x->node.seen_t <= s->t;

	if (x->host.state != HOST_TRIPPED || seen)
		x->node.seen_t = INT64_MAX;
	if (x->host.state == HOST_TRIPPED && seen && host_acknowledge(&x->host, station_clock(s, site), NULL) && !disk_stopped(1 + site) && !disk_full(1 + site))
		sim_fault(s, "site %d cannot be acknowledged", site);
}

void station_start(struct sim *s, int site)
{
	struct sim_site *x = &s->site[site];
	struct host_words w = host_words_default;
	struct relived again = {s, site};
	struct err e = {0};
	char name[16], folder[16], path[64], line[SIM_TEXT];
	int rc;

	arena_reset(&x->node.mem);
	snprintf(name, sizeof(name), "site%d", site);
	snprintf(folder, sizeof(folder), "%d", 1 + site);
	w.site = name;
	w.folder = folder;
	w.trial_n[SLOT_DISP] = w.out_n[SLOT_DISP] = w.out_n[SLOT_FORCE] = 1;
	x->still[1] = sim_rest(site);
	w.driven = (const bool[]){sim_driven(site)};
	x->rest = (struct signals){.n = {1, 0, 0, 1, 0}, .x = {&x->still[0], x->still, x->still, &x->still[1], x->still}};
	w.rest = &x->rest;
	w.history = s->plan.history;
	w.instance = rng_bits(&s->chance);
	w.check = check;
	w.self = s;
	if (!s->plan.physical[site])
		x->specimen = (struct sim_specimen){0};
	x->moving = false;
	x->done_t = INT64_MAX;
	x->node.up = true;
	if (rng_uniform(&s->chance) < s->plan.fuse && s->t < s->plan.quiet_ns)
		disk_fuse(1 + site, 1 + (long)rng_below(&s->chance, 3000));
	if (rng_uniform(&s->chance) < s->plan.full && s->t < s->plan.quiet_ns)
		disk_fill(1 + site, (long)rng_below(&s->chance, 3000));
	rc = host_setup(&x->host, &w, &x->node.mem, &e);
	if (!rc && journal_exists(sim_path(1 + site, site, path)))
		rc = host_resume(&x->host, path, s->plan.physical[site] ? NULL : relive, &again, &e);
	err_text(&e, line, sizeof(line));
	sim_say(s, "site %d starts, life %d, after step %llu.%u%s%s", site, x->node.life, (unsigned long long)x->host.last.step, x->host.last.sub, rc ? ": " :
	        "", rc ? line : "");
	if (rc && !disk_stopped(1 + site) && !disk_full(1 + site))
		sim_fault(s, "site %d does not start again: %s", site, line);
	if (rc && !disk_stopped(1 + site)) {
		station_crash(s, site, false);
		return;
	}
	acknowledge(s, site);
	station_work(s, site);
}

void station_seen(struct sim *s, int site)
{
	bool tripped = s->site[site].host.state == HOST_TRIPPED;

	sim_say(s, "site %d: its operator %s", site, tripped ? "has looked at the specimen" : "makes room");
	disk_fill(1 + site, -1);
	if (tripped)
		station_crash(s, site, false);
	s->site[site].node.seen_t = tripped ? 0 : INT64_MAX;
}

/* Frames of a connection that is nobody's: another run, a step without HELLO, noise. */
static size_t strange_bytes(struct sim *s, int site, unsigned char *to)
{
	struct wire_hello hello = {.version_lo = WIRE_VERSION, .version_hi = WIRE_VERSION, .run = "other", .name = "stranger", .instance = 1, .trial_n = {1},
	                           .out_n = {1, 0, 0, 1, 0}};
	double x = 0.001;
	struct signals trial = {.n = {1}, .x = {&x, &x, &x, &x, &x}};
	const struct wire_place *last = &s->site[site].host.last;
	struct wire_frame f = {.type = WIRE_HELLO, .number = 1, .payload = to + WIRE_HEADER};
	int which = (int)rng_below(&s->chance, 3);
	size_t n = 0;

	snprintf(hello.site, sizeof(hello.site), "site%d", site);
	if (which == 0) {
		f.length = (uint32_t)wire_put_hello(&hello, to + WIRE_HEADER);
		n = wire_encode(&f, to);
	}
	if (which <= 1) {
		f = (struct wire_frame){.type = WIRE_STEP, .number = n > 0 ? 2 : 1, .session = wire_session("run"), .step = last->step + 1, .payload = to + n +
		        WIRE_HEADER};
		f.length = (uint32_t)wire_put_target(last, 0.0, &trial, NULL, to + n + WIRE_HEADER);
		return n + wire_encode(&f, to + n);
	}
	for (; n < 200; n++)
		to[n] = (unsigned char)rng_bits(&s->chance);
	return n;
}

void station_stranger(struct sim *s, int site)
{
	struct sim_site *x = &s->site[site];
	unsigned char bytes[1024];
	int line;

	/* a site that has no test, or none any more, would take one from anybody whom its certificates let in */
	if (!x->node.up || x->host.state == HOST_NEW || x->host.state == HOST_ENDED || (line = host_connected(&x->host, station_clock(s, site))) < 0)
		return;
	sim_say(s, "site %d: a stranger comes", site);
	host_bytes(&x->host, line, station_clock(s, site), bytes, strange_bytes(s, site, bytes));
	if (x->host.served == line || x->moving != (x->host.state == HOST_MOVING))
		sim_fault(s, "site %d: a stranger was served", site);
	station_work(s, site);
	if (x->node.up)
		host_lost(&x->host, line, station_clock(s, site));
}

static void log_move(struct sim *s, int site, const struct host_move *m, double x, bool whole)
{
	bool alone = false;

	ASSERT(s->moves < SIM_LOG);
	for (int i = 0; i < s->plan.sites && s->plan.propose; i++) {
		const struct wire_place *a = &s->site[i].accepted;
		if (sim_model_takes_part(&s->plan, i, (int)m->step))
			alone |= a->step < m->step || (a->step == m->step && a->sub < m->sub);
	}
	s->move[s->moves++] = (struct sim_move){
		.site = site, .life = s->site[site].node.life, .step = m->step, .sub = m->sub, .x = x, .whole = whole, .alone = alone, .t = s->t,
	};
}

/* An actuator that was under way stands somewhere between. */
static void come_to_rest(struct sim *s, int site)
{
	struct sim_site *x = &s->site[site];

	if (x->moving && s->plan.physical[site]) {
		const struct host_move *m = host_target(&x->host);
		double to = m->trial.x[SLOT_DISP][0], share = rng_uniform(&s->chance);
		log_move(s, site, m, to, false);
		sim_specimen_move(&x->specimen, x->from + share * (to - x->from));
	}
	x->moving = false;
	x->done_t = INT64_MAX;
}

void station_crash(struct sim *s, int site, bool power)
{
	struct sim_site *x = &s->site[site];

	if (!x->node.up)
		return;
	sim_say(s, "site %d %s", site, power ? "loses its power" : "crashes");
	s->crashes++;
	disk_stop(1 + site);
	come_to_rest(s, site);
	x->node.up = false;
	for (int i = 0; i < SIM_CONNECTIONS; i++)
		if (s->connection[i].used && s->connection[i].site == site && s->connection[i].open[1])
			net_die(s, &s->connection[i], 1);
	host_close(&x->host);
	disk_restart(1 + site, power, &s->chance);
	x->node.life++;
	x->node.restart_t = s->t + (int64_t)rng_below(&s->chance, 4000) * MS;
}

static void begin_move(struct sim *s, int site)
{
	struct sim_site *x = &s->site[site];

	if (x->moving)
		sim_fault(s, "site %d: told to move while it moves", site);
	x->moving = true;
	x->from = x->specimen.x;
	x->done_t = s->t + (int64_t)(rng_uniform(&s->chance) * (double)s->plan.rig_ns);
}

void station_done(struct sim *s, int site)
{
	struct sim_site *x = &s->site[site];
	const struct host_move *m = host_target(&x->host);
	double to = m->trial.x[SLOT_DISP][0];
	struct signals out = {.n = {1, 0, 0, 1, 0}, .x = {&x->specimen.x, &x->force, &x->force, &x->force, &x->force}};
	struct substeps ended = {.before = &x->end[0], .now = {&x->end[1]}};

	x->moving = false;
	x->done_t = INT64_MAX;
	sim_say(s, "site %d: step %llu.%u, specimen from %g to %g", site, (unsigned long long)m->step, m->sub, x->from, to);
	log_move(s, site, m, to, true);
	x->force = sim_site_move(&x->specimen, &s->plan, to, m->begin.x0[SLOT_DISP][0], m->begin.f[0], x->end);
	host_measured(&x->host, station_clock(s, site), &out, m->ramp ? &ended : NULL);
	station_work(s, site);
}

static void act(struct sim *s, int site, const struct host_action *a)
{
	struct sim_connection *k;

	if (a->kind == HOST_MOVE)
		begin_move(s, site);
	if (a->kind == HOST_REST)
		come_to_rest(s, site);
	if (a->kind == HOST_JOINED || a->kind == HOST_LEFT || a->kind == HOST_REST)
		sim_say(s, "site %d: coordinator %s", site, a->kind == HOST_JOINED ? "is there" : a->kind == HOST_LEFT ? "is gone" : a->text);
	if (a->kind == HOST_CLOSE) {
		if ((k = net_of_line(s, site, a->line)))
			net_close(s, k, 1);
		host_lost(&s->site[site].host, a->line, station_clock(s, site));
	}
}

static void flush(struct sim *s, int site)
{
	struct host *h = &s->site[site].host;

	for (int line = 0; line < HOST_LINES; line++) {
		struct sim_connection *k = net_of_line(s, site, line);
		size_t n;
		const unsigned char *out = host_output(h, line, &n);
		if (k && n > 0)
			host_sent(h, line, net_put(s, k, 1, out, n));
	}
}

/* Nothing of what a call has made leaves the process when its disk stopped in it. */
void station_work(struct sim *s, int site)
{
	struct sim_site *x = &s->site[site];
	struct host_action a;

	if (disk_stopped(1 + site)) {
		station_crash(s, site, rng_below(&s->chance, 2) == 0);
		return;
	}
	x->accepted = x->host.open.place.step > 0 ? x->host.open.place : x->host.last;
	flush(s, site);
	while (host_next(&x->host, &a))
		act(s, site, &a);
	flush(s, site);
	if ((x->host.state == HOST_TRIPPED || disk_full(1 + site)) && x->node.seen_t == INT64_MAX)
		x->node.seen_t = s->t + (int64_t)rng_below(&s->chance, 20000) * MS;
}
