/* Sentences of events: how each kind is told stands in a table. */
#include "report/story.h"

#include "base/base.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What stands before the source, whether the source is told, and what stands before the text. */
static const struct { const char *kind, *before; bool source; const char *between; } SAY[] = {
	{"analyze", "an analysis began: ", false, ""},
	{"trip", "the laboratory tripped and all rigs came to rest: ", false, ""},
	{"failed", "the analysis failed: ", false, ""},
	{"acknowledged", "", false, ""},
	{"state", "", true, " went into "},
	{"end", "the run ended: ", false, ""},
	{"warn", "there was a warning: ", false, ""},
	{"pause", "the test was paused: ", false, ""},
	{"resume", "the test went on after a pause: ", false, ""},
	{"stop", "the test was stopped: ", false, ""},
	{"tune", "", true, ": "},
	{"reset", "sums began anew: ", false, ""},
	{"operator", "the operator ", true, " asked: "},
};

static void say(const struct run_event *x, char *ret, size_t size)
{
	for (size_t i = 0; i < COUNT(SAY); i++)
		if (strcmp(SAY[i].kind, x->kind) == 0) {
			snprintf(ret, size, "%s%s%s%s", SAY[i].before, SAY[i].source ? x->source : "", SAY[i].between, x->text);
			return;
		}
	snprintf(ret, size, "%s (%s): %s", x->source, x->kind, x->text);
}

/* The first word of a text, which says what a repeated event is about. */
static bool same_word(const char *a, const char *b)
{
	size_t n = strcspn(a, " ");

	return n == strcspn(b, " ") && strncmp(a, b, n) == 0;
}

static bool is_again(const struct run_event *a, const struct run_event *b)
{
	return strcmp(a->kind, b->kind) == 0 && strcmp(a->source, b->source) == 0 && same_word(a->text, b->text) &&
		(strcmp(a->kind, "state") == 0 || strcmp(a->kind, "lost") == 0);
}

void story_tell(const struct run_event *event, int n, const char *time_unit, void (*tell)(void *ctx, const char *sentence), void *ctx)
{
	char text[STORY_LINE], line[STORY_LINE + 128];
	int again;

	for (int i = 0; i < n; i += 1 + again) {
		for (again = 0; i + again + 1 < n && is_again(&event[i], &event[i + again + 1]);)
			again++;
		say(&event[i], text, sizeof(text));
		int used = snprintf(line, sizeof(line), "At %.6g %s %s", event[i].time, time_unit, text);

		if (again > 0 && used < (int)sizeof(line))
			snprintf(line + used, sizeof(line) - (size_t)used, ", and %d times more until %.6g %s", again, event[i + again].time, time_unit);
		used = (int)strlen(line);
		snprintf(line + used, sizeof(line) - (size_t)used, used > 0 && line[used - 1] == '.' ? "" : ".");
		tell(ctx, line);
	}
}
