/* Shear frames with the hysteretic laws of the seed papers, integrated here by hand, against validation.md items 8 and 11.
 * Needs the record folder (TANDEM_RECORDS or ../shared/records). */
#include "test.h"

#include "model_words.h"

#include "math/dense.h"
#include "model/model.h"
#include "motion/motion_file.h"

#include <stdlib.h>
#include <unistd.h>

enum { STOREYS = 2, HISTORY = 64 };

struct storey {
	const struct material *mat;
	double hc[HISTORY], ht[HISTORY];
};

struct shear_frame {
	struct model m;
	int n;
	struct storey storey[STOREYS];
	double mass, damp_mass, damp_stiffness; /* C = damp_mass M + damp_stiffness K */
	double k[STOREYS];                      /* for the damping */
	double c[STOREYS * STOREYS];
};

static void add_storey(struct shear_frame *f, double stiffness, const char *material)
{
	struct storey *s = &f->storey[f->n];
	words_make(&f->m, material);
	f->k[f->n++] = stiffness;
	s->mat = model_material(&f->m, f->n);
	assert_true(material_size(s->mat) <= HISTORY);
	material_start(s->mat, s->hc);
	material_start(s->mat, s->ht);
}

static void make_damping(struct shear_frame *f)
{
	for (int i = 0; i < f->n; i++) {
		double above = i + 1 < f->n ? f->k[i + 1] : 0.0;
		f->c[i * f->n + i] = f->damp_mass * f->mass + f->damp_stiffness * (f->k[i] + above);
		if (i + 1 < f->n)
			f->c[i * f->n + i + 1] = f->c[(i + 1) * f->n + i] = -f->damp_stiffness * above;
	}
}

/* Restoring forces at displacements u, committed; shears of the storeys too. */
static void restoring(struct shear_frame *f, const double *u, double *ret_shear, double *ret_r)
{
	for (int i = 0; i < f->n; i++) {
		struct storey *s = &f->storey[i];
		material_step(s->mat, s->hc, s->ht, u[i] - (i ? u[i - 1] : 0.0), 0.0, 1.0);
		memcpy(s->hc, s->ht, sizeof(s->hc));
		ret_shear[i] = s->ht[MATERIAL_STRESS];
	}
	for (int i = 0; i < f->n; i++)
		ret_r[i] = ret_shear[i] - (i + 1 < f->n ? ret_shear[i + 1] : 0.0);
}

static bool read_record(const char *name, struct arena *mem, struct motion *ret)
{
	const char *folder = getenv("TANDEM_RECORDS");
	char path[512];
	struct err e;
	err_clear(&e);
	snprintf(path, sizeof(path), "%s/%s", folder ? folder : "../shared/records", name);
	if (access(path, R_OK) != 0) {
		print_message("skipped: no %s\n", path);
		return false;
	}
	assert_int_equal(motion_file_read(path, &motion_file_defaults, mem, ret, &e), 0);
	return true;
}

/* Central differences with constant M and C from rest; largest displacement of the top. */
static double central_difference(struct shear_frame *f, const struct motion *ground)
{
	double before[STOREYS] = { 0 }, u[STOREYS] = { 0 }, shear[STOREYS], r[STOREYS], top = 0.0, h = ground->dt;
	for (int step = 0; step < ground->n; step++) {
		double k[STOREYS * STOREYS], b[STOREYS];
		restoring(f, u, shear, r);
		for (int i = 0; i < f->n; i++) {
			b[i] = -f->mass * ground->x[step] - r[i] + f->mass / (h * h) * (2.0 * u[i] - before[i]);
			for (int j = 0; j < f->n; j++) {
				k[i * f->n + j] = (i == j ? f->mass / (h * h) : 0.0) + f->c[i * f->n + j] / (2.0 * h);
				b[i] += f->c[i * f->n + j] / (2.0 * h) * before[j];
			}
		}
		assert_int_equal(mat_solve(f->n, k, b), 0);
		memcpy(before, u, sizeof(u));
		memcpy(u, b, sizeof(double) * (size_t)f->n);
		top = larger(top, fabs(u[f->n - 1]));
	}
	return top;
}

/* Seed 3: storeys 3.678e6 and 2.627e6 N/m, 35054 kg each, 5 % in every mode (with two modes that is Rayleigh's). */
static double jung_peak(int storeys, const char *dy, const char *theta, const struct motion *ground)
{
	static const double stiffness[] = { 3.678e6, 2.627e6 };
	struct shear_frame f = { .mass = 35054.0 };
	double k1 = stiffness[0], k2 = stiffness[1], z = 0.05;
	model_init(&f.m);
	for (int i = 0; i < storeys; i++) {
		char line[120];
		snprintf(line, sizeof(line), "uniaxialMaterial Bilinear %d %g %s %s", i + 1, stiffness[i], dy, theta);
		add_storey(&f, stiffness[i], line);
	}
	if (storeys == 1) {
		f.damp_mass = 2.0 * z * sqrt(k1 / f.mass);
	} else {
		double sum = (k1 + 2.0 * k2) / f.mass, product = k1 * k2 / (f.mass * f.mass);
		double w1 = sqrt(0.5 * (sum - sqrt(sum * sum - 4.0 * product))), w2 = sqrt(0.5 * (sum + sqrt(sum * sum - 4.0 * product)));
		f.damp_mass = 2.0 * z * w1 * w2 / (w1 + w2);
		f.damp_stiffness = 2.0 * z / (w1 + w2);
	}
	make_damping(&f);
	double top = central_difference(&f, ground);
	model_fini(&f.m);
	return top;
}

