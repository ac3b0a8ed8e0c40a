/* Planar rigs: actuators that hold one rigid beam in its plane. Each rig is a table of attachments; the rule is the same for all (planar.c).
 *
 * Rig axes X right, Y up, rotation counter-clockwise; (ux, uy, r) is the motion of the control point C. Actuator i is attached at p_i from
 * C, its pivot lies La_i behind, in direction -e_i. Extension is positive, force is positive when it pushes.
 */
#pragma once

#include "setup/setup_common.h"

enum { PLANAR_ACTUATORS = 3, PLANAR_ARMS = 7 };

/* Attachment of one actuator: each coordinate is a sum of the arms L1 .. L7 with these signs. */
struct planar_place {
	signed char x[PLANAR_ARMS], y[PLANAR_ARMS];
	double e[2];               /* unit vector from the pivot to the beam */
};

struct planar_rig {
	int actuators;             /* 3: all of ux, uy, r; 2: ux and r, with uy held at zero */
	bool picks;                /* its three components are picked from larger vectors; otherwise 1 2 3 of three */
	bool load_cells;           /* six measured forces pass unchanged */
	const char *base;          /* arm of the couple that turns the beam, in words: "L1 + L2" */
	const struct planar_place (*place)[PLANAR_ACTUATORS];  /* [0] actuator 1 on the left, [1] on the right */
};

struct planar {
	double length[PLANAR_ACTUATORS], arm[PLANAR_ARMS];     /* La1 .., L1 .. */
	int dof[PLANAR_ACTUATORS];                             /* where ux, uy, r stand in the basic vector, from 0 */
	int trial, out;                                        /* sizes of the basic vectors */
	bool nonlinear;
	double phi;                                            /* degrees from rig X to the element's x */
	const struct planar_rig *rig;                          /* borrowed: the plug-in's table */
	double cos_phi, sin_phi;
	double p[PLANAR_ACTUATORS][2], e[PLANAR_ACTUATORS][2];
	double scale;                                          /* the longest length in it */
	double linear[PLANAR_ACTUATORS * PLANAR_ACTUATORS], inverse[PLANAR_ACTUATORS * PLANAR_ACTUATORS];
};

/* The beam of ThreeActuators2d and InvertedVBrace2d; the same with rigid joint offsets. */
extern const struct planar_place planar_three[2][PLANAR_ACTUATORS], planar_joints[2][PLANAR_ACTUATORS];

/* The three functions of a row; setup is called with the row's own rig. */
int planar_setup(void *self, const struct planar_rig *rig, struct args *a, struct setup *s, struct laboratory *lab, struct err *e) MUST_CHECK;
void planar_command(const void *self, const struct signals *trial, struct signals *ctrl) RT;
int planar_answer(const void *self, const struct signals *trial, const struct signals *daq, struct signals *out) RT;

/* Rows of parameter tables. */
#define PLANAR_LENGTH(i) \
	{ .name = "La" #i, .kind = PARAM_REAL, .offset = offsetof(struct planar, length[(i) - 1]), .required = true, .range = RANGE_POSITIVE, \
	  .help = "length of actuator " #i " from pivot to beam, at rest [length]" }
#define PLANAR_ARM(i, text) \
	{ .name = "L" #i, .kind = PARAM_REAL, .offset = offsetof(struct planar, arm[(i) - 1]), .required = true, .range = RANGE_ANY, .help = text " [length]" }
#define PLANAR_LENGTHS PLANAR_LENGTH(1), PLANAR_LENGTH(2), PLANAR_LENGTH(3)
#define PLANAR_BEAM PLANAR_ARM(1, "from actuator 2 to the control point"), PLANAR_ARM(2, "from the control point to actuator 3")
#define PLANAR_BEAM_JOINTS \
	PLANAR_ARM(1, "from the left end to actuator 2"), \
	PLANAR_ARM(2, "from actuator 2 to the control point"), \
	PLANAR_ARM(3, "from the control point to actuator 3"), \
	PLANAR_ARM(4, "from actuator 3 to the right end")
#define PLANAR_JOINTS_BELOW \
	PLANAR_ARM(5, "joint of actuator 2 below the control point"), \
	PLANAR_ARM(6, "joint of actuator 3 below the control point")
#define PLANAR_COUNT(word, field, least, text) \
	{ .name = word, .kind = PARAM_INT, .offset = offsetof(struct planar, field), .required = true, .range = {.lo = least, .hi = 1000.0}, .help = text }
#define PLANAR_PICKS \
	PLANAR_COUNT("dofH", dof[0], 1.0, "component along X, from 1"), \
	PLANAR_COUNT("dofV", dof[1], 1.0, "component along Y"), \
	PLANAR_COUNT("dofR", dof[2], 1.0, "component that is the rotation"), \
	PLANAR_COUNT("sizeTrial", trial, 3.0, "components that the element sends"), \
	PLANAR_COUNT("sizeOut", out, 3.0, "components that the element wants")
#define PLANAR_GEOMETRY(side) \
	{ .name = "-nlGeom", .kind = PARAM_FLAG, .offset = offsetof(struct planar, nonlinear), .help = "exact geometry; without it small displacements" }, \
	{ .name = side " left|right", .kind = PARAM_ROW, .help = "which side the horizontal actuator pushes from (default left)" }
#define PLANAR_ANGLE \
	{ .name = "-phiLocX", .kind = PARAM_REAL, .offset = offsetof(struct planar, phi), .range = RANGE_ANY, .help = "from rig X to the element's x [degrees]" }
