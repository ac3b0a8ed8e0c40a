/* Rows of a record: what is read where after a committed step. */
#include "record/run_record_priv.h"

#include "control/keeper.h"

#include <stdio.h>
#include <string.h>

enum { TIMING_NS = 250 * 1000 * 1000 };

static struct clock wall = {.ops = &clock_monotonic};

/* ---- steps --------------------------------------------------------------------------------------------------- */

static double *put_nodes(const struct run_record *r, const struct run_plan *p, double *x)
{
	for (int what = NODE_DISP; what <= NODE_ACCEL; what++, x += p->nfreedom)
		analysis_motion(r->an, what, p->nfreedom, p->freedom, x);
	for (int i = 0; i < p->nheld; i++)
		*x++ = analysis_reaction(r->an, p->held[i].node, p->held[i].dof);
	return x;
}

static void put_sites(const struct run_plan *p, double *x)
{
	for (int i = 0; i < p->nsite; i++) {
		const struct run_site *s = &p->site[i];
		const double *const from[3] = {s->site->trial.x[SLOT_DISP], s->site->out.x[SLOT_DISP], s->site->out.x[SLOT_FORCE]};

		for (int k = 0; k < 3; k++) {
			if (s->n[k] > 0)
				memcpy(x, from[k], (size_t)s->n[k] * sizeof(double));
			x += s->n[k];
		}
	}
}

static int put_step(struct run_record *r, struct run_plan *p, struct err *e)
{
	double *x = p->row;
	int code = p->nheld > 0 ? analysis_reactions(r->an, REACTION_DYNAMIC, e) : 0;

	if (code)
		return code;
	*x++ = r->served ? r->served->t : analysis_time(r->an);
	*x++ = run_record_time(r);
	*x++ = r->served ? r->exchanges : r->an->iterations;
	put_sites(p, put_nodes(r, p, x));
	run_record_row(r, 0, p->row);
	return 0;
}

/* ---- rigs ---------------------------------------------------------------------------------------------------- */

/* States that matter to whoever reads about the test. */
static void tell_state(struct run_record *r, struct run_rig *g, const double *row)
{
	int state = (int)row[g->state];

	if (state != g->was && state >= CONTROL_HOLD) {
		char source[RUN_EVENT_SOURCE];

		snprintf(source, sizeof source, "expControl %d", g->rig->tag);
		run_record_event(r, "state", source, "%s from %.6f s of its laboratory",
		                 state < CONTROL_STATES ? control_state_name((enum control_state)state) : "tripped", row[0]);
	}
	g->was = state;
}

/* The rig itself had no room for rows of a step. */
static void tell_lost(struct run_record *r, struct run_rig *g, double lost)
{
	char source[RUN_EVENT_SOURCE];

	if (!(lost > g->lost))
		return;
	snprintf(source, sizeof source, "expControl %d", g->rig->tag);
	run_record_event(r, "lost", source, "%g rows found no room in its -buffer", lost - g->lost);
	g->lost = lost;
}

/* Of rows of one time, as of iterations in a rig without ticks, the first. */
static void put_ticks(struct run_record *r, struct run_plan *p, struct run_rig *g)
{
	const struct rig *rig = g->rig;
	int n = g->table >= 0 ? rig_ticks(rig) : 0;

	for (int i = 0; i < n; i++) {
		rig->ops->tick(rig->self, i, p->row);
		if (!(p->row[0] > g->last))
			continue;
		g->last = p->row[0];
		run_record_row(r, g->table, p->row);
		if (g->state >= 0)
			tell_state(r, g, p->row);
	}
	if (n > 0)
		tell_lost(r, g, p->row[g->width - 1]);
}

static void put_timing(struct run_record *r, struct run_plan *p, struct run_rig *g)
{
	static struct loop_report report;
	const struct keeper *k = g->timing >= 0 ? g->rig->ops->keeper(g->rig->self) : NULL;
	double *x = p->row;

	if (!k || clock_now(&wall) - g->timed_ns < TIMING_NS || !snapshot_read(&k->link->timing, &report))
		return;
	g->timed_ns = clock_now(&wall);
	*x++ = (double)report.calls / k->words.rate_hz;
	*x++ = (double)report.calls;
	*x++ = (double)report.missed;
	*x++ = (double)report.overruns;
	*x++ = (double)report.late;
	for (int i = 0; i < 2; i++) {
		const struct histogram *h = i == 0 ? &report.wake : &report.busy;

		*x++ = 1e-3 * (double)histogram_quantile(h, 0.5);
		*x++ = 1e-3 * (double)histogram_quantile(h, 0.99);
		*x++ = 1e-3 * (double)histogram_quantile(h, 1.0);
	}
	run_record_row(r, g->timing, p->row);
}

/* ---- networks ------------------------------------------------------------------------------------------------ */

