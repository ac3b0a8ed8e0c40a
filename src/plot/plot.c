/* SVG line plots. Ticks: P. Heckbert, Nice numbers for graph labels, Graphics Gems 1990. Colours: M. Okabe & K. Ito, distinct
 * for colour-blind eyes. */
#include "plot/plot.h"

#include "base/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const COLOURS[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7a5195"};

enum { LEFT = 84, RIGHT = 24, TOP = 44, BOTTOM = 56, TICK = 5, LEGEND_LINE = 20, X_TICKS = 8, Y_TICKS = 6, TICK_WIDTH = 56, MARK_HIGH = 15 };
/* about: of a letter of the legend, of a tick and of a line's name, and of what stands beside the words of the legend */
static const double LETTER = 7.5, LANE_LETTER = 7.2, MARK_LETTER = 6.8, LEGEND_SIDE = 48;
static const double NEAR_TICK = 0.03; /* of the span: the x axis is lengthened to a tick this near */
/* a span below this share of its numbers is their rounding, and ticks in it could not be told apart; numbers beyond the largest are drawn there: spans
 * are finite */
static const double SPAN_LEAST = 1e-12, SMALLEST = 1e-300, LARGEST = 1e300;

struct frame {                  /* data range and where it lies on the picture */
	double x0, x1, y0, y1;
	double left, right, top, bottom;
};

/* ---- writing ---------------------------------------------------------------------------------------------- */

static void svg_label(struct markup *s, double x, double y, const char *more, const char *word)
{
	if (!word || !word[0])
		return;
	markup_put(s, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, more);
	markup_word(s, word);
	markup_put(s, "</text>\n");
}

/* ---- ranges and ticks ------------------------------------------------------------------------------------- */

double plot_step(double span, int count)
{
	double rough = span / count, power = pow(10.0, floor(log10(rough))), part = rough / power;
	return power * (part < 1.5 ? 1.0 : part < 3.5 ? 2.0 : part < 7.5 ? 5.0 : 10.0);
}

static void stretch(double x, double *lo, double *hi)
{
	*lo = fmin(*lo, x);
	*hi = fmax(*hi, x);
}

/* A value on its axis; not finite: it has no place there. */
static double decades(bool log, double x)
{
	if (log)
		return x > 0.0 ? log10(x) : NAN;
	return isfinite(x) ? fmin(fmax(x, -LARGEST), LARGEST) : NAN;
}

/* A point of a curve in the coordinates of the axes (decades on a logarithmic one); false: it has no place there. */
static bool curve_point(const struct plot *p, const struct plot_curve *c, int i, double *ret_x, double *ret_y)
{
	double x = decades(p->x_log, c->x[(size_t)i * (size_t)c->stride]), y = decades(p->y_log, c->y[(size_t)i * (size_t)c->stride]);

	if (!isfinite(x) || !isfinite(y) || (p->window && !(x >= decades(p->x_log, p->from) && x <= decades(p->x_log, p->to))))
		return false;
	*ret_x = x;
	*ret_y = y;
	return true;
}

/* A span of nothing becomes one around its value. */
static void open_span(double *lo, double *hi)
{
	double size = fmax(fabs(*lo), fabs(*hi)), half = size > SMALLEST ? 0.5 * size : 1.0;
	if (*hi - *lo > fmax(SPAN_LEAST * size, SMALLEST))
		return;
	*lo -= half;
	*hi += half;
}

static double y_step(const struct plot *p, double span)
{
	double step = p->nlane > 0 ? 1.0 : plot_step(span, Y_TICKS);
	return p->y_log ? fmax(step, 1.0) : step;
}

static double legend_width(const struct plot_curve *c) { return LEGEND_SIDE + LETTER * (double)strlen(c->name); }

