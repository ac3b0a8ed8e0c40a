/* What the transformations share: the linear maps of the undeformed member. */
#pragma once

#include "plugin.h"

/* Basic deformations of the undeformed geometry. */
void transform_deform_linear(const struct frame *f, const double *u, double *ret_basic) RT;
/* Local stiffness T' kb T of the undeformed geometry, 6 x 6 or 12 x 12. */
void transform_stiff_linear(const struct frame *f, const double *kb, double *ret_local) RT;
