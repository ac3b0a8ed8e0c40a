/* Sections: several generalised strains in, as many stress resultants out.
 *
 * The components are named by codes in the order the section gives them. History as for materials:
 * nstate doubles committed and on trial, respond() writes ht completely and is idempotent.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

#include <stdbool.h>

struct model;

enum section_code { SECTION_P, SECTION_MZ, SECTION_VY, SECTION_MY, SECTION_VZ, SECTION_T, SECTION_CODES };
enum { SECTION_MAX = 6 };

struct section_io {
	const double *e;  /* in: strains, one a component             */
	double dt;        /* in: time since the last commit           */
	double *s;        /* out: resultants                          */
	double *k;        /* out: n x n tangent, or NULL              */
};

struct section_ops {
	const char *name, *brief, *cite, *example;
	const struct param *params;
	const char *const *body;                                    /* commands inside braces whose words setup gets, NULL-ended; NULL: none */
	size_t size;
	int (*setup)(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e);
	int (*codes)(const void *self, int *ret_code);              /* returns n, writes n codes          */
	int (*nstate)(const void *self);                            /* NULL: none                         */
	void (*start)(const void *self, double *h);                 /* NULL: zeros                        */
	void (*respond)(const void *self, const double *hc, double *ht, struct section_io *io) RT;
	void (*initial)(const void *self, double *ret_k) RT;        /* n x n                              */
	bool (*linear)(const void *self);                           /* NULL: false                        */
	/* A named answer from a history ("fiber 0.2 0.1 3 stress"): number of values written to ret_x (at most max), 0 when unknown. NULL: none. */
	int (*response)(const void *self, const double *h, int argc, const char *const *argv, double *ret_x, int max);
	double (*gyration)(const void *self);                       /* torsion constant over area, for consistent mass; NULL: not known */
};

struct section {
	int tag;
	const struct section_ops *ops;
	void *self;             /* owned: model arena */
	int n;                  /* components         */
	int code[SECTION_MAX];
	int nstate;
};

/* All rows; one by its name, NULL: none; one made from script words (a stands before the tag) and added to the model. */
extern const struct section_ops *const section_table[];
const struct section_ops *section_find(const char *name);
int section_build(struct model *m, const struct section_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* Index of a code in the section, -1 when it has none. */
int section_index(const struct section *s, int code);
/* "P", "Mz", "Vy", "My", "Vz", "T" to code; -1 when unknown. */
int section_code_of(const char *word);
