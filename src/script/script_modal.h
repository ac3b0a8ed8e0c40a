/* Modal properties of the modes that eigen left in the model: what takes part of the mass in each direction.
 * Numbers are in the model's own units. Everything is taken from an arena. */
#pragma once

#include "model/model.h"

enum { MODAL_DIRECTIONS = 6 };

struct modal {
	int ndm, nmode;
	int ndirection;                     /* plane: MX MY RMZ; space: MX MY MZ RMX RMY RMZ; line: MX */
	const double *lambda;               /* borrowed: model */
	double total[MODAL_DIRECTIONS];     /* all masses */
	double free[MODAL_DIRECTIONS];      /* masses at freedoms that are not fixed */
	double center[3];                   /* of the free masses */
	double *scale;                      /* of each shape: 1, or 1/largest component with unit */
	double *generalised;                /* x'Mx of each (scaled) shape */
	double *factor, *mass;              /* nmode x ndirection: participation factors and masses */
};

/* unit: shapes are scaled to a largest component of one. ERR_STATE when there are no modes. */
int modal_compute(struct modal *ret, const struct model *m, bool unit, struct arena *mem, struct err *e) MUST_CHECK;

/* "MX", ... of a direction of a model with ndm dimensions. */
const char *modal_direction_name(int ndm, int direction);
