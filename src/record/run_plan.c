/* The tables of a record and their columns, from the model and the laboratory as they stand.
 *
 * Steps hold the motion of all nodes where there are RUN_FREEDOMS freedoms at most; of larger models that of the nodes that experimental elements touch, then
 * of others in the order of their tags, as many as fit. Whatever the size, nodes that the user has chosen are those, and all of them. */
#include "record/run_record_priv.h"

#include "base/unit.h"
#include "recorder/source.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum quantity { NUMBER, TIME, LENGTH, VELOCITY, ACCELERATION, FORCE, ANGLE, ANGLE_RATE, ANGLE_CHANGE, MOMENT, MIXED, MIXED_FORCE, TICKS, SECONDS, MICROSECONDS,
                QUANTITIES };

/* f, l, t stand for the base units. */
static const char *const UNIT[QUANTITIES] = {
	[NUMBER] = "", [TIME] = "t", [LENGTH] = "l", [VELOCITY] = "l/t", [ACCELERATION] = "l/t^2", [FORCE] = "f", [ANGLE] = "rad", [ANGLE_RATE] = "rad/t",
	[ANGLE_CHANGE] = "rad/t^2", [MOMENT] = "f*l", [MIXED] = "l|rad", [MIXED_FORCE] = "f|f*l", [TICKS] = "ticks", [SECONDS] = "s", [MICROSECONDS] = "us",
};

struct maker {
	struct run_plan *p;
	const struct run_record *r;
	struct run_column *column;     /* of the table at hand */
	int n, room;
	bool full;                     /* no memory */
	bool crowded;                  /* too many tables */
};

/* ---- columns ------------------------------------------------------------------------------------------------- */

static const char *unit_text(const struct maker *m, enum quantity q)
{
	const struct { char letter; const char *name; } BASE[] = {{'f', m->r->force}, {'l', m->r->length}, {'t', m->r->time}};
	char text[96] = "";
	bool plain = q == NUMBER || q >= TICKS;

	for (const char *c = UNIT[q]; *c; c++) {
		const char one[2] = {*c, '\0'}, *more = one;
		/* letters of rad are its own */
		bool base = !plain && (c == UNIT[q] || strchr("/*|", c[-1])) && (c[1] == '\0' || strchr("/*|^", c[1]));

		for (size_t i = 0; i < COUNT(BASE) && base; i++)
			if (BASE[i].letter == *c)
				more = BASE[i].name;
		strncat(text, more, sizeof text - strlen(text) - 1);
	}
	return arena_text(&m->p->mem, text);
}

static void add_named(struct maker *m, const char *name, const char *unit)
{
	if (m->n == m->room) {
		int room = 2 * m->room + 32;
		struct run_column *more = ARENA_ARRAY(&m->p->mem, (size_t)room, struct run_column);

		if (!more) {
			m->full = true;
			return;
		}
		if (m->n > 0)
			memcpy(more, m->column, (size_t)m->n * sizeof(*more));
		m->column = more;
		m->room = room;
	}
	m->column[m->n] = (struct run_column){name, unit};
	m->full |= !name || !unit;
	m->n++;
}

static void add(struct maker *m, enum quantity q, const char *name)
{
	add_named(m, arena_text(&m->p->mem, name), unit_text(m, q));
}

/* The columns so far are those of a table. Its number, or -1. */
static int table(struct maker *m, const char *group, const char *brief, double rate_hz, bool packed)
{
	struct run_plan *p = m->p;

	if (p->ntable == RUN_TABLES - 1 || !group) {
		m->full |= !group;
		m->crowded |= group != NULL;
		m->n = m->room = 0;
		return -1;
	}
	p->table[p->ntable] = (struct run_table){.group = group, .brief = brief, .n = m->n, .column = m->column, .rate_hz = rate_hz, .packed = packed};
	m->column = NULL;
	m->n = m->room = 0;
	return p->ntable++;
}

/* ---- steps --------------------------------------------------------------------------------------------------- */

static bool rotates(const struct node *n, int dof)
{
	return (n->ndm == 2 && n->ndf == 3 && dof == 2) || (n->ndm == 3 && n->ndf == 6 && dof >= 3);
}

