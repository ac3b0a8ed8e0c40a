/* A Simulink model with OpenFresco's server block: three flags beside the signals, asked for by polling.
 *
 *   eleven sizes;  6 until atTarget;  3;  then for every command 3, 4.1 until switchPC is 1, 4.2, 4.3 until switchPC is 0;  for every answer 6 -> [atTarget,
 *   signals], until atTarget is 1;  for every step 5;  at the end 99, twice
 *
 * The predictor-corrector of the model takes a target when newTarget is 1 and says so by switchPC; 4.2 takes newTarget back.
 */
#include "rig/foreign.h"

#define EXECUTE_TAKEN 4.1
#define EXECUTE_CLEAR 4.2
#define EXECUTE_FREE 4.3

struct simulink {
	struct foreign f;
	struct frame_sizes sizes;
};

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct simulink *s = self;
	int code = foreign_words(&s->f, a, rig, lab, true, e);

	(void)m;
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = points_size(rig, a->object, e);
	s->sizes = points_frame(rig, FRAME_DEFAULT);
	return code ? code : foreign_ready(&s->f, 2, a->object, e);
}

static int hand_over(struct simulink *s)
{
	struct client *c = &s->f.client;
	int code = client_say(c, FRAME_TRIAL);

	if (!code)
		code = foreign_until(&s->f, EXECUTE_TAKEN, true, 0, 1.0);
	if (!code)
		code = client_say(c, EXECUTE_CLEAR);
	return code ? code : foreign_until(&s->f, EXECUTE_FREE, true, 0, 0.0);
}

static int start(void *self, struct err *e)
{
	struct simulink *s = self;
	int code = foreign_start(&s->f, &s->sizes, e);

	if (code)
		return code;
	code = foreign_until(&s->f, FRAME_DAQ, true, 0, 1.0);
	if (!code)
		code = client_say(&s->f.client, FRAME_TRIAL);
	if (!code)
		code = hand_over(s);
	return foreign_told(&s->f, code, e);
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct simulink *s = self;

	(void)instant;
	points_pack(&s->f.rig->trial_point, ctrl, s->f.client.out + 1);
	s->f.fresh = true;
	return hand_over(s);
}

static int measure(void *self, struct signals *daq)
{
	struct simulink *s = self;
	int code = s->f.fresh ? foreign_until(&s->f, FRAME_DAQ, true, 0, 1.0) : 0;

	if (code)
		return code;
	if (s->f.fresh)
		points_unpack(&s->f.rig->out_point, s->f.client.in + 1, &s->f.last);
	s->f.fresh = false;
	signals_copy(&s->f.last, daq);
	return 0;
}

static int commit(void *self)
{
	return client_say(&((struct simulink *)self)->f.client, FRAME_COMMIT);
}

static const struct param params[] = {
	FOREIGN_PARAMS,
	FOREIGN_POINTS,
	CABLE_PARAMS,
	{ 0 },
};

const struct rig_ops rig_sim_simulink = {
	.name = "SimSimulink",
	.brief = "Specimen or controller in a Simulink model with OpenFresco's server block",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "127.0.0.1 8090 -trialCP 1 -outCP 2",
	.params = params,
	.size = sizeof(struct simulink),
	.setup = setup,
	.start = start,
	.command = command,
	.measure = measure,
	.commit = commit,
	.why = foreign_why,
	.end = foreign_end,
};
