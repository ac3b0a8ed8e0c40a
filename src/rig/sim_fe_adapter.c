/* A specimen that another finite-element program computes, behind an element adapter, actuator or corotActuator of OpenSees or of this program.
 *
 *   eleven sizes;  10 -> where it stands;  for every command 3, for every answer 10 -> displacements and forces;  at the end 99, twice
 *
 * The other program ends when it is asked twice for the same command, so that the last answer is kept.
 */
#include "rig/foreign.h"

struct adapter {
	struct foreign f;
	struct frame_sizes sizes;
};

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct adapter *s = self;
	int code = foreign_words(&s->f, a, rig, lab, true, e);

	(void)m;
	if (!code)
		code = args_end(a, e);
	if (!code)
		code = points_size(rig, a->object, e);
	if (!code && (!rig->ctrl.n[SLOT_DISP] || !rig->daq.n[SLOT_DISP] || !rig->daq.n[SLOT_FORCE])) {
		code = err_set(e, ERR_ARGUMENT, a->object, "displacements must go out, displacements and forces come back");
		err_hint(e, "-trialCP with disp, -outCP with disp and force: the other program ends without them");
	}
	s->sizes = points_frame(rig, FRAME_DEFAULT);
	return code ? code : foreign_ready(&s->f, 2, a->object, e);
}

static int start(void *self, struct err *e)
{
	struct adapter *s = self;

	return foreign_start(&s->f, &s->sizes, e);
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct adapter *s = self;

	(void)instant;
	points_pack(&s->f.rig->trial_point, ctrl, s->f.client.out + 1);
	s->f.fresh = true;
	return client_say(&s->f.client, FRAME_TRIAL);
}

static int measure(void *self, struct signals *daq)
{
	struct adapter *s = self;
	int code = s->f.fresh ? client_ask(&s->f.client, FRAME_FORCE) : 0;

	if (code)
		return code;
	if (s->f.fresh)
		points_unpack(&s->f.rig->out_point, s->f.client.in, &s->f.last);
	s->f.fresh = false;
	signals_copy(&s->f.last, daq);
	return 0;
}

static const struct param params[] = {
	FOREIGN_PARAMS,
	FOREIGN_POINTS,
	CABLE_PARAMS,
	{ 0 },
};

const struct rig_ops rig_sim_fe_adapter = {
	.name = "SimFEAdapter",
	.brief = "Specimen of another finite-element program, behind its element adapter or actuator",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "127.0.0.1 44000 -trialCP 1 -outCP 2",
	.params = params,
	.size = sizeof(struct adapter),
	.setup = setup,
	.start = start,
	.command = command,
	.measure = measure,
	.why = foreign_why,
	.end = foreign_end,
};
