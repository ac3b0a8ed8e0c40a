/* Storey drift ratios: (u_j - u_i) in direction dof, divided by the distance of the nodes along the perpendicular direction,
 * one column a pair of nodes. */
#include "recorder/source.h"

#include <limits.h>
#include <math.h>

struct pair {
	struct node *i, *j;             /* NULL when gone; borrowed: model */
	double height;                  /* 0: none */
};

struct source_drift {
	int *i_tag, ni, *j_tag, nj;     /* owned: recorder's arena */
	int dof, direction;             /* 1-based, 0: not given */
	struct pair *pair;              /* ni of them, owned: recorder's arena */
};

static int drift_option(void *self, struct args *a, struct arena *mem, struct err *e)
{
	struct source_drift *s = self;
	int rc;
	if (args_accept(a, "-iNode") || args_accept(a, "-iNodes"))
		rc = args_list_int(a, "node i", INT_MIN, INT_MAX, 1, mem, &s->i_tag, &s->ni, e);
	else if (args_accept(a, "-jNode") || args_accept(a, "-jNodes"))
		rc = args_list_int(a, "node j", INT_MIN, INT_MAX, 1, mem, &s->j_tag, &s->nj, e);
	else if (args_accept(a, "-dof"))
		rc = args_int(a, "freedom", 1, NODE_DOF_MAX, &s->dof, e);
	else if (args_accept(a, "-perpDirn"))
		rc = args_int(a, "perpendicular direction", 1, 3, &s->direction, e);
	else
		return 0;
	return rc < 0 ? rc : 1;
}

static int drift_check(const void *self, const char *object, struct err *e)
{
	const struct source_drift *s = self;
	const char *missing = s->ni == 0 ? "-iNode" : s->nj == 0 ? "-jNode" : s->dof == 0 ? "-dof" : s->direction == 0 ? "-perpDirn" : NULL;
	if (missing)
		return err_set(e, ERR_ARGUMENT, object, "%s is missing", missing);
	if (s->ni != s->nj)
		return err_set(e, ERR_ARGUMENT, object, "-iNode has %d nodes and -jNode %d; they must pair", s->ni, s->nj);
	return 0;
}

/* The nodes may have been removed, and made again elsewhere. */
static void pair_place(struct source_drift *s, const struct model *m, int k)
{
	struct pair *p = &s->pair[k];
	p->i = model_node(m, s->i_tag[k]);
	p->j = model_node(m, s->j_tag[k]);
	p->height = p->i && p->j ? fabs(p->j->x[s->direction - 1] - p->i->x[s->direction - 1]) : 0.0;
}

static int find_pair(struct source_drift *s, const struct model *m, int k, const char *object, struct err *e)
{
	struct pair p = {0};
	int rc = model_need_node(m, s->i_tag[k], object, &p.i, e);
	if (rc == 0)
		rc = model_need_node(m, s->j_tag[k], object, &p.j, e);
	if (rc < 0)
		return rc;
	if (s->dof > p.i->ndf || s->dof > p.j->ndf)
		return err_set(e, ERR_RANGE, object, "nodes %d and %d do not both have freedom %d", p.i->tag, p.j->tag, s->dof);
	pair_place(s, m, k);
	if (s->pair[k].height == 0.0)
		return err_set(e, ERR_GEOMETRY, object, "nodes %d and %d have no distance in direction %d", p.i->tag, p.j->tag, s->direction);
	return 0;
}

static int drift_begin(void *self, struct record_context *c, const char *object, struct arena *mem, struct column **ret_column, int *ret_n, struct err *e)
{
	struct source_drift *s = self;
	struct column *column = ARENA_ARRAY(mem, (size_t)s->ni, struct column);
	s->pair = ARENA_ARRAY(mem, (size_t)s->ni, struct pair);
	bool good = column && s->pair;
	for (int k = 0; good && k < s->ni; k++) {
		int rc = find_pair(s, c->an->m, k, object, e);
		if (rc == 0)
			rc = analysis_watch(c->an, s->pair[k].i);
		if (rc == 0)
			rc = analysis_watch(c->an, s->pair[k].j);
		if (rc < 0)
			return rc;
		column[k].owner = record_text(mem, "DriftOutput node1=\"%d\" node2=\"%d\" perpDirn=\"%d\" lengthPerpDirn=\"%g\"",
		                              s->i_tag[k], s->j_tag[k], s->direction, s->pair[k].height);
		column[k].name = record_text(mem, "drift_%d_%d", s->i_tag[k], s->j_tag[k]);
		column[k].response = "drift";
		good = column[k].owner && column[k].name;
	}
	if (!good)
		return err_set(e, ERR_MEMORY, object, "no memory for %d pairs of nodes", s->ni);
	*ret_column = column;
	*ret_n = s->ni;
	return 0;
}

static void drift_refresh(void *self, const struct model *m)
{
	struct source_drift *s = self;
	for (int k = 0; k < s->ni; k++)
		pair_place(s, m, k);
}

static int drift_read(void *self, struct record_context *c, double *ret_x, struct err *e)
{
	struct source_drift *s = self;
	(void)e;
	for (int k = 0; k < s->ni; k++) {
		const struct pair *p = &s->pair[k];
		ret_x[k] = p->height == 0.0 ? 0.0
			: (analysis_node(c->an, p->j, s->dof - 1, NODE_DISP) - analysis_node(c->an, p->i, s->dof - 1, NODE_DISP)) / p->height;
	}
	return 0;
}

const struct source_ops source_drift = {
	.name = "Drift",
	.envelope = "EnvelopeDrift",
	.brief = "storey drift ratios",
	.usage = "recorder Drift|EnvelopeDrift " RECORDER_OPTIONS " "
	         "-iNode n ... -jNode n ... -dof d -perpDirn direction",
	.size = sizeof(struct source_drift),
	.option = drift_option,
	.check = drift_check,
	.begin = drift_begin,
	.refresh = drift_refresh,
	.read = drift_read,
};