/* Lines that a legend above the axes takes; 0: there is none. */
static int legend_rows(const struct plot *p)
{
	double x = 0.0, room = p->width - LEFT - RIGHT;
	int rows = 1;
	if (!p->above || p->ncurve < 2)
		return 0;
	for (int k = 0; k < p->ncurve; k++) {
		rows += x > 0.0 && x + legend_width(&p->curve[k]) > room;
		x = (x > 0.0 && x + legend_width(&p->curve[k]) > room ? 0.0 : x) + legend_width(&p->curve[k]);
	}
	return rows;
}

/* As many decimals as the step needs; very large and very small numbers with exponent, and digits
 * enough to tell neighbours apart. */
static void tick_text(double value, double step, char *ret_text, size_t size)
{
	double largest = fmax(fabs(value), step);
	int decimals = (int)ceil(-log10(step) - 1e-9);
	if (fabs(value) < 1e-9 * step)
		snprintf(ret_text, size, "0");
	else if (largest >= 1e6 || step < 1e-5)
		snprintf(ret_text, size, "%.*g", (int)fmax(3.0, 1.0 + ceil(log10(largest / step) - 1e-9)), value);
	else
		snprintf(ret_text, size, "%.*f", decimals > 0 ? decimals : 0, value);
}

/* Of the word of the tick next to a value. */
static double tick_width(double value, double step)
{
	char text[32];
	tick_text(step * round(value / step), step, text, sizeof(text));
	return LANE_LETTER * ((double)strlen(text) + 1.0);
}

/* As many ticks as find room for their words; decades are shown whole. */
static double x_step(const struct plot *p, double lo, double hi)
{
	double room = p->width - LEFT - RIGHT, step;
	int n = (int)(room / TICK_WIDTH);
	for (n = n < 2 ? 2 : n < X_TICKS ? n : X_TICKS;; n--) {
		step = plot_step(hi - lo, n);
		if (p->x_log || n <= 2 || fmax(tick_width(lo, step), tick_width(hi, step)) <= room * step / (hi - lo))
			break;
	}
	return p->x_log ? fmax(ceil(step), 1.0) : step;
}

/* A decade as a number, or as a power of ten where that is long. */
static void decade_text(double power, char *ret_text, size_t size)
{
	snprintf(ret_text, size, fabs(power) > 4.5 ? "1e%.0f" : "%.10g", fabs(power) > 4.5 ? power : pow(10.0, power));
}

/* What stands at number k of the ticks of y. */
static void y_tick_text(const struct plot *p, double k, double step, char *ret_text, size_t size)
{
	if (p->nlane > 0)
		snprintf(ret_text, size, "%s", p->lane[(int)lround(k)]);
	else if (p->y_log)
		decade_text(k * step, ret_text, size);
	else
		tick_text(k * step, step, ret_text, size);
}

/* The ticks of an axis: number k stands at k * step, from *ret_first on; how many there are. */
static int ticks(double lo, double hi, double step, double *ret_first)
{
	*ret_first = ceil(lo / step - 1e-9);
	return (int)(floor(hi / step + 1e-9) - *ret_first) + 1;
}

/* Room on the left for the longest tick and, where there is one, the label. */
static double left_side(const struct plot *p, const struct frame *f)
{
	double step = y_step(p, f->y1 - f->y0), left = LEFT, label = p->nlane > 0 ? 16.0 : 36.0, first;
	int n = ticks(f->y0, f->y1, step, &first);
	char text[32];
	for (int i = 0; i < n; i++) {
		y_tick_text(p, first + i, step, text, sizeof(text));
		left = fmax(left, LANE_LETTER * (double)strlen(text) + label);
	}
	return left;
}

