/* Amplitude, phase and delay of every channel in a moving window (Guo et al.): follow.h.
 *
 * The time is the source's: laboratory time at a control, test time at an element.
 */
#include "monitor/follow.h"

#include <limits.h>

#include "plugin.h"

struct fei {
	struct follow_words words;
	struct follow follow;
};

enum { AMPLITUDE, PHASE, DELAY, FREQUENCY, COLUMNS };

static const struct param params[] = {
	FOLLOW_PARAMS(offsetof(struct fei, words)),
	{ 0 },
};

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	static const struct monitor_column COLUMN[COLUMNS] = {
		[AMPLITUDE] = {"amplitude", "-", SENSE_ABOVE}, [PHASE] = {"phase", "rad", SENSE_ABOVE}, [DELAY] = {"delay", "s", SENSE_ABOVE},
		[FREQUENCY] = {"frequency", "Hz", SENSE_ABOVE}};
	struct fei *s = self;
	int code;

	follow_begin(&s->words);
	code = window_words(&s->words.window, params, s, a, e);
	if (!code)
		code = follow_setup(&s->follow, &s->words, m, 0, COLUMNS, a->object, e);
	for (int i = 0; i < s->follow.n && !code; i++)
		for (int k = 0; k < COLUMNS && !code; k++)
			code = monitor_column_add(m, COLUMN[k].sense, COLUMN[k].unit, e, "%s%d", COLUMN[k].name, i + 1);
	return code;
}

static void tick(void *self, const struct monitor_tick *k)
{
	struct fei *s = self;

	follow_tick(&s->follow, k);
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	struct fei *s = self;

	(void)v;
	for (int i = 0; i < s->follow.n; i++) {
		struct follow_value x;
		double *to = m->value + COLUMNS * i;

		if (!follow_wanted(&s->follow, i))
			continue;
		x = follow_value(&s->follow, i);
		to[AMPLITUDE] = x.amplitude;
		to[PHASE] = x.phase;
		to[DELAY] = x.delay;
		to[FREQUENCY] = x.frequency;
	}
}

static void reset(void *self)
{
	struct fei *s = self;

	follow_reset(&s->follow);
}

const struct monitor_ops monitor_fei = {
	.name = "FEI",
	.brief = "Frequency-domain evaluation index: amplitude, phase and delay of every channel in a moving window",
	.cite = "Guo, Chen, Xu & Sanchez 2014, Smart Mater. Struct. 23, 045042",
	.example = "-control 1 -window 2.0 -band 0.5 10 -on delay1 -both -warn 0.005",
	.params = params,
	.acts = "delay1",
	.size = sizeof(struct fei),
	.setup = setup,
	.tick = tick,
	.step = step,
	.reset = reset,
};
