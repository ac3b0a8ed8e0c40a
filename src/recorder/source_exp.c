/* Values of experimental objects: what sites, setups and controls were given and answer, what left a filter, estimated stiffness.
 *
 * The response is one word: a stage and a slot (trialDisp, outForce, ctrlVel, daqTime; longer spellings too). Columns go object after
 * object in the order given, within one in the order of its components. Objects are found when the recorder is made: their numbers
 * stay where they are as long as the laboratory's memory, so a column is an address.
 * A control also has ctrlSig and daqSig, its signals in the order of its control points (all slots in order without them), and
 * tickSig, the rows at its own rate of the step committed last, whatever they hold.
 */
#include "recorder/source_exp.h"

#include "base/base.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MAX_CHARS = 96 };

static const struct exp_kind SITE = {
	.command = "expSite", .label = "site", .option = {"-site", "-sites"}, .range = "-siteRange", .table = offsetof(struct laboratory, sites),
	.stage = {{"trial", 0, 0, SLOT_TIME}, {"out", 1, 0, SLOT_TIME}},
	.allowed = "trial or out with Disp, Vel, Accel, Force, Time: outForce",
};
static const struct exp_kind SETUP = {
	.command = "expSetup", .label = "setup", .option = {"-setup", "-setups"}, .range = "-setupRange", .table = offsetof(struct laboratory, setups),
	.stage = {{"trial", SETUP_TRIAL, 0, SLOT_TIME}, {"out", SETUP_OUT, 0, SLOT_TIME}, {"ctrl", SETUP_CTRL, 0, SLOT_TIME}, {"daq", SETUP_DAQ, 0, SLOT_TIME}},
	.allowed = "trial, out, ctrl or daq with Disp, Vel, Accel, Force, Time: ctrlDisp",
};
static const struct exp_kind CONTROL = {
	.command = "expControl", .label = "control", .option = {"-control", "-controls"}, .range = "-controlRange", .table = offsetof(struct laboratory, rigs),
	.stage = {{"ctrl", 0, 0, SLOT_SIGNALS}, {"daq", 1, 0, SLOT_SIGNALS}, {"tick", 0, SLOT_TICKS, SLOT_TICKS}},
	.allowed = "ctrl or daq with Disp, Vel, Accel, Force, Time, Sig: daqForce; tickSig",
};
static const struct exp_kind FILTER = {
	.command = "expSignalFilter", .label = "filter", .option = {"-filter", "-filters", "-signalFilter"}, .range = "-filterRange",
	.table = offsetof(struct laboratory, filters), .stage = {{"out", 0, SLOT_SIGNALS, SLOT_SIGNALS}}, .allowed = "outSig",
};
static const struct exp_kind TANGENT = {
	.command = "expTangentStiff", .label = "tangStif", .option = {"-tangStif", "-tangStiff", "-tangentStiff"}, .range = "-tangStifRange",
	.table = offsetof(struct laboratory, tangents), .stage = {{"stif", 0, -1, -1}}, .allowed = "stif",
};

/* ---- columns ---------------------------------------------------------------------------------------------- */

struct maker {
	struct source_exp *s;
	struct laboratory *lab;         /* borrowed */
	const char *object, *owner;     /* of the recorder; XML of the columns to come */
	int tag;                        /* of the object */
	struct arena *mem;
	struct err *e;
};

static int no_memory(const struct maker *m)
{
	return err_set(m->e, ERR_MEMORY, m->object, "no memory for its columns");
}

static int add_column(struct maker *m, const double *at, const char *name)
{
	struct source_exp *s = m->s;
	if (s->n == s->room) {
		int room = 2 * s->room + 8;
		const double **places = ARENA_ARRAY(m->mem, (size_t)room, const double *);
		struct column *column = ARENA_ARRAY(m->mem, (size_t)room, struct column);
		if (!places || !column)
			return no_memory(m);
		if (s->n > 0) {
			memcpy(places, s->at, (size_t)s->n * sizeof(*places));
			memcpy(column, s->column, (size_t)s->n * sizeof(*column));
		}
		s->at = places;
		s->column = column;
		s->room = room;
	}
	struct column c = {.name = record_text(m->mem, "%s%d_%s", s->kind->label, m->tag, name), .response = arena_text(m->mem, name), .owner = m->owner};
	if (!c.name || !c.response || !c.owner)
		return no_memory(m);
	s->at[s->n] = at;
	s->column[s->n++] = c;
	return 0;
}

