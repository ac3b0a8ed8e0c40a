/* The energies of the whole structure, and whether they add up.
 *
 *   kinetic + viscous + numerical + specimen = input - error - unbalanced,   error = observed - specimen = E_E - E_BE
 *
 * error is negative where the test adds energy. unbalanced is the work of the force that the method of integration leaves unbalanced at the ends of steps, and
 * the energies are no better than that; balance is what is missing in the first equation, rounding; closure is balance over the largest input so far. All
 * terms: monitoring/energy.h. Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 7.4.
 */
#include "monitor/energy_words.h"
#include "monitoring/monitor.h"
#include "plugin.h"

struct energy_monitor {
	struct monitor_energy base, last;  /* when the sums began, and now */
	bool begun;
};

static const struct param params[] = {{0}};

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	static const struct { const char *name, *unit; enum monitor_sense sense; } COLUMN[] = {
		{"kinetic", ENERGY_UNIT, SENSE_NONE}, {"viscous", ENERGY_UNIT, SENSE_NONE}, {"numerical", ENERGY_UNIT, SENSE_NONE},
		{"observed", ENERGY_UNIT, SENSE_NONE}, {"specimen", ENERGY_UNIT, SENSE_NONE}, {"input", ENERGY_UNIT, SENSE_ABOVE},
		{"error", ENERGY_UNIT, SENSE_NEGATIVE}, {"unbalanced", ENERGY_UNIT, SENSE_NEGATIVE}, {"balance", ENERGY_UNIT, SENSE_ABOVE},
		{"closure", "-", SENSE_ABOVE},
	};
	int code = 0;

	(void)self;
	(void)a;
	for (size_t i = 0; i < COUNT(COLUMN) && !code; i++)
		code = monitor_column_add(m, COLUMN[i].sense, COLUMN[i].unit, e, "%s", COLUMN[i].name);
	return code;
}

/* Others may have summed before it was made. */
static int begin(void *self, struct monitor *m, const struct monitor_view *v, struct err *e)
{
	struct energy_monitor *s = self;

	(void)m;
	(void)e;
	if (!s->begun)
		s->base = s->last = *v->energy;
	s->begun = true;
	return 0;
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	struct energy_monitor *s = self;
	const struct monitor_energy *b = &s->base, *n = v->energy;
	double balance = n->balance - b->balance;
	const double value[] = {n->kinetic - b->kinetic, n->viscous - b->viscous, n->numerical - b->numerical, n->observed - b->observed,
	                        n->specimen - b->specimen, n->input - b->input, n->error - b->error, n->unbalanced - b->unbalanced,
	                        balance, n->most > 0.0 ? balance / n->most : 0.0};

	memcpy(m->value, value, sizeof(value));
	s->last = *n;
}

static void reset(void *self)
{
	struct energy_monitor *s = self;

	s->base = s->last;
}

static const char *remark(const struct monitor *m, int column)
{
	return strcmp(m->column[column].name, "error") == 0 ? energy_remark(m, column) : NULL;
}

const struct monitor_ops monitor_energy = {
	.name = "Energy",
	.brief = "Energies of the structure: kinetic, viscous, numerical, specimens, input; error, what is left unbalanced, balance",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 7.4",
	.example = "-on error -warn -0.5 | -on closure -both -warn 1e-6",
	.params = params,
	.energy = true,
	.acts = "error",
	.size = sizeof(struct energy_monitor),
	.setup = setup,
	.begin = begin,
	.step = step,
	.reset = reset,
	.remark = remark,
};
