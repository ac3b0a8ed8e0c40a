/* How far the delay of every channel is from the one at which the test becomes unstable.
 *
 *   margin = 1 - delay / critical:  1 no delay, 0 at the limit;   psi = log10(1000 critical [s]), the predictive stability indicator
 *
 * delay: that of the frequency-domain evaluation index in a moving window (follow.h). critical: given; or that of the model when its first step begins, and
 * again whenever it has changed (modes/stability.h: all freedoms, specimens with the initial stiffness of their elements, all late alike); or of one
 * freedom with mass m, damping c, numerical stiffness k_n and specimen k_e (delay_critical_one). None: no delay makes it unstable. Laboratory time where the
 * source is a control: -scale says how many seconds of it are one of the test, and goes with that of the control when it is tuned. Methods after
 * Wallace et al., Earthquake Eng. Struct. Dyn. 34 (2005) 1817-1832; Maghareh et al., Earthquake Eng. Struct. Dyn. 43 (2014) 1933-1953.
 */
#include "math/delay.h"
#include "monitor/follow.h"

#include <limits.h>

#include "plugin.h"

struct margin {
	struct follow_words words;
	struct follow follow;
	double given, m, c, kn, ke, wish;          /* words; NaN: not given */
	double damping, mass;                      /* words: of the specimens, over their stiffness */
	bool model;                                /* of the model */
	double test;                               /* critical delay in test time; NaN: not known yet */
	double factor;                             /* of the scale by its word over that of the control */
	_Atomic double critical, scale;            /* in the time of the source, and that over test time. The tick of a command loop may read them */
};

enum { CRITICAL, PSI, SHARED };
enum { DELAY, MARGIN, COLUMNS };

static const struct param params[] = {
	FOLLOW_PARAMS(offsetof(struct margin, words)),
	{ .name = "-critical", .kind = PARAM_REAL, .offset = offsetof(struct margin, given), .def = NAN, .range = RANGE_POSITIVE,
	  .help = "critical delay [s of test time]; default: that of the model; or, of one freedom:" },
	{ .name = "-m", .kind = PARAM_REAL, .offset = offsetof(struct margin, m), .def = NAN, .range = RANGE_POSITIVE, .help = "mass" },
	{ .name = "-c", .kind = PARAM_REAL, .offset = offsetof(struct margin, c), .def = NAN, .range = RANGE_NONNEG, .help = "damping [force*time/length]" },
	{ .name = "-kn", .kind = PARAM_REAL, .offset = offsetof(struct margin, kn), .def = NAN, .range = RANGE_NONNEG, .help = "stiffness of the numerical part" },
	{ .name = "-ke", .kind = PARAM_REAL, .offset = offsetof(struct margin, ke), .def = NAN, .range = RANGE_POSITIVE, .help = "stiffness of the specimen" },
	{ .name = "-cPerK", .kind = PARAM_REAL, .offset = offsetof(struct margin, damping), .range = RANGE_NONNEG,
	  .help = "of the model: damping of the specimens themselves over their initial stiffness [s]" },
	{ .name = "-mPerK", .kind = PARAM_REAL, .offset = offsetof(struct margin, mass), .range = RANGE_NONNEG,
	  .help = "of the model: mass of the specimens themselves over their initial stiffness [s^2]" },
	{ .name = "-scale", .kind = PARAM_REAL, .offset = offsetof(struct margin, wish), .def = NAN, .range = RANGE_POSITIVE,
	  .help = "laboratory time over test time; default: the control's. When that is tuned (expTune), it changes with it" },
	{ 0 },
};

/* Which of the three ways; the words of one exclude those of the others. */
static int words_check(struct margin *s, const char *object, struct err *e)
{
	int one = !isnan(s->m) + !isnan(s->c) + !isnan(s->kn) + !isnan(s->ke), own = s->damping > 0.0 || s->mass > 0.0;
	int ways = !isnan(s->given) + (one > 0) + own;

	s->model = isnan(s->given) && one == 0;
	if (ways <= 1 && (one == 0 || one == 4))
		return 0;
	err_set(e, ERR_ARGUMENT, object, ways > 1 ? "-critical, -m -c -kn -ke, and -cPerK -mPerK exclude each other" : "of -m, -c, -kn, -ke some are missing");
	err_hint(e, "none of them: the critical delay of the model; -critical s; or all of -m -c -kn -ke");
	return ERR_ARGUMENT;
}

static double scale_of(const struct monitor *m)
{
	return m->rig && m->rig->ops->scale ? m->rig->ops->scale(m->rig->self) : 1.0;
}

static void tuned(void *self, const struct monitor *m)
{
	struct margin *s = self;

	s->scale = s->factor * scale_of(m);
	s->critical = s->scale * s->test;
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
		code = follow_setup(&s->follow, &s->words, m, SHARED, COLUMNS, a->object, e);
	if (code)
		return code;
	s->test = s->model ? NAN : isnan(s->given) ? delay_critical_one(s->m, s->c, s->kn, s->ke).tau : s->given;
	s->factor = isnan(s->wish) ? 1.0 : s->wish / scale_of(m);
	tuned(s, m);
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

static int begin(void *self, struct monitor *m, const struct monitor_view *v, struct err *e)
{
	struct margin *s = self;
	int code;

	if (!s->model || !(v->anew || isnan(s->test)))
		return 0;
	code = monitor_critical_delay(m, s->damping, s->mass, &s->test, e);
	if (code) {
		err_hint(e, "or give it: monitor Margin %d -critical s", m->tag);
		return code;
	}
	tuned(s, m);
	return 0;
}

static void share(void *self, const void *from)
{
	struct margin *to = self;
	const struct margin *s = from;

	to->scale = s->scale;
	to->critical = s->critical;
}

static void tick(void *self, const struct monitor_tick *k)
{
	struct margin *s = self;

	follow_tick(&s->follow, k);
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	struct margin *s = self;
	double critical = s->critical;

	(void)v;
	m->value[CRITICAL] = critical;
	m->value[PSI] = log10(1000.0 * critical / s->scale);
	for (int i = 0; i < s->follow.n; i++) {
		double delay, *to = m->value + SHARED + COLUMNS * i;

		if (!follow_wanted(&s->follow, i))
			continue;
		delay = follow_value(&s->follow, i).delay;
		to[DELAY] = delay;
		to[MARGIN] = 1.0 - delay / critical;
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
	.example = "-control 1 -warn 0.5 -stop 0.1 | -control 1 -m 0.2533 -c 0.159 -kn 0.0 -ke 10.0 -warn 0.5 -pause 0.3 | -control 1 -critical 0.0159 -warn 0.5",
	.params = params,
	.acts = "margin1",
	.size = sizeof(struct margin),
	.setup = setup,
	.begin = begin,
	.tuned = tuned,
	.share = share,
	.tick = tick,
	.step = step,
	.reset = reset,
	.remark = remark,
};
