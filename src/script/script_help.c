/* help: what the tables of commands, kinds and parameters say, put together. */
#include "script/script.h"

#include "script/script_priv.h"
#include "script/script_tool.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 8192 };

static void list_families(Tcl_Obj *out)
{
	for (const struct script_family *f = script_families; f->name; f++) {
		int width = 0;

		Tcl_AppendPrintfToObj(out, "%s: %s\n", f->name, f->brief);
		for (const struct script_command *c = f->commands; c->name; c++) {
			if (width + (int)strlen(c->name) > 72)
				width = 0;
			Tcl_AppendPrintfToObj(out, "%s%s", width == 0 ? (c == f->commands ? "    " : "\n    ") : " ", c->name);
			width += (int)strlen(c->name) + 1;
		}
		Tcl_AppendToObj(out, "\n", -1);
	}
	Tcl_AppendToObj(out, "help COMMAND explains a command, help COMMAND TYPE one of its types. All of Tcl is there too.\n", -1);
}

static void explain_command(Tcl_Obj *out, const struct script_command *c)
{
	struct script_topic t;

	Tcl_AppendPrintfToObj(out, "%s\n    %s\n", c->usage, c->help);
	for (int i = 0; c->topic && c->topic(i, &t); i++)
		Tcl_AppendPrintfToObj(out, "    %-28s %s\n", t.name, t.brief ? t.brief : "");
}

/* "element truss"; a command of one kind only, which is called as it is, once: "expLimits". */
static const char *kind_word(const char *command, const struct script_topic *t)
{
	return strcmp(command, t->name) == 0 ? "" : t->name;
}

/* Several examples are separated by bars; each shows as a command. */
static void add_examples(Tcl_Obj *out, const char *command, const struct script_topic *t)
{
	const char *at = t->example, *kind = kind_word(command, t);

	while (at && *at) {
		const char *end = strchr(at, '|');
		int length;

		at += strspn(at, " ");
		length = end ? (int)(end - at) : (int)strlen(at);
		while (length > 0 && at[length - 1] == ' ')
			length--;
		if (t->usage)
			Tcl_AppendPrintfToObj(out, "    example: %s %.*s\n", command, length, at);
		else
			Tcl_AppendPrintfToObj(out, "    example: %s%s%s%s%s%.*s\n", command, *kind ? " " : "", kind, t->before ? " 1" : "", length ? " " : "", length, at);
		at = end ? end + 1 : NULL;
	}
}

static void explain_topic(Tcl_Obj *out, const struct script_command *c, const struct script_topic *t)
{
	const char *kind = kind_word(c->name, t);
	char head[256], text[TEXT_MAX];

	snprintf(head, sizeof head, "%s%s%s%s%s", c->name, *kind ? " " : "", kind, t->before ? " " : "", t->before ? t->before : "");
	if (t->usage) {
		Tcl_AppendPrintfToObj(out, "%s\n", t->usage);
	} else if (t->params) {
		param_usage(t->params, head, text, sizeof text);
		Tcl_AppendPrintfToObj(out, "%s%s", text, text[0] && text[strlen(text) - 1] == '\n' ? "" : "\n");
	} else {
		Tcl_AppendPrintfToObj(out, "%s\n", head);
	}
	if (t->brief)
		Tcl_AppendPrintfToObj(out, "    %s\n", t->brief);
	if (t->cite)
		Tcl_AppendPrintfToObj(out, "    source: %s\n", t->cite);
	add_examples(out, c->name, t);
}

static int find_command(const char *word, const struct script_command **ret_c, struct err *e)
{
	const struct script_command *c = script_find(word);
	struct script_near near;

	if (c) {
		*ret_c = c;
		return 0;
	}
	script_near_init(&near, word);
	for (const struct script_family *f = script_families; f->name; f++)
		for (c = f->commands; c->name; c++)
			script_near_offer(&near, c->name);
	return script_near_report(&near, "help", "command", e);
}

int run_help(struct script *s, struct args *a, struct err *e)
{
	Tcl_Obj *out = Tcl_NewObj();
	const struct script_command *c = NULL;
	struct script_topic t;
	const char *word;
	int row, code = 0;

	Tcl_IncrRefCount(out);
	if (!args_more(a)) {
		list_families(out);
	} else {
		code = args_word(a, "command", &word, e);
		if (code == 0)
			code = find_command(word, &c, e);
		if (code == 0 && !args_more(a)) {
			explain_command(out, c);
		} else if (code == 0 && !c->topic) {
			code = args_end(a, e);
		} else if (code == 0) {
			code = script_kind(c->name, c->topic, a, &row, e);
			if (code == 0 && c->topic(row, &t))
				explain_topic(out, c, &t);
		}
	}
	if (code == 0)
		script_print(s, out);
	Tcl_DecrRefCount(out);
	return code;
}