static const struct { const char *name; enum quantity shift, turn; } MOTION[] = {
	[NODE_DISP] = {"disp", LENGTH, ANGLE}, [NODE_VEL] = {"vel", VELOCITY, ANGLE_RATE}, [NODE_ACCEL] = {"accel", ACCELERATION, ANGLE_CHANGE},
	[NODE_ACCEL + 1] = {"reaction", FORCE, MOMENT},
};

static void add_motion(struct maker *m, const struct node *n, int dof, int what)
{
	char name[64];

	snprintf(name, sizeof name, "node%d_%s%d", n->tag, MOTION[what].name, dof + 1);
	add(m, rotates(n, dof) ? MOTION[what].turn : MOTION[what].shift, name);
}

static bool is_chosen(const struct run_record *r, int tag)
{
	int lo = 0, hi = r->nnode;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (r->node[mid] < tag)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < r->nnode && r->node[lo] == tag;
}

/* Which nodes elements with specimens stand on, by their places in the table. */
static void note_touched(const struct model *m, bool *ret_touched)
{
	for (int i = 0; i < m->elements.n; i++) {
		const struct element *el = m->elements.row[i].object;

		for (int k = 0; k < el->nnode && el->ops->exchange; k++) {
			int at = table_within(&m->nodes, el->node[k]->tag, el->node[k]->tag);

			if (at >= 0)
				ret_touched[at] = true;
		}
	}
}

/* Nodes in the order of their tags: which are recorded. Answers with their freedoms. An engine that knows the whole motion only later is not asked for it in
 * every step: then those that specimens touch. */
static int choose(const struct run_record *r, const struct model *m, const bool *touched, bool *ret_taken)
{
	enum { CHOSEN, TOUCHED, ANY };
	bool later = r->an->way.ops && r->an->way.ops->recover;
	int first = r->nnode > 0 ? CHOSEN : m->ndof <= RUN_FREEDOMS && !later ? ANY : TOUCHED, last = r->nnode > 0 ? CHOSEN : later ? TOUCHED : ANY, freedoms = 0;

	for (int pass = first; pass <= last; pass++)
		for (int i = 0; i < m->nodes.n; i++) {
			const struct node *n = m->nodes.row[i].object;
			bool wanted = pass == CHOSEN ? is_chosen(r, n->tag) : pass == TOUCHED ? touched[i] : true;

			if (ret_taken[i] || !wanted || (pass != CHOSEN && freedoms + n->ndf > RUN_FREEDOMS))
				continue;
			ret_taken[i] = true;
			freedoms += n->ndf;
		}
	return freedoms;
}

/* What the steps hold of the model, for whoever reads them. */
static const char *kept_text(const struct maker *m)
{
	int all = m->r->an->m->ndof, kept = m->p->nfreedom;

	if (m->r->nnode > 0)
		return record_text(&m->p->mem, "%d of %d freedoms: those of the nodes that runRecord -node names", kept, all);
	if (kept == all)
		return record_text(&m->p->mem, "all %d freedoms", all);
	return record_text(&m->p->mem, "%d of %d freedoms: those of the nodes that specimens touch, then of others in the order of their tags; runRecord -node "
	                   "chooses others", kept, all);
}

/* The forces of many elements are not summed up for the record alone: that would cost more than the step. */
static void take_node(struct run_plan *p, const struct node *n, bool reactions)
{
	for (int dof = 0; dof < n->ndf; dof++) {
		p->freedom[p->nfreedom++] = n->dof0 + dof;
		if (reactions && n->held >> dof & 1)
			p->held[p->nheld++] = (struct run_held){n, dof};
	}
}

