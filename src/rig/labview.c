/* A laboratory that speaks lines: OpenFresco's control LabVIEW and its plug-in (after NTCP), or UI-SimCor (-simcor).
 *
 *   open-session, set-parameter;  for every command propose and execute;  for every answer get-control-point;  at the end close-session
 *
 * Values travel with eleven digits. Signals of one node stand together and make a control point; the first is called MDL-00-01 (or -name), the others CPNodeNN.
 * Freedoms are axes: of two dimensions x, y and the rotation about z, of three x, y, z and their rotations. Transactions are numbered instead of dated, so that
 * no name comes twice.
 */
#include "foreign/text.h"

#include <stdio.h>

#include "rig/foreign.h"

struct labview {
	struct foreign f;
	const struct model *model; /* borrowed */
	bool simcor;
	char name[TEXT_NAME];      /* of the first control point */
	long transaction;
	char id[TEXT_NAME];
	char line[TALK_LINE], reply[TALK_LINE];
};

/* --- words ----------------------------------------------------------------------------------------- */

/* Axis of a freedom; false: it has none. */
static bool label_of(const struct labview *s, const struct control_signal *c, struct text_label *ret)
{
	int ndm = s->model && s->model->ndm ? s->model->ndm : 3;
	int turn = c->dof - ndm;

	if (turn < 0)
		*ret = (struct text_label){"xyz"[c->dof], false};
	else if (ndm == 3 && turn < 3)
		*ret = (struct text_label){"xyz"[turn], true};
	else if (ndm == 2 && turn == 0)
		*ret = (struct text_label){'z', true};
	else
		return false;
	return true;
}

static int points_check(const struct labview *s, const struct rig_point *p, const char *object, struct err *e)
{
	struct text_label label;

	for (int i = 0; i < p->nall; i++) {
		const struct control_signal *c = p->all[i];

		if ((c->slot == SLOT_DISP || c->slot == SLOT_FORCE) && label_of(s, c, &label))
			continue;
		err_set(e, ERR_UNSUPPORTED, object, "its lines carry displacements, rotations, forces and moments of axes only");
		err_value(e, "freedom %d %s", c->dof + 1, slot_name(c->slot));
		return ERR_UNSUPPORTED;
	}
	return p->nall <= TEXT_SIGNALS ? 0 : err_set(e, ERR_LIMIT, object, "more than %d signals do not go in a line", TEXT_SIGNALS);
}

static int read_options(struct labview *s, struct args *a, struct err *e)
{
	int code = 0;

	while (args_more(a) && code >= 0) {
		const char *word = s->name;

		code = cable_option(&s->f.words, a, e);
		if (code)
			continue;
		if (args_accept(a, "-simcor"))
			s->simcor = true;
		else if (args_accept(a, "-name"))
			code = args_word(a, "-name", &word, e);
		else
			code = args_end(a, e);
		if (!code && word != s->name)
			snprintf(s->name, sizeof(s->name), "%.60s", word);
	}
	return code < 0 ? code : 0;
}

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct labview *s = self;
	int code = foreign_words(&s->f, a, rig, lab, false, e);

	s->model = m;
	snprintf(s->name, sizeof(s->name), "MDL-00-01");
	if (!code)
		code = read_options(s, a, e);
	if (!code && s->f.words.udp)
		code = err_set(e, ERR_UNSUPPORTED, a->object, "-udp: lines travel over TCP");
	if (!code)
		code = points_size(rig, a->object, e);
	if (!code)
		code = points_check(s, &rig->trial_point, a->object, e);
	if (!code)
		code = points_check(s, &rig->out_point, a->object, e);
	return code ? code : foreign_ready(&s->f, 0, a->object, e);
}

/* --- lines ----------------------------------------------------------------------------------------- */

