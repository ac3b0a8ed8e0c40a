/* A real-time target machine that sends without being asked: OpenFresco's control Speedgoat. No sizes, no handshake; frames of 256 numbers.
 *
 *   host to target  [newTarget, commands..], each twice        target to host, all the time  [switchPC, atTarget, measurements..]
 *
 *   start: wait for atTarget, say newTarget 0;  command: newTarget 1 until switchPC is 1, newTarget 0 until switchPC is 0;  answer: wait for atTarget;
 *   at the end newTarget -1
 */
#include "rig/foreign.h"

enum { SWITCH_PC, AT_TARGET, SIGNALS };

struct speedgoat {
	struct foreign f;
	struct frame_sizes sizes;
};

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct speedgoat *s = self;
	int code = foreign_words(&s->f, a, rig, lab, false, e);

	(void)m;
	if (!code && s->f.words.udp) {
		code = err_set(e, ERR_UNSUPPORTED, a->object, "-udp: the target would have to send before it knows to whom, and nothing ever starts");
		err_hint(e, "leave -udp out");
	}
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = points_size(rig, a->object, e);
	s->sizes = points_frame(rig, FRAME_DEFAULT);
	if (!code && s->sizes.data > FRAME_DEFAULT)
		code = err_set(e, ERR_LIMIT, a->object, "its frames hold %d numbers, too few for these control points", FRAME_DEFAULT);
	return code ? code : foreign_ready(&s->f, 0, a->object, e);
}

/* Twice, as the target expects it. */
static int say(struct speedgoat *s, double new_target)
{
	int code = client_say(&s->f.client, new_target);

	return code ? code : client_say(&s->f.client, new_target);
}

static int hand_over(struct speedgoat *s)
{
	int code = say(s, 1.0);

	if (!code)
		code = foreign_until(&s->f, 0.0, false, SWITCH_PC, 1.0);
	if (!code)
		code = say(s, 0.0);
	return code ? code : foreign_until(&s->f, 0.0, false, SWITCH_PC, 0.0);
}

static void goodbye(struct speedgoat *s)
{
	struct cable *w = &s->f.client.cable;
	struct err ignored = {0};

	for (int i = 0; i < 2 && s->f.ready && cable_open(w) && !w->torn && s->f.client.out; i++) {
		s->f.client.out[0] = -1.0;
		if (cable_put(w, s->f.client.out, (size_t)s->sizes.data * sizeof(double), &ignored))
			break;
	}
}

static int start(void *self, struct err *e)
{
	struct speedgoat *s = self;
	int code = foreign_start(&s->f, NULL, e);

	if (!code)
		code = client_frames(&s->f.client, &s->sizes, &s->f.lab->arena, e);
	if (code)
		return code;
	code = foreign_until(&s->f, 0.0, false, AT_TARGET, 1.0);
	if (!code)
		code = say(s, 0.0);
	if (!code)
		code = hand_over(s);
	if (code)
		goodbye(s);
	return foreign_told(&s->f, code, e);
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct speedgoat *s = self;

	(void)instant;
	points_pack(&s->f.rig->trial_point, ctrl, s->f.client.out + 1);
	s->f.fresh = true;
	return hand_over(s);
}

/* The frame that ended the switch may be at the target already. */
static int measure(void *self, struct signals *daq)
{
	struct speedgoat *s = self;
	int code = s->f.fresh && s->f.client.in[AT_TARGET] != 1.0 ? foreign_until(&s->f, 0.0, false, AT_TARGET, 1.0) : 0;

	if (code)
		return code;
	if (s->f.fresh)
		points_unpack(&s->f.rig->out_point, s->f.client.in + SIGNALS, &s->f.last);
	s->f.fresh = false;
	signals_copy(&s->f.last, daq);
	return 0;
}

static void end(void *self)
{
	goodbye(self);
	foreign_end(self);
}

static const struct param params[] = {
	FOREIGN_PARAMS,
	FOREIGN_POINTS,
	{ .name = "-timeout", .kind = PARAM_ROW, .help = "seconds without an answer after which the target counts as lost, default 60" },
	{ 0 },
};

const struct rig_ops rig_speedgoat = {
	.name = "Speedgoat",
	.brief = "Real-time target machine that sends its signals without being asked",
	.example = "127.0.0.1 8090 -trialCP 1 -outCP 2",
	.params = params,
	.size = sizeof(struct speedgoat),
	.setup = setup,
	.start = start,
	.command = command,
	.measure = measure,
	.why = foreign_why,
	.end = end,
};
