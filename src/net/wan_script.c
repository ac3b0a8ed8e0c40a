/* Lines to events: one table of the words. A line with `every m` has its next event m ln(1/(1 - u)) after the last, u uniform. */
#include "net/wan_script.h"

#include "base/args.h"
#include "net/wan_pipe.h"

#include <math.h>
#include <string.h>

enum { LINE = 256, WORDS = 8 };
enum number { NO_NUMBER, MAY_HAVE, MUST_HAVE };

static const struct {
	const char *name;
	enum number number;
	struct range range;
	bool ways;                         /* up or down may follow */
	bool may_be_off;                   /* `off` stands for 0 */
	const char *what;                  /* the number, for messages */
} action[WAN_ACTIONS] = {
	[WAN_STALL]    = {"stall", MUST_HAVE, {0.0, 1e8, true, false}, true, false, "duration of the stall [s]"},
	[WAN_CUT]      = {"cut", MAY_HAVE, {0.0, 1e8, true, false}, false, false, "duration of the cut [s]"},
	[WAN_SWALLOW]  = {"swallow", MAY_HAVE, {0.0, 1e8, true, false}, true, false, "duration [s]"},
	[WAN_HEAL]     = {"heal", NO_NUMBER, {0.0, 0.0, false, false}, false, false, ""},
	[WAN_THROTTLE] = {"throttle", MUST_HAVE, {1.0, 1e12, false, false}, true, true, "rate [bytes/s], or off,"},
	[WAN_DELAY]    = {"delay", MUST_HAVE, {0.0, 1e8, false, false}, true, false, "delay [s]"},
};

static const char *const way_name[] = {"up", "down", NULL};
static const char *const when_name[] = {"at", "every", NULL};

void wan_script_init(struct wan_script *s, uint64_t seed)
{
	s->n = 0;
	s->seed = seed;
}

/* Cuts the line into words, in place. Returns how many; WORDS at most are kept. */
static int split(char *line, const char **ret_word)
{
	static const char blanks[] = " \t\r\n\v\f";
	int n = 0;

	line[strcspn(line, "#")] = '\0';
	for (char *at = line + strspn(line, blanks); *at && n < WORDS; at += strspn(at, blanks)) {
		ret_word[n++] = at;
		at += strcspn(at, blanks);
		if (*at)
			*at++ = '\0';
	}
	return n;
}

static int read_number(struct args *a, struct wan_event *v, struct err *e)
{
	if (action[v->action].number == NO_NUMBER || (action[v->action].may_be_off && args_accept(a, "off")))
		return 0;
	if (action[v->action].number == MAY_HAVE && !args_more_real(a))
		return 0;
	return args_real(a, action[v->action].what, action[v->action].range, &v->value, e);
}

static int read_ways(struct args *a, struct wan_event *v, struct err *e)
{
	int way, code;

	v->ways = WAN_BOTH;
	if (!action[v->action].ways || !args_more(a))
		return 0;
	code = args_choice(a, "way", way_name, &way, e);
	if (!code)
		v->ways = 1 << way;
	return code;
}

static int read_row(struct args *a, struct wan_row *r, struct err *e)
{
	const char *name[WAN_ACTIONS + 1] = {NULL};
	int when, what, code = args_choice(a, "first word", when_name, &when, e);
	double t = 0.0;

	for (int i = 0; i < WAN_ACTIONS; i++)
		name[i] = action[i].name;
	if (!code)
		code = args_real(a, when == 0 ? "time [s]" : "mean interval [s]", (struct range){when == 0 ? 0.0 : 1e-3, 1e8, false, false}, &t, e);
	if (!code)
		code = args_choice(a, "what happens", name, &what, e);
	if (code)
		return code;
	*r = (struct wan_row){.event = {.action = (enum wan_action)what, .t_ns = when == 0 ? wan_ns(t) : 0}, .mean_s = when == 0 ? 0.0 : t};
	code = read_number(a, &r->event, e);
	if (!code)
		code = read_ways(a, &r->event, e);
	return code ? code : args_end(a, e);
}

/* The next time of a line: drawn, or none any more. */
static void go_on(struct wan_row *r)
{
	if (r->mean_s > 0.0)
		r->event.t_ns += wan_ns(-r->mean_s * log1p(-rng_uniform(&r->chance)));
	else
		r->event.t_ns = INT64_MAX;
}

int wan_script_line(struct wan_script *s, const char *line, const char *object, struct err *e)
{
	char copy[LINE];
	const char *word[WORDS];
	struct args a;
	struct wan_row r;
	int n, code;

	if (strlen(line) >= sizeof(copy))
		return err_set(e, ERR_ARGUMENT, object, "a line of more than %d characters", LINE - 1);
	memcpy(copy, line, strlen(line) + 1);
	n = split(copy, word);
	if (n == 0)
		return 0;
	args_init(&a, n, word, "%s", object);
	code = read_row(&a, &r, e);
	if (code)
		return code;
	if (s->n == WAN_ROWS)
		return err_set(e, ERR_LIMIT, object, "more than %d lines that do something", WAN_ROWS);
	rng_init(&r.chance, s->seed, ~(uint64_t)s->n);
	if (r.mean_s > 0.0)
		go_on(&r);
	s->row[s->n++] = r;
	return 0;
}

static int first_of(const struct wan_script *s)
{
	int best = 0;

	for (int i = 1; i < s->n; i++)
		if (s->row[i].event.t_ns < s->row[best].event.t_ns)
			best = i;
	return best;
}

int64_t wan_script_next(const struct wan_script *s)
{
	return s->n == 0 ? INT64_MAX : s->row[first_of(s)].event.t_ns;
}

bool wan_script_take(struct wan_script *s, int64_t t_ns, struct wan_event *ret)
{
	struct wan_row *r;

	if (wan_script_next(s) > t_ns || wan_script_next(s) == INT64_MAX)
		return false;
	r = &s->row[first_of(s)];
	*ret = r->event;
	go_on(r);
	return true;
}

const char *wan_action_name(enum wan_action what)
{
	return what >= 0 && what < WAN_ACTIONS ? action[what].name : "unknown";
}

const char *wan_ways_name(int ways)
{
	return ways == WAN_BOTH ? "both" : ways == 1 << WAN_UP ? "up" : ways == 1 << WAN_DOWN ? "down" : "none";
}
