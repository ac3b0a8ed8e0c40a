/* The rules by which a test is judged: one row each, with what is good, what is bad, and why there.
 *
 * A value up to `good` is good, beyond `bad` it is bad, between them doubtful. A rule without its numbers in the record (NaN) is left out.
 * Numbers: Mosqueda, Stojadinovic & Mahin, UCB/EERC 2005-02. Their distributed tests, which they call reliable, had control errors below 1 % of the
 * largest command (Table 7-1), energy errors up to 1.35 % of the input (Table 7-3) and under 2 % of the steps in hold (Table 6-2); HSEI_I = -0.1 stands
 * for 10 % of error in displacement (8.4.2), 20 % of which they call the limit of what is of use.
 */
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const grade_name[GRADES] = {"good", "doubtful", "bad"};

/* ---- values --------------------------------------------------------------------------------------------------- */

/* 0: as planned; 1: cut short; 2: failed, tripped. */
static double end_of(const struct report *r)
{
	static const struct { const char *status; double value; } ROWS[] = {{"complete", 0}, {"cut short", 1}, {"running", 1}};

	for (size_t i = 0; i < COUNT(ROWS); i++)
		if (strcmp(r->head.status, ROWS[i].status) == 0)
			return ROWS[i].value;
	return 2.0;
}

static double steps_of(const struct report *r) { return r->steps.rows > 0 ? 0.0 : 2.0; }

static double nonfinite_of(const struct report *r) { return r->steps.rows > 0 ? (double)r->steps.bad_rows : NAN; }

static double trips_of(const struct report *r) { return report_events(r, "trip"); }

/* The most that any monitor of it has seen added; NaN: there is none with rows. */
static double hsei_of(const struct report *r)
{
	double worst = NAN;

	for (int i = 0; i < r->nmonitor; i++) {
		const struct table_report *t = &r->monitor[i];
		int at = scan_column(t->info, "hseiI");

		if (at >= 0 && t->extent[at].n > 0)
			worst = fmax(worst, fmax(-t->extent[at].lo, 0.0));
	}
	return worst;
}

/* Largest magnitude of a column over that of the input energy, in the monitor that has both; NaN: none has. */
static double over_input(const struct report *r, const char *column)
{
	double worst = NAN;

	for (int i = 0; i < r->nmonitor; i++) {
		const struct table_report *t = &r->monitor[i];
		int input = scan_column(t->info, "input"), at = scan_column(t->info, column);

		if (input >= 0 && at >= 0 && extent_peak(&t->extent[input]) > 0.0)
			worst = fmax(worst, extent_peak(&t->extent[at]) / extent_peak(&t->extent[input]));
	}
	return worst;
}

static double energy_of(const struct report *r) { return over_input(r, "error"); }
static double unbalanced_of(const struct report *r) { return over_input(r, "unbalanced"); }

static double specimen_energy_of(const struct report *r)
{
	return r->steps.nsite > 0 && r->steps.best_most != 0.0 ? fabs(r->steps.error_worst / r->steps.best_most) : NAN;
}

/* The largest over channels; over sites where no rig has rows of its own. */
static double tracking(const struct report *r, double (*of)(const struct extent *x))
{
	double worst = NAN;

	for (int i = 0; i < r->nrig; i++)
		for (int k = 0; k < r->rig[i].n; k++) {
			const struct channel_report *c = &r->rig[i].channel[k];

			if (c->is_error.n > 0 && of(&c->is_command) > 0.0)
				worst = fmax(worst, of(&c->is_error) / of(&c->is_command));
		}
	for (int i = 0; i < r->steps.nsite && r->nrig == 0; i++) {
		const struct site_report *s = &r->steps.site[i];

		if (s->is_error.n > 0 && of(&s->is_command) > 0.0)
			worst = fmax(worst, of(&s->is_error) / of(&s->is_command));
	}
	return worst;
}

static double peak_of(const struct report *r) { return tracking(r, extent_peak); }
static double rms_of(const struct report *r) { return tracking(r, extent_rms); }

static double hold_of(const struct report *r)
{
	double worst = NAN;

	for (int i = 0; i < r->nrig; i++)
		if (r->rig[i].state >= 0 && r->rig[i].rows > 0)
			worst = fmax(worst, (double)r->rig[i].spent[CONTROL_HOLD] / (double)r->rig[i].rows);
	return worst;
}

/* Part of the ticks that came too late or not at all. */
static double missed_of(const struct report *r)
{
	double worst = NAN;

	for (int i = 0; i < r->ntiming; i++) {
		const struct table_report *t = &r->timing[i];
		int ticks = scan_column(t->info, "ticks"), missed = scan_column(t->info, "missed"), over = scan_column(t->info, "overruns");

		if (ticks >= 0 && missed >= 0 && over >= 0 && t->end[ticks] > 0.0)
			worst = fmax(worst, (t->end[missed] + t->end[over]) / t->end[ticks]);
	}
	return worst;
}

static double lost_of(const struct report *r)
{
	double n = report_events(r, "lost");

	for (int i = 0; i < r->nrig; i++)
		n += r->rig[i].lost;
	return n;
}

static double losses_of(const struct report *r)
{
	double n = NAN;

	for (int i = 0; i < r->nnetwork; i++) {
		int at = scan_column(r->network[i].info, "losses");

		if (at >= 0 && isfinite(r->network[i].end[at]))
			n = (isnan(n) ? 0.0 : n) + r->network[i].end[at];
	}
	return n;
}

