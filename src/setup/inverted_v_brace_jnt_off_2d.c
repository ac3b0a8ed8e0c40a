/* The beam of ThreeActuatorsJntOff2d over an inverted V-brace: the six reactions of the two load cells (Fx Fy M each) pass as they are measured. */
#include "setup/planar.h"

static const struct planar_rig rig = { .actuators = 3, .load_cells = true, .base = "L2 + L3", .place = planar_joints };

static const struct param params[] = {
	PLANAR_LENGTH(1),
	PLANAR_LENGTH(2),
	PLANAR_LENGTH(3),
	PLANAR_ARM(1, "from the left end to actuator 2"),
	PLANAR_ARM(2, "from actuator 2 to the control point"),
	PLANAR_ARM(3, "from the control point to actuator 3"),
	PLANAR_ARM(4, "from actuator 3 to the right end"),
	PLANAR_ARM(5, "joint of actuator 2 below the control point"),
	PLANAR_ARM(6, "joint of actuator 3 below the control point"),
	PLANAR_GEOMETRY("-posAct1"),
	PLANAR_ANGLE,
	{ 0 },
};

static int setup(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	return planar_setup(self, &rig, a, s, lab, e);
}

const struct setup_ops setup_inverted_v_brace_jnt_off_2d = {
	.name = "InvertedVBraceJntOff2d",
	.brief = "InvertedVBrace2d with rigid joint offsets",
	.example = "54 36 42 5 12 15 6 4 3",
	.params = params,
	.size = sizeof(struct planar),
	.setup = setup,
	.command = planar_command,
	.answer = planar_answer,
};