static void add_nodes(struct maker *m)
{
	const struct model *model = m->r->an->m;
	struct run_plan *p = m->p;
	bool *taken = ARENA_ARRAY(&p->mem, (size_t)model->nodes.n + 1, bool);
	bool *touched = ARENA_ARRAY(&p->mem, (size_t)model->nodes.n + 1, bool);
	int freedoms = 0;

	if (taken && touched) {
		note_touched(model, touched);
		freedoms = choose(m->r, model, touched, taken);
	}
	p->freedom = ARENA_ARRAY(&p->mem, (size_t)freedoms + 1, int);
	p->held = ARENA_ARRAY(&p->mem, (size_t)freedoms + 1, struct run_held);
	m->full |= !taken || !touched || !p->freedom || !p->held;
	for (int i = 0; i < model->nodes.n && !m->full; i++)
		if (taken[i]) {
			take_node(p, model->nodes.row[i].object, model->elements.n <= RUN_ELEMENTS);
			m->full |= analysis_watch(m->r->an, model->nodes.row[i].object) != 0;
		}
	for (int what = NODE_DISP; what <= NODE_ACCEL && !m->full; what++)
		for (int i = 0; i < model->nodes.n; i++) {
			const struct node *n = model->nodes.row[i].object;

			for (int dof = 0; dof < n->ndf && taken[i]; dof++)
				add_motion(m, n, dof, what);
		}
	for (int i = 0; i < p->nheld; i++)
		add_motion(m, p->held[i].node, p->held[i].dof, NODE_ACCEL + 1);
}

static void add_sites(struct maker *m)
{
	static const struct { const char *name; int slot; bool trial; } PART[3] = {
		{"command", SLOT_DISP, true}, {"disp", SLOT_DISP, false}, {"force", SLOT_FORCE, false},
	};
	const struct table *t = &m->r->lab->sites;
	struct run_plan *p = m->p;
	char name[64];

	p->site = ARENA_ARRAY(&p->mem, (size_t)t->n + 1, struct run_site);
	m->full |= !p->site;
	for (int i = 0; i < t->n && !m->full; i++) {
		const struct site *s = t->row[i].object;
		struct run_site *mine = &p->site[p->nsite];

		if (s->elements == 0 || (m->r->served && s != m->r->served))
			continue;
		*mine = (struct run_site){.site = s};
		for (int k = 0; k < 3; k++) {
			mine->n[k] = (PART[k].trial ? &s->trial : &s->out)->n[PART[k].slot];
			for (int j = 0; j < mine->n[k]; j++) {
				snprintf(name, sizeof name, "site%d_%s%d", s->tag, PART[k].name, j + 1);
				add(m, PART[k].slot == SLOT_FORCE ? (mine->n[k] > 1 ? MIXED_FORCE : FORCE) : mine->n[k] > 1 ? MIXED : LENGTH, name);
			}
		}
		p->nsite++;
	}
}

static void add_steps(struct maker *m)
{
	struct run_plan *p = m->p;
	int at;

	add(m, TIME, "time");
	add(m, TIME, "test_time");
	add(m, NUMBER, "iterations");
	if (!m->r->served)
		add_nodes(m);
	add_sites(m);
	if (m->r->served) {
		table(m, "steps", "a row a step that was accepted: its time, how many exchanges it took, what the site was told last and what it measured", 0.0, false);
		return;
	}
	at = table(m, "steps", "a row a committed step: time of the model, time of the test (never goes back), motion of nodes, reactions with inertia and "
	           "damping, what sites were told and what they measured", 0.0, false);
	if (at >= 0)
		run_plan_text(p, at, "kept", kept_text(m));
}

/* ---- rigs ---------------------------------------------------------------------------------------------------- */

static enum quantity tick_quantity(const char *name)
{
	static const struct { const char *begins; enum quantity q; } KIND[] = {
		{"time", SECONDS}, {"measuredForce", FORCE}, {"lost", NUMBER}, {"state", NUMBER},
	};

	for (size_t i = 0; i < COUNT(KIND); i++)
		if (strncmp(name, KIND[i].begins, strlen(KIND[i].begins)) == 0)
			return KIND[i].q;
	return LENGTH;
}

static void add_channels(struct maker *m, struct run_rig *mine)
{
	const struct rig *r = mine->rig;
	char text[64];

	mine->width = r->ops->tick_columns(r->self);
	mine->state = -1;
	for (int i = 0; i < mine->width; i++) {
		const char *name = r->ops->tick_name(r->self, i, text, sizeof text);

		if (strcmp(name, "state") == 0)
			mine->state = i;
		add(m, tick_quantity(name), name);
	}
	double rate = r->ops->tick_rate ? r->ops->tick_rate(r->self) : rig_rate(r);

	mine->table = table(m, record_text(&m->p->mem, "channels/control%d", r->tag),
	                    "a row a tick of the rig, in its laboratory's time; of each channel the command between targets, the displacement (of a device: the "
	                    "command that was sent), what was measured, the target; state of the controller; rows that were lost before", rate, true);
	if (mine->table >= 0)
		run_plan_rig(m->p, mine->table, r);
}

