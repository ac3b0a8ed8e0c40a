/* tandem calibrate RUN SPECIMEN <options>: stiffness and Bouc-Wen parameters from a measured loop, and the line to paste into a script. */
#include "main/cmd_report.h"

#include "main/words.h"
#include "plot/plot.h"
#include "report/specimen_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct calibrate_words {
	const char *run, *which, *plot;
	double from, to;
	int tag;
	bool linear, brief;
};

static const struct param words[] = {
	{.name = "-tag", .kind = PARAM_TAG, .offset = offsetof(struct calibrate_words, tag), .def = 1.0, .help = "of the material in the line that is printed"},
	{.name = "-from", .kind = PARAM_REAL, .offset = offsetof(struct calibrate_words, from), .def = NAN, .help = "first time that counts [s]"},
	{.name = "-to", .kind = PARAM_REAL, .offset = offsetof(struct calibrate_words, to), .def = NAN, .help = "last time that counts [s]"},
	{.name = "-linear", .kind = PARAM_FLAG, .offset = offsetof(struct calibrate_words, linear), .help = "the line of the linear law, whatever fits better"},
	{.name = "-brief", .kind = PARAM_FLAG, .offset = offsetof(struct calibrate_words, brief), .help = "prints the line alone"},
	{.name = "-svg", .kind = PARAM_ROW, .offset = offsetof(struct calibrate_words, plot), .help = "loop.svg: also draws measured and calibrated loop"},
	{0},
};

static int take_words(void *self, struct args *a, bool *ret_taken, struct err *e)
{
	struct calibrate_words *w = self;

	if (args_peek(a)[0] == '-' || w->which)
		return 0;
	*ret_taken = true;
	return w->run ? args_word(a, "SPECIMEN", &w->which, e) : args_word(a, "RUN", &w->run, e);
}

static void print_help(void)
{
	char text[1600];

	param_usage(words, "tandem calibrate RUN SPECIMEN", text, sizeof(text));
	printf("%s\n    RUN: the folder of a run, or a record file in it. SPECIMEN: site1 (what a site measured, at every step) or control1 (a channel\n"
	       "    of a rig, at its own rate); site1.2, control1.2: the second component or channel. docs/report.md says more.\n", text);
}

static void print_fit(const struct specimen_loop *s, const struct calibrate *c)
{
	printf("%s: %s over %s, %d samples, largest %.6g %s and %.6g %s\n", s->table, s->r_name, s->u_name, c->samples, c->u_max, s->u_unit, c->r_max, s->r_unit);
	printf("noise of the displacement: %.3g (taken off)\n", c->noise_u);
	printf("linear law (7.1):   k %.6g +- %.2g; residual rms %.4g, %.3g %% of the largest force\n", c->linear_k, c->linear_error, c->linear_rms,
	       100.0 * c->linear_rms / c->r_max);
	printf("Bouc-Wen (7.2-7.3): residual rms %.4g, %.3g %% of the largest force%s\n", c->rms, 100.0 * c->rms / c->r_max,
	       c->converged ? "" : " (not converged)");
	for (int k = 0; k < BOUC_WEN_PARAMETERS; k++) {
		printf("    %-6s %12.6g", bouc_wen_name((enum bouc_wen_parameter)k), c->p[k]);
		if (isfinite(c->error[k]))
			printf(" +- %.2g", c->error[k]);
		printf("%s%s\n", c->bound[k] ? " (at its bound)" : "", k == BOUC_WEN_BETA ? " (1 - gamma)" : "");
	}
	printf("%s\n", c->yields ? "the specimen yields: the Bouc-Wen law explains its loop, the linear one does not"
	                         : "the specimen is linear as far as it was moved: the Bouc-Wen law explains its loop hardly better");
	for (int k = 0; k < BOUC_WEN_PARAMETERS && c->yields; k++)
		if (calibrate_vague(c, (enum bouc_wen_parameter)k))
			printf("the loop hardly says %s: larger cycles, there and back, would\n", bouc_wen_name((enum bouc_wen_parameter)k));
}

static int draw(const char *path, const struct specimen_loop *s, const struct calibrate *c, bool linear, struct arena *mem, struct err *e)
{
	char x[96], y[96];
	struct plot p = {.title = "Measured and calibrated loop", .x_label = x, .y_label = y, .width = PLOT_WIDTH, .height = PLOT_HEIGHT, .above = true,
	                 .ncurve = 2};
	double *r = ARENA_ARRAY(mem, (size_t)s->loop.n, double);

	if (!r)
		return err_set(e, ERR_MEMORY, path, "no memory for the calibrated loop");
	bouc_wen_path(c->p, s->loop.n, s->loop.u, r);
	for (int i = 0; i < s->loop.n && linear; i++)
		r[i] = c->linear_k * s->loop.u[i];
	snprintf(x, sizeof(x), "measured displacement [%.40s]", s->u_unit);
	snprintf(y, sizeof(y), "force [%.40s]", s->r_unit);
	p.curve[0] = (struct plot_curve){.name = "measured", .n = s->loop.n, .x = s->loop.u, .y = s->loop.r, .stride = 1};
	p.curve[1] = (struct plot_curve){.name = linear ? "linear" : "Bouc-Wen", .n = s->loop.n, .x = s->loop.u, .y = r, .stride = 1, .dashed = true};
	return plot_write(&p, path, e);
}

static int run(const void *self, struct err *e)
{
	const struct calibrate_words *w = self;
	const struct specimen_words which = {.which = w->which, .from = w->from, .to = w->to};
	struct run_file *f = NULL;
	struct specimen_loop s;
	struct calibrate c;
	struct arena mem;
	char line[256];
	int code;

	arena_init(&mem);
	code = run_open(&f, w->run, e);
	if (!code)
		code = specimen_loop_read(&s, f, &which, &mem, e);
	if (!code)
		code = calibrate_run(&s.loop, &mem, &c, e);
	if (!code && !w->brief)
		print_fit(&s, &c);
	if (!code) {
		calibrate_words(&c, w->tag, w->linear || !c.yields, line, sizeof(line));
		printf("%s\n", line);
	}
	if (!code && w->plot)
		code = draw(w->plot, &s, &c, w->linear || !c.yields, &mem, e);
	run_close(f);
	arena_fini(&mem);
	return code;
}

static const char *missing(const void *self)
{
	const struct calibrate_words *w = self;

	return w->which ? NULL : w->run ? "the specimen is missing" : "the run is missing";
}

int cmd_calibrate(int argc, char **argv)
{
	static const struct words_command COMMAND = {"tandem calibrate", words, take_words, print_help, missing, "tandem calibrate runs/ID site1", run};
	struct calibrate_words w = {0};

	return words_command(&COMMAND, &w, argc, argv);
}
