/* Three actuators on a straight beam: two translations and the rotation.
 *
 *   act1 --> [ L1 | C | L2 ]        act2, act3 push up at the two ends
 *             ^           ^         -posAct1 right: act1 at the right end, pushing left
 *            act2        act3 */
#include "setup/planar.h"

static const struct planar_rig rig = { .actuators = 3, .base = "L1 + L2", .place = planar_three };

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

const struct setup_ops setup_three_actuators_2d = {
	.name = "ThreeActuators2d",
	.brief = "One horizontal and two vertical actuators: all motions of a beam in its plane",
	.example = "54 36 42 12 15",
	.params = params,
	.size = sizeof(struct planar),
	.setup = setup,
	.command = planar_command,
	.answer = planar_answer,
};
