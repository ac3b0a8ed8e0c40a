/* Uniaxial materials: strain (or deformation) in, stress (or force) out.
 *
 * A material is constant once it is made; what it remembers are nstate doubles in the state block, once
 * committed (hc) and once on trial (ht). respond() is a function of hc, strain, rate and dt alone: it
 * may be called any number of times in a step, in any order, and writes ht completely. Commit and
 * revert are copies made by the core; a plug-in has no part in them.
 * Around the private doubles the user of a material keeps MATERIAL_HEAD numbers of its own
 * (strain, rate, stress, tangent, damping tangent) so that recorders can read them: see material_step().
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

#include <stdbool.h>

struct model;

struct material_io {
	double strain, rate; /* in: trial strain and its rate; respond may leave in strain what recorders shall see
	                        (Steel02 adds the strain of its initial stress)                 */
	double dt;           /* in: time since the last commit, 0 when nothing moved            */
	double stress;       /* out                                                             */
	double tangent;      /* out: d stress / d strain; of a sharp law that stands where it has slipped, on the side where it goes on */
	double damp;         /* out: d stress / d rate                                          */
};

struct material_claims {
	bool rate;        /* stress depends on the rate or on dt                                     */
	bool inexact;     /* tangent is not the derivative of the step's stress everywhere (say why in the file) */
	bool no_tension;  /* virgin material has its initial tangent in compression, and none in tension                         */
	double strain;    /* a strain well inside the interesting range, for the conformance suite; 0: derived by the suite */
};

struct material_ops {
	const char *name;             /* as the script says it: "Steel01"                              */
	const char *brief;            /* one line for help                                             */
	const char *cite;             /* paper or manual                                               */
	const char *example;          /* the words after the tag of a typical one: "50 29000 0.02"; used by help and by the suite.
	                                 Composite materials refer to tags 1 (Elastic 100), 2 (ElasticPP 100 0.05), which the suite makes */
	const struct param *params;   /* after the tag                                                 */
	struct material_claims claims;
	size_t size;                  /* of the private struct                                         */

	/* Reads what the table could not (a points to the words left), checks, derives. Set-up time; may take from the arena.
	 * NULL when the table is enough. */
	int (*setup)(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e);
	/* Number of private doubles. NULL: none. */
	int (*nstate)(const void *self);
	/* Writes the history of virgin material; h is zeroed before. NULL: zeros. */
	void (*start)(const void *self, double *h);
	/* The law. */
	void (*respond)(const void *self, const double *hc, double *ht, struct material_io *io) RT;
	/* Tangent of virgin material. */
	double (*initial)(const void *self) RT;
	/* True when stress = initial*strain + damp*rate for ever. NULL: false. */
	bool (*linear)(const void *self);
};

struct material {
	int tag;
	const struct material_ops *ops;
	void *self;     /* owned: model arena */
	int nstate;     /* private doubles    */
	double *virgin; /* owned: model arena; history with head that material_start copies */
};

enum { MATERIAL_STRAIN, MATERIAL_RATE, MATERIAL_STRESS, MATERIAL_TANGENT, MATERIAL_DAMP, MATERIAL_HEAD };

/* Doubles that a user of this material needs in its history: MATERIAL_HEAD + private ones. */
int material_size(const struct material *mat);
/* Virgin history, head included (stress of the virgin state, tangent = initial). */
void material_start(const struct material *mat, double *h);
/* Calls respond on histories that begin with the head, and writes the head of ht. */
void material_step(const struct material *mat, const double *hc, double *ht, double strain, double rate, double dt) RT;
double material_initial(const struct material *mat) RT;
bool material_linear(const struct material *mat);

/* Answers stress, strain, tangent, strainRate, dampTangent, stressStrain (stress strain), stressStrainTangent from a history
 * with head: number of values written, or 0 when the word is not one of them. */
int material_response(const double *h, const char *word, double *ret_x);

/* The table of all materials, NULL-ended, made from material/list.def; and the row of a name (NULL: none). */
extern const struct material_ops *const material_table[];
const struct material_ops *material_find(const char *name);

/* Makes one from script words ("Steel01 3 50 29000 0.02": a stands after the type name) and adds it to the model. */
int material_build(struct model *m, const struct material_ops *ops, struct args *a, struct err *e) MUST_CHECK;
