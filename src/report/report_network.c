/* Exchanges over networks: with sites elsewhere, and through the model of a network before a rig. How long, how often, and what was lost. */
#include "report/report_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Columns of which a picture over time says something. */
static const char *const SHOWN[] = {"round_trip", "losses", "lost", "resent", "ignored"};

static void put_spread(struct report_job *j, const struct table_report *t, const char *site)
{
	double x[2 * SPREAD_BINS], y[2 * SPREAD_BINS];
	char title[CELL] = "", name[CELL] = "";
	struct plot p = figure(title, "time of an exchange [ms]", "exchanges");
	int n = 0;

	if (!t->spread || t->extent[t->trip].n == 0)
		return;
	snprintf(title, sizeof(title), "%.60s: round trips, how long, how often", site);
	snprintf(name, sizeof(name), "network_%.60s_histogram", site);
	for (int k = 0; k < SPREAD_BINS; k++)
		for (int end = 0; end < 2 && t->spread[k] > 0; end++, n++) {
			x[n] = 1e3 * spread_edge(k + end);
			y[n] = (double)t->spread[k];
		}
	p.x_log = p.y_log = true;
	/* what occurred once is seen, too */
	p.y_lo = 0.5;
	p.y_hi = 1.0;
	p.ncurve = 1;
	p.curve[0] = (struct plot_curve){.name = "", .n = n, .x = x, .y = y, .stride = 1, .bars = true};
	page_figure(&j->p, name, &p, "%lld exchanges: shortest %.4g ms, half of them within %.4g ms, 99 %% within %.4g ms, longest %.4g ms.",
	            (long long)t->extent[t->trip].n, 1e3 * t->extent[t->trip].lo, 1e3 * spread_quantile(t->spread, 0.5), 1e3 * spread_quantile(t->spread, 0.99),
	            1e3 * t->extent[t->trip].hi);
}

static void put_column(struct report_job *j, struct table_report *t, const char *site, int k)
{
	char x[CELL] = "", y[CELL] = "", name[CELL] = "", title[CELL] = "";
	struct plot p = figure(title, x, y);

	label(x, "test time", j->r->head.time);
	label(y, t->info->column[k], t->info->unit[k]);
	snprintf(title, sizeof(title), "%.50s: %.30s", site, t->info->column[k]);
	snprintf(name, sizeof(name), "network_%.30s_%.30s", site, t->info->column[k]);
	p.curve[p.ncurve++] = trace_curve(&t->trace[k], t->info->column[k]);
	page_figure(&j->p, name, &p, "%s: largest %.5g%s%s.", site, extent_peak(&t->extent[k]), t->info->unit[k][0] ? " " : "", t->info->unit[k]);
}

void report_put_network(struct report_job *j)
{
	if (j->r->nnetwork == 0)
		return;
	page_heading(&j->p, 2, "network", "Networks: exchanges with sites and rigs");
	for (int i = 0; i < j->r->nnetwork; i++) {
		struct table_report *t = &j->r->network[i];
		const char *const site = strchr(t->info->name, '/') + 1;

		report_put_ends(j, t);
		page_figures(&j->p);
		put_spread(j, t, site);
		for (size_t s = 0; s < COUNT(SHOWN); s++) {
			int k = scan_column(t->info, SHOWN[s]);

			/* counts that never moved are in the table above */
			if (k >= 0 && t->extent[k].n > 0 && (k == t->trip || t->extent[k].lo != t->extent[k].hi))
				put_column(j, t, site, k);
		}
		page_figures_end(&j->p);
	}
}
