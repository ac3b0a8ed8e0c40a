/* The beam of ThreeActuatorsJntOff2d over an inverted V-brace: the six reactions of the two load cells (Fx Fy M each) pass as they are measured. */
#include "setup/planar.h"

static const struct planar_rig rig = { .actuators = 3, .load_cells = true, .base = "L2 + L3", .place = planar_joints };

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
