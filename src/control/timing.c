/* Order statistics of answer times to the span of a step; the equations are in timing.h. */
#include "control/timing.h"

#include <math.h>

static const double ROUNDING = 1e-9;       /* of a rank, and of a limit */

double timing_hold_at(const struct timing_words *w)
{
	return w->extrapolate + (w->slow - w->extrapolate) / w->rate;
}

/* T_k of the share p. */
static int quantile(const double *sorted, int n, int lost, double p, double *ret, struct err *e)
{
	double all = (double)n + lost, k = ceil((1.0 - p) * (all + 1.0) - ROUNDING), least = ceil(1.0 / p - 1.0 - ROUNDING);

	if (k > all) {
		err_set(e, ERR_RANGE, "probe", "so few steps say nothing about a share of %g", p);
		err_value(e, "%g", all);
		err_allowed(e, "at least %g", least);
		return ERR_RANGE;
	}
	if (k > n) {
		err_set(e, ERR_RANGE, "probe", "too many steps have no answer for a share of %g", p);
		err_value(e, "%d of %g", lost, all);
		err_allowed(e, "at most %g", all - k);
		return ERR_RANGE;
	}
	*ret = sorted[(int)k - 1];
	return 0;
}

static double lasts(const struct timing_words *w, double span, double x)
{
	double e = w->extrapolate * span, c = timing_hold_at(w) * span;

	return span + (1.0 - w->rate) * fmax(fmin(x, c) - e, 0.0) + fmax(x - c, 0.0);
}

void timing_of_span(const struct timing_words *w, const double *sorted, int n, int lost, double span_s, struct timing *ret)
{
	struct timing t = {.span_s = span_s, .slow_at_s = w->extrapolate * span_s - w->add_s, .hold_at_s = timing_hold_at(w) * span_s - w->add_s,
	                   .slow = lost, .hold = lost};

	for (int i = 0; i < n; i++) {
		t.slow += sorted[i] > t.slow_at_s * (1.0 + ROUNDING);
		t.hold += sorted[i] > t.hold_at_s * (1.0 + ROUNDING);
		t.mean_s += lasts(w, span_s, sorted[i] + w->add_s) / n;
	}
	*ret = t;
}

int timing_find(const struct timing_words *w, const double *sorted, int n, int lost, struct timing *ret, struct err *e)
{
	double slow, hold;
	int code = quantile(sorted, n, lost, w->slow_share, &slow, e);

	if (!code)
		code = quantile(sorted, n, lost, w->hold_share, &hold, e);
	if (code)
		return code;
	timing_of_span(w, sorted, n, lost, fmax((slow + w->add_s) / w->extrapolate, (hold + w->add_s) / timing_hold_at(w)), ret);
	return 0;
}
