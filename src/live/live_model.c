/* model.json: what a picture of the test needs, once a part. docs/live.md has the layout.
 *
 * Actuators are drawn where the specimen's coordinates are: of an element that says how they hang together with its freedoms (element_ops.rows, d = B u),
 * coordinate k acts at the last of its nodes that B_k touches, in the direction, or about the axis, that B_k has there before anything has moved; those that
 * no actuator drives are left out. Setups that turn coordinates into those of several actuators are not undone: their coordinates are drawn.
 * Modes are those of the last eigen; a model without, with MODES_BELOW equations at most, is asked for its first ones. */
#include "live/live_priv.h"

#include "base/io.h"
#include "base/jput.h"
#include "live/live_tunable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MODES = 6, MODES_BELOW = 300, DIMENSIONS = 3 };

/* ---- the structure ---------------------------------------------------------------------------------------------- */

static void put_node(struct jput *j, const struct node *n)
{
	jput_open(j, NULL, '{');
	jput_int(j, "tag", n->tag);
	jput_open(j, "x", '[');
	for (int i = 0; i < n->ndm; i++)
		jput_real(j, NULL, n->x[i]);
	jput_close(j, ']');
	jput_open(j, "fixed", '[');
	for (int i = 0; i < n->ndf; i++)
		jput_int(j, NULL, n->held >> i & 1);
	jput_close(j, ']');
	jput_close(j, '}');
}

static const struct site *site_of(const struct element *el)
{
	struct element_exchange x;

	return el->ops->exchanged && el->ops->exchanged(el->self, &x) ? x.site : NULL;
}

static void put_element(struct jput *j, const struct element *el)
{
	const struct site *s = site_of(el);

	jput_open(j, NULL, '{');
	jput_int(j, "tag", el->tag);
	jput_text(j, "type", el->ops->name);
	jput_open(j, "nodes", '[');
	for (int i = 0; i < el->nnode; i++)
		jput_int(j, NULL, el->node[i]->tag);
	jput_close(j, ']');
	jput_text(j, "kind", el->ops->exchange ? "experimental" : "numerical");
	if (s)
		jput_int(j, "site", s->tag);
	jput_close(j, '}');
}

/* ---- the laboratory ---------------------------------------------------------------------------------------------- */

static void put_site(struct jput *j, const struct live *l, const struct site *s)
{
	jput_open(j, NULL, '{');
	jput_int(j, "tag", s->tag);
	jput_text(j, "type", s->ops->name);
	jput_text(j, "name", laboratory_words(l->words.lab, "expSite", s->tag));
	jput_bool(j, "remote", !s->setup);
	if (s->setup && s->setup->rig)
		jput_int(j, "rig", s->setup->rig->tag);
	jput_open(j, "elements", '[');
	for (int i = 0; i < l->drawn.nelement; i++)
		if (site_of(l->drawn.element[i]) == s)
			jput_int(j, NULL, l->drawn.element[i]->tag);
	jput_close(j, ']');
	jput_close(j, '}');
}

/* Words of the first object of a kind that a channel is made of; "": it has none. */
static const char *words_of(const struct rig *r, int channel, const char *command)
{
	struct rig_part part;

	for (int k = 0; r->ops->part && r->ops->part(r->self, channel, k, &part); k++)
		if (strcmp(part.command, command) == 0)
			return laboratory_words(r->lab, command, part.tag);
	return "";
}

static void put_channel(struct jput *j, const struct rig *r, int channel)
{
	static const struct { const char *name, *command; } PARTS[] = {{"specimen", "expSpecimen"}, {"actuator", "expActuator"},
	                                                               {"compensator", "expCompensator"}, {"sensor", "expSensor"}};
	struct rig_limit m;

	jput_open(j, NULL, '{');
	jput_int(j, "i", channel + 1);
	for (size_t i = 0; i < COUNT(PARTS); i++)
		jput_text(j, PARTS[i].name, words_of(r, channel, PARTS[i].command));
	if (r->ops->limit && r->ops->limit(r->self, channel, &m)) {
		jput_open(j, "limits", '{');
		jput_real(j, "stroke_min", m.stroke_lo);
		jput_real(j, "stroke_max", m.stroke_hi);
		jput_real(j, "velocity_max", m.velocity);
		jput_real(j, "force_min", m.force_lo);
		jput_real(j, "force_max", m.force_hi);
		jput_real(j, "following_max", m.following);
		jput_close(j, '}');
	}
	jput_close(j, '}');
}

