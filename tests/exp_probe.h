/* Experimental elements under test: a laboratory made of script words, sites whose traffic is counted and that may err or fail.
 *
 * Every site of a bench is seen through a watch: it counts what passes, keeps the last trial, may add an error to measured
 * displacements (with the force that belongs to it) and may refuse to answer. Sites made of words have a real rig behind them; a
 * linear site has none and answers with force = stiffness x displacement.
 */
#pragma once

#include "model_words.h"

#include "experiment/laboratory.h"

enum { BENCH_SITES = 8, BENCH_N = 6 };

struct watch {
	struct site *site;
	const struct site_ops *real;
	struct site_ops ops;
	int sent, asked, commits;
	double instant;                    /* of the last trial */
	double error;                      /* added to every driven displacement */
	double gain;                       /* force that goes with a unit of it */
	int fails;                         /* code given instead of an answer */
	/* of a linear site */
	int n, nforce;
	double stiffness[BENCH_N * BENCH_N];
	double at[BENCH_N];
};

struct bench {
	struct laboratory lab;
	struct model m;
	struct watch watch[BENCH_SITES];
	int sites;
};

static struct bench *bench_now;            /* whose sites are asked: one at a time */

static inline struct watch *bench_watch(const struct bench *b, int tag)
{
	for (int i = 0; i < b->sites; i++)
		if (b->watch[i].site->tag == tag)
			return (struct watch *)&b->watch[i];
	fail_msg("no site %d", tag);
	return NULL;
}

static inline struct watch *watch_of(const void *self)
{
	for (int i = 0; i < bench_now->sites; i++)
		if (bench_now->watch[i].site->self == self)
			return &bench_now->watch[i];
	fail_msg("a site that is not watched");
	return NULL;
}

static inline int watch_send(void *self, const struct signals *trial, double instant)
{
	struct watch *w = watch_of(self);
	w->sent++;
	w->instant = instant;
	return w->real->send(self, trial, instant);
}

static inline int watch_receive(void *self, struct signals *out)
{
	struct watch *w = watch_of(self);
	int code = w->real->receive(self, out);
	w->asked++;
	for (int i = 0; i < out->n[SLOT_DISP]; i++)
		if (w->real->driven(self, i)) {
			out->x[SLOT_DISP][i] += w->error;
			out->x[SLOT_FORCE][i] += w->gain * w->error;
		}
	return w->fails ? w->fails : code;
}

static inline int watch_commit(void *self)
{
	struct watch *w = watch_of(self);
	w->commits++;
	return w->real->commit(self);
}

static inline void bench_see(struct bench *b, int tag)
{
	struct watch *w = &b->watch[b->sites++];
	assert_true(b->sites <= BENCH_SITES);
	w->site = table_get(&b->lab.sites, tag);
	assert_non_null(w->site);
	w->real = w->site->ops;
	w->ops = *w->real;
	w->ops.send = watch_send;
	w->ops.receive = watch_receive;
	w->ops.commit = watch_commit;
	w->site->ops = &w->ops;
}

/* "expControl SimUniaxialMaterials 1 1 1" and the like. */
static inline int bench_try(struct bench *b, const char *line, struct err *e)
{
	char *text = arena_text(&b->lab.arena, line);
	const char *word[2 * WORDS_MAX];
	struct args a;
	int n = 0;
	for (char *w = strtok(text, " "); w && n < 2 * WORDS_MAX; w = strtok(NULL, " "))
		word[n++] = w;
	args_init(&a, n - 2, word + 2, "%s %s", word[0], word[1]);
	err_clear(e);
	if (!strcmp(word[0], "expControl"))
		return rig_build(&b->lab, &b->m, rig_find(word[1]), &a, e);
	if (!strcmp(word[0], "expSetup"))
		return setup_build(&b->lab, setup_find(word[1]), &a, e);
	if (!strcmp(word[0], "expSite"))
		return site_build(&b->lab, site_find(word[1]), &a, e);
	if (!strcmp(word[0], "expTangentStiff"))
		return tangent_build(&b->lab, tangent_find(word[1]), &a, e);
	if (strcmp(word[0], "expElement"))
		return words_try(&b->m, line, e);
	for (const struct element_ops *const *t = exp_element_table; *t; t++)
		if (!strcmp((*t)->name, word[1]))
			return element_build(&b->m, *t, &a, e);
	fail_msg("%s: no such element", line);
	return ERR_UNKNOWN;
}

