/* Line plots as SVG files: one pair of axes or several below each other, several curves, ticks at round numbers, a legend in the emptiest corner when
 * there is more than one curve.
 *
 * Nothing is kept between calls; the curves are the caller's. Long curves are thinned to what the picture can show: of
 * the points that fall on one column of pixels the first, lowest, highest and last are drawn. Values that are not finite
 * break the line, as do those outside the window and, on a logarithmic axis, those that are not positive. Writing may block in the file system.
 */
#pragma once

#include "base/err.h"

#include <stdbool.h>

enum { PLOT_CURVES = 16 };

struct plot_curve {
	const char *name;           /* legend; borrowed */
	int n;
	const double *x, *y;        /* borrowed */
	int stride;                 /* distance between values: 1, or the number of columns of a table */
	bool dashed;
	bool marks;                 /* a dot at every point, joined by a thin line */
};

struct plot {
	const char *title, *x_label, *y_label;  /* may be empty; borrowed */
	int width, height;          /* pixels */
	bool y_log;                 /* decades */
	bool window;                /* only x from..to */
	double from, to;
	double y_lo, y_hi;          /* the axis holds at least this; equal: what the curves need */
	int ncurve;
	struct plot_curve curve[PLOT_CURVES];
};

/* Smallest and largest picture that is written. */
enum { PLOT_SIZE_MIN = 200, PLOT_SIZE_MAX = 10000, PLOT_WIDTH = 960, PLOT_HEIGHT = 480 };

/* Writes the picture. ERR_RANGE: no curve with a finite point; ERR_FILE. */
int plot_write(const struct plot *p, const char *path, struct err *e) MUST_CHECK;
/* n of them in one file, the first on top. */
int plot_write_stack(const struct plot *p, int n, const char *path, struct err *e) MUST_CHECK;

/* Round step for about `count` ticks over a span > 0: 1, 2 or 5 times a power of ten. */
double plot_step(double span, int count);
