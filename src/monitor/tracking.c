/* How far channels are beside their commands, in a moving window: root mean square, peak and spectrum of the error e = command - measured.
 *
 *   rms = sqrt(mean e^2), peak = max |e|,   psd: largest one-sided power spectral density of e in the band, and the frequency where it is
 *   nrms = sqrt(sum e^2 / max(sum c^2, N floor^2)),   c command, N samples of a full window: rms(e) / rms(c) where the command moves
 *
 * What is read of a command that rests is noise, and over a command of nothing any noise is large: so a command counts as no smaller than the floor. That is
 * -floor, or a hundredth of half the stroke of the channel's limits, also of one that was tuned; transducers are better than that. While a window fills,
 * what it does not hold yet counts as followed. Where there is no scale nrms is not known before the window is full, and its floor is a hundredth of the
 * largest rms(c) so far.
 *
 * -psd f ..: the density at given frequencies, a column each. Spectra are of the window weighted by Hann's curve (window.h), and known when the window is
 * full; rms and peak from the first row on. The maximum is kept in a queue of candidates, each smaller than the one before it; where a new one goes is found by
 * halving, so that no row costs more than another.
 */
#include "monitor/window.h"

#include <limits.h>

#include "plugin.h"

struct peak {                          /* maximum of the last n values */
	double *value;                     /* n each, a ring; owned: the set's arena */
	int64_t *number;
	int first, n;
	int64_t count;
};

struct tracking {
	struct monitor_source source;
	struct window_words words;
	struct window_band band;
	int n, npsd;
	double *psd;                       /* frequencies of columns; owned: the set's arena, as the next */
	struct window *error, *command;
	double floor;                      /* word; NaN: not given */
	double *most;                      /* sum c^2 of the window that had the largest, one a channel; owned: the set's arena, as the next */
	struct peak *peak;
	const struct monitor *monitor;     /* borrowed: whose it is */
};

static const double SHARE = 0.01;      /* of the scale of a channel: its floor */

enum { RMS, NRMS, PEAK, PSD, FREQUENCY, COLUMNS };

static const struct param params[] = {
	MONITOR_SOURCE_PARAMS(offsetof(struct tracking, source)),
	WINDOW_PARAMS(offsetof(struct tracking, words), 2.0),
	WINDOW_BAND_ROW("frequencies of the spectrum [Hz]; default 0 20"),
	{ .name = "-floor", .kind = PARAM_REAL, .offset = offsetof(struct tracking, floor), .def = NAN, .range = RANGE_POSITIVE,
	  .help = "rms of the command that nrms is of at least [length]; default: a hundredth of half the stroke of its limits" },
	{ .name = "-psd f1 f2 ..", .kind = PARAM_ROW, .help = "columns with the power spectral density of the error at these frequencies [Hz]" },
	{ 0 },
};

/* --- the largest of the last values ---------------------------------------------------------------- */

/* Place of candidate i in the ring. */
static int place(const struct peak *p, int size, int i)
{
	return p->first + i < size ? p->first + i : p->first + i - size;
}

static void peak_add(struct peak *p, int size, double x)
{
	int lo = 0, hi = p->n;

	/* what is not larger will never be the largest again */
	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (p->value[place(p, size, mid)] > x)
			lo = mid + 1;
		else
			hi = mid;
	}
	p->n = lo;
	if (p->n > 0 && p->number[p->first] <= p->count - size) {
		p->first = place(p, size, 1);
		p->n--;
	}
	p->value[place(p, size, p->n)] = x;
	p->number[place(p, size, p->n)] = p->count++;
	p->n++;
}

/* --- making ---------------------------------------------------------------------------------------- */

static int words(struct tracking *s, struct args *a, struct arena *mem, struct err *e)
{
	int code;

	s->words.band[0] = 0.0;
	s->words.band[1] = 20.0;
	code = window_words(&s->words, params, s, a, e);
	if (!code && args_accept(a, "-psd")) {
		code = args_list_real(a, "-psd", RANGE_NONNEG, 1, mem, &s->psd, &s->npsd, e);
		if (!code)
			code = window_words(&s->words, params, s, a, e);
	}
	return code;
}

/* The coefficient nearest to a frequency, inside the band. */
static int coefficient(const struct tracking *s, double f)
{
	return (int)round(f * s->band.n * s->band.dt);
}

static int psd_check(const struct tracking *s, const char *object, struct err *e)
{
	double step = 1.0 / (s->band.n * s->band.dt);

	for (int i = 0; i < s->npsd; i++)
		if (coefficient(s, s->psd[i]) < s->band.lo || coefficient(s, s->psd[i]) > s->band.hi) {
			err_set(e, ERR_RANGE, object, "-psd: a frequency outside the band");
			err_value(e, "%g Hz", s->psd[i]);
			err_allowed(e, "%g to %g Hz", s->band.lo * step, s->band.hi * step);
			return ERR_RANGE;
		}
	return 0;
}

static int channel_take(struct tracking *s, int i, struct monitor *m, const char *object, struct err *e)
{
	struct peak *p = &s->peak[i];
	int code = window_take(&s->error[i], &s->band, m, object, e);

	if (!code)
		code = window_take(&s->command[i], &s->band, m, object, e);
	p->value = ARENA_ARRAY(&m->set->arena, (size_t)s->band.n, double);
	p->number = ARENA_ARRAY(&m->set->arena, (size_t)s->band.n, int64_t);
	if (!code && (!p->value || !p->number))
		code = err_set(e, ERR_MEMORY, object, "no memory for a window of %d samples", s->band.n);
	return code;
}

