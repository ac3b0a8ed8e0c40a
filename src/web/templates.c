/* Templates of models, part of the program: their scripts by the assembler, their places as rows (template/list.def). */
#include "web/tables.h"

#include <math.h>
#include <string.h>

#define TEMPLATE(name, title)                                                                                                                \
	__asm__(".pushsection .rodata\n.global template_" #name "\ntemplate_" #name ":\n.incbin \"src/web/template/" #name ".tcl\"\n.byte 0\n.popsection\n"); \
	extern const char template_##name[];
#define PLACE(...)
#define WORDS(...)
#define END
#include "web/template/list.def"
#undef TEMPLATE
#undef PLACE
#undef WORDS
#undef END

enum { PLACES = 12 };

static const struct model_template {
	const char *name, *title, *script;
	struct { struct param param; const char *words; } place[PLACES];
} TEMPLATES[] = {
#define TEMPLATE(name_, title_) {#name_, title_, template_##name_, {
#define PLACE(name_, kind_, default_, lo_, hi_, open_, help_)                                                                                \
	{{.name = #name_, .kind = kind_, .def = default_, .range = {lo_, hi_, open_, false}, .help = help_}, NULL},
#define WORDS(name_, default_, help_) {{.name = #name_, .kind = PARAM_ROW, .help = help_}, default_},
#define END }},
#include "web/template/list.def"
};

static void put_template(struct jput *j, const struct model_template *t)
{
	jput_open(j, NULL, '{');
	jput_text(j, "name", t->name);
	jput_text(j, "title", t->title);
	jput_text(j, "kind", "model");
	jput_open(j, "params", '[');
	for (int i = 0; i < PLACES && t->place[i].param.name; i++)
		tables_put_param(j, &t->place[i].param, t->place[i].words);
	jput_close(j, ']');
	jput_text(j, "script", t->script);
	jput_close(j, '}');
}

void tables_templates(struct request *r)
{
	struct jput j;

	jput_init(&j);
	jput_open(&j, NULL, '[');
	for (size_t i = 0; i < sizeof TEMPLATES / sizeof TEMPLATES[0]; i++)
		put_template(&j, &TEMPLATES[i]);
	jput_close(&j, ']');
	request_json(r, 200, &j);
}
