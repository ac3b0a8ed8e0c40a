/* The command expCharacterise: plays a sweep, noise or a step on one channel of a rig and says how it follows.
 *
 *   expCharacterise 1 -channel 1 -sweep 0.1 20 -amplitude 0.5 -seconds 100 -dt 0.02 -plot rig.svg
 *
 * Prints a short table and the words of a compensator, and answers with a dictionary; what the record does not show is not in it. */
#include "script/script.h"

#include "control/characterise.h"
#include "control/excitation.h"
#include "experiment/stream.h"
#include "record/plot.h"
#include "record/rowfile.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

struct words {
	struct excitation x;
	int tag, channel;               /* channel from 1 */
	bool has_kind, has_fit, compensated;
	double fit0, fit1;
	double velocity, rate_hz, dt;   /* velocity: infinite: any; the others 0: not given */
	const char *file, *history, *plot;
};

struct record {                     /* of the channel, one a tick */
	int n;
	double *command, *measured, *force;    /* command from the set-point; scratch arena */
	double speed;
};

#define REAL(word, member, value, allowed, text) { word, PARAM_REAL, offsetof(struct words, member), .def = value, .range = allowed, .help = text }
#define ROW(words, text) { words, PARAM_ROW, .help = text }

static const struct param PARAMS[] = {
	{ "rigTag", PARAM_TAG, offsetof(struct words, tag), .required = true, .help = "of an expControl that ticks; it need not have an element yet" },
	{ "-channel", PARAM_INT, offsetof(struct words, channel), .def = 1, .range = { 1, INT_MAX, false, false }, .help = "which moves; the others hold" },
	REAL("-amplitude", x.amplitude, NAN, RANGE_POSITIVE, "of sweep and step; of noise its root mean square [length]"),
	REAL("-seconds", x.seconds, NAN, RANGE_POSITIVE, "laboratory time without -settle [s]"),
	REAL("-settle", x.settle, 1.0, RANGE_NONNEG, "rest before and after [s]"),
	REAL("-rise", x.rise, 0.0, RANGE_NONNEG, "of a step, on a straight line [s]; default: one tick"),
	{ "-linear", PARAM_FLAG, offsetof(struct words, x.linear), .help = "the sweep runs through equal frequencies in equal times; default: logarithmic" },
	REAL("-velocity", velocity, HUGE_VAL, RANGE_POSITIVE, "most that is allowed [length/s]; what would be faster is refused before it moves"),
	REAL("-rate", rate_hz, 0.0, RANGE_POSITIVE, "ticks a second of the controller that shall be ahead, for k_comp [Hz]; default: the rig's"),
	REAL("-dt", dt, 0.0, RANGE_POSITIVE, "step of the test in laboratory time, for the share of k_comp in it [s]"),
	{ "-compensated", PARAM_FLAG, offsetof(struct words, compensated), .help = "through the compensators of the rig; default: past them" },
	ROW("-sweep f0 f1 | -noise f0 f1 | -step", "a sine from f0 to f1 [Hz], noise between them, or to the amplitude and back"),
	ROW("-fit fa fb", "where the phase shall be a line [Hz]; default: the whole band"),
	ROW("-file name", "writes frequency, |H|, phase [degrees], coherence; of a step time, command, measured displacement; by commas"),
	ROW("-history name", "writes time, command, measured displacement and force of every tick; by commas"),
	ROW("-plot name", "draws |H|, phase and coherence; of a step command and measured displacement"),
	{ 0 },
};

static bool topic(int i, struct script_topic *ret)
{
	if (i == 0)
		*ret = (struct script_topic){ "expCharacterise", "Transfer function, delay, cut-off and k_comp of a channel; the specimen is moved",
		                              "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 5.5", "1 -sweep 0.1 10 -amplitude 0.1 -seconds 60", NULL, PARAMS,
		                              NULL };
	return i == 0;
}

/* ---- words -------------------------------------------------------------------------------------------------- */

