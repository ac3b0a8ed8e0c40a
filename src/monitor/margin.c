/* How far the delay of every channel is from the one at which the test becomes unstable.
 *
 *   margin = 1 - delay / critical:  1 no delay, 0 at the limit;   psi = log10(1000 critical [s]), the predictive stability indicator
 *
 * delay: that of the frequency-domain evaluation index in a moving window (follow.h). critical: given, or of one freedom with mass m, damping c, numerical
 * stiffness k_n and specimen k_e, whose force comes tau late: on the imaginary axis
 *
 *   m (iw)^2 + c iw + k_n + k_e exp(-iw tau) = 0:   (m w^2 - k_n)^2 + c^2 w^2 = k_e^2,   tau = atan2(c w, m w^2 - k_n) / w,
 *
 * the smallest over the real w; none: no delay makes it unstable. Laboratory time where the source is a control: -scale says how many seconds of it are one
 * of the test. methods after Wallace et al., Earthquake Eng. Struct. Dyn. 34 (2005) 1817-1832; Maghareh et al., Earthquake Eng. Struct. Dyn. 43 (2014)
 * 1933-1953.
 */
#include "monitor/follow.h"

#include <limits.h>

#include "plugin.h"

struct margin {
	struct follow_words words;
	struct follow follow;
	double critical, m, c, kn, ke, scale;      /* words; NaN: not given */
};

enum { CRITICAL, PSI, SHARED };
enum { DELAY, MARGIN, COLUMNS };

static const struct param params[] = {
	FOLLOW_PARAMS(offsetof(struct margin, words)),
	{ .name = "-critical", .kind = PARAM_REAL, .offset = offsetof(struct margin, critical), .def = NAN, .range = RANGE_POSITIVE,
	  .help = "critical delay [s of test time]; or, of one freedom:" },
	{ .name = "-m", .kind = PARAM_REAL, .offset = offsetof(struct margin, m), .def = NAN, .range = RANGE_POSITIVE, .help = "mass" },
	{ .name = "-c", .kind = PARAM_REAL, .offset = offsetof(struct margin, c), .def = NAN, .range = RANGE_NONNEG, .help = "damping [force*time/length]" },
	{ .name = "-kn", .kind = PARAM_REAL, .offset = offsetof(struct margin, kn), .def = NAN, .range = RANGE_NONNEG, .help = "stiffness of the numerical part" },
	{ .name = "-ke", .kind = PARAM_REAL, .offset = offsetof(struct margin, ke), .def = NAN, .range = RANGE_POSITIVE, .help = "stiffness of the specimen" },
	{ .name = "-scale", .kind = PARAM_REAL, .offset = offsetof(struct margin, scale), .def = 1.0, .range = RANGE_POSITIVE,
	  .help = "laboratory time over test time, as the control's" },
	{ 0 },
};

/* The smallest delay that puts a pole on the imaginary axis. */
static double critical_of(const struct margin *s)
{
	double b = s->c * s->c - 2.0 * s->m * s->kn, d = b * b - 4.0 * s->m * s->m * (s->kn * s->kn - s->ke * s->ke), least = INFINITY;

	for (int sign = -1; sign <= 1 && d >= 0.0; sign += 2) {
		double w2 = (sign * sqrt(d) - b) / (2.0 * s->m * s->m), w = sqrt(fmax(w2, 0.0)), tau = atan2(s->c * w, s->m * w2 - s->kn) / w;

		if (w2 > 0.0)
			least = fmin(least, tau);
	}
	return least;
}

static int words_check(const struct margin *s, const char *object, struct err *e)
{
	int given = !isnan(s->m) + !isnan(s->c) + !isnan(s->kn) + !isnan(s->ke);

	if (isnan(s->critical) ? given == 4 : given == 0)
		return 0;
	err_set(e, ERR_ARGUMENT, object, isnan(s->critical) ? "the critical delay is missing" : "-critical and -m, -c, -kn, -ke exclude each other");
	err_hint(e, "-critical s, or all of -m -c -kn -ke");
	return ERR_ARGUMENT;
}

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	struct margin *s = self;
	int code;

	follow_begin(&s->words);
	code = window_words(&s->words.window, params, s, a, e);
	if (!code)
		code = words_check(s, a->object, e);
	if (!code)
		code = follow_setup(&s->follow, &s->words, m, a->object, e);
	if (code)
		return code;
	s->critical = s->scale * (isnan(s->critical) ? critical_of(s) : s->critical);
	code = monitor_column_add(m, SENSE_NONE, "s", e, "critical");
	if (!code)
		code = monitor_column_add(m, SENSE_NONE, "-", e, "psi");
	for (int i = 0; i < s->follow.n && !code; i++) {
		code = monitor_column_add(m, SENSE_ABOVE, "s", e, "delay%d", i + 1);
		if (!code)
			code = monitor_column_add(m, SENSE_BELOW, "-", e, "margin%d", i + 1);
	}
	return code;
}

static void tick(void *self, const struct monitor_tick *k)
{
	struct margin *s = self;

	follow_tick(&s->follow, k);
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	struct margin *s = self;

	(void)v;
	m->value[CRITICAL] = s->critical;
	m->value[PSI] = log10(1000.0 * s->critical / s->scale);
	for (int i = 0; i < s->follow.n; i++) {
		double delay = follow_value(&s->follow, i).delay, *to = m->value + SHARED + COLUMNS * i;

		to[DELAY] = delay;
		to[MARGIN] = 1.0 - delay / s->critical;
	}
}

static void reset(void *self)
{
	struct margin *s = self;

	follow_reset(&s->follow);
}

static const char *remark(const struct monitor *m, int column)
{
	(void)column;
	return m->value[CRITICAL] < INFINITY ? "at 0 the test is unstable" : NULL;
}

const struct monitor_ops monitor_margin = {
	.name = "Margin",
	.brief = "Measured delay of every channel against the critical one",
	.cite = "Wallace, Sieber, Neild, Wagg & Krauskopf 2005; Maghareh, Dyke, Prakash & Bunting 2014",
	.example = "-control 1 -m 0.2533 -c 0.159 -kn 0.0 -ke 10.0 -warn 0.5 -pause 0.3 | -control 1 -critical 0.0159 -warn 0.5",
	.params = params,
	.acts = "margin1",
	.size = sizeof(struct margin),
	.setup = setup,
	.tick = tick,
	.step = step,
	.reset = reset,
	.remark = remark,
};
