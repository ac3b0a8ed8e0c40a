/* The command expCharacterise: plays a sweep, noise or a step on one channel of a rig and says how it follows.
 *
 *   expCharacterise 1 -channel 1 -sweep 0.1 20 -amplitude 0.5 -seconds 100 -dt 0.02 -plot rig.svg
 *
 * Prints a short table and the words of a compensator, and answers with a dictionary; what the record does not show is not in it. */
#include "script/script_characterise.h"

#include "base/aside.h"
#include "experiment/chance.h"

#include <limits.h>
#include <math.h>

#define AT(member) offsetof(struct characterise_command, member)
#define REAL(word, member, value, allowed, text) { word, PARAM_REAL, AT(member), .def = value, .range = allowed, .help = text }
#define ROW(words, text) { words, PARAM_ROW, .help = text }

static const struct param PARAMS[] = {
	{ "rigTag", PARAM_TAG, AT(tag), .required = true, .help = "of an expControl that ticks; it need not have an element yet" },
	{ "-channel", PARAM_INT, AT(channel), .def = 1, .range = { 1, INT_MAX, false, false }, .help = "which moves; the others hold" },
	REAL("-amplitude", x.amplitude, NAN, RANGE_POSITIVE, "of sweep and step; of noise its root mean square [length]"),
	REAL("-seconds", x.seconds, NAN, RANGE_POSITIVE, "laboratory time without -settle [s]"),
	REAL("-settle", x.settle, 1.0, RANGE_NONNEG, "rest before and after [s]"),
	REAL("-rise", x.rise, 0.0, RANGE_NONNEG, "of a step, on a straight line, of one tick at least [s]"),
	{ "-linear", PARAM_FLAG, AT(x.linear), .help = "the sweep runs through equal frequencies in equal times; default: logarithmic" },
	REAL("-velocity", velocity, HUGE_VAL, RANGE_POSITIVE, "most that is allowed [length/s]; what would be faster is refused before it moves"),
	REAL("-rate", rate_hz, 0.0, RANGE_POSITIVE, "ticks a second of the controller that shall be ahead, for k_comp [Hz]; default: the rig's"),
	REAL("-dt", dt, 0.0, RANGE_POSITIVE, "step of the test in laboratory time, for the share of k_comp in it [s]"),
	{ "-compensated", PARAM_FLAG, AT(compensated), .help = "through the compensators of the rig; default: past them" },
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
		*ret = (struct script_topic){ .name = "expCharacterise", .brief = "Transfer function, delay, cut-off and k_comp of a channel; the specimen is moved",
		                              .cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 5.5",
		                              .example = "1 -sweep 0.1 10 -amplitude 0.1 -seconds 60", .params = PARAMS };
	return i == 0;
}

/* ---- words -------------------------------------------------------------------------------------------------- */

static int kind_read(struct characterise_command *w, enum excitation_kind kind, struct args *a, struct err *e)
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
		code = args_real(a, "highest frequency", (struct range){w->x.f0, INFINITY, true, true}, &w->x.f1, e);
	return code;
}

static int fit_read(struct characterise_command *w, struct args *a, struct err *e)
{
	int code = args_real(a, "-fit", RANGE_NONNEG, &w->fit0, e);

	w->has_fit = true;
	return code ? code : args_real(a, "-fit", RANGE_POSITIVE, &w->fit1, e);
}

static int word_read(struct characterise_command *w, struct args *a, struct err *e)
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

static int missing(const struct characterise_command *w, const char *object, struct err *e)
{
	const char *what = !w->has_kind ? "-sweep, -noise or -step" : isnan(w->x.amplitude) ? "-amplitude" : isnan(w->x.seconds) ? "-seconds" : NULL;

	return what ? err_set(e, ERR_ARGUMENT, object, "%s is missing", what) : 0;
}

static int words_read(struct characterise_command *w, struct args *a, struct err *e)
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

static int rig_find_channel(struct script *s, const struct characterise_command *w, const char *object, struct rig **ret, struct err *e)
{
	void *found = NULL;
	int code = laboratory_need(&s->lab.rigs, "expControl", w->tag, object, &found, e);
	struct rig *r = found;

	if (!code)
		code = rig_playable(r, object, e);
	if (code)
		return code;
	if (w->channel > r->ctrl.n[SLOT_DISP]) {
		code = err_set(e, ERR_RANGE, object, "expControl %d has no such channel", r->tag);
		err_value(e, "%d", w->channel);
		err_allowed(e, "1 to %d", r->ctrl.n[SLOT_DISP]);
	}
	if (!code)
		*ret = r;
	return code;
}

/* Commands of all channels, the others standing, and room for the answers; from the rig's order to that of the record. */
static int play(struct script *s, const struct characterise_command *w, struct rig *r, struct characterise_record *rec, const char *object, struct err *e)
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

static int excite(struct script *s, struct characterise_command *w, struct characterise_record *rec, const char *object, struct err *e)
{
	struct rig *r = NULL;
	int code = rig_find_channel(s, w, object, &r, e);

	if (code)
		return code;
	w->x.rate_hz = rig_rate(r);
	w->x.seed = s->lab.seed;
	w->x.stream = chance_of(CHANCE_EXCITATION, 0, r->tag, w->channel, 0);
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

/* ---- the command --------------------------------------------------------------------------------------------- */

/* What a dry run finds does not take the place of what was measured on the rig. */
static int files_aside(struct script *s, struct characterise_command *w, struct err *e)
{
	const char **const name[] = { &w->file, &w->history, &w->plot };
	char where[PATH_MAX];
	int code = 0;

	for (size_t i = 0; i < COUNT(name) && !code; i++) {
		code = *name[i] ? aside_write(*name[i], false, where, e) : 0;
		if (!code && *name[i] && !(*name[i] = arena_text(&s->scratch, where)))
			code = err_set(e, ERR_MEMORY, "expCharacterise", "no memory");
	}
	return code;
}

static int run_characterise(struct script *s, struct args *a, struct err *e)
{
	struct characterise_command w = {0};
	struct characterise_record rec = {0};
	int code = words_read(&w, a, e);

	if (!code)
		code = files_aside(s, &w, e);
	if (!code)
		code = excite(s, &w, &rec, a->object, e);
	if (!code)
		code = characterise_history(s, &w, &rec, e);
	if (code)
		return code;
	return characterise_give(s, &w, &rec, a->object, e);
}

const struct script_command script_characterise_commands[] = {
	{ "expCharacterise", run_characterise,
	  "expCharacterise rigTag <-channel i> -sweep f0 f1 | -noise f0 f1 | -step -amplitude a -seconds T <-settle s> <-velocity v> <-fit fa fb>"
	  " <-rate f> <-dt dt> <-compensated> <-file name> <-history name> <-plot name>",
	  "How a channel follows its commands: transfer function with coherence, delay, cut-off, k_comp. Before a test or between its steps; the rig ends where "
	  "it stood, but the specimen has been moved, and the rig's clock has gone on. Answers a dictionary.", topic },
	{ 0 },
};
