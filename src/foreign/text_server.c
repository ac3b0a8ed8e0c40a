/* The laboratory's side of the lines.
 *
 * propose is checked and moves nothing; execute moves and waits until it is there; the same execute again moves nothing. The protocol has no word for an
 * accepted step: what was executed is accepted when the next target is executed, or the session is closed.
 */
#include "foreign/text.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

int text_server_init(struct text_server *s, const struct plant *plant, enum text_dialect dialect, const int trial[SLOTS], const int out[SLOTS],
                     struct arena *mem, const char *object, struct err *e)
{
	int code;

	memset(s, 0, sizeof(*s));
	s->plant = plant;
	s->dialect = dialect;
	snprintf(s->object, sizeof(s->object), "%s", object);
	s->n[0] = trial[SLOT_DISP];
	s->n[1] = trial[SLOT_FORCE];
	s->answers[0] = s->answers[1] = true;
	if (out[SLOT_DISP] + out[SLOT_FORCE] > TEXT_SIGNALS || s->n[0] + s->n[1] > TEXT_SIGNALS)
		return err_set(e, ERR_LIMIT, object, "more than %d signals do not go in a line", TEXT_SIGNALS);
	for (s->labels = 0; s->labels < TEXT_SIGNALS; s->labels++)
		s->label[s->labels] = (struct text_label){"xyz"[s->labels % 3], s->labels % 6 > 2};
	code = plant->size(plant->self, trial, out, e);
	if (!code && signals_take(&s->trial, trial, mem))
		code = err_set(e, ERR_MEMORY, object, "no memory for its signals");
	return code;
}

static size_t want(void *self, void **ret_room)
{
	*ret_room = ((struct text_server *)self)->line;
	return 0;
}

/* ---- answers ------------------------------------------------------------------------------------------------- */

static int say(struct text_server *s, const char *what, const char *more)
{
	s->reply[0] = '\0';
	text_add(s->reply, sizeof(s->reply), "OK\t0\t%.64s%.64s", what, more);
	return 0;
}

static int say_no(struct text_server *s, const struct err *why)
{
	s->reply[0] = '\0';
	text_add(s->reply, sizeof(s->reply), "NOT OK\t0\t%.150s%s%.90s", why->what, why->value[0] ? ": " : "", why->value);
	for (char *at = s->reply + strlen("NOT OK\t0\t"); *at; at++)
		if ((unsigned char)*at < ' ')
			*at = ' ';
	s->count.passed++;
	return 0;
}

/* ---- commands ------------------------------------------------------------------------------------------------ */

static int counts_fit(const struct text_server *s, const struct text_signal *x, int n, struct err *e)
{
	int have[2] = {0};

	for (int i = 0; i < n; i++)
		have[x[i].slot == SLOT_FORCE]++;
	if (have[0] == s->n[0] && have[1] == s->n[1])
		return 0;
	err_set(e, ERR_RANGE, s->object, "wrong number of targets");
	err_value(e, "%d displacements and %d forces, not %d and %d", have[0], have[1], s->n[0], s->n[1]);
	return ERR_RANGE;
}

/* Values behind every address: an address is any field that no axis is; "control-point" announces one. */
static int proposal(const struct text_server *s, const struct text_fields *f, struct text_signal *x, int *ret_n, struct err *e)
{
	int n = 0, code = 0;

	for (int at = 2; at < f->n && !code;) {
		int more = 0;

		code = text_signals(f, at, x + n, TEXT_SIGNALS - n, &more, &at, s->object, e);
		n += more;
		at += more ? 0 : 1;
	}
	*ret_n = n;
	return code ? code : counts_fit(s, x, n, e);
}

static int on_propose(struct text_server *s, const struct text_fields *f, struct talk_answer *ret, struct err *e)
{
	struct text_signal x[TEXT_SIGNALS];
	struct err why = {0};
	int n = 0, at[2] = {0};

	(void)ret, (void)e;
	if (f->n < 2 || strlen(f->field[1]) >= sizeof(s->id))
		return err_set(&why, ERR_FORMAT, s->object, "a proposal without a transaction's name"), say_no(s, &why);
	if (proposal(s, f, x, &n, &why))
		return say_no(s, &why);
	for (int i = 0; i < n; i++) {
		int force = x[i].slot == SLOT_FORCE;

		s->label[at[force]] = x[i].label;
		s->trial.x[x[i].slot][at[force]++] = x[i].value;
	}
	snprintf(s->id, sizeof(s->id), "%s", f->field[1]);
	s->proposed = true;
	return say(s, s->id, "");
}

