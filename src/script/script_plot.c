/* The command plot: curves from the columns of recorder files to an SVG picture.
 *
 *   plot roof.svg -title "Roof" -xlabel "time [s]" -ylabel "displacement [m]" -x 1 -y 2 3 -name left right roof.out
 *
 * -x, -y, -name, -dash and -marks hold for the next file; several files may follow, each with its own. */
#include "script/script.h"

#include "base/aside.h"
#include "plot/columns.h"
#include "plot/plot.h"
#include "recorder/record.h"

#include <limits.h>
#include <math.h>

struct plot_words {
	int x;                  /* column, 1-based */
	int *y, ny;             /* columns; scratch arena */
	const char *name[PLOT_CURVES];
	int nname;
	bool dashed, marks;
	bool said;              /* something of this, and no file since */
};

static const struct plot_words NEXT_FILE = { .x = 1 };

static int too_many(const struct args *a, struct err *e)
{
	return err_set(e, ERR_LIMIT, a->object, "more than %d curves", PLOT_CURVES);
}

static int read_columns(struct script *s, struct args *a, struct plot_words *w, struct err *e)
{
	int *y, ny, code = args_list_int(a, "column of y", 1, INT_MAX, 1, &s->scratch, &y, &ny, e);

	if (code)
		return code;
	if (ny > PLOT_CURVES)
		return too_many(a, e);
	w->y = y;
	w->ny = ny;
	return 0;
}

/* One for each column, up to the next option; without -y there is one column. */
static void read_names(struct args *a, struct plot_words *w)
{
	int most = w->ny ? w->ny : 1;

	w->nname = 0;
	while (w->nname < most && args_more(a) && args_peek(a)[0] != '-')
		w->name[w->nname++] = a->word[a->at++];
}

static const char *curve_name(struct script *s, const struct plot_words *w, int k, const char *path)
{
	Tcl_Obj *text;
	char *kept;

	if (k < w->nname)
		return w->name[k];
	text = Tcl_ObjPrintf("%s:%d", path, w->y[k]);
	Tcl_IncrRefCount(text);
	kept = arena_text(&s->scratch, Tcl_GetString(text));
	Tcl_DecrRefCount(text);
	return kept ? kept : path;
}

static int column_missing(const struct args *a, const char *path, int column, int n, struct err *e)
{
	int code = err_set(e, ERR_RANGE, a->object, "%s has no such column", path);

	err_value(e, "%d", column);
	err_allowed(e, "1 to %d", n);
	return code;
}

static int add_file(struct script *s, struct args *a, const struct plot_words *w, struct plot *p, struct err *e)
{
	static int second = 2;
	struct plot_words words = *w;
	struct columns c;
	const char *path = a->word[a->at++];
	int code = columns_read(path, &s->scratch, &c, e);

	if (code)
		return code;
	if (words.ny == 0)
		words.y = &second, words.ny = 1;
	if (words.x > c.ncolumn)
		return column_missing(a, path, words.x, c.ncolumn, e);
	for (int k = 0; k < words.ny; k++) {
		if (words.y[k] > c.ncolumn)
			return column_missing(a, path, words.y[k], c.ncolumn, e);
		if (p->ncurve == PLOT_CURVES)
			return too_many(a, e);
		p->curve[p->ncurve++] = (struct plot_curve){
			.name = curve_name(s, &words, k, path), .n = c.nrow, .stride = c.ncolumn, .x = c.x + words.x - 1, .y = c.x + words.y[k] - 1,
			.dashed = words.dashed, .marks = words.marks,
		};
	}
	return 0;
}

static int read_size(struct args *a, struct plot *p, struct err *e)
{
	int width, height, code = args_int(a, "width", PLOT_SIZE_MIN, PLOT_SIZE_MAX, &width, e);

	if (code == 0)
		code = args_int(a, "height", PLOT_SIZE_MIN, PLOT_SIZE_MAX, &height, e);
	if (code)
		return code;
	p->width = width;
	p->height = height;
	return 0;
}

static int read_window(struct args *a, struct plot *p, struct err *e)
{
	int code = args_real(a, "first x", RANGE_ANY, &p->from, e);

	if (code == 0)
		code = args_real(a, "last x", (struct range){p->from, INFINITY, true, true}, &p->to, e);
	p->window = code == 0;
	return code;
}