static bool find_range(const struct plot *p, struct frame *f)
{
	double x, y;
	f->x0 = f->y0 = INFINITY;
	f->x1 = f->y1 = -INFINITY;
	for (int k = 0; k < p->ncurve; k++)
		for (int i = 0; i < p->curve[k].n; i++)
			if (curve_point(p, &p->curve[k], i, &x, &y)) {
				stretch(x, &f->x0, &f->x1);
				stretch(y, &f->y0, &f->y1);
			}
	if (!(f->x1 >= f->x0))
		return false;
	for (int k = 0; k < p->nmark; k++)
		if (isfinite(decades(p->y_log, p->mark[k].y)))
			stretch(decades(p->y_log, p->mark[k].y), &f->y0, &f->y1);
	for (int k = 0; k < 2 && p->y_hi > p->y_lo; k++)
		if (isfinite(decades(p->y_log, k == 0 ? p->y_lo : p->y_hi)))
			stretch(decades(p->y_log, k == 0 ? p->y_lo : p->y_hi), &f->y0, &f->y1);
	open_span(&f->x0, &f->x1);
	open_span(&f->y0, &f->y1);
	double step = y_step(p, f->y1 - f->y0), span = f->x1 - f->x0, first, last;
	f->y0 = p->nlane > 0 ? -0.5 : step * floor(f->y0 / step);
	f->y1 = p->nlane > 0 ? p->nlane - 0.5 : step * ceil(f->y1 / step);
	step = x_step(p, f->x0, f->x1);
	first = step * floor(f->x0 / step);
	last = step * ceil(f->x1 / step);
	/* fewer than two decades are shown whole: one tick alone says nothing */
	f->x0 = f->x0 - first < NEAR_TICK * span || (p->x_log && span < 2.0) ? first : f->x0;
	f->x1 = last - f->x1 < NEAR_TICK * span || (p->x_log && span < 2.0) ? last : f->x1;
	f->left = left_side(p, f);
	f->right = p->width - RIGHT;
	f->top = TOP + LEGEND_LINE * legend_rows(p);
	f->bottom = p->height - BOTTOM;
	return true;
}

static double place_x(const struct frame *f, double x) { return f->left + (x - f->x0) / (f->x1 - f->x0) * (f->right - f->left); }
static double place_y(const struct frame *f, double y) { return f->bottom - (y - f->y0) / (f->y1 - f->y0) * (f->bottom - f->top); }

static void put_x_ticks(struct markup *s, const struct plot *p, const struct frame *f)
{
	char text[32];
	double step = x_step(p, f->x0, f->x1), first;
	int n = ticks(f->x0, f->x1, step, &first);
	for (int i = 0; i < n; i++) {
		double k = first + i, x = place_x(f, k * step);
		markup_put(s, "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", x, f->top, x, f->bottom);
		markup_put(s, "<line class=\"axis\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", x, f->bottom, x, f->bottom + TICK);
		if (p->x_log)
			decade_text(k * step, text, sizeof(text));
		else
			tick_text(k * step, step, text, sizeof(text));
		svg_label(s, x, f->bottom + 20, "class=\"tick\" text-anchor=\"middle\"", text);
	}
}

static void put_y_ticks(struct markup *s, const struct plot *p, const struct frame *f)
{
	char text[32];
	double step = y_step(p, f->y1 - f->y0), first;
	int n = ticks(f->y0, f->y1, step, &first);
	for (int i = 0; i < n; i++) {
		double k = first + i, y = place_y(f, k * step);
		markup_put(s, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
		           fabs(k) < 1e-9 && !p->y_log && p->nlane == 0 ? "zero" : "grid", f->left, y, f->right, y);
		markup_put(s, "<line class=\"axis\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", f->left - TICK, y, f->left, y);
		y_tick_text(p, k, step, text, sizeof(text));
		svg_label(s, f->left - 9, y + 4, "class=\"tick\" text-anchor=\"end\"", text);
	}
}

/* ---- curves ----------------------------------------------------------------------------------------------- */

struct pen {                    /* the points of one column of pixels that are still to be drawn */
	struct markup *s;
	int drawn;                  /* points of the line since its last gap */
	int column;                 /* of pixels, -1: none */
	double x[4], y[4];          /* first, lowest, highest, last */
	int at[4];                  /* their order in time */
};

static void pen_point(struct pen *pen, double x, double y)
{
	markup_put(pen->s, "%s%.1f %.1f", pen->drawn > 0 ? " " : "M", x, y);
	pen->drawn++;
}

