/* The tracking indicator: half the difference between the area that is enclosed by measured over commanded displacement and its mirror image.
 *
 *   TI = 1/2 (A - TA),   A += 1/2 (m + m_before) (c - c_before),   TA += 1/2 (c + c_before) (m - m_before)
 *
 * c command, m measured, at every row. A command a sin wt that is followed by g a sin(wt - phi) adds -pi g a^2 sin phi in every cycle, the area of the
 * ellipse, and of rows h = w dt apart exactly sin h / h of that. So a falling indicator: the actuator lags, and energy is added; a rising one: it leads;
 * a steady one: no phase error, whatever the amplitude. Over whole cycles on a spring k, k TI is the energy error of the actuator.
 * O. Mercan, J. M. Ricles, Earthquake Eng. Struct. Dyn. 36 (2007) 1523-1543. The sign is this program's, that of all its energies: whoever takes the
 * integral of c over m for A has the other one.
 */
#include "monitoring/monitor.h"

#include <limits.h>

#include "plugin.h"

struct indicator {
	struct monitor_source source;
	int n;
	bool begun;                        /* there is a row before */
	double *last, *ti;                 /* command and measured of channel i at 2 i, 2 i + 1; owned: the set's arena */
};

static const struct param params[] = {
	MONITOR_SOURCE_PARAMS(offsetof(struct indicator, source)),
	{ 0 },
};

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	struct indicator *s = self;
	double dt;
	int code = monitor_source(m, &s->source, a->object, &s->n, &dt, e);

	if (code)
		return code;
	s->last = ARENA_ARRAY(&m->set->arena, 2 * (size_t)s->n, double);
	s->ti = ARENA_ARRAY(&m->set->arena, (size_t)s->n, double);
	if (!s->last || !s->ti)
		return err_set(e, ERR_MEMORY, a->object, "no memory for %d channels", s->n);
	for (int i = 0; i < s->n && !code; i++)
		code = monitor_column_add(m, SENSE_NEGATIVE, "length^2", e, "indicator%d", i + 1);
	return code;
}

static void tick(void *self, const struct monitor_tick *k)
{
	struct indicator *s = self;

	for (int i = 0; i < s->n; i++) {
		double c = k->command[i * k->stride], m = k->measured[i * k->stride], *before = s->last + 2 * i;

		if (s->begun)
			s->ti[i] += 0.25 * ((m + before[1]) * (c - before[0]) - (c + before[0]) * (m - before[1]));
		before[0] = c;
		before[1] = m;
	}
	s->begun = true;
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	const struct indicator *s = self;

	(void)v;
	memcpy(m->value, s->ti, (size_t)s->n * sizeof(double));
}

static void reset(void *self)
{
	struct indicator *s = self;

	memset(s->ti, 0, (size_t)s->n * sizeof(double));
}

static const char *remark(const struct monitor *m, int column)
{
	return m->value[column] < 0.0 ? "the actuator lags" : "the actuator leads";
}

const struct monitor_ops monitor_indicator = {
	.name = "TrackingIndicator",
	.brief = "Area between command and measurement: falls where an actuator lags, rises where it leads",
	.cite = "Mercan & Ricles 2007, Earthquake Eng. Struct. Dyn. 36, 1523-1543",
	.example = "-control 1 -warn -0.5",
	.params = params,
	.size = sizeof(struct indicator),
	.setup = setup,
	.tick = tick,
	.step = step,
	.reset = reset,
	.remark = remark,
};
