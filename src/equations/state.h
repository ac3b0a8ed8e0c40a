/* The state: all that changes while a model is analysed, in one block that memcpy copies.
 *
 * Committed kinematics of the unknowns, the displacements at which elements were last evaluated, prescribed values,
 * element histories, and what the integrator keeps. Trial values are not here: they are remade from the committed ones at
 * the beginning of every step. Restart, replay and hand-over are a copy of state->size bytes, taken up by analysis_restore.
 */
#pragma once

#include <stddef.h>

struct state {
	size_t size;          /* bytes of the whole block, this header included */
	double t;             /* committed time */
	int n;                /* unknowns */
	int nsource;          /* prescribed freedoms */
	int nhistory;         /* doubles of element history */
	int nvec, nreal;      /* the integrator's vectors and scalars */
	int apart;            /* enum state_apart: STATE_UE, STATE_VE hold where, unless it is none */
	double data[];
};

/* Which elements were last evaluated elsewhere than at u, v: none, all, or only those that are evaluated one by one. */
enum state_apart { APART_NONE, APART_ALL, APART_LOOPED };

/* Bytes of a state with these sizes. */
size_t state_size(int n, int nsource, int nhistory, int nvec, int nreal);

/* Parts of the block. */
enum state_part { STATE_U, STATE_V, STATE_A, STATE_UE, STATE_VE, STATE_PARTS };
double *state_vec(struct state *s, enum state_part part);          /* n                        */
const double *state_seen(struct state *s, int derivative);         /* what elements saw: 0 displacement, 1 velocity; n */
double *state_source(struct state *s, int derivative);             /* nsource; 0, 1, 2          */
double *state_history(struct state *s);                            /* nhistory                 */
double *state_integrator(struct state *s, int k);                  /* vector k, n              */
double *state_reals(struct state *s);                              /* nreal                    */
double *state_share(struct state *s);                              /* the integrator's vectors, then its scalars: state_share_length of them */
size_t state_share_length(const struct state *s);