static int kind_read(struct words *w, enum excitation_kind kind, struct args *a, struct err *e)
{
	int code = 0;

	if (w->has_kind) {
		code = err_set(e, ERR_DUPLICATE, a->object, "one of -sweep, -noise and -step at a time");
		return code;
	}
	w->has_kind = true;
	w->x.kind = kind;
	if (kind != EXCITATION_STEP)
		code = args_real(a, "lowest frequency", RANGE_POSITIVE, &w->x.f0, e);
	if (!code && kind != EXCITATION_STEP)
		code = args_real(a, "highest frequency", RANGE_POSITIVE, &w->x.f1, e);
	return code;
}

static int fit_read(struct words *w, struct args *a, struct err *e)
{
	int code = args_real(a, "-fit", RANGE_NONNEG, &w->fit0, e);

	w->has_fit = true;
	return code ? code : args_real(a, "-fit", RANGE_POSITIVE, &w->fit1, e);
}

static int word_read(struct words *w, struct args *a, struct err *e)
{
	if (args_accept(a, "-sweep"))
		return kind_read(w, EXCITATION_SWEEP, a, e);
	if (args_accept(a, "-noise"))
		return kind_read(w, EXCITATION_NOISE, a, e);
	if (args_accept(a, "-step"))
		return kind_read(w, EXCITATION_STEP, a, e);
	if (args_accept(a, "-fit"))
		return fit_read(w, a, e);
	if (args_accept(a, "-file"))
		return args_word(a, "-file", &w->file, e);
	if (args_accept(a, "-history"))
		return args_word(a, "-history", &w->history, e);
	if (args_accept(a, "-plot"))
		return args_word(a, "-plot", &w->plot, e);
	return param_options(PARAMS, w, a, e);
}

static int missing(const struct words *w, const char *object, struct err *e)
{
	const char *what = !w->has_kind ? "-sweep, -noise or -step" : isnan(w->x.amplitude) ? "-amplitude" : isnan(w->x.seconds) ? "-seconds" : NULL;

	return what ? err_set(e, ERR_ARGUMENT, object, "%s is missing", what) : 0;
}

static int words_read(struct words *w, struct args *a, struct err *e)
{
	int code = param_parse(PARAMS, w, a, e);

	while (!code && args_more(a)) {
		int at = a->at;

		code = word_read(w, a, e);
		if (!code && a->at == at)
			code = args_end(a, e);
	}
	if (!code)
		code = missing(w, a->object, e);
	if (!w->has_fit) {
		w->fit0 = w->x.f0;
		w->fit1 = w->x.f1;
	}
	if (!code && w->has_fit && w->x.kind != EXCITATION_STEP && !(w->fit0 < w->fit1 && w->fit0 < w->x.f1 && w->fit1 > w->x.f0)) {
		code = err_set(e, ERR_RANGE, a->object, "-fit is not a band within that of the %s", excitation_name(w->x.kind));
		err_value(e, "%g to %g Hz", w->fit0, w->fit1);
		err_allowed(e, "%g to %g Hz", w->x.f0, w->x.f1);
	}
	return code;
}

/* ---- playing ------------------------------------------------------------------------------------------------ */

static int rig_find_channel(struct script *s, const struct words *w, const char *object, struct rig **ret, struct err *e)
{
	void *found;
	int code = laboratory_need(&s->lab.rigs, "expControl", w->tag, object, &found, e);
	struct rig *r = found;

	if (code)
		return code;
	if (!(rig_rate(r) > 0.0)) {
		code = err_set(e, ERR_UNSUPPORTED, object, "expControl %s %d does not tick: it has no dynamics to find out", r->ops->name, r->tag);
		err_hint(e, "rigs that move at ticks can be characterised, as VirtualRig with -rate");
	} else if (w->channel > r->ctrl.n[SLOT_DISP]) {
		code = err_set(e, ERR_RANGE, object, "expControl %d has no such channel", r->tag);
		err_value(e, "%d", w->channel);
		err_allowed(e, "1 to %d", r->ctrl.n[SLOT_DISP]);
	}
	if (!code)
		*ret = r;
	return code;
}

