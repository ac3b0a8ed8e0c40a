/* Rehearsals: what exists or is elsewhere does not move and is not spoken to; a stand-in answers in its place.
 *
 * In a laboratory with lab->rehearsal, rigs of actuators that exist (rig_ops.physical), rigs behind other programs (rig_ops.outside) and sites elsewhere
 * (site_ops.why) are set up from their words as always, so that mistakes in these are found, and are then exchanged: the stand-in goes where it is told at
 * once and answers with the force of a linear specimen, whose stiffness is the initial one that its element shows, carried to the channels of the rig through
 * the setup. Limits of control points and of the rig act as in the test. One thread; set-up only, but for the answers.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>

struct rig;
struct site;

/* After its setup: exchanges it if the laboratory rehearses and it is not virtual; else does nothing. ERR_MEMORY. */
int standin_rig(struct rig *r, struct err *e) MUST_CHECK;
int standin_site(struct site *s, struct err *e) MUST_CHECK;
/* Does a stand-in answer for it? */
bool standin_is(const struct rig *r);

/* What an element that joins a site shows of its specimen: nk x nk stiffness of its basic coordinates from the first on, of n in all, with nforce forces. Does
 * nothing where no stand-in is. ERR_UNSUPPORTED: the setup has other channels than coordinates, so that the stiffness of the channels does not follow. */
struct standin_specimen {
	int n, nforce, first, nk;
	const double *k0;
};
int standin_learn(struct site *s, const struct standin_specimen *x, const char *object, struct err *e) MUST_CHECK;
