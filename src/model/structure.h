/* Structures of any size by one command: the contract of what the command generate can build.
 *
 * A structure has levels 0 (the ground, fixed) to storeys, each with the same number of nodes, and groups of elements, each with the same
 * number of elements in every storey (storey s lies between the levels s - 1 and s). So tags are a formula:
 *   node k of level l          node.first + l node.per + k               l = 0 ... storeys,  k = 0 ... node.per - 1
 *   element k of storey s      group.first + (s - 1) group.per + k       s = 1 ... storeys,  k = 0 ... group.per - 1
 * A kind says how many there are, where nodes stand and which of them its members connect; numbering, checks and the walk over all
 * levels and storeys are done here, in the order of rising tags, so that the tables of the model only grow at their ends.
 * Everything belongs to the model's arena. Set-up time; one thread.
 */
#pragma once

#include "base/param.h"
#include "model/model.h"

enum { STRUCTURE_GROUPS = 8, STRUCTURE_WORDS = 16, STRUCTURE_LAWS = 8 };

struct structure_run { int first, per; };    /* the first tag, and how many on a level or in a storey */

/* What was built: kept by the model, for questions about tags. */
struct structure {
	const struct structure_ops *ops;
	int storeys;
	struct structure_run node;
	struct structure_run group[STRUCTURE_GROUPS]; /* as ops->group names them; per 0: it has none of these */
	int law[STRUCTURE_LAWS], nlaw;    /* tags of the materials that were made */
	int transform[STRUCTURE_LAWS], ntransform;
	double mass;                      /* that moves with the ground's acceleration in one direction, the ground's own nodes left out */
};

/* What all kinds are told; the private struct of a kind begins with it, its table of parameters ends with STRUCTURE_PARAMS. */
struct structure_words {
	int storeys;
	double height;                    /* of a storey */
	int node, element;                /* first tags */
	double zeta, f1, f2;              /* Rayleigh damping at two frequencies [1/time]; zeta 0: none is set */
};

#define STRUCTURE_PARAMS(type, storey_height) \
	{ "-height", PARAM_REAL, offsetof(type, words.height), false, storey_height, RANGE_POSITIVE, "height of a storey [length]" }, \
	{ "-node", PARAM_INT, offsetof(type, words.node), false, 1, { 1, 2147483647, false, false }, "tag of the first node" }, \
	{ "-element", PARAM_INT, offsetof(type, words.element), false, 1, { 1, 2147483647, false, false }, "tag of the first element" }, \
	{ "-zeta", PARAM_REAL, offsetof(type, words.zeta), false, 0, { 0, 1, false, true }, \
	  "damping ratio at f1 and f2: a M + b K on all that is in the model then; 0: left to the command rayleigh" }, \
	{ "-f1", PARAM_REAL, offsetof(type, words.f1), false, 1, RANGE_POSITIVE, "first frequency with the ratio zeta [1/time]" }, \
	{ "-f2", PARAM_REAL, offsetof(type, words.f2), false, 5, RANGE_POSITIVE, "second frequency with the ratio zeta [1/time]" }, \
	{ 0 }

/* One kind of member: all words behind its nodes, once for all elements of a kind. */
struct member {
	const struct element_ops *ops;
	const char *word[STRUCTURE_WORDS]; /* borrowed: model arena */
	int n;
	double rho;                        /* mass per length that is lumped at its nodes, half each */
};

struct maker;

struct structure_ops {
	const char *name, *brief, *cite;
	const char *example;               /* words behind the name; '|' separates several */
	const struct param *params;
	const char *const *group;          /* names of its groups of elements, NULL-ended, at most STRUCTURE_GROUPS */
	int ndm, ndf;
	size_t size;                       /* private struct: begins with struct structure_words, zeroed before the words are read */
	/* How many nodes a level has, how many elements of each group a storey; refuses what does not fit together. Reads only. */
	int (*count)(const void *self, int *ret_nodes, int *ret_per, struct err *e);
	/* Makes materials, transformations and kinds of members. */
	int (*begin)(void *self, struct maker *k, struct err *e);
	/* The nodes of a level with their masses, through maker_node, in order. */
	int (*level)(const void *self, struct maker *k, int level, struct err *e);
	/* The members of a group in a storey, through maker_join, in order. */
	int (*storey)(const void *self, struct maker *k, int group, int storey, struct err *e);
};

extern const struct structure_ops *const structure_table[];

/* Where a long build tells how far it is; NULL: nobody asks. */
struct structure_progress {
	void (*show)(void *self, int done, int whole);
	void *self;
};

/* Builds one from script words (a stands behind the name of the kind) and keeps it as m->structure. Sets the dimensions of a model that has
 * none yet; refuses one of others, and tags that are in use. */
int structure_build(struct model *m, const struct structure_ops *ops, struct args *a, const struct structure_progress *progress, struct err *e) MUST_CHECK;

/* --- for kinds -------------------------------------------------------------------------------------------- */

/* The next node of this level at x, with these masses (ndf numbers; NULL: none). Level 0 is fixed and keeps no mass. */
int maker_node(struct maker *k, const double *x, const double *mass, struct err *e) MUST_CHECK;
/* The next element of this group between node i of level a and node j of level b. */
int maker_join(struct maker *k, const struct member *kind, int a, int i, int b, int j, struct err *e) MUST_CHECK;
/* A uniaxial material with a tag that is free, behind those in use: elastic, or Steel01 where yield > 0. */
int maker_law(struct maker *k, double stiffness, double yield, double hardening, int *ret_tag, struct err *e) MUST_CHECK;
/* A linear transformation; vecxz NULL in the plane. */
int maker_axes(struct maker *k, const double *vecxz, int *ret_tag, struct err *e) MUST_CHECK;
/* A kind of member by the name of its element. Numbers follow, each as a word. */
int member_begin(struct member *kind, const char *element, struct err *e) MUST_CHECK;
int member_real(struct maker *k, struct member *kind, double x, struct err *e) MUST_CHECK;
int member_int(struct maker *k, struct member *kind, int i, struct err *e) MUST_CHECK;
/* A truss of an area and a material; damped: it takes part in Rayleigh damping. Density 0: no mass of its own. */
int member_truss(struct maker *k, struct member *kind, double area, int law, bool damped, double density, struct err *e) MUST_CHECK;
