/* The options of `tandem motion`. */
#include "main/cmd_motion_words.h"

#include "base/args.h"
#include "base/base.h"

#include <math.h>
#include <string.h>

enum kind { TEXT, REAL, INT, LIST, FLAG, CHOICE, SEED };
enum {
	READS = MOTION_INFO | MOTION_CONVERT | MOTION_SCALE | MOTION_RESAMPLE | MOTION_BASELINE | MOTION_INTEGRATE | MOTION_SPECTRUM,
	WRITES = MOTION_CONVERT | MOTION_SCALE | MOTION_RESAMPLE | MOTION_BASELINE | MOTION_GENERATE,
};

static const char *const methods[] = { "exact", "linear", NULL };
static const char *const envelopes[] = { "none", "saragoni-hart", "jennings", NULL };
static const char *const pulses[] = { "none", "mavroeidis", "gabor", NULL };

#define AT(field) offsetof(struct motion_words, field)
#define ANY { -INFINITY, INFINITY, true, true }
#define POSITIVE { 0, INFINITY, true, true }
#define NONNEG { 0, INFINITY, false, true }
#define BETWEEN { 0, 1, true, true }

static const struct option {
	const char *name, *value;
	enum kind kind;
	int verbs;
	size_t at;
	struct range range;
	const char *const *choice;
	size_t count; /* LIST: where the number of values is */
	const char *help;
} options[] = {
	{ "-format", "name", TEXT, READS, AT(file.format), ANY, NULL, 0, "how to read it: at2 cosmos columns column free (default: found from the content)" },
	{ "-dt", "s", REAL, READS, AT(file.dt), POSITIVE, NULL, 0, "time step, where the file does not say it" },
	{ "-skip", "n", INT, READS, AT(file.skip), { 0, 1e9, false, false }, NULL, 0, "header lines (default: all before the first that holds numbers only)" },
	{ "-channel", "n", INT, READS, AT(file.channel), { 1, 1e6, false, false }, NULL, 0, "which channel of a COSMOS file (default 1)" },
	{ "-in", "unit", TEXT, READS, AT(declared), ANY, NULL, 0, "unit of the file, where it does not say it: g m/s2 cm/s2 mm/s2 in/s2 ft/s2" },
	{ "-unit", "unit", TEXT, READS, AT(unit), ANY, NULL, 0, "convert to this unit first" },
	{ "-zeros", "n", INT, READS, AT(zeros), { 0, 1e6, false, false }, NULL, 0, "samples of zero to put before the first (1: the file begins at dt)" },

	{ "-factor", "f", REAL, MOTION_SCALE, AT(factor), ANY, NULL, 0, "multiply by this" },
	{ "-pga", "a", REAL, MOTION_SCALE, AT(pga), POSITIVE, NULL, 0, "or scale to this peak" },
	{ "-to", "s", REAL, MOTION_RESAMPLE, AT(to), POSITIVE, NULL, 0, "the new time step" },
	{ "-band", NULL, FLAG, MOTION_RESAMPLE, AT(band), ANY, NULL, 0, "band-limited (windowed sinc) instead of linear" },
	{ "-degree", "n", INT, MOTION_BASELINE, AT(degree), { 1, BASELINE_MAX, false, false }, NULL, 0, "degree of the polynomial of velocity (default 3)" },

	{ "-damping", "z ...", LIST, MOTION_SPECTRUM, AT(damping), { 0, 1, false, true }, NULL, AT(ndamping), "damping ratios (default 0.05)" },
	{ "-period", "s ...", LIST, MOTION_SPECTRUM, AT(period), NONNEG, NULL, AT(nperiod), "these periods only" },
	{ "-shortest", "s", REAL, MOTION_SPECTRUM, AT(shortest), POSITIVE, NULL, 0, "first period (default 0.02)" },
	{ "-longest", "s", REAL, MOTION_SPECTRUM, AT(longest), POSITIVE, NULL, 0, "last period (default 10)" },
	{ "-points", "n", INT, MOTION_SPECTRUM, AT(points), { 2, 100000, false, false }, NULL, 0, "how many, evenly in the logarithm (default 100)" },
	{ "-method", "name", CHOICE, MOTION_SPECTRUM, AT(method), ANY, methods, 0, "exact (Nigam-Jennings, default) or linear (linear acceleration)" },
	{ "-svg", "file", TEXT, MOTION_SPECTRUM | MOTION_INFO, AT(svg), ANY, NULL, 0, "also draw it" },

	{ "-seed", "n", SEED, MOTION_GENERATE, AT(make.seed), ANY, NULL, 0, "the same seed gives the same bits (default 1)" },
	{ "-duration", "s", REAL, MOTION_GENERATE, AT(make.duration), POSITIVE, NULL, 0, "length (default 20)" },
	{ "-dt", "s", REAL, MOTION_GENERATE, AT(make.dt), POSITIVE, NULL, 0, "time step (default 0.01)" },
	{ "-pga", "a", REAL, MOTION_GENERATE, AT(make.pga), NONNEG, NULL, 0, "peak of the noise in g, 0 for the pulse alone (default 0.3)" },
	{ "-ground", "Hz", REAL, MOTION_GENERATE, AT(make.ground_hz), POSITIVE, NULL, 0, "Kanai-Tajimi: frequency of the ground (default 2.5)" },
	{ "-ground-damping", "z", REAL, MOTION_GENERATE, AT(make.ground_damping), BETWEEN, NULL, 0, "and its damping ratio (default 0.6)" },
	{ "-highpass", "Hz", REAL, MOTION_GENERATE, AT(make.high_pass_hz), POSITIVE, NULL, 0, "Clough-Penzien: frequency of the high-pass (default 0.25)" },
	{ "-highpass-damping", "z", REAL, MOTION_GENERATE, AT(make.high_pass_damping), BETWEEN, NULL, 0, "and its damping ratio (default 0.6)" },
	{ "-envelope", "name", CHOICE, MOTION_GENERATE, AT(envelope), ANY, envelopes, 0, "saragoni-hart (default), jennings or none" },
	{ "-peak-at", "part", REAL, MOTION_GENERATE, AT(make.peak_part), BETWEEN, NULL, 0, "saragoni-hart: part of the duration where it peaks (default 0.2)" },
	{ "-end-level", "x", REAL, MOTION_GENERATE, AT(make.end_level), BETWEEN, NULL, 0, "saragoni-hart: strength at the end (default 0.05)" },
	{ "-rise", "s", REAL, MOTION_GENERATE, AT(make.rise), NONNEG, NULL, 0, "jennings: parabolic rise (default 3)" },
	{ "-hold", "s", REAL, MOTION_GENERATE, AT(make.hold), NONNEG, NULL, 0, "jennings: full strength (default 7)" },
	{ "-decay", "1/s", REAL, MOTION_GENERATE, AT(make.decay), NONNEG, NULL, 0, "jennings: rate of the decay after it (default 0.3)" },
	{ "-degree", "n", INT, MOTION_GENERATE, AT(make.baseline), { 0, BASELINE_MAX, false, false }, NULL, 0, "baseline of the noise (default 2, 0 for none)" },
	{ "-pulse", "name", CHOICE, MOTION_GENERATE, AT(pulse), ANY, pulses, 0, "near-fault pulse: mavroeidis, gabor or none (default)" },
	{ "-pulse-velocity", "m/s", REAL, MOTION_GENERATE, AT(make.pulse_velocity), ANY, NULL, 0, "its amplitude (default 0.5)" },
	{ "-pulse-period", "s", REAL, MOTION_GENERATE, AT(make.pulse_period), POSITIVE, NULL, 0, "its period (default 1.5)" },
	{ "-pulse-phase", "deg", REAL, MOTION_GENERATE, AT(make.pulse_phase), ANY, NULL, 0, "its phase (default 0)" },
	{ "-pulse-cycles", "n", REAL, MOTION_GENERATE, AT(make.pulse_cycles), { 1, 100, true, false }, NULL, 0, "its length in periods, gamma (default 2)" },
	{ "-pulse-time", "s", REAL, MOTION_GENERATE, AT(make.pulse_time), NONNEG, NULL, 0, "time of its middle (default: as early as it fits)" },

	{ "-out", "file", TEXT, WRITES | MOTION_INTEGRATE | MOTION_SPECTRUM, AT(out), ANY, NULL, 0, "where to write (default: standard output)" },
	{ "-as", "format", TEXT, WRITES, AT(as), ANY, NULL, 0, "at2, column or columns (default: by the ending of the file, else column)" },
};

