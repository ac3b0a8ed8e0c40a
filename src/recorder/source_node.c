/* Node responses: displacement, velocity, acceleration, reactions, loads, mode shapes.
 *
 * Columns go node after node, within a node in the order of -dof (all freedoms without it). A freedom that a node does not have reads as zero. With
 * -timeSeries (a tag for each -dof, 0 for none; those behind the last have none) the series' value at the time is added to disp, vel and accel: absolute motion
 * from relative motion and a ground motion. incrDisp is the displacement since the last commit, and rows are written
 * after the commit: it is zero in every row, as in OpenSees. dispNorm is one column a node, the length of its displacement in
 * the freedoms of -dof. eigen without a mode writes all modes, one a row; a mode that is not known (yet) reads as zero. */
#include "recorder/select.h"
#include "recorder/source.h"

#include "base/base.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum node_kind { KIND_MOTION, KIND_NORM, KIND_ZERO, KIND_REACTION, KIND_EIGEN };

struct node_response {
	const char *word;   /* as the script says it */
	const char *letter; /* for the XML names D1, V1, ... */
	enum node_kind kind;
	int which;          /* NODE_* or REACTION_* */
};

static const struct node_response RESPONSES[] = {
	{"disp", "D", KIND_MOTION, NODE_DISP},
	{"vel", "V", KIND_MOTION, NODE_VEL},
	{"accel", "A", KIND_MOTION, NODE_ACCEL},
	{"incrDisp", "dD", KIND_ZERO, 0},
	{"incrDeltaDisp", "ddD", KIND_ZERO, 0},
	{"reaction", "R", KIND_REACTION, REACTION_STATIC},
	{"reactionForce", "R", KIND_REACTION, REACTION_STATIC},
	{"reactionIncludingInertia", "R", KIND_REACTION, REACTION_DYNAMIC},
	{"reactionInclInertia", "R", KIND_REACTION, REACTION_DYNAMIC},
	{"reactionIncInertia", "R", KIND_REACTION, REACTION_DYNAMIC},
	{"rayleighForces", "R", KIND_REACTION, REACTION_RAYLEIGH},
	{"rayleighDampingForces", "R", KIND_REACTION, REACTION_RAYLEIGH},
	{"unbalance", "P", KIND_REACTION, REACTION_APPLIED},
	{"unbalanceInclInertia", "P", KIND_REACTION, REACTION_APPLIED_DYNAMIC},
	{"unbalanceIncInertia", "P", KIND_REACTION, REACTION_APPLIED_DYNAMIC},
	{"unbalanceIncludingInertia", "P", KIND_REACTION, REACTION_APPLIED_DYNAMIC},
	{"nodalRayleighForces", "RF", KIND_REACTION, REACTION_NODE_RAYLEIGH},
	{"dispNorm", "DN", KIND_NORM, NODE_DISP},
	{"eigen", "E", KIND_EIGEN, 0},
};

struct source_node {
	struct selection select;
	int *dof, ndof;                 /* 1-based; owned: recorder's arena */
	int *series_tag, nseries;
	const struct series **series;   /* one a freedom, NULL for none; owned: recorder's arena, borrowed: model */
	const struct node_response *response;
	int mode;                       /* 1-based, eigen only; 0: all of them */
	int *tag, n;                    /* nodes */
	struct node **node;             /* owned: recorder's arena; NULL when gone; borrowed: model */
};

static int node_option(void *self, struct args *a, struct arena *mem, struct err *e)
{
	struct source_node *s = self;
	int rc = select_option(&s->select, a, mem, e);
	if (rc != 0)
		return rc;
	if (args_accept(a, "-dof"))
		rc = args_list_int(a, "freedom", 1, NODE_DOF_MAX, 1, mem, &s->dof, &s->ndof, e);
	else if (args_accept(a, "-timeSeries"))
		rc = args_list_int(a, "time series", INT_MIN, INT_MAX, 1, mem, &s->series_tag, &s->nseries, e);
	else
		return 0;
	return rc < 0 ? rc : 1;
}

static int unknown_response(const char *word, const char *object, struct err *e)
{
	err_set(e, ERR_UNKNOWN, object, "unknown node response");
	err_value(e, "%s", word);
	err_allowed(e, "disp vel accel incrDisp reaction reactionIncludingInertia rayleighForces unbalance dispNorm \"eigen mode\"");
	return ERR_UNKNOWN;
}

/* "eigen 2", eigen2, eigen and 2 as two words, or eigen alone. */
static int read_mode(struct source_node *s, const char *word, struct args *a, struct err *e)
{
	int mode;
	if (word[0] == '\0')
		return args_more_real(a) ? args_int(a, "mode", 1, INT_MAX, &s->mode, e) : 0;
	if (!text_int(word, &mode) || mode < 1) {
		err_set(e, ERR_RANGE, a->object, "mode is not a positive number");
		err_value(e, "%s", word);
		return ERR_RANGE;
	}
	s->mode = mode;
	return 0;
}

