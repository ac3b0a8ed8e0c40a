/* A true delay in test time: y(t) = x(t - tau).
 *
 * The values of the last tau are kept with their times, and the one asked for is found between two of them on a straight line; before
 * there is a history as long as tau, it is the oldest value. A value sent again for the same time replaces the one before; one for an
 * earlier time (a step that is tried again) takes back all later ones; so the history reaches back tau from the value before the last.
 *
 * The history is bounded: -samples values. When the steps are so short that tau holds more of them, the value is refused and the
 * test stops; tau over the shortest step, plus three, is enough.
 */
#include "experiment/filter.h"
#include "plugin.h"

enum { SAMPLES_DEFAULT = 4096, SAMPLES_LEAST = 2, SAMPLES_MOST = 1 << 20 };

/* State: number of samples kept, place of the oldest, then pairs of time and value in a ring. */
enum { KEPT, OLDEST, RING };

struct delay {
	double tau;
	int samples;
};

static int nstate(const void *self)
{
	return RING + 2 * ((const struct delay *)self)->samples;
}

/* Sample i from the oldest. */
static double *sample(const struct delay *f, double *h, int i)
{
	return h + RING + 2 * (((int)h[OLDEST] + i) % f->samples);
}

/* Makes (t, x) the newest sample; false when there is no room. */
static bool keep(const struct delay *f, double *h, double x, double t)
{
	int n = (int)h[KEPT];

	while (n > 0 && sample(f, h, n - 1)[0] >= t)
		n--;
	/* the second oldest is old enough, also when the step begins again: the oldest will not be asked for any more */
	while (n > 1 && sample(f, h, 1)[0] <= sample(f, h, n - 1)[0] - f->tau) {
		h[OLDEST] = (double)(((int)h[OLDEST] + 1) % f->samples);
		n--;
	}
	h[KEPT] = n;
	if (n == f->samples)
		return false;
	sample(f, h, n)[0] = t;
	sample(f, h, n)[1] = x;
	h[KEPT] = n + 1;
	return true;
}

/* The value at a time; among the few samples around the oldest. */
static double value_at(const struct delay *f, double *h, double t)
{
	const double *a = sample(f, h, 0), *b;

	if (t <= a[0])
		return a[1];
	for (int i = 1; i < (int)h[KEPT]; i++) {
		b = sample(f, h, i);
		if (t <= b[0])
			return a[1] + (b[1] - a[1]) * ((t - a[0]) / (b[0] - a[0]));
		a = b;
	}
	return a[1];
}

static double apply(const void *self, double *h, double x, double t)
{
	const struct delay *f = self;

	return keep(f, h, x, t) ? value_at(f, h, t - f->tau) : NAN;
}

static const struct param params[] = {
	{ .name = "tau", .kind = PARAM_REAL, .offset = offsetof(struct delay, tau), .required = true, .range = RANGE_NONNEG,
	  .help = "delay [time]" },
	{ .name = "-samples", .kind = PARAM_INT, .offset = offsetof(struct delay, samples), .def = SAMPLES_DEFAULT,
	  .range = { SAMPLES_LEAST, SAMPLES_MOST, false, false }, .help = "values that are kept: tau over the shortest step, plus three, is enough" },
	{ 0 },
};

const struct filter_ops filter_error_time_delay = {
	.name = "ErrorSimTimeDelay",
	.brief = "A true delay: the value of tau ago",
	.example = "0.0099 -samples 256",
	.params = params,
	.size = sizeof(struct delay),
	.nstate = nstate,
	.apply = apply,
	.refuses = "at most -samples steps within the delay of ErrorSimTimeDelay; give it more -samples",
};
