/* Connections of a slow network, and what events do to them. */
#include "net/wan.h"

int wan_init(struct wan *w, const struct wan_words *words, struct arena *mem, struct err *e)
{
	int code = 0;

	*w = (struct wan){.words = *words, .zero_ns = WAN_NEVER, .heal_ns = WAN_NEVER};
	wan_script_init(&w->script, words->seed);
	for (int i = 0; i < WAN_WAYS; i++) {
		w->weather[i].stall_ns = INT64_MIN;
		w->weather[i].rate = (int64_t)words->rate;
	}
	w->line = ARENA_ARRAY(mem, (size_t)words->lines, struct wan_line);
	if (!w->line)
		return err_set(e, ERR_MEMORY, "wan", "no memory for %d connections", words->lines);
	for (int i = 0; i < words->lines && !code; i++)
		for (int way = 0; way < WAN_WAYS && !code; way++)
			code = wan_pipe_init(&w->line[i].pipe[way], words->buffer, mem, e);
	return code;
}

static void note(const struct wan *w, struct wan_note n)
{
	if (w->words.note)
		w->words.note(w->words.note_ctx, &n);
}

/* ---- events ---- */

void wan_begin(struct wan *w, int64_t t_ns)
{
	if (w->zero_ns == WAN_NEVER)
		w->zero_ns = t_ns;
}

/* A line that must be reset loses what is on its way. */
static void reset(struct wan *w, int64_t t_ns, struct wan_line *l)
{
	if (!l->used || l->reset)
		return;
	for (int way = 0; way < WAN_WAYS; way++)
		w->count[way].lost += wan_pipe_lose(&l->pipe[way]);
	l->reset = true;
	w->resets++;
	note(w, (struct wan_note){.kind = WAN_NOTE_RESET, .t_ns = t_ns, .connection = l->number, .ways = WAN_BOTH});
}

static void lost(struct wan *w, int64_t t_ns, struct wan_line *l, int way, size_t n)
{
	w->count[way].lost += n;
	l->holed |= 1 << way;
	if (n > 0)
		note(w, (struct wan_note){.kind = WAN_NOTE_LOST, .t_ns = t_ns, .connection = l->number, .ways = 1 << way, .bytes = n});
}

static void begin_cut(struct wan *w, const struct wan_event *v, int64_t t_ns)
{
	w->cut = true;
	w->heal_ns = v->value > 0.0 ? t_ns + wan_ns(v->value) : WAN_NEVER;
	for (int i = 0; i < w->words.lines; i++)
		reset(w, t_ns, &w->line[i]);
}

/* Also what is on its way is lost. */
static void begin_swallow(struct wan *w, const struct wan_event *v, int64_t t_ns)
{
	w->heal_ns = v->value > 0.0 ? t_ns + wan_ns(v->value) : WAN_NEVER;
	for (int way = 0; way < WAN_WAYS; way++) {
		if (!(v->ways >> way & 1))
			continue;
		w->weather[way].swallows = true;
		for (int i = 0; i < w->words.lines; i++) {
			struct wan_line *l = &w->line[i];
			size_t n = l->used ? wan_pipe_lose(&l->pipe[way]) : 0;

			if (n > 0 || (l->used && l->pipe[way].end != WAN_OPEN))
				lost(w, t_ns, l, way, n);
		}
	}
}

static void heal(struct wan *w, int64_t t_ns)
{
	w->cut = false;
	w->heal_ns = WAN_NEVER;
	for (int way = 0; way < WAN_WAYS; way++) {
		w->weather[way].swallows = false;
		if (w->weather[way].stall_ns > t_ns)
			w->weather[way].stall_ns = t_ns;
	}
	for (int i = 0; i < w->words.lines; i++)
		if (w->line[i].holed || w->line[i].silent)
			reset(w, t_ns, &w->line[i]);
}

