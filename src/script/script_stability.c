/* The command stability: how late, how long, how many. Limits of a hybrid test before it is made (math/delay.h, math/step_limit.h).
 *
 *   stability delay                      of the model as it stands, all specimens late alike
 *   stability explicit                   the longest step of explicit methods
 *   stability substeps 0.01 -substeps 4  Dorka's sub-steps
 *   stability oscillator 1 0.4 10 20     the critical delay of one mass in closed form
 * Answers are dictionaries. */
#include "math/step_limit.h"
#include "modes/stability.h"
#include "script/script.h"

#include <math.h>

static const struct param DELAY[] = {
	{ "-cPerK", PARAM_REAL, offsetof(struct stability_specimen, damping), false, 0.0, RANGE_NONNEG, "damping of specimens over their stiffness [s]" },
	{ "-mPerK", PARAM_REAL, offsetof(struct stability_specimen, mass), false, 0.0, RANGE_NONNEG, "mass of specimens over their stiffness [s^2]" },
	{ 0 },
};

struct substep_words {
	double dt, beta, gamma, p;
	int substeps, most;
};

static const struct param SUBSTEPS[] = {
	{ "dt", PARAM_REAL, offsetof(struct substep_words, dt), true, 0.0, RANGE_POSITIVE, "step" },
	{ "-beta", PARAM_REAL, offsetof(struct substep_words, beta), false, 0.25, RANGE_POSITIVE, "Newmark's beta" },
	{ "-gamma", PARAM_REAL, offsetof(struct substep_words, gamma), false, 0.5, { 0.5, INFINITY, false, true }, "Newmark's gamma" },
	{ "-P", PARAM_REAL, offsetof(struct substep_words, p), false, 0.95, { -1.0, 1.0, true, true }, "proportional part of the error force" },
	{ "-substeps", PARAM_INT, offsetof(struct substep_words, substeps), false, 4, { 1.0, 10000.0, false, false }, "their number, for the growth" },
	{ "-most", PARAM_INT, offsetof(struct substep_words, most), false, 100, { 1.0, 10000.0, false, false }, "looks for the critical number up to this one" },
	{ 0 },
};

struct mass_words { double m, c, kn, ke; };

static const struct param OSCILLATOR[] = {
	{ "m", PARAM_REAL, offsetof(struct mass_words, m), true, 0.0, RANGE_POSITIVE, "mass" },
	{ "c", PARAM_REAL, offsetof(struct mass_words, c), true, 0.0, RANGE_NONNEG, "damping" },
	{ "kn", PARAM_REAL, offsetof(struct mass_words, kn), true, 0.0, RANGE_NONNEG, "stiffness that is computed" },
	{ "ke", PARAM_REAL, offsetof(struct mass_words, ke), true, 0.0, RANGE_POSITIVE, "stiffness that is tested, and late" },
	{ 0 },
};

struct transfer_words { double xi, rho, phi; };

static const struct param TRANSFER[] = {
	{ "xi", PARAM_REAL, offsetof(struct transfer_words, xi), true, 0.0, RANGE_NONNEG, "damping ratio" },
	{ "rho", PARAM_REAL, offsetof(struct transfer_words, rho), true, 0.0, RANGE_NONNEG, "frequency of the load over the natural frequency" },
	{ "phi", PARAM_REAL, offsetof(struct transfer_words, phi), true, 0.0, RANGE_NONNEG, "delay as an angle of the natural period [degrees]" },
	{ 0 },
};

static const double DEGREE = M_PI / 180.0;

/* Tcl reads Inf. */
static const char *number(double x, char *ret, int size)
{
	snprintf(ret, (size_t)size, isinf(x) ? "Inf" : "%.17g", x);
	return ret;
}

static void answer_delay(struct script *s, struct delay_limit x)
{
	char tau[40];
	script_result_text(s, "delay %s omega %.17g", number(x.tau, tau, sizeof tau), x.omega);
}

static int take(struct script *s, bool tested, struct stability *ret, struct err *e)
{
	int code = stability_take(&s->analysis, &s->scratch, ret, e);
	if (code == 0 && tested && ret->loop.r == 0) {
		code = err_set(e, ERR_STATE, "stability", "no element of the model has a specimen");
		err_hint(e, "expElement makes one; stability explicit needs none");
	}
	return code;
}

