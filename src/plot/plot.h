/* Line plots as SVG files: one pair of axes or several below each other, several curves, ticks at round numbers, a legend in the emptiest corner when
 * there is more than one curve.
 *
 * Nothing is kept between calls; the curves are the caller's. Long curves are thinned to what the picture can show: of
 * the points that fall on one column of pixels the first, lowest, highest and last are drawn. Values that are not finite
 * break the line (a point between two of them is a small cross), as do those outside the window and, on a logarithmic axis,
 * those that are not positive. Writing may block in the file system.
 */
#pragma once

#include "base/err.h"
#include "plot/markup.h"

#include <stdbool.h>

enum { PLOT_CURVES = 16, PLOT_MARKS = 12 };

struct plot_curve {
	const char *name;           /* legend; borrowed */
	int n;
	const double *x, *y;        /* borrowed */
	int stride;                 /* distance between values: 1, or the number of columns of a table */
	bool dashed;
	bool marks;                 /* a dot at every point, joined by a thin line */
	bool bars;                  /* columns instead of a line: points in pairs, left and right end of each */
};

struct plot_mark {
	double y;
	const char *name;           /* borrowed */
};

struct plot {
	const char *title, *x_label, *y_label;  /* may be empty; borrowed */
	int width, height;          /* pixels */
	bool x_log, y_log;          /* decades */
	bool above;                 /* the legend stands above the axes, not in them */
	bool window;                /* only x from..to */
	double from, to;
	double y_lo, y_hi;          /* the axis holds at least this; equal: what the curves need */
	int ncurve;
	struct plot_curve curve[PLOT_CURVES];
	int nlane;                  /* > 0: the ordinate has named lanes 0, 1, ... instead of numbers, and bars stand in them */
	const char *const *lane;    /* names, from below; borrowed */
	int nmark;                  /* lines across at some value: thresholds */
	struct plot_mark mark[PLOT_MARKS];
};

/* Smallest and largest picture that is written. */
enum { PLOT_SIZE_MIN = 200, PLOT_SIZE_MAX = 10000, PLOT_WIDTH = 960, PLOT_HEIGHT = 480 };

/* Writes the picture. ERR_RANGE: no curve with a finite point; ERR_FILE. */
int plot_write(const struct plot *p, const char *path, struct err *e) MUST_CHECK;
/* n of them in one file, the first on top. */
int plot_write_stack(const struct plot *p, int n, const char *path, struct err *e) MUST_CHECK;

/* Is there no curve with a finite point? */
bool plot_empty(const struct plot *p);
/* The picture as a part of a page, without styles: colours, lines and letters are those of the page's classes (curve, k0 to k7, dash, bar, grid, zero,
 * axis, mark, legend, tick, title). */
void plot_put(struct markup *m, const struct plot *p);

/* Round step for about `count` ticks over a span > 0: 1, 2 or 5 times a power of ten. */
double plot_step(double span, int count);
