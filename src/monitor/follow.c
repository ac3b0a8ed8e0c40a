/* The frequency-domain evaluation index. Equations in follow.h. */
#include "monitor/follow.h"
#include "plugin.h"

static const double STILL = 1e-12;     /* of the largest power */

void follow_begin(struct follow_words *w)
{
	w->window.band[0] = 0.0;
	w->window.band[1] = 20.0;
}

int follow_setup(struct follow *f, struct follow_words *w, struct monitor *m, const char *object, struct err *e)
{
	double dt;
	int code = monitor_source(m, &w->source, object, &f->n, &dt, e);

	if (!code)
		code = window_band(&f->band, &w->window, dt, m, object, e);
	if (code)
		return code;
	f->command = ARENA_ARRAY(&m->set->arena, (size_t)f->n, struct window);
	f->measured = ARENA_ARRAY(&m->set->arena, (size_t)f->n, struct window);
	f->most = ARENA_ARRAY(&m->set->arena, (size_t)f->n, double);
	if (!f->command || !f->measured || !f->most)
		return err_set(e, ERR_MEMORY, object, "no memory for %d channels", f->n);
	for (int i = 0; i < f->n && !code; i++) {
		code = window_take(&f->command[i], &f->band, m, object, e);
		if (!code)
			code = window_take(&f->measured[i], &f->band, m, object, e);
	}
	return code;
}

void follow_tick(struct follow *f, const struct monitor_tick *k)
{
	for (int i = 0; i < f->n; i++) {
		window_add(&f->command[i], k->command[i * k->stride]);
		window_add(&f->measured[i], k->measured[i * k->stride]);
	}
	window_turn(&f->band);
}

void follow_reset(struct follow *f)
{
	for (int i = 0; i < f->n; i++) {
		window_reset(&f->command[i]);
		window_reset(&f->measured[i]);
	}
	window_band_reset(&f->band);
}

struct follow_value follow_value(struct follow *f, int channel)
{
	const struct window *x = &f->command[channel], *y = &f->measured[channel];
	double re = 0.0, im = 0.0, power = 0.0, first = 0.0, step = 1.0 / (f->band.n * f->band.dt);
	struct follow_value v = {NAN, NAN, NAN, NAN};

	for (int k = f->band.lo; k <= f->band.hi && window_full(&f->band); k++) {
		double xr, xi, yr, yi;

		window_spectrum(x, k, &xr, &xi);
		window_spectrum(y, k, &yr, &yi);
		re += yr * xr + yi * xi;
		im += yi * xr - yr * xi;
		power += xr * xr + xi * xi;
		first += k * step * (xr * xr + xi * xi);
	}
	f->most[channel] = fmax(f->most[channel], power);
	/* of what stands still, only rounding is left */
	if (!(power > STILL * f->most[channel]))
		return v;
	v.amplitude = sqrt(re * re + im * im) / power;
	v.phase = atan2(im, re);
	v.frequency = first / power;
	v.delay = -v.phase / (2.0 * M_PI * v.frequency);
	return v;
}
