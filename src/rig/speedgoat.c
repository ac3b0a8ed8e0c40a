/* A real-time target machine that sends without being asked: OpenFresco's control Speedgoat. No sizes, no handshake; frames of 256 numbers.
 *
 *   host to target  [newTarget, commands..], each twice        target to host, all the time  [switchPC, atTarget, measurements..]
 *
 *   start: wait for atTarget, say newTarget 0;  command: newTarget 1 until switchPC is 1, newTarget 0 until switchPC is 0;  answer: wait for atTarget;
 *   at the end newTarget -1
 */
#include "rig/foreign.h"

enum { SWITCH_PC, AT_TARGET, SIGNALS };

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct foreign *f = self;
	int code = foreign_setup_points(f, a, rig, lab, false, 0, e);

	(void)m;
	if (!code && f->words.udp) {
		code = err_set(e, ERR_UNSUPPORTED, a->object, "-udp: the target would have to send before it knows to whom, and nothing ever starts");
		err_hint(e, "leave -udp out");
	}
	if (!code && f->sizes.data > FRAME_DEFAULT)
		code = err_set(e, ERR_LIMIT, a->object, "its frames hold %d numbers, too few for these control points", FRAME_DEFAULT);
	return code;
}

/* Twice, as the target expects it. */
static int say(struct foreign *f, double new_target)
{
	int code = client_say(&f->client, new_target);

	return code ? code : client_say(&f->client, new_target);
}

static int hand_over(struct foreign *f)
{
	int code = say(f, 1.0);

	if (!code)
		code = foreign_until(f, 0.0, false, SWITCH_PC, 1.0);
	if (!code)
		code = say(f, 0.0);
	return code ? code : foreign_until(f, 0.0, false, SWITCH_PC, 0.0);
}

static void goodbye(struct foreign *f)
{
	struct cable *w = &f->client.cable;
	struct err ignored = {0};

	for (int i = 0; i < 2 && f->ready && cable_open(w) && !w->torn && f->client.out; i++) {
		f->client.out[0] = -1.0;
		if (cable_put(w, f->client.out, (size_t)f->sizes.data * sizeof(double), &ignored))
			break;
	}
}

static int start(void *self, struct err *e)
{
	struct foreign *f = self;
	int code = foreign_start(f, false, e);

	if (code)
		return code;
	code = client_frames(&f->client, &f->sizes, &f->lab->arena, e);
	if (code)
		return foreign_told(f, code, e);
	code = foreign_until(f, 0.0, false, AT_TARGET, 1.0);
	if (!code)
		code = say(f, 0.0);
	if (!code)
		code = hand_over(f);
	if (code)
		goodbye(f);
	return foreign_told(f, code, e);
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	(void)instant;
	foreign_command(self, ctrl);
	return hand_over(self);
}

/* The frame that ended the switch may be at the target already. */
static int measure(void *self, struct signals *daq)
{
	struct foreign *f = self;
	int code = f->fresh && f->client.in[AT_TARGET] != 1.0 ? foreign_until(f, 0.0, false, AT_TARGET, 1.0) : 0;

	if (!code)
		foreign_answer(f, SIGNALS, daq);
	return code;
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
	.size = sizeof(struct foreign),
	.setup = setup,
	.outside = true,
	.start = start,
	.command = command,
	.measure = measure,
	.why = foreign_why,
	.end = end,
};
