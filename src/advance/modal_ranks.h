/* Modes dealt out over the ranks of MPI: the program's half. The ranks' is modal_mpi.c.
 *
 * The program keeps what the front asks before the steps, the linear part in modes without Phi, and finds gains on it as ever; steps are the ranks' affair.
 * What an integrator needs of the world in a step are the factors of loads and the values of sources at the times it asks for. Those
 * times are known by going along: a share of one mode at rest that no load moves runs the same integrator here, and a spy among its loads notes the times.
 *
 * A step is one message: with phi0 the ranks end the step and begin the next, and what they say of all its points is summed by one reduction. Where phi1 is not
 * known then and counts (explicit methods with velocities in the force after the solution), they are two. If loads or step turn out to be others than
 * the next step was begun with, it is begun again; a step that fails after the ranks have ended it is taken back.
 *
 * Memory: the arena given. One thread. Every call waits for the ranks. */
#pragma once

#include "advance/modal_basis.h"
#include "advance/modal_message.h"
#include "advance/modal_share.h"

struct modal_spy {
	int ntime;
	double time[MODAL_TIMES];
	bool deaf, lost;                 /* while factors are looked up; there were more times than there is room for */
};

struct modal_ranks {
	int job;                         /* its number plus 1; 0: none */
	int m, n, nwatch, nload;
	int kinds, parts;                /* motions of a point; parts of the whole motion (modal_part) */
	bool one;                        /* one message a step */
	bool begun;                      /* the present step was begun with the last: e0 and the factors are in `next` and `loads` */
	struct modal_share share;        /* goes along */
	struct modal_spy spy;
	struct series series;            /* the spy as a load */
	struct pattern pattern;
	double *send, *answer;           /* owned: arena, as all below; a message and what came back */
	double *loads, *look;            /* factors that the ranks have for the present step, and the same looked up again */
	double *next;                    /* e0 of the present step: 3 m */
	double *zero;                    /* what the share at rest is loaded with, its numbers, its rows */
	double *one_mode;
};

/* Opens the ranks, and asks every machine for the room of its share of at most so many modes, before they are found. ERR_UNSUPPORTED, ERR_LOST, ERR_LIMIT,
 * ERR_MEMORY with the figures. */
int modal_ranks_open(struct modal_ranks *s, const struct front *f, int most, struct arena *mem, struct err *e) MUST_CHECK;
/* Deals the modes out, numbers of them in w and watched rows of r; loads and pulls of f->linear are in modes already, and it is started. */
int modal_ranks_deal(struct modal_ranks *s, const struct front *f, const struct modal_basis *b, const struct modal_numbers *w, const double *watched,
	struct arena *mem, struct err *e) MUST_CHECK;
/* As advance_ops' slots. y: (K + sigma M) times the parts of the problem's motion, n each; NULL: the motion is that of the ranks. */
int modal_ranks_arm(struct modal_ranks *s, struct front *f, const double *y, struct arena *mem, struct err *e) MUST_CHECK;
int modal_ranks_begin(struct modal_ranks *s, struct front *f) RT;
int modal_ranks_correct(struct modal_ranks *s, struct front *f) RT;
int modal_ranks_end(struct modal_ranks *s, struct front *f) RT;
/* Into the problem's state: its parts, and where elements were, u and v. */
int modal_ranks_whole(struct modal_ranks *s, struct front *f, struct err *e) MUST_CHECK;
void modal_ranks_close(struct modal_ranks *s);