/* A line out and the fields of the line back. */
static int exchange(struct labview *s, struct text_fields *ret)
{
	struct client *c = &s->f.client;
	int code = text_add(s->line, sizeof(s->line), "\n") ? 0 : err_set(&c->fault, ERR_LIMIT, c->cable.object, "a line longer than %d characters", TALK_LINE);

	if (!code)
		code = client_put(c, s->line, strlen(s->line));
	if (!code)
		code = cable_line(&c->cable, s->reply, sizeof(s->reply), &c->fault);
	if (!code)
		code = text_cut(s->reply, ret, c->cable.object, &c->fault);
	if (!code)
		code = text_accepted(ret, c->cable.object, &c->fault);
	c->lost |= code != 0;
	return code;
}

static int say(struct labview *s, const char *words)
{
	struct text_fields f;

	snprintf(s->line, sizeof(s->line), "%s", words);
	return exchange(s, &f);
}

/* The name of the control point that begins at signal i; NULL: it goes on. */
static const char *begins(const struct labview *s, const struct rig_point *p, int i, char *ret_text, size_t size)
{
	if (i == 0)
		return s->name;
	if (p->all[i]->node == p->all[i - 1]->node)
		return NULL;
	snprintf(ret_text, size, "CPNode%02d", p->all[i]->node);
	return ret_text;
}

static int propose(struct labview *s, const double *x)
{
	const struct rig_point *p = &s->f.rig->trial_point;
	struct client *c = &s->f.client;
	struct text_fields f;
	bool fits = true;

	snprintf(s->id, sizeof(s->id), s->simcor ? "trans%014ld.000" : "OPFTransaction%014ld", ++s->transaction);
	snprintf(s->line, sizeof(s->line), "propose\t%s", s->id);
	for (int i = 0; i < p->nall; i++) {
		struct text_signal t = {.slot = p->all[i]->slot, .value = x[i]};
		char text[TEXT_NAME];
		const char *name = begins(s, p, i, text, sizeof(text));

		label_of(s, p->all[i], &t.label);
		if (name)
			fits = fits && text_add(s->line, sizeof(s->line), i && !s->simcor ? "\tcontrol-point\t%s" : "\t%s", name);
		fits = fits && text_add_signal(s->line, sizeof(s->line), &t);
	}
	return fits ? exchange(s, &f) : err_set(&c->fault, ERR_LIMIT, c->cable.object, "a line longer than %d characters", TALK_LINE);
}

/* --- the rig --------------------------------------------------------------------------------------- */

static int execute(struct labview *s, const double *x)
{
	struct text_fields f;
	int code = propose(s, x);

	if (code)
		return code;
	snprintf(s->line, sizeof(s->line), "execute\t%s", s->id);
	return exchange(s, &f);
}

static int start(void *self, struct err *e)
{
	struct labview *s = self;
	double zero[TEXT_SIGNALS] = {0};
	int code = foreign_start(&s->f, false, e);

	if (code)
		return code;
	code = say(s, s->simcor ? "open-session\tdummy\tMDL-00-01\tTandem" : "open-session\tOpenFresco");
	if (!code)
		code = say(s, s->simcor ? "set-parameter\tdummy\tnstep\t0" : "set-parameter\tOPFTransaction\tnstep\t1");
	if (!code)
		code = execute(s, zero);
	return foreign_told(&s->f, code, e);
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct labview *s = self;
	double x[TEXT_SIGNALS];

	(void)instant;
	points_pack(&s->f.rig->trial_point, ctrl, x);
	return execute(s, x);
}

static int wrong(struct labview *s, const char *what, const char *value)
{
	struct client *c = &s->f.client;

	c->lost = true;
	err_set(&c->fault, ERR_FORMAT, c->cable.object, "%s answers %s", c->cable.peer, what);
	err_value(&c->fault, "%.60s", value);
	return ERR_FORMAT;
}

