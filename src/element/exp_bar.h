/* The experimental axial member behind truss and corotTruss: words, mass and answers. The two differ in kinematics only. */
#pragma once

#include "element/exchange.h"

#include "element/bar.h"

struct exp_bar {
	struct exchange x;         /* one basic coordinate: the elongation */
	struct bar bar;            /* geometry and mass                    */
};

extern const struct param exp_bar_params[];

/* The slots that both share. */
int exp_bar_setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e);
void exp_bar_mass(const void *self, double *ret_m) RT;
int exp_bar_response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max);