static void defaults(struct motion_words *w)
{
	*w = (struct motion_words){
		.file = motion_file_defaults, .factor = NAN, .pga = NAN, .to = NAN, .degree = 3,
		.damping = { 0.05 }, .ndamping = 1, .shortest = 0.02, .longest = 10.0, .points = 100,
		.make = generate_default(1), .envelope = ENVELOPE_SARAGONI_HART, .pulse = PULSE_NONE,
	};
	w->make.pulse_velocity = 0.5;
}

static int read_list(const struct option *o, struct motion_words *w, struct args *a, struct err *e)
{
	double *x = (double *)((char *)w + o->at);
	int n = 0, rc;
	do {
		if (n == MOTION_LIST)
			return err_set(e, ERR_LIMIT, a->object, "%s takes at most %d values", o->name, MOTION_LIST);
		if ((rc = args_real(a, o->name, o->range, &x[n++], e)) < 0)
			return rc;
	} while (args_more_real(a));
	*(int *)((char *)w + o->count) = n;
	return 0;
}

static int read_option(const struct option *o, struct motion_words *w, struct args *a, struct err *e)
{
	char *at = (char *)w + o->at;
	switch (o->kind) {
	case TEXT: return args_word(a, o->name, (const char **)at, e);
	case REAL: return args_real(a, o->name, o->range, (double *)at, e);
	case INT: return args_int(a, o->name, (int)o->range.lo, (int)o->range.hi, (int *)at, e);
	case LIST: return read_list(o, w, a, e);
	case FLAG: *(bool *)at = true; return 0;
	case CHOICE: return args_choice(a, o->name, o->choice, (int *)at, e);
	case SEED: return args_seed(a, o->name, (uint64_t *)at, e);
	}
	return ERR_INTERNAL;
}

