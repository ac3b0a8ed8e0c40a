/* Time series: a factor as a function of time. Constant once made, except for nothing: value() is pure. */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

struct model;

struct series_ops {
	const char *name, *brief;             /* name may have an alias row of its own in the list (Trig, Sine) */
	const char *example;                  /* the words after the tag of a typical one; used by help and by the suite */
	const struct param *params;           /* after the tag */
	size_t size;
	int (*setup)(void *self, struct args *a, struct arena *mem, struct err *e);  /* NULL: the table is enough */
	double (*value)(const void *self, double t) RT;
	double (*duration)(const void *self);                                          /* when it ends; NULL: never */
	double (*step)(const void *self);      /* sampling interval of sampled series, 0 otherwise; NULL: 0 */
};

struct series {
	int tag;                      /* 0 for one written in place */
	const struct series_ops *ops;
	void *self;                   /* owned: model arena */
};

/* All rows; one by its name, NULL: none. */
extern const struct series_ops *const series_table[];
const struct series_ops *series_find(const char *name);

/* Makes a series from words that stand after the tag; adds it to the model when tag is not 0. */
int series_build(struct model *m, const struct series_ops *ops, int tag, struct args *a, struct series **ret_s, struct err *e) MUST_CHECK;
double series_value(const struct series *s, double t) RT;