/* The axis holds at least this. */
static int read_span(struct args *a, struct plot *p, struct err *e)
{
	int code = args_real(a, "lowest y", RANGE_ANY, &p->y_lo, e);

	return code == 0 ? args_real(a, "highest y", (struct range){p->y_lo, INFINITY, true, true}, &p->y_hi, e) : code;
}

/* A word about the file that follows; ret_code is written when it is one. */
static bool read_file_word(struct script *s, struct args *a, struct plot_words *w, int *ret_code, struct err *e)
{
	const struct { const char *word; bool *at; } flag[] = {{"-dash", &w->dashed}, {"-marks", &w->marks}};
	int code = 0;

	if (args_accept(a, "-x")) {
		code = args_int(a, "column of x", 1, INT_MAX, &w->x, e);
	} else if (args_accept(a, "-y")) {
		code = read_columns(s, a, w, e);
	} else if (args_accept(a, "-name")) {
		read_names(a, w);
	} else {
		size_t i = 0;

		while (i < COUNT(flag) && !args_accept(a, flag[i].word))
			i++;
		if (i == COUNT(flag))
			return false;
		*flag[i].at = true;
	}
	w->said = true;
	*ret_code = code;
	return true;
}

static int read_word(struct script *s, struct args *a, struct plot *p, struct plot_words *w, struct err *e)
{
	int code;

	if (args_accept(a, "-title"))
		return args_word(a, "-title", &p->title, e);
	if (args_accept(a, "-xlabel"))
		return args_word(a, "-xlabel", &p->x_label, e);
	if (args_accept(a, "-ylabel"))
		return args_word(a, "-ylabel", &p->y_label, e);
	if (args_accept(a, "-size"))
		return read_size(a, p, e);
	if (args_accept(a, "-xlim"))
		return read_window(a, p, e);
	if (args_accept(a, "-ylim"))
		return read_span(a, p, e);
	const struct { const char *word; bool *at; } flag[] = {{"-xlog", &p->x_log}, {"-ylog", &p->y_log}, {"-above", &p->above}};
	for (size_t i = 0; i < COUNT(flag); i++)
		if (args_accept(a, flag[i].word)) {
			*flag[i].at = true;
			return 0;
		}
	if (read_file_word(s, a, w, &code, e))
		return code;
	if (args_peek(a)[0] == '-')
		return args_end(a, e);
	code = add_file(s, a, w, p, e);
	*w = NEXT_FILE;
	return code;
}

static int run_plot(struct script *s, struct args *a, struct err *e)
{
	struct plot p = { .title = "", .x_label = "", .y_label = "", .width = PLOT_WIDTH, .height = PLOT_HEIGHT };
	struct plot_words w = NEXT_FILE;
	char where[PATH_MAX];
	const char *path;
	int code = recorders_flush(s->recorders, e);

	if (code == 0)
		code = args_word(a, "name of the picture", &path, e);
	if (code == 0 && path[0] == '-') {
		code = err_set(e, ERR_ARGUMENT, a->object, "the name of the picture comes first");
		err_value(e, "%s", path);
		err_hint(e, "plot picture.svg <options> file");
	}
	while (code == 0 && args_more(a))
		code = read_word(s, a, &p, &w, e);
	if (code)
		return code;
	if (p.ncurve == 0) {
		code = err_set(e, ERR_ARGUMENT, a->object, "there is nothing to plot");
		err_hint(e, "name a file that a recorder wrote: plot roof.svg -x 1 -y 2 roof.out");
		return code;
	}
	if (w.said) {
		code = err_set(e, ERR_ARGUMENT, a->object, "-x, -y, -name, -dash and -marks stand before their file");
		err_hint(e, "no file follows the last of them: plot roof.svg -x 1 -y 2 roof.out");
		return code;
	}
	code = aside_write(path, false, where, e);
	return code ? code : plot_write(&p, where, e);
}

const struct script_command script_plot_commands[] = {
	{ "plot", run_plot,
	  "plot picture.svg <-title text> <-xlabel text> <-ylabel text> <-size width height> <-xlim first last> <-ylim low high> <-xlog> <-ylog> <-above>"
	  " <-x column> <-y column ...> <-name word ...> <-dash> <-marks> file <...>",
	  "draws columns of recorder files; -x (default 1), -y (default 2), -name, -dash (broken lines) and -marks (dots at the points) hold for the file that"
	  " follows; -xlim: from there to there only; -ylim: the axis holds at least this; -xlog, -ylog: decades; -above: the legend stands above the axes", NULL },
	{ 0 },
};
