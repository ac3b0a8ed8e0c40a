/* What all engines share, so that they agree on which matrices can be solved: checks of values; matrices that turn out to be
 * diagonal (an explicit method's lumped mass in the pattern of the stiffness), which no engine factors; the scaling of rows
 * before an L U factorisation and the test of its pivots.
 *
 * Memory is the run arena's, taken at setup; an engine's struct holds work space: one thread at a time. */
#pragma once

#include "analysis/engine.h"

/* How a slot was factored. */
enum engine_form { ENGINE_EMPTY, ENGINE_DIAGONAL, ENGINE_CHOLESKY, ENGINE_LU };

/* The two ways of an engine: positive definite matrices, and all others. self is the engine's private struct. The L U way factors
 * R A, R = diag(row_scale of the slot), and solves with it: engine_solve has scaled x before. */
struct engine_ways {
	bool (*cholesky)(void *self, int slot, const double *value, int *ret_pivot) RT; /* false: not definite, at *ret_pivot; -1
	                                                                                   where that cannot be told */
	int (*lu)(void *self, int slot, const double *value, int *ret_pivot) RT;        /* 0 or ERR_SINGULAR, at *ret_pivot   */
	int (*solve_cholesky)(void *self, int slot, double *x) RT;
	int (*solve_lu)(void *self, int slot, double *x) RT;
};

struct engine_diagonal {
	int *place;      /* owned: run arena; where (i, i) is in the values */
	double *inverse; /* owned: run arena; ENGINE_SLOTS times n */
};

/* What every engine's private struct begins with. */
struct engine_base {
	const struct pattern_csc *p; /* borrowed: the problem's */
	struct engine_diagonal diagonal;
	double *row_scale[ENGINE_SLOTS]; /* owned: run arena; powers of 2, so that scaling rounds nothing */
	double *column_top;              /* owned: run arena; work space of engine_pivots and engine_solve_whole */
	enum engine_form form[ENGINE_SLOTS];
	bool lacks[ENGINE_SLOTS];        /* there was no room for this slot's factor: only the first one must have it */
};

/* Binds the pattern and takes the shared memory. ERR_MEMORY; ERR_ARGUMENT when the pattern lacks a diagonal entry. */
int engine_base_setup(struct engine_base *b, const struct pattern_csc *p, struct arena *run, struct err *e) MUST_CHECK;

/* After it: the factors of all slots, so many doubles each, and as many row numbers as there are unknowns (NULL: not wanted). Slots behind the first get a
 * factor only where all up to theirs fit in what the machine has left; NULL: this one has none. shared: they all use the first one's.
 * false: there is room, and the memory was not to be had all the same. */
bool engine_slots(struct engine_base *b, size_t doubles, bool shared, struct arena *run, double *ret_factor[ENGINE_SLOTS],
	int *ret_row[ENGINE_SLOTS]) MUST_CHECK;

/* The slots factor and solve of all engines: diagonal matrices at once, then Cholesky where it goes, LU where it does not. */
int engine_factor(struct engine_base *b, const struct engine_ways *ways, int slot, const double *value, int *ret_pivot) RT;
int engine_solve(struct engine_base *b, const struct engine_ways *ways, int slot, double *x) RT;
/* The slot solve_few of engines, by solving for all. */
int engine_solve_whole(struct engine_base *b, const struct engine_ways *ways, int slot, int nin, const int *in, const double *right, int nout, const int *out,
	double *ret_x) RT;

/* The pivots of an L U factor of R A, in the order of elimination; column[k] is the unknown of pivot k, NULL: k itself.
 * 0, or ERR_SINGULAR: *ret_pivot is the first unknown whose pivot has vanished. */
int engine_pivots(const struct engine_base *b, int slot, const double *value, const double *pivot, const int *column, int *ret_pivot) RT;
