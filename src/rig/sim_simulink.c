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

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	(void)m;
	return foreign_setup_points(self, a, rig, lab, true, 2, e);
}

static int hand_over(struct foreign *f)
{
	int code = client_say(&f->client, FRAME_TRIAL);

	if (!code)
		code = foreign_until(f, EXECUTE_TAKEN, true, 0, 1.0);
	if (!code)
		code = client_say(&f->client, EXECUTE_CLEAR);
	return code ? code : foreign_until(f, EXECUTE_FREE, true, 0, 0.0);
}

static int start(void *self, struct err *e)
{
	struct foreign *f = self;
	int code = foreign_start(f, true, e);

	if (code)
		return code;
	code = foreign_until(f, FRAME_DAQ, true, 0, 1.0);
	if (!code)
		code = client_say(&f->client, FRAME_TRIAL);
	if (!code)
		code = hand_over(f);
	return foreign_told(f, code, e);
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	(void)instant;
	foreign_command(self, ctrl);
	return hand_over(self);
}

static int measure(void *self, struct signals *daq)
{
	struct foreign *f = self;
	int code = f->fresh ? foreign_until(f, FRAME_DAQ, true, 0, 1.0) : 0;

	if (!code)
		foreign_answer(f, 1, daq);
	return code;
}

static int commit(void *self)
{
	return client_say(&((struct foreign *)self)->client, FRAME_COMMIT);
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
	.size = sizeof(struct foreign),
	.setup = setup,
	.outside = true,
	.start = start,
	.command = command,
	.measure = measure,
	.commit = commit,
	.why = foreign_why,
	.end = foreign_end,
};