static void pen_flush(struct pen *pen)
{
	if (pen->column < 0)
		return;
	int order[4] = {0, 1, 2, 3};
	if (pen->at[1] > pen->at[2])
		order[1] = 2, order[2] = 1;
	for (int k = 0, drawn = -1; k < 4; k++)
		if (pen->at[order[k]] != drawn) {
			drawn = pen->at[order[k]];
			pen_point(pen, pen->x[order[k]], pen->y[order[k]]);
		}
	pen->column = -1;
}

/* The end of the line, or a gap. A point between two gaps is a small cross. */
static void pen_lift(struct pen *pen)
{
	pen_flush(pen);
	markup_put(pen->s, "%s", pen->drawn == 1 ? "m-2 0h4m-2-2v4" : "");
	pen->drawn = 0;
}

static void pen_keep(struct pen *pen, int slot, int i, double x, double y)
{
	pen->at[slot] = i;
	pen->x[slot] = x;
	pen->y[slot] = y;
}

static void pen_add(struct pen *pen, int i, double x, double y)
{
	int column = (int)x;
	if (column != pen->column) {
		pen_flush(pen);
		pen->column = column;
		for (int slot = 0; slot < 4; slot++)
			pen_keep(pen, slot, i, x, y);
		return;
	}
	if (y > pen->y[1])
		pen_keep(pen, 1, i, x, y);
	if (y < pen->y[2])
		pen_keep(pen, 2, i, x, y);
	pen_keep(pen, 3, i, x, y);
}

/* Class of a line: its form and its colour. */
static const char *curve_class(const struct plot *p, int k)
{
	static char text[32];
	snprintf(text, sizeof(text), "%s%s k%d", p->curve[k].marks ? "thin" : "curve", p->curve[k].dashed ? " dash" : "", (int)((size_t)k % COUNT(COLOURS)));
	return text;
}

/* A dot of a curve with marks; hollow where its line is broken, so that two sets of one colour scheme can be told apart. */
static void put_dot(struct markup *s, const struct plot *p, int k, double x, double y)
{
	markup_put(s, "<circle class=\"dot%s k%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n", p->curve[k].dashed ? " hollow" : "",
	           (int)((size_t)k % COUNT(COLOURS)), x, y);
}

static void put_dots(struct markup *s, const struct plot *p, const struct frame *f, int k)
{
	double x, y;
	for (int i = 0; i < p->curve[k].n && p->curve[k].marks; i++)
		if (curve_point(p, &p->curve[k], i, &x, &y))
			put_dot(s, p, k, place_x(f, x), place_y(f, y));
}

/* Columns from the axis up: points in pairs, left and right end. */
static void put_bars(struct markup *s, const struct plot *p, const struct frame *f, int k)
{
	double x, y, end, same, half = p->nlane > 0 ? 0.35 * (f->bottom - f->top) / p->nlane : 0.0;
	for (int i = 0; i + 1 < p->curve[k].n; i += 2) {
		if (!curve_point(p, &p->curve[k], i, &x, &y) || !curve_point(p, &p->curve[k], i + 1, &end, &same))
			continue;
		markup_put(s, "<rect class=\"bar %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", curve_class(p, k), place_x(f, x),
		           place_y(f, y) - half, place_x(f, end) - place_x(f, x), p->nlane > 0 ? 2.0 * half : f->bottom - place_y(f, y));
	}
}

static void put_curve(struct markup *s, const struct plot *p, const struct frame *f, int k)
{
	const struct plot_curve *c = &p->curve[k];
	struct pen pen = {.s = s, .column = -1};
	double x, y;
	if (c->bars) {
		put_bars(s, p, f, k);
		return;
	}
	markup_put(s, "<path class=\"%s\" d=\"", curve_class(p, k));
	for (int i = 0; i < c->n; i++) {
		if (curve_point(p, c, i, &x, &y)) {
			pen_add(&pen, i, place_x(f, x), place_y(f, y));
		} else {
			pen_lift(&pen);
		}
	}
	pen_lift(&pen);
	markup_put(s, "\"/>\n");
	put_dots(s, p, f, k);
}

