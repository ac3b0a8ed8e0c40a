/* A step's duration from the answer times so far, so that few steps slow down and none lasts longer than it must.
 *
 * An answer time is what passes from a target reached (its measurement is sent) to the next target received, in ticks. A step slows down when it is
 * longer than the share e of the step that extrapolation may take (controller.h). Of the last n answer times T_1 <= .. <= T_n the next one, if it comes
 * from the same distribution, is longer than T_k with probability 1 - k/(n + 1) at most, whatever the distribution (plotting position of Weibull). So with
 *   k = ceil((1 - p)(n + 1)),   span = (T_k + 1) / e   [ticks]
 * the chance of slowing down is p at most. Before there are 1/p - 1 answers nothing can be said, and the span stays as it was given. Spans are whole ticks,
 * between `shortest` and `longest`, and change by a factor of 1 + change (or a tick) at most from one step to the next: the specimen's velocity does, too.
 *
 * Weibull, Ingeniörsvetenskapsakademiens Handlingar 153, 1939; the issue is 4.4.3 of Mosqueda, Stojadinovic & Mahin, UCB/EERC 2005-02, where the span was
 * chosen before the test for 95 % of the steps (6.3.2). Setting up takes memory; an answer costs at most `window` copies.
 */
#pragma once

#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"

#include <stdbool.h>

enum { ADAPT_WINDOW_MOST = 20000 };

struct adapt_words {
	double share;              /* p: of steps that may slow down; NaN: spans are as given */
	int window;                /* n at most; 0: 5/p */
	double shortest_s, longest_s;      /* of a span [s of laboratory time] */
	double change;             /* of a span from step to step, of itself */
};

struct adapt {
	struct adapt_words words;
	double dt;                 /* tick [s] */
	double *recent;            /* the last n, in a circle; owned: the arena of adapt_setup, as the next */
	double *sorted;            /* the same, the shortest first */
	int n, oldest;
};

/* Refuses a window that says nothing about the share. */
int adapt_words_check(const struct adapt_words *w, const char *object, struct err *e) MUST_CHECK;
int adapt_setup(struct adapt *a, const struct adapt_words *w, double dt, struct arena *mem, struct err *e) MUST_CHECK;
/* Are spans chosen here? */
bool adapt_on(const struct adapt *a) RT;
/* All answers are forgotten. */
void adapt_start(struct adapt *a) RT;
/* An answer that took so many ticks. */
void adapt_answer(struct adapt *a, double ticks) RT;
/* Ticks of the step after one of `span` ticks; extrapolate: e. */
double adapt_span(const struct adapt *a, double extrapolate, double span) RT;
