/* Inner loops in several versions, one for each kind of processor; the best one that the machine at hand supports is
 * chosen before main starts. The versions with fused multiply-add (avx2, avx512) give the same bits as each other.
 *
 * Each version is the same text, kernel_body.inc, compiled for its instructions by kernel_<version>.c; nothing but
 * these files knows about instructions. No allocation, any thread. Vectors are contiguous and may be of length 0.
 */
#pragma once

#include "base/base.h"

struct spd;
struct spd_node;
struct spd_step;

enum { KERNEL_ROWS = 32 };
#define KERNEL_ROUND(n) (((n) + KERNEL_ROWS - 1) / KERNEL_ROWS * KERNEL_ROWS)

struct kernel_ops {
	const char *name;
	void (*scale)(int n, double s, double *x) RT;
	void (*add)(int n, double s, const double *x, double *y) RT;
	void (*mix)(int n, double a, const double *x, double b, const double *y, double *ret_z) RT;
	double (*dot)(int n, const double *x, const double *y) RT;
	/* Sum of x - x: 0 when all are finite, NaN otherwise. */
	double (*defect)(int n, const double *x) RT;
	/* z_i = x_i y_i and z_i += x_i y_i; n <= 0 does nothing. */
	void (*product)(int n, const double *x, const double *y, double *ret_z) RT;
	void (*product_add)(int n, const double *x, const double *y, double *z) RT;
	/* y = A x for n consecutive rows in groups of 1 to 8. The code of a group: rows, blocks, singles, then the first
	 * columns of the blocks (as many columns as rows each) and the single columns; value: the entries column by column in
	 * that order, followed by eight readable doubles. */
	void (*groups)(int ngroup, const int *code, const double *value, const double *x, int n, double *ret_y) RT;
	/* Rows of a symmetric product y = A x from the lower triangle, in groups of three rows that couple with groups of three: rows
	 * row to row + 3 ngroup - 1 are set, what is left of them is added to, the double behind them is destroyed. code: for
	 * each group the number of blocks left of the diagonal, times two, plus one when another one lies next to the
	 * diagonal, in a group of the same call; then the first columns of the former; value: for each group its diagonal block,
	 * then these, column by column; a double behind is read. Returns the end of the values used. x and y apart. */
	const double *(*threes)(int ngroup, const int *code, const double *value, const double *x, int row, double *y) RT;
	/* x += sum over k of weight_k times column k (n long), columns anywhere. Quickest where n is a multiple of KERNEL_ROWS. */
	void (*combine)(int n, int ncolumn, const double *const *column, const double *weight, double *x) RT;
	/* y_i = x_index_i; x and y apart. */
	void (*gather)(int n, const int *index, const double *x, double *ret_y) RT;
	/* Solves with a twisted factorisation (tridiag.c) in place. */
	void (*twisted)(int n, int middle, const double *inverse, const double *couple, double *x) RT;
	/* One step of block elimination (spd.c). dense: the matrix of width columns, square with leading dimension rounded up to
	 * 8, then stride x width rows below, then work space for a panel; update: stride x height, lower triangle. Returns the
	 * column whose pivot is not above least, or -1. */
	int (*eliminate)(int width, int height, int stride, const double *least, double *dense, double *update, double *ret_panel) RT;
	/* Adds the update matrix of child c to the dense columns and the update matrix of its parent d. */
	void (*spd_join)(const struct spd *s, const struct spd_node *d, const struct spd_node *c, double *square, double *below, double *update) RT;
	/* The passes of a solve up and down the tree, on the vector inside, through these steps. */
	void (*spd_up)(struct spd *s, int nstep, const struct spd_step *step, const double *factor) RT;
	void (*spd_down)(struct spd *s, int nstep, const struct spd_step *step, const double *factor) RT;
	/* `count` rows of eight butterflies, from row `first`, of a transform of n >= 16 numbers; z: n real, then n imaginary parts; w: n/2 cosines, n/2 sines.
	 * fold: z'_2k = z_k + z_(k+n/2), z'_(2k+1) = (z_k - z_(k+n/2)) w_k; unfold undoes it with conj w, but for a factor of 2. z and z' apart. */
	void (*fold)(int first, int count, int n, const double *w, const double *z, double *ret_z) RT;
	void (*unfold)(int first, int count, int n, const double *w, const double *z, double *ret_z) RT;
	/* sum += h_k x_k over k < count, all of eight complex numbers: eight real, then eight imaginary parts. */
	void (*spectra)(int count, const double *h, const double *x, double *sum) RT;
};

extern const struct kernel_ops kernel_base, kernel_avx2, kernel_avx512;
extern const struct kernel_ops *kernel;
