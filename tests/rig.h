/* A chain of masses for tests of integrators and algorithms: node 1 fixed, n masses with a spring before each.
 *
 * Springs are zeroLength elements, damping is C = alpha M, the load is amplitude * sin(2 pi t / period) on the last mass.
 * Everything goes through the functions that the script uses. A refusal fails the case with its report.
 */
#pragma once

#include "test.h"

#include "analysis/analysis.h"
#include "equations/state.h"
#include "model/model.h"

enum { RIG_WORDS = 32, RIG_MASSES = 3 };

struct rig {
	struct model m;
	struct analysis an;
	struct node *last;
	struct err e;
};

struct rig_chain {
	int n;                     /* masses */
	double mass, alpha;
	const char *material;      /* "Elastic 100" */
	double amplitude, period;  /* load; amplitude 0: none */
	double end;                /* when the load ends */
};

/* The words of example number k of a row ('|' separates several), false when there are fewer. */
static inline bool row_example(const char *from, int k, char *ret_words, size_t size)
{
	for (; k > 0 && from; k--) {
		from = strchr(from, '|');
		from = from ? from + 1 : NULL;
	}
	if (!from)
		return false;
	snprintf(ret_words, size, "%.*s", (int)strcspn(from, "|"), from);
	return true;
}

static inline void rig_must(struct rig *r, int code, const char *what)
{
	char line[700];
	if (code >= 0)
		return;
	err_text(&r->e, line, sizeof(line));
	fail_msg("%s: %s: %s", what, err_name(code), line);
}

/* Words of a text, which is cut in place. */
static inline struct args rig_args(char *text, const char **word, const char *object)
{
	struct args a;
	int n = 0;
	for (char *w = strtok(text, " "); w && n < RIG_WORDS; w = strtok(NULL, " "))
		word[n++] = w;
	args_init(&a, n, word, "%s", object);
	return a;
}

static inline void rig_material(struct rig *r, int tag, const char *words)
{
	char text[256], name[64];
	const char *word[RIG_WORDS];
	int used = 0;
	assert_int_equal(sscanf(words, "%63s%n", name, &used), 1);
	snprintf(text, sizeof(text), "%d %s", tag, words + used);
	struct args a = rig_args(text, word, name);
	assert_non_null(material_find(name));
	rig_must(r, material_build(&r->m, material_find(name), &a, &r->e), words);
}

static inline void rig_load(struct rig *r, const struct rig_chain *c)
{
	char text[256];
	const char *word[RIG_WORDS];
	struct pattern *p;
	struct series *s;
	snprintf(text, sizeof(text), "0 %.17g %.17g", c->end, c->period);
	struct args a = rig_args(text, word, "timeSeries");
	rig_must(r, series_build(&r->m, series_find("Sine"), 1, &a, &s, &r->e), "Sine");
	rig_must(r, model_add_pattern(&r->m, 1, PATTERN_PLAIN, &p, &r->e), "pattern");
	p->series = s;
	p->factor = 1.0;
	rig_must(r, model_add_nodal_load(&r->m, p, r->last, &c->amplitude, &r->e), "load");
}

static inline void rig_make(struct rig *r, const struct rig_chain *c)
{
	const double origin[3] = {0}, factor[4] = {c->alpha};
	err_clear(&r->e);
	model_init(&r->m);
	r->m.ndm = r->m.ndf = 1;
	if (c->material)
		rig_material(r, 1, c->material);
	for (int i = 0; i <= c->n; i++) {
		rig_must(r, model_add_node(&r->m, i + 1, 1, origin, &r->e), "node");
		r->last = model_node(&r->m, i + 1);
		if (i > 0)
			rig_must(r, model_set_mass(&r->m, r->last, &c->mass, &r->e), "mass");
	}
	rig_must(r, model_fix(&r->m, model_node(&r->m, 1), 0, &r->e), "fix");
	for (int i = 1; i <= c->n && c->material; i++) {
		char text[64];
		const char *word[RIG_WORDS];
		snprintf(text, sizeof(text), "%d %d %d -mat 1 -dir 1", i, i, i + 1);
		struct args a = rig_args(text, word, "element");
		rig_must(r, element_build(&r->m, element_find("zeroLength"), &a, &r->e), "zeroLength");
	}
	model_rayleigh(&r->m, factor);
	if (c->amplitude != 0.0)
		rig_load(r, c);
	analysis_init(&r->an, &r->m);
	r->an.kind = ANALYSIS_TRANSIENT;
}

