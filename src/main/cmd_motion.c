/* tandem motion VERB ...: earthquake records. Each verb is a row; what it may be told is in cmd_motion_words.c. */
#include "main/cmd_motion.h"

#include "base/base.h"
#include "main/cmd_motion_words.h"
#include "motion/spectrum.h"
#include "plot/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double STANDARD_GRAVITY = 9.80665; /* m/s^2 */
static const char STANDARD_OUTPUT[] = "/dev/stdout";

struct job {
	struct motion_words w;
	struct arena mem;
	struct motion m;
	struct err e;
};

static int load(struct job *j)
{
	int rc = motion_file_read(j->w.in, &j->w.file, &j->mem, &j->m, &j->e);
	if (rc == 0 && j->w.declared)
		rc = motion_declare_unit(&j->m, j->w.declared, &j->e);
	if (rc == 0 && j->w.unit)
		rc = motion_convert(&j->m, j->w.unit, &j->e);
	if (rc == 0 && j->w.zeros > 0)
		rc = motion_prepend(&j->m, j->w.zeros, &j->mem, &j->m, &j->e);
	return rc;
}

static const char *format_of(const struct motion_words *w)
{
	const char *dot = w->out ? strrchr(w->out, '.') : NULL;
	if (w->as)
		return w->as;
	return dot && (strcmp(dot, ".at2") == 0 || strcmp(dot, ".AT2") == 0) ? "at2" : "column";
}

static int save(struct job *j)
{
	return motion_file_write(&j->m, format_of(&j->w), j->w.out ? j->w.out : STANDARD_OUTPUT, &j->e);
}

/* ---- info ---- */

static double largest(int n, const double *x)
{
	double peak = 0.0;
	for (int i = 0; i < n; i++)
		peak = fmax(peak, fabs(x[i]));
	return peak;
}

/* Velocity, displacement and Arias intensity in metres, of a motion whose unit is known. */
static int print_metric(struct job *j)
{
	struct motion si = j->m;
	double *v = ARENA_ARRAY(&j->mem, (size_t)si.n, double), *d = ARENA_ARRAY(&j->mem, (size_t)si.n, double);
	if (!v || !d || !(si.x = ARENA_ARRAY(&j->mem, (size_t)si.n, double)))
		return err_set(&j->e, ERR_MEMORY, j->w.in, "no memory for its integrals");
	memcpy(si.x, j->m.x, (size_t)si.n * sizeof(double));
	int rc = motion_convert(&si, "m/s2", &j->e);
	if (rc < 0)
		return rc;
	motion_integrate(&si, v, d);
	printf("peak velocity     %.6g m/s\n", largest(si.n, v));
	printf("peak displacement %.6g m (as integrated, %.6g at the end)\n", largest(si.n, d), d[si.n - 1]);
	printf("Arias intensity   %.6g m/s\n", M_PI / (2.0 * STANDARD_GRAVITY) * motion_energy(&si));
	return 0;
}

static int draw_motion(struct job *j)
{
	double *t = ARENA_ARRAY(&j->mem, (size_t)j->m.n, double);
	if (!t)
		return err_set(&j->e, ERR_MEMORY, j->w.svg, "no memory for the picture");
	for (int i = 0; i < j->m.n; i++)
		t[i] = i * j->m.dt;
	struct plot p = {
		.title = j->m.title, .x_label = "time [s]", .y_label = j->m.unit ? j->m.unit : "acceleration",
		.width = PLOT_WIDTH, .height = PLOT_HEIGHT, .ncurve = 1,
		.curve = { { .name = "acceleration", .n = j->m.n, .x = t, .y = j->m.x, .stride = 1 } },
	};
	return plot_write(&p, j->w.svg, &j->e);
}

static int run_info(struct job *j)
{
	int rc = load(j);
	if (rc < 0)
		return rc;
	struct motion_peak peak = motion_peak(&j->m);
	double from = motion_energy_time(&j->m, 0.05), to = motion_energy_time(&j->m, 0.95);
	printf("file              %s\n", j->w.in);
	printf("title             %s\n", j->m.title);
	printf("format            %s\n", j->m.format);
	printf("samples           %d at %.10g s, %.10g s in all\n", j->m.n, j->m.dt, (j->m.n - 1) * j->m.dt);
	printf("unit              %s\n", j->m.unit ? j->m.unit : "not stated");
	printf("peak              %.6g at %.6g s\n", peak.value, peak.time);
	printf("root mean square  %.6g\n", motion_rms(&j->m));
	printf("duration 5-95 %%   %.6g s (%.6g to %.6g)\n", to - from, from, to);
	if (j->m.unit && (rc = print_metric(j)) < 0)
		return rc;
	return j->w.svg ? draw_motion(j) : 0;
}

/* ---- verbs that change a record ---- */

static int run_convert(struct job *j)
{
	int rc = load(j);
	return rc < 0 ? rc : save(j);
}