/* Commands of all channels, the others standing, and room for the answers; from the rig's order to that of the record. */
static int play(struct script *s, const struct words *w, struct rig *r, struct record *rec, const char *object, struct err *e)
{
	int n = r->ctrl.n[SLOT_DISP], at = w->channel - 1, code = rig_start(r, e);
	size_t all = (size_t)n * (size_t)rec->n;
	double *stand = ARENA_ARRAY(&s->scratch, (size_t)n, double), *x = ARENA_ARRAY(&s->scratch, all, double);
	double *moved = ARENA_ARRAY(&s->scratch, all, double), *force = ARENA_ARRAY(&s->scratch, all, double);

	rec->measured = ARENA_ARRAY(&s->scratch, (size_t)rec->n, double);
	rec->force = ARENA_ARRAY(&s->scratch, (size_t)rec->n, double);
	if (!stand || !x || !moved || !force || !rec->measured || !rec->force)
		return err_set(e, ERR_MEMORY, object, "no memory for %d commands of %d channels", rec->n, n);
	if (code)
		return code;
	rig_standing(r, stand);
	for (size_t k = 0; k < all; k++)
		x[k] = stand[k % (size_t)n] + (k % (size_t)n == (size_t)at ? rec->command[k / (size_t)n] : 0.0);
	code = rig_play(r, rec->n, x, w->compensated, moved, force, e);
	for (int k = 0; k < rec->n && !code; k++) {
		rec->measured[k] = moved[(size_t)k * (size_t)n + (size_t)at] - stand[at];
		rec->force[k] = force[(size_t)k * (size_t)n + (size_t)at];
	}
	return code;
}

static int excite(struct script *s, struct words *w, struct record *rec, const char *object, struct err *e)
{
	struct rig *r = NULL;
	int code = rig_find_channel(s, w, object, &r, e);

	if (code)
		return code;
	w->x.rate_hz = rig_rate(r);
	w->x.seed = s->lab.seed;
	w->x.stream = stream_of(STREAM_EXCITATION, 0, r->tag, w->channel, 0);
	w->rate_hz = w->rate_hz > 0.0 ? w->rate_hz : w->x.rate_hz;
	code = excitation_check(&w->x, object, e);
	if (!code)
		code = excitation_make(&w->x, &s->scratch, &rec->command, e);
	if (code)
		return code;
	rec->n = excitation_ticks(&w->x);
	rec->speed = excitation_speed(rec->n, rec->command, w->x.rate_hz);
	code = excitation_speed_check(&w->x, rec->speed, w->velocity, object, e);
	return code ? code : play(s, w, r, rec, object, e);
}

/* ---- files and pictures ------------------------------------------------------------------------------------- */

enum { DIGITS = 12, COLUMNS = 4 };

/* n rows of some columns, parted by commas, below a line of their names. first: NULL: the time of tick i. */
static int table_write(struct script *s, const char *path, const char *head, int n, int columns, const double *const *column, double rate_hz, struct err *e)
{
	struct rowfile f;
	int code = rowfile_open(&f, path, false, "expCharacterise", e), closed;

	if (code)
		return code;
	code = rowfile_claim(&f, COLUMNS * rowfile_real_size(DIGITS) + 160, &s->scratch, e);
	if (!code)
		rowfile_add_text(&f, head);
	for (int i = 0; i < n && !code; i++) {
		for (int k = 0; k < columns; k++) {
			rowfile_add_text(&f, k ? "," : "");
			rowfile_add_real(&f, column[k] ? column[k][i] : (i + 1) / rate_hz, DIGITS, false);
		}
		rowfile_add_text(&f, "\n");
		code = rowfile_write(&f, 0, e);
	}
	closed = rowfile_close(&f, e);
	return code ? code : closed;
}

