/* The beam of ThreeActuatorsJntOff2d, L6 above the control point, on three picked components of larger vectors; joints L5 and L7 below its axis. */
#include "setup/planar.h"

#define VERTICAL \
	{ .x = {0, -1}, .y = {[4] = -1, [5] = 1}, .e = {0.0, 1.0} }, \
	{ .x = {0, 0, 1}, .y = {[5] = 1, [6] = -1}, .e = {0.0, 1.0} }
static const struct planar_place place[2][PLANAR_ACTUATORS] = {
	{ { .x = {-1, -1}, .y = {[5] = 1}, .e = {1.0, 0.0} }, VERTICAL },
	{ { .x = {0, 0, 1, 1}, .y = {[5] = 1}, .e = {-1.0, 0.0} }, VERTICAL },
};

static const struct planar_rig rig = { .actuators = 3, .picks = true, .base = "L2 + L3", .place = place };

static const struct param params[] = {
	PLANAR_PICKS,
	PLANAR_LENGTHS,
	PLANAR_BEAM_JOINTS,
	PLANAR_ARM(5, "joint of actuator 2 below the axis of the beam"),
	PLANAR_ARM(6, "height of the beam's axis above the control point"),
	PLANAR_ARM(7, "joint of actuator 3 below the axis of the beam"),
	PLANAR_GEOMETRY("-posAct1"),
	{ 0 },
};

static int setup(void *self, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	return planar_setup(self, &rig, a, s, lab, e);
}

const struct setup_ops setup_three_actuators_jnt_off = {
	.name = "ThreeActuatorsJntOff",
	.brief = "ThreeActuators with rigid joint offsets",
	.example = "1 2 3 3 3 54 36 42 5 12 15 6 4 8 3",
	.params = params,
	.size = sizeof(struct planar),
	.setup = setup,
	.command = planar_command,
	.answer = planar_answer,
};