/* All components of one slot. stage: "ctrl". */
static int add_slot(struct maker *m, const char *stage, int slot, const double *x, int n)
{
	char name[NAME_MAX_CHARS];
	int rc = 0;
	for (int i = 0; i < n && rc == 0; i++) {
		snprintf(name, sizeof(name), "%s%s%d", stage, slot_name(slot), i + 1);
		rc = add_column(m, &x[i], name);
	}
	return rc;
}

static int lacks(const struct maker *m)
{
	err_set(m->e, ERR_UNKNOWN, m->object, "%s %d has no %s", m->s->kind->command, m->tag, m->s->word);
	err_allowed(m->e, "%s, of the kinds that it has", m->s->kind->allowed);
	return ERR_UNKNOWN;
}

static int signal_columns(struct maker *m, const struct signals *x)
{
	int slot = m->s->slot;
	return x->n[slot] > 0 ? add_slot(m, m->s->stage->word, slot, x->x[slot], x->n[slot]) : lacks(m);
}

static int site_columns(struct maker *m, void *found)
{
	struct site *site = found;
	const struct signals *out;
	/* the answer that stands: before any trial, that of the specimen at rest */
	int rc = m->s->stage->which == 1 && site->started && !site->closed ? site_answer(site, &out) : 0;
	if (rc < 0) {
		int fault = site_fault(site, m->object, m->e);
		return fault < 0 ? fault : err_set(m->e, rc, m->object, "site %d gives no answer: %s", site->tag, err_message(rc));
	}
	return signal_columns(m, m->s->stage->which == 0 ? &site->trial : &site->out);
}

static int setup_columns(struct maker *m, void *found)
{
	return signal_columns(m, &((struct setup *)found)->side[m->s->stage->which]);
}

/* Signals in the order of control points, or all. */
static int control_signals(struct maker *m, const struct rig_point *p, const struct signals *x)
{
	char name[NAME_MAX_CHARS];
	int at[SLOTS] = {0}, rc = 0;
	for (int k = 0; p->nall == 0 && k < SLOTS && rc == 0; k++)
		rc = add_slot(m, m->s->stage->word, k, x->x[k], x->n[k]);
	for (int i = 0; i < p->nall && rc == 0; i++) {
		int k = p->all[i]->slot, component = at[k]++;
		snprintf(name, sizeof(name), "%s%s%d", m->s->stage->word, slot_name(k), component + 1);
		rc = add_column(m, &x->x[k][component], name);
	}
	return rc;
}

static int tick_columns(struct maker *m, const struct rig *r)
{
	static const double none = 0.0;
	char name[NAME_MAX_CHARS];
	int n = r->ops->tick_columns ? r->ops->tick_columns(r->self) : 0, rc = 0;
	if (n == 0 || !r->ops->ticks || !r->ops->tick || !r->ops->tick_name)
		return err_set(m->e, ERR_UNSUPPORTED, m->object, "expControl %d does not run at a rate of its own: it has no tickSig", m->tag);
	if (m->s->ticking)
		return err_set(m->e, ERR_UNSUPPORTED, m->object, "tickSig is of one control: rows of several do not stand beside each other");
	m->s->ticking = r;
	for (int i = 0; i < n && rc == 0; i++)
		rc = add_column(m, &none, r->ops->tick_name(r->self, i, name, sizeof(name)));
	return rc;
}

