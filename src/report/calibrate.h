/* The numerical twin of a specimen: linear stiffness and Bouc-Wen parameters from a measured loop (UCB/EERC 2005-02, section 7.3).
 *
 *   r = k u                                                                                      (7.1)
 *   r = alpha k u + (1-alpha) k uy z,  uy z' + gamma |u'| z |z|^(n-1) + beta u' |z|^n - u' = 0   (7.2), (7.3)
 * in which u is what was MEASURED, not what was commanded: errors of control must not become properties of the specimen. The laws are those of the tree
 * (materials Elastic and BoucWenMosqueda), driven along the samples. The Bouc-Wen law knows no time: of a record with more samples than are needed the means of
 * groups of neighbours are taken, which quietens noise and blunts turning points by about a thousandth.
 *
 * z can be scaled: (uy, beta, gamma) and (c uy, c^n beta, c^n gamma) are one and the same law. So beta = 1 - gamma is held, which makes uy the yield
 * deformation, and five parameters are found: k, uy, alpha, gamma, n.
 * Start, as in the paper: k from the samples before the first yielding (below a part of the largest force), uy = max|r| / k (7.4).
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum { CALIBRATE_LEAST = 16, CALIBRATE_MOST = 6000 };    /* samples: fewer are refused, of more the means of groups are taken */

enum bouc_wen_parameter { BOUC_WEN_K, BOUC_WEN_UY, BOUC_WEN_ALPHA, BOUC_WEN_GAMMA, BOUC_WEN_BETA, BOUC_WEN_N, BOUC_WEN_PARAMETERS };

struct calibrate_loop {
	int n;
	const double *u, *r;       /* measured displacement and force, in their order; borrowed. At most CALIBRATE_MOST */
};

/* A loop of any length, filled sample by sample. */
struct calibrate_gather {
	int64_t total, at;         /* samples to come in all, and so far */
	int group;                 /* the one at hand */
	int64_t in_group;
	double sum_u, sum_r;
	double *u, *r;             /* CALIBRATE_MOST; owned: the arena */
	int n;
};

/* For `total` samples; false: no memory. */
bool calibrate_gather_init(struct calibrate_gather *g, int64_t total, struct arena *mem);
void calibrate_gather_add(struct calibrate_gather *g, double u, double r);
/* The loop; its arrays are those of g. */
struct calibrate_loop calibrate_gather_loop(struct calibrate_gather *g);

struct calibrate {
	int samples;               /* used */
	double noise_u;            /* of the measured displacement, standard deviation; taken off (quiet_path.h) */
	double u_max, r_max;       /* largest magnitudes */
	double linear_k, linear_error, linear_rms;   /* (7.1): stiffness, its standard deviation, residual */
	double early_k;            /* of the samples before the first yielding */
	double p[BOUC_WEN_PARAMETERS], error[BOUC_WEN_PARAMETERS];   /* error: standard deviation; NaN: held by a bound, or the data do not say */
	bool bound[BOUC_WEN_PARAMETERS];
	double rms;                /* residual of (7.2) */
	bool converged;
	bool yields;               /* the loop is explained by (7.2) and not by (7.1) */
};

/* A name of each parameter as the material's table has it. */
const char *bouc_wen_name(enum bouc_wen_parameter k);

/* Fits both laws. ERR_RANGE: too few samples, no movement or one within the noise, no force; ERR_NONFINITE; ERR_MEMORY. The arena holds the work. */
int calibrate_run(const struct calibrate_loop *loop, struct arena *mem, struct calibrate *ret, struct err *e) MUST_CHECK;

/* The loop hardly says this parameter: it is at its bound, or its standard deviation is a quarter of it or more. */
bool calibrate_vague(const struct calibrate *c, enum bouc_wen_parameter k);

/* Forces of a Bouc-Wen law along a path that begins at rest. */
void bouc_wen_path(const double p[BOUC_WEN_PARAMETERS], int n, const double *u, double *ret_r);

/* The line to paste into a script: "uniaxialMaterial Elastic 1 2.82" or "uniaxialMaterial BoucWenMosqueda 1 ...". */
void calibrate_words(const struct calibrate *c, int tag, bool linear, char *ret_line, int size);
