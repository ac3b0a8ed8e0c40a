/* The actor: stages until both sides know their sizes, then frames. */
#include "foreign/actor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STAGE_ORDER, STAGE_OPEN, STAGE_TRIAL_SIZES, STAGE_OUT_SIZES, STAGE_FRAME };

int actor_init(struct actor *s, const struct plant *plant, int tag, double version, bool datagrams, struct arena *mem, const char *object, struct err *e)
{
	memset(s, 0, sizeof(*s));
	s->plant = plant;
	s->mem = mem;
	s->tag = tag;
	s->version = version;
	s->stage = datagrams ? STAGE_OPEN : STAGE_ORDER;
	s->sizes.data = FRAME_DEFAULT;
	snprintf(s->object, sizeof(s->object), "%s", object);
	s->in = ARENA_ARRAY(mem, FRAME_DEFAULT, double);
	s->out = ARENA_ARRAY(mem, FRAME_DEFAULT, double);
	return s->in && s->out ? 0 : err_set(e, ERR_MEMORY, object, "no memory for frames");
}

static size_t want(void *self, void **ret_room)
{
	struct actor *s = self;

	switch (s->stage) {
	case STAGE_ORDER:
		*ret_room = &s->order;
		return sizeof(s->order);
	case STAGE_TRIAL_SIZES:
	case STAGE_OUT_SIZES:
		*ret_room = s->list;
		return sizeof(s->list);
	default:
		*ret_room = s->in;
		return (size_t)s->sizes.data * sizeof(double);
	}
}

static int reply(const struct actor *s, struct talk_answer *ret)
{
	ret->bytes = s->out;
	ret->n = (size_t)s->sizes.data * sizeof(double);
	return 0;
}

static int order_take(struct actor *s, struct talk_answer *ret, struct err *e)
{
	if (s->order != 1) {
		err_set(e, ERR_FORMAT, s->object, "the client's first number is not 1: another byte order, or another protocol");
		err_value(e, "%d", s->order);
		return ERR_FORMAT;
	}
	ret->bytes = &s->order;
	ret->n = sizeof(s->order);
	s->stage = STAGE_OPEN;
	return 0;
}

static int open_take(struct actor *s, struct talk_answer *ret, struct err *e)
{
	double version = s->in[2];

	s->out[0] = ACTOR_COMPLETED;
	s->out[1] = s->tag;
	s->out[2] = s->version;
	s->stage = STAGE_FRAME;
	reply(s, ret);
	if (fabs(version - s->version) < 1e-9)
		return 0;
	err_set(e, ERR_FORMAT, s->object, "the client's site is of another version");
	err_value(e, "%g", version);
	err_allowed(e, "%g", s->version);
	err_hint(e, "-version says which one the other program has");
	return ERR_FORMAT;
}

static int setup_take(struct actor *s, struct err *e)
{
	double data = s->in[1];

	if (!(data >= 1.0 && data <= FRAME_MOST && data == floor(data))) {
		err_set(e, ERR_FORMAT, s->object, "the client's dataSize is none");
		err_value(e, "%g", data);
		err_allowed(e, "a whole number from 1 to %d", FRAME_MOST);
		return ERR_FORMAT;
	}
	if (s->sized)
		return err_set(e, ERR_STATE, s->object, "the client gives its sizes twice");
	s->sizes.data = (int)data;
	s->stage = STAGE_TRIAL_SIZES;
	return 0;
}

static int sizes_take(struct actor *s, struct err *e)
{
	bool last = s->stage == STAGE_OUT_SIZES;
	int code;

	for (int k = 0; k < SLOTS; k++)
		(last ? s->sizes.daq : s->sizes.ctrl)[k] = s->list[k];
	s->stage = last ? STAGE_FRAME : STAGE_OUT_SIZES;
	if (!last)
		return 0;
	code = frame_sizes_check(&s->sizes, s->object, e);
	if (!code)
		code = s->plant->size(s->plant->self, s->sizes.ctrl, s->sizes.daq, e);
	if (code)
		return code;
	s->sized = true;
	s->in = ARENA_ARRAY(s->mem, (size_t)s->sizes.data, double);
	s->out = ARENA_ARRAY(s->mem, (size_t)s->sizes.data, double);
	if (!s->in || !s->out || signals_take(&s->trial, s->sizes.ctrl, s->mem))
		return err_set(e, ERR_MEMORY, s->object, "no memory for frames of %d numbers", s->sizes.data);
	return 0;
}

static int measure(struct actor *s, struct talk_answer *ret, struct err *e)
{
	const struct signals *x;
	int code = s->plant->answer(s->plant->self, &x, e);

	if (code)
		return code;
	frame_pack(x, s->sizes.daq, s->out, 0);
	return reply(s, ret);
}

/* The frame's numbers may be one: then the tag has no room. */
static int die(struct actor *s, struct talk_answer *ret)
{
	s->out[0] = ACTOR_RECEIVED;
	if (s->sizes.data > 1)
		s->out[1] = s->tag;
	ret->over = true;
	return reply(s, ret);
}

static int frame_take(struct actor *s, struct talk_answer *ret, struct err *e)
{
	double action = s->in[0];

	if (action == FRAME_DIE)
		return die(s, ret);
	if (action == FRAME_SETUP)
		return setup_take(s, e);
	if (action == FRAME_TRIAL && s->sized) {
		frame_unpack(s->in, 1, s->sizes.ctrl, &s->trial);
		s->count.trials++;
		return s->plant->trial(s->plant->self, &s->trial, e);
	}
	if (action == FRAME_DAQ && s->sized)
		return measure(s, ret, e);
	if (action == FRAME_COMMIT && s->sized) {
		s->count.steps++;
		return s->plant->commit(s->plant->self, e);
	}
	s->count.passed++;
	return 0;
}

static int take(void *self, struct talk_answer *ret, struct err *e)
{
	struct actor *s = self;

	*ret = (struct talk_answer){0};
	switch (s->stage) {
	case STAGE_ORDER:
		return order_take(s, ret, e);
	case STAGE_OPEN:
		if (s->in[0] == FRAME_OPEN)
			return open_take(s, ret, e);
		return err_set(e, ERR_FORMAT, s->object, "the client does not begin with open, but with action %g", s->in[0]);
	case STAGE_TRIAL_SIZES:
	case STAGE_OUT_SIZES:
		return sizes_take(s, e);
	default:
		return frame_take(s, ret, e);
	}
}

static const struct talk_ops OPS = {.name = "actor", .want = want, .take = take};

struct talk actor_talk(struct actor *s)
{
	return (struct talk){&OPS, s};
}