static int columns(struct tracking *s, int i, struct monitor *m, struct err *e)
{
	static const struct monitor_column COLUMN[COLUMNS] = {
		[RMS] = {"rms", "length", SENSE_ABOVE}, [NRMS] = {"nrms", "-", SENSE_ABOVE}, [PEAK] = {"peak", "length", SENSE_ABOVE},
		[PSD] = {"psd", "length^2/Hz", SENSE_ABOVE}, [FREQUENCY] = {"frequency", "Hz", SENSE_NONE}};
	int code = 0;

	for (int k = 0; k < COLUMNS && !code; k++)
		code = monitor_column_add(m, COLUMN[k].sense, COLUMN[k].unit, e, "%s%d", COLUMN[k].name, i + 1);
	for (int k = 0; k < s->npsd && !code; k++)
		code = monitor_column_add(m, SENSE_ABOVE, "length^2/Hz", e, "psd%d_%gHz", i + 1, s->psd[k]);
	return code;
}

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	struct tracking *s = self;
	double dt;
	int code = words(s, a, &m->set->arena, e);

	s->monitor = m;
	if (!code)
		code = monitor_source(m, &s->source, a->object, &s->n, &dt, e);
	if (!code)
		code = window_band(&s->band, &s->words, dt, m, a->object, e);
	if (!code)
		code = psd_check(s, a->object, e);
	if (code)
		return code;
	s->error = ARENA_ARRAY(&m->set->arena, (size_t)s->n, struct window);
	s->command = ARENA_ARRAY(&m->set->arena, (size_t)s->n, struct window);
	s->peak = ARENA_ARRAY(&m->set->arena, (size_t)s->n, struct peak);
	s->most = ARENA_ARRAY(&m->set->arena, (size_t)s->n, double);
	if (!s->error || !s->command || !s->peak || !s->most)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d channels", s->n);
	for (int i = 0; i < s->n && !code; i++) {
		code = channel_take(s, i, m, a->object, e);
		if (!code)
			code = columns(s, i, m, e);
	}
	return code;
}

/* --- running --------------------------------------------------------------------------------------- */

/* Which columns of a channel somebody wants: any at all, those of the spectrum. */
static bool wanted(const struct tracking *s, int i, bool *ret_spectrum)
{
	int first = (COLUMNS + s->npsd) * i;

	*ret_spectrum = monitor_wants(s->monitor, first + PSD, COLUMNS + s->npsd - PSD);
	return *ret_spectrum || monitor_wants(s->monitor, first, PSD);
}

static void tick(void *self, const struct monitor_tick *k)
{
	struct tracking *s = self;

	for (int i = 0; i < s->n; i++) {
		double c = k->command[i * k->stride], error = c - k->measured[i * k->stride];
		bool spectrum;

		if (!wanted(s, i, &spectrum))
			continue;
		(spectrum ? window_add : window_square)(&s->error[i], error);
		window_square(&s->command[i], c);
		s->most[i] = fmax(s->most[i], s->command[i].sum2);
		peak_add(&s->peak[i], s->band.n, fabs(error));
	}
	window_turn(&s->band);
}

static void spectrum(const struct tracking *s, int i, double *to)
{
	const struct window *w = &s->error[i];
	bool full = window_full(&s->band);

	to[PSD] = to[FREQUENCY] = NAN;
	if (full)
		to[PSD] = window_psd_most(w, &to[FREQUENCY]);
	for (int k = 0; k < s->npsd; k++)
		to[COLUMNS + k] = full ? window_psd(w, coefficient(s, s->psd[k])) : NAN;
}

/* Squares of a window at the floor, by the limits as they are now; 0: there is no scale. */
static double least(const struct tracking *s, int i)
{
	const struct rig *rig = s->monitor->rig;
	const struct rig_limit l = rig ? rig_limit(rig, i) : (struct rig_limit)RIG_UNLIMITED;
	double x = isnan(s->floor) ? SHARE * 0.5 * (l.stroke_hi - l.stroke_lo) : s->floor;

	return x > 0.0 && isfinite(x) ? x * x * s->band.n : 0.0;
}

static double normalised(const struct tracking *s, int i)
{
	double floor = least(s, i);
	bool scale = floor > 0.0;
	double of = fmax(s->command[i].sum2, scale ? floor : SHARE * SHARE * s->most[i]);

	return of > 0.0 && (scale || window_full(&s->band)) ? sqrt(fmax(s->error[i].sum2, 0.0) / of) : NAN;
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	const struct tracking *s = self;

	(void)v;
	for (int i = 0; i < s->n; i++) {
		double *to = m->value + (COLUMNS + s->npsd) * i;
		bool shown;

		if (!wanted(s, i, &shown))
			continue;
		to[RMS] = window_rms(&s->error[i]);
		to[NRMS] = normalised(s, i);
		to[PEAK] = s->peak[i].n > 0 ? s->peak[i].value[s->peak[i].first] : 0.0;
		if (shown)
			spectrum(s, i, to);
	}
}

static void reset(void *self)
{
	struct tracking *s = self;

	for (int i = 0; i < s->n; i++) {
		window_reset(&s->error[i]);
		window_reset(&s->command[i]);
		s->peak[i].n = s->peak[i].first = 0;
		s->peak[i].count = 0;
		s->most[i] = 0.0;
	}
	window_band_reset(&s->band);
}

const struct monitor_ops monitor_tracking = {
	.name = "Tracking",
	.brief = "Tracking error of every channel in a moving window: root mean square, peak, power spectral density",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 7.2",
	.example = "-control 1 -window 2.0 -warn 0.02 -stop 0.1 | -control 1 -psd 1 5 -floor 0.0005 -on nrms1 -warn 0.1",
	.params = params,
	.size = sizeof(struct tracking),
	.setup = setup,
	.tick = tick,
	.step = step,
	.reset = reset,
};
