/* Builds structures level by level and group by group, in the order of rising tags: see structure.h for the numbers. */
#include "model/structure.h"

#include "base/room.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct maker {
	struct model *m;
	struct structure *s;
	char object[96];
	int level;                     /* that nodes are being made of */
	long next_node, next_element;  /* tags: one beyond the largest, behind the last */
};

/* --- before anything is made ---------------------------------------------------------------------- */

/* Refuses a run of tags that does not end below INT_MAX, or of which one is in use. */
static int tags_check(const struct table *t, const char *kind, int first, long count, const char *object, struct err *e)
{
	int taken;

	if (first + count - 1 > INT_MAX) {
		int code = err_set(e, ERR_LIMIT, object, "too many %ss", kind);

		err_value(e, "%ld from tag %d on", count, first);
		err_allowed(e, "tags up to %d", INT_MAX);
		return code;
	}
	taken = table_within(t, first, (int)(first + count - 1));
	if (count > 0 && taken >= 0) {
		int code = err_set(e, ERR_DUPLICATE, object, "%s %d is there already", kind, t->row[taken].tag);

		err_value(e, "%ss %d to %ld", kind, first, first + count - 1);
		if (t->row[t->n - 1].tag < INT_MAX)
			err_hint(e, "begin behind those in use: -%s %d", kind, t->row[t->n - 1].tag + 1);
		return code;
	}
	return 0;
}

static int dimensions_check(const struct model *m, const struct structure_ops *ops, const char *object, struct err *e)
{
	int code;

	if (m->ndm == 0 || (m->ndm == ops->ndm && m->ndf == ops->ndf))
		return 0;
	code = err_set(e, ERR_STATE, object, "the model has other dimensions or freedoms");
	err_value(e, "model basic -ndm %d -ndf %d", m->ndm, m->ndf);
	err_allowed(e, "model basic -ndm %d -ndf %d", ops->ndm, ops->ndf);
	return code;
}

static int damping_check(const struct structure_words *w, const char *object, struct err *e)
{
	int code;

	if (w->zeta == 0.0 || w->f1 < w->f2)
		return 0;
	code = err_set(e, ERR_ARGUMENT, object, "the first frequency of damping must be below the second");
	err_value(e, "-f1 %g -f2 %g", w->f1, w->f2);
	return code;
}

/* Nodes with their masses, elements with what they are made of, and their rows in the tables, as they lie in the arena. */
static int memory_check(const struct structure *s, double nodes, double elements, const char *object, struct err *e)
{
	enum { BYTES_NODE = 224, BYTES_ELEMENT = 448 };

	return room_need(nodes * (BYTES_NODE + 8.0 * s->ops->ndf * s->ops->ndf) + elements * BYTES_ELEMENT, object, "the model", "take fewer storeys or bays", e);
}

/* Numbers of all nodes and groups; refuses what the model cannot take. */
static int number(struct maker *k, const void *self, const struct structure_words *w, struct err *e)
{
	struct structure *s = k->s;
	int nodes = 0, per[STRUCTURE_GROUPS] = { 0 }, code = dimensions_check(k->m, s->ops, k->object, e);
	long next = w->element;

	if (code == 0)
		code = damping_check(w, k->object, e);
	if (code == 0)
		code = s->ops->count(self, &nodes, per, e);
	if (code < 0)
		return code;
	s->storeys = w->storeys;
	s->node = (struct structure_run){ w->node, nodes };
	for (int g = 0; s->ops->group[g]; g++) {
		s->group[g] = (struct structure_run){ (int)(next < INT_MAX ? next : INT_MAX), per[g] };
		next += (long)per[g] * w->storeys;
	}
	code = memory_check(s, (double)nodes * (w->storeys + 1.0), (double)(next - w->element), k->object, e);
	if (code == 0)
		code = tags_check(&k->m->nodes, "node", w->node, (long)nodes * (w->storeys + 1L), k->object, e);
	return code < 0 ? code : tags_check(&k->m->elements, "element", w->element, next - w->element, k->object, e);
}

/* --- pieces ---------------------------------------------------------------------------------------- */

