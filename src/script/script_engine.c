/* The table of engines that were measured: a line each, the one that was taken marked. */
#include "script/script_engine.h"

#include "base/room.h"

#include <stdio.h>
#include <string.h>

const char *script_time_text(double seconds, char *ret_text, int size)
{
	static const struct { double least, scale; const char *unit; } unit[] = {{1.0, 1.0, "s"}, {1e-3, 1e3, "ms"}, {0.0, 1e6, "us"}};
	size_t i = 0;

	while (i + 1 < COUNT(unit) && seconds < unit[i].least)
		i++;
	snprintf(ret_text, (size_t)size, "%.3g %s", unit[i].scale * seconds, unit[i].unit);
	return ret_text;
}

void script_say_trials(struct script *s, int taken)
{
	const struct analysis *an = &s->analysis;

	script_say(s, "    %-28s %10s %10s %10s %10s %10s\n", "engine", "median", "99.9 %", "worst", "set-up", "memory");
	for (int i = 0; i < an->ntrial; i++) {
		const struct engine_trial *t = &an->trial[i];
		char name[48], text[5][24];

		snprintf(name, sizeof(name), "%s -solver %s", t->way, t->solver);
		if (t->code) {
			script_say(s, "    %-28s %s\n", name, t->why);
			continue;
		}
		script_say(s, "  %c %-28s %10s %10s %10s %10s %10s%s\n", i == taken ? '*' : ' ', name, script_time_text(t->median, text[0], 24),
		           script_time_text(t->p999, text[1], 24), script_time_text(t->worst, text[2], 24), script_time_text(t->setup, text[3], 24),
		           room_text(t->bytes, text[4], 24), t->setup > an->measure.setup ? "  set-up too long" : "");
	}
}
