/* A set of uniaxial materials, one for each direction of a link: reading, history, answers. */
#pragma once

#include "element/link.h"

struct springs {
	int n;
	struct material *material[LINK_MAX]; /* borrowed: model */
	int history[LINK_MAX];               /* where its history begins */
	int nstate;
};

/* -mat t1 ... -dir d1 ...: materials and as many directions, each once. Fills l->n and l->dir too. */
int springs_read(struct springs *s, struct link *l, struct args *a, const struct model *m, struct err *e) MUST_CHECK;

/* Adds one material to the set. */
int springs_add(struct springs *s, int tag, const struct model *m, const char *object, struct err *e) MUST_CHECK;

/* Virgin histories; are all materials linear? */
void springs_start(const struct springs *s, double *h);
bool springs_linear(const struct springs *s);

/* Deformations v and their rates to forces, tangents and damping tangents. */
void springs_step(const struct springs *s, const struct element_io *io, const double *v, const double *rate, double *ret_q, double *ret_k, double *ret_c) RT;

/* Stiffness of the link at rest, in the element's freedoms. */
void springs_initial(const struct springs *s, const struct link *l, double *ret_k);

/* The rows of the link and the tangents that belong to the answer that wrote ht, as the slots basis and modulus want them. */
int springs_basis(const struct springs *s, const struct link *l, double *ret_b);
bool springs_modulus(const struct springs *s, const double *ht, double *ret_d) RT;

/* Answers that every link gives: its basic forces and deformations (n numbers each), its materials, and its end forces and
 * displacements in local axes when local is true (zeroLength calls its basic forces local). 0: unknown. */
int springs_response(const struct springs *s, const struct link *l, const struct element_io *io, const double *q, const double *v,
	bool local, int argc, const char *const *argv, double *ret_x, int max);
/* The same of a link that has no other basic directions than its springs. */
int springs_response_own(const struct springs *s, const struct link *l, const struct element_io *io, bool local, int argc,
	const char *const *argv, double *ret_x, int max);
/* The answer of one material: argv is "<n> stress" and the like. 0: unknown. */
int springs_material_answer(const struct springs *s, const double *ht, int argc, const char *const *argv, double *ret_x, int max);
