/* The command section, and those inside the braces of one: fiber, patch, layer.
 *
 * A body is Tcl, with loops and variables; its commands only collect their words, which then stand behind those of section as if they had been
 * written there. The section's own setup reads them all. Without a body, as in the manner of OpenSeesPy, the section stays open for the commands that
 * follow, and is made when the first other one comes. */
#include "script/script.h"

#include <string.h>

struct script_gather {
	const char *const *allowed; /* commands; borrowed: the section's row */
	struct arena *mem;          /* borrowed: script */
	const char **word;          /* owned: mem, the texts too */
	int n, room;
};

static bool section_topic(int i, struct script_topic *ret)
{
	const struct section_ops *o = section_table[i];

	if (o)
		*ret = (struct script_topic){ .name = o->name, .brief = o->brief, .cite = o->cite, .example = o->example, .before = "tag", .params = o->params };
	return o != NULL;
}

static int gather_word(struct script_gather *g, const char *text, const char *object, struct err *e)
{
	const char *kept = arena_text(g->mem, text);

	if (g->n == g->room) {
		int room = g->room ? 2 * g->room : 64;
		const char **more = ARENA_ARRAY(g->mem, (size_t)room, const char *);
		if (!more)
			return err_set(e, ERR_MEMORY, object, "no memory for its words");
		if (g->n)
			memcpy(more, g->word, (size_t)g->n * sizeof *more);
		g->word = more;
		g->room = room;
	}
	if (!kept)
		return err_set(e, ERR_MEMORY, object, "no memory for its words");
	g->word[g->n++] = kept;
	return 0;
}

/* Words from where a stands up to word `end`. */
static int gather_words(struct script_gather *g, struct args *a, int end, struct err *e)
{
	int code = 0;

	for (; code == 0 && a->at < end; a->at++)
		code = gather_word(g, a->word[a->at], a->object, e);
	return code;
}

/* Is the last word code in braces, and not one of the words of a section written in one line? */
static bool has_body(const struct section_ops *ops, const struct args *a)
{
	return ops->body && a->at < a->n && (a->word[a->n - 1][0] == '\0' || strpbrk(a->word[a->n - 1], " \t\r\n;"));
}

static int build_with_body(struct script *s, const struct section_ops *ops, struct args *a, struct err *e)
{
	struct script_gather g = { .allowed = ops->body, .mem = &s->scratch }, *before = s->gather;
	struct args all;
	int code = gather_words(&g, a, a->n - 1, e);

	if (code < 0)
		return code;
	s->gather = &g;
	code = script_body(s, a->n - 1);
	s->gather = before;
	if (code == TCL_ERROR)
		Tcl_AppendObjToErrorInfo(s->interp, Tcl_ObjPrintf("\n    (body of section %s)", ops->name));
	if (code != 0)
		return code;
	args_init(&all, g.n, g.word, "%s", a->object);
	return section_build(&s->model, ops, &all, e);
}

/* Are shapes still to come? Not where they are written in the same line, and not in the body of expModel, whose end nobody hears of. */
static bool stays_open(const struct script *s, const struct section_ops *ops, const struct args *a)
{
	if (!ops->body || s->inside[0])
		return false;
	for (int i = a->at; i < a->n; i++)
		if (text_among(a->word[i], ops->body))
			return false;
	return true;
}

static int leave_open(struct script *s, const struct section_ops *ops, struct args *a, struct err *e)
{
	struct script_gather *g = ARENA_NEW(&s->open_words, struct script_gather);
	int code;

	if (!g)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its words");
	*g = (struct script_gather){ .allowed = ops->body, .mem = &s->open_words };
	code = gather_words(g, a, a->n, e);
	if (code < 0)
		return code;
	s->gather = g;
	s->open = ops;
	return 0;
}

int script_section_close(struct script *s, const struct script_command *c, struct err *e)
{
	const struct section_ops *ops = s->open;
	struct args all;
	int code;

	if (!ops || text_among(c->name, ops->body))
		return 0;
	args_init(&all, s->gather->n, s->gather->word, "section %s", ops->name);
	s->open = NULL;
	s->gather = NULL;
	/* what is thrown away need not be whole */
	code = strcmp(c->name, "wipe") == 0 ? 0 : section_build(&s->model, ops, &all, e);
	arena_reset(&s->open_words);
	return code;
}

static int run_section(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("section", section_topic, a, &row, e);
	const struct section_ops *ops;

	if (code < 0)
		return code;
	ops = section_table[row];
	if (has_body(ops, a))
		return build_with_body(s, ops, a, e);
	return stays_open(s, ops, a) ? leave_open(s, ops, a, e) : section_build(&s->model, ops, a, e);
}

static int gather(struct script *s, const char *command, struct args *a, struct err *e)
{
	int code;

	if (s->gather && text_among(command, s->gather->allowed)) {
		code = gather_word(s->gather, command, a->object, e);
		return code < 0 ? code : gather_words(s->gather, a, a->n, e);
	}
	code = err_set(e, ERR_STATE, command, "it stands inside a section, or behind one that is open");
	err_hint(e, "section Fiber 1 { patch ...; layer ...; fiber ... }");
	return code;
}

static int run_fiber(struct script *s, struct args *a, struct err *e)
{
	return gather(s, "fiber", a, e);
}

static int run_patch(struct script *s, struct args *a, struct err *e)
{
	return gather(s, "patch", a, e);
}

static int run_layer(struct script *s, struct args *a, struct err *e)
{
	return gather(s, "layer", a, e);
}

const struct script_command script_section_commands[] = {
	{ "section", run_section, "section Type tag ... <{ fiber ...; patch ...; layer ... }>",
	  "A relation between strains and resultants of a cross-section.", section_topic },
	{ "fiber", run_fiber, "fiber yLoc zLoc A matTag",
	  "One fibre, inside the braces of section Fiber, or behind it when it has none.", NULL },
	{ "patch", run_patch, "patch rect|quad|circ matTag ...",
	  "An area cut into fibres, inside the braces of section Fiber, which tells its words, or behind it when it has none.", NULL },
	{ "layer", run_layer, "layer straight|circ matTag ...",
	  "A row of bars, inside the braces of section Fiber, which tells its words, or behind it when it has none.", NULL },
	{ 0 },
};
