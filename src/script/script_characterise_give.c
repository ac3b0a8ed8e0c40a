/* What expCharacterise found, as files, pictures, lines and a dictionary. */
#include "script/script_characterise.h"

#include "plot/plot.h"
#include "recorder/rowfile.h"

#include <math.h>
#include <stdio.h>

/* ---- files and pictures ------------------------------------------------------------------------------------- */

enum { DIGITS = 12, COLUMNS = 4, ROWS = 1024 };    /* ROWS: written at once */

/* n rows of some columns, parted by commas, below a line of their names. A column that is NULL is the time, (i + 1)/rate. */
static int table_write(struct script *s, const char *path, const char *head, int n, int columns, const double *const *column, double rate_hz,
                       struct err *e)
{
	struct rowfile f;
	int code = rowfile_open(&f, path, false, "expCharacterise", e), closed;

	if (code)
		return code;
	code = rowfile_claim(&f, ROWS * (COLUMNS * rowfile_real_size(DIGITS) + 1) + 160, &s->scratch, e);
	if (!code)
		rowfile_add_text(&f, head);
	for (int i = 0; i < n && !code; i++) {
		for (int k = 0; k < columns; k++) {
			rowfile_add_text(&f, k ? "," : "");
			rowfile_add_real(&f, column[k] ? column[k][i] : (i + 1) / rate_hz, DIGITS, false);
		}
		rowfile_add_text(&f, "\n");
		if ((i + 1) % ROWS == 0 || i == n - 1)
			code = rowfile_write(&f, 0, e);
	}
	closed = rowfile_close(&f, e);
	return code ? code : closed;
}

int characterise_history(struct script *s, const struct characterise_command *w, const struct characterise_record *rec, struct err *e)
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

