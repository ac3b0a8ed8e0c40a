/* What a step shows. Let y(t) be the measured displacement from where it was, over what it becomes in the end, and u(t) the same of the command:
 *
 *   delay = integral (u - y) dt        exact for every linear rig: with Y/U = H(s)/H(0) it is -H'(0)/H(0), the slope of the phase at frequency 0
 *
 * The area is taken until three times the time in which it settles within 2 %, or within five standard deviations of the noise before the step where that
 * is more: nothing is left then of any exponential that counts, and the noise of a long rest is not in it.
 * "Before" is the mean of all that was measured before the command moves, "in the end" the mean over the last quarter of the time that it stands.
 * Crossings lie on straight lines between ticks.
 */
#include "control/characterise.h"

#include <math.h>

static const double END_PART = 0.25, SETTLED = 0.02, AREA_SETTLINGS = 3.0, NOISE_BAND = 5.0;
static const double LEAST_GAIN = 0.01;     /* below this nothing follows */

struct stretch {                   /* of the record */
	int begin;                     /* last tick before the command moves */
	int there;                     /* first tick at which it stands again */
	int end;                       /* tick after the last at which it stands there */
};

/* The first move of the command, to the first place where it stands for at least as long as it moved. */
static bool find(int n, const double *u, struct stretch *ret)
{
	struct stretch s = {0};

	while (s.begin + 1 < n && u[s.begin + 1] == u[0])
		s.begin++;
	for (int k = s.begin + 1; k < n; k = s.end) {
		s.there = s.end = k;
		while (s.end < n && u[s.end] == u[s.there])
			s.end++;
		if (s.end - s.there >= 8 && s.end - s.there >= s.there - s.begin) {
			*ret = s;
			return u[s.there] != u[0];
		}
	}
	return false;
}

static double mean(const double *x, int from, int to)
{
	double sum = 0.0;

	for (int k = from; k < to; k++)
		sum += x[k];
	return sum / (to - from);
}

/* A history between where it was (0) and where it ends (1). */
struct scaled {
	const double *x;
	double from, size;
};

static double part(const struct scaled *h, int k)
{
	return (h->x[k] - h->from) / h->size;
}

/* Tick at which it first comes to `level`, as a fraction; NaN: never. */
static double reached(const struct scaled *h, const struct stretch *s, double level)
{
	for (int k = s->begin + 1; k < s->end; k++)
		if (part(h, k) >= level) {
			double a = part(h, k - 1), b = part(h, k);

			return b > a && a < level ? k - (b - level) / (b - a) : k;
		}
	return NAN;
}

/* Tick from which it stays within the band around 1; NaN: it does not before the last quarter. */
static double settled(const struct scaled *h, const struct stretch *s, double band)
{
	int k = s->end - 1;
	double a, b;

	while (k > s->begin && fabs(part(h, k) - 1.0) <= band)
		k--;
	if (k >= s->end - END_PART * (s->end - s->there))
		return NAN;
	a = fabs(part(h, k) - 1.0);
	b = fabs(part(h, k + 1) - 1.0);
	return a > b ? k + (a - band) / (a - b) : k + 1;
}

/* Standard deviation before the step. */
static double unrest(const struct scaled *h, const struct stretch *s)
{
	double sum = 0.0;

	for (int k = 0; k <= s->begin; k++)
		sum += part(h, k) * part(h, k);
	return sqrt(sum / (s->begin + 1));
}

/* Ticks after the beginning for which there is something to see. */
static double watched(const struct scaled *h, const struct stretch *s)
{
	double still = settled(h, s, fmax(SETTLED, NOISE_BAND * unrest(h, s)));

	return isnan(still) ? s->end - s->begin : fmin(AREA_SETTLINGS * (still - s->begin), s->end - s->begin);
}

static int find_faults(const struct stretch *s, bool found, double gain, struct err *e)
{
	int code;

	if (!found) {
		code = err_set(e, ERR_RANGE, "step", "the command has no step: it must stand, move, and stand for longer than it moved");
		return code;
	}
	if (fabs(gain) >= LEAST_GAIN)
		return 0;
	code = err_set(e, ERR_RANGE, "step", "what is measured does not follow the command");
	err_value(e, "%g of it in %d ticks", gain, s->end - s->there);
	err_allowed(e, "at least %g", LEAST_GAIN);
	err_hint(e, "is the sensor connected, is the step larger than its noise and long enough?");
	return code;
}

int characterise_step(double rate_hz, int n, const double *command, const double *measured, struct step_answer *ret, struct err *e)
{
	struct stretch s = {0};
	bool found = find(n, command, &s);
	struct step_answer r = {0};
	struct scaled u = {.x = command, .from = command[0]}, y = {.x = measured};
	double half, area = 0.0, watch;
	int code;

	if (found) {
		u.size = r.size = command[s.there] - command[0];
		y.from = r.from = mean(measured, 0, s.begin + 1);
		y.size = mean(measured, s.end - (int)ceil(END_PART * (s.end - s.there)), s.end) - y.from;
		r.gain = y.size / u.size;
	}
	code = find_faults(&s, found, r.gain, e);
	if (code)
		return code;
	half = reached(&u, &s, 0.5);
	watch = watched(&y, &s);
	for (int k = s.begin + 1; k < s.end; k++) {
		r.overshoot = fmax(r.overshoot, part(&y, k) - 1.0);
		if (k - s.begin <= watch)
			area += part(&u, k) - part(&y, k);
	}
	r.delay = area / rate_hz;
	r.half = (reached(&y, &s, 0.5) - half) / rate_hz;
	r.rise = (reached(&y, &s, 0.9) - reached(&y, &s, 0.1)) / rate_hz;
	r.settling = (settled(&y, &s, SETTLED) - half) / rate_hz;
	r.watched = watch / rate_hz;
	*ret = r;
	return 0;
}
