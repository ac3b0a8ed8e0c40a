/* The server's side of frames. */
#include "foreign/simapp.h"

#include <stdio.h>
#include <string.h>

enum { STAGE_SIZES, STAGE_FIRST, STAGE_LINE, STAGE_REST, STAGE_FRAME };

void simapp_init(struct simapp *s, const struct plant *plant, enum simapp_kind kind, bool datagrams, struct arena *mem, const char *object)
{
	memset(s, 0, sizeof(*s));
	s->plant = plant;
	s->kind = kind;
	s->datagrams = datagrams;
	s->mem = mem;
	snprintf(s->object, sizeof(s->object), "%s", object);
}

static size_t frame_bytes(const struct simapp *s)
{
	return (size_t)s->sizes.data * sizeof(double);
}

/* The first byte tells a line of a file from a frame: the low byte of a small whole number is zero. */
static size_t want(void *self, void **ret_room)
{
	struct simapp *s = self;

	switch (s->stage) {
	case STAGE_SIZES:
		*ret_room = s->id;
		return FRAME_ID_BYTES;
	case STAGE_FIRST:
		*ret_room = s->line;
		return 1;
	case STAGE_LINE:
		*ret_room = s->line + 1;
		return SIMAPP_INIT_BYTES - 1;
	case STAGE_REST:
		*ret_room = (unsigned char *)s->in + 1;
		return frame_bytes(s) - 1;
	default:
		*ret_room = s->in;
		return frame_bytes(s);
	}
}

static int sizes_take(struct simapp *s, struct err *e)
{
	int code = frame_sizes_decode(s->id, s->object, &s->sizes, e);
	size_t n = (size_t)s->sizes.data;

	if (!code)
		code = s->plant->size(s->plant->self, s->sizes.ctrl, s->sizes.daq, e);
	if (code)
		return code;
	s->in = ARENA_ARRAY(s->mem, n, double);
	s->out = ARENA_ARRAY(s->mem, n, double);
	s->matrix = ARENA_ARRAY(s->mem, n, double);
	s->line = ARENA_ARRAY(s->mem, SIMAPP_INIT_BYTES, unsigned char);
	if (!s->in || !s->out || !s->matrix || !s->line || signals_take(&s->trial, s->sizes.ctrl, s->mem))
		return err_set(e, ERR_MEMORY, s->object, "no memory for frames of %d numbers", s->sizes.data);
	s->stage = s->kind != SIMAPP_SITE || s->datagrams ? STAGE_FRAME : STAGE_FIRST;
	return 0;
}

static int reply(const struct simapp *s, const double *frame, struct talk_answer *ret)
{
	ret->bytes = frame;
	ret->n = frame_bytes(s);
	return 0;
}

/* ---- actions ------------------------------------------------------------------------------------------------- */

static int on_nothing(struct simapp *s, int action, struct talk_answer *ret, struct err *e)
{
	(void)s, (void)action, (void)ret, (void)e;
	return 0;
}

static int on_trial(struct simapp *s, int action, struct talk_answer *ret, struct err *e)
{
	(void)action, (void)ret;
	frame_unpack(s->in, 1, s->sizes.ctrl, &s->trial);
	s->count.trials++;
	return s->plant->trial(s->plant->self, &s->trial, e);
}

static int on_commit(struct simapp *s, int action, struct talk_answer *ret, struct err *e)
{
	(void)action, (void)ret;
	s->count.steps++;
	return s->plant->commit(s->plant->self, e);
}

static int on_get(struct simapp *s, int action, struct talk_answer *ret, struct err *e)
{
	const struct signals *x;
	int code = s->plant->answer(s->plant->self, &x, e);

	for (int k = 0; k < SLOTS && !code; k++)
		if (action == FRAME_DAQ || action == FRAME_DISP + k || s->kind == SIMAPP_ADAPTER)
			frame_pack_slot(x, s->sizes.daq, k, s->out, 0);
	return code ? code : reply(s, s->out, ret);
}

static int refuse_matrix(const struct simapp *s, int action, int n, struct err *e)
{
	err_set(e, ERR_UNSUPPORTED, s->object, s->kind == SIMAPP_ELEMENT ? "a matrix of %d x %d numbers does not fit in the client's frames (action %d)"
	                                                  : "a site has no matrices, and the client asks for one of %d x %d (action %d)", n, n, action);
	err_hint(e, s->kind == SIMAPP_ELEMENT ? "give the client a larger -dataSize" : "a genericClient needs startSimAppElemServer");
	return ERR_UNSUPPORTED;
}

static int on_matrix(struct simapp *s, int action, struct talk_answer *ret, struct err *e)
{
	const double *x;
	int n = s->sizes.ctrl[SLOT_DISP], code;

	if (!s->plant->matrix)
		return refuse_matrix(s, action, n, e);
	code = s->plant->matrix(s->plant->self, (enum plant_matrix)(action - FRAME_INITIAL), &x, &n, e);
	if (code)
		return code;
	if ((long)n * n > s->sizes.data)
		return refuse_matrix(s, action, n, e);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			s->matrix[j * n + i] = x[i * n + j];
	return reply(s, s->matrix, ret);
}

static int on_die(struct simapp *s, int action, struct talk_answer *ret, struct err *e)
{
	(void)s, (void)action, (void)e;
	ret->over = true;
	return 0;
}

static int (*const ACTION[])(struct simapp *s, int action, struct talk_answer *ret, struct err *e) = {
	[FRAME_OPEN] = on_nothing, [FRAME_SETUP] = on_nothing, [FRAME_TRIAL] = on_trial, [FRAME_COMMIT] = on_commit,
	[FRAME_DAQ] = on_get, [FRAME_DISP] = on_get, [FRAME_VEL] = on_get, [FRAME_ACCEL] = on_get, [FRAME_FORCE] = on_get, [FRAME_TIME] = on_get,
	[FRAME_INITIAL] = on_matrix, [FRAME_TANGENT] = on_matrix, [FRAME_DAMP] = on_matrix, [FRAME_MASS] = on_matrix,
	[FRAME_DIE] = on_die,
};

static int frame_take(struct simapp *s, struct talk_answer *ret, struct err *e)
{
	double action = s->in[0];
	int a = action >= 0.0 && action < (double)COUNT(ACTION) ? (int)action : 0;

	s->stage = STAGE_FRAME;
	if ((double)a != action || !ACTION[a]) {
		s->count.passed++;
		return 0;
	}
	return ACTION[a](s, a, ret, e);
}

static int take(void *self, struct talk_answer *ret, struct err *e)
{
	struct simapp *s = self;

	*ret = (struct talk_answer){0};
	switch (s->stage) {
	case STAGE_SIZES:
		return sizes_take(s, e);
	case STAGE_FIRST:
		s->stage = s->line[0] == FRAME_SETUP ? STAGE_LINE : STAGE_REST;
		memcpy(s->in, s->line, 1);
		return 0;
	case STAGE_LINE:
		s->lines++;
		s->stage = STAGE_FIRST;
		return 0;
	default:
		return frame_take(s, ret, e);
	}
}

static const struct talk_ops OPS = {.name = "frames", .want = want, .take = take};

struct talk simapp_talk(struct simapp *s)
{
	return (struct talk){&OPS, s};
}