static void put_rig(struct jput *j, const struct live *l, const struct rig *r)
{
	jput_open(j, NULL, '{');
	jput_int(j, "tag", r->tag);
	jput_text(j, "type", r->ops->name);
	jput_bool(j, "physical", r->ops->physical);
	jput_real(j, "rate_hz", rig_rate(r));
	jput_text(j, "controller", words_of(r, -1, "expController"));
	for (int i = 0; i < l->words.lab->sites.n; i++) {
		const struct site *s = l->words.lab->sites.row[i].object;

		if (s->setup && s->setup->rig == r && s->elements > 0)
			jput_int(j, "site", s->tag);
	}
	jput_open(j, "channels", '[');
	for (int i = 0; i < r->ctrl.n[SLOT_DISP]; i++)
		put_channel(j, r, i);
	jput_close(j, ']');
	jput_close(j, '}');
}

/* ---- actuators --------------------------------------------------------------------------------------------------- */

/* Freedoms of a node that are shifts. */
static int shifts(const struct node *n)
{
	return n->ndf < n->ndm ? n->ndf : n->ndm;
}

/* Three axes that a row has among the freedoms of a node: those of shifts, or of turns. True: any. */
static bool axis_of(const struct node *n, const double *row, bool turns, double ret_axis[DIMENSIONS])
{
	double size = 0.0;

	memset(ret_axis, 0, DIMENSIONS * sizeof *ret_axis);
	/* in the plane what turns does so about the third axis */
	for (int i = 0; i < (turns ? n->ndf - shifts(n) : shifts(n)); i++)
		ret_axis[turns && n->ndm == 2 ? 2 : i % DIMENSIONS] = row[turns ? shifts(n) + i : i];
	for (int i = 0; i < DIMENSIONS; i++)
		size += ret_axis[i] * ret_axis[i];
	for (int i = 0; i < DIMENSIONS && size > 0.0; i++)
		ret_axis[i] /= sqrt(size);
	return size > 0.0;
}

static void put_axis(struct jput *j, const char *key, const double *axis, int n)
{
	jput_open(j, key, '[');
	for (int i = 0; i < n; i++)
		jput_real(j, NULL, axis[i]);
	jput_close(j, ']');
}

/* Which coordinate it is, and what drives it. */
static void put_drive(struct jput *j, struct live *l, const struct element *el, const struct site *s, int k)
{
	struct rig *r = s->setup ? s->setup->rig : NULL;
	int channel = r ? setup_channel(s->setup, k, &l->part) : -1;

	jput_int(j, "site", s->tag);
	jput_int(j, "coordinate", k + 1);
	if (r)
		jput_int(j, "rig", r->tag);
	if (channel >= 0)
		jput_int(j, "channel", channel + 1);
	jput_int(j, "element", el->tag);
}

/* Coordinate k of an element, where and how it acts: on the last of its nodes that it shifts; where it shifts none, on the last that it turns. */
static void put_actuator(struct jput *j, struct live *l, const struct element *el, const struct site *s, int k, const double *row)
{
	double axis[DIMENSIONS];

	for (int turns = 0; turns < 2; turns++)
		for (int q = el->nnode - 1, last = el->ndof; q >= 0; q--) {
			const struct node *n = el->node[q];
			const double *at = row + (last -= n->ndf);
			int most = turns ? shifts(n) : 0;

			if (!axis_of(n, at, turns, axis))
				continue;
			for (int i = most; i < (turns ? n->ndf : shifts(n)); i++)
				most = fabs(at[i]) > fabs(at[most]) ? i : most;
			jput_open(j, NULL, '{');
			put_drive(j, l, el, s, k);
			jput_int(j, "node", n->tag);
			jput_int(j, "dof", most + 1);
			put_axis(j, turns ? "turns" : "direction", axis, turns ? DIMENSIONS : shifts(n));
			jput_close(j, '}');
			return;
		}
}

