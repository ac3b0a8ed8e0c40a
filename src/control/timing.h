/* The span of a step behind a network, before the test: from measured answer times, for the event-driven controller (controller.h).
 *
 * A step of span T extrapolates up to e T, goes on slowly at the rate r up to the share s of the step, which is c T after the last target with
 *   c = e + (s - e) / r          (0.6, 0.8, 1/2: c = 1; UCB/EERC 2005-02, 6.3.2)
 * and then holds. So an answer that takes x slows the step down when x > e T, and holds it when x > c T. Of N answers T_1 <= .. <= T_N, those without an answer
 * as the longest, the next one is longer than T_k with probability 1 - k/(N + 1) at most, whatever the distribution (adapt.h). With k(p) = ceil((1 - p)(N + 1))
 *   T = max(T_k(p) / e, T_k(q) / c)
 * is the shortest span with chances of p at most to slow down and q at most to hold. The step then lasts
 *   T  for x <= e T;   T + (1 - r)(x - e T)  up to c T;   T + (1 - r)(c - e) T + x - c T  beyond.
 * Mosqueda, Stojadinovic & Mahin, UCB/EERC 2005-02, 5.4.2: from the cumulative curve, the time in which 95 % of the steps are completed.
 */
#pragma once

#include "base/base.h"
#include "base/err.h"

struct timing_words {
	double slow_share, hold_share;     /* p, q: in (0, 1) */
	double extrapolate, slow, rate;    /* e, s, r: as in struct controller_words */
	double add_s;                      /* on top of every answer: computing, a tick of the loop */
};

struct timing {
	double span_s;                     /* T */
	double slow_at_s, hold_at_s;       /* e T, c T, without what is added: an answer in this time is in time */
	int slow, hold;                    /* of the measured steps: slowed down (those that held, too), held */
	double mean_s;                     /* of a step, of those with an answer */
};

/* c. */
double timing_hold_at(const struct timing_words *w);
/* sorted: n answers, the shortest first [s]; lost: steps without one. ERR_RANGE: too few steps for the shares, or too many of them lost; the report says how
 * many. */
int timing_find(const struct timing_words *w, const double *sorted, int n, int lost, struct timing *ret, struct err *e) MUST_CHECK;
/* The same for a span that is given: its limits, counts and mean. */
void timing_of_span(const struct timing_words *w, const double *sorted, int n, int lost, double span_s, struct timing *ret);
