/* A specimen that another finite-element program computes, behind an element adapter, actuator or corotActuator of OpenSees or of this program.
 *
 *   eleven sizes;  10 -> where it stands;  for every command 3, for every answer 10 -> displacements and forces;  at the end 99, twice
 *
 * The other program ends when it is asked twice for the same command, so that the last answer is kept.
 */
#include "rig/foreign.h"

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	int code = foreign_setup_points(self, a, rig, lab, true, 2, e);

	(void)m;
	if (code || (rig->ctrl.n[SLOT_DISP] && rig->daq.n[SLOT_DISP] && rig->daq.n[SLOT_FORCE]))
		return code;
	code = err_set(e, ERR_ARGUMENT, a->object, "displacements must go out, displacements and forces come back");
	err_hint(e, "-trialCP with disp, -outCP with disp and force: the other program ends without them");
	return code;
}

static int start(void *self, struct err *e)
{
	return foreign_start(self, true, e);
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct foreign *f = self;

	(void)instant;
	foreign_command(f, ctrl);
	return client_say(&f->client, FRAME_TRIAL);
}

static int measure(void *self, struct signals *daq)
{
	struct foreign *f = self;
	int code = f->fresh ? client_ask(&f->client, FRAME_FORCE) : 0;

	if (!code)
		foreign_answer(f, 0, daq);
	return code;
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
	.size = sizeof(struct foreign),
	.setup = setup,
	.outside = true,
	.start = start,
	.command = command,
	.measure = measure,
	.why = foreign_why,
	.end = foreign_end,
};