static int accept_last(struct text_server *s, struct err *e)
{
	int code = s->executed ? s->plant->commit(s->plant->self, e) : 0;

	s->count.steps += s->executed && !code;
	s->executed = false;
	return code;
}

static int on_execute(struct text_server *s, const struct text_fields *f, struct talk_answer *ret, struct err *e)
{
	const struct signals *x;
	struct err why = {0};
	int code;

	(void)ret;
	if (f->n < 2 || strcmp(f->field[1], s->id) != 0 || s->id[0] == '\0') {
		err_set(&why, ERR_STATE, s->object, "nothing is proposed under this name");
		err_value(&why, "%.60s", f->n > 1 ? f->field[1] : "");
		return say_no(s, &why);
	}
	if (!s->proposed)
		return say(s, s->id, "");
	code = accept_last(s, e);
	if (!code)
		code = s->plant->trial(s->plant->self, &s->trial, e);
	if (!code)
		code = s->plant->answer(s->plant->self, &x, e);
	if (code)
		return code;
	s->proposed = false;
	s->executed = true;
	s->count.trials++;
	return say(s, s->id, "");
}

static int on_get(struct text_server *s, const struct text_fields *f, struct talk_answer *ret, struct err *e)
{
	static const int slot[] = {SLOT_DISP, SLOT_FORCE};
	const struct signals *x;
	bool fits;
	int code = s->plant->answer(s->plant->self, &x, e);

	(void)ret;
	if (code)
		return code;
	s->reply[0] = '\0';
	fits = text_add(s->reply, sizeof(s->reply), "OK\t0\t%.64s\t%.64s", f->n > 1 ? f->field[1] : "dummy", f->n > 2 ? f->field[2] : "MDL-00-01");
	for (size_t k = 0; k < COUNT(slot); k++)
		for (int i = 0; i < x->n[slot[k]] && i < TEXT_SIGNALS && s->answers[k]; i++)
			fits = fits && text_add_signal(s->reply, sizeof(s->reply), &(struct text_signal){s->label[i], slot[k], x->x[slot[k]][i]});
	if (fits && (s->dialect != TEXT_LABVIEW || strlen(s->reply) < TEXT_LABVIEW_LINE))
		return 0;
	err_set(e, ERR_LIMIT, s->object, "the answer is longer than the client's room");
	err_value(e, "%zu characters", strlen(s->reply));
	err_allowed(e, "%d", s->dialect == TEXT_LABVIEW ? TEXT_LABVIEW_LINE - 1 : TALK_LINE - 2);
	return ERR_LIMIT;
}

static int on_session(struct text_server *s, const struct text_fields *f, struct talk_answer *ret, struct err *e)
{
	(void)ret, (void)e;
	return say(s, f->field[0], " done");
}

static int on_close(struct text_server *s, const struct text_fields *f, struct talk_answer *ret, struct err *e)
{
	int code = accept_last(s, e);

	ret->over = true;
	return code ? code : say(s, f->field[0], " done");
}

static const struct {
	const char *word;
	int (*run)(struct text_server *s, const struct text_fields *f, struct talk_answer *ret, struct err *e);
} COMMAND[] = {
	{ "open-session", on_session }, { "set-parameter", on_session }, { "propose", on_propose }, { "execute", on_execute },
	{ "get-control-point", on_get }, { "trigger", on_session }, { "close-session", on_close },
};

static int run(struct text_server *s, struct talk_answer *ret, struct err *e)
{
	struct text_fields f;
	struct err why = {0};

	if (text_cut(s->line, &f, s->object, &why))
		return say_no(s, &why);
	for (size_t i = 0; i < COUNT(COMMAND); i++)
		if (strcmp(COMMAND[i].word, f.field[0]) == 0)
			return COMMAND[i].run(s, &f, ret, e);
	err_set(&why, ERR_UNKNOWN, s->object, "this command is not known");
	err_value(&why, "%.60s", f.field[0]);
	return say_no(s, &why);
}

static int take(void *self, struct talk_answer *ret, struct err *e)
{
	struct text_server *s = self;
	int code;

	*ret = (struct talk_answer){0};
	code = run(s, ret, e);
	if (code)
		say_no(s, e ? e : &(struct err){.what = "failed"});
	text_add(s->reply, sizeof(s->reply), "\n");
	ret->bytes = s->reply;
	ret->n = strlen(s->reply);
	return code;
}

static const struct talk_ops OPS = {.name = "lines", .want = want, .take = take};

struct talk text_server_talk(struct text_server *s)
{
	return (struct talk){&OPS, s};
}
