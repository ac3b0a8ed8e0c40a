/* Control points on the wire: rigs that name their signals by -trialCP and -outCP send and receive them in the order of the points.
 *
 * The j-th signal of a kind is component j of that slot. Set-up time and loop; no memory of its own.
 */
#pragma once

#include "experiment/rig.h"
#include "foreign/frame.h"

/* Refuses a rig without -trialCP or -outCP, and sizes its slots by them. */
int points_size(struct rig *rig, const char *object, struct err *e) MUST_CHECK;
/* The sizes of frames for such a rig, data numbers each (raised where they are too few). */
struct frame_sizes points_frame(const struct rig *rig, int data);
/* All signals in their order, and back. */
void points_pack(const struct rig_point *p, const struct signals *s, double *ret_x) RT;
void points_unpack(const struct rig_point *p, const double *x, struct signals *s) RT;