static int control_columns(struct maker *m, void *found)
{
	struct rig *r = found;
	bool daq = m->s->stage->which == 1;
	if (m->s->slot == SLOT_TICKS)
		return tick_columns(m, r);
	if (m->s->slot == SLOT_SIGNALS)
		return control_signals(m, daq ? &r->out_point : &r->trial_point, daq ? &r->daq : &r->ctrl);
	return signal_columns(m, daq ? &r->daq : &r->ctrl);
}

/* Every place where the filter is used, controls in the order of their tags. */
static int filter_columns(struct maker *m, void *found)
{
	char stage[NAME_MAX_CHARS / 2];
	int before = m->s->n, rc = 0;
	for (int i = 0; i < m->lab->rigs.n; i++) {
		struct rig *r = m->lab->rigs.row[i].object;
		for (int k = 0; k < 2 * SLOTS && rc == 0; k++) {
			const struct filter_use *u = k < SLOTS ? &r->ctrl_use[k] : &r->daq_use[k - SLOTS];
			snprintf(stage, sizeof(stage), "control%d_%s", r->tag, k < SLOTS ? "ctrl" : "daq");
			if (u->filter == found)
				rc = add_slot(m, stage, k % SLOTS, u->last, u->n);
		}
	}
	if (rc == 0 && m->s->n == before) {
		err_set(m->e, ERR_STATE, m->object, "no expControl passes a signal through expSignalFilter %d", m->tag);
		err_hint(m->e, "make the recorder after the control that has it in -ctrlFilters or -daqFilters");
		return ERR_STATE;
	}
	return rc;
}

/* The estimates of all elements that use it, in the order they were made, row by row. */
static int tangent_columns(struct maker *m, void *found)
{
	char name[NAME_MAX_CHARS];
	int before = m->s->n, rc = 0;
	for (const struct tangent_use *u = m->lab->estimates; u; u = u->next)
		for (int i = 0; u->tangent == found && i < u->n * u->n && rc == 0; i++) {
			snprintf(name, sizeof(name), "%s_k%d_%d", u->object, i / u->n + 1, i % u->n + 1);
			for (char *blank = strchr(name, ' '); blank; blank = strchr(blank, ' '))
				*blank = '_';
			rc = add_column(m, &u->k[i], name);
		}
	if (rc == 0 && m->s->n == before) {
		err_set(m->e, ERR_STATE, m->object, "no element estimates its stiffness by expTangentStiff %d", m->tag);
		err_hint(m->e, "make the recorder after the element that has it in -tangStif");
		return ERR_STATE;
	}
	return rc;
}

static const struct { const struct exp_kind *kind; int (*columns)(struct maker *m, void *found); } COLUMNS[] = {
	{&SITE, site_columns}, {&SETUP, setup_columns}, {&CONTROL, control_columns}, {&FILTER, filter_columns}, {&TANGENT, tangent_columns},
};

static int object_columns(struct maker *m, const struct table *t, int tag)
{
	void *found;
	int rc = laboratory_need(t, m->s->kind->command, tag, m->object, &found, m->e);
	if (rc < 0)
		return rc;
	m->tag = tag;
	m->owner = record_text(m->mem, "%sOutput tag=\"%d\"", m->s->kind->command, tag);
	for (size_t i = 0; i < COUNT(COLUMNS); i++)
		if (COLUMNS[i].kind == m->s->kind)
			rc = COLUMNS[i].columns(m, found);
	return rc;
}

static int exp_begin(void *self, struct record_context *c, const char *object, struct arena *mem, struct column **ret_column, int *ret_n, struct err *e)
{
	struct source_exp *s = self;
	struct maker m = {.s = s, .lab = c->an->m->lab, .object = object, .mem = mem, .e = e};
	if (!m.lab)
		return err_set(e, ERR_STATE, object, "there is no laboratory");
	const struct table *t = (const struct table *)((const char *)m.lab + s->kind->table);
	int rc = 0;
	for (int i = 0; s->all && i < t->n && rc == 0; i++)
		rc = object_columns(&m, t, t->row[i].tag);
	for (int i = 0; i < s->ntag && rc == 0; i++)
		rc = object_columns(&m, t, s->tag[i]);
	if (rc == 0 && s->n == 0)
		rc = err_set(e, ERR_MISSING, object, "there is no %s yet", s->kind->command);
	if (rc < 0)
		return rc;
	*ret_column = s->column;
	*ret_n = s->n;
	return 0;
}

