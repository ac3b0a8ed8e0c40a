/* Signal filters: what happens to a signal on its way to a specimen or back (errors that are simulated on purpose, delays).
 *
 * A filter is constant; each place and component where it is used has nstate doubles of its own. apply() is called once for every
 * value that passes, in the order of the values. Chance comes from a generator that start() seeds from the laboratory's seed,
 * the filter's tag and the place, so that the same seed gives the same bits.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

#include <stdint.h>

struct laboratory;

struct filter_ops {
	const char *name, *brief, *cite;
	const char *example;               /* words after the tag */
	const struct param *params;        /* after the tag */
	size_t size;
	/* Reads what the table could not. NULL: the table is enough. */
	int (*setup)(void *self, struct args *a, const struct laboratory *lab, struct arena *mem, struct err *e);
	int (*nstate)(const void *self);   /* doubles a component; NULL: none */
	/* The state before the first value; h is zeroed before. seed and stream: for chance. NULL: zeros. */
	void (*start)(const void *self, double *h, uint64_t seed, uint64_t stream);
	/* t: test time of the value, which may be that of the value before (sent again) or earlier (a step was tried again). NaN: refused. */
	double (*apply)(const void *self, double *h, double x, double t) RT;
	const char *refuses;               /* what apply() may refuse, for messages; NULL: nothing */
};

struct filter {
	int tag;
	const struct filter_ops *ops;
	void *self;                        /* owned: laboratory's arena */
	int nstate;
};

/* A filter at one slot of a rig: n components with a state each. */
struct filter_use {
	const struct filter *filter;       /* borrowed: laboratory; NULL: none */
	int n;
	double *state;                     /* n x nstate, owned: laboratory's arena */
	double *last;                      /* n values that left it last, owned: laboratory's arena */
};

extern const struct filter_ops *const filter_table[];
const struct filter_ops *filter_find(const char *name);
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int filter_build(struct laboratory *lab, const struct filter_ops *ops, struct args *a, struct err *e) MUST_CHECK;
/* Room for n components; filter may be NULL. */
int filter_use(struct filter_use *u, const struct filter *filter, int n, struct laboratory *lab) MUST_CHECK;
/* The state before the first value. rig: tag; place: different for every slot and direction of a rig. */
void filter_start(struct filter_use *u, uint64_t seed, int rig, int place);
/* Changes x in place. -1, or the component whose (finite) value was refused. */
int filter_pass(struct filter_use *u, double *x, double t) RT;
