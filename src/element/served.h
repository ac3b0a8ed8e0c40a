/* Elements that a foreign client commands: what element adapter and the actuators share, the server's side of frames.
 *
 * Every step takes one target, whatever the script does to its time: once a step was accepted the element waits, in the next one, for the next target. A step
 * that failed and is tried again in parts keeps its target until they have gone as far as it should have. Questions that come before a target are
 * answered with displacement and force of the last accepted step. The spring that imposes the target,
 *
 *   q = K (d - d_target),      answers: d, and the specimen's force -q
 *
 * is the element's own. One conversation an element, ended by the laboratory. Blocks in setup and in the first evaluation of a step.
 */
#pragma once

#include "experiment/laboratory.h"

#include "foreign/simapp.h"
#include "foreign/cable.h"

#include "element/element_common.h"

struct served;

#define SERVED_PARAMS \
	{ .name = "ipPort", .kind = PARAM_ROW, .required = true, .help = "where it listens" }, \
	{ .name = "-udp", .kind = PARAM_ROW, .help = "UDP instead of TCP; a client may say 'a' first or not" }, \
	{ .name = "-plain", .kind = PARAM_ROW, .help = "other machines may connect, too, whoever they are; else this one only" }, \
	{ .name = "-timeout", .kind = PARAM_ROW, .help = "seconds without a message after which the client counts as lost, default 3600" }

/* Timeout by default; the words are then read by cable_option. */
void served_words(struct cable_words *w);
/* Waits for the client and its sizes: n targets, n displacements and forces back. */
int served_open(struct served **ret, int n, const struct cable_words *w, const struct model *m, const char *object, struct err *e) MUST_CHECK;
/* The target of the step at hand, dt after its beginning: waits for the next one when it is due and the step is live. d, q: n numbers of the last accepted
 * step. NULL: the conversation is over or lost. */
const double *served_target(struct served *s, double dt, bool live, const double *d, const double *q);
/* The step was accepted, or it was not. */
int served_committed(struct served *s);
void served_refused(struct served *s);
/* The target as it stands. */
const double *served_now(const struct served *s);
/* Words of recorders: ctrlDisp, the target; daqDisp, deformations and the like, d; daqForce, basicForce, axialForce, q. Numbers, or 0: another's word. */
int served_response(const struct served *s, const double *d, const double *q, int argc, const char *const *argv, double *ret_x, int max);
int served_fault(const struct served *s, struct err *e);
/* The end of the conversation; again does nothing. */
void served_end(void *served);