int maker_node(struct maker *k, const double *x, const double *mass, struct err *e)
{
	struct node *n;
	int tag = (int)k->next_node++, code = model_add_node(k->m, tag, k->s->ops->ndf, x, e);

	if (code < 0)
		return code;
	n = k->m->nodes.row[k->m->nodes.n - 1].tag == tag ? k->m->nodes.row[k->m->nodes.n - 1].object : model_node(k->m, tag);
	for (int i = 0; i < n->ndf && k->level == 0 && code == 0; i++)
		code = model_fix(k->m, n, i, e);
	if (k->level > 0 && mass) {
		k->s->mass += mass[0];
		code = model_set_mass(k->m, n, mass, e);
	}
	return code;
}

/* Half of a member's mass at a node, in all directions. */
static void lump(struct structure *s, struct node *n, int level, double half)
{
	if (level == 0)
		return;
	s->mass += half;
	for (int i = 0; i < n->ndm; i++)
		n->mass[i * n->ndf + i] += half;
}

/* A tag as a word, quickly: there are millions. */
static const char *tag_word(int tag, char text[16])
{
	char *at = text + 15;

	*at = '\0';
	do
		*--at = (char)('0' + tag % 10);
	while (tag /= 10);
	return at;
}

int maker_join(struct maker *k, const struct member *kind, int a, int i, int b, int j, struct err *e)
{
	const struct structure *s = k->s;
	int from = s->node.first + a * s->node.per + i, to = s->node.first + b * s->node.per + j, tag = (int)k->next_element++, code;
	char text[3][16];
	const char *word[3 + STRUCTURE_WORDS] = { tag_word(tag, text[0]), tag_word(from, text[1]), tag_word(to, text[2]) };
	struct args args = { .word = word, .n = 3 + kind->n };

	memcpy(word + 3, kind->word, (size_t)kind->n * sizeof(*word));
	code = element_build(k->m, kind->ops, &args, e);
	if (code == 0 && kind->rho > 0.0) {
		struct node *n = model_node(k->m, from), *o = model_node(k->m, to);
		double length = sqrt(pow(n->x[0] - o->x[0], 2) + pow(n->x[1] - o->x[1], 2) + pow(n->x[2] - o->x[2], 2));

		lump(k->s, n, a, 0.5 * kind->rho * length);
		lump(k->s, o, b, 0.5 * kind->rho * length);
	}
	return code;
}

/* Behind those in use; where the largest is taken, in the first gap. */
static int tag_free(const struct table *t)
{
	int tag = t->n && t->row[t->n - 1].tag > 0 ? t->row[t->n - 1].tag : 0;

	if (tag < INT_MAX)
		return tag + 1;
	for (tag = 1; table_within(t, tag, tag) >= 0;)
		tag++;
	return tag;
}

int maker_law(struct maker *k, double stiffness, double yield, double hardening, int *ret_tag, struct err *e)
{
	char text[4][32];
	const char *word[] = { text[0], text[1], text[2], text[3] };
	struct args a = { .word = word, .n = yield > 0.0 ? 4 : 2 };
	int tag = tag_free(&k->m->materials), code;
	const struct material_ops *ops = material_find(yield > 0.0 ? "Steel01" : "Elastic");

	ASSERT(ops && k->s->nlaw < STRUCTURE_LAWS);
	snprintf(text[0], sizeof(text[0]), "%d", tag);
	snprintf(text[1], sizeof(text[1]), "%.17g", yield > 0.0 ? yield : stiffness);
	snprintf(text[2], sizeof(text[2]), "%.17g", stiffness);
	snprintf(text[3], sizeof(text[3]), "%.17g", hardening);
	code = material_build(k->m, ops, &a, e);
	if (code < 0)
		return code;
	k->s->law[k->s->nlaw++] = *ret_tag = tag;
	return 0;
}

int maker_axes(struct maker *k, const double *vecxz, int *ret_tag, struct err *e)
{
	char text[4][32];
	const char *word[] = { text[0], text[1], text[2], text[3] };
	struct args a = { .word = word, .n = vecxz ? 4 : 1 };
	int tag = tag_free(&k->m->transforms), code;
	const struct transform_ops *ops = transform_find("Linear");

	ASSERT(ops && k->s->ntransform < STRUCTURE_LAWS);
	snprintf(text[0], sizeof(text[0]), "%d", tag);
	for (int i = 0; i < 3 && vecxz; i++)
		snprintf(text[i + 1], sizeof(text[i + 1]), "%.17g", vecxz[i]);
	code = transform_build(k->m, ops, &a, e);
	if (code < 0)
		return code;
	k->s->transform[k->s->ntransform++] = *ret_tag = tag;
	return 0;
}

