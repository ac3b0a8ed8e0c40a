/* The window of answer times in order, and its quantile. Why this one: adapt.h. */
#include "control/adapt.h"

#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-9;       /* of a rank */
static const double SPAN_LEAST = 2.0;      /* ticks of a step */

/* Answers without which nothing can be said. */
static double least_answers(double share)
{
	return ceil(1.0 / share - 1.0 - ROUNDING);
}

static int window_of(const struct adapt_words *w)
{
	return w->window > 0 ? w->window : (int)fmin(ceil(5.0 / w->share), ADAPT_WINDOW_MOST);
}

int adapt_words_check(const struct adapt_words *w, const char *object, struct err *e)
{
	if (isnan(w->share))
		return 0;
	if (window_of(w) < least_answers(w->share)) {
		err_set(e, ERR_RANGE, object, "-window: so few answers say nothing about a share of %g", w->share);
		err_value(e, "%d", window_of(w));
		err_allowed(e, "at least %g", least_answers(w->share));
		return ERR_RANGE;
	}
	if (w->shortest_s > w->longest_s) {
		err_set(e, ERR_RANGE, object, "-shortest is longer than -longest");
		err_value(e, "%g", w->shortest_s);
		err_allowed(e, "at most %g", w->longest_s);
		return ERR_RANGE;
	}
	return 0;
}

int adapt_setup(struct adapt *a, const struct adapt_words *w, double dt, struct arena *mem, struct err *e)
{
	*a = (struct adapt){.words = *w, .dt = dt};
	if (!adapt_on(a))
		return 0;
	a->words.window = window_of(w);
	a->recent = ARENA_ARRAY(mem, (size_t)a->words.window, double);
	a->sorted = ARENA_ARRAY(mem, (size_t)a->words.window, double);
	return a->recent && a->sorted ? 0 : err_set(e, ERR_MEMORY, "controller", "no memory for %d answer times", a->words.window);
}

bool adapt_on(const struct adapt *a)
{
	return a->words.share > 0.0;
}

void adapt_start(struct adapt *a)
{
	a->n = a->oldest = 0;
}

/* How many of the sorted are less. */
static int place(const struct adapt *a, double x)
{
	int lo = 0, hi = a->n;

	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (a->sorted[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

void adapt_answer(struct adapt *a, double ticks)
{
	int at = a->oldest;

	if (!adapt_on(a))
		return;
	if (a->n == a->words.window) {
		int gone = place(a, a->recent[at]);

		a->n--;
		memmove(a->sorted + gone, a->sorted + gone + 1, (size_t)(a->n - gone) * sizeof(double));
		a->oldest = (at + 1) % a->words.window;
	} else {
		at = a->n;
	}
	a->recent[at] = ticks;
	at = place(a, ticks);
	memmove(a->sorted + at + 1, a->sorted + at, (size_t)(a->n - at) * sizeof(double));
	a->sorted[at] = ticks;
	a->n++;
}

double adapt_span(const struct adapt *a, double extrapolate, double span)
{
	double k = ceil((1.0 - a->words.share) * (a->n + 1.0) - ROUNDING), most = 1.0 + a->words.change, want;

	if (!adapt_on(a) || k > a->n)
		return span;
	want = ceil((a->sorted[(int)fmax(k, 1.0) - 1] + 1.0) / extrapolate);
	want = fmin(fmax(want, ceil(a->words.shortest_s / a->dt - ROUNDING)), floor(a->words.longest_s / a->dt + ROUNDING));
	want = fmin(fmax(want, fmin(ceil(span / most), span - 1.0)), fmax(floor(span * most), span + 1.0));
	return fmax(want, SPAN_LEAST);
}
