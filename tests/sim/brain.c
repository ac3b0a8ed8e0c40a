/* The coordinator's process: integrator, one machine for each site, their round. After a crash it computes everything again, answered by its journals. */
#include "sim/sim.h"

#include "base/base.h"

#include <stdio.h>
#include <string.h>

#define MS 1000000ll

int64_t brain_clock(const struct sim *s)
{
	return s->t + s->node.ahead_ns;
}

static struct coordinator_words words(struct sim *s, const char *name, const char *path)
{
	struct coordinator_words w = coordinator_words_default;

	w.run = "run";
	w.site = name;
	w.trial_n[SLOT_DISP] = w.out_n[SLOT_DISP] = w.out_n[SLOT_FORCE] = 1;
	w.instance = rng_bits(&s->chance);
	w.propose = s->plan.propose;
	w.journal = path;
	w.policy = s->plan.policy;
	w.resume = journal_exists(path);
	w.dt = 0.02;
	return w;
}

static int start_site(struct sim *s, int site)
{
	struct err e = {0};
	char name[16], path[64], line[SIM_TEXT];
	struct coordinator_words w;
	int rc;

	snprintf(name, sizeof(name), "site%d", site);
	w = words(s, name, sim_path(0, site, path));
	rc = coordinator_setup(&s->c[site], &w, brain_clock(s), &s->node.mem, &e);
	if (!rc && s->plan.ramp)
		rc = coordinator_gains(&s->c[site], brain_clock(s), &sim_gains, &e);
	err_text(&e, line, sizeof(line));
	if (rc && !disk_stopped(0) && !disk_full(0))
		sim_fault(s, "the coordinator does not start again with site %d: %s", site, line);
	s->halted |= rc != 0;
	return rc;
}

void brain_start(struct sim *s)
{
	int rc = 0;

	sim_say(s, "coordinator starts, life %d", s->node.life);
	arena_reset(&s->node.mem);
	sim_model_start(&s->model, s->plan.sites);
	s->step = s->sub = s->byes = 0;
	s->asked = s->ending = s->halted = false;
	s->node.up = true;
	memset(s->c, 0, sizeof(s->c));
	for (int i = 0; i < s->plan.sites; i++) {
		s->current[i] = -1;
		s->pointer[i] = &s->c[i];
		s->c[i].journal.handle = -1;
	}
	round_init(&s->round, s->pointer, s->plan.sites);
	if (rng_uniform(&s->chance) < s->plan.fuse && s->t < s->plan.quiet_ns)
		disk_fuse(0, 1 + (long)rng_below(&s->chance, 3000));
	if (rng_uniform(&s->chance) < s->plan.full && s->t < s->plan.quiet_ns)
		disk_fill(0, (long)rng_below(&s->chance, 3000));
	for (int i = 0; i < s->plan.sites && !rc; i++)
		rc = start_site(s, i);
	brain_work(s);
}

void brain_crash(struct sim *s, bool power)
{
	if (!s->node.up)
		return;
	sim_say(s, "the coordinator %s", power ? "loses its power" : "crashes");
	s->crashes++;
	disk_stop(0);
	s->node.up = false;
	for (int i = 0; i < SIM_CONNECTIONS; i++)
		if (s->connection[i].used && s->connection[i].open[0])
			net_die(s, &s->connection[i], 0);
	for (int i = 0; i < s->plan.sites; i++) {
		coordinator_close(&s->c[i]);
		s->current[i] = -1;
	}
	disk_restart(0, power, &s->chance);
	s->node.life++;
	s->node.restart_t = s->t + (int64_t)rng_below(&s->chance, 4000) * MS;
}

/* Ends the process, but not the test: a disk that is full, and a trip that somebody has to look at. */
static bool passes(const struct coordinator_action *a)
{
	return disk_full(0) || a->kind == COORDINATOR_TRIPPED || a->refusal == WIRE_REFUSE_DISK || a->refusal == WIRE_REFUSE_TRIPPED;
}

static void act(struct sim *s, int site, const struct coordinator_action *a)
{
	struct sim_connection *k = s->current[site] < 0 ? NULL : &s->connection[s->current[site]];

	if ((a->kind == COORDINATOR_CONNECT || a->kind == COORDINATOR_CLOSE) && k) {
		k->last = k->welcomed && coordinator_failed(&s->c[site]);
		if (k->open[0])
			net_close(s, k, 0);
		s->current[site] = -1;
	}
	if (a->kind == COORDINATOR_CONNECT)
		net_connect(s, site);
	if (a->kind == COORDINATOR_WELCOMED) {
		sim_say(s, "coordinator: welcomed by site %d", site);
		k->welcomed = true;
	}
	if (a->kind == COORDINATOR_BYE)
		s->byes++;
	if (a->kind == COORDINATOR_REFUSED || a->kind == COORDINATOR_TRIPPED) {
		sim_say(s, "coordinator: %s", a->text);
		if (!s->failed && !s->halted)
			snprintf(s->why, sizeof(s->why), "%.300s", a->text);
		s->halted |= passes(a);
		s->failed |= !s->halted;
	}
}