static int run_scale(struct job *j)
{
	bool factor = !isnan(j->w.factor), pga = !isnan(j->w.pga);
	if (factor == pga)
		return err_set(&j->e, ERR_ARGUMENT, "motion scale", "give either -factor or -pga");
	int rc = load(j);
	if (rc == 0 && pga)
		rc = motion_scale_peak(&j->m, j->w.pga, &j->e);
	else if (rc == 0)
		motion_scale(&j->m, j->w.factor);
	return rc < 0 ? rc : save(j);
}

static int run_resample(struct job *j)
{
	if (isnan(j->w.to))
		return err_set(&j->e, ERR_ARGUMENT, "motion resample", "-to, the new time step, is missing");
	int rc = load(j);
	if (rc == 0)
		rc = motion_resample(&j->m, j->w.to, j->w.band ? RESAMPLE_BAND : RESAMPLE_LINEAR, &j->mem, &j->m, &j->e);
	return rc < 0 ? rc : save(j);
}

static int run_baseline(struct job *j)
{
	int rc = load(j);
	if (rc == 0)
		rc = motion_baseline(&j->m, j->w.degree, NULL, &j->e);
	return rc < 0 ? rc : save(j);
}

static int run_generate(struct job *j)
{
	j->w.make.pulse_velocity /= STANDARD_GRAVITY; /* the record is in g */
	int rc = generate_motion(&j->w.make, &j->mem, &j->m, &j->e);
	if (rc == 0)
		rc = motion_declare_unit(&j->m, "g", &j->e);
	return rc < 0 ? rc : save(j);
}

/* ---- tables ---- */

struct table {
	FILE *to;
	const char *path;
};

static int table_open(struct job *j, struct table *ret)
{
	ret->path = j->w.out ? j->w.out : STANDARD_OUTPUT;
	ret->to = j->w.out ? fopen(j->w.out, "w") : stdout;
	return ret->to ? 0 : err_set(&j->e, ERR_FILE, ret->path, "cannot be written");
}

static int table_close(struct job *j, struct table *t)
{
	bool failed = fflush(t->to) != 0 || ferror(t->to);
	if (t->to != stdout && fclose(t->to) != 0)
		failed = true;
	return failed ? err_set(&j->e, ERR_FILE, t->path, "cannot be written to its end") : 0;
}

static int run_integrate(struct job *j)
{
	struct table t;
	int rc = load(j);
	if (rc < 0)
		return rc;
	double *v = ARENA_ARRAY(&j->mem, (size_t)j->m.n, double), *d = ARENA_ARRAY(&j->mem, (size_t)j->m.n, double);
	if (!v || !d)
		return err_set(&j->e, ERR_MEMORY, j->w.in, "no memory for its integrals");
	motion_integrate(&j->m, v, d);
	if ((rc = table_open(j, &t)) < 0)
		return rc;
	fprintf(t.to, "# %s\n# time s, acceleration %s, velocity and displacement in that unit times s and s2\n", j->m.title,
		j->m.unit ? j->m.unit : "(unit not stated)");
	for (int i = 0; i < j->m.n; i++)
		fprintf(t.to, "%.10g %.10g %.10g %.10g\n", i * j->m.dt, j->m.x[i], v[i], d[i]);
	return table_close(j, &t);
}

/* ---- spectrum ---- */

/* The periods asked for, or a range evenly in the logarithm. */
static int periods(struct job *j, double **ret_t, int *ret_n)
{
	const struct motion_words *w = &j->w;
	int n = w->nperiod ? w->nperiod : w->points;
	double *t = ARENA_ARRAY(&j->mem, (size_t)n, double);
	if (!t)
		return err_set(&j->e, ERR_MEMORY, "motion spectrum", "no memory for %d periods", n);
	if (!w->nperiod && w->shortest >= w->longest)
		return err_set(&j->e, ERR_RANGE, "motion spectrum", "-shortest must be below -longest");
	for (int i = 0; i < n; i++)
		t[i] = w->nperiod ? w->period[i] : w->shortest * pow(w->longest / w->shortest, i / (double)(n - 1));
	*ret_t = t;
	*ret_n = n;
	return 0;
}

static int print_spectrum(struct job *j, int n, const struct spectrum_point *p)
{
	struct table t;
	int rc = table_open(j, &t);
	if (rc < 0)
		return rc;
	const char *unit = j->m.unit ? j->m.unit : "(unit not stated)";
	fprintf(t.to, "# %s\n# period s; accelerations %s, velocities and displacements in that unit times s and s2\n", j->m.title, unit);
	for (int k = 0; k < j->w.ndamping; k++) {
		fprintf(t.to, "# damping %g\n# %11s %13s %13s %13s %13s %13s\n", j->w.damping[k], "period", "Sd", "Sv", "Sa", "PSv", "PSa");
		for (int i = 0; i < n; i++) {
			const struct spectrum_point *x = &p[k * n + i];
			fprintf(t.to, "%13.6g %13.6g %13.6g %13.6g %13.6g %13.6g\n", x->period, x->sd, x->sv, x->sa, x->psv, x->psa);
		}
	}
	return table_close(j, &t);
}