static int run_delay(struct script *s, struct args *a, struct err *e)
{
	struct stability_specimen own;
	struct delay_limit limit;
	int code = param_parse(DELAY, &own, a, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		code = stability_delay(&s->analysis, &own, &limit, e);
	if (code == 0)
		answer_delay(s, limit);
	return code;
}

static int run_explicit(struct script *s, struct args *a, struct err *e)
{
	struct stability x;
	double omega;
	char limit[40];
	int code = args_end(a, e);
	if (code == 0)
		code = take(s, false, &x, e);
	if (code == 0)
		code = explicit_frequency(x.n, x.k, x.m, &s->scratch, &omega, e);
	if (code == 0)
		script_result_text(s, "dt %s omega %.17g", number(2.0 / omega, limit, sizeof limit), omega);
	return code;
}

static int run_substeps(struct script *s, struct args *a, struct err *e)
{
	struct substep_words w = { .beta = 0.25 };
	struct stability x;
	double growth, contraction;
	int critical = 0, code = param_parse(SUBSTEPS, &w, a, e);
	struct substep_plan plan;
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		code = take(s, true, &x, e);
	plan = (struct substep_plan){ .dt = w.dt, .beta = w.beta, .gamma = w.gamma, .p = w.p };
	if (code == 0)
		code = substeps_growth(&x.loop, &plan, w.substeps, &s->scratch, &growth, &contraction, e);
	if (code == 0)
		code = substeps_critical(&x.loop, &plan, w.most, &s->scratch, &critical, e);
	if (code == 0)
		script_result_text(s, "critical %d growth %.17g contraction %.17g", critical, growth, contraction);
	return code;
}

static int run_oscillator(struct script *s, struct args *a, struct err *e)
{
	struct mass_words w;
	int code = param_parse(OSCILLATOR, &w, a, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		answer_delay(s, delay_critical_one(w.m, w.c, w.kn, w.ke));
	return code;
}

static int run_transfer(struct script *s, struct args *a, struct err *e)
{
	struct transfer_words w;
	int code = param_parse(TRANSFER, &w, a, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		script_result_text(s, "amplitude %.17g phase %.17g", delay_transfer(w.xi, w.rho, w.phi * DEGREE), delay_critical_phase(w.xi) / DEGREE);
	return code;
}

static const struct row {
	const char *name, *brief, *cite, *example;
	const struct param *params;
	int (*run)(struct script *s, struct args *a, struct err *e);
} ROWS[] = {
	{ "delay", "critical delay of the specimens' answers, all late alike, and the frequency of the motion at it: delay (Inf: none), omega",
	  "Maghareh et al. 2014", "|-cPerK 9.6e-5 -mPerK 2.4e-5", DELAY, run_delay },
	{ "explicit", "longest stable step of explicit methods, 2/omega of the highest mode, specimens with their initial stiffness: dt, omega", NULL, "", NULL,
	  run_explicit },
	{ "substeps", "Dorka's sub-steps: the smallest number with which a step does not grow (0: none), growth of a step, spectral radius of G_cc K_s:"
	  " critical, growth, contraction", "Obon Santacana & Dorka 2012, 15WCEE", "0.01 -substeps 4", SUBSTEPS, run_substeps },
	{ "oscillator", "critical delay of one mass in closed form: delay, omega", "Horiuchi et al. 1999", "1.0 0.4 10.0 20.0", OSCILLATOR, run_oscillator },
	{ "transfer", "amplitude over the static displacement of an oscillator whose whole stiffness answers late, and the angle of delay above which it is"
	  " unstable [degrees]: amplitude, phase", "Mosqueda et al. 2005, UCB/EERC 2005-02, 3.5", "0.1 1.0 5.0", TRANSFER, run_transfer },
};

static bool topic(int i, struct script_topic *ret)
{
	if (i < 0 || i >= (int)COUNT(ROWS))
		return false;
	*ret = (struct script_topic){ .name = ROWS[i].name, .brief = ROWS[i].brief, .cite = ROWS[i].cite, .example = ROWS[i].example, .params = ROWS[i].params };
	return true;
}

static int run_stability(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("stability", topic, a, &row, e);
	return code < 0 ? code : ROWS[row].run(s, a, e);
}

const struct script_command script_stability_commands[] = {
	{ "stability", run_stability, "stability kind <words>",
	  "limits of delay, step and sub-steps, of the model as it stands or of one mass; answers with a dictionary", topic },
	{ 0 },
};
