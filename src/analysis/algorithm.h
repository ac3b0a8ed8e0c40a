/* Algorithms: how the equations of one step are solved, and the tests that say when to stop.
 *
 * solve() finds the increments with the integrator's residual, form and update until the test passes. It returns the
 * number of iterations, or a negative code (ERR_CONVERGE with the report saying after how many iterations and how far).
 */
#pragma once

#include "analysis/integrator.h"

enum test_kind { TEST_DISP_INCR, TEST_UNBALANCE, TEST_ENERGY_INCR, TEST_RELATIVE_UNBALANCE, TEST_RELATIVE_DISP_INCR,
                 TEST_RELATIVE_ENERGY_INCR, TEST_RELATIVE_TOTAL_DISP_INCR, TEST_DISP_AND_UNBALANCE, TEST_DISP_OR_UNBALANCE, TEST_FIXED };

struct test {                    /* convergence test, one for an analysis */
	enum test_kind kind;
	double tol;
	double tol_unbalance;        /* second tolerance of the two kinds that look at increment and residual */
	double most;                 /* a norm above it fails at once; INFINITY: none does */
	int rises;                   /* how often the norm may rise from one iteration to the next; the limit if not given */
	int limit;                   /* largest number of iterations */
	int print;                   /* OpenSees' print flag */
	int norm;                    /* 0: largest magnitude, 1, 2 */
	/* the last step */
	int count;                   /* iterations done */
	int risen;                   /* times the norm rose */
	double *history;             /* norms, limit + 1 of them, owned: analysis arena */
	double residual;             /* last norm of the residual, kinds of two norms */
	double first;                /* the norm that relative tests divide by */
};

/* Words after "test": kind, tol (two of them for the kinds of two norms), limit, print, norm, <rises>, <most>. */
int test_parse(struct test *ret, struct args *a, struct arena *mem, struct err *e) MUST_CHECK;
/* A new step; r is its first residual, which some relative tests divide by. */
void test_begin(struct test *t, int n, const double *r) RT;
/* 1: converged; 0: go on; ERR_CONVERGE: limit reached; ERR_NONFINITE. x: last increment, r: residual now (either may be unused by the kind). */
int test_check(struct test *t, int n, const double *x, const double *r) RT;
/* The report of a step that failed with this code: iterations done, norm reached, tolerance. */
int test_report(const struct test *t, int code, struct err *e);

struct solver {                  /* what an algorithm works with */
	struct problem *p;
	struct integrator *integrator;
	struct test *test;
	double *r, *x;               /* residual and increment, n each */
};

/* What algorithms are made of; negative: a code of the integrator or the problem. */
int solver_residual(struct solver *s) RT;                                   /* integrator's residual into r */
int solver_form(struct solver *s, enum stiffness which, struct err *e) RT;
int solver_update(struct solver *s, const double *dx) RT;
const double *solver_applied(const struct solver *s, const double *dx) RT; /* what the last update made of dx */
int solver_begin(struct solver *s) RT;                                      /* first residual into r, test begun */
int solver_increment(struct solver *s) RT;                                  /* x = matrix^-1 r */
/* Updates by dx, new residual, test with the increment dx: 1, 0 or a negative code with its report. */
int solver_advance(struct solver *s, const double *dx, struct err *e) RT;

/* What every iteration of an algorithm solves with, and all it does with the solution is to add it; MATRIX_OWN: neither of these. */
enum algorithm_matrix { MATRIX_OWN, MATRIX_INITIAL, MATRIX_TANGENT };

struct algorithm_ops {
	const char *name, *brief, *cite, *example;
	const struct param *params;
	size_t size;
	bool no_test;                /* Linear: needs no convergence test */
	int (*parse)(void *self, struct args *a, struct err *e);                    /* NULL: the table is enough */
	int (*setup)(void *self, struct problem *p, struct arena *run, struct err *e);
	int (*solve)(void *self, struct solver *s, struct err *e) RT;
	enum algorithm_matrix (*matrix)(const void *self);                          /* for who iterates in its place; NULL: MATRIX_OWN */
};

struct algorithm {
	const struct algorithm_ops *ops;
	void *self;
};

/* All rows; one by its name, NULL: none; what one solves with; one made from the words after its name, with memory from mem. */
extern const struct algorithm_ops *const algorithm_table[];
const struct algorithm_ops *algorithm_find(const char *name);
enum algorithm_matrix algorithm_matrix(const struct algorithm *a);
int algorithm_build(struct algorithm *ret, const struct algorithm_ops *ops, struct args *a, struct arena *mem, struct err *e) MUST_CHECK;
