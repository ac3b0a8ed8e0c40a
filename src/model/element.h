/* Elements: what connects nodes and resists.
 *
 * An element is constant once made; what it remembers are nstate doubles in the state block, committed (hc)
 * and on trial (ht). Its freedoms are all freedoms of its nodes, node after node, each with the node's own ndf.
 * respond() is given u and v of these freedoms and writes force, tangent and ht; calling it again with the same
 * u, v gives the same answer. It may read ht as left by the previous call of the same step (ht equals hc at
 * the beginning of a step). Rayleigh damping, commit, revert, recorders, assembly and constraints are the core's.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

#include <stdbool.h>

struct element;
struct model;
struct node;

enum { ELEMENT_DOF_MAX = 72 };

/* What an element made while its nodes stand displaced counts its displacements from. */
enum element_origin {
	ORIGIN_ZERO,               /* the coordinates: displacements are taken in full            */
	ORIGIN_NOW,                /* the displacements of its nodes when it was made             */
	ORIGIN_PLACE               /* the same, and its geometry is that of the displaced nodes   */
};

enum element_load_kind { LOAD_BEAM_UNIFORM, LOAD_BEAM_POINT };

struct element_load {          /* eleLoad on one element, per unit pattern factor */
	enum element_load_kind kind;
	double wy, wz, wx;         /* uniform: force per length; point: force */
	double at;                 /* point: position 0..1 from node i */
};

struct element_io {
	const double *u, *v;       /* trial displacement and velocity of the element's freedoms   */
	const double *uc;          /* committed displacement                                      */
	const double *hc;          /* committed history                                           */
	double *ht;                /* trial history                                               */
	const double *load;        /* nload doubles accumulated by load(), never NULL             */
	double dt;                 /* time since the last commit                                  */
	/* For elements that exchange with a specimen: */
	const double *a;           /* trial acceleration of the element's freedoms; NULL for others */
	double t;                  /* trial time at which it was given u, v, a                      */
	double instant;            /* when what is commanded now shall be reached, in test time that only goes forward:
	                              the sum of all accepted steps, whatever the script does to its own time */
	bool live;                 /* within a step: the specimen may be moved. False: answer with what was measured last */
	bool pair;                 /* answer with the consistent pair q + K0 (d - d_measured)     */
};

struct element_claims {
	bool symmetric;            /* tangent is symmetric                                        */
	bool invariant;            /* answers turn with the axes when the whole problem is turned */
	bool finite_rotation;      /* zero force under rigid motion of any size, else infinitesimal only */
	bool inexact;              /* tangent leaves out terms that vanish at u = 0 (the file says which)   */
	bool steady;               /* tangent is the initial stiffness for ever, and there is no damping tangent */
};

/* How the coordinates of a specimen hang together with the freedoms of its element. */
struct element_rows {
	double *row;               /* n x ndof; borrowed: whoever asks, with room for ELEMENT_DOF_MAX x ELEMENT_DOF_MAX */
	bool at_rest;              /* asked where they act before anything has moved, whatever else makes up the force: only for a picture */
	const char *why;           /* they do not in this way: static */
};

struct substeps;               /* experiment/substeps.h */

struct site;   /* experiment/ */

/* What an element and its specimen exchanged last, in the coordinates of its site. All arrays borrowed: the element. */
struct element_exchange {
	int n;                     /* displacements; forces go with them */
	const double *command;     /* displacements that the last force belongs to in the equations */
	const double *measured;    /* where the specimen was */
	const double *force;       /* as measured */
	const double *used;        /* as the equations got it, control errors corrected where that was asked for */
	const double *k0;          /* initial stiffness, n x n row-major; NULL: not of all coordinates */
	const bool *driven;        /* some actuator drives the coordinate; forces of the others are computed */
	bool seen;                 /* displacements are measured, and forces are of the same coordinates: energies can be told */
	const struct site *site;   /* borrowed: laboratory */
};

struct element_ops {
	const char *name, *brief, *cite;
	const char *example;           /* words after the tag that make one in the suite's model; '|' separates several.
	                                  The suite's model: see tests/conform/element_test.c. NULL: it needs another program (tests/foreign) */
	const struct param *params;    /* after the tag; for help. setup may call param_parse on it */
	struct element_claims claims;
	enum element_origin origin;
	bool exchange;                 /* moves a specimen: never summed into constant matrices, cannot be brought back to an earlier state */
	size_t size;

