/* The command expControlPoint: an ordered list of signals that a control sends or measures.
 *
 *   expControlPoint tag <-node n> dof type <-fact f> <-lim l u> <-relTrial> <-relOut> <-relCtrl> <-relDaq>  dof type ...
 *
 * -node holds for the signals after it. dof: its number, also as dof1 or u1, or its axis, as in ux and rz. What the options do is in experiment/rig.h.
 */
#include "script/script_experiment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int read_factor(struct control_signal *c, struct args *a, struct err *e)
{
	return args_real(a, "-fact", RANGE_ANY, &c->factor, e);
}

static int read_limits(struct control_signal *c, struct args *a, struct err *e)
{
	int code = args_real(a, "lower limit", RANGE_ANY, &c->lo, e);

	if (code == 0)
		code = args_real(a, "upper limit", RANGE_ANY, &c->hi, e);
	if (code == 0 && c->lo > c->hi) {
		err_set(e, ERR_RANGE, a->object, "-lim: the lower limit is above the upper one");
		err_value(e, "%g %g", c->lo, c->hi);
		err_allowed(e, "lo <= hi");
		return ERR_RANGE;
	}
	return code;
}

#define FLAG(member) \
	static int set_##member(struct control_signal *c, struct args *a, struct err *e) \
	{ \
		(void)a, (void)e; \
		c->member = true; \
		return 0; \
	}
FLAG(rel_trial)
FLAG(rel_out)
FLAG(rel_ctrl)
FLAG(rel_daq)

static const struct {
	const char *word[5];
	int (*read)(struct control_signal *c, struct args *a, struct err *e);
} OPTIONS[] = {
	{ { "-fact", "-factor" }, read_factor },
	{ { "-lim", "-limit" }, read_limits },
	{ { "-relTrial", "-relativeTrial", "-useRelTrial", "-useRelativeTrial" }, set_rel_trial },
	{ { "-relOut", "-relativeOut", "-useRelOut", "-useRelativeOut" }, set_rel_out },
	{ { "-relCtrl", "-relativeCtrl", "-useRelCtrl", "-useRelativeCtrl" }, set_rel_ctrl },
	{ { "-relDaq", "-relativeDaq", "-useRelDaq", "-useRelativeDaq" }, set_rel_daq },
};

/* ux, uy, uz, rx, ry, rz in ndm dimensions, as older scripts say it: in the plane rz is the third. False: none of them. */
static bool axis_of(const char *word, int ndm, int *ret_dof)
{
	int at = strlen(word) == 2 && word[1] >= 'x' && word[1] <= 'z' ? word[1] - 'x' : 3;

	if (word[0] == 'u' && at < ndm)
		*ret_dof = at + 1;
	else if (word[0] == 'r' && at < 3 && (ndm == 3 || (ndm == 2 && at == 2)))
		*ret_dof = ndm == 3 ? at + 4 : 3;
	else
		return false;
	return true;
}

/* 1, dof1, u1: the number after letters out of d f o u; or an axis. False: no freedom. */
static bool dof_of(const char *word, int ndm, int *ret_dof)
{
	return (text_int(word + strspn(word, "dfouDFOU"), ret_dof) && *ret_dof >= 1) || axis_of(word, ndm, ret_dof);
}

/* Without a node freedoms are those of an element, which may have many. */
static int read_dof(struct control_signal *c, const struct node *node, int ndm, struct args *a, struct err *e)
{
	const char *word;
	int dof, most = node ? node->ndf : ELEMENT_DOF_MAX, code = args_word(a, "dof", &word, e);

	if (code < 0)
		return code;
	if (word[0] == '-') {
		err_set(e, ERR_UNKNOWN, a->object, "unknown option of a signal");
		err_value(e, "%s", word);
		err_allowed(e, "-node -fact -lim -relTrial -relOut -relCtrl -relDaq, or the freedom of the next signal");
		return ERR_UNKNOWN;
	}
	if (!dof_of(word, node ? node->ndm : ndm, &dof) || dof > most) {
		err_set(e, ERR_RANGE, a->object, "a signal must begin with its freedom");
		err_value(e, "%s", word);
		err_allowed(e, "1 to %d, as a number, dof1 or u1, or ux uy uz rx ry rz that the space has", most);
		return ERR_RANGE;
	}
	c->dof = dof - 1;
	return 0;
}

