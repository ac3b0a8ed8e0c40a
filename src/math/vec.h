/* Vectors of doubles: the few operations of the loop, written so that the compiler vectorises them.
 * Pointers may be equal where x and y are both named, never partly overlap. n may be 0. No allocation. */
#pragma once

#include "base/base.h"

#include <stdbool.h>

/* Sizes first, results last. */
void vec_zero(int n, double *x) RT;
void vec_copy(int n, const double *x, double *ret_y) RT;
void vec_scale(int n, double s, double *x) RT;
void vec_add(int n, double s, const double *x, double *y) RT;                /* y += s x          */
void vec_mix(int n, double a, const double *x, double b, const double *y, double *ret_z) RT; /* z = a x + b y, z may be x or y */
double vec_dot(int n, const double *x, const double *y) RT;
double vec_norm(int n, const double *x) RT;                                  /* Euclidean         */
double vec_max(int n, const double *x) RT;                                   /* largest magnitude */
double vec_norm_p(int n, const double *x, int p) RT;                         /* p = 0: largest magnitude; 1, 2, ... */
bool vec_finite(int n, const double *x) RT;
