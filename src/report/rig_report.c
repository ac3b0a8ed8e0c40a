/* Channels of a rig: extents in the first pass, curves and spectra in the second. */
#include "report/rig_report.h"

#include "math/spectrum.h"

#include <math.h>

enum { SEGMENT_MOST = 16384, SEGMENT_LEAST = 64, SEGMENTS = 8 };

const char *rig_state_name(int state)
{
	return state < CONTROL_STATES ? control_state_name((enum control_state)state) : "tripped";
}

double channel_lag(const struct rig_report *r, const struct channel_report *c)
{
	return c->sum_change > 0.0 ? c->sum_error_change / c->sum_change * r->dt : NAN;
}

/* ---- what there is -------------------------------------------------------------------------------------------- */

static int find_channels(struct rig_report *r, struct arena *mem, struct err *e)
{
	const struct run_table_info *t = r->info;
	int number;

	r->channel = ARENA_ARRAY(mem, (size_t)t->n + 1, struct channel_report);
	if (!r->channel)
		return err_set(e, ERR_MEMORY, t->name, "no memory for its channels");
	for (int i = 0; i < t->n; i++) {
		if (!scan_numbered(t->column[i], "measuredDisp", &number))
			continue;
		struct channel_report *c = &r->channel[r->n++];

		*c = (struct channel_report){.number = number, .measured = i, .command = scan_numbered_column(t, "command", number),
		                             .force = scan_numbered_column(t, "measuredForce", number), .before = NAN};
		extent_init(&c->is_command);
		extent_init(&c->is_measured);
		extent_init(&c->is_force);
		extent_init(&c->is_error);
	}
	r->state = scan_column(t, "state");
	return 0;
}

/* ---- first pass ----------------------------------------------------------------------------------------------- */

static double error_of(const struct channel_report *c, const double *row)
{
	return c->command >= 0 ? row[c->command] - row[c->measured] : NAN;
}

static void measure(struct channel_report *c, const double *row)
{
	double e = error_of(c, row), command = c->command >= 0 ? row[c->command] : NAN, change = command - c->before;

	extent_add(&c->is_command, command);
	extent_add(&c->is_measured, row[c->measured]);
	extent_add(&c->is_force, c->force >= 0 ? row[c->force] : NAN);
	extent_add(&c->is_error, e);
	if (isfinite(change) && isfinite(e)) {
		c->sum_error_change += e * change;
		c->sum_change += change * change;
	}
	c->before = command;
}

static void count_state(struct rig_report *r, double t, double state)
{
	int s = state >= 0.0 && state < CONTROL_STATES ? (int)state : CONTROL_STATES;
	double share = r->last > r->first ? (t - r->first) / (r->last - r->first) * TRACE_COLUMNS : 0.0;

	r->spent[s]++;
	r->seen[share < 0.0 ? 0 : share < TRACE_COLUMNS ? (int)share : TRACE_COLUMNS - 1] |= (uint16_t)(1u << s);
}

static int first_pass(struct rig_report *r, struct scan *s, int time, struct err *e)
{
	int lost = scan_column(r->info, "lost"), code;

	while ((code = scan_next(s, e)) == 0 && s->n > 0)
		for (int i = 0; i < s->n; i++) {
			const double *row = s->x + (size_t)i * (size_t)r->info->n;

			for (int k = 0; k < r->n; k++)
				measure(&r->channel[k], row);
			if (r->state >= 0)
				count_state(r, row[time], row[r->state]);
			r->lost = lost >= 0 ? fmax(r->lost, row[lost]) : 0.0;
			r->rows++;
		}
	return code;
}

/* ---- second pass ---------------------------------------------------------------------------------------------- */

static bool begin_curves(struct rig_report *r, struct arena *mem)
{
	bool good = true;

	for (int k = 0; k < r->n; k++) {
		struct channel_report *c = &r->channel[k];

		good &= trace_init(&c->of_command, r->first, r->last, mem) && trace_init(&c->of_measured, r->first, r->last, mem) &&
			trace_init(&c->of_error, r->first, r->last, mem);
		good &= orbit_init(&c->loop, c->is_measured.lo, c->is_measured.hi, c->is_force.lo, c->is_force.hi, mem);
	}
	return good;
}

static void draw(struct channel_report *c, double t, const double *row)
{
	if (c->command >= 0) {
		trace_add(&c->of_command, t, row[c->command]);
		trace_add(&c->of_error, t, error_of(c, row));
	}
	trace_add(&c->of_measured, t, row[c->measured]);
	if (c->force >= 0)
		orbit_add(&c->loop, row[c->measured], row[c->force]);
}