static inline void rig_end(struct rig *r)
{
	analysis_fini(&r->an);
	model_fini(&r->m);
}

static inline void rig_test(struct rig *r, const char *words)
{
	char text[128];
	const char *word[RIG_WORDS];
	snprintf(text, sizeof(text), "%s", words);
	struct args a = rig_args(text, word, "test");
	rig_must(r, test_parse(&r->an.test, &a, &r->an.parts, &r->e), words);
	r->an.has_test = r->an.changed = true;
}

static inline void rig_algorithm(struct rig *r, const char *name, const char *words)
{
	char text[128];
	const char *word[RIG_WORDS];
	snprintf(text, sizeof(text), "%s", words);
	struct args a = rig_args(text, word, name);
	rig_must(r, algorithm_build(&r->an.algorithm, algorithm_find(name), &a, &r->an.parts, &r->e), name);
	r->an.has_algorithm = r->an.changed = true;
}

static inline void rig_integrator(struct rig *r, const char *name, const char *words)
{
	char text[128];
	const char *word[RIG_WORDS];
	snprintf(text, sizeof(text), "%s", words);
	struct args a = rig_args(text, word, name);
	assert_non_null(integrator_find(name));
	rig_must(r, integrator_build(&r->an.integrator, integrator_find(name), &a, &r->an.parts, &r->e), name);
	r->an.has_integrator = r->an.changed = true;
}

/* The integrator with the algorithm and the test that it needs. */
static inline void rig_method(struct rig *r, const struct integrator_ops *ops, const char *words)
{
	rig_test(r, ops->limit ? "FixedNumIter 6" : "NormDispIncr 1e-13 400");
	rig_algorithm(r, ops->claims.linear_only ? "Linear" : "Newton", "");
	rig_integrator(r, ops->name, words);
}

static inline void rig_step(struct rig *r, int n, double dt)
{
	int done;
	err_clear(&r->e);
	rig_must(r, analysis_run(&r->an, n, dt, &done, &r->e), r->an.integrator.ops->name);
	assert_int_equal(done, n);
}

static inline double rig_u(const struct rig *r)
{
	return analysis_node(&r->an, r->last, 0, NODE_DISP);
}

static inline void rig_start(struct rig *r, double u, double v, double a)
{
	rig_must(r, analysis_set_node(&r->an, r->last, 0, NODE_DISP, u, &r->e), "displacement");
	rig_must(r, analysis_set_node(&r->an, r->last, 0, NODE_VEL, v, &r->e), "velocity");
	rig_must(r, analysis_set_node(&r->an, r->last, 0, NODE_ACCEL, a, &r->e), "acceleration");
}

/* The displacement of a chain of one at t, from rest: m u'' + c u' + k u = p sin(w t). */
static inline double rig_closed_form(const struct rig_chain *c, double k, double t)
{
	double m = c->mass, damp = c->alpha * m, w = 2.0 * 3.14159265358979323846 / c->period, p = c->amplitude;
	double stiff = k - m * w * w, loss = damp * w, det = stiff * stiff + loss * loss;
	double s = p * stiff / det, q = -p * loss / det;           /* s sin + q cos */
	double decay = 0.5 * damp / m, wd = sqrt(k / m - decay * decay);
	double a = -q, b = (decay * a - s * w) / wd;
	return s * sin(w * t) + q * cos(w * t) + exp(-decay * t) * (a * cos(wd * t) + b * sin(wd * t));
}
