/* What plane and space frames share: members, cross braces, walls of trusses, and which bays are in the middle.
 *
 * A wall of thickness t in a bay a x h is a framework panel: bars along its sides and two diagonals, of such areas that the panel answers to
 * homogeneous strains like a plate in plane stress with Poisson's ratio 1/3 (L: diagonal):
 *   diagonals 3 t L^3 / (16 a h),   upright sides (9 a t - 3 t h^2 / a) / 16 each,   flat sides (9 h t - 3 t a^2 / h) / 16 each.
 * In shear that is exactly G t a / h with G = 3 E / 8. A side whose area would be negative (a bay longer or shorter than sqrt(3) times its height) is left out.
 *   A. Hrennikoff, Solution of problems of elasticity by the framework method, J. Appl. Mech. 8 (1941) A169-A175, doi:10.1115/1.4009129.
 */
#pragma once

#include "model/structure.h"
#include "plugin.h"

/* What both are told. */
struct frame_parts {
	double e;                                    /* modulus of columns, beams, braces */
	double column_a, column_i, beam_a, beam_i;
	int braces, walls, core;                     /* bays in the middle */
	double brace_a, brace_yield, brace_hardening;
	double wall_thickness, wall_e;
	double core_factor;
	struct member brace;
};

enum { WALL_UPRIGHT, WALL_FLAT, WALL_DIAGONAL, WALL_PARTS };

/* The members of a wall panel of one shape. The flat one stands for sides of two panels, that of the top for one. */
struct frame_wall {
	struct member part[WALL_PARTS], top;
	bool has[WALL_PARTS];
};

#define FRAME_PARAMS(type) \
	{ "-E", PARAM_REAL, offsetof(type, parts.e), false, 2.1e8, RANGE_POSITIVE, "modulus of columns, beams and braces [stress]" }, \
	{ "-columnA", PARAM_REAL, offsetof(type, parts.column_a), false, 0.0304, RANGE_POSITIVE, "area of a column [length^2], box 400 x 20 mm" }, \
	{ "-columnI", PARAM_REAL, offsetof(type, parts.column_i), false, 7.34e-4, RANGE_POSITIVE, "its second moment of area [length^4]" }, \
	{ "-beamA", PARAM_REAL, offsetof(type, parts.beam_a), false, 0.0116, RANGE_POSITIVE, "area of a beam [length^2], IPE 500" }, \
	{ "-beamI", PARAM_REAL, offsetof(type, parts.beam_i), false, 4.82e-4, RANGE_POSITIVE, "its second moment of area, upright bending [length^4]" }, \
	{ "-braces", PARAM_INT, offsetof(type, parts.braces), false, 0, { 0, 100000, false, false }, "so many bays in the middle have cross braces" }, \
	{ "-braceA", PARAM_REAL, offsetof(type, parts.brace_a), false, 0.005, RANGE_POSITIVE, "area of a brace [length^2]" }, \
	{ "-braceYield", PARAM_REAL, offsetof(type, parts.brace_yield), false, 0, RANGE_NONNEG, "stress at which braces yield; 0: elastic" }, \
	{ "-braceHardening", PARAM_REAL, offsetof(type, parts.brace_hardening), false, 0.02, { 0, 1, false, true }, "modulus behind that, as a share" }, \
	{ "-walls", PARAM_INT, offsetof(type, parts.walls), false, 0, { 0, 100000, false, false }, "so many bays in the middle are walls of trusses" }, \
	{ "-wallThickness", PARAM_REAL, offsetof(type, parts.wall_thickness), false, 0.3, RANGE_POSITIVE, "of a wall [length]" }, \
	{ "-wallE", PARAM_REAL, offsetof(type, parts.wall_e), false, 3e7, RANGE_POSITIVE, "modulus of a wall [stress], concrete" }, \
	{ "-core", PARAM_INT, offsetof(type, parts.core), false, 0, { 0, 100000, false, false }, "so many bays in the middle have stiff columns and beams" }, \
	{ "-coreFactor", PARAM_REAL, offsetof(type, parts.core_factor), false, 20, RANGE_POSITIVE, "areas and second moments of the core, as a multiple" }

/* The first of n bays in the middle. */
int frame_middle(int bays, int n);
/* Is a line of the grid on the border of, or between, the n bays in the middle? n 0: no. */
bool frame_in_middle(int bays, int n, int line);
/* Refuses more bays in the middle than there are. */
int frame_check(const struct frame_parts *p, const char *object, int bays, struct err *e) MUST_CHECK;
/* Makes the kind of braces. */
int frame_braces(struct frame_parts *p, struct maker *k, struct err *e) MUST_CHECK;
/* Two crossing braces between lines i and j of the storey below level at. */
int frame_cross(const struct member *kind, struct maker *k, int at, int i, int j, struct err *e) MUST_CHECK;
/* Makes the kinds of a panel; counts its members. */
int frame_wall(const struct frame_parts *p, struct maker *k, int law, double bay, double height, struct frame_wall *ret, struct err *e) MUST_CHECK;
int frame_wall_count(double bay, double height);
/* One panel between lines i and j of the storey below level at; top: there is none above. */
int frame_panel(const struct frame_wall *w, struct maker *k, int at, bool top, int i, int j, struct err *e) MUST_CHECK;
