/* What the program and the ranks say to each other about modes (cluster/message.h, CLUSTER_ASK): numbers, all doubles.
 *
 * "Loads" stands for the factors of all loads at the times that the integrator asks for until the next message: how many times, then time and nload factors of
 * each. Loads are, one after the other: of every pattern its vector, then its constant part, where it has them; then of every source that pulls at
 * unknowns its value and the two derivatives. Parts are those of a motion that modes carry (modal_part), reals the integrator's numbers. Sums go to rank 0
 * by one reduction; a number behind them counts the ranks that failed. */
#pragma once

enum modal_verb {
	MODAL_SIZES,      /* n, most modes, m, nwatch, nload, kinds of motion, parts                  -> nothing; asks for the memory  */
	MODAL_MODES,      /* r, first, count; of each mode mu, k, c, m rows, nwatch rows, nload, n of Phi -> nothing                   */
	MODAL_FORM,       /* damped, proportional, alpha, beta, integrator, algorithm, options as they are -> nothing                  */
	MODAL_ARM,        /* t, dt, late, back?, parts, reals; (K + sigma M) times the parts, reals; loads. No parts: goes on -> nothing */
	MODAL_BEGIN,      /* take the last step back?; loads                                          -> e0                            */
	MODAL_CORRECT,    /* phi0; loads                                                              -> e1                            */
	MODAL_END,        /* phi1; loads                                                              -> e2, motion, e0 of the next    */
	MODAL_STEP,       /* phi0, phi1; loads: the two above in one, where phi1 is known before e1   -> e1, e2, motion, e0            */
	MODAL_WHOLE,      /* take the last step back?                                                 -> parts, u and v as seen        */
	MODAL_VERBS
};

enum { MODAL_SIZE_NUMBERS = 7, MODAL_MODES_HEAD = 3, MODAL_FORM_HEAD = 6, MODAL_ARM_HEAD = 6, MODAL_MODE_HEAD = 3, MODAL_TIMES = 24, MODAL_SEEN = 2 };