int member_begin(struct member *kind, const char *element, struct err *e)
{
	*kind = (struct member){ .ops = element_find(element) };
	return kind->ops ? 0 : err_set(e, ERR_UNKNOWN, "generate", "there is no element %s", element);
}

static int member_word(struct maker *k, struct member *kind, const char *text, struct err *e)
{
	ASSERT(kind->n < STRUCTURE_WORDS);
	kind->word[kind->n] = arena_text(&k->m->arena, text);
	if (!kind->word[kind->n])
		return err_set(e, ERR_MEMORY, k->object, "no memory");
	kind->n++;
	return 0;
}

int member_real(struct maker *k, struct member *kind, double x, struct err *e)
{
	char text[32];

	snprintf(text, sizeof(text), "%.17g", x);
	return member_word(k, kind, text, e);
}

int member_int(struct maker *k, struct member *kind, int i, struct err *e)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", i);
	return member_word(k, kind, text, e);
}

int member_truss(struct maker *k, struct member *kind, double area, int law, bool damped, double density, struct err *e)
{
	int code = member_begin(kind, "truss", e);

	if (code == 0)
		code = member_real(k, kind, area, e);
	if (code == 0)
		code = member_int(k, kind, law, e);
	if (code == 0 && damped)
		code = member_word(k, kind, "-doRayleigh", e);
	if (code == 0 && damped)
		code = member_word(k, kind, "1", e);
	kind->rho = density * area;
	return code;
}

/* --- the walk -------------------------------------------------------------------------------------- */

static void show(const struct structure_progress *p, long done, long whole)
{
	enum { PARTS = 10000 };

	if (p && whole > 0)
		p->show(p->self, (int)((double)PARTS * (double)done / (double)whole), PARTS);
}

static int walk(struct maker *k, const void *self, const struct structure_progress *progress, struct err *e)
{
	const struct structure *s = k->s;
	long levels = s->storeys + 1L, done = 0, whole = levels;
	int code = 0;

	for (int g = 0; s->ops->group[g]; g++)
		whole += s->group[g].per ? s->storeys : 0;
	for (k->level = 0; k->level < levels && code == 0; k->level++, done++) {
		code = s->ops->level(self, k, k->level, e);
		ASSERT(code < 0 || k->next_node == s->node.first + (k->level + 1L) * s->node.per);
		show(progress, done, whole);
	}
	for (int g = 0; s->ops->group[g]; g++)
		for (int storey = 1; storey <= s->storeys && s->group[g].per && code == 0; storey++, done++) {
			code = s->ops->storey(self, k, g, storey, e);
			ASSERT(code < 0 || k->next_element == s->group[g].first + (long)storey * s->group[g].per);
			show(progress, done, whole);
		}
	return code;
}

/* C = a M + b K with the ratio zeta at two frequencies: a = 2 zeta w1 w2 / (w1 + w2), b = 2 zeta / (w1 + w2). */
static void damp(struct model *m, const struct structure_words *w)
{
	double w1 = 2.0 * M_PI * w->f1, w2 = 2.0 * M_PI * w->f2;
	double factor[4] = { 2.0 * w->zeta * w1 * w2 / (w1 + w2), 0.0, 2.0 * w->zeta / (w1 + w2), 0.0 };

	if (w->zeta > 0.0)
		model_rayleigh(m, factor);
}

int structure_build(struct model *m, const struct structure_ops *ops, struct args *a, const struct structure_progress *progress, struct err *e)
{
	struct structure *s = ARENA_NEW(&m->arena, struct structure);
	struct structure_words *self = arena_alloc(&m->arena, ops->size);
	struct maker k = { .m = m, .s = s };
	int code;

	snprintf(a->object, sizeof(a->object), "generate %s", ops->name);
	snprintf(k.object, sizeof(k.object), "generate %s", ops->name);
	if (!s || !self)
		return err_set(e, ERR_MEMORY, a->object, "no memory");
	s->ops = ops;
	code = param_parse(ops->params, self, a, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		code = number(&k, self, self, e);
	if (code < 0)
		return code;
	m->ndm = ops->ndm;
	m->ndf = ops->ndf;
	k.next_node = self->node;
	k.next_element = self->element;
	code = ops->begin(self, &k, e);
	if (code == 0)
		code = walk(&k, self, progress, e);
	if (code < 0)
		return code;
	damp(m, self);
	m->structure = s;
	return 0;
}
