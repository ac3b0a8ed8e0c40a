/* Signal to noise of the load cells: SNR = RMS(r) / RMS(e), r the measured force, e what is noise in it.
 *
 * The noise is not known while a test runs, but where the structure does not answer there is nothing else: its density S_0 is the mean of the spectrum in a
 * band above the structure's frequencies, and RMS(e) = sqrt(S_0 B) for noise that is as strong at all frequencies up to B. Both in a moving window.
 * Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, (3.3), (3.4).
 */
#include "monitor/window.h"

#include <limits.h>

#include "plugin.h"

struct snr {
	struct monitor_source source;
	struct window_words words;
	double bandwidth;
	struct window_band band;
	int n;
	struct window *force;              /* one a channel; owned: the set's arena */
	const struct monitor *monitor;     /* borrowed: whose it is */
};

enum { SNR, NOISE, COLUMNS };

static const struct param params[] = {
	MONITOR_SOURCE_PARAMS(offsetof(struct snr, source)),
	WINDOW_PARAMS(offsetof(struct snr, words), 2.0),
	WINDOW_BAND_ROW("frequencies without any motion of the structure, where all is noise [Hz]; default 30 50"),
	{ .name = "-bandwidth", .kind = PARAM_REAL, .offset = offsetof(struct snr, bandwidth), .def = NAN, .range = RANGE_POSITIVE,
	  .help = "highest frequency of the noise [Hz]; default: the end of the band" },
	{ 0 },
};

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	struct snr *s = self;
	double dt;
	int code;

	s->monitor = m;
	s->words.band[0] = 30.0;
	s->words.band[1] = 50.0;
	code = window_words(&s->words, params, s, a, e);
	if (!code)
		code = monitor_source(m, &s->source, a->object, &s->n, &dt, e);
	if (!code)
		code = window_band(&s->band, &s->words, dt, m, a->object, e);
	if (!code && !(s->force = ARENA_ARRAY(&m->set->arena, (size_t)s->n, struct window)))
		code = err_set(e, ERR_MEMORY, a->object, "no memory for %d channels", s->n);
	s->bandwidth = isnan(s->bandwidth) ? s->words.band[1] : s->bandwidth;
	for (int i = 0; i < s->n && !code; i++) {
		code = window_take(&s->force[i], &s->band, m, a->object, e);
		if (!code)
			code = monitor_column_add(m, SENSE_BELOW, "-", e, "snr%d", i + 1);
		if (!code)
			code = monitor_column_add(m, SENSE_ABOVE, "force", e, "noise%d", i + 1);
	}
	return code;
}

static void tick(void *self, const struct monitor_tick *k)
{
	struct snr *s = self;

	for (int i = 0; i < s->n; i++)
		if (monitor_wants(s->monitor, COLUMNS * i, COLUMNS))
			window_add(&s->force[i], k->force[i * k->stride]);
	window_turn(&s->band);
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	const struct snr *s = self;

	(void)v;
	for (int i = 0; i < s->n; i++) {
		double noise;

		if (!monitor_wants(m, COLUMNS * i, COLUMNS))
			continue;
		noise = window_full(&s->band) ? sqrt(window_psd_sum(&s->force[i]) / (s->band.hi - s->band.lo + 1) * s->bandwidth) : NAN;
		m->value[COLUMNS * i + NOISE] = noise;
		m->value[COLUMNS * i + SNR] = noise > 0.0 ? window_rms(&s->force[i]) / noise : NAN;
	}
}

static void reset(void *self)
{
	struct snr *s = self;

	for (int i = 0; i < s->n; i++)
		window_reset(&s->force[i]);
	window_band_reset(&s->band);
}

const struct monitor_ops monitor_snr = {
	.name = "SNR",
	.brief = "Signal to noise ratio of measured forces, the noise from a band where the structure is silent",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 3.4.1",
	.example = "-control 1 -band 30 50 -warn 20",
	.params = params,
	.size = sizeof(struct snr),
	.setup = setup,
	.tick = tick,
	.step = step,
	.reset = reset,
};