static int draw_spectrum(struct job *j, int n, const struct spectrum_point *p)
{
	const int columns = (int)(sizeof(*p) / sizeof(double));
	char name[MOTION_LIST][32];
	struct plot plot = {
		.title = j->m.title, .x_label = "period [s]", .y_label = "pseudo-acceleration",
		.width = PLOT_WIDTH, .height = PLOT_HEIGHT, .ncurve = j->w.ndamping,
	};
	for (int k = 0; k < j->w.ndamping; k++) {
		snprintf(name[k], sizeof(name[k]), "damping %g", j->w.damping[k]);
		plot.curve[k] = (struct plot_curve){ .name = name[k], .n = n, .x = &p[k * n].period, .y = &p[k * n].psa, .stride = columns };
	}
	return plot_write(&plot, j->w.svg, &j->e);
}

static int run_spectrum(struct job *j)
{
	struct spectrum_point *p;
	double *t = NULL;
	int n = 0, rc = load(j);
	/* displacements in g s2 are of no use: in metres unless a unit was asked for */
	if (rc == 0 && j->m.unit && !j->w.unit && strcmp(j->m.unit, "g") == 0)
		rc = motion_convert(&j->m, "m/s2", &j->e);
	if (rc < 0 || (rc = periods(j, &t, &n)) < 0)
		return rc;
	if (!(p = ARENA_ARRAY(&j->mem, (size_t)(n * j->w.ndamping), struct spectrum_point)))
		return err_set(&j->e, ERR_MEMORY, "motion spectrum", "no memory for %d points", n * j->w.ndamping);
	for (int k = 0; rc == 0 && k < j->w.ndamping; k++)
		rc = spectrum_compute(&j->m, j->w.damping[k], (enum spectrum_method)j->w.method, n, t, p + k * n, &j->e);
	if (rc == 0)
		rc = print_spectrum(j, n, p);
	if (rc == 0 && j->w.svg)
		rc = draw_spectrum(j, n, p);
	return rc;
}

/* ---- the table of verbs ---- */

static const struct verb {
	const char *name, *usage, *help;
	enum motion_verb bit;
	int (*run)(struct job *j);
} verbs[] = {
	{ "info", "info FILE", "what a record holds", MOTION_INFO, run_info },
	{ "convert", "convert FILE", "another format or unit", MOTION_CONVERT, run_convert },
	{ "scale", "scale FILE -factor f | -pga a", "times a factor, or to a peak", MOTION_SCALE, run_scale },
	{ "resample", "resample FILE -to dt", "another time step", MOTION_RESAMPLE, run_resample },
	{ "baseline", "baseline FILE", "takes a polynomial drift off velocity and acceleration", MOTION_BASELINE, run_baseline },
	{ "integrate", "integrate FILE", "table of acceleration, velocity, displacement", MOTION_INTEGRATE, run_integrate },
	{ "spectrum", "spectrum FILE", "response spectra as a table and a picture", MOTION_SPECTRUM, run_spectrum },
	{ "generate", "generate", "an artificial earthquake from a seed, in g", MOTION_GENERATE, run_generate },
};

static void print_verbs(FILE *to)
{
	fprintf(to, "tandem motion: earthquake records\n");
	for (size_t i = 0; i < COUNT(verbs); i++)
		fprintf(to, "    tandem motion %-32s %s\n", verbs[i].usage, verbs[i].help);
	fprintf(to, "tandem motion VERB --help lists the options of a verb.\n");
}

static int report(const struct err *e)
{
	char line[700];
	err_text(e, line, sizeof(line));
	fprintf(stderr, "%s\n", line);
	return e->code == ERR_ARGUMENT ? 2 : 1;
}

static int run_verb(const struct verb *v, int n, char **word)
{
	struct job j = { 0 };
	bool help;
	err_clear(&j.e);
	if (motion_words_read(v->bit, v->name, n, (const char *const *)word, &j.w, &help, &j.e) < 0) {
		report(&j.e);
		return 2;
	}
	if (help) {
		printf("tandem motion %s: %s\n", v->usage, v->help);
		motion_words_help(v->bit, stdout);
		return 0;
	}
	arena_init(&j.mem);
	int rc = v->run(&j);
	arena_fini(&j.mem);
	return rc < 0 ? report(&j.e) : 0;
}

int cmd_motion(int argc, char **argv)
{
	if (argc < 2) {
		print_verbs(stderr);
		return 2;
	}
	for (size_t i = 0; i < COUNT(verbs); i++)
		if (strcmp(argv[1], verbs[i].name) == 0)
			return run_verb(&verbs[i], argc - 2, argv + 2);
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
		print_verbs(stdout);
		return 0;
	}
	fprintf(stderr, "tandem motion: unknown verb: %s (allowed:", argv[1]);
	for (size_t i = 0; i < COUNT(verbs); i++)
		fprintf(stderr, " %s", verbs[i].name);
	fprintf(stderr, ")\n");
	return 2;
}
