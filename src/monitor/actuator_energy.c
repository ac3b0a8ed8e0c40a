/* Energies of the actuators of a rig, one by one, as seen by the structure.
 *
 *   observed = c sum 1/2 (r + r_before) (d_c - d_c,before),   specimen = c sum 1/2 (r + r_before) (d_m - d_m,before),   error = observed - specimen
 *
 * d_c, d_m, r: command, measured displacement and force of a channel in the laboratory's units, at every row of a rig that keeps rows (VirtualRig, DeviceRig),
 * else at the end of every step; so in a long step the sums follow the way between its ends. c: what a unit of this actuator's
 * energy is in the structure. With lengths scaled by s_l (structure over laboratory), forces by s_f, and N places that behave like the tested one, c = s_l
 * s_f N: for the half columns of the paper, drift = 2 d and storey shear = 2 r, c = 4. Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 7.4.2 and 7.4.3
 * (7.21, 7.22 with its sign corrected).
 */
#include "monitor/energy_words.h"
#include "monitoring/monitor.h"
#include "plugin.h"

#include <limits.h>

struct channel_energy {
	double factor;
	double command, measured, force;   /* at the last row or step */
	double observed, specimen;
};

struct actuator_energy {
	int control;                       /* word */
	int n;
	struct channel_energy *channel;    /* owned: the set's arena */
	struct rig *rig;                   /* borrowed: laboratory */
	bool rows;                         /* sums at its rows */
	bool begun;                        /* there is a row or a step before */
};

static const struct param params[] = {
	{ .name = "-control", .kind = PARAM_TAG, .offset = offsetof(struct actuator_energy, control), .def = INT_MIN, .help = "tag of the expControl" },
	{ .name = "-factor c1 c2 ..", .kind = PARAM_ROW,
	  .help = "energy in the structure over energy at the actuator, one for all channels or one each; default 1" },
	{ 0 },
};

static int factors(struct actuator_energy *s, struct args *a, struct arena *mem, struct err *e)
{
	double *c = NULL;
	int n = 0, code = args_accept(a, "-factor") ? args_list_real(a, "-factor", RANGE_POSITIVE, 1, mem, &c, &n, e) : 0;

	if (!code && c && n != 1 && n != s->n) {
		err_set(e, ERR_RANGE, a->object, "-factor has the wrong number of values");
		err_value(e, "%d", n);
		err_allowed(e, s->n > 1 ? "1 or %d, one a channel" : "%d", s->n);
		return ERR_RANGE;
	}
	for (int i = 0; i < s->n && !code; i++)
		s->channel[i].factor = !c ? 1.0 : n == 1 ? c[0] : c[i];
	return code;
}

static int rig_take(struct actuator_energy *s, struct monitor *m, const char *object, struct err *e)
{
	void *found;
	int code;

	if (s->control == INT_MIN) {
		err_set(e, ERR_ARGUMENT, object, "what it watches is missing");
		err_hint(e, "-control tag");
		return ERR_ARGUMENT;
	}
	code = laboratory_need(&m->set->lab->rigs, "expControl", s->control, object, &found, e);
	if (code)
		return code;
	s->rig = found;
	s->n = s->rig->ctrl.n[SLOT_DISP];
	s->rows = monitor_rows(m, s->rig);
	if (s->n == 0 || s->rig->daq.n[SLOT_DISP] < s->n || s->rig->daq.n[SLOT_FORCE] < s->n)
		return err_set(e, ERR_UNSUPPORTED, object, "expControl %d does not measure displacement and force of every channel", s->control);
	s->channel = ARENA_ARRAY(&m->set->arena, (size_t)s->n, struct channel_energy);
	return s->channel ? 0 : err_set(e, ERR_MEMORY, object, "no memory for %d channels", s->n);
}

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	static const struct { const char *name; enum monitor_sense sense; } COLUMN[] = {
		{"observed", SENSE_NONE}, {"specimen", SENSE_NONE}, {"error", SENSE_NEGATIVE}};
	struct actuator_energy *s = self;
	int code = rig_take(s, m, a->object, e);

	if (!code)
		code = factors(s, a, &m->set->arena, e);
	if (!code)
		code = monitor_column_add(m, SENSE_NEGATIVE, ENERGY_UNIT, e, "error");
	for (int i = 0; i < s->n && !code; i++)
		for (size_t k = 0; k < COUNT(COLUMN) && !code; k++)
			code = monitor_column_add(m, COLUMN[k].sense, ENERGY_UNIT, e, "%s%d", COLUMN[k].name, i + 1);
	return code;
}

/* What the rig has sent and measured last, as a row; before its first command it stands where it was measured at start. */
static struct monitor_tick last_of(const struct actuator_energy *s)
{
	const struct signals *read = s->rig->commanded ? &s->rig->daq : &s->rig->start, *sent = s->rig->commanded ? &s->rig->ctrl : read;

	return (struct monitor_tick){.n = s->n, .stride = 1, .command = sent->x[SLOT_DISP], .measured = read->x[SLOT_DISP], .force = read->x[SLOT_FORCE]};
}

/* The work since the row before, if it counts. */
static void add(struct actuator_energy *s, const struct monitor_tick *k, bool counts)
{
	for (int i = 0; i < s->n; i++) {
		struct channel_energy *c = &s->channel[i];
		double command = k->command[i * k->stride], measured = k->measured[i * k->stride], force = k->force[i * k->stride];
		double f = counts ? 0.5 * c->factor * (force + c->force) : 0.0;

		c->observed += f * (command - c->command);
		c->specimen += f * (measured - c->measured);
		c->command = command;
		c->measured = measured;
		c->force = force;
	}
	s->begun = true;
}

static int begin(void *self, struct monitor *m, const struct monitor_view *v, struct err *e)
{
	struct monitor_tick k = last_of(self);

	(void)m;
	(void)v;
	(void)e;
	add(self, &k, false);
	return 0;
}

static void tick(void *self, const struct monitor_tick *k)
{
	struct actuator_energy *s = self;

	add(s, k, s->begun);
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	struct actuator_energy *s = self;
	double *value = m->value;

	(void)v;
	if (!s->rows) {
		struct monitor_tick k = last_of(s);

		add(s, &k, true);
	}
	*value = 0.0;
	for (int i = 0; i < s->n; i++) {
		const struct channel_energy *c = &s->channel[i];

		value[3 * i + 1] = c->observed;
		value[3 * i + 2] = c->specimen;
		value[3 * i + 3] = c->observed - c->specimen;
		value[0] += c->observed - c->specimen;
	}
}

static void reset(void *self)
{
	struct actuator_energy *s = self;

	for (int i = 0; i < s->n; i++)
		s->channel[i].observed = s->channel[i].specimen = 0.0;
}

const struct monitor_ops monitor_actuator_energy = {
	.name = "ActuatorEnergy",
	.brief = "Energies of each actuator as commanded and as measured, and the error between them, scaled to the structure",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 7.4.2",
	.example = "-control 1 -factor 4.0 -on error1 -warn -0.5 -stop -5.0",
	.params = params,
	.acts = "error",
	.size = sizeof(struct actuator_energy),
	.setup = setup,
	.begin = begin,
	.tick = tick,
	.step = step,
	.reset = reset,
	.remark = energy_remark,
};