static int history_write(struct script *s, const struct words *w, const struct record *rec, struct err *e)
{
	const double *const column[COLUMNS] = { NULL, rec->command, rec->measured, rec->force };
	int code = 0;

	if (w->history)
		code = table_write(s, w->history, "# time, command, measured displacement (from the set-point), measured force\n", rec->n, 4, column,
		                   w->x.rate_hz, e);
	if (!code && w->file && w->x.kind == EXCITATION_STEP)
		code = table_write(s, w->file, "# time, command, measured displacement (from the set-point)\n", rec->n, 3, column, w->x.rate_hz, e);
	return code;
}

static int response_plot(struct script *s, const struct words *w, const struct response *r, struct err *e)
{
	double *line = ARENA_ARRAY(&s->scratch, (size_t)r->n, double);
	double ends[2] = { r->f[0], r->f[r->n - 1] }, level[2] = { r->low_gain * M_SQRT1_2, r->low_gain * M_SQRT1_2 };
	char title[96];
	struct plot p[3] = {
		{ .title = title, .y_label = "|H|", .y_hi = 1.0,
		  .curve = { { .name = "|H|", .n = r->n, .x = r->f, .y = r->gain, .stride = 1 },
		             { .name = "-3 dB", .n = 2, .x = ends, .y = level, .stride = 1 } } },
		{ .title = "", .y_label = "phase [degrees]",
		  .curve = { { .name = "phase", .n = r->n, .x = r->f, .y = r->phase, .stride = 1 },
		             { .name = "delay", .n = r->n, .x = r->f, .y = line, .stride = 1 } } },
		{ .title = "", .y_label = "coherence", .x_label = "frequency [Hz]", .y_hi = 1.0,
		  .curve = { { .name = "coherence", .n = r->n, .x = r->f, .y = r->coherence, .stride = 1 } } },
	};

	if (!line)
		return err_set(e, ERR_MEMORY, "expCharacterise", "no memory for a picture");
	for (int i = 0; i < 3; i++) {
		p[i].width = PLOT_WIDTH;
		p[i].height = 300;
		p[i].ncurve = i < 2 && isfinite(r->delay) ? 2 : 1;
	}
	snprintf(title, sizeof(title), "expControl %d, channel %d: measured/command", w->tag, w->channel);
	for (int j = 0; j < r->n; j++)
		line[j] = -360.0 * r->f[j] * r->delay;
	return plot_write_stack(p, 3, w->plot, e);
}

/* The way up and four times the settling time, with a quarter of that before; everything when it is not known (NaN). Time from the step. */
static int step_plot(struct script *s, const struct words *w, const struct record *rec, double settling, struct err *e)
{
	double *t = ARENA_ARRAY(&s->scratch, (size_t)rec->n, double), shown = 4.0 * settling * w->x.rate_hz;
	int at = (int)lround(w->x.settle * w->x.rate_hz), from = shown >= 0.0 ? (int)fmax(at - 0.25 * shown, 0.0) : 0;
	int to = shown >= 0.0 ? (int)fmin(at + shown + 2.0, rec->n) : rec->n;
	char title[96];
	struct plot p = { .title = title, .x_label = "time [s]", .y_label = "displacement from the set-point", .width = PLOT_WIDTH, .height = PLOT_HEIGHT,
	                  .ncurve = 2 };

	if (!t)
		return err_set(e, ERR_MEMORY, "expCharacterise", "no memory for a picture");
	snprintf(title, sizeof(title), "expControl %d, channel %d: step", w->tag, w->channel);
	for (int k = 0; k < rec->n; k++)
		t[k] = (k - at) / w->x.rate_hz;
	p.curve[0] = (struct plot_curve){ .name = "command", .n = to - from, .x = t + from, .y = rec->command + from, .stride = 1 };
	p.curve[1] = (struct plot_curve){ .name = "measured", .n = to - from, .x = t + from, .y = rec->measured + from, .stride = 1 };
	return plot_write(&p, w->plot, e);
}

/* ---- answers ------------------------------------------------------------------------------------------------ */

struct answer {                     /* one number: of the dictionary, and how it is said */
	const char *key, *says, *unit;
	double value, factor;
};