static int node_response(void *self, struct args *a, struct arena *mem, struct err *e)
{
	struct source_node *s = self;
	const char *word;
	(void)mem;
	int rc = args_word(a, "response", &word, e);
	if (rc < 0)
		return rc;
	for (size_t i = 0; i < COUNT(RESPONSES); i++) {
		size_t n = strlen(RESPONSES[i].word);
		bool eigen = RESPONSES[i].kind == KIND_EIGEN;
		if (eigen ? strncmp(word, RESPONSES[i].word, n) != 0 : strcmp(word, RESPONSES[i].word) != 0)
			continue;
		/* of several responses the first counts */
		if (s->response)
			return 0;
		s->response = &RESPONSES[i];
		return eigen ? read_mode(s, word + n, a, e) : 0;
	}
	return unknown_response(word, a->object, e);
}

static int node_check(const void *self, const char *object, struct err *e)
{
	const struct source_node *s = self;
	if (s->nseries > s->ndof)
		return err_set(e, ERR_ARGUMENT, object, "-timeSeries has %d tags for %d freedoms", s->nseries, s->ndof);
	return 0;
}

static int find_series(struct source_node *s, const struct model *m, const char *object, struct arena *mem, struct err *e)
{
	s->series = ARENA_ARRAY(mem, (size_t)s->ndof, const struct series *);
	if (!s->series)
		return err_set(e, ERR_MEMORY, object, "no memory");
	for (int i = 0; i < s->nseries; i++) {
		struct series *found = NULL;
		int rc = s->series_tag[i] == 0 ? 0 : model_need_series(m, s->series_tag[i], object, &found, e);
		if (rc < 0)
			return rc;
		s->series[i] = found;
	}
	return 0;
}

static int find_nodes(struct source_node *s, const struct model *m, const char *object, struct arena *mem, struct err *e)
{
	int rc = select_resolve(&s->select, m, object, mem, &s->tag, &s->n, e);
	if (rc < 0)
		return rc;
	s->node = ARENA_ARRAY(mem, (size_t)s->n, struct node *);
	if (!s->node)
		return err_set(e, ERR_MEMORY, object, "no memory for %d nodes", s->n);
	for (int i = 0; i < s->n; i++)
		s->node[i] = model_node(m, s->tag[i]);
	return 0;
}

static void node_refresh(void *self, const struct model *m)
{
	struct source_node *s = self;
	for (int i = 0; i < s->n; i++)
		s->node[i] = model_node(m, s->tag[i]);
	for (int i = 0; i < s->nseries; i++)
		s->series[i] = s->series_tag[i] == 0 ? NULL : model_series(m, s->series_tag[i]);
}

/* Without -dof all freedoms of the nodes. A freedom that none of the nodes has is a mistake. */
static int choose_freedoms(struct source_node *s, const char *object, struct arena *mem, struct err *e)
{
	int most = 0;
	for (int i = 0; i < s->n; i++)
		most = s->node[i]->ndf > most ? s->node[i]->ndf : most;
	if (s->ndof == 0) {
		s->dof = ARENA_ARRAY(mem, (size_t)most, int);
		if (!s->dof)
			return err_set(e, ERR_MEMORY, object, "no memory");
		for (s->ndof = 0; s->ndof < most; s->ndof++)
			s->dof[s->ndof] = s->ndof + 1;
	}
	for (int i = 0; i < s->ndof; i++)
		if (s->dof[i] > most) {
			err_set(e, ERR_RANGE, object, "no node has this freedom");
			err_value(e, "%d", s->dof[i]);
			err_allowed(e, "1 to %d", most);
			return ERR_RANGE;
		}
	return 0;
}

static const char *owner_text(const struct node *n, struct arena *mem)
{
	if (n->ndm == 1)
		return record_text(mem, "NodeOutput nodeTag=\"%d\" coord1=\"%g\"", n->tag, n->x[0]);
	if (n->ndm == 2)
		return record_text(mem, "NodeOutput nodeTag=\"%d\" coord1=\"%g\" coord2=\"%g\"", n->tag, n->x[0], n->x[1]);
	return record_text(mem, "NodeOutput nodeTag=\"%d\" coord1=\"%g\" coord2=\"%g\" coord3=\"%g\"", n->tag, n->x[0], n->x[1], n->x[2]);
}

/* Columns of one node. */
static int column_count(const struct source_node *s)
{
	return s->response->kind == KIND_NORM ? 1 : s->ndof;
}