static void put_actuators(struct jput *j, struct live *l)
{
	static double row[ELEMENT_DOF_MAX * ELEMENT_DOF_MAX];

	jput_open(j, "actuators", '[');
	for (int i = 0; i < l->drawn.nelement; i++) {
		const struct element *el = l->drawn.element[i];
		const struct site *s = site_of(el);
		struct element_rows rows = {.row = row, .at_rest = true};
		int n = s && el->ops->rows ? el->ops->rows(el->self, &rows) : 0;

		for (int k = 0; k < n; k++)
			if (site_driven(s, k))
				put_actuator(j, l, el, s, k, row + (size_t)k * (size_t)el->ndof);
	}
	jput_close(j, ']');
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

static void put_mode(struct jput *j, const struct live *l, double lambda, const double *vector)
{
	double omega = sqrt(fmax(lambda, 0.0));

	jput_open(j, NULL, '{');
	jput_real(j, "omega", omega);
	jput_real(j, "frequency", omega / (2.0 * M_PI));
	jput_real(j, "period", 2.0 * M_PI / omega);
	jput_open(j, "shape", '[');
	for (int i = 0; i < l->drawn.nnode; i++) {
		const struct node *n = l->drawn.node[i];

		jput_open(j, NULL, '[');
		for (int k = 0; k < n->ndf; k++)
			jput_real(j, NULL, vector[n->dof0 + k]);
		jput_close(j, ']');
	}
	jput_close(j, ']');
	jput_close(j, '}');
}

static void put_modes(struct jput *j, const struct live *l)
{
	struct analysis *an = l->words.an;
	struct model *m = an->m;
	bool asked = m->nmode == 0;
	int n = asked ? analysis_size(an, NULL) : 0;

	if (asked && n > 0 && n <= MODES_BELOW && analysis_eigen(an, n < MODES ? n : MODES, false, NULL) < 0)
		m->nmode = 0;
	jput_open(j, "modes", '[');
	for (int k = 0; k < m->nmode && k < MODES; k++)
		put_mode(j, l, m->eigenvalue[k], m->eigenvector + (size_t)k * (size_t)m->ndof);
	jput_close(j, ']');
	/* the script has asked for none */
	if (asked)
		m->nmode = 0;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static void put_model(struct jput *j, struct live *l)
{
	const struct live_drawn *d = &l->drawn;
	const struct laboratory *lab = l->words.lab;
	const struct model *m = l->words.an->m;

	jput_int(j, "part", l->state.part + 1);
	jput_int(j, "ndm", d->nnode > 0 ? d->node[0]->ndm : DIMENSIONS);
	jput_int(j, "ndf", d->ndf);
	jput_int(j, "all_nodes", m->nodes.n);
	jput_int(j, "all_elements", m->elements.n);
	jput_bool(j, "realtime", l->words.realtime);
	jput_open(j, "nodes", '[');
	for (int i = 0; i < d->nnode; i++)
		put_node(j, d->node[i]);
	jput_close(j, ']');
	jput_open(j, "elements", '[');
	for (int i = 0; i < d->nelement; i++)
		put_element(j, d->element[i]);
	jput_close(j, ']');
	jput_open(j, "sites", '[');
	for (int i = 0; i < lab->sites.n; i++)
		put_site(j, l, lab->sites.row[i].object);
	jput_close(j, ']');
	jput_open(j, "rigs", '[');
	for (int i = 0; i < lab->rigs.n; i++)
		put_rig(j, l, lab->rigs.row[i].object);
	jput_close(j, ']');
	put_actuators(j, l);
	put_modes(j, l);
}

/* Whole or not at all: readers never see a part of it. */
static int write_file(const struct live *l, const char *name, const struct jput *j, struct err *e)
{
	char path[PATH_MAX], new[PATH_MAX];
	int handle, code;

	if (j->failed)
		return err_set(e, ERR_MEMORY, "live", "no memory for %s", name);
	snprintf(path, sizeof path, "%.3900s/%s", l->folder, name);
	snprintf(new, sizeof new, "%.4000s.new", path);
	code = io_open(new, IO_WRITE, &handle, e);
	if (code)
		return code;
	code = io_write(handle, new, j->text, j->n, e);
	if (io_close(handle, new, e) < 0 && !code)
		code = ERR_FILE;
	if (!code && rename(new, path) != 0)
		code = err_set(e, ERR_FILE, "live", "%s cannot be written", name);
	if (code)
		io_drop(new);
	return code;
}

int live_model_write(struct live *l, struct err *e)
{
	struct jput j;
	int code;

	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_text(&j, "run", l->front->id);
	jput_open(&j, "units", '{');
	jput_text(&j, "force", l->unit[0]);
	jput_text(&j, "length", l->unit[1]);
	jput_text(&j, "time", l->unit[2]);
	jput_close(&j, '}');
	put_model(&j, l);
	live_tunables_put(l->words.lab, l->words.monitors, &j, "tunables");
	jput_close(&j, '}');
	code = write_file(l, LIVE_MODEL, &j, e);
	jput_fini(&j);
	return code ? code : live_tunables_write(l, e);
}

int live_tunables_write(struct live *l, struct err *e)
{
	struct jput j;
	int code;

	jput_init(&j);
	live_tunables_put(l->words.lab, l->words.monitors, &j, NULL);
	code = write_file(l, LIVE_TUNABLES, &j, e);
	jput_fini(&j);
	return code;
}
