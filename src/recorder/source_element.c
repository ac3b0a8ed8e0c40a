/* Element responses: all words after the options are asked of every chosen element (force, localForce, "material 1 stress", ...).
 *
 * Columns go element after element, each with as many as it answers; -dof picks some of them. Elements of a list, range or
 * region that do not know the response are left out, as OpenSees does; when none knows it, that is a mistake. */
#include "recorder/select.h"
#include "recorder/source.h"

#include <stdio.h>
#include <string.h>

enum { RESPONSE_MAX = ELEMENT_DOF_MAX * ELEMENT_DOF_MAX };

struct watched {
	int tag;
	int n;                          /* values it answers */
	struct element *element;        /* NULL when gone; borrowed: model */
};

struct source_element {
	struct selection select;
	int *dof, ndof;                 /* 1-based picks; owned: recorder's arena */
	int argc;
	const char **argv;              /* owned: recorder's arena */
	struct watched *watched;        /* owned: recorder's arena */
	int n;
	double *answer;                 /* of one element, owned: recorder's arena */
};

static int element_option(void *self, struct args *a, struct arena *mem, struct err *e)
{
	struct source_element *s = self;
	s->select.kind = SELECT_ELEMENTS;
	int rc = select_option(&s->select, a, mem, e);
	if (rc != 0)
		return rc;
	if (!args_accept(a, "-dof"))
		return 0;
	rc = args_list_int(a, "component", 1, RESPONSE_MAX, 1, mem, &s->dof, &s->ndof, e);
	return rc < 0 ? rc : 1;
}

/* A response given as one word with blanks is taken apart: "material 1 stress". */
static int split_words(struct source_element *s, const char *text, struct arena *mem)
{
	char *copy = arena_text(mem, text);
	s->argv = ARENA_ARRAY(mem, strlen(text) / 2 + 1, const char *);
	if (!copy || !s->argv)
		return ERR_MEMORY;
	char *rest = NULL;
	for (char *w = strtok_r(copy, " \t", &rest); w; w = strtok_r(NULL, " \t", &rest))
		s->argv[s->argc++] = w;
	return 0;
}

static int element_response(void *self, struct args *a, struct arena *mem, struct err *e)
{
	struct source_element *s = self;
	int n = a->n - a->at, rc = 0;
	s->select.kind = SELECT_ELEMENTS;
	s->argc = 0;
	if (n == 1) {
		rc = split_words(s, a->word[a->at], mem);
	} else {
		s->argv = ARENA_ARRAY(mem, (size_t)n, const char *);
		for (int i = 0; s->argv && i < n; i++)
			if ((s->argv[i] = arena_text(mem, a->word[a->at + i])))
				s->argc++;
	}
	a->at = a->n;
	return rc < 0 || (n > 1 && s->argc < n) ? err_set(e, ERR_MEMORY, a->object, "no memory") : 0;
}

static int element_check(const void *self, const char *object, struct err *e)
{
	const struct source_element *s = self;
	if (s->argc > 0)
		return 0;
	err_set(e, ERR_ARGUMENT, object, "the response is missing");
	err_hint(e, "for example force, localForce, basicForce, axialForce, deformations, material 1 stressStrain");
	return ERR_ARGUMENT;
}

static int none_knows(const struct source_element *s, const int *tag, int n, const char *object, struct err *e)
{
	char words[96] = "";
	for (int i = 0; i < s->argc; i++) {
		size_t used = strlen(words);
		snprintf(words + used, sizeof(words) - used, "%s%s", i ? " " : "", s->argv[i]);
	}
	if (n == 1)
		err_set(e, ERR_UNKNOWN, object, "element %d does not know the response", tag[0]);
	else
		err_set(e, ERR_UNKNOWN, object, "none of the %d elements knows the response", n);
	err_value(e, "%s", words);
	err_hint(e, "most elements know force, localForce, basicForce, deformations; those with materials also material 1 stressStrain");
	return ERR_UNKNOWN;
}

/* Number of columns of one element: its whole answer, or the picks that it has. */
static int column_count(const struct source_element *s, const struct watched *w)
{
	int n = 0;
	for (int i = 0; i < s->ndof; i++)
		n += s->dof[i] <= w->n;
	return s->ndof > 0 ? n : w->n;
}

