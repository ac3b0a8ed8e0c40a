/* The frequency-domain evaluation index. Equations in follow.h. */
#include "monitor/follow.h"
#include "plugin.h"

static const double STILL = 1e-12;     /* of the largest power */

void follow_begin(struct follow_words *w)
{
	w->window.band[0] = 0.0;
	w->window.band[1] = 20.0;
}

int follow_setup(struct follow *f, struct follow_words *w, struct monitor *m, int first, int per, const char *object, struct err *e)
{
	double dt;
	int code = monitor_source(m, &w->source, object, &f->n, &dt, e);

	f->monitor = m;
	f->first = first;
	f->per = per;
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

bool follow_wanted(const struct follow *f, int channel)
{
	return monitor_wants(f->monitor, f->first + f->per * channel, f->per);
}

void follow_tick(struct follow *f, const struct monitor_tick *k)
{
	for (int i = 0; i < f->n; i++) {
		if (!follow_wanted(f, i))
			continue;
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
		f->most[i] = 0.0;
	}
	window_band_reset(&f->band);
}

struct follow_value follow_value(struct follow *f, int channel)
{
	struct follow_value v = {NAN, NAN, NAN, NAN};
	struct window_cross s;

	if (!window_full(&f->band))
		return v;
	s = window_cross(&f->command[channel], &f->measured[channel]);
	f->most[channel] = fmax(f->most[channel], s.power);
	/* of what stands still, only rounding is left */
	if (!(s.power > STILL * f->most[channel]))
		return v;
	v.amplitude = sqrt(s.re * s.re + s.im * s.im) / s.power;
	v.phase = atan2(s.im, s.re);
	v.frequency = s.first / s.power;
	v.delay = -v.phase / (2.0 * M_PI * v.frequency);
	return v;
}