static inline void bench_make(struct bench *b, const char *line)
{
	struct err e;
	char text[600];
	if (bench_try(b, line, &e) < 0) {
		err_text(&e, text, sizeof text);
		fail_msg("%s: refused: %s", line, text);
	}
}

static inline void bench_init(struct bench *b, int ndm, int ndf)
{
	memset(b, 0, sizeof *b);
	laboratory_init(&b->lab);
	model_init(&b->m);
	b->m.ndm = ndm;
	b->m.ndf = ndf;
	b->m.lab = &b->lab;
	bench_now = b;
}

static inline void bench_fini(struct bench *b)
{
	laboratory_fini(&b->lab);
	model_fini(&b->m);
}

/* A site of n components on material 1, of which those listed are driven: "1 2 3". */
static inline void bench_site(struct bench *b, int tag, int n, const char *driven)
{
	char line[200], materials[64] = "";
	for (const char *c = driven; *c; c++)
		if (*c != ' ')
			strcat(materials, " 1");
	snprintf(line, sizeof line, "expControl SimUniaxialMaterials %d%s", tag, materials);
	bench_make(b, line);
	snprintf(line, sizeof line, "expSetup NoTransformation %d -control %d -dof %s -sizeTrialOut %d %d", tag, tag, driven, n, n);
	bench_make(b, line);
	snprintf(line, sizeof line, "expSite LocalSite %d %d", tag, tag);
	bench_make(b, line);
	bench_see(b, tag);
}

/* Linear sites -------------------------------------------------------------------------------------- */

static inline int linear_send(void *self, const struct signals *trial, double instant)
{
	struct watch *w = watch_of(self);
	(void)instant;
	memcpy(w->at, trial->x[SLOT_DISP], (size_t)w->n * sizeof(double));
	return 0;
}

static inline int linear_receive(void *self, struct signals *out)
{
	const struct watch *w = watch_of(self);
	memcpy(out->x[SLOT_DISP], w->at, (size_t)w->n * sizeof(double));
	for (int i = 0; i < w->nforce; i++) {
		out->x[SLOT_FORCE][i] = 0.0;
		for (int j = 0; j < w->n; j++)
			out->x[SLOT_FORCE][i] += w->stiffness[i * w->n + j] * w->at[j];
	}
	return 0;
}

static inline int linear_commit(void *self)
{
	(void)self;
	return 0;
}

static inline bool linear_driven(const void *self, int component)
{
	(void)self;
	(void)component;
	return true;
}

/* A site with forces = stiffness (nforce x n) x displacements. */
static inline void bench_linear(struct bench *b, int tag, int n, int nforce, const double *stiffness)
{
	static const struct site_ops ops = {
		.name = "linear", .send = linear_send, .receive = linear_receive, .commit = linear_commit, .driven = linear_driven,
	};
	struct site *s = ARENA_NEW(&b->lab.arena, struct site);
	int trial_n[SLOTS], out_n[SLOTS];
	struct err e;
	assert_non_null(s);
	err_clear(&e);
	signals_size(trial_n, n, n, n, n, 1);
	signals_size(out_n, n, n, n, nforce, 1);
	assert_int_equal(signals_take(&s->trial, trial_n, &b->lab.arena), 0);
	assert_int_equal(signals_take(&s->out, out_n, &b->lab.arena), 0);
	s->tag = tag;
	s->ops = &ops;
	s->self = s;
	s->lab = &b->lab;
	assert_int_equal(table_add(&b->lab.sites, tag, s, "expSite", &b->lab.arena, &e), 0);
	bench_see(b, tag);
	struct watch *w = bench_watch(b, tag);
	w->n = n;
	w->nforce = nforce;
	memcpy(w->stiffness, stiffness, (size_t)(n * nforce) * sizeof(double));
}
