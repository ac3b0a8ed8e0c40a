/* What every experimental element shares: its connection to a site.
 *
 * The element gives the motion of its basic coordinates; the exchange sends it when a displacement has changed since it was last sent,
 * fetches the answer once for every trial, corrects the force for the control error where asked for,
 *
 *   q := q - K0 (d_measured - d_commanded)        (-iMod, and while the integrator wants consistent pairs and displacements are measured)
 *
 * and answers the common words of recorders. K0 (-initStif) is the stiffness that the element shows to the equations, or the start of
 * an estimate from what is measured (-tangStif).
 * What changes is in struct exchange_memory: it follows the specimen, which cannot be brought back, and so is no part of the state.
 * A private struct of an experimental element begins with a struct exchange. One thread; nothing here allocates after join.
 */
#pragma once

#include "experiment/laboratory.h"

#include "element/element_common.h"

enum { MOTION_DISP, MOTION_VEL, MOTION_ACCEL, MOTIONS };

struct exchange_motion {           /* of the basic coordinates, commanded */
	double x[MOTIONS][ELEMENT_DOF_MAX];
};

struct exchange_memory {
	struct signals trial;          /* what goes to the site                                        */
	double *sent, t_sent;          /* displacements and time last sent                             */
	double t;                      /* trial time of the last evaluation of the force               */
	double *ctrl[MOTIONS];         /* commanded at the last evaluation of the force                */
	double *daq[MOTIONS];          /* measured last                                                */
	double *measured;              /* force as it came                                             */
	double *q;                     /* force after corrections                                      */
	double *estimate, *state;      /* n x n and history of the estimator; NULL: none               */
	double *last_d, *last_q;       /* measured when the estimate was last asked for                */
	bool asked;                    /* something was measured                                       */
	bool ramped;                   /* sub-steps have ended, and the motion there was not said yet  */
	bool stands;                   /* ctrl is the last command of sub-steps                        */
	int code;                      /* why there is no answer to the last trial; 0: there is        */
};

struct exchange {
	struct site *site;             /* borrowed: laboratory                                         */
	const struct tangent *tangent; /* borrowed: laboratory; NULL: K0 is the tangent                */
	struct exchange_memory *memory;/* owned: model arena                                           */
	const char *object;            /* owned: model arena; for messages                             */
	bool imod;
	double *k0;                    /* nk x nk row-major, owned: model arena                        */
	bool *driven;                  /* n: some actuator drives the component; owned: model arena    */
	/* said by the element before its options are read */
	int n;                         /* basic coordinates                                            */
	int nforce;                    /* measured forces; where it is not n the element corrects its forces itself */
	int nk, first;                 /* K0 belongs to the nk coordinates from the first on           */
	bool estimates;                /* takes -tangStif                                              */
	bool sends_force;              /* a force goes with every trial                                */
	bool check_time;               /* a new time is sent as a new displacement is                  */
	bool by_column;                /* -iMod leaves out coordinates that no actuator drives         */
};

/* Rows of a params table: the common options; with -tangStif for those that take it. */
#define EXCHANGE_PARAMS                                                                                                                                \
	{ .name = "-site", .kind = PARAM_ROW, .required = true, .help = "tag of the expSite with its specimen; or" },                                 \
	{ .name = "-server", .kind = PARAM_ROW, .help = "ipPort <ipAddr> <-udp> <-dataSize n> <-timeout s>: a startSimAppSiteServer has the specimen" }, \
	{ .name = "-initStif", .kind = PARAM_ROW, .required = true, .help = "initial stiffness of the basic coordinates, row by row" },                \
	{ .name = "-iMod", .kind = PARAM_ROW, .help = "corrects the force for the error of the displacement: q - K0 (measured - commanded)" },        \
	{ .name = "-noRayleigh", .kind = PARAM_ROW, .help = "takes no part in Rayleigh damping (by default it does)" },                               \
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "0 or 1: takes part in Rayleigh damping" }
#define EXCHANGE_PARAM_TANGENT \
	{ .name = "-tangStif", .kind = PARAM_ROW, .help = "tag of an expTangentStiff that estimates the tangent from what is measured" }

/* The beginning of every setup: n basic coordinates, all measured, K0 for all. */
void exchange_begin(struct exchange *x, int n, struct element *el);

/* Reads one common option: 1 when the next word is one and it was read, 0 when it is another's, or a code. */
int exchange_option(struct exchange *x, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e) MUST_CHECK;

/* The end of every setup: refuses a missing site or stiffness, takes the memory and joins the site. */
int exchange_join(struct exchange *x, const char *object, struct arena *mem, struct err *e) MUST_CHECK;

/* Sends the motion if it is new, or had no answer. The code is kept for exchange_force and exchange_fault, too. */
int exchange_send(const struct exchange *x, const struct element_io *io, const struct exchange_motion *motion) RT;

/* The basic force (nforce numbers), which the element may go on correcting when *ret_new. NULL: there is no answer. Outside steps: what was
 * found last, and motion is not looked at. */
double *exchange_force(const struct exchange *x, const struct element_io *io, const struct exchange_motion *motion, bool *ret_new) RT;

/* Is the control error of this answer corrected? Where nforce is not n the element does it. */
bool exchange_corrects(const struct exchange *x, const struct element_io *io) RT;

/* Stiffness of the basic coordinates, nk x nk: K0 or the estimate, which is brought up to date. After exchange_force. */
const double *exchange_stiffness(const struct exchange *x, const struct element_io *io) RT;

/* No answer: f is not a number, k and c (each may be NULL) are zero. */
void exchange_fail(int ndof, double *f, double *k, double *c) RT;
/* c, which may be NULL, is zero: specimens answer with forces only. */
void exchange_undamped(int ndof, double *c) RT;

/* May the site run sub-steps: the force of the n coordinates is what is measured. fills: the element makes forces up that no actuator drives. */
bool exchange_plain(const struct exchange *x, bool fills, const char **ret_why);
bool exchange_symmetric(const struct exchange *x);   /* K0 is; estimates of Broyden and Transpose need not be */

/* Common words of recorders: basicForce, ctrlDisp, daqDisp and the like. 0: another's. */
int exchange_response(const struct exchange *x, int argc, const char *const *argv, double *ret_x, int max);
/* Copies n numbers if there is room: the number, or 0. */
int exchange_copy(int n, const double *x, double *ret_x, int max);

/* The slots of the row that all share; self begins with a struct exchange. */
bool exchange_elsewhere(const void *self);
int exchange_ramp(const void *self, const struct element_io *io, struct substeps *s) RT;
int exchange_committed(const void *self) RT;
int exchange_fault(const void *self, struct err *e);
bool exchange_exchanged(const void *self, struct element_exchange *ret) RT;
void exchange_removed(const void *self);