static int response_plot(struct script *s, const struct characterise_command *w, const struct response *r, struct err *e)
{
	double *line = ARENA_ARRAY(&s->scratch, (size_t)r->n, double);
	double ends[2] = { r->f[0], r->f[r->n - 1] }, level[2] = { r->low_gain * M_SQRT1_2, r->low_gain * M_SQRT1_2 };
	char title[96];
	struct plot p[3] = {
		{ .title = title, .y_label = "|H|", .y_hi = fmax(1.0, 1.4 * r->low_gain),     /* room for the legend */
		  .curve = { { .name = "|H|", .n = r->n, .x = r->f, .y = r->gain, .stride = 1 },
		             { .name = "-3 dB", .n = 2, .x = ends, .y = level, .stride = 1 } } },
		{ .title = "", .y_label = "phase [degrees]",
		  .curve = { { .name = "phase", .n = r->n, .x = r->f, .y = r->phase, .stride = 1 },
		             { .name = "-360 f delay", .n = r->n, .x = r->f, .y = line, .stride = 1 } } },
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

/* What there is to see of the way up, with a quarter of that time before; NaN: everything. Time from the step. */
static int step_plot(struct script *s, const struct characterise_command *w, const struct characterise_record *rec, double watched, struct err *e)
{
	double *t = ARENA_ARRAY(&s->scratch, (size_t)rec->n, double), shown = watched * w->x.rate_hz;
	int at = (int)lround(w->x.settle * w->x.rate_hz), from = shown >= 0.0 ? (int)fmax(at - 0.25 * shown, 0.0) : 0;
	int to = shown >= 0.0 ? (int)fmin(at + shown + 2.0, rec->n) : rec->n;
	char title[96];
	struct plot p = { .title = title, .x_label = "time [s]", .y_label = "displacement from the set-point", .width = PLOT_WIDTH, .height = PLOT_HEIGHT,
	                  .y_hi = 1.25 * w->x.amplitude, .ncurve = 2 };     /* room for the legend */

	if (!t)
		return err_set(e, ERR_MEMORY, "expCharacterise", "no memory for a picture");
	snprintf(title, sizeof(title), "expControl %d, channel %d: step", w->tag, w->channel);
	for (int k = 0; k < rec->n; k++)
		t[k] = (k - at) / w->x.rate_hz;
	p.curve[0] = (struct plot_curve){ .name = "command", .n = to - from, .x = t + from, .y = rec->command + from, .stride = 1 };
	p.curve[1] = (struct plot_curve){ .name = "measured", .n = to - from, .x = t + from, .y = rec->measured + from, .stride = 1 };
	return plot_write(&p, w->plot, e);
}

static const double CURVED = 1.0;      /* a phase beside its line by more than this is no line [degrees, rms] */

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
static void kcomp_give(struct script *s, const struct characterise_command *w, double delay, Tcl_Obj *dict)
{
	struct kcomp k = characterise_kcomp(delay, w->rate_hz, w->dt);
	const struct answer rows[] = { { "kcomp", "k_comp", "ticks of the controller", k.ticks, 1.0 }, { "share", "of a step of the test", "", k.share, 1.0 } };

	answers_give(s, (int)COUNT(rows), rows, dict);
	if (!k.reachable)
		script_say(s, "WARNING expCharacterise: k_comp is %.2f of a step of %g s, beyond %g: no controller can be so far ahead; longer steps, a slower test\n",
		           k.share, w->dt, CHARACTERISE_SHARE);
	if (delay > 0.0)
		script_say(s, "  expCompensator Advance tag %.6g    ;# tag: your choice; -compensator tag behind -channel of the rig\n", delay);
	else if (!isnan(delay))
		script_say(s, "  it is not late: no compensator\n");
}

static void begin(struct script *s, const struct characterise_command *w, const struct characterise_record *rec, const char *object)
{
	script_say(s, "%s, channel %d: %s, ", object, w->channel, excitation_name(w->x.kind));
	if (w->x.kind != EXCITATION_STEP)
		script_say(s, "%g to %g Hz, ", w->x.f0, w->x.f1);
	script_say(s, "amplitude %g%s, %g s, at most %.4g a second%s\n", w->x.amplitude, w->x.kind == EXCITATION_NOISE ? " rms" : "", w->x.seconds, rec->speed,
	           w->compensated ? ", compensated" : "");
}

/* Some lines of H, at frequencies of equal ratio. */
static void response_say(struct script *s, const struct characterise_command *w, const struct response *r)
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

static int incoherent(const struct characterise_command *w, const struct response *r, const char *object, struct err *e)
{
	int code = 0;

	if (!isnan(r->delay))
		return 0;
	code = err_set(e, ERR_RANGE, object, "coherence above %g at less than three frequencies from %g to %g Hz", CHARACTERISE_COHERENCE, w->fit0, w->fit1);
	err_value(e, "%d; mean of the band %.3g", r->used, r->mean_coherence);
	err_hint(e, "noise, or something that is not linear: a larger -amplitude, more -seconds, a narrower band; -file and -plot are written");
	return code;
}

static int give_response(struct script *s, const struct characterise_command *w, const struct characterise_record *rec, const char *object, struct err *e)
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
	if (r.residual > CURVED)
		script_say(s, "  the phase is no straight line up to %.4g Hz: -fit the band of the test\n", r.fit1);
	kcomp_give(s, w, r.delay, dict);
	answers_give(s, 1, &(struct answer){ "velocity", NULL, "", rec->speed, 1.0 }, dict);
	Tcl_SetObjResult(s->interp, dict);
	return 0;
}

static int give_step(struct script *s, const struct characterise_command *w, const struct characterise_record *rec, const char *object, struct err *e)
{
	struct step_answer r;
	Tcl_Obj *dict;
	int code = characterise_step(w->x.rate_hz, rec->n, rec->command, rec->measured, &r, e), drawn = 0;

	if (w->plot)
		drawn = step_plot(s, w, rec, code ? NAN : r.watched, e);
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

int characterise_give(struct script *s, const struct characterise_command *w, const struct characterise_record *rec, const char *object, struct err *e)
{
	return w->x.kind == EXCITATION_STEP ? give_step(s, w, rec, object, e) : give_response(s, w, rec, object, e);
}