/* Item 8: d_y 0.5 in and theta 0.3 harden, 1.0 in and -0.3 soften; a d_y that is never reached is the linear frame. Four digits are given. */
static void bilinear_frames_peak_as_in_seed_3(void **state)
{
	static const struct {
		int storeys;
		double pga;
		const char *dy, *theta;
		double want;
	} row[] = {
		{ 1, 0.20, "1e3", "0.3", .04332 }, { 1, 0.20, "0.0127", "0.3", .03343 }, { 1, 0.20, "0.0254", "-0.3", .03160 },
		{ 2, 0.18, "1e3", "0.3", .07456 }, { 2, 0.18, "0.0127", "0.3", .04882 }, { 2, 0.18, "0.0254", "-0.3", .06234 },
	};
	struct arena mem;
	struct motion m, fine;
	struct err e;
	(void)state;
	err_clear(&e);
	arena_init(&mem);
	if (!read_record("elcentro-1940-ns.txt", &mem, &m)) {
		arena_fini(&mem);
		skip();
	}
	assert_int_equal(motion_resample(&m, 0.001, RESAMPLE_LINEAR, &mem, &fine, &e), 0);
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		assert_int_equal(motion_scale_peak(&fine, row[i].pga * 9.81, &e), 0);
		double top = jung_peak(row[i].storeys, row[i].dy, row[i].theta, &fine);
		if (!(fabs(top - row[i].want) <= 1e-3 * row[i].want))
			fail_msg("%d storeys, theta %s, dy %s: %.5f, not %.5f", row[i].storeys, row[i].theta, row[i].dy, top, row[i].want);
	}
	arena_fini(&mem);
}

struct answer {
	double input, viscous, hysteretic, drift[STOREYS], residual;
};

/* Newmark's explicit method with its energies by the trapezoidal rule. */
static struct answer newmark_explicit(struct shear_frame *f, const struct motion *ground)
{
	struct answer x = { 0 };
	double u[STOREYS] = { 0 }, v[STOREYS] = { 0 }, a[STOREYS] = { 0 }, shear[STOREYS] = { 0 }, before[STOREYS], r[STOREYS], h = ground->dt;
	for (int step = 1; step < ground->n; step++) {
		double k[STOREYS * STOREYS], b[STOREYS], u0[STOREYS], v0[STOREYS];
		memcpy(u0, u, sizeof(u));
		memcpy(v0, v, sizeof(v));
		memcpy(before, shear, sizeof(shear));
		for (int i = 0; i < f->n; i++) {
			u[i] += h * v[i] + 0.5 * h * h * a[i];
			v[i] += 0.5 * h * a[i];
		}
		restoring(f, u, shear, r);
		for (int i = 0; i < f->n; i++) {
			b[i] = -f->mass * ground->x[step] - r[i];
			for (int j = 0; j < f->n; j++) {
				b[i] -= f->c[i * f->n + j] * v[j];
				k[i * f->n + j] = (i == j ? f->mass : 0.0) + 0.5 * h * f->c[i * f->n + j];
			}
		}
		assert_int_equal(mat_solve(f->n, k, b), 0);
		for (int i = 0; i < f->n; i++) {
			a[i] = b[i];
			v[i] += 0.5 * h * a[i];
			double du = u[i] - u0[i], drift = u[i] - (i ? u[i - 1] : 0.0), ddrift = drift - (u0[i] - (i ? u0[i - 1] : 0.0));
			x.input -= 0.5 * f->mass * (ground->x[step - 1] + ground->x[step]) * du;
			x.hysteretic += 0.5 * (before[i] + shear[i]) * ddrift;
			x.drift[i] = larger(x.drift[i], fabs(drift));
		}
		for (int i = 0; i < f->n; i++)
			for (int j = 0; j < f->n; j++)
				x.viscous += 0.5 * h * f->c[i * f->n + j] * (v0[i] * v0[j] + v[i] * v[j]);
	}
	x.residual = u[0];
	return x;
}

/* Item 11: Tabas 150 %, first storey Bouc-Wen (k 2.74, uy 0.675 at the actuator, 1.35 in the storey, alpha 0, gamma .45, beta .55, n 2),
 * second linear 2.74 kip/in; damping proportional to the design stiffness 2.8 kip/in. */
static void bouc_wen_frame_dissipates_as_in_seed_4(void **state)
{
	struct shear_frame f = { .mass = 4.0 / 386.1, .damp_stiffness = 0.009842 };
	struct arena mem;
	struct motion m;
	(void)state;
	arena_init(&mem);
	if (!read_record("tabas-1978-sac-nf01.txt", &mem, &m)) {
		arena_fini(&mem);
		skip();
	}
	model_init(&f.m);
	motion_scale(&m, 1.5 * 386.1);
	add_storey(&f, 2.8, "uniaxialMaterial BoucWenMosqueda 1 2.74 1.35 0 0.45 0.55 2");
	add_storey(&f, 2.8, "uniaxialMaterial Elastic 2 2.74");
	make_damping(&f);
	struct answer x = newmark_explicit(&f, &m);
	assert_near(x.input, 69.57, 0.01 * 69.57);
	assert_near(x.hysteretic, 34.7, 0.01 * 34.7);
	assert_near(x.viscous, 34.9, 0.01 * 34.9);
	assert_near(x.drift[0], 3.72, 0.01 * 3.72);
	assert_near(x.drift[1], 1.05, 0.01 * 1.05);
	assert_near(fabs(x.residual), 1.42, 0.01 * 1.42);
	model_fini(&f.m);
	arena_fini(&mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bilinear_frames_peak_as_in_seed_3),
		cmocka_unit_test(bouc_wen_frame_dissipates_as_in_seed_4),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
