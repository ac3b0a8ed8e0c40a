/* The report of a rehearsal: one line a finding, share of what is allowed, then "go" or what to change. */
#include "main/rehearse_print.h"

#include "base/aside.h"
#include "math/delay.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { CHANGES = 32, TEXT = 200 };

/* Above this share of a limit a finding is said to be near. */
static const double NEAR = 0.9;

struct verdict {
	char change[CHANGES][TEXT], note[CHANGES][TEXT];
	int nchange, nnote;             /* said; the first CHANGES are kept */
};

static void say(char (*list)[TEXT], int *n, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void say(char (*list)[TEXT], int *n, const char *format, ...)
{
	va_list words;

	if ((*n)++ >= CHANGES)
		return;
	va_start(words, format);
	vsnprintf(list[*n - 1], TEXT, format, words);
	va_end(words);
}

static void print_list(const char *word, char (*list)[TEXT], int n)
{
	for (int i = 0; i < n && i < CHANGES; i++)
		printf("%s%s\n", word, list[i]);
}

/* As the script names its units: "mm", "kN", "kN mm"; without defaultUnits "length" and so on. Velocities are of laboratory time, which is in seconds. */
struct names { char time[20], frequency[24], length[20], velocity[40], force[20], energy[40]; };

static struct names names_of(const struct rehearse *r)
{
	const char *unit[3];
	struct names n;

	run_record_units_named(r->run, unit);
	snprintf(n.force, sizeof(n.force), "%s", unit[0]);
	snprintf(n.length, sizeof(n.length), "%s", unit[1]);
	snprintf(n.time, sizeof(n.time), "%s", unit[2]);
	snprintf(n.frequency, sizeof(n.frequency), strcmp(n.time, "s") == 0 ? "Hz" : "1/%s", n.time);
	snprintf(n.velocity, sizeof(n.velocity), "%s/s", unit[1]);
	snprintf(n.energy, sizeof(n.energy), "%s %s", unit[0], unit[1]);
	return n;
}

/* --- lines --------------------------------------------------------------------------------------------- */

static void line(const char *what, double found, const char *unit, double allowed, double share)
{
	char limit[32] = "-", part[32] = "-";

	if (isfinite(allowed))
		snprintf(limit, sizeof(limit), "%.5g", allowed);
	if (isfinite(share) && isfinite(allowed))
		snprintf(part, sizeof(part), "%.0f %%", 100.0 * share);
	if (isinf(found))
		printf("  %-44s %12s %-12s %12s %8s\n", what, "none", "", limit, part);
	else
		printf("  %-44s %12.5g %-12s %12s %8s\n", what, found, unit, limit, part);
}

/* A quantity with an upper limit: the line, and a change or a note when it is beyond or near. */
static void judge(struct verdict *v, const char *what, double found, const char *unit, double allowed, const char *hint)
{
	double share = allowed > 0.0 ? found / allowed : found <= allowed ? 0.0 : INFINITY;

	line(what, found, unit, allowed, share);
	if (!isfinite(allowed))
		return;
	if (!(found <= allowed))
		say(v->change, &v->nchange, "%s: %.5g %s, allowed %.5g %s: %s", what, found, unit, allowed, unit, hint);
	else if (share > NEAR)
		say(v->note, &v->nnote, "%s uses %.0f %% of what is allowed", what, 100.0 * share);
}

/* --- parts ---------------------------------------------------------------------------------------------- */

static void print_step(struct verdict *v, const struct rehearse *r, const struct names *n)
{
	const struct rehearse_loop *l = &r->loop;
	char what[80];

	snprintf(what, sizeof(what), "step, stable for %s up to", l->integrator);
	if (isfinite(l->dt_limit))
		judge(v, what, r->dt_max, n->time, l->dt_limit, "a shorter step, or an integrator that needs none");
	else
		line("step (stable whatever its length)", r->dt_max, n->time, INFINITY, 0.0);
	line("explicit limit of the computed part, 2/omega", 2.0 / l->omega_numerical, n->time, INFINITY, 0.0);
	if (l->coordinates == 0)
		return;
	line("  with the specimens' initial stiffness", 2.0 / l->omega_max, n->time, INFINITY, 0.0);
	line("smallest number of Dorka's sub-steps", l->substeps_critical ? l->substeps_critical : INFINITY, "", INFINITY, 0.0);
	line("  radius of G_cc K_s, must be below", l->contraction, "", 1.0, l->contraction);
	if (l->substeps && (l->substeps_critical == 0 || l->substeps < l->substeps_critical))
		say(v->change, &v->nchange, "integrator Dorka: %d sub-steps, a step grows with fewer than %d: -substeps", l->substeps, l->substeps_critical);
}

static void print_loop(struct verdict *v, const struct rehearse *r, const struct rehearse_words *w, const struct names *n)
{
	const struct rehearse_loop *l = &r->loop;
	double scale = r->scale_least > 0.0 ? r->scale_least : 1.0;
	char text[512];

	if (!r->looked)
		return;
	if (!l->known) {
		err_text(&l->fault, text, sizeof(text));
		say(v->note, &v->nnote, "limits of delay and step are not known: %.150s", text);
		return;
	}
	print_step(v, r, n);
	if (l->coordinates == 0)
		return;
	line("critical delay, laboratory time", 1e3 * l->delay * scale, "ms", INFINITY, 0.0);
	if (!isinf(l->delay)) {
		line("  frequency of the motion there", l->omega / (2.0 * M_PI), n->frequency, INFINITY, 0.0);
		if (strcmp(n->time, "s") == 0)
			line("  predictive stability indicator, log10(ms)", delay_indicator(l->delay), "", INFINITY, 0.0);
	}
	if (rehearse_hold(r) > 0.0)
		line("commands hold before anything is measured", 1e3 * rehearse_hold(r), "ms", INFINITY, 0.0);
	if (w->lag > 0.0)
		judge(v, rehearse_hold(r) > 0.0 ? "lag given, less the hold" : "lag given, laboratory time", 1e3 * rehearse_lag(r), "ms", 1e3 * l->delay * scale,
		      "compensate it: help expCompensator");
}

static void print_energy(struct verdict *v, const struct rehearse *r, const struct rehearse_words *w, const struct names *n)
{
	const struct rehearse_finding *f = &r->found;
	double allowed = f->hsei_i > 0.0 ? w->hsei : -w->hsei;
	char what[80];

	if (!f->known)
		return;
	line("input energy of the dry run", f->input, n->energy, INFINITY, 0.0);
	if (w->lag > 0.0) {
		line("expected HSEI_S with this lag", f->hsei_s, "", INFINITY, 0.0);
		line("expected HSEI_I with this lag, at least", f->hsei_i, "", allowed, fabs(f->hsei_i) / w->hsei);
		if (fabs(f->hsei_i) > w->hsei)
			say(v->change, &v->nchange, "HSEI_I: %.4g is expected, allowed %.4g: less lag, or compensate it (help expCompensator)", f->hsei_i, allowed);
	}
	snprintf(what, sizeof(what), "lag at which |HSEI_I| is %.3g", w->hsei);
	line(what, 1e3 * (f->lag + rehearse_hold(r)), "ms", INFINITY, 0.0);
}

static void print_channel(struct verdict *v, const struct rehearse_channel *c, const struct names *n)
{
	const struct rig_limit *l = &c->limit;
	char name[64], what[96];
	const struct { const char *word; double found, allowed; const char *unit, *hint; } row[] = {
		{"stroke up", c->stroke_hi, l->stroke_hi, n->length, "scale the specimen or the load, or another actuator"},
		{"stroke down", 0.0 - c->stroke_lo, 0.0 - l->stroke_lo, n->length, "scale the specimen or the load, or another actuator"},
		{"velocity", c->velocity, l->velocity, n->velocity, "a slower test: -scale"},
		{"force up", c->force_hi, l->force_hi, n->force, "scale the specimen, or another load cell"},
		{"force down", 0.0 - c->force_lo, 0.0 - l->force_lo, n->force, "scale the specimen, or another load cell"},
	};

	snprintf(name, sizeof(name), "rig %d channel %d%s", c->rig, c->channel + 1, c->standin ? " (stand-in)" : "");
	for (size_t i = 0; i < COUNT(row); i++) {
		snprintf(what, sizeof(what), "%s: %s", name, row[i].word);
		judge(v, what, row[i].found, row[i].unit, row[i].allowed, row[i].hint);
	}
	if (isinf(l->stroke_hi) && isinf(l->stroke_lo))
		say(v->note, &v->nnote, "%s has no limit of stroke: expLimits, or -lim of its control points", name);
}

static void print_times(struct verdict *v, const struct rehearse *r, const struct names *n)
{
	double wall = 1e-9 * (double)(r->end_ns - r->begin_ns), step = wall / r->total, longest = r->laboratory_s / r->total;

	printf("  %d steps, %.6g %s of test time, %.6g s in the laboratory; the dry run took %.2g s, %.2g ms a step of %.4g ms\n", r->total, r->test_s,
	       n->time, r->laboratory_s, wall, 1e3 * step, 1e3 * longest);
	if (step > 0.5 * longest)
		say(v->note, &v->nnote, "computing takes %.0f %% of the time of a step on this machine", 100.0 * step / longest);
}

static void print_files(void)
{
	const char *newest;
	int n = aside_count(&newest);

	if (n > 0)
		printf("  files that it wrote stand aside: %s%s\n", newest, n > 1 ? ", and others beside those of a test" : "");
}

int rehearse_print(const struct rehearse *r, const struct rehearse_words *w, const char *script)
{
	static struct verdict v;
	struct names names = names_of(r);
	int steps = r->total;

	memset(&v, 0, sizeof(v));
	printf("rehearsal of %s\n", script);
	if (!w->ended)
		say(v.change, &v.nchange, "the dry run did not come to its end: see the message above");
	else if (r->lab->trips > 0)
		say(v.change, &v.nchange, "the dry run tripped, and the script went on, as with catch: a test would be at rest there; print what analyze said");
	else if (w->failed)
		say(v.change, &v.nchange, "the last analysis of the dry run failed, and the script went on: a test would end there, and so does what is found");
	if (steps == 0)
		say(v.change, &v.nchange, "no step of a transient analysis was made: there is nothing to judge");
	if (steps > 0) {
		printf("  %-44s %12s %-12s %12s %8s\n", "", "found", "", "allowed", "share");
		print_loop(&v, r, w, &names);
		print_energy(&v, r, w, &names);
		for (int i = 0; i < r->nchannel; i++)
			print_channel(&v, &r->channel[i], &names);
		if (r->nchannel == 0 && r->n > 0)
			say(v.note, &v.nnote, "all specimens are elsewhere: strokes, velocities, forces and the scale of time are their laboratories' to rehearse");
		print_times(&v, r, &names);
	}
	print_files();
	print_list("  note: ", v.note, v.nnote);
	if (v.nnote > CHANGES)
		printf("  note: %d more: channels as those\n", v.nnote - CHANGES);
	if (v.nchange == 0)
		printf("go\n");
	print_list("change: ", v.change, v.nchange);
	if (v.nchange > CHANGES)
		printf("change: %d more: lines above with more than 100 %%\n", v.nchange - CHANGES);
	fflush(stdout);
	return v.nchange;
}