static void happen(struct wan *w, const struct wan_event *v, int64_t t_ns)
{
	w->happened[v->action]++;
	note(w, (struct wan_note){.kind = WAN_NOTE_EVENT, .t_ns = t_ns, .ways = v->ways, .event = v});
	switch (v->action) {
	case WAN_CUT: begin_cut(w, v, t_ns); return;
	case WAN_SWALLOW: begin_swallow(w, v, t_ns); return;
	case WAN_HEAL: heal(w, t_ns); return;
	case WAN_STALL:
	case WAN_THROTTLE:
	case WAN_DELAY:
	case WAN_ACTIONS: break;
	}
	for (int way = 0; way < WAN_WAYS; way++) {
		struct wan_weather *now = &w->weather[way];
		int64_t end = t_ns + wan_ns(v->value);

		if (!(v->ways >> way & 1))
			continue;
		if (v->action == WAN_STALL)
			now->stall_ns = end > now->stall_ns ? end : now->stall_ns;
		else if (v->action == WAN_THROTTLE)
			now->rate = (int64_t)v->value;
		else
			now->extra_ns = wan_ns(v->value);
	}
}

/* The time of the next event; a heal that follows from a duration is one, too. */
static int64_t next_event(const struct wan *w)
{
	int64_t next = wan_script_next(&w->script);

	next = w->zero_ns == WAN_NEVER || next == INT64_MAX ? WAN_NEVER : w->zero_ns + next;
	return next < w->heal_ns ? next : w->heal_ns;
}

void wan_advance(struct wan *w, int64_t t_ns)
{
	struct wan_event v;

	while (next_event(w) <= t_ns) {
		if (w->heal_ns == next_event(w)) {
			v = (struct wan_event){.action = WAN_HEAL, .ways = WAN_BOTH, .t_ns = w->heal_ns - w->zero_ns};
			happen(w, &v, w->heal_ns);
		} else if (wan_script_take(&w->script, t_ns - w->zero_ns, &v)) {
			happen(w, &v, w->zero_ns + v.t_ns);
		}
	}
}

static bool swallowed(const struct wan *w, const struct wan_line *l, int way)
{
	return w->weather[way].swallows || l->silent;
}

/* Something may still go out, or end. */
static bool passes(const struct wan *w, const struct wan_line *l, int way)
{
	return l->used && !l->reset && !((l->holed | l->deaf) >> way & 1) && !swallowed(w, l, way);
}

int64_t wan_next(const struct wan *w, int64_t t_ns)
{
	int64_t next = next_event(w);

	for (int i = 0; i < w->words.lines; i++)
		for (int way = 0; way < WAN_WAYS; way++) {
			int64_t t = passes(w, &w->line[i], way) ? wan_pipe_next(&w->line[i].pipe[way], &w->weather[way]) : WAN_NEVER;

			next = t > t_ns && t < next ? t : next;
		}
	return next;
}

/* ---- connections ---- */

static void start(struct wan *w, struct wan_line *l, int line)
{
	for (int way = 0; way < WAN_WAYS; way++) {
		uint64_t stream = 2 * l->number + (uint64_t)way;

		wan_pipe_clear(&l->pipe[way]);
		rng_init(&l->jitter[way], ~w->words.seed, stream);
		if (w->words.begin)
			w->words.begin(w->words.delay_ctx, line, (enum wan_way)way, stream);
	}
}

int wan_open(struct wan *w, int64_t t_ns, int *ret_line)
{
	struct wan_line *l = NULL;

	wan_begin(w, t_ns);
	wan_advance(w, t_ns);
	for (int i = 0; i < w->words.lines && !l; i++)
		if (!w->line[i].used)
			l = &w->line[i];
	if (w->cut || !l) {
		w->refused++;
		note(w, (struct wan_note){.kind = WAN_NOTE_REFUSED, .t_ns = t_ns, .ways = WAN_BOTH});
		return w->cut ? ERR_LOST : ERR_LIMIT;
	}
	l->used = true;
	l->reset = false;
	l->holed = l->deaf = 0;
	l->silent = w->weather[WAN_UP].swallows || w->weather[WAN_DOWN].swallows;
	l->number = ++w->connections;
	*ret_line = (int)(l - w->line);
	start(w, l, *ret_line);
	note(w, (struct wan_note){.kind = WAN_NOTE_OPEN, .t_ns = t_ns, .connection = l->number, .ways = WAN_BOTH});
	return 0;
}