static void answers_give(struct script *s, int n, const struct answer *row, Tcl_Obj *dict)
{
	for (int i = 0; i < n; i++) {
		if (isnan(row[i].value))
			continue;
		Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj(row[i].key, -1), Tcl_NewDoubleObj(row[i].value));
		if (row[i].says)
			script_say(s, "  %-34s %10.5g %s\n", row[i].says, row[i].value * row[i].factor, row[i].unit);
	}
}

/* What to do about the delay, in words that can be pasted. */
static void kcomp_give(struct script *s, const struct words *w, double delay, Tcl_Obj *dict)
{
	struct kcomp k = characterise_kcomp(delay, w->rate_hz, w->dt);
	const struct answer rows[] = { { "kcomp", "k_comp", "ticks of the controller", k.ticks, 1.0 }, { "share", "of a step of the test", "", k.share, 1.0 } };

	answers_give(s, (int)COUNT(rows), rows, dict);
	if (!k.reachable)
		script_say(s, "WARNING expCharacterise: k_comp is %.2f of a step of %g s, beyond %g: a controller cannot be so far ahead; slower tests (longer steps)\n",
		           k.share, w->dt, CHARACTERISE_SHARE);
	if (delay > 0.0)
		script_say(s, "  expCompensator Advance tag %.6g    ;# tag: your choice; -compensator tag behind -channel of the rig\n", delay);
	else if (!isnan(delay))
		script_say(s, "  it is not late: no compensator\n");
}

static void begin(struct script *s, const struct words *w, const struct record *rec, const char *object)
{
	script_say(s, "%s, channel %d: %s, ", object, w->channel, excitation_name(w->x.kind));
	if (w->x.kind != EXCITATION_STEP)
		script_say(s, "%g to %g Hz, ", w->x.f0, w->x.f1);
	script_say(s, "amplitude %g%s, %g s, at most %.4g a second%s\n", w->x.amplitude, w->x.kind == EXCITATION_NOISE ? " rms" : "", w->x.seconds, rec->speed,
	           w->compensated ? ", compensated" : "");
}

/* Some lines of H, at frequencies of equal ratio. */
static void response_say(struct script *s, const struct words *w, const struct response *r)
{
	enum { LINES = 7 };
	double f = r->f[0], ratio = pow(w->x.f1 / f, 1.0 / (LINES - 1));

	script_say(s, "  %10s %10s %10s %10s\n", "Hz", "|H|", "degrees", "coherence");
	for (int j = 0; j < r->n; j++)
		if (r->f[j] >= f * (1.0 - 1e-9) || j == r->n - 1) {
			script_say(s, "  %10.4g %10.4f %10.2f %10.4f\n", r->f[j], r->gain[j], r->phase[j], r->coherence[j]);
			while (f <= r->f[j] * (1.0 + 1e-9))
				f *= ratio;
		}
}

static int incoherent(const struct words *w, const struct response *r, const char *object, struct err *e)
{
	int code = 0;

	if (!isnan(r->delay))
		return 0;
	code = err_set(e, ERR_RANGE, object, "coherence above %g at less than three frequencies from %g to %g Hz", CHARACTERISE_COHERENCE, w->fit0, w->fit1);
	err_value(e, "%d; mean of the band %.3g", r->used, r->mean_coherence);
	err_hint(e, "noise, or something that is not linear: a larger -amplitude, more -seconds, a narrower band; -file and -plot are written");
	return code;
}

