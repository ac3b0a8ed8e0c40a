/* What members with sections along them share. */
#include "element/beam_column.h"

/* Words --------------------------------------------------------------------------------------------- */

static int need_components(const struct beam_column *b, const struct section *s, const char *object, struct err *e)
{
	static const int code[] = { SECTION_P, SECTION_MZ, SECTION_MY, SECTION_T };
	for (int i = 0; i < (b->nb == 3 ? 2 : 4); i++)
		if (section_index(s, code[i]) < 0) {
			int rc = err_set(e, ERR_ARGUMENT, object, "section %d lacks a component that the member needs", s->tag);
			err_allowed(e, b->nb == 3 ? "sections with P and Mz" : "sections with P, Mz, My and T");
			return rc;
		}
	return 0;
}

/* A section's tag, for the points from first to last. */
static int read_section(struct beam_column *b, int first, int last, struct args *a, const struct model *m, struct err *e)
{
	struct section *s;
	int tag, code = args_tag(a, "section", &tag, e);
	if (code == 0)
		code = model_need_section(m, tag, a->object, &s, e);
	if (code == 0)
		code = need_components(b, s, a->object, e);
	for (int i = first; i <= last && code == 0; i++)
		b->section[i] = s;
	return code;
}

/* The name of a rule. */
static int read_kind(struct args *a, const char *name, enum quadrature *ret_rule, struct err *e)
{
	const char *names[QUADRATURE_RULES + 1] = { NULL };
	int which, code;
	for (int i = 0; i < QUADRATURE_RULES; i++)
		names[i] = quadrature_table[i].name;
	if ((code = args_choice(a, name, names, &which, e)) == 0)
		*ret_rule = (enum quadrature)which;
	return code;
}

/* numIntgrPts secTag, or numIntgrPts -sections secTag1 ... */
static int read_points(struct beam_column *b, enum quadrature rule, struct args *a, const struct model *m, struct err *e)
{
	int code = integration_count(rule, a, &b->n, e);
	if (code < 0)
		return code;
	if (!args_accept(a, "-sections"))
		return read_section(b, 0, b->n - 1, a, m, e);
	for (int i = 0; i < b->n && code == 0; i++)
		code = read_section(b, i, i, a, m, e);
	return code;
}

/* Type secTag numIntgrPts, in one word or three. */
static int read_rule(struct beam_column *b, enum quadrature *ret_rule, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	const char *word[4], *blank = strpbrk(args_peek(a), " \t\n");
	struct args inner = *a, *from = a;
	int code;
	if (blank) {
		char *text = arena_text(mem, args_peek(a));
		int n = 0;
		if (!text)
			return err_set(e, ERR_MEMORY, a->object, "out of memory");
		/* one more than there may be, so that it is refused */
		for (char *w = text + strspn(text, " \t\n"); *w && n < (int)COUNT(word); w += strspn(w, " \t\n")) {
			word[n++] = w;
			w += strcspn(w, " \t\n");
			if (*w)
				*w++ = '\0';
		}
		inner.word = word;
		inner.n = n;
		inner.at = 0;
		from = &inner;
		a->at++;
	}
	if ((code = read_kind(from, "integration", ret_rule, e)) < 0)
		return code;
	struct args section = *from;
	from->at++;
	if ((code = integration_count(*ret_rule, from, &b->n, e)) < 0 || (blank && (code = args_end(from, e)) < 0))
		return code;
	return read_section(b, 0, b->n - 1, &section, m, e);
}

/* transfTag integrationTag */
static int read_integration(struct beam_column *b, struct args *a, struct element *el, const struct model *m, struct err *e)
{
	struct integration *g;
	int tag, code = beam_place(&b->frame, a, el, m, e);
	if (code == 0)
		code = args_tag(a, "integrationTag", &tag, e);
	if (code == 0)
		code = model_need_integration(m, tag, a->object, &g, e);
	if (code)
		return code;
	b->n = g->n;
	b->given = true;
	for (int i = 0; i < g->n && code == 0; i++) {
		b->section[i] = g->section[i];
		code = need_components(b, g->section[i], a->object, e);
	}
	return code < 0 ? code : integration_place(g, b->frame.length, a->object, b->x, b->w, e);
}

