/* What command generators share: the targets so far, how to meet a target, and Chebyshev polynomials by least squares. */
#pragma once

#include "experiment/command.h"

/* What a generator remembers, in the doubles of its place. The abscissa of at[i] is -i. */
struct past {
	double step;                  /* test time of a step [s]: of the last one, and once the next target is known, of that to it */
	double before;                /* of the last one: what was predicted went by it */
	double n;                     /* targets remembered */
	double now, xi;               /* where the command stood when the next target became known */
	struct command_target next;
	struct command_target at[];   /* the last target first */
};

enum { FIT_POINTS = 16 };         /* most points of a fit by least squares */

/* The slots of command_ops that most have in common; n: targets to remember, at least 1. */
int past_nstate(int n);
void past_start(double *h, int n, double x, double step) RT;
void past_target(const void *self, double *h, const struct command_target *t, double now, double xi) RT;
void past_advance(const void *self, double *h) RT;
/* The target of those that look back at displacements only, as if steps were alike: before one of another length the targets so far are laid anew, on the
 * straight line through the last two, that far apart. */
void past_target_alike(const void *self, double *h, const struct command_target *t, double now, double xi) RT;

/* For generators that hold while the target is not known and ramp to it then. width: of the ramp, of the step, at most what is left of it. */
int hold_nstate(const void *self);
void hold_start(const void *self, double *h, double x, double step) RT;
double hold_predict(const void *self, const double *h, double s) RT;
double hold_ramp(const double *h, double width, double s) RT;

/* The slots of those that predict with it: their self begins with the order. */
struct past_order {
	int order;
};

/* Slots of command_ops for them. */
int past_order_nstate(const void *self);
void past_order_start(const void *self, double *h, double x, double step) RT;
double past_order_predict(const void *self, const double *h, double s) RT;

/* A course of its own, bent so that it leads from where the command stands to the target: what is missing at xi and at 1 is added in a straight
 * line. Meets the target exactly. */
double past_meet(const void *self, const double *h, double s, double (*course)(const void *self, const double *h, double s)) RT;

/* From y0 with slope m0 at t = 0 to y1 with slope m1 at t = 1: the cubic (Hermite) and its slope. */
double hermite_value(double t, double y0, double m0, double y1, double m1) RT;
double hermite_slope(double t, double y0, double m0, double y1, double m1) RT;

/* Values at equidistant abscissae 0, -1, .., 1 - points as a sum of `bases` Chebyshev polynomials T_0, T_1, .., the abscissae mapped to [-1, 1]:
 * coefficients = ret_fit (bases x points) values. bases <= points <= FIT_POINTS. */
int chebyshev_fit(int points, int bases, double *ret_fit) MUST_CHECK;
/* The sum at abscissa t of that fit, for the values given, the last first. */
double chebyshev_value(int points, int bases, const double *fit, const double *value, double t) RT;