/* The longest segment of which the record has several; 0: none. */
static int segment_length(int64_t rows)
{
	int n = SEGMENT_MOST;

	while (n >= SEGMENT_LEAST && (int64_t)n * SEGMENTS > rows)
		n /= 2;
	return n >= SEGMENT_LEAST ? n : 0;
}

static int begin_spectra(struct rig_report *r, struct spectrum *s, struct arena *mem, struct err *e)
{
	int length = r->dt > 0.0 ? segment_length(r->rows) : 0;
	const struct spectrum_words words = {.length = length, .hop = length / 2, .hann = true};
	int code = length > 0 && r->n > 0 ? spectrum_init(s, &words, 1.0 / r->dt, mem, e) : 0;

	if (code || length == 0 || r->n == 0)
		return code;
	r->nspectrum = s->n;
	r->hz = ARENA_ARRAY(mem, (size_t)s->n, double);
	for (int k = 0; k < r->n && r->hz; k++)
		if (!(r->channel[k].density = ARENA_ARRAY(mem, (size_t)s->n, double)))
			r->hz = NULL;
	for (int j = 0; j < s->n && r->hz; j++)
		r->hz[j] = spectrum_hz(s, j);
	return r->hz ? 0 : err_set(e, ERR_MEMORY, r->info->name, "no memory for spectra");
}

/* Adds the segments of a block; those between two blocks are left out. */
static void add_spectra(struct rig_report *r, struct spectrum *sp, const struct scan *s, double *error, double *command)
{
	if (r->nspectrum == 0 || s->n < sp->words.length)
		return;
	for (int k = 0; k < r->n; k++) {
		const struct channel_report *c = &r->channel[k];

		for (int i = 0; i < s->n; i++) {
			const double *row = s->x + (size_t)i * (size_t)r->info->n;
			double x = error_of(c, row);

			error[i] = isfinite(x) ? x : 0.0;
			command[i] = c->command >= 0 ? row[c->command] : 0.0;
		}
		spectrum_estimate(sp, s->n, error, command, 0.0);
		for (int j = 0; j < sp->n; j++)
			c->density[j] += sp->xx[j] * sp->segments;
	}
	r->segments += sp->segments;
}

static int second_pass(struct rig_report *r, struct scan *s, int time, struct arena *mem, struct err *e)
{
	struct spectrum sp = {0};
	double *error = ARENA_ARRAY(mem, (size_t)s->room + 1, double), *command = ARENA_ARRAY(mem, (size_t)s->room + 1, double);
	int code = error && command && begin_curves(r, mem) ? 0 : err_set(e, ERR_MEMORY, r->info->name, "no memory for curves");

	if (!code)
		code = begin_spectra(r, &sp, mem, e);
	scan_rewind(s);
	while (!code && (code = scan_next(s, e)) == 0 && s->n > 0) {
		for (int i = 0; i < s->n; i++)
			for (int k = 0; k < r->n; k++)
				draw(&r->channel[k], s->x[(size_t)i * (size_t)r->info->n + (size_t)time], s->x + (size_t)i * (size_t)r->info->n);
		add_spectra(r, &sp, s, error, command);
	}
	for (int k = 0; k < r->n && r->segments > 0.0; k++)
		for (int j = 0; j < r->nspectrum; j++)
			r->channel[k].density[j] /= r->segments;
	if (r->nspectrum > 0)
		spectrum_fini(&sp);
	return code;
}

int rig_report_make(struct rig_report *r, struct run_file *f, int table, struct arena *mem, struct err *e)
{
	struct scan s;
	int time, code;

	*r = (struct rig_report){.info = run_table(f, table), .state = -1};
	time = scan_time(r->info);
	code = find_channels(r, mem, e);
	r->seen = ARENA_ARRAY(mem, TRACE_COLUMNS, uint16_t);
	if (!code && !r->seen)
		code = err_set(e, ERR_MEMORY, r->info->name, "no memory for its states");
	if (code || time < 0 || r->info->rows == 0)
		return code;
	code = scan_ends(f, table, time, mem, &r->first, &r->last, e);
	r->dt = r->info->rate_hz > 0.0 ? 1.0 / r->info->rate_hz : r->info->rows > 1 ? (r->last - r->first) / (double)(r->info->rows - 1) : 0.0;
	if (!code)
		code = scan_init(&s, f, table, mem, e);
	if (!code)
		code = first_pass(r, &s, time, e);
	return code ? code : second_pass(r, &s, time, mem, e);
}