static void flush(struct sim *s)
{
	for (int i = 0; i < s->plan.sites; i++) {
		struct sim_connection *k = s->current[i] < 0 ? NULL : &s->connection[s->current[i]];
		size_t n;
		const unsigned char *out = coordinator_output(&s->c[i], &n);
		if (k && k->open[0] && n > 0)
			coordinator_sent(&s->c[i], net_put(s, k, 0, out, n));
	}
}

/* Does what the machines want; false: the disk has stopped, and with it the process. */
static bool settle(struct sim *s)
{
	struct coordinator_action a;

	if (disk_stopped(0)) {
		brain_crash(s, rng_below(&s->chance, 2) == 0);
		return false;
	}
	flush(s);
	for (int i = 0; i < s->plan.sites; i++)
		while (coordinator_next(&s->c[i], &a))
			act(s, i, &a);
	flush(s);
	return true;
}

/* Gives every site that takes part its command. */
static bool ask(struct sim *s)
{
	struct sim_model *m = &s->model;
	struct err e = {0};
	char line[SIM_TEXT];

	sim_model_predict(m, s->step, s->sub);
	for (int i = 0; i < s->plan.sites; i++) {
		struct signals trial = {.n = {1}, .x = {&m->target[i], &m->target[i], &m->target[i], &m->target[i], &m->target[i]}};
		double f0 = -m->r[i];
		struct substeps begin = {.t0 = 0.02 * (s->step - 1), .x0 = {&m->u0[i]}, .now = {&m->u[i]}, .f = &f0};
		int rc;

		if (!sim_model_takes_part(&s->plan, i, s->step))
			continue;
		if (s->plan.ramp)
			rc = coordinator_ramp(&s->c[i], brain_clock(s), (uint64_t)s->step, 0, 0.02 * s->step, &trial, &begin, &e);
		else
			rc = coordinator_exchange(&s->c[i], brain_clock(s), (uint64_t)s->step, (uint32_t)s->sub, 0.02 * s->step, &trial, &e);
		err_text(&e, line, sizeof(line));
		if (rc && !disk_stopped(0) && !disk_full(0))
			sim_fault(s, "coordinator, step %d.%d: %s", s->step, s->sub, line);
		if (rc || !settle(s) || s->halted)
			return settle(s) && false;
	}
	round_seal(&s->round);
	s->asked = true;
	return true;
}

/* Whoever has measured knows how the specimen was before, in every life. */
static void look_at_rest(struct sim *s, int site)
{
	const struct signals *rest = coordinator_rest(&s->c[site]);

	if (!rest || rest->x[SLOT_FORCE][0] != sim_rest(site) || coordinator_driven(&s->c[site], 0) != sim_driven(site))
		sim_fault(s, "coordinator, step %d: does not know how the specimen of site %d was at rest", s->step, site);
}

/* All forces are there. */
static void take(struct sim *s)
{
	struct sim_model *m = &s->model;

	for (int i = 0; i < s->plan.sites; i++)
		if (sim_model_takes_part(&s->plan, i, s->step)) {
			m->r[i] = coordinator_answer(&s->c[i])->x[SLOT_FORCE][0];
			m->end[i][0] = coordinator_ramped(&s->c[i])->before[0];
			m->end[i][1] = coordinator_ramped(&s->c[i])->now[SLOT_DISP][0];
			m->u0[i] = m->target[i];
			look_at_rest(s, i);
		}
	s->asked = false;
	if (++s->sub < s->plan.subs)
		return;
	sim_model_correct(m, s->step);
	s->sub = 0;
	s->step++;
}

static void end_test(struct sim *s)
{
	if (!s->ending)
		for (int i = 0; i < s->plan.sites; i++)
			coordinator_end(&s->c[i], brain_clock(s));
	s->ending = true;
	if (settle(s) && s->byes == s->plan.sites)
		s->ended = true;
}

/* All come to rest; the process ends, and its disk is emptied. */
static void halt(struct sim *s)
{
	sim_say(s, "the coordinator ends: %s", s->why);
	s->halts++;
	for (int i = 0; i < s->plan.sites; i++)
		coordinator_trip(&s->c[i], brain_clock(s), "another site has ended the test");
	if (!settle(s))
		return;
	s->node.up = false;
	for (int i = 0; i < s->plan.sites; i++) {
		coordinator_close(&s->c[i]);
		s->current[i] = -1;
	}
	disk_restart(0, false, &s->chance);
	s->node.life++;
	s->node.restart_t = s->t + (int64_t)rng_below(&s->chance, 8000) * MS;
}

static void go_on(struct sim *s)
{
	while (s->node.up && !s->failed && !s->halted && !s->ended && !s->fault[0] && settle(s)) {
		if (s->step > s->plan.steps) {
			end_test(s);
			return;
		}
		if (!s->asked && !ask(s))
			return;
		bool done = round_work(&s->round, brain_clock(s));
		if (!settle(s) || !done)
			return;
		if (round_failed(&s->round) < 0)
			take(s);
	}
}

void brain_work(struct sim *s)
{
	if (s->step == 0)
		s->step = 1;
	go_on(s);
	if (s->node.up && s->halted && !s->failed && !s->fault[0])
		halt(s);
}
