/* Options with numbers, flags and texts from one table. */
#include "main/words.h"

#include <stdio.h>
#include <string.h>

static const struct param *text_row(const struct param *table, const char *word)
{
	for (const struct param *p = table; p->name; p++)
		if (p->kind == PARAM_ROW && p->name[0] == '-' && strcmp(p->name, word) == 0)
			return p;
	return NULL;
}

int words_text(struct args *a, const char *name, const char **ret_text, struct err *e)
{
	const char *text;
	int code = args_word(a, name, &text, e);

	if (code)
		return code;
	if (!text[0])
		return err_set(e, ERR_ARGUMENT, a->object, "%s needs a value, and has an empty one", name);
	*ret_text = text;
	return 0;
}

static int read_one(const struct param *table, void *self, struct args *a, int (*own)(void *self, struct args *a, bool *ret_taken, struct err *e),
                    struct err *e)
{
	const struct param *text = text_row(table, args_peek(a));
	bool taken = false;
	int at = a->at, code = own ? own(self, a, &taken, e) : 0;

	if (code || taken)
		return code;
	if (text) {
		a->at++;
		return words_text(a, text->name, (const char **)((char *)self + text->offset), e);
	}
	code = param_options(table, self, a, e);
	return code || a->at > at ? code : args_end(a, e);
}

int words_read(const struct param *table, void *self, struct args *a, int (*own)(void *self, struct args *a, bool *ret_taken, struct err *e), struct err *e)
{
	struct args none;
	int code;

	args_init(&none, 0, NULL, "%s", a->object);
	code = param_parse(table, self, &none, e);
	while (!code && args_more(a))
		code = read_one(table, self, a, own, e);
	return code;
}

bool words_ask_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-help") == 0 || strcmp(word, "-h") == 0;
}

void words_behind(const char *command, const struct param *table, const char *script, int n, char *const *word)
{
	for (int i = 0; i < n; i++)
		for (const struct param *p = table; p->name; p++)
			if (word[i][0] == '-' && strcspn(p->name, " ") == strlen(word[i]) && strncmp(p->name, word[i], strlen(word[i])) == 0)
				fprintf(stderr, "%s: %s stands behind %s and is a word of the script; options go before it: %s %s ... %s\n", command, word[i], script,
				        command, word[i], script);
}

int words_failed(const struct err *e)
{
	char text[1024];

	err_text(e, text, sizeof(text));
	fprintf(stderr, "%s\n", text);
	return 1;
}

int words_command(const struct words_command *c, void *self, int argc, char **argv)
{
	struct args a;
	struct err e;
	int code;

	if (argc > 1 && words_ask_help(argv[1])) {
		c->help();
		return 0;
	}
	err_clear(&e);
	args_init(&a, argc - 1, (const char *const *)argv + 1, "%s", c->name);
	code = words_read(c->table, self, &a, c->own, &e);
	if (!code && c->missing(self)) {
		code = err_set(&e, ERR_ARGUMENT, c->name, "%s", c->missing(self));
		err_hint(&e, "%s", c->hint);
	}
	if (code) {
		words_failed(&e);
		return 2;
	}
	return c->run(self, &e) ? words_failed(&e) : 0;
}
