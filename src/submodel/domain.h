/* A finite-element sub-model as a specimen: a bench whose freedoms are named by control points.
 *
 * The sub-model is one of the laboratory's models (expModel). Driven are the distinct freedoms (node, dof) of the trial control points,
 * gauges are at those of the out points, each in the order in which they are named first, whatever the types of their signals. A rig
 * may measure displacements and forces at different freedoms: signals of a type are its components in their order.
 * Rigs and specimens have a struct domain as a member and DOMAIN_PARAMS in their table.
 */
#pragma once

#include "base/param.h"
#include "experiment/laboratory.h"
#include "submodel/bench.h"

#include <limits.h>
#include <stddef.h>

struct domain {
	int model;                 /* tag; INT_MIN: not given */
	struct bench_test test;
	struct bench bench;
	int *gauge[SLOTS];         /* of each out signal of a type; owned: laboratory's arena */
};

#define DOMAIN_PARAMS(at) \
	{ .name = "-model", .kind = PARAM_TAG, .offset = (at) + offsetof(struct domain, model), .def = INT_MIN, .help = "the sub-model, made by expModel" }, \
	{ .name = "-tol", .kind = PARAM_REAL, .offset = (at) + offsetof(struct domain, test.tolerance), .def = BENCH_TOLERANCE, .range = RANGE_POSITIVE, \
	  .help = "Newton ends when the norm of its last displacement increment is not larger [length]" }, \
	{ .name = "-iter", .kind = PARAM_INT, .offset = (at) + offsetof(struct domain, test.limit), .def = BENCH_ITERATIONS, .range = { 2, 10000, false, false }, \
	  .help = "largest number of iterations; when they do not suffice the specimen has failed" }

/* Finds the model and the freedoms, and makes the bench, which then belongs to the laboratory. d->bench.ndrive, ngauge: how many. */
int domain_setup(struct domain *d, const struct rig_point *trial, const struct rig_point *out, struct laboratory *lab, const char *object,
                 struct err *e) MUST_CHECK;
