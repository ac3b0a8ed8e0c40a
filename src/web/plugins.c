/* The plug-ins' parameter tables as JSON: the same rows that parse, help and document. */
#include "web/tables.h"

#include "base/base.h"
#include "script/script.h"

#include <math.h>
#include <string.h>

/* The last [...] of a help text: a unit. */
static void put_unit(struct jput *j, const char *help)
{
	const char *from = help ? strrchr(help, '[') : NULL, *to = from ? strchr(from, ']') : NULL;

	jput_text_n(j, "unit", to ? from + 1 : "", to ? (size_t)(to - from - 1) : 0);
}

static void put_range(struct jput *j, const struct param *p)
{
	/* a row without a range allows any finite number */
	bool none = p->kind == PARAM_FLAG || p->kind == PARAM_ROW || (p->range.lo == 0.0 && p->range.hi == 0.0);

	if (p->kind == PARAM_BOOL) {
		jput_int(j, "min", 0);
		jput_int(j, "max", 1);
	} else {
		jput_real(j, "min", none ? NAN : p->range.lo);
		jput_real(j, "max", none ? NAN : p->range.hi);
	}
	jput_bool(j, "min_open", !none && p->range.lo_open);
	jput_bool(j, "max_open", !none && p->range.hi_open);
}

void tables_put_param(struct jput *j, const struct param *p, const char *words)
{
	static const char *const KIND[] = {[PARAM_REAL] = "real", [PARAM_INT] = "int", [PARAM_TAG] = "tag", [PARAM_FLAG] = "flag", [PARAM_BOOL] = "bool",
	                                   [PARAM_ROW] = "words"};

	jput_open(j, NULL, '{');
	jput_text(j, "name", p->name);
	jput_text(j, "kind", KIND[p->kind]);
	jput_bool(j, "required", p->required);
	if (words)
		jput_text(j, "default", words);
	else
		jput_real(j, "default", p->required || p->kind == PARAM_ROW ? NAN : p->def);
	put_range(j, p);
	jput_text(j, "help", p->help ? p->help : "");
	put_unit(j, p->help);
	jput_close(j, '}');
}

static void put_row(struct jput *j, const struct script_topic *t)
{
	const struct { const char *key, *text; } WORDS[] = {
		{"name", t->name}, {"brief", t->brief}, {"cite", t->cite}, {"example", t->example}, {"before", t->before}, {"usage", t->usage},
		{"solves", t->solves},
	};

	jput_open(j, NULL, '{');
	for (size_t i = 0; i < COUNT(WORDS); i++)
		jput_text(j, WORDS[i].key, WORDS[i].text ? WORDS[i].text : "");
	jput_real(j, "omega_dt", t->omega_dt > 0.0 ? t->omega_dt : NAN);
	jput_open(j, "params", '[');
	for (const struct param *p = t->params; p && p->name; p++)
		tables_put_param(j, p, NULL);
	jput_close(j, ']');
	jput_close(j, '}');
}

void tables_plugins(struct request *r)
{
	struct script_topic t;
	struct jput j;

	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_open(&j, "families", '[');
	for (const struct script_family *f = script_families; f->name; f++)
		for (const struct script_command *c = f->commands; c->name; c++) {
			if (!c->topic)
				continue;
			jput_open(&j, NULL, '{');
			jput_text(&j, "name", c->name);
			jput_text(&j, "command", c->name);
			jput_text(&j, "family", f->name);
			jput_text(&j, "usage", c->usage);
			jput_text(&j, "brief", c->help);
			jput_open(&j, "rows", '[');
			for (int i = 0; memset(&t, 0, sizeof t), c->topic(i, &t); i++)
				put_row(&j, &t);
			jput_close(&j, ']');
			jput_close(&j, '}');
		}
	jput_close(&j, ']');
	jput_close(&j, '}');
	request_json(r, 200, &j);
}