	/* Reads the words after the tag, finds nodes, materials, transformations in the model and fills el->nnode, el->node,
	 * el->nstate, el->nload, el->rayleigh. Refuses what is impossible, naming element and nodes. Set-up time. */
	int (*setup)(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e);
	void (*start)(const void *self, double *h);          /* virgin history, zeroed before; NULL: zeros */
	/* f (ndof), k and c (ndof x ndof row-major; d f/d u, d f/d v); k and c may be NULL. f contains member loads with their sign as resisting force. */
	void (*respond)(const void *self, const struct element_io *io, double *f, double *k, double *c) RT;
	void (*initial)(const void *self, double *ret_k) RT; /* stiffness of virgin element                */
	/* What of it a specimen has, where the rest is computed; NULL: all of an element with a specimen. */
	void (*tested)(const void *self, double *ret_k);
	void (*mass)(const void *self, double *ret_m) RT;    /* ndof x ndof; NULL: massless               */
	/* Adds factor x one member load to the element's load numbers. NULL: takes no member loads. */
	int (*load)(const void *self, const struct element_load *l, double factor, double *load) RT;
	/* A named response (argv as the recorder got it: "material" "1" "stress"). Called after respond() at the same u, v.
	 * Returns the number of values written to ret_x (at most max), or 0 when unknown. The core answers force(s), globalForce(s), stiffness itself. */
	int (*response)(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max);
	/* f = K u + C v with constant K and C, and no history that answers depend on. NULL: false. */
	bool (*linear)(const void *self);
	/* Changes what this one element claims, where its options make it differ from its row (ret_c holds the row's). NULL: as the row. */
	void (*claim)(const void *self, struct element_claims *ret_c);
	/* Tangent as a sum over constant directions, k = sum d_i b_i b_i': number of directions; ret_b (rows of ndof) may be NULL to
	 * count. 0 or a NULL slot: the tangent is not of that form. Lets the core update a factored matrix instead of factoring again. */
	int (*basis)(const void *self, double *ret_b);
	/* All with a basis have it: the forces q_i of f = sum q_i b_i from deformations b_i' u and their rates b_i' v, for they depend on nothing else. Writes
	 * ht as respond does; of io it gets hc, ht and dt. */
	void (*law)(const void *self, const struct element_io *io, const double *deformation, const double *rate, double *ret_q) RT;
	/* The d_i that belong to the answer that wrote ht. False when the element also has a damping tangent now. */
	bool (*modulus)(const void *self, const double *ht, double *ret_d) RT;
	/* For elements that exchange. Sends what is new to the specimen, without waiting: all elements send before any is asked. */
	int (*send)(const void *self, const struct element_io *io) RT;
	/* Is the specimen behind a site that can run the sub-steps of a step by itself? */
	bool (*elsewhere)(const void *self);
	/* The specimen's coordinates d = row u, where the element's force is row' q with what the specimen answers, and nothing else (loads on the element
	 * and Rayleigh damping apart, which the core looks at). Returns how many; 0: not so, and why. NULL: never. */
	int (*rows)(const void *self, struct element_rows *ret);
	/* For those with rows: the sub-steps of a step in the specimen's coordinates, begun, but for the force at its beginning, which the element fills in.
	 * Waits for the answer; the next motion it is given is where they have ended, and is not sent. */
	int (*ramp)(const void *self, const struct element_io *io, struct substeps *s) RT;
	/* The step is accepted: the specimen's path is, too. A failure fails the step. */
	int (*committed)(const void *self) RT;
	/* The step was not accepted: it may come again, whole or in parts, or another one in its place. NULL: nothing to do. */
	void (*refused)(const void *self);
	/* Why the last answer is not a number: the code, with the report filled. 0: nothing to tell. */
	int (*fault)(const void *self, struct err *e);
	/* What it and its specimen exchanged last, for monitors. False, or a NULL slot: it has none. */
	bool (*exchanged)(const void *self, struct element_exchange *ret) RT;
	/* It is taken out of the model, and nobody will ask it again. NULL: nothing to do. */
	void (*removed)(const void *self);
};

struct element {
	int tag;
	const struct element_ops *ops;
	void *self;                    /* owned: model arena */
	/* filled by setup */
	int nnode;
	struct node **node;            /* owned: model arena; nodes borrowed: model */
	double *origin;                /* owned: model arena; displacements of its freedoms that it takes as zero; NULL: zeros */
	int nstate;                    /* doubles of history */
	int nload;                     /* doubles for member loads */
	bool rayleigh;                 /* takes part in Rayleigh damping */
	/* filled by the core */
	int ndof;                      /* sum of the nodes' ndf */
	double factor[4];              /* Rayleigh factors: mass, current, initial, committed stiffness */
};

/* All rows; one by its name, NULL: none. */
extern const struct element_ops *const element_table[];
extern const struct element_ops *const exp_element_table[];   /* kinds of expElement: those that exchange */
const struct element_ops *element_find(const char *name);

/* What this element claims: its row's claims, changed by its own options. */
struct element_claims element_claims(const struct element *el);

/* Makes one from script words (a stands before the tag) and adds it to the model. */
int element_build(struct model *m, const struct element_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* For setups: reads node tags into el->node, and el->origin from where they stand; refuses missing or equal nodes. */
int element_nodes(struct element *el, struct args *a, int n, const struct model *m, struct arena *mem, struct err *e) MUST_CHECK;

/* Coordinates of node k of an element, displaced when its origin is its place. */
void element_place(const struct element *el, int k, double ret_x[3]);
