/* What the program and the ranks say to each other about modes (cluster/message.h, CLUSTER_ASK): numbers, all doubles.
 *
 * "Loads" stands for the factors of all loads at the times that the integrator asks for until the next message: how many times, then time and nload factors of
 * each. Loads are, one after the other: of every pattern its vector, then its constant part, where it has them; then of every source that pulls at
 * unknowns its value and the two derivatives. Sums go to rank 0 by one reduction; a number behind them counts the ranks that failed. */
#pragma once

enum modal_verb {
	MODAL_SIZES,      /* n, most modes, m, nwatch, nload                                          -> nothing; asks for the memory  */
	MODAL_MODES,      /* r, first, count; of each mode mu, k, c, m rows, nwatch rows, nload, n of Phi -> nothing                   */
	MODAL_FORM,       /* damped, proportional, alpha, beta, integrator, its options as they are   -> nothing                       */
	MODAL_ARM,        /* t, dt, late, 1; (K + sigma M) times u, v, a; loads. Or 0; loads: goes on -> nothing                       */
	MODAL_BEGIN,      /* take the last step back?; loads                                          -> e0                            */
	MODAL_CORRECT,    /* phi0; loads                                                              -> e1                            */
	MODAL_END,        /* phi1; loads                                                              -> e2, motion, e0 of the next    */
	MODAL_STEP,       /* phi0; loads: the two above in one where phi1 is phi0 or counts nothing   -> e1, e2, motion, e0            */
	MODAL_WHOLE,      /* take the last step back?                                                 -> u, v, a, u and v as seen      */
	MODAL_VERBS
};

enum { MODAL_SIZE_NUMBERS = 5, MODAL_MODES_HEAD = 3, MODAL_FORM_HEAD = 5, MODAL_ARM_HEAD = 4, MODAL_MODE_HEAD = 3, MODAL_TIMES = 24, MODAL_WHOLE_PARTS = 5 };
