/* Histories: journals against each other, against the specimens' logs, and against the test without interruptions. */
#include "sim/check.h"

#include <math.h>
#include <string.h>

/* One exchange as a site's journal tells it. */
struct told {
	uint64_t step;
	uint32_t sub;
	int life;                  /* of the process that measured it */
	double x;
};

enum { TOLD = 2 * SIM_STEPS + 4 };

/* Reads a site's journal record by record, not with the product's walk: targets, measurements, lives. Returns how many were measured. */
static int read_site(struct sim *s, int site, struct told told[TOLD], struct arena *mem)
{
	struct journal_reader r;
	struct journal_record x;
	char path[64];
	double target = 0.0;
	int n = 0, life = 0;

	if (journal_reader_open(&r, sim_path(1 + site, site, path), 4096, mem, NULL))
		return 0;
	while (journal_next(&r, &x) == JOURNAL_GOOD) {
		life += x.type == JOURNAL_RESUMED;
		if (x.type == JOURNAL_TARGET)
			wire_values(x.payload + 4 + WIRE_TARGET_HEAD + 8, 1, &target);
		if (x.type != JOURNAL_MEASURED)
			continue;
		if (n == TOLD) {
			sim_fault(s, "site %d has measured more than there are steps", site);
			break;
		}
		told[n++] = (struct told){x.step, x.sub, life, target};
	}
	journal_reader_close(&r);
	return n;
}

/* Exchanges that a site must have had in the first `steps` steps. */
static int wanted(const struct sim *s, int site, int steps)
{
	int n = 0;

	for (int step = 1; step <= steps; step++)
		n += sim_model_takes_part(&s->plan, site, step) ? s->plan.subs : 0;
	return n;
}

/* Every exchange in its turn, none left out. */
static void check_order(struct sim *s, int site, const struct told *told, int n, int steps)
{
	int k = 0;

	for (int step = 1; step <= s->plan.steps && k < n; step++)
		for (int sub = 0; sim_model_takes_part(&s->plan, site, step) && sub < s->plan.subs && k < n; sub++, k++)
			if (told[k].step != (uint64_t)step || told[k].sub != (uint32_t)sub)
				sim_fault(s, "site %d: exchange %d is step %llu.%u instead of %d.%d", site, k + 1, (unsigned long long)told[k].step, told[k].sub, step, sub);
	if (s->ended && n != wanted(s, site, steps))
		sim_fault(s, "site %d has measured %d exchanges instead of %d: a step was lost", site, n, wanted(s, site, steps));
}

/* The journals' lives are counted by RESUMED; a life that ended before its first record has none. Both only grow, so entries are compared by order. */
static void check_moves(struct sim *s, int site, const struct told *told, int n)
{
	const struct sim_move *last = NULL;
	int k = 0;                 /* exchange of the journal that the log has come to */

	for (int i = 0; i < s->moves; i++) {
		const struct sim_move *m = &s->move[i];
		bool same = last && last->step == m->step && last->sub == m->sub;

		if (m->site != site)
			continue;
		if (!(fabs(m->x) <= s->plan.limit))
			sim_fault(s, "site %d, step %llu.%u: moved to %g, outside of its limits", site, (unsigned long long)m->step, m->sub, m->x);
		if (m->alone)
			sim_fault(s, "site %d, step %llu.%u: moved before all had accepted", site, (unsigned long long)m->step, m->sub);
		if (same && last->life == m->life)
			sim_fault(s, "site %d, step %llu.%u: executed twice", site, (unsigned long long)m->step, m->sub);
		if (last && !same && (m->step < last->step || (m->step == last->step && m->sub < last->sub)))
			sim_fault(s, "site %d: moved back from step %llu.%u to %llu.%u", site, (unsigned long long)last->step, last->sub, (unsigned long long)m->step,
			        m->sub);
		k += last && !same;
		if (k < n && (told[k].step != m->step || told[k].sub != m->sub || told[k].x != m->x))
			sim_fault(s, "site %d: moved for step %llu.%u to %g, its journal has step %llu.%u, %g", site, (unsigned long long)m->step, m->sub, m->x,
			          (unsigned long long)told[k].step, told[k].sub, told[k].x);
		last = m;
	}
	/* the last move may have been broken off, or crashed before it was written down */
	if (last && k + 1 < n)
		sim_fault(s, "site %d: its journal has %d exchanges, the specimen has gone through %d", site, n, k + 1);
	if (!last && n > 0)
		sim_fault(s, "site %d: its journal has %d exchanges, the specimen has never moved", site, n);
}