static void add_timing(struct maker *m, struct run_rig *mine)
{
	static const struct { const char *name; enum quantity q; } COLUMN[] = {
		{"time", SECONDS}, {"ticks", TICKS}, {"missed", TICKS}, {"overruns", TICKS}, {"late", TICKS}, {"wake_median", MICROSECONDS}, {"wake_99", MICROSECONDS},
		{"wake_most", MICROSECONDS}, {"busy_median", MICROSECONDS}, {"busy_99", MICROSECONDS}, {"busy_most", MICROSECONDS},
	};

	for (size_t i = 0; i < COUNT(COLUMN); i++)
		add(m, COLUMN[i].q, COLUMN[i].name);
	mine->timing = table(m, record_text(&m->p->mem, "timing/control%d", mine->rig->tag),
	                     "a few rows a second: what the command loop has counted since its start", 0.0, false);
	for (int i = 0; i < 2; i++) {
		add(m, MICROSECONDS, "from");
		add(m, MICROSECONDS, "to");
		add(m, TICKS, "count");
		table(m, record_text(&m->p->mem, "timing/control%d_%s", mine->rig->tag, i == 0 ? "wake" : "busy"),
		      i == 0 ? "when the record ended: how often the command loop had woken so late" : "when the record ended: how often a tick had taken so long",
		      0.0, false);
	}
}

static void add_rigs(struct maker *m)
{
	const struct table *t = &m->r->lab->rigs;
	struct run_plan *p = m->p;

	p->rig = ARENA_ARRAY(&p->mem, (size_t)t->n + 1, struct run_rig);
	m->full |= !p->rig;
	for (int i = 0; i < t->n && !m->full; i++) {
		const struct rig *r = t->row[i].object;
		struct run_rig *mine = &p->rig[p->nrig];

		*mine = (struct run_rig){.rig = r, .table = -1, .timing = -1, .state = -1, .last = -INFINITY, .was = -1};
		if (r->started && r->ops->ticks && r->ops->tick && r->ops->tick_name && r->ops->tick_columns && r->ops->tick_columns(r->self) > 0)
			add_channels(m, mine);
		if (r->started && r->ops->keeper && r->ops->keeper(r->self))
			add_timing(m, mine);
		p->nrig += mine->table >= 0 || mine->timing >= 0;
	}
}

/* ---- others -------------------------------------------------------------------------------------------------- */

static const char BRIEF_SITE[] =
	"a row an exchange with the site: when its target was sent and its measurement was here, on this computer's clock since the site was made, and the time "
	"between them; connections lost, exchanges sent again, messages that did not matter, so far";
static const char BRIEF_RIG[] =
	"a row an exchange over the virtual network before the rig, in laboratory time: when it began, when the command was there, and the time between them; "
	"messages lost, exchanges sent again, so far";

static void add_exchanges(struct maker *m, const char *group, const struct run_network *mine)
{
	static const char *const TIMES[] = {"sent", "answered", "round_trip"};
	struct run_network *n = &m->p->network[m->p->nnetwork];

	add(m, TIME, "test_time");
	add(m, NUMBER, "exchange");
	for (size_t i = 0; i < COUNT(TIMES); i++)
		add(m, SECONDS, TIMES[i]);
	/* connections of a site, messages of a model */
	add(m, NUMBER, mine->peer ? "losses" : "lost");
	add(m, NUMBER, "resent");
	if (mine->peer)
		add(m, NUMBER, "ignored");
	*n = *mine;
	n->table = table(m, group, mine->peer ? BRIEF_SITE : BRIEF_RIG, 0.0, false);
	m->p->nnetwork += n->table >= 0;
}