static bool name_column(const struct source_node *s, int tag, int dof, struct arena *mem, struct column *c)
{
	const struct node_response *r = s->response;
	if (r->kind == KIND_NORM) {
		c->name = record_text(mem, "node%d_%s", tag, r->word);
		c->response = r->letter;
	} else if (r->kind == KIND_EIGEN && s->mode > 0) {
		c->name = record_text(mem, "node%d_eigen%d_%d", tag, s->mode, dof);
		c->response = record_text(mem, "E%d_%d", s->mode, dof);
	} else {
		c->name = record_text(mem, "node%d_%s%d", tag, r->word, dof);
		c->response = record_text(mem, "%s%d", r->letter, dof);
	}
	return c->name && c->response;
}

static int make_columns(const struct source_node *s, const char *object, struct arena *mem, struct column **ret, struct err *e)
{
	int each = column_count(s);
	struct column *column = ARENA_ARRAY(mem, (size_t)s->n * (size_t)each, struct column);
	bool good = column != NULL;
	for (int i = 0; good && i < s->n; i++) {
		const char *owner = owner_text(s->node[i], mem);
		for (int j = 0; good && j < each; j++) {
			struct column *c = &column[i * each + j];
			c->owner = owner;
			good = owner && name_column(s, s->tag[i], s->dof[j], mem, c);
		}
	}
	if (!good)
		return err_set(e, ERR_MEMORY, object, "no memory for the names of the columns");
	*ret = column;
	return 0;
}

static int node_begin(void *self, struct record_context *c, const char *object, struct arena *mem, struct column **ret_column, int *ret_n, struct err *e)
{
	struct source_node *s = self;
	const struct model *m = c->an->m;
	if (!s->response)
		s->response = &RESPONSES[0]; /* disp */
	int rc = find_nodes(s, m, object, mem, e);
	for (int i = 0; i < s->n && rc == 0 && s->response->kind == KIND_MOTION; i++)
		rc = analysis_watch(c->an, s->node[i]);
	if (rc == 0)
		rc = choose_freedoms(s, object, mem, e);
	if (rc == 0)
		rc = find_series(s, m, object, mem, e);
	if (rc == 0)
		rc = make_columns(s, object, mem, ret_column, e);
	if (rc == 0)
		*ret_n = s->n * column_count(s);
	return rc;
}

static double node_value(const struct source_node *s, const struct record_context *c, const struct node *n, int dof)
{
	const struct model *m = c->an->m;
	int mode = s->mode > 0 ? s->mode - 1 : c->row;
	if (!n || dof >= n->ndf || n->dof0 < 0)
		return 0.0;
	switch (s->response->kind) {
	case KIND_NORM:
	case KIND_MOTION:   return analysis_node(c->an, n, dof, s->response->which);
	case KIND_REACTION: return (s->response->which < REACTION_APPLIED ? analysis_reaction : analysis_applied)(c->an, n, dof);
	case KIND_EIGEN:    return mode < m->nmode ? m->eigenvector[(size_t)mode * (size_t)m->ndof + (size_t)(n->dof0 + dof)] : 0.0;
	case KIND_ZERO:     break;
	}
	return 0.0;
}

static int node_rows(const void *self, const struct record_context *c)
{
	const struct source_node *s = self;
	return s->response->kind == KIND_EIGEN && s->mode == 0 ? c->an->m->nmode : 1;
}

static int node_read(void *self, struct record_context *c, double *ret_x, struct err *e)
{
	struct source_node *s = self;
	bool norm = s->response->kind == KIND_NORM, absolute = norm || s->response->kind == KIND_MOTION;
	double t = analysis_time(c->an);
	int at = 0;
	if (s->response->kind == KIND_REACTION) {
		int rc = record_reactions(c, s->response->which, e);
		if (rc < 0)
			return rc;
	}
	for (int i = 0; i < s->n; i++) {
		double square = 0.0;
		for (int j = 0; j < s->ndof; j++) {
			double x = node_value(s, c, s->node[i], s->dof[j] - 1);
			if (s->series[j] && absolute)
				x += series_value(s->series[j], t);
			square += x * x;
			if (!norm)
				ret_x[at++] = x;
		}
		if (norm)
			ret_x[at++] = sqrt(square);
	}
	return 0;
}

const struct source_ops source_node = {
	.name = "Node",
	.envelope = "EnvelopeNode",
	.brief = "displacements, velocities, accelerations, reactions and mode shapes of nodes",
	.usage = "recorder Node|EnvelopeNode " RECORDER_OPTIONS " "
	         "-node n ... | -nodeRange first last | -region r  <-dof d ...>  <-timeSeries tag ...>  "
	         "disp|vel|accel|incrDisp|reaction|reactionIncludingInertia|rayleighForces|"
	         "unbalance|unbalanceIncludingInertia|nodalRayleighForces|dispNorm|eigen|\"eigen mode\"; disp if none is given",
	.size = sizeof(struct source_node),
	.option = node_option,
	.response = node_response,
	.check = node_check,
	.begin = node_begin,
	.refresh = node_refresh,
	.rows = node_rows,
	.read = node_read,
};
