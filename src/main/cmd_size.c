/* tandem size --rate 1000 <--share 0.5> FILE.tcl [words]: the question of Obon Santacana & Dorka, 15WCEE 2012, for the user's own model and machine.
 *
 * The script runs, with stand-ins for what exists, to its first transient analysis. There every engine is measured on the model
 * (driver/engine_auto.h); nothing moves. How large the model could be follows from twice the median time of a step, t ~ n^p with the exponents below,
 * which are those of the operations an engine does on frames: the whole matrix 2; a band 3/2 (its width grows, too, in plane frames; 1 in towers); a
 * sparse factor 4/3; modes 1; convolution 0, bounded by memory and by the time before the test. */
#include "main/cmd_size.h"

#include "base/room.h"
#include "driver/engine_auto.h"
#include "main/words.h"
#include "record/run_record.h"
#include "script/script_engine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HELP = 1024 };

static const struct param words[] = {
	{"--rate", PARAM_REAL, offsetof(struct size_words, rate), false, 1000.0, RANGE_POSITIVE, "steps a second that are wanted [Hz]"},
	{"--share", PARAM_REAL, offsetof(struct size_words, share), false, 0.5, {0.0, 1.0, true, false},
	 "of the period for the numerical model; the rest is for specimen, network and command"},
	{"--time", PARAM_REAL, offsetof(struct size_words, time), false, 0.5, RANGE_POSITIVE, "to measure one engine [s]"},
	{"--setup", PARAM_REAL, offsetof(struct size_words, setup), false, 600.0, RANGE_POSITIVE, "what an engine may take before the test [s]"},
	{0},
};

int cmd_size_words(int argc, char **argv, struct size_words *ret)
{
	struct args a;
	struct err e;
	char text[HELP];
	int code;

	if (argc > 1 && words_ask_help(argv[1])) {
		param_usage(words, "tandem size", text, sizeof(text));
		printf("%s\n    then FILE.tcl and the words of the script. docs/engines.md says more.\n", text);
		return 0;
	}
	err_clear(&e);
	args_init(&a, argc - 1, (const char *const *)argv + 1, "tandem size");
	code = param_parse(words, ret, &a, &e);
	if (!code && args_more(&a) && a.word[a.at][0] == '-') {
		code = err_set(&e, ERR_ARGUMENT, "tandem size", "unknown option");
		err_value(&e, "%s", a.word[a.at]);
		err_allowed(&e, "--rate, --share, --time, --setup");
	}
	if (!code && !args_more(&a)) {
		code = err_set(&e, ERR_ARGUMENT, "tandem size", "the file is missing");
		err_hint(&e, "tandem size --rate 1000 FILE.tcl [words]");
	}
	if (code) {
		words_failed(&e);
		return -1;
	}
	return 1 + a.at;
}

/* --- how large ------------------------------------------------------------------------------------ */

static double exponent(const struct engine_trial *t)
{
	static const struct { const char *name; double p; } row[] = {{"dense", 2.0}, {"band", 1.5}, {"sparse", 4.0 / 3.0}};

	if (strcmp(t->way, "modal") == 0)
		return 1.0;
	if (strcmp(t->way, "impulse") == 0)
		return 0.0;
	for (size_t i = 0; i < COUNT(row); i++)
		if (strcmp(t->solver, row[i].name) == 0)
			return row[i].p;
	return 4.0 / 3.0;
}

/* Unknowns at which a step, the memory or the set-up reaches its limit. */
static double largest(const struct engine_trial *t, int n, double period, double setup, const char **ret_by)
{
	double p = exponent(t), by_time = p > 0.0 ? n * pow(period / (2.0 * t->median), 1.0 / p) : INFINITY;
	double memory = room_left("").bytes, by_memory = isfinite(memory) && t->bytes > 0.0 ? n * pow(memory / t->bytes, p > 1.9 ? 0.5 : 1.0 / 1.3) : INFINITY;
	double by_setup = t->setup > 0.0 ? n * pow(setup / t->setup, strcmp(t->way, "modal") == 0 ? 1.0 / 3.0 : 0.75) : INFINITY;
	double least = fmin(by_time, fmin(by_memory, by_setup));

	*ret_by = least == by_time ? "the time of a step" : least == by_memory ? "memory" : "set-up time";
	return least;
}

static void print_sizes(const struct analysis *an, double period, double setup)
{
	int n = an->p->n;

	printf("\nlargest model of this kind, about:\n");
	for (int i = 0; i < an->ntrial; i++) {
		const struct engine_trial *t = &an->trial[i];
		const char *by;
		char name[48];

		if (t->code)
			continue;
		snprintf(name, sizeof(name), "%s -solver %s", t->way, t->solver);
		double most = largest(t, n, period, setup, &by);
		printf("    %-28s %10.2g unknowns, bound by %s\n", name, most, by);
	}
}

static bool print_verdict(const struct analysis *an, const struct size_words *w)
{
	int best = engine_best(an);
	const struct engine_trial *t = best >= 0 ? &an->trial[best] : NULL;
	double period = w->share / w->rate;
	bool fits = t && t->p999 <= period;
	char text[2][24];

	if (!t) {
		printf("\n%d unknowns: no engine can advance this model by integrator %s within its set-up limit\n", an->p->n, an->integrator.ops->name);
		return false;
	}
	printf("\n%d unknowns at %g Hz: %s. Engine %s -solver %s takes %s of the %s that a step has (99.9 %% of steps; --share %g of the period).\n",
	       an->p->n, w->rate, fits ? "fits" : "does not fit", t->way, t->solver, script_time_text(t->p999, text[0], 24),
	       script_time_text(period, text[1], 24), w->share);
	if (fits)
		printf("To have it without measuring again: engine %s -solver %s\n", t->way, t->solver);
	else
		printf("Lower the rate, let a longer set-up pass (--setup), or reduce the model (command reduce).\n");
	return fits;
}

/* --- the run -------------------------------------------------------------------------------------- */

static const struct size_words *asked;
static const char *file;
static bool fitted, measured;

static void print_line(void *self, const char *text)
{
	(void)self;
	fputs(text, stdout);
}

static int measure(struct script *s, double dt, int steps, struct err *e)
{
	struct analysis *an = &s->analysis;
	const char *unit[3];
	int code;

	an->measure = (struct engine_limits){.on = true, .period = asked->share / asked->rate, .time = asked->time, .setup = asked->setup};
	code = analysis_measure(an, dt, steps, e);
	if (code)
		return code;
	run_record_units_named(s->run, unit);
	printf("%d unknowns, an interface of %d, %d steps of %g %s, integrator %s\n", an->p->n, analysis_interface(an), steps, dt, unit[2],
	       an->integrator.ops->name);
	script_trials(an, engine_best(an), print_line, NULL);
	print_sizes(an, an->measure.period, asked->setup);
	fitted = print_verdict(an, asked);
	measured = true;
	return 0;
}

static int say_unmeasured(void)
{
	fprintf(stderr, "tandem size: %s: the script has no transient analysis\n", file);
	return 1;
}

/* Its exit came first. */
static void leave(struct script *s, int status)
{
	(void)s;
	(void)status;
	Tcl_Exit(say_unmeasured());
}

int cmd_size_run(struct script *s, const char *path, const struct size_words *w)
{
	asked = w;
	file = path;
	s->instead = measure;
	s->leave = leave;
	if (script_run_file(s, path) != 0 && !measured)
		return 1;
	return !measured ? say_unmeasured() : fitted ? 0 : 3;
}
