/* The estimate of a delay: a ring of commands, and two sums that forget. */
#include "experiment/delay_estimate.h"

#include <math.h>

/* the oldest point is most + 1 tick back, one more for interpolation, one for the slope */
int delay_estimate_size(const struct delay_words *w, double dt)
{
	double ticks = w->most / dt;

	return ticks < 1e9 ? (int)ticks + 4 : 1000000000;
}

void delay_estimate_start(struct delay_estimate *d, const struct delay_words *w, double dt, double *ring, double x)
{
	*d = (struct delay_estimate){.words = *w, .dt = dt, .size = delay_estimate_size(w, dt), .ring = ring, .delay = w->first};
	for (int i = 0; i < d->size; i++)
		ring[i] = x;
}

void delay_estimate_measured(struct delay_estimate *d, double x)
{
	double ticks = d->delay / d->dt, part, u[3], slope, error, fresh, keep = exp(-d->dt / d->words.window);
	int back = (int)ticks;

	part = ticks - back;
	for (int i = 0; i < 3; i++)
		u[i] = d->ring[(d->newest - back - i + d->size) % d->size];
	slope = ((1.0 - part) * (u[0] - u[1]) + part * (u[1] - u[2])) / d->dt;
	d->n = keep * d->n + d->dt * (x - ((1.0 - part) * u[0] + part * u[1])) * slope;
	d->d = keep * d->d + d->dt * slope * slope;
	if (d->d > d->words.threshold * d->words.threshold * d->words.window && d->d > 0.0) {
		error = fmin(fmax(d->n / d->d, -d->words.most), d->words.most);
		fresh = fmin(slope * slope * d->words.window / d->d, 2.0);
		d->delay -= d->dt / d->words.window * error * fresh;
	}
	d->delay = fmin(fmax(d->delay, 0.0), d->words.most);
}

void delay_estimate_sent(struct delay_estimate *d, double u)
{
	d->newest = (d->newest + 1) % d->size;
	d->ring[d->newest] = u;
}
