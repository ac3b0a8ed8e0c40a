/* The command motion: earthquake records as time series.
 *
 *   motion generate 1 -seed 7 -pga 3.0 -duration 20          an artificial earthquake, the same bits for the same words
 *   motion read 1 RSN6_elcentro.AT2 -unit m/s2 -peak 3.5     a record from a file, changed before use
 *   motion read 1 elcentro.txt -dt 0.02 -in g -unit m/s2     one that does not say its unit
 *
 * Both make the time series with that tag (straight lines between samples, zero after the last) and answer with a
 * dictionary: dt, samples, duration, peak, time of the peak. -write keeps the motion in a file of its own. */
#include "script/script.h"

#include "motion/generate.h"
#include "motion/motion.h"
#include "motion/motion_file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what both have in common ------------------------------------------------------------------------------- */

struct common_words {
	double factor, peak, dt_new;    /* 0: leave */
	int baseline;
	const char *unit, *write, *format_out;
};

static const struct param COMMON[] = {
	{ "-factor", PARAM_REAL, offsetof(struct common_words, factor), .def = 1.0, .range = RANGE_ANY, .help = "multiplies the values" },
	{ "-peak", PARAM_REAL, offsetof(struct common_words, peak), .range = RANGE_POSITIVE, .help = "scales to this largest magnitude" },
	{ "-resample", PARAM_REAL, offsetof(struct common_words, dt_new), .range = RANGE_POSITIVE, .help = "another step, band-limited [time]" },
	{ "-baseline", PARAM_INT, offsetof(struct common_words, baseline), .range = { 1, BASELINE_MAX, false, false },
	  .help = "degree of the baseline correction" },
	{ 0 },
};

/* 1: took a word; 0: it is another's; negative: error. */
static int read_common(struct common_words *w, struct args *a, struct err *e)
{
	int before = a->at, code = param_options(COMMON, w, a, e);

	if (code == 0 && args_accept(a, "-unit"))
		code = args_word(a, "-unit", &w->unit, e);
	else if (code == 0 && args_accept(a, "-write"))
		code = args_word(a, "-write", &w->write, e);
	else if (code == 0 && args_accept(a, "-writeFormat"))
		code = args_word(a, "-writeFormat", &w->format_out, e);
	return code ? code : a->at > before;
}

static int change(struct motion *m, const struct common_words *w, struct arena *mem, struct err *e)
{
	struct motion other;
	int code = 0;

	if (w->unit)
		code = motion_convert(m, w->unit, e);
	if (code == 0 && w->dt_new > 0.0) {
		code = motion_resample(m, w->dt_new, RESAMPLE_BAND, mem, &other, e);
		if (code == 0)
			*m = other;
	}
	if (code == 0 && w->baseline > 0)
		code = motion_baseline(m, w->baseline, NULL, e);
	if (code == 0 && w->peak > 0.0)
		code = motion_scale_peak(m, w->peak, e);
	if (code == 0)
		motion_scale(m, w->factor);
	if (code == 0 && w->write)
		code = motion_file_write(m, w->format_out ? w->format_out : "column", w->write, e);
	return code;
}

/* The words of a Path series, values in one word with all their digits. */
static int define_series(struct script *s, int tag, const struct motion *m, const char *object, struct err *e)
{
	enum { DIGITS = 26 };
	char dt[DIGITS], *values = arena_alloc(&s->scratch, (size_t)m->n * DIGITS + 1);
	const char *word[] = { "-dt", dt, "-values", values };
	struct series *made;
	struct args words;
	size_t used = 0;

	if (!values)
		return err_set(e, ERR_MEMORY, object, "no memory for %d samples", m->n);
	snprintf(dt, sizeof dt, "%.17g", m->dt);
	for (int i = 0; i < m->n; i++)
		used += (size_t)snprintf(values + used, DIGITS, "%.17g ", m->x[i]);
	args_init(&words, (int)COUNT(word), word, "%s", object);
	return series_build(&s->model, series_find("Path"), tag, &words, &made, e);
}

static void answer(struct script *s, const struct motion *m)
{
	struct motion_peak peak = motion_peak(m);
	const struct { const char *key; double value; } rows[] = {
		{ "dt", m->dt }, { "duration", m->dt * (m->n - 1) }, { "peak", fabs(peak.value) }, { "peakTime", peak.time },
	};
	Tcl_Obj *dict = Tcl_NewDictObj();

	for (size_t i = 0; i < COUNT(rows); i++)
		Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj(rows[i].key, -1), Tcl_NewDoubleObj(rows[i].value));
	Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj("samples", -1), Tcl_NewIntObj(m->n));
	Tcl_SetObjResult(s->interp, dict);
}