static int give_response(struct script *s, const struct words *w, const struct record *rec, const char *object, struct err *e)
{
	const struct characterise_words words = { .rate_hz = w->x.rate_hz, .f0 = w->x.f0, .f1 = w->x.f1, .fit0 = w->fit0, .fit1 = w->fit1,
	                                          .whole = w->x.kind == EXCITATION_SWEEP };
	Tcl_Obj *dict;
	struct response r;
	int code = characterise_response(&words, rec->n, rec->command, rec->measured, &s->scratch, &r, e);

	if (!code && w->file)
		code = table_write(s, w->file, "# frequency [Hz], |H|, phase [degrees], coherence\n", r.n, 4,
		                   (const double *const[]){ r.f, r.gain, r.phase, r.coherence }, 0.0, e);
	if (!code && w->plot)
		code = response_plot(s, w, &r, e);
	if (!code)
		code = incoherent(w, &r, object, e);
	if (code)
		return code;
	begin(s, w, rec, object);
	response_say(s, w, &r);
	dict = Tcl_NewDictObj();
	answers_give(s, 8, (const struct answer[]){
		{ "delay", "delay, slope of the phase", "ms", r.delay, 1e3 }, { "fitFrom", NULL, "", r.fit0, 1.0 }, { "fitTo", "  up to", "Hz", r.fit1, 1.0 },
		{ "residual", "  phase beside its line, rms", "degrees", r.residual, 1.0 }, { "gain", "gain at low frequency", "", r.low_gain, 1.0 },
		{ "cutoff", "-3 dB at", "Hz", r.cutoff_hz, 1.0 }, { "phase90", "-90 degrees at", "Hz", r.phase90_hz, 1.0 },
		{ "coherence", "coherence, mean of the band", "", r.mean_coherence, 1.0 } }, dict);
	kcomp_give(s, w, r.delay, dict);
	answers_give(s, 1, &(struct answer){ "velocity", NULL, "", rec->speed, 1.0 }, dict);
	Tcl_SetObjResult(s->interp, dict);
	return 0;
}

static int give_step(struct script *s, const struct words *w, const struct record *rec, const char *object, struct err *e)
{
	struct step_answer r;
	Tcl_Obj *dict;
	int code = characterise_step(w->x.rate_hz, rec->n, rec->command, rec->measured, &r, e), drawn = 0;

	if (w->plot)
		drawn = step_plot(s, w, rec, code ? NAN : r.settling, e);
	code = code ? code : drawn;
	if (code)
		return code;
	begin(s, w, rec, object);
	dict = Tcl_NewDictObj();
	answers_give(s, 6, (const struct answer[]){
		{ "delay", "delay, area beside the command", "ms", r.delay, 1e3 }, { "half", "half-way after", "ms", r.half, 1e3 },
		{ "gain", "gain", "", r.gain, 1.0 }, { "rise", "from 10 to 90 % in", "ms", r.rise, 1e3 },
		{ "overshoot", "overshoot", "%", r.overshoot, 100.0 }, { "settling", "within 2 % after", "ms", r.settling, 1e3 } }, dict);
	kcomp_give(s, w, r.delay, dict);
	answers_give(s, 1, &(struct answer){ "velocity", NULL, "", rec->speed, 1.0 }, dict);
	Tcl_SetObjResult(s->interp, dict);
	return 0;
}

static int run_characterise(struct script *s, struct args *a, struct err *e)
{
	struct words w = {0};
	struct record rec = {0};
	char object[64];
	int code = words_read(&w, a, e);

	snprintf(object, sizeof(object), "expCharacterise %d", w.tag);
	if (!code)
		code = excite(s, &w, &rec, object, e);
	if (!code)
		code = history_write(s, &w, &rec, e);
	if (code)
		return code;
	return w.x.kind == EXCITATION_STEP ? give_step(s, &w, &rec, object, e) : give_response(s, &w, &rec, object, e);
}

const struct script_command script_characterise_commands[] = {
	{ "expCharacterise", run_characterise,
	  "expCharacterise rigTag <-channel i> -sweep f0 f1 | -noise f0 f1 | -step -amplitude a -seconds T <-settle s> <-velocity v> <-fit fa fb> <-rate f> <-dt dt>"
	  " <-compensated> <-file name> <-history name> <-plot name>",
	  "How a channel follows its commands: transfer function with coherence, delay, cut-off, k_comp. Before a test or between its steps; the rig ends where "
	  "it stood, but the specimen has been moved, and the rig's clock has gone on. Answers a dictionary.", topic },
	{ 0 },
};
