/* The beam of ThreeActuators2d over an inverted V-brace: the six reactions of the two load cells (Fx Fy M each) pass as they are measured. */
#include "setup/planar.h"

static const struct planar_rig rig = { .actuators = 3, .load_cells = true, .base = "L1 + L2", .place = planar_three };

static const struct param params[] = {
	PLANAR_LENGTHS,
	PLANAR_BEAM,
	PLANAR_GEOMETRY("-posAct1"),
	PLANAR_ANGLE,
	{ 0 },
};

static int setup(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	return planar_setup(self, &rig, a, s, lab, e);
}

const struct setup_ops setup_inverted_v_brace_2d = {
	.name = "InvertedVBrace2d",
	.brief = "Three actuators as in ThreeActuators2d, two load cells under the brace",
	.example = "54 36 42 12 15",
	.params = params,
	.size = sizeof(struct planar),
	.setup = setup,
	.command = planar_command,
	.answer = planar_answer,
};
