/* The beam of ThreeActuators2d, L3 above the control point, on three picked components of larger vectors. */
#include "setup/planar.h"

#define VERTICAL { .x = {-1}, .y = {0, 0, 1}, .e = {0.0, 1.0} }, { .x = {0, 1}, .y = {0, 0, 1}, .e = {0.0, 1.0} }
static const struct planar_place place[2][PLANAR_ACTUATORS] = {
	{ { .x = {-1}, .y = {0, 0, 1}, .e = {1.0, 0.0} }, VERTICAL },
	{ { .x = {0, 1}, .y = {0, 0, 1}, .e = {-1.0, 0.0} }, VERTICAL },
};

static const struct planar_rig rig = { .actuators = 3, .picks = true, .base = "L1 + L2", .place = place };

static const struct param params[] = {
	PLANAR_PICKS,
	PLANAR_LENGTHS,
	PLANAR_BEAM,
	PLANAR_ARM(3, "height of the beam above the control point"),
	PLANAR_GEOMETRY("-posAct1"),
	{ 0 },
};

static int setup(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	return planar_setup(self, &rig, a, s, lab, e);
}

const struct setup_ops setup_three_actuators = {
	.name = "ThreeActuators",
	.brief = "ThreeActuators2d above the control point, on picked components",
	.example = "1 2 3 3 3 54 36 42 12 15 8",
	.params = params,
	.size = sizeof(struct planar),
	.setup = setup,
	.command = planar_command,
	.answer = planar_answer,
};
