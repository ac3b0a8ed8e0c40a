/* The program's half of an engine on ranks: commands and numbers to them, answers back. */
#include "engine/ranks.h"

_Static_assert((int)CLUSTER_SLOTS == (int)ENGINE_SLOTS, "slots are those of engines");

static struct cluster_command command(const struct ranks *s, enum cluster_op op, int slot, enum cluster_form form)
{
	const struct pattern_csc *p = s->base.p;

	return (struct cluster_command){.op = op, .job = s->job - 1, .kind = s->kind, .slot = slot, .form = form, .symmetric = p->symmetric, .n = p->n,
	                                .nnz = p->nnz};
}

int ranks_setup(struct ranks *s, enum cluster_kind kind, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct cluster_part part[] = {{p->start, ((size_t)p->n + 1) * sizeof(int)}, {p->row, (size_t)p->nnz * sizeof(int)}};
	struct cluster_command c;
	struct cluster_answer answer;
	int code = engine_base_setup(&s->base, p, run, e);

	if (!code)
		code = cluster_open(e);
	if (code)
		return code;
	s->kind = kind;
	s->job = cluster_job_take();
	if (!s->job)
		return err_set(e, ERR_LIMIT, "engine", "the ranks have %d matrices already", CLUSTER_JOBS);
	c = command(s, CLUSTER_OPEN, 0, CLUSTER_DEFINITE);
	code = cluster_call(&c, part, COUNT(part), NULL, 0, &answer);
	s->bytes = answer.bytes;
	if (code == ERR_LOST)
		return err_set(e, code, "ranks", "%s", cluster_lost_text());
	return code ? err_set(e, code, "engine on ranks", "%s", answer.what[0] ? answer.what : err_message(code)) : 0;
}

int ranks_factor(struct ranks *s, int slot, enum cluster_form form, const double *value, double *ret_pivots, int *ret_pivot)
{
	size_t n = (size_t)s->base.p->n;
	struct cluster_part part[] = {{value, (size_t)s->base.p->nnz * sizeof(double)}, {s->base.row_scale[slot], n * sizeof(double)}};
	struct cluster_command c = command(s, CLUSTER_FACTOR, slot, form);
	struct cluster_answer answer;
	int code = cluster_call(&c, part, form == CLUSTER_GENERAL ? 2 : 1, ret_pivots, ret_pivots ? n * sizeof(double) : 0, &answer);

	*ret_pivot = answer.pivot;
	return code;
}

int ranks_solve(const struct ranks *s, int slot, double *x)
{
	struct cluster_part part = {x, (size_t)s->base.p->n * sizeof(double)};
	struct cluster_command c = command(s, CLUSTER_SOLVE, slot, CLUSTER_DEFINITE);
	struct cluster_answer answer;

	return cluster_call(&c, &part, 1, x, part.size, &answer);
}

double ranks_cost(const struct pattern_csc *p, bool refactor)
{
	(void)p;
	(void)refactor;
	return -1;
}

double ranks_memory(const void *self)
{
	const struct ranks *s = self;

	return s->bytes;
}

void ranks_fini(void *self)
{
	struct ranks *s = self;
	struct cluster_command c;
	struct cluster_answer answer;

	if (!s->job)
		return;
	c = command(s, CLUSTER_CLOSE, 0, CLUSTER_DEFINITE);
	/* ranks that are gone have nothing to close */
	if (cluster_finish(&c, NULL, 0, NULL, 0, &answer) == 0)
		cluster_job_give(s->job);
	s->job = 0;
}