bool wan_is_silent(const struct wan *w, int line)
{
	return w->line[line].silent;
}

bool wan_is_reset(const struct wan *w, int line)
{
	return w->line[line].reset;
}

void wan_close(struct wan *w, int64_t t_ns, int line)
{
	struct wan_line *l = &w->line[line];

	ASSERT(l->used);
	for (int way = 0; way < WAN_WAYS; way++)
		w->count[way].lost += wan_pipe_lose(&l->pipe[way]);
	l->used = false;
	note(w, (struct wan_note){.kind = WAN_NOTE_CLOSE, .t_ns = t_ns, .connection = l->number, .ways = WAN_BOTH});
}

/* ---- bytes ---- */

/* Numbers are drawn for every piece, also where nothing is delayed: those of other words stay side by side. */
static int64_t draw(struct wan *w, int line, enum wan_way way)
{
	double s = w->words.delay ? w->words.delay(w->words.delay_ctx, line, way) : 0.0;

	s += w->words.jitter_s * rng_uniform(&w->line[line].jitter[way]);
	return (w->words.ways >> way & 1 ? wan_ns(s) : 0) + w->weather[way].extra_ns;
}

size_t wan_room(const struct wan *w, int line, enum wan_way way)
{
	const struct wan_line *l = &w->line[line];

	if (l->reset || l->pipe[way].end != WAN_OPEN)
		return 0;
	return swallowed(w, l, way) || l->deaf >> way & 1 ? w->words.buffer : wan_pipe_room(&l->pipe[way]);
}

void wan_put(struct wan *w, int64_t t_ns, int line, enum wan_way way, const void *bytes, size_t n)
{
	struct wan_line *l = &w->line[line];
	int64_t delay = draw(w, line, way);

	w->count[way].in += n;
	if (l->deaf >> way & 1)
		w->count[way].lost += n;
	else if (swallowed(w, l, way))
		lost(w, t_ns, l, way, n);
	else
		wan_pipe_put(&l->pipe[way], t_ns, delay, bytes, n);
}

void wan_finish(struct wan *w, int64_t t_ns, int line, enum wan_way way, enum wan_end how)
{
	struct wan_line *l = &w->line[line];

	if (l->pipe[way].end == WAN_OPEN)
		wan_pipe_finish(&l->pipe[way], t_ns, draw(w, line, way), how);
	if (swallowed(w, l, way))
		lost(w, t_ns, l, way, 0);
}

size_t wan_due(const struct wan *w, int64_t t_ns, int line, enum wan_way way, const unsigned char **ret_bytes)
{
	const struct wan_line *l = &w->line[line];

	return passes(w, l, way) ? wan_pipe_due(&l->pipe[way], &w->weather[way], t_ns, ret_bytes) : 0;
}

void wan_take(struct wan *w, int64_t t_ns, int line, enum wan_way way, size_t n)
{
	struct wan_line *l = &w->line[line];
	struct wan_piece p;

	w->count[way].out += n;
	if (!wan_pipe_take(&l->pipe[way], &w->weather[way], n, &p))
		return;
	histogram_add(&w->count[way].took, t_ns - p.came_ns);
	note(w, (struct wan_note){.kind = WAN_NOTE_PIECE, .t_ns = t_ns, .connection = l->number, .ways = 1 << way, .bytes = p.n, .took_ns = t_ns - p.came_ns});
}

void wan_deaf(struct wan *w, int64_t t_ns, int line, enum wan_way way)
{
	struct wan_line *l = &w->line[line];
	size_t n = wan_pipe_lose(&l->pipe[way]);

	w->count[way].lost += n;
	l->deaf |= 1 << way;
	if (n > 0)
		note(w, (struct wan_note){.kind = WAN_NOTE_LOST, .t_ns = t_ns, .connection = l->number, .ways = 1 << way, .bytes = n});
}

enum wan_end wan_over(const struct wan *w, int64_t t_ns, int line, enum wan_way way)
{
	const struct wan_line *l = &w->line[line];

	if (l->deaf >> way & 1)
		return WAN_ENDED;
	return passes(w, l, way) ? wan_pipe_over(&l->pipe[way], &w->weather[way], t_ns) : WAN_OPEN;
}