static int find_elements(struct source_element *s, struct analysis *an, const char *object, struct arena *mem, struct err *e)
{
	int *tag, n;
	int rc = select_resolve(&s->select, an->m, object, mem, &tag, &n, e);
	if (rc < 0)
		return rc;
	s->watched = ARENA_ARRAY(mem, (size_t)n, struct watched);
	s->answer = ARENA_ARRAY(mem, RESPONSE_MAX, double);
	if (!s->watched || !s->answer)
		return err_set(e, ERR_MEMORY, object, "no memory for %d elements", n);
	s->n = 0;
	for (int i = 0; i < n; i++) {
		struct watched w = {.tag = tag[i], .element = model_element(an->m, tag[i])};
		w.n = analysis_element_response(an, w.element, s->argc, s->argv, s->answer, RESPONSE_MAX);
		if (w.n > 0)
			s->watched[s->n++] = w;
		for (int k = 0; k < w.element->nnode && w.n > 0 && rc == 0; k++)
			rc = analysis_watch(an, w.element->node[k]);
	}
	if (rc < 0)
		return err_set(e, rc, object, "no memory for %d elements", n);
	return s->n > 0 ? 0 : none_knows(s, tag, n, object, e);
}

static const char *owner_text(const struct element *el, struct arena *mem)
{
	enum { EACH = sizeof(" node2147483647=\"-2147483648\"") };
	size_t size = sizeof("ElementOutput eleType=\"\" eleTag=\"-2147483648\"") + strlen(el->ops->name) + (size_t)el->nnode * EACH;
	char *text = arena_alloc(mem, size);
	int used = text ? snprintf(text, size, "ElementOutput eleType=\"%s\" eleTag=\"%d\"", el->ops->name, el->tag) : 0;
	for (int i = 0; text && i < el->nnode; i++)
		used += snprintf(text + used, size - (size_t)used, " node%d=\"%d\"", i + 1, el->node[i]->tag);
	return text;
}

static bool name_column(const struct source_element *s, const struct watched *w, int component, const char *owner, struct arena *mem, struct column *c)
{
	char words[96] = "";
	for (int i = 0; i < s->argc; i++) {
		size_t used = strlen(words);
		snprintf(words + used, sizeof(words) - used, "_%s", s->argv[i]);
	}
	c->owner = owner;
	c->name = record_text(mem, "ele%d%s_%d", w->tag, words, component);
	c->response = record_text(mem, "%s_%d", words + 1, component);
	return c->owner && c->name && c->response;
}

static int element_begin(void *self, struct record_context *c, const char *object, struct arena *mem, struct column **ret_column, int *ret_n, struct err *e)
{
	struct source_element *s = self;
	int rc = find_elements(s, c->an, object, mem, e), total = 0, at = 0;
	if (rc < 0)
		return rc;
	for (int i = 0; i < s->n; i++)
		total += column_count(s, &s->watched[i]);
	if (total == 0)
		return err_set(e, ERR_RANGE, object, "the answer has none of the components of -dof");
	struct column *column = ARENA_ARRAY(mem, (size_t)total, struct column);
	bool good = column != NULL;
	for (int i = 0; good && i < s->n; i++) {
		const struct watched *w = &s->watched[i];
		const char *owner = owner_text(w->element, mem);
		for (int j = 0; good && j < (s->ndof > 0 ? s->ndof : w->n); j++) {
			int component = s->ndof > 0 ? s->dof[j] : j + 1;
			if (component <= w->n)
				good = name_column(s, w, component, owner, mem, &column[at++]);
		}
	}
	if (!good)
		return err_set(e, ERR_MEMORY, object, "no memory for the names of the columns");
	*ret_column = column;
	*ret_n = total;
	return 0;
}

static void element_refresh(void *self, const struct model *m)
{
	struct source_element *s = self;
	for (int i = 0; i < s->n; i++)
		s->watched[i].element = model_element(m, s->watched[i].tag);
}

static int element_read(void *self, struct record_context *c, double *ret_x, struct err *e)
{
	struct source_element *s = self;
	int at = 0;
	(void)e;
	for (int i = 0; i < s->n; i++) {
		const struct watched *w = &s->watched[i];
		int n = w->element ? analysis_element_response(c->an, w->element, s->argc, s->argv, s->answer, RESPONSE_MAX) : 0;
		for (int j = 0; j < (s->ndof > 0 ? s->ndof : w->n); j++) {
			int component = s->ndof > 0 ? s->dof[j] : j + 1;
			if (component <= w->n)
				ret_x[at++] = component <= n ? s->answer[component - 1] : 0.0;
		}
	}
	return 0;
}

const struct source_ops source_element = {
	.name = "Element",
	.envelope = "EnvelopeElement",
	.brief = "forces, deformations and material states of elements",
	.usage = "recorder Element|EnvelopeElement " RECORDER_OPTIONS " "
	         "-ele e ... | -eleRange first last | -region r  <-dof component ...>  "
	         "force|localForce|basicForce|axialForce|deformations|material n stress|... (the words that the element knows)",
	.size = sizeof(struct source_element),
	.option = element_option,
	.response = element_response,
	.check = element_check,
	.begin = element_begin,
	.refresh = element_refresh,
	.read = element_read,
};