static void add_networks(struct maker *m)
{
	const struct peers *peers = m->r->lab->peers;
	const struct table *t = &m->r->lab->rigs;
	struct run_plan *p = m->p;
	struct traffic traffic;

	p->network = ARENA_ARRAY(&p->mem, (size_t)(peers ? peers->n : 0) + (size_t)t->n + 1, struct run_network);
	m->full |= !p->network;
	for (int i = 0; peers && i < peers->n && !m->full; i++)
		add_exchanges(m, record_text(&p->mem, "network/%s", peers->site[i]->coordinator.words.site), &(struct run_network){.peer = peers->site[i]});
	for (int i = 0; i < t->n && !m->full; i++) {
		const struct rig *r = t->row[i].object;

		if (r->started && r->ops->traffic && r->ops->traffic(r->self, &traffic) && traffic.log)
			add_exchanges(m, record_text(&p->mem, "network/control%d", r->tag), &(struct run_network){.rig = r});
	}
}

/* Only where something can yield. */
static int add_yields(struct maker *m, struct err *e)
{
	struct run_plan *p = m->p;
	int code = m->r->served ? 0 : run_yield_plan(&p->yields, m->r->an, &p->mem, e);

	p->yielding = -1;
	if (code || p->yields.n == 0)
		return code;
	add(m, TIME, "test_time");
	add(m, NUMBER, "element");
	add(m, NUMBER, "state");
	p->yielding = table(m, RUN_YIELD, "a row a change of an element: its tag, and 0 elastic, 1 has yielded, 2 yields now; without a row an element is elastic",
	                    0.0, false);
	return 0;
}

static void add_guests(struct maker *m)
{
	const struct run_guest *g = &m->r->guest;
	struct run_plan *p = m->p;
	const char *group = NULL, *name, *unit, *of, *base[3];
	char words[96];

	run_record_units_named(m->r, base);
	p->guest = -1;
	p->nguest = g->columns ? g->columns(g->self) : 0;
	p->value = ARENA_ARRAY(&p->mem, (size_t)p->nguest + 1, double);
	m->full |= !p->value;
	for (int i = 0; i <= p->nguest && p->nguest > 0 && !m->full; i++) {
		if (i < p->nguest)
			g->column(g->self, i, &of, &name, &unit);
		if (group && (i == p->nguest || strcmp(of, group) != 0)) {
			int at = table(m, record_text(&p->mem, "monitors/%s", group), "a row a committed step: the columns of a monitor", 0.0, false);

			p->guest = p->guest < 0 ? at : p->guest;
			if (at >= 0)
				run_plan_guest(p, at, g, group);
		}
		if (i == p->nguest)
			break;
		if (m->n == 0)
			add(m, TIME, "test_time");
		group = of;
		unit_words(base, unit, words, sizeof words);
		add_named(m, arena_text(&p->mem, name), arena_text(&p->mem, words));
	}
}

int run_plan_make(struct run_plan *p, const struct run_record *r, struct err *e)
{
	struct maker m = {.p = p, .r = r};
	int widest = 0, code;

	arena_fini(&p->mem);
	memset(p, 0, sizeof *p);
	arena_init(&p->mem);
	add_steps(&m);
	add_rigs(&m);
	add_networks(&m);
	code = add_yields(&m, e);
	if (code)
		return code;
	add_guests(&m);
	for (int i = 0; i < p->ntable; i++)
		widest = p->table[i].n > widest ? p->table[i].n : widest;
	p->row = ARENA_ARRAY(&p->mem, (size_t)widest + 1, double);
	if (m.crowded)
		return err_set(e, ERR_LIMIT, "record", "rigs, remote sites and monitors are more than its %d tables", RUN_TABLES - 1);
	if (widest > RUN_COLUMNS) {
		err_set(e, ERR_LIMIT, "record", "a table has too many columns for those who read it");
		err_value(e, "%d", widest);
		err_allowed(e, "at most %d", RUN_COLUMNS);
		err_hint(e, "runRecord -node chooses nodes, with three columns a freedom");
		return ERR_LIMIT;
	}
	if (m.full || p->bare || !p->row)
		return err_set(e, ERR_MEMORY, "record", "no memory for its tables");
	p->digest = run_plan_digest(p);
	p->model = r->an->m->stamp;
	p->lab = r->lab->stamp;
	return 0;
}