static struct traffic traffic_of(const struct run_network *n)
{
	struct traffic t = {0};

	if (n->peer)
		t = (struct traffic){.lost = (long)n->peer->coordinator.losses, .again = (long)n->peer->coordinator.resent, .log = &n->peer->log};
	else if (!n->rig->ops->traffic(n->rig->self, &t))
		t.log = NULL;
	return t;
}

static void put_exchanges(struct run_record *r, struct run_network *n)
{
	struct traffic t = traffic_of(n);

	if (!t.log)
		return;
	/* begun anew; or more than are kept: their numbers show the gap */
	n->seen = t.log->n < n->seen ? 0 : t.log->n - n->seen > TRAFFIC_LOG ? t.log->n - TRAFFIC_LOG : n->seen;
	for (; n->seen < t.log->n; n->seen++) {
		const struct traffic_row *x = &t.log->row[n->seen % TRAFFIC_LOG];
		const double row[] = {run_record_time(r), (double)n->seen + 1.0, x->sent, x->sent + x->took, x->took, (double)t.lost, (double)t.again,
		                      n->peer ? (double)n->peer->coordinator.ignored : 0.0};

		run_record_row(r, n->table, row);
	}
}

void run_rows_rigs(struct run_record *r)
{
	struct run_plan *p = &r->plan[r->now];

	for (int i = 0; i < p->nrig; i++) {
		put_ticks(r, p, &p->rig[i]);
		put_timing(r, p, &p->rig[i]);
	}
	for (int i = 0; i < p->nnetwork; i++)
		put_exchanges(r, &p->network[i]);
}

/* ---- elements ------------------------------------------------------------------------------------------------ */

static void put_yields(struct run_record *r, struct run_plan *p)
{
	int some = p->yielding >= 0 ? run_yield_some(&p->yields) : 0;

	for (int k = 0; k < some; k++) {
		const struct run_yielder *w = run_yield_next(&p->yields, r->an);

		if (w)
			run_record_row(r, p->yielding, (const double[]){run_record_time(r), w->tag, w->state});
	}
}

/* ---- others -------------------------------------------------------------------------------------------------- */

static void put_guests(struct run_record *r, struct run_plan *p)
{
	const struct run_guest *g = &r->guest;
	int table = p->guest, at = 0;

	/* columns of others than those that were planned have no room here; the next analyze plans anew */
	bool planned = p->nguest > 0 && g->columns(g->self) == p->nguest;

	if (planned)
		g->values(g->self, p->value);
	for (; planned && at < p->nguest && table < p->ntable; table++) {
		int more = p->table[table].n - 1;

		p->row[0] = run_record_time(r);
		memcpy(p->row + 1, p->value + at, (size_t)more * sizeof(double));
		run_record_row(r, table, p->row);
		at += more;
	}
	run_rows_events(r);
}

void run_rows_events(struct run_record *r)
{
	const struct run_guest *g = &r->guest;
	struct run_event event;
	int n = g->events ? g->events(g->self) : 0;

	for (r->nevent = n < r->nevent ? 0 : r->nevent; r->nevent < n; r->nevent++) {
		memset(&event, 0, sizeof event);
		g->event(g->self, r->nevent, &event);
		run_record_put(r, &event);
	}
}

int run_rows_step(struct run_record *r, struct err *e)
{
	struct run_plan *p = &r->plan[r->now];
	int code = put_step(r, p, e);

	if (code)
		return code;
	run_rows_rigs(r);
	put_yields(r, p);
	put_guests(r, p);
	return 0;
}

/* ---- the end ------------------------------------------------------------------------------------------------- */

static void put_bins(struct run_record *r, int table, const struct histogram *h)
{
	for (int octave = 0; octave < HISTOGRAM_OCTAVES + HISTOGRAM_BITS; octave++)
		for (int part = 0; part < 8; part++) {
			int64_t lo = ((int64_t)(8 + part) << octave) / 8, hi = ((int64_t)(9 + part) << octave) / 8;
			const double x[] = {1e-3 * (double)lo, 1e-3 * (double)hi, (double)(hi > lo ? histogram_between(h, lo, hi) : 0)};

			if (x[2] > 0.0)
				run_record_row(r, table, x);
		}
}

void run_rows_end(struct run_record *r)
{
	static struct loop_report report;
	struct run_plan *p = &r->plan[r->now];

	run_rows_rigs(r);
	run_rows_events(r);
	for (int i = 0; i < p->nrig; i++) {
		const struct run_rig *g = &p->rig[i];
		const struct keeper *k = g->timing >= 0 ? g->rig->ops->keeper(g->rig->self) : NULL;

		if (!k || !snapshot_read_patiently(&k->link->timing, &report))
			continue;
		put_bins(r, g->timing + 1, &report.wake);
		put_bins(r, g->timing + 2, &report.busy);
	}
}