static int use_motion(struct script *s, struct args *a, int tag, struct motion *m, const struct common_words *w, struct err *e)
{
	int code = change(m, w, &s->scratch, e);

	if (code == 0)
		code = define_series(s, tag, m, a->object, e);
	if (code == 0)
		answer(s, m);
	return code;
}

/* ---- generate ----------------------------------------------------------------------------------------------- */

struct generate_words {
	struct generate g;
	int seed;
};

#define ROW(option, field, value, lo, what) { option, PARAM_REAL, offsetof(struct generate_words, g.field), .def = value, .range = lo, .help = what }

static const struct param GENERATE[] = {
	{ "-seed", PARAM_INT, offsetof(struct generate_words, seed), .def = 1, .range = { 0, INT_MAX, false, false }, .help = "chooses the motion" },
	ROW("-duration", duration, 20.0, RANGE_POSITIVE, "length [s]"),
	ROW("-dt", dt, 0.01, RANGE_POSITIVE, "step [s]"),
	ROW("-pga", pga, 0.3, RANGE_NONNEG, "largest acceleration of the noise"),
	ROW("-groundHz", ground_hz, 2.5, RANGE_POSITIVE, "frequency of the ground [Hz]"),
	ROW("-groundDamping", ground_damping, 0.6, RANGE_POSITIVE, "damping ratio of the ground"),
	ROW("-highPassHz", high_pass_hz, 0.25, RANGE_POSITIVE, "frequency of the high-pass [Hz]"),
	ROW("-highPassDamping", high_pass_damping, 0.6, RANGE_POSITIVE, "damping ratio of the high-pass"),
	ROW("-peakPart", peak_part, 0.2, RANGE_POSITIVE, "saragoniHart: part of the duration where the envelope peaks"),
	ROW("-endLevel", end_level, 0.05, RANGE_POSITIVE, "saragoniHart: level at the end"),
	ROW("-rise", rise, 3.0, RANGE_NONNEG, "jennings: time of rise [s]"),
	ROW("-hold", hold, 7.0, RANGE_NONNEG, "jennings: time of full strength [s]"),
	ROW("-decay", decay, 0.3, RANGE_NONNEG, "jennings: rate of decay [1/s]"),
	ROW("-pulseVelocity", pulse_velocity, 0.05, RANGE_ANY, "amplitude of the pulse"),
	ROW("-pulsePeriod", pulse_period, 1.5, RANGE_POSITIVE, "period of the pulse [s]"),
	ROW("-pulsePhase", pulse_phase, 0.0, RANGE_ANY, "phase of the pulse [degrees]"),
	ROW("-pulseCycles", pulse_cycles, 2.0, RANGE_POSITIVE, "length of the pulse in periods"),
	ROW("-pulseTime", pulse_time, -1.0, RANGE_ANY, "middle of the pulse [s]; negative: as early as it fits"),
	{ "-envelope", PARAM_ROW, .help = "none, saragoniHart (default) or jennings" },
	{ "-pulse", PARAM_ROW, .help = "near-fault pulse: none (default), mavroeidis or gabor" },
	{ "-unit", PARAM_ROW, .help = "unit in which -pga is given, written by -write: g m/s2 cm/s2 mm/s2 in/s2 ft/s2" },
	{ 0 },
};

static int read_choice(struct args *a, const char *option, const char *const *names, int *ret, struct err *e)
{
	return args_accept(a, option) ? args_choice(a, option, names, ret, e) : 0;
}