/* Which of the three forms stands behind the nodes: the second word is a rule's name; or it is a tag, and another one follows or not. */
enum form { FORM_POINTS, FORM_RULE, FORM_INTEGRATION };
static enum form form_of(const struct args *a)
{
	struct args second = *a, third = *a;
	second.at++;
	third.at += 2;
	if (args_more(&second) && !args_more_int(&second) && strcmp(args_peek(&second), "-sections") != 0)
		return FORM_RULE;
	return args_more_int(&second) && !args_more_int(&third) ? FORM_INTEGRATION : FORM_POINTS;
}

/* Initial stiffnesses along the first section, for the consistent mass in torsion. */
static void note_gyration(struct beam_column *b)
{
	const struct section *s = b->section[0];
	double k[SECTION_MAX * SECTION_MAX];
	int p = section_index(s, SECTION_P), t = section_index(s, SECTION_T);
	s->ops->initial(s->self, k);
	if (s->ops->gyration)
		b->gyration = s->ops->gyration(s->self);
	else if (t >= 0 && k[p * s->n + p] > 0.0)
		b->gyration = k[t * s->n + t] / k[p * s->n + p];
}

static void claim_history(struct beam_column *b, struct element *el)
{
	b->basic = el->nstate;
	el->nstate += 2 * b->nb;
	for (int i = 0; i < b->n; i++) {
		b->at[i] = el->nstate;
		el->nstate += 2 * b->section[i]->n + b->section[i]->nstate;
	}
}

int beam_column_read(struct beam_column *b, enum quadrature rule, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = beam_nodes(el, a, m, mem, e);
	if (code < 0)
		return code;
	b->nb = m->ndm == 2 ? 3 : 6;
	switch (form_of(a)) {
	case FORM_POINTS:
		if ((code = read_points(b, rule, a, m, e)) == 0)
			code = beam_place(&b->frame, a, el, m, e);
		break;
	case FORM_RULE:
		if ((code = beam_place(&b->frame, a, el, m, e)) == 0)
			code = read_rule(b, &rule, a, m, mem, e);
		break;
	case FORM_INTEGRATION:
		code = read_integration(b, a, el, m, e);
		break;
	}
	if (code < 0)
		return code;
	if (!b->given)
		quadrature(rule, b->n, b->x, b->w);
	claim_history(b, el);
	note_gyration(b);
	el->rayleigh = true;
	return 0;
}

int beam_column_option(struct beam_column *b, struct args *a, struct err *e)
{
	enum quadrature rule;
	int code;
	if (args_accept(a, "-mass"))
		return args_real(a, "-mass", RANGE_NONNEG, &b->rho, e);
	if (args_accept(a, "-cMass")) {
		b->consistent = true;
		return 0;
	}
	if (b->given || !args_accept(a, "-integration"))
		return args_end(a, e);
	if ((code = read_kind(a, "-integration", &rule, e)) < 0)
		return code;
	if (!quadrature_has(rule, b->n)) {
		const struct quadrature_rule *r = &quadrature_table[rule];
		code = err_set(e, ERR_RANGE, a->object, "%s cannot have so many points", r->name);
		err_value(e, "%d", b->n);
		err_allowed(e, "%d to %d points%s", r->least, r->most, r->odd ? ", an odd number" : "");
		return code;
	}
	quadrature(rule, b->n, b->x, b->w);
	return 0;
}

/* Slots --------------------------------------------------------------------------------------------- */

void beam_column_start(const void *self, double *h)
{
	const struct beam_column *b = self;
	beam_start(&b->frame, h);
	for (int i = 0; i < b->n; i++)
		if (b->section[i]->ops->start)
			b->section[i]->ops->start(b->section[i]->self, h + beam_column_history(b, i));
}

void beam_column_initial(const void *self, double *ret_k)
{
	const struct beam_column *b = self;
	beam_initial(&b->frame, b->kb, ret_k);
}