/* One line for the control point that begins at signal `first`; its values into x. *ret_next: where the next one begins. */
static int read_point(struct labview *s, const struct text_fields *f, const char *name, int first, double *x, int *ret_next)
{
	const struct rig_point *p = &s->f.rig->out_point;
	struct text_signal t[TEXT_SIGNALS];
	int n, end, last = first + 1, code;

	while (last < p->nall && p->all[last]->node == p->all[first]->node)
		last++;
	if (f->n < 4 || strcmp(f->field[2], s->id) != 0 || strcmp(f->field[3], name) != 0)
		return wrong(s, "for another transaction or control point", f->n < 4 ? "(too few fields)" : strcmp(f->field[2], s->id) ? f->field[2] : f->field[3]);
	code = text_signals(f, 4, t, TEXT_SIGNALS, &n, &end, s->f.client.cable.object, &s->f.client.fault);
	if (code)
		return code;
	if (n != last - first || end != f->n)
		return wrong(s, "with another number of values than -outCP has", end < f->n ? f->field[end] : "");
	for (int i = 0; i < n; i++) {
		struct text_label want;

		label_of(s, p->all[first + i], &want);
		if (t[i].slot != (int)p->all[first + i]->slot || t[i].label.axis != want.axis || t[i].label.turn != want.turn)
			return wrong(s, "with another kind of value than -outCP has", (char[]){t[i].label.axis, '\0'});
		x[first + i] = t[i].value;
	}
	*ret_next = last;
	return 0;
}

static int ask(struct labview *s, double *x)
{
	const struct rig_point *p = &s->f.rig->out_point;
	struct client *c = &s->f.client;
	struct text_fields f;
	char text[TEXT_NAME];
	int code = 0;

	snprintf(s->line, sizeof(s->line), "get-control-point\t%s", s->id);
	for (int i = 0; i < p->nall; i++) {
		const char *name = begins(s, p, i, text, sizeof(text));

		if (name)
			text_add(s->line, sizeof(s->line), "\t%s", name);
	}
	for (int i = 0; i < p->nall && !code;) {
		const char *name = begins(s, p, i, text, sizeof(text));

		if (i == 0)
			code = exchange(s, &f);
		else
			code = cable_line(&c->cable, s->reply, sizeof(s->reply), &c->fault);
		if (!code && i > 0)
			code = text_cut(s->reply, &f, c->cable.object, &c->fault);
		if (!code)
			code = read_point(s, &f, name, i, x, &i);
	}
	c->lost |= code != 0;
	return code;
}

static int measure(void *self, struct signals *daq)
{
	struct labview *s = self;
	double x[TEXT_SIGNALS];
	int code = ask(s, x);

	if (!code)
		points_unpack(&s->f.rig->out_point, x, daq);
	return code;
}

/* The answer is waited for, a second at most, so that nothing unread breaks the connection. */
static void end(void *self)
{
	struct labview *s = self;
	struct cable *w = &s->f.client.cable;
	const char *line = s->simcor ? "close-session\tdummy\tMDL-00-01\tTandem\n" : "close-session\tOpenFresco\n";
	struct err ignored = {0};
	double timeout = w->words.timeout;

	if (!s->f.ready || !cable_open(w))
		return;
	w->words.timeout = timeout < 1.0 ? timeout : 1.0;
	if (!w->torn && !cable_put(w, line, strlen(line), &ignored) && cable_line(w, s->reply, sizeof(s->reply), &ignored))
		s->f.client.lost = true;
	foreign_end(self);
	w->words.timeout = timeout;
}

static const struct param params[] = {
	FOREIGN_PARAMS,
	FOREIGN_POINTS,
	{ .name = "-simcor", .kind = PARAM_ROW, .help = "words of UI-SimCor instead of OpenFresco's" },
	{ .name = "-name", .kind = PARAM_ROW, .help = "of the first control point, default MDL-00-01" },
	{ .name = "-timeout", .kind = PARAM_ROW, .help = "seconds without an answer after which the laboratory counts as lost, default 60" },
	{ 0 },
};

const struct rig_ops rig_labview = {
	.name = "LabVIEW",
	.brief = "Laboratory that speaks lines of text: LabVIEW plug-in, NTCP, UI-SimCor",
	.cite = "Kwon, Nakata, Elnashai & Spencer 2005, J. Earthquake Engineering 9(5)",
	.example = "127.0.0.1 11997 -trialCP 1 -outCP 2",
	.params = params,
	.size = sizeof(struct labview),
	.setup = setup,
	.outside = true,
	.start = start,
	.command = command,
	.measure = measure,
	.why = foreign_why,
	.end = end,
};
