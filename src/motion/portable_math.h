/* Elementary functions that give the same bits on every machine: only + - * / and exact scalings are used.
 * The system's are a little more accurate but differ between libraries and processors. Errors here stay below 1e-15 relative
 * (of 1 for sine and cosine) in the stated ranges. Nothing allocates or blocks. */
#pragma once

double portable_exp(double x);                                        /* |x| < 700                   */
double portable_ln(double x);                                         /* x > 0, normal               */
double portable_pow(double x, double p);                              /* x >= 0, p > 0; 0^p is 0     */
void portable_sincos(double x, double *ret_sin, double *ret_cos);     /* |x| < 1e5                   */
