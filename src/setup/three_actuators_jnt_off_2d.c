/* Three actuators on a beam with rigid joint offsets: actuator 1 at an end, L1 (right: L4) outside the joint of a vertical actuator, whose
 * joints hang L5 and L6 below the axis. */
#include "setup/planar.h"

static const struct planar_rig rig = { .actuators = 3, .base = "L2 + L3", .place = planar_joints };

static const struct param params[] = {
	PLANAR_LENGTHS,
	PLANAR_BEAM_JOINTS,
	PLANAR_JOINTS_BELOW,
	PLANAR_GEOMETRY("-posAct1"),
	PLANAR_ANGLE,
	{ 0 },
};

static int setup(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	return planar_setup(self, &rig, a, s, lab, e);
}

const struct setup_ops setup_three_actuators_jnt_off_2d = {
	.name = "ThreeActuatorsJntOff2d",
	.brief = "ThreeActuators2d with rigid joint offsets",
	.example = "54 36 42 5 12 15 6 4 3",
	.params = params,
	.size = sizeof(struct planar),
	.setup = setup,
	.command = planar_command,
	.answer = planar_answer,
};
