/* The table of engines that were measured: a line each, the one that was taken marked. */
#include "script/script_engine.h"

#include "base/room.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *script_time_text(double seconds, char *ret_text, int size)
{
	static const struct { double least, scale; const char *unit; } unit[] = {{1.0, 1.0, "s"}, {1e-3, 1e3, "ms"}, {0.0, 1e6, "us"}};
	size_t i = 0;

	while (i + 1 < COUNT(unit) && seconds < unit[i].least)
		i++;
	snprintf(ret_text, (size_t)size, "%.3g %s", unit[i].scale * seconds, unit[i].unit);
	return ret_text;
}

/* $TANDEM_CACHE (empty: none), or $XDG_CACHE_HOME/tandem, or ~/.cache/tandem; made when it is not there. */
void script_cache(struct script *s)
{
	static char path[PATH_MAX];
	const char *own = getenv("TANDEM_CACHE"), *users = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	s->analysis.cache = NULL;
	if (own ? !own[0] : !(users && users[0]) && !(home && home[0]))
		return;
	if (own) {
		snprintf(path, sizeof(path), "%s", own);
	} else {
		snprintf(path, sizeof(path), "%s%s", users && users[0] ? users : home, users && users[0] ? "" : "/.cache");
		(void)mkdir(path, 0700);
		snprintf(path + strlen(path), sizeof(path) - strlen(path), "/tandem");
	}
	if (mkdir(path, 0700) == 0 || errno == EEXIST)
		s->analysis.cache = path;
}

void script_trials(const struct analysis *an, int taken, void (*line)(void *self, const char *text), void *self)
{
	char out[256];

	snprintf(out, sizeof(out), "    %-28s %10s %10s %10s %10s %10s\n", "engine", "median", "99.9 %", "worst", "set-up", "memory");
	line(self, out);
	for (int i = 0; i < an->ntrial; i++) {
		const struct engine_trial *t = &an->trial[i];
		char name[48], text[5][24];

		snprintf(name, sizeof(name), "%s -solver %s", t->way, t->solver);
		if (t->code)
			snprintf(out, sizeof(out), "    %-28s %s\n", name, t->why);
		else
			snprintf(out, sizeof(out), "  %c %-28s %10s %10s %10s %10s %10s%s\n", i == taken ? '*' : ' ', name, script_time_text(t->median, text[0], 24),
			         script_time_text(t->p999, text[1], 24), script_time_text(t->worst, text[2], 24), script_time_text(t->setup, text[3], 24),
			         room_text(t->bytes, text[4], 24), t->setup > an->measure.setup ? "  set-up too long" : "");
		line(self, out);
	}
}

static void say(void *self, const char *text)
{
	script_say(self, "%s", text);
}

void script_say_trials(struct script *s, int taken)
{
	script_trials(&s->analysis, taken, say, s);
}
