/* Two parallel actuators, one above the other: translation and rotation of a beam end; uy is held at zero.
 *
 *   act2 --> |        at C + (0, L)
 *            |
 *   act1 --> C */
#include "setup/planar.h"

static const struct planar_place place[2][PLANAR_ACTUATORS] = {
	{ { .e = {1.0, 0.0} }, { .y = {1}, .e = {1.0, 0.0} } },
	{ { .e = {-1.0, 0.0} }, { .y = {1}, .e = {-1.0, 0.0} } },
};

static const struct planar_rig rig = { .actuators = 2, .base = "L", .place = place };

static const struct param params[] = {
	PLANAR_LENGTH(1),
	PLANAR_LENGTH(2),
	{ .name = "L", .kind = PARAM_REAL, .offset = offsetof(struct planar, arm[0]), .required = true, .range = RANGE_ANY,
	  .help = "height of actuator 2 above actuator 1 [length]" },
	PLANAR_GEOMETRY("-posAct"),
	PLANAR_ANGLE,
	{ 0 },
};

static int setup(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	return planar_setup(self, &rig, a, s, lab, e);
}

const struct setup_ops setup_two_actuators_2d = {
	.name = "TwoActuators2d",
	.brief = "Two parallel actuators: translation and rotation in a plane",
	.example = "60 45 18",
	.params = params,
	.size = sizeof(struct planar),
	.setup = setup,
	.command = planar_command,
	.answer = planar_answer,
};
