/* What every test program includes: cmocka with the headers it wants, and a few checks of our own.
 *
 * A case is a function whose name is a sentence that says what it shows; the program's main runs a table of them.
 */
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* |a - b| <= tol, with both numbers in the message; a NaN never is near. */
#define assert_near(a, b, tol)                                                                        \
	do {                                                                                          \
		double near_a = (a), near_b = (b), near_tol = (tol);                                  \
		if (!(fabs(near_a - near_b) <= near_tol))                                             \
			fail_msg("%s = %.17g, not %.17g within %g", #a, near_a, near_b, near_tol);     \
	} while (0)

/* The larger of the two: what is no number stays, where fmax would pass it over and a history of none would differ from nothing. */
static inline double larger(double most, double x)
{
	return most >= x || isnan(most) ? most : x;
}

/* The text holds the part. */
#define assert_contains(text, part)                                                                   \
	do {                                                                                          \
		const char *has_text = (text), *has_part = (part);                                    \
		if (!strstr(has_text, has_part))                                                      \
			fail_msg("\"%s\" does not contain \"%s\"", has_text, has_part);                \
	} while (0)