static int read_type(struct control_signal *c, struct args *a, struct err *e)
{
	const char *word;
	int slot, code = args_word(a, "rspType", &word, e);

	if (code < 0)
		return code;
	slot = slot_of(word);
	if (slot < 0) {
		err_set(e, ERR_UNKNOWN, a->object, "unknown type of signal");
		err_value(e, "%s", word);
		err_allowed(e, "disp vel accel force time, or 1 to 5");
		return ERR_UNKNOWN;
	}
	c->slot = slot;
	return 0;
}

/* 1: one option was read; 0: the next word is none. */
static int read_option(struct control_signal *c, struct args *a, struct err *e)
{
	for (size_t i = 0; i < COUNT(OPTIONS); i++)
		for (int k = 0; k < 5 && OPTIONS[i].word[k]; k++)
			if (args_accept(a, OPTIONS[i].word[k])) {
				int code = OPTIONS[i].read(c, a, e);

				return code < 0 ? code : 1;
			}
	return 0;
}

static int read_signal(struct control_signal *c, const struct node *node, int ndm, struct args *a, struct err *e)
{
	int code;

	*c = (struct control_signal){ .node = node ? node->tag : 0, .factor = 1.0, .lo = -HUGE_VAL, .hi = HUGE_VAL };
	code = read_dof(c, node, ndm, a, e);
	if (code == 0)
		code = read_type(c, a, e);
	args_once(a);
	while (code >= 0 && args_more(a)) {
		code = read_option(c, a, e);
		if (code == 0)
			break;
	}
	return code < 0 ? code : 0;
}

/* A node of the script's model or of an expModel. Which it is the control will say: here the one with most freedoms bounds the dof. */
static int read_node(struct script *s, struct args *a, const struct node **ret, struct err *e)
{
	const struct table *models = &s->lab.models;
	const struct node *found = NULL;
	struct node *own;
	int tag, code = args_tag(a, "-node", &tag, e);

	if (code < 0)
		return code;
	for (int i = 0; i < models->n; i++) {
		const struct node *n = model_node(models->row[i].object, tag);

		if (n && (!found || n->ndf > found->ndf))
			found = n;
	}
	own = model_node(&s->model, tag);
	if (!own && !found)
		return model_need_node(&s->model, tag, a->object, &own, e);
	*ret = own && (!found || own->ndf > found->ndf) ? own : found;
	return 0;
}

int script_run_control_point(struct script *s, struct args *a, struct err *e)
{
	struct laboratory *lab = &s->lab;
	struct control_point *p = ARENA_NEW(&lab->arena, struct control_point);
	const struct node *node = NULL;
	int code = 0;

	if (p)
		p->signal = ARENA_ARRAY(&lab->arena, (size_t)a->n / 2 + 1, struct control_signal);
	if (!p || !p->signal)
		return err_set(e, ERR_MEMORY, a->object, "no memory for a control point");
	code = args_tag(a, "tag", &p->tag, e);
	if (code == 0)
		snprintf(a->object, sizeof a->object, "expControlPoint %d", p->tag);
	if (code == 0 && table_get(&lab->points, p->tag))
		code = err_set(e, ERR_DUPLICATE, a->object, "there is one with this tag already");
	while (code == 0 && args_more(a)) {
		if (args_accept_again(a, "-node"))
			code = read_node(s, a, &node, e);
		else
			code = read_signal(&p->signal[p->n++], node, s->model.ndm, a, e);
	}
	if (code == 0)
		code = args_end(a, e);
	if (code == 0 && p->n == 0)
		code = err_set(e, ERR_ARGUMENT, a->object, "it has no signal: give dof and type, as in 1 disp");
	if (code < 0)
		return code;
	lab->stamp++;
	return table_add(&lab->points, p->tag, p, "expControlPoint", &lab->arena, e);
}