/* A measured exchange is never moved for again: entries of its step are of the life that measured it or of earlier ones, and only the last is whole for
 * good. */
static void check_once(struct sim *s, int site, const struct told *told, int n)
{
	int life[TOLD] = {0};      /* of the log, last entry of each exchange */

	for (int i = 0; i < s->moves; i++)
		for (int k = 0; k < n; k++)
			if (s->move[i].site == site && s->move[i].step == told[k].step && s->move[i].sub == told[k].sub)
				life[k] = s->move[i].life;
	/* lives of journal and log count differently, but both must not go down where the other goes up */
	for (int k = 1; k < n; k++)
		if (life[k] < life[k - 1] || told[k].life < told[k - 1].life || (told[k].life > told[k - 1].life && life[k] == life[k - 1]))
			sim_fault(s, "site %d, step %llu.%u: measured in another life than it was moved in", site, (unsigned long long)told[k].step, told[k].sub);
}

static void check_journals(struct sim *s, int site, struct arena *mem)
{
	struct journal_summary sum;
	struct err e = {0};
	char c[64], h[64], line[SIM_TEXT];
	size_t n;

	sim_path(0, site, c);
	sim_path(1 + site, site, h);
	if (!disk_file(h, &n) || !journal_exists(h) || !journal_exists(c))
		return;
	if (journal_check(c, mem, &sum, &e) || journal_check(h, mem, &sum, &e) || journal_compare(c, h, mem, &e)) {
		err_text(&e, line, sizeof(line));
		sim_fault(s, "journals of site %d: %s", site, line);
	}
	if (s->ended && (!sum.ended || sum.open.step > 0))
		sim_fault(s, "site %d does not know that the test has ended", site);
}

/* No site is more than one round ahead of another. */
static void check_together(struct sim *s, const uint64_t last[SIM_SITES])
{
	for (int i = 0; i < s->plan.sites; i++)
		for (int k = 0; k < s->plan.sites; k++)
			for (uint64_t step = last[k] + 1; step < last[i]; step++)
				if (sim_model_takes_part(&s->plan, k, (int)step))
					sim_fault(s, "site %d is at step %llu, site %d only at %llu", i, (unsigned long long)last[i], k, (unsigned long long)last[k]);
}

static void check_result(struct sim *s, const struct sim_model *m, const struct sim_specimen *specimen)
{
	if (memcmp(s->model.path, m->path, (size_t)s->plan.steps * sizeof(m->path[0])) != 0 || memcmp(s->model.v, m->v, sizeof(m->v)) != 0 ||
	    memcmp(s->model.r, m->r, sizeof(m->r)) != 0 || memcmp(s->model.end, m->end, sizeof(m->end)) != 0)
		sim_fault(s, "the result is not that of the test without interruptions");
	for (int i = 0; i < s->plan.sites; i++)
		if (memcmp(&s->site[i].specimen, &specimen[i], sizeof(specimen[i])) != 0)
			sim_fault(s, "specimen %d is at %.17g, %.17g instead of %.17g, %.17g", i, s->site[i].specimen.x, s->site[i].specimen.xp, specimen[i].x,
			        specimen[i].xp);
}

void sim_check(struct sim *s)
{
	struct sim_model reference;
	struct sim_specimen specimen[SIM_SITES];
	int steps = sim_model_reference(&s->plan, &reference, specimen), n[SIM_SITES] = {0};
	uint64_t last[SIM_SITES] = {0};
	struct told told[TOLD];
	struct arena mem;

	arena_init(&mem);
	for (int i = 0; i < s->plan.sites; i++) {
		n[i] = read_site(s, i, told, &mem);
		last[i] = n[i] > 0 ? told[n[i] - 1].step : 0;
		check_moves(s, i, told, n[i]);
		check_order(s, i, told, n[i], steps);
		check_once(s, i, told, n[i]);
		check_journals(s, i, &mem);
	}
	check_together(s, last);
	arena_fini(&mem);
	/* a test that leaves the limits is refused there, and nowhere else is anything refused */
	if (s->failed && steps == s->plan.steps)
		sim_fault(s, "the test was refused: %s", s->why);
	if (s->ended && steps < s->plan.steps)
		sim_fault(s, "the test has left the limits after step %d and was not refused", steps);
	for (int i = 0; i < s->plan.sites && s->failed && s->plan.propose; i++)
		if (last[i] > (uint64_t)steps + (s->plan.subs > 1))
			sim_fault(s, "site %d has executed step %llu, which was refused elsewhere", i, (unsigned long long)last[i]);
	if (s->ended && steps == s->plan.steps)
		check_result(s, &reference, specimen);
}