static const struct option *find(enum motion_verb verb, const char *word)
{
	for (size_t i = 0; i < COUNT(options); i++)
		if ((options[i].verbs & (int)verb) && strcmp(options[i].name, word) == 0)
			return &options[i];
	return NULL;
}

static int read_word(enum motion_verb verb, struct motion_words *w, struct args *a, struct err *e)
{
	const char *word = a->word[a->at++];
	const struct option *o = find(verb, word);
	if (o)
		return read_option(o, w, a, e);
	if (word[0] != '-' && !w->in && verb != MOTION_GENERATE) {
		w->in = word;
		return 0;
	}
	int rc = err_set(e, ERR_ARGUMENT, a->object, word[0] == '-' ? "unknown option" : "unexpected word");
	err_value(e, "%s", word);
	err_hint(e, "--help lists the options");
	return rc;
}

int motion_words_read(enum motion_verb verb, const char *verb_name, int n, const char *const *word,
		      struct motion_words *ret, bool *ret_help, struct err *e)
{
	struct motion_words w;
	struct args a;
	defaults(&w);
	args_init(&a, n, word, "motion %s", verb_name);
	while (args_more(&a)) {
		if (args_accept(&a, "--help") || args_accept(&a, "-help") || args_accept(&a, "-h")) {
			*ret_help = true;
			return 0;
		}
		int rc = read_word(verb, &w, &a, e);
		if (rc < 0)
			return rc;
	}
	if (!w.in && verb != MOTION_GENERATE)
		return err_set(e, ERR_ARGUMENT, a.object, "the record file is missing");
	w.make.envelope = (enum generate_envelope)w.envelope;
	w.make.pulse = (enum generate_pulse)w.pulse;
	*ret_help = false;
	*ret = w;
	return 0;
}

void motion_words_help(enum motion_verb verb, FILE *to)
{
	for (size_t i = 0; i < COUNT(options); i++) {
		char left[40];
		if (!(options[i].verbs & (int)verb))
			continue;
		snprintf(left, sizeof(left), "%s%s%s", options[i].name, options[i].value ? " " : "", options[i].value ? options[i].value : "");
		fprintf(to, "    %-24s %s\n", left, options[i].help);
	}
}