void beam_column_mass(const void *self, double *ret_m)
{
	const struct beam_column *b = self;
	beam_mass(&b->frame, b->rho * b->frame.length, b->gyration, b->consistent, ret_m);
}

int beam_column_load(const void *self, const struct element_load *l, double factor, double *load)
{
	static const struct bending straight[2] = { { .near = 1.0 }, { .near = 1.0 } };
	const struct beam_column *b = self;
	return beam_load(&b->frame, straight, l, factor, load);
}

bool beam_column_linear(const void *self)
{
	const struct beam_column *b = self;
	for (int i = 0; i < b->n; i++)
		if (!b->section[i]->ops->linear || !b->section[i]->ops->linear(b->section[i]->self))
			return false;
	return b->frame.ops->linear;
}

void beam_column_claim(const void *self, struct element_claims *ret_c)
{
	const struct beam_column *b = self;
	beam_claim(&b->frame, ret_c);
}

/* Answer -------------------------------------------------------------------------------------------- */

void beam_column_ask(const struct beam_column *b, int i, const struct element_io *io, const double *e, double *ret_k)
{
	const struct section *s = b->section[i];
	double *kept = beam_column_strain(b, i, io->ht);
	int history = beam_column_history(b, i);
	memcpy(kept, e, (size_t)s->n * sizeof *e);
	struct section_io in = { .e = kept, .dt = io->dt, .s = kept + s->n, .k = ret_k };
	s->ops->respond(s->self, io->hc + history, io->ht + history, &in);
}

void beam_column_answer(const struct beam_column *b, const struct element_io *io, const double *v, const double *q, const double *kb, double *f, double *k,
	double *c)
{
	int ndof = 2 * b->nb;
	memcpy(io->ht + b->basic, v, (size_t)b->nb * sizeof *v);
	memcpy(io->ht + b->basic + b->nb, q, (size_t)b->nb * sizeof *q);
	b->frame.ops->force(&b->frame, io->ht, io->u, q, io->load, f);
	if (k)
		b->frame.ops->stiff(&b->frame, io->ht, io->u, kb, q, k);
	if (c)
		memset(c, 0, (size_t)(ndof * ndof) * sizeof *c);
}

static int give(int n, const double *x, double *ret_x, int max)
{
	if (n > max)
		return 0;
	memcpy(ret_x, x, (size_t)n * sizeof *x);
	return n;
}

/* What "section i" answers to the words behind it. */
static int section_answer(const struct beam_column *b, const double *h, int i, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const force[] = { "force", "forces", NULL }, *const deformation[] = { "deformation", "deformations", NULL };
	const struct section *s = b->section[i];
	const double *e = h + b->at[i];
	if (argc == 1 && text_among(argv[0], deformation))
		return give(s->n, e, ret_x, max);
	if (argc == 1 && text_among(argv[0], force))
		return give(s->n, e + s->n, ret_x, max);
	if (argc == 1 && strcmp(argv[0], "forceAndDeformation") == 0)
		return give(2 * s->n, e, ret_x, max);
	return s->ops->response ? s->ops->response(s->self, h + beam_column_history(b, i), argc, argv, ret_x, max) : 0;
}

int beam_column_response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct beam_column *b = self;
	const double *v = io->ht + b->basic;
	double scaled[QUADRATURE_MAX];
	int i;
	if (argc >= 3 && strcmp(argv[0], "section") == 0)
		return text_int(argv[1], &i) && i >= 1 && i <= b->n ? section_answer(b, io->ht, i - 1, argc - 2, argv + 2, ret_x, max) : 0;
	bool points = argc == 1 && strcmp(argv[0], "integrationPoints") == 0;
	if (points || (argc == 1 && strcmp(argv[0], "integrationWeights") == 0)) {
		for (int j = 0; j < b->n; j++)
			scaled[j] = b->frame.length * (points ? b->x[j] : b->w[j]);
		return give(b->n, scaled, ret_x, max);
	}
	return beam_response(&b->frame, v, v + b->nb, io->load, argc, argv, ret_x, max);
}
