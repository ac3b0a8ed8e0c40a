/* Engines with their options, for the suites of engines. */
#include "conform/engine_subject.h"

#include "test.h"

#include "base/base.h"
#include "cluster/cluster.h"

/* Options; single precision is held to 1e-4. Nested dissection cuts a chain at many places and leaves 1.3e-13, three times as much is allowed. */
static const struct {
	const char *engine, *words;
	double tolerance, residual;
	bool symmetric_only;
} optional[] = {
	{"dense", "-inverse", 1e-9, 0, false},
	{"dense", "-packed", 1e-9, 0, true},
	{"dense", "-single", 1e-4, 0, false},
	{"dense", "-inverse -packed -single", 1e-4, 0, true},
	{"dense", "-threads 2", 1e-9, 2e-14, false},
	{"sparse", "-ordering amd", 1e-9, 2e-14, false},
	{"sparse", "-ordering metis", 1e-9, 2e-14, false},
	{"sparse", "-ordering nesdis", 1e-9, 4e-13, false},
	{"sparse", "-ordering best", 1e-9, 2e-14, false},
	{"scalapack", "-single", 1e-4, 0, false},
};

bool subjects_rank(int *ret_status)
{
	struct err e = {0};
	return cluster_enter(ret_status, &e);
}

/* Those on ranks are only in a program with MPI, which tests/cluster runs. */
static bool is_there(const struct engine_ops *ops)
{
	return !ops->ranks || !cluster_missing();
}

const struct subject *subjects(void)
{
	static struct subject all[40];
	size_t n = 0;
	for (size_t k = 0; engine_table[k]; k++)
		if (is_there(engine_table[k]))
			all[n++] = (struct subject){engine_table[k], "", 1e-9, 2e-14, false};
	for (size_t k = 0; k < COUNT(optional); k++)
		if (is_there(engine_find(optional[k].engine)))
			all[n++] = (struct subject){engine_find(optional[k].engine), optional[k].words, optional[k].tolerance, optional[k].residual,
				optional[k].symmetric_only};
	assert_true(n < COUNT(all));
	return all;
}

double within(const struct subject *t, double tolerance)
{
	return t->tolerance > 1e-9 ? 1e-5 : tolerance;
}

void *engine_new(const struct subject *t, struct arena *a)
{
	char text[80], *rest = NULL;
	const char *word[8];
	int n = 0;
	struct args args;
	struct err e = {0};
	void *self;
	snprintf(text, sizeof text, "%s", t->words);
	for (char *w = strtok_r(text, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
		word[n++] = w;
	args_init(&args, n, word, "engine %s", t->ops->name);
	if (engine_make(t->ops, &args, a, &self, &e) || args_end(&args, &e))
		fail_msg("%s %s: %s", t->ops->name, t->words, e.what);
	return self;
}

void *engine_begin(const struct subject *t, const struct pattern_csc *p, struct arena *a)
{
	struct err e = {0};
	void *self = engine_new(t, a);
	if (t->ops->setup(self, p, a, &e))
		fail_msg("%s %s: %s", t->ops->name, t->words, e.what);
	return self;
}

void engine_end(const struct engine_ops *ops, void *self)
{
	for (int twice = 0; ops->fini && twice < 2; twice++)
		ops->fini(self);
}
