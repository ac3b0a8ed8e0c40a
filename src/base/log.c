/* The log: formats a line, cleans it, and hands it round. */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const level_name[] = {
	[LOG_DEBUG] = "debug", [LOG_INFO] = "info", [LOG_WARN] = "warning", [LOG_ERROR] = "error",
};

void log_init(struct log *l, struct clock *c)
{
	*l = (struct log){.clock = c};
}

int log_add_sink(struct log *l, const struct log_sink *sink, struct err *e)
{
	if (l->nsink == LOG_SINKS)
		return err_set(e, ERR_LIMIT, "log", "no more than %d sinks, so not %s", LOG_SINKS, sink->name);
	l->sink[l->nsink++] = *sink;
	return 0;
}

int log_hide(struct log *l, const char *secret, struct err *e)
{
	size_t n = strlen(secret);
	if (n == 0 || n >= LOG_SECRET_SIZE)
		return err_set(e, ERR_RANGE, "log", "a text to hide has 1 to %d characters", LOG_SECRET_SIZE - 1);
	if (l->nsecret == LOG_SECRETS)
		return err_set(e, ERR_LIMIT, "log", "no more than %d texts can be hidden", LOG_SECRETS);
	memcpy(l->secret[l->nsecret++], secret, n + 1);
	return 0;
}

/* Replaces every secret by ***, or by as many stars as it has characters when they are fewer; the line never grows. */
static void hide(const struct log *l, char *text)
{
	for (int i = 0; i < l->nsecret; i++) {
		size_t n = strlen(l->secret[i]), stars = n < 3 ? n : 3;
		for (char *at = text; (at = strstr(at, l->secret[i])); at += stars) {
			memset(at, '*', stars);
			memmove(at + stars, at + n, strlen(at + n) + 1);
		}
	}
}

/* A text as a sink may see it. What was cut may end in the beginning of a secret, so as much as a secret is left out there. */
static void clean(const struct log *l, bool cut, char text[LOG_LINE + LOG_SECRET_SIZE])
{
	hide(l, text);
	size_t n = strlen(text);
	if (cut)
		text[n > LOG_SECRET_SIZE ? n - LOG_SECRET_SIZE : 0] = '\0';
	text[LOG_LINE - 1] = '\0';
	for (char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = ' ';
}

void log_write(struct log *l, enum log_level level, const char *object, const char *format, ...)
{
	char text[LOG_LINE + LOG_SECRET_SIZE], who[LOG_LINE + LOG_SECRET_SIZE];
	va_list list;
	va_start(list, format);
	bool cut_text = vsnprintf(text, sizeof(text), format, list) >= (int)sizeof(text);
	va_end(list);
	bool cut_who = snprintf(who, sizeof(who), "%s", object) >= (int)sizeof(who);
	clean(l, cut_text, text);
	clean(l, cut_who, who);
	struct log_entry entry = {.level = level, .t_ns = clock_now(l->clock), .object = who, .text = text};
	for (int i = 0; i < l->nsink; i++)
		if (level >= l->sink[i].least)
			l->sink[i].write(l->sink[i].ctx, &entry);
}

const char *log_level_name(enum log_level level)
{
	return level_name[level];
}
