/* Curves of any length in a bounded number of points, for pictures: nothing that a picture can show is left out.
 *
 * A trace is a curve over time: of the samples that fall into one of its columns the first, lowest, highest and last stay, so that peaks do. An orbit is a
 * curve in a plane: a piece of it stays when it passes a cell of a raster that no piece before it has passed. Samples that are not finite are left out.
 * Both are filled sample by sample, in order, without being kept. Memory: the arena given, taken at the beginning.
 */
#pragma once

#include "base/arena.h"
#include "plot/plot.h"

#include <stdbool.h>
#include <stdint.h>

enum { TRACE_COLUMNS = 420, ORBIT_WIDTH = 600, ORBIT_HEIGHT = 400, ORBIT_POINTS = 60000 };

struct trace_column { double x[4], y[4]; int64_t at[4]; };   /* first, lowest, highest, last; at: their order, 0: none */

struct trace {
	double from, to;                   /* abscissae */
	struct trace_column *column;       /* owned: the arena */
	int64_t n;
	double *x, *y;                     /* of trace_curve; owned: the arena */
};

/* Over from .. to; false: no memory. */
bool trace_init(struct trace *t, double from, double to, struct arena *mem);
void trace_add(struct trace *t, double x, double y);
/* What stays, as a curve; more samples may follow, after which it is made anew. */
struct plot_curve trace_curve(struct trace *t, const char *name);

struct orbit {
	double x0, x1, y0, y1;
	uint8_t *seen;                     /* a bit a cell; owned: the arena, as the next */
	double *x, *y;
	int n;
	bool full;                         /* pieces found no room */
	bool begun, pen;                   /* there was a sample; the last one is the last point that stayed */
	double last_x, last_y;             /* the last sample in another cell than the one before it */
	int cell;                          /* its cell */
};

/* Over a range of both; false: no memory. Samples outside it are put on its edge. */
bool orbit_init(struct orbit *l, double x0, double x1, double y0, double y1, struct arena *mem);
void orbit_add(struct orbit *l, double x, double y);
struct plot_curve orbit_curve(const struct orbit *l, const char *name);

/* Smallest, largest and sums of a column of numbers. */
struct extent {
	double lo, hi, sum, square;
	int64_t n;                         /* finite ones */
};

/* Empty; one more, numbers that are not finite are passed over; root of the mean square, 0 while there is none. */
void extent_init(struct extent *x);
void extent_add(struct extent *x, double value);
double extent_peak(const struct extent *x);        /* largest magnitude; 0 while there is none */
double extent_rms(const struct extent *x);