/* Points of curves in a box of the picture. */
static int crowd(const struct plot *p, const struct frame *f, double left, double top, double width, double height)
{
	int n = 0;
	double x, y;
	for (int k = 0; k < p->ncurve; k++)
		for (int i = 0; i < p->curve[k].n; i++)
			if (curve_point(p, &p->curve[k], i, &x, &y)) {
				x = place_x(f, x) - left;
				y = place_y(f, y) - top;
				n += x >= 0.0 && x <= width && y >= 0.0 && y <= height;
			}
	return n;
}

/* The corner with the fewest points; upper right where it makes no difference. */
static void legend_place(const struct plot *p, const struct frame *f, double width, double height, double *ret_x, double *ret_y)
{
	const double x[] = {f->right - width - 8, f->left + 8}, y[] = {f->top + 8, f->bottom - height - 8};
	int least = -1;
	for (int k = 0; k < 4; k++) {
		int n = crowd(p, f, x[k % 2], y[k / 2], width, height);
		if (least >= 0 && n >= least)
			continue;
		least = n;
		*ret_x = x[k % 2];
		*ret_y = y[k / 2];
	}
}

static void put_legend_entry(struct markup *s, const struct plot *p, int k, double x, double line)
{
	markup_put(s, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", curve_class(p, k), x + 8, line, x + 32, line);
	if (p->curve[k].marks)
		put_dot(s, p, k, x + 20, line);
	svg_label(s, x + 40, line + 4, "class=\"tick\"", p->curve[k].name);
}

/* Inside the axes, on a ground that lets the curves shine through. */
static void put_legend(struct markup *s, const struct plot *p, const struct frame *f)
{
	double width = 0.0, height = 8 + LEGEND_LINE * p->ncurve, x = 0.0, y = 0.0;
	for (int k = 0; k < p->ncurve; k++)
		width = fmax(width, legend_width(&p->curve[k]));
	legend_place(p, f, width, height, &x, &y);
	markup_put(s, "<rect class=\"legend\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\" rx=\"3\"/>\n", x, y, width, height);
	for (int k = 0; k < p->ncurve; k++)
		put_legend_entry(s, p, k, x, y + 4 + LEGEND_LINE * (k + 0.5));
}

/* Above the axes, from left to right. */
static void put_legend_above(struct markup *s, const struct plot *p, const struct frame *f)
{
	double x = f->left, line = TOP + 2;
	for (int k = 0; k < p->ncurve; k++) {
		if (x > f->left && x + legend_width(&p->curve[k]) > f->right) {
			x = f->left;
			line += LEGEND_LINE;
		}
		put_legend_entry(s, p, k, x - 8, line);
		x += legend_width(&p->curve[k]);
	}
}

/* Lines across at given values, with their names at the right end. */
/* Names of lines that lie close together stand beside each other. */
static double mark_shift(const struct plot *p, const struct frame *f, int k)
{
	double y = place_y(f, decades(p->y_log, p->mark[k].y)), shift = 0.0;

	for (int i = 0; i < k; i++)
		if (fabs(place_y(f, decades(p->y_log, p->mark[i].y)) - y) < MARK_HIGH)
			shift += MARK_LETTER * ((double)strlen(p->mark[i].name) + 2.0);
	return shift;
}

static void put_marks(struct markup *s, const struct plot *p, const struct frame *f)
{
	for (int k = 0; k < p->nmark; k++) {
		double y = place_y(f, decades(p->y_log, p->mark[k].y));
		if (!isfinite(y))
			continue;
		markup_put(s, "<line class=\"mark\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", f->left, y, f->right, y);
		svg_label(s, f->right - 4 - mark_shift(p, f, k), y - 4, "class=\"tick\" text-anchor=\"end\"", p->mark[k].name);
	}
}

static void put_head(struct markup *s, int width, int height)
{
	markup_put(s, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", width, height, width, height);
	markup_put(s, "<style>text{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;font-size:14px;fill:#222}.tick{font-size:12px;fill:#444}"
	           ".title{font-size:16px;font-weight:600}.grid{stroke:#e6e6e6}.zero{stroke:#b0b0b0}.axis{stroke:#444}.mark{stroke:#b00020;stroke-dasharray:3 3}"
	           ".curve{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}.dash{stroke-dasharray:6 4;stroke-linecap:butt}"
	           ".thin{fill:none;stroke-width:.8}.legend{fill:#fff;fill-opacity:.85;stroke:#ccc}");
	for (size_t k = 0; k < COUNT(COLOURS); k++)
		markup_put(s, ".k%zu{stroke:%s}.bar.k%zu{fill:%s;stroke:none}.dot.k%zu{fill:%s}", k, COLOURS[k], k, COLOURS[k], k, COLOURS[k]);
	markup_put(s, ".dot.hollow{fill:#fff}</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
}

static void put_words(struct markup *s, const struct plot *p, const struct frame *f)
{
	char turn[96];
	svg_label(s, 0.5 * (f->left + f->right), 27, "class=\"title\" text-anchor=\"middle\"", p->title);
	svg_label(s, 0.5 * (f->left + f->right), p->height - 12, "text-anchor=\"middle\"", p->x_label);
	snprintf(turn, sizeof(turn), "text-anchor=\"middle\" transform=\"translate(20 %.1f) rotate(-90)\"", 0.5 * (f->top + f->bottom));
	svg_label(s, 0, 0, turn, p->y_label);
}

static void put_plot(struct markup *s, const struct plot *p, const struct frame *f)
{
	put_x_ticks(s, p, f);
	put_y_ticks(s, p, f);
	for (int k = 0; k < p->ncurve; k++)
		put_curve(s, p, f, k);
	markup_put(s, "<path class=\"axis\" fill=\"none\" d=\"M%.1f %.1f V%.1f H%.1f\"/>\n", f->left, f->top, f->bottom, f->right);
	put_marks(s, p, f);
	put_words(s, p, f);
	if (p->ncurve > 1 && p->above)
		put_legend_above(s, p, f);
	else if (p->ncurve > 1)
		put_legend(s, p, f);
}

bool plot_empty(const struct plot *p)
{
	struct frame f;
	return !find_range(p, &f);
}

/* All of them below each other, inside an open <svg>. */
static void put_stack(struct markup *s, const struct plot *p, int n)
{
	struct frame f;
	for (int i = 0, y = 0; i < n; y += p[i++].height) {
		ASSERT(p[i].ncurve <= PLOT_CURVES && p[i].nmark <= PLOT_MARKS && p[i].width >= PLOT_SIZE_MIN && p[i].height >= PLOT_SIZE_MIN);
		if (!find_range(&p[i], &f))
			continue;
		if (y > 0)
			markup_put(s, "<g transform=\"translate(0 %d)\">\n", y);
		put_plot(s, &p[i], &f);
		markup_put(s, "%s", y > 0 ? "</g>\n" : "");
	}
	markup_put(s, "</svg>\n");
}

void plot_put(struct markup *s, const struct plot *p)
{
	markup_put(s, "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 %d %d\">\n", p->width, p->height);
	put_stack(s, p, 1);
}

int plot_write_stack(const struct plot *p, int n, const char *path, struct err *e)
{
	struct markup s;
	int width = 0, height = 0, rc;
	for (int i = 0; i < n; i++) {
		if (plot_empty(&p[i]))
			return err_set(e, ERR_RANGE, path, "there is no finite point to plot");
		width = p[i].width > width ? p[i].width : width;
		height += p[i].height;
	}
	if ((rc = markup_open(&s, path, e)) < 0)
		return rc;
	put_head(&s, width, height);
	put_stack(&s, p, n);
	return markup_close(&s);
}

int plot_write(const struct plot *p, const char *path, struct err *e)
{
	return plot_write_stack(p, 1, path, e);
}
