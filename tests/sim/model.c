/* The structure under test: a chain of unit masses by explicit Newmark (u+ = u + dt v + dt^2/2 a, then a+ from equilibrium, v+ = v + dt (a + a+)/2), each
 * mass on an elastic-plastic specimen; and the plan of a test from its seed. */
#include "sim/sim.h"

#include "experiment/substeps.h"

#include <math.h>
#include <string.h>

static const double dt = 0.02, coupling = 20.0, stiffness = 40.0, yield = 1.2, damping = 0.3;
static const double gain = 1e-4;
const struct substep_gains sim_gains = {.n = 1, .k = SIM_SUBSTEPS, .dt = 0.02, .b_v = 100.0, .b_a = 1e4, .g = &gain};

double sim_specimen_move(struct sim_specimen *s, double x)
{
	double f = stiffness * (x - s->xp);

	if (fabs(f) > yield) {
		s->xp = x - copysign(yield / stiffness, f);
		f = stiffness * (x - s->xp);
	}
	s->x = x;
	return f;
}

double sim_rest(int site)
{
	return 0.25 - site;
}

bool sim_driven(int site)
{
	return site % 2 == 0;
}

void sim_model_start(struct sim_model *m, int n)
{
	*m = (struct sim_model){.n = n};
}

bool sim_model_takes_part(const struct sim_plan *p, int site, int step)
{
	return !p->skips || step % 5 != site;
}

void sim_model_predict(struct sim_model *m, int step, int sub)
{
	for (int i = 0; i < m->n; i++)
		m->target[i] = m->u[i] + dt * m->v[i] + 0.5 * dt * dt * m->a[i] + 0.002 * sub * sin(step);
}

void sim_model_correct(struct sim_model *m, int step)
{
	double t = dt * step;

	for (int i = 0; i < m->n; i++) {
		double left = i > 0 ? m->target[i - 1] : 0.0, right = i + 1 < m->n ? m->target[i + 1] : 0.0, here = m->target[i];
		double a = (1.0 + i) * 3.0 * sin(5.0 * t) - m->r[i] - damping * m->v[i] - coupling * (2.0 * here - left - right);

		m->v[i] += 0.5 * dt * (m->a[i] + a);
		m->a[i] = a;
	}
	memcpy(m->u, m->target, sizeof(m->u));
	memcpy(m->path[step - 1], m->u, sizeof(m->u));
}

double sim_site_move(struct sim_specimen *s, const struct sim_plan *p, double x, double u0, double f0, double ret_end[2])
{
	double gf;
	struct substeps run = {.x0 = {&u0}, .x1 = {&x}, .now = {&ret_end[1]}, .f = &f0, .before = &ret_end[0], .gf = &gf};

	if (!p->ramp)
		return sim_specimen_move(s, x);
	substeps_begin(&run, &sim_gains);
	while (substeps_next(&run))
		f0 = -sim_specimen_move(s, ret_end[1]);
	return -f0;
}

int sim_model_reference(const struct sim_plan *p, struct sim_model *ret, struct sim_specimen ret_specimen[SIM_SITES])
{
	sim_model_start(ret, p->sites);
	memset(ret_specimen, 0, SIM_SITES * sizeof(*ret_specimen));
	for (int step = 1; step <= p->steps; step++) {
		for (int sub = 0; sub < p->subs; sub++) {
			sim_model_predict(ret, step, sub);
			for (int i = 0; i < p->sites; i++)
				if (sim_model_takes_part(p, i, step) && !(fabs(ret->target[i]) <= p->limit))
					return step - 1;
			for (int i = 0; i < p->sites; i++) {
				if (!sim_model_takes_part(p, i, step))
					continue;
				ret->r[i] = sim_site_move(&ret_specimen[i], p, ret->target[i], ret->u0[i], -ret->r[i], ret->end[i]);
				ret->u0[i] = ret->target[i];
			}
		}
		sim_model_correct(ret, step);
	}
	return p->steps;
}

struct sim_plan sim_plan_of(uint64_t seed)
{
	static const int64_t ms = 1000000;
	struct rng r;
	struct sim_plan p = {0};

	rng_init(&r, seed, 1);
	p.sites = 1 + (int)rng_below(&r, SIM_SITES);
	p.steps = 4 + (int)rng_below(&r, SIM_STEPS - 3);
	p.ramp = rng_below(&r, 8) == 0;
	p.subs = p.ramp ? 1 : 1 + (int)rng_below(&r, 2);
	p.propose = p.sites > 1 && rng_below(&r, 4) != 0;
	p.skips = rng_below(&r, 4) == 0;
	for (int i = 0; i < p.sites; i++)
		p.physical[i] = !p.ramp && rng_below(&r, 2) == 0;
	p.limit = rng_below(&r, 10) == 0 ? 0.01 + 0.05 * rng_uniform(&r) : 10.0;
	p.policy = (struct journal_policy){.sync = (enum journal_sync)rng_below(&r, 3), .every = 3};
	p.history = 2 * SIM_STEPS;
	p.delay_ns = (int64_t)(rng_uniform(&r) * (rng_below(&r, 4) == 0 ? 300 : 20) * (double)ms);
	p.jitter_ns = (int64_t)(rng_uniform(&r) * 2.0 * (double)p.delay_ns);
	p.spike = rng_below(&r, 2) ? 0.0 : 0.1 * rng_uniform(&r);
	p.rig_ns = (int64_t)(rng_uniform(&r) * 100 * (double)ms);
	p.faults = (int)rng_below(&r, SIM_FAULTS + 1);
	p.fuse = rng_below(&r, 3) == 0 ? 0.0 : rng_uniform(&r);
	p.quiet_ns = (2 + (int64_t)rng_below(&r, 40)) * 1000 * ms;
	p.full = rng_below(&r, 3) != 0 ? 0.0 : rng_uniform(&r);
	return p;
}