/* ---- rows ------------------------------------------------------------------------------------------------- */

static bool exp_late(const void *self)
{
	return ((const struct source_exp *)self)->ticking != NULL;
}

static int exp_rows(const void *self, const struct record_context *c)
{
	const struct source_exp *s = self;
	(void)c;
	return s->ticking ? rig_ticks(s->ticking) : 1;
}

static int exp_read(void *self, struct record_context *c, double *ret_x, struct err *e)
{
	const struct source_exp *s = self;
	(void)e;
	if (s->ticking)
		s->ticking->ops->tick(s->ticking->self, c->row, ret_x);
	for (int i = 0; !s->ticking && i < s->n; i++)
		ret_x[i] = *s->at[i];
	return 0;
}

/* ---- the kinds -------------------------------------------------------------------------------------------- */

#define KIND(lower, upper)                                                                                   \
	static int lower##_option(void *self, struct args *a, struct arena *mem, struct err *e)              \
	{                                                                                                    \
		return exp_option(self, &upper, a, mem, e);                                                  \
	}                                                                                                    \
	static int lower##_response(void *self, struct args *a, struct arena *mem, struct err *e)            \
	{                                                                                                    \
		return exp_response(self, &upper, a, mem, e);                                                \
	}
KIND(site, SITE)
KIND(setup, SETUP)
KIND(control, CONTROL)
KIND(filter, FILTER)
KIND(tangent, TANGENT)

#define SOURCE_ROW(lower)                                                                                    \
	.experiment = true, .size = sizeof(struct source_exp), .option = lower##_option, .response = lower##_response, \
	.check = exp_check, .begin = exp_begin, .rows = exp_rows, .late = exp_late, .read = exp_read

const struct source_ops source_exp_site = {
	.name = "Site",
	.brief = "what elements sent to sites (trial) and got from them (out)",
	.usage = "expRecorder Site " RECORDER_OPTIONS " -site tag ... | -site all | -siteRange first last  trialDisp|trialVel|trialAccel|trialForce|trialTime|"
	         "outDisp|outVel|outAccel|outForce|outTime",
	SOURCE_ROW(site),
};

const struct source_ops source_exp_setup = {
	.name = "Setup",
	.brief = "the four sides of setups: trial after trialFact, ctrl after ctrlFact, daq after daqFact, out before outFact",
	.usage = "expRecorder Setup " RECORDER_OPTIONS " -setup tag ... | -setup all | -setupRange first last  trialDisp|..|outDisp|..|ctrlDisp|..|daqDisp|.. "
	         "(Disp, Vel, Accel, Force, Time)",
	SOURCE_ROW(setup),
};

const struct source_ops source_exp_control = {
	.name = "Control",
	.brief = "what was sent to specimens and what was measured; and the rows of rigs that run at a rate of their own",
	.usage = "expRecorder Control " RECORDER_OPTIONS " -control tag ... | -control all | -controlRange first last  ctrlDisp|..|daqForce|..|"
	         "ctrlSig|daqSig|tickSig",
	SOURCE_ROW(control),
};

const struct source_ops source_exp_filter = {
	.name = "SignalFilter",
	.brief = "the values that left a filter last, wherever it is used",
	.usage = "expRecorder SignalFilter " RECORDER_OPTIONS " -filter tag ... | -filterRange first last  outSig",
	SOURCE_ROW(filter),
};

const struct source_ops source_exp_tangent = {
	.name = "TangentStiff",
	.brief = "the stiffness that elements estimate, row by row",
	.usage = "expRecorder TangentStiff " RECORDER_OPTIONS " -tangStif tag ... | -tangStifRange first last  stif",
	SOURCE_ROW(tangent),
};
