/* Sections made of fibres: each an area of a uniaxial material at a place, all strained as a plane.
 * Histories of the fibres (with head) lie one after the other. */
#pragma once

#include "plugin.h"

enum { FIBRES_MAX = 100000 };

struct fibre {
	double y, z, area;
	const struct material *mat;  /* borrowed: model */
	int at;                      /* where its history begins */
};

struct fibres {
	struct fibre *fibre;         /* owned: model arena */
	int n, cap;
	int size;                    /* doubles of history, heads included */
	bool space;                  /* P Mz My T instead of P Mz */
	bool fixed;                  /* axes where y = z = 0 instead of at the centroid of the areas */
	double gj;                   /* torsional stiffness, space only */
	double centre_y, centre_z;   /* of the axes, by fibres_close */
};

/* Appends a fibre. ERR_LIMIT, ERR_MEMORY. */
int fibres_add(struct fibres *x, double y, double z, double area, const struct material *mat, const char *object, struct arena *mem, struct err *e) MUST_CHECK;
/* Behind the last one: at least one fibre, axes moved to the centroid. */
int fibres_close(struct fibres *x, const char *object, struct err *e) MUST_CHECK;

/* The slots of a section's row, for structs that begin with struct fibres. */
int fibres_codes(const void *self, int *ret_code);
int fibres_nstate(const void *self);
void fibres_start(const void *self, double *h);
void fibres_respond(const void *self, const double *hc, double *ht, struct section_io *io) RT;
void fibres_initial(const void *self, double *ret_k) RT;
bool fibres_linear(const void *self);
int fibres_response(const void *self, const double *h, int argc, const char *const *argv, double *ret_x, int max);