static int run_generate(struct script *s, struct args *a, int tag, struct err *e)
{
	static const char *const ENVELOPES[] = { "none", "saragoniHart", "jennings", NULL };
	static const char *const PULSES[] = { "none", "mavroeidis", "gabor", NULL };
	struct generate_words w = { .g = generate_default(1) };
	struct common_words common = { .factor = 1.0 };
	struct motion m;
	int envelope = (int)w.g.envelope, pulse = (int)w.g.pulse, before = -1, code = param_parse(GENERATE, &w, a, e);

	while (code == 0 && args_more(a) && a->at != before) {
		before = a->at;
		code = param_options(GENERATE, &w, a, e);
		if (code == 0)
			code = read_choice(a, "-envelope", ENVELOPES, &envelope, e);
		if (code == 0)
			code = read_choice(a, "-pulse", PULSES, &pulse, e);
		if (code == 0)
			code = read_common(&common, a, e);
		code = code > 0 ? 0 : code;
	}
	if (code == 0)
		code = args_end(a, e);
	w.g.seed = (uint64_t)w.seed;
	w.g.envelope = (enum generate_envelope)envelope;
	w.g.pulse = (enum generate_pulse)pulse;
	if (code == 0)
		code = generate_motion(&w.g, &s->scratch, &m, e);
	if (code == 0 && common.unit)
		code = motion_declare_unit(&m, common.unit, e);
	return code ? code : use_motion(s, a, tag, &m, &common, e);
}

/* ---- read --------------------------------------------------------------------------------------------------- */

static const struct param READ[] = {
	{ "-dt", PARAM_REAL, offsetof(struct motion_file_options, dt), .def = 0.0, .range = RANGE_POSITIVE,
	  .help = "step, where the file does not say it [time]" },
	{ "-skip", PARAM_INT, offsetof(struct motion_file_options, skip), .def = -1, .range = RANGE_NONNEG,
	  .help = "lines before the numbers; default: all that hold anything else" },
	{ "-channel", PARAM_INT, offsetof(struct motion_file_options, channel), .def = 1, .range = RANGE_POSITIVE, .help = "which channel of several, from 1" },
	{ "-format", PARAM_ROW, .help = "at2, cosmos, columns, column or free; without it the content tells" },
	{ "-in", PARAM_ROW, .help = "unit of the file, where it does not say it: g m/s2 cm/s2 mm/s2 in/s2 ft/s2" },
	{ "-unit", PARAM_ROW, .help = "converts to this unit; the file says its own, or -in" },
	{ 0 },
};

static int run_read(struct script *s, struct args *a, int tag, struct err *e)
{
	struct motion_file_options o = motion_file_defaults;
	struct common_words common = { .factor = 1.0 };
	struct motion m;
	const char *path, *unit = NULL;
	int before = -1, code = args_word(a, "file", &path, e);

	while (code == 0 && args_more(a) && a->at != before) {
		before = a->at;
		code = param_options(READ, &o, a, e);
		if (code == 0 && args_accept(a, "-format"))
			code = args_word(a, "-format", &o.format, e);
		if (code == 0 && args_accept(a, "-in"))
			code = args_word(a, "-in", &unit, e);
		if (code == 0)
			code = read_common(&common, a, e);
		code = code > 0 ? 0 : code;
	}
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		code = motion_file_read(path, &o, &s->scratch, &m, e);
	if (code == 0 && unit)
		code = motion_declare_unit(&m, unit, e);
	return code ? code : use_motion(s, a, tag, &m, &common, e);
}

/* ---- the command -------------------------------------------------------------------------------------------- */

static const struct {
	const char *name, *brief;
	int (*run)(struct script *s, struct args *a, int tag, struct err *e);
	const struct param *params;
	const char *before;
} KINDS[] = {
	{ "generate", "an artificial earthquake from a seed", run_generate, GENERATE, "tag" },
	{ "read", "a record from a file: PEER AT2, COSMOS V2, one or two columns, free format", run_read, READ, "tag file" },
};

static bool motion_topic(int i, struct script_topic *ret)
{
	if ((size_t)i >= COUNT(KINDS))
		return false;
	*ret = (struct script_topic){ .name = KINDS[i].name, .brief = KINDS[i].brief, .before = KINDS[i].before, .params = KINDS[i].params };
	return true;
}

static int run_motion(struct script *s, struct args *a, struct err *e)
{
	int tag, row, code = script_kind("motion", motion_topic, a, &row, e);

	if (code == 0)
		code = args_int(a, "tag of the time series", 1, INT_MAX, &tag, e);
	return code ? code : KINDS[row].run(s, a, tag, e);
}

const struct script_command script_motion_commands[] = {
	{ "motion", run_motion,
	  "motion generate tag options | motion read tag file <-in u> options; both: "
	  "<-unit u> <-resample dt> <-baseline degree> <-peak p> <-factor f> <-write file> <-writeFormat name>",
	  "makes a time series of an artificial earthquake or of a record; answers a dictionary of dt, samples, duration, peak, peakTime", motion_topic },
	{ 0 },
};