/* ---- rules ---------------------------------------------------------------------------------------------------- */

enum form { FORM_END, FORM_ROWS, FORM_COUNT, FORM_PERCENT, FORM_NUMBER };

static const struct rule {
	const char *criterion;
	double (*value)(const struct report *r);
	double good, bad;
	enum form form;
	const char *source;
} RULES[] = {
	{"end of the run", end_of, 0, 1, FORM_END, "a run that was cut short is good as far as it goes"},
	{"steps in the record", steps_of, 0, 1, FORM_ROWS, "without steps there is no result"},
	{"rows with numbers that are not finite", nonfinite_of, 0, 0, FORM_COUNT, "the analysis diverged there"},
	{"trips of the laboratory", trips_of, 0, 0, FORM_COUNT, "a trip ends a test"},
	{"energy added by control errors, largest -HSEI_I", hsei_of, 0.05, 0.1, FORM_NUMBER, "8.4.2: -0.1 stands for 10 % of error in displacement"},
	{"energy error, part of the input energy", energy_of, 0.02, 0.1, FORM_PERCENT, "Table 7-3: 0.6 to 1.35 % in tests called reliable"},
	{"energy error, part of the specimens' energy", specimen_energy_of, 0.05, 0.2, FORM_PERCENT, "7.4: E_E - E_BE against the largest E_BE"},
	{"work left unbalanced by the method, part of the input", unbalanced_of, 0.02, 0.1, FORM_PERCENT, "7.8: the energies are no better than that"},
	{"largest tracking error, part of the largest command", peak_of, 0.01, 0.05, FORM_PERCENT, "Table 7-1: below 1 % in tests called reliable"},
	{"tracking error, rms of it over rms of the command", rms_of, 0.01, 0.05, FORM_PERCENT, "as above"},
	{"time in hold, part of all ticks", hold_of, 0.02, 0.1, FORM_PERCENT, "Table 6-2: below 2 % of the steps; specimens relax in hold"},
	{"late or missed ticks, part of all", missed_of, 1e-4, 1e-2, FORM_PERCENT, "each is a command that comes late"},
	{"rows lost on the way to the disk", lost_of, 0, INFINITY, FORM_COUNT, "the record has gaps; the test has none"},
	{"connections lost", losses_of, 0, INFINITY, FORM_COUNT, "each was healed, or the run would have ended"},
};

static void form_words(const struct report *r, const struct rule *rule, double value, struct verdict *ret)
{
	const struct report_head *h = &r->head;

	switch (rule->form) {
	case FORM_END:
		snprintf(ret->is, sizeof(ret->is), "%s", h->status[0] ? h->status : "unknown");
		snprintf(ret->allowed, sizeof(ret->allowed), "complete");
		break;
	case FORM_ROWS:
		snprintf(ret->is, sizeof(ret->is), "%lld", (long long)r->steps.rows);
		snprintf(ret->allowed, sizeof(ret->allowed), "at least 1");
		break;
	case FORM_COUNT:
		snprintf(ret->is, sizeof(ret->is), "%.0f", value);
		snprintf(ret->allowed, sizeof(ret->allowed), "%.0f", rule->good);
		break;
	case FORM_PERCENT:
		snprintf(ret->is, sizeof(ret->is), value > 0.0 && value < 1e-8 ? "< 1e-6 %%" : "%.3g %%", 100.0 * value);
		snprintf(ret->allowed, sizeof(ret->allowed), "%g %%, bad above %g %%", 100.0 * rule->good, 100.0 * rule->bad);
		break;
	case FORM_NUMBER:
		snprintf(ret->is, sizeof(ret->is), "%.4g", value);
		snprintf(ret->allowed, sizeof(ret->allowed), "%g, bad above %g", rule->good, rule->bad);
		break;
	}
}

void report_judge(struct report *r)
{
	_Static_assert(COUNT(RULES) <= REPORT_RULES, "room for every rule");
	r->nverdict = 0;
	r->grade = GRADE_GOOD;
	for (size_t i = 0; i < COUNT(RULES); i++) {
		const struct rule *rule = &RULES[i];
		struct verdict *v = &r->verdict[r->nverdict];
		double value = rule->value(r);

		if (isnan(value))
			continue;
		*v = (struct verdict){.criterion = rule->criterion, .source = rule->source, .value = value,
		                      .grade = value <= rule->good ? GRADE_GOOD : value <= rule->bad ? GRADE_DOUBTFUL : GRADE_BAD};
		form_words(r, rule, value, v);
		r->grade = v->grade > r->grade ? v->grade : r->grade;
		r->nverdict++;
	}
}

void report_summary(const struct report *r, char *ret_text, int size)
{
	static const char *const SAYS[GRADES] = {"The result can be believed as far as these numbers go.", "The result is to be used with care.",
	                                         "The result should not be used as it is."};
	const struct verdict *first = NULL;
	int n = 0;

	for (int i = 0; i < r->nverdict; i++)
		if (r->verdict[i].grade == r->grade && r->grade != GRADE_GOOD) {
			first = first ? first : &r->verdict[i];
			n++;
		}
	if (!first)
		snprintf(ret_text, (size_t)size, "%s All %d criteria are met.", SAYS[r->grade], r->nverdict);
	else
		snprintf(ret_text, (size_t)size, "%s %d of %d criteria %s %s, first: %s, %s (allowed: %s).", SAYS[r->grade], n, r->nverdict, n == 1 ? "is" : "are",
		         grade_name[r->grade], first->criterion, first->is, first->allowed);
}
