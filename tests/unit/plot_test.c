/* Tables read back from recorder files, and pictures of their columns. */
#include "folder.h"
#include "test.h"

#include "plot/columns.h"
#include "plot/plot.h"

#include <stdlib.h>
#include <unistd.h>

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static const char *content(const char *path, long *ret_size)
{
	static char text[1 << 20];
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	size_t n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	if (ret_size)
		*ret_size = (long)n;
	return text;
}

static void reads_blanks_commas_and_comments(void **state)
{
	struct arena mem;
	struct columns c;
	struct err e = {0};
	(void)state;
	arena_init(&mem);
	put("a.out", "# time x\n0.1 1e-3 \n0.2,2e-3\n\n 0.3\t-3e-3");
	assert_int_equal(columns_read("a.out", &mem, &c, &e), 0);
	assert_int_equal(c.nrow, 3);
	assert_int_equal(c.ncolumn, 2);
	assert_near(c.x[5], -3e-3, 0);
	arena_fini(&mem);
}

static void reads_files_longer_than_its_first_piece(void **state)
{
	struct arena mem;
	struct columns c;
	struct err e = {0};
	FILE *f = fopen("long.out", "w");
	(void)state;
	for (int i = 0; i < 40000; i++)
		fprintf(f, "%d %d\n", i, 2 * i);
	fclose(f);
	arena_init(&mem);
	assert_int_equal(columns_read("long.out", &mem, &c, &e), 0);
	assert_int_equal(c.nrow, 40000);
	assert_near(c.x[2 * 39999 + 1], 79998, 0);
	arena_fini(&mem);
}

static void refuses_what_is_no_table(void **state)
{
	static const struct { const char *text; int code; const char *says; } ROWS[] = {
		{"1 2\n3 x\n", ERR_FORMAT, "line 2"},
		{"1 2\n\n3\n", ERR_FORMAT, "line 3"},
		{"# nothing\n", ERR_FORMAT, "no numbers"},
	};
	struct arena mem;
	struct columns c;
	(void)state;
	arena_init(&mem);
	for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
		struct err e = {0};
		put("bad.out", ROWS[i].text);
		assert_int_equal(columns_read("bad.out", &mem, &c, &e), ROWS[i].code);
		assert_contains(e.what, ROWS[i].says);
	}
	struct err e = {0};
	assert_int_equal(columns_read("missing.out", &mem, &c, &e), ERR_FILE);
	arena_fini(&mem);
}

static void steps_are_round(void **state)
{
	(void)state;
	assert_near(plot_step(10.0, 6), 2.0, 1e-12);
	assert_near(plot_step(1.0, 8), 0.1, 1e-12);
	assert_near(plot_step(0.006, 6), 0.001, 1e-15);
	assert_near(plot_step(35000.0, 8), 5000.0, 1e-9);
}

static struct plot plot_of(int n, const double *x, const double *y)
{
	struct plot p = {.title = "a < b", .x_label = "time", .y_label = "drift", .width = 600, .height = 300, .ncurve = 1};
	p.curve[0] = (struct plot_curve){.name = "roof", .n = n, .x = x, .y = y, .stride = 1};
	return p;
}

static void draws_axes_title_and_curve(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(3, (double[]){0, 1, 2}, (double[]){0, 5, -5});
	(void)state;
	assert_int_equal(plot_write(&p, "p.svg", &e), 0);
	const char *text = content("p.svg", NULL);
	assert_contains(text, "<svg xmlns");
	assert_contains(text, "a &lt; b");
	/* x from 84 to 576 pixels, y from 244 (-5 rounded to -6) up to 44 (6): (1, 5) lies at (330, 60.7) */
	assert_contains(text, "M84.0 144.0 330.0 60.7 576.0 227.3\"");
	assert_contains(text, "</svg>\n");
	assert_null(strstr(text, "class=\"legend\""));
	p.ncurve = 2;
	p.curve[1] = p.curve[0];
	assert_int_equal(plot_write(&p, "p.svg", &e), 0);
	assert_contains(content("p.svg", NULL), "class=\"legend\"");
}

static void a_million_points_make_a_small_picture_with_their_peak(void **state)
{
	enum { N = 1000000 };
	struct err e = {0};
	double *x = malloc(N * sizeof(*x)), *y = malloc(N * sizeof(*y));
	long size;
	(void)state;
	for (int i = 0; i < N; i++) {
		x[i] = i;
		y[i] = i == 777777 ? 10.0 : sin(i);
	}
	struct plot p = plot_of(N, x, y);
	assert_int_equal(plot_write(&p, "big.svg", &e), 0);
	content("big.svg", &size);
	assert_true(size < 100000);
	/* the peak is on the top line of the picture, 44 pixels down: 10 of 10, near 84 + 0.7778*492 pixels */
	assert_contains(content("big.svg", NULL), " 466.7 44.0");
	free(x);
	free(y);
}

static void gaps_break_the_line_and_nothing_is_refused(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(4, (double[]){0, 1, 2, 3}, (double[]){1, NAN, 1, 1});
	(void)state;
	assert_int_equal(plot_write(&p, "gap.svg", &e), 0);
	const char *curve = strstr(content("gap.svg", NULL), "<path class=\"curve k0\"");
	assert_non_null(strchr(strchr(curve, 'M') + 1, 'M'));
	p = plot_of(2, (double[]){0, 1}, (double[]){NAN, INFINITY});
	assert_int_equal(plot_write(&p, "none.svg", &e), ERR_RANGE);
	p = plot_of(1, (double[]){2}, (double[]){0});
	assert_int_equal(plot_write(&p, "point.svg", &e), 0);
	/* what stands between two gaps is seen */
	assert_contains(content("point.svg", NULL), "m-2 0h4m-2-2v4\"/>");
	p = plot_of(5, (double[]){0, 1, 2, 3, 4}, (double[]){1, NAN, 2, NAN, 3});
	assert_int_equal(plot_write(&p, "between.svg", &e), 0);
	const char *cross = content("between.svg", NULL);
	for (int i = 0; i < 3; i++)
		assert_non_null(cross = strstr(cross, "m-2 0h4m-2-2v4") ? strstr(cross, "m-2 0h4m-2-2v4") + 1 : NULL);
	err_clear(&e);
	assert_int_equal(plot_write(&p, "no/folder.svg", &e), ERR_FILE);
}

static void a_logarithmic_axis_shows_decades(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(4, (double[]){0, 1, 2, 3}, (double[]){0.01, 1.0, 100.0, -1.0});
	(void)state;
	p.y_log = true;
	assert_int_equal(plot_write(&p, "log.svg", &e), 0);
	/* four decades over 200 pixels, and what is not positive has no place, nor any room: x ends at 2 */
	assert_contains(content("log.svg", NULL), "M84.0 244.0 330.0 144.0 576.0 44.0\"");
	assert_contains(content("log.svg", NULL), ">0.01</text>");
	assert_contains(content("log.svg", NULL), ">100</text>");
	/* an axis that holds at least 0.1 to 1000: five decades, and the curve where it was among them */
	p.y_lo = 0.1;
	p.y_hi = 1000.0;
	assert_int_equal(plot_write(&p, "log.svg", &e), 0);
	assert_contains(content("log.svg", NULL), "M84.0 244.0 330.0 164.0 576.0 84.0\"");
	p = plot_of(2, (double[]){0, 1}, (double[]){0.0, -1.0});
	p.y_log = true;
	assert_int_equal(plot_write(&p, "log.svg", &e), ERR_RANGE);
}

static void a_window_leaves_out_what_is_beside_it(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(5, (double[]){0, 1, 2, 3, 4}, (double[]){90, 0, 5, -5, 90});
	(void)state;
	p.window = true;
	p.from = 1.0;
	p.to = 3.0;
	p.curve[0].dashed = true;
	assert_int_equal(plot_write(&p, "part.svg", &e), 0);
	/* the picture of draws_axes_title_and_curve */
	assert_contains(content("part.svg", NULL), "M84.0 144.0 330.0 60.7 576.0 227.3\"");
	assert_contains(content("part.svg", NULL), "class=\"curve dash k0\"");
}

static void marks_are_dots_at_the_points_and_in_the_legend(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(3, (double[]){1, 2, 3}, (double[]){0, 5, -5});
	(void)state;
	p.ncurve = 2;
	p.curve[1] = p.curve[0];
	p.curve[0].marks = p.curve[1].marks = p.curve[1].dashed = true;
	assert_int_equal(plot_write(&p, "marks.svg", &e), 0);
	const char *text = content("marks.svg", NULL);
	/* where draws_axes_title_and_curve has its points; filled, and hollow for the broken line */
	assert_contains(text, "<circle class=\"dot k0\" cx=\"330.0\" cy=\"60.7\" r=\"3.5\"/>");
	assert_contains(text, "<circle class=\"dot hollow k1\" cx=\"330.0\" cy=\"60.7\" r=\"3.5\"/>");
	int dots = 0;
	for (const char *at = text; (at = strstr(at, "<circle")); at++)
		dots++;
	assert_int_equal(dots, 3 + 3 + 2);
}

static void the_legend_stands_where_the_curves_do_not(void **state)
{
	/* a curve in the corner upper right, then one that leaves only the corner lower left empty */
	static const struct { double x[5], y[5]; const char *place; } ROWS[] = {
		{{0, 1, 9, 10, 10}, {0, 1, 9, 10, 0}, "class=\"legend\" x=\"92.0\" y=\"52.0\""},
		{{0, 0.5, 9.5, 9.5, 10}, {10, 9, 9, 1, 0}, "class=\"legend\" x=\"92.0\" y=\"188.0\""},
	};
	struct err e = {0};
	(void)state;
	for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
		struct plot p = plot_of(5, ROWS[i].x, ROWS[i].y);
		p.ncurve = 2;
		p.curve[1] = p.curve[0];
		assert_int_equal(plot_write(&p, "legend.svg", &e), 0);
		assert_contains(content("legend.svg", NULL), ROWS[i].place);
	}
}

static void pictures_stand_below_each_other_in_one_file(void **state)
{
	const double x[] = {0.0, 100.0, 200.0}, y[] = {0.4, 0.5, 0.6};
	struct plot p[2] = {{.title = "upper", .x_label = "", .y_label = "", .width = 400, .height = 200, .y_lo = 0.0, .y_hi = 1.0, .ncurve = 1},
	                    {.title = "lower", .x_label = "", .y_label = "", .width = 500, .height = 300, .ncurve = 1}};
	struct err e = {0};
	const char *text;

	(void)state;
	for (int i = 0; i < 2; i++)
		p[i].curve[0] = (struct plot_curve){.name = "c", .n = 3, .x = x, .y = y, .stride = 1};
	assert_int_equal(plot_write_stack(p, 2, "stack.svg", &e), 0);
	text = content("stack.svg", NULL);
	assert_contains(text, "width=\"500\" height=\"500\"");
	assert_contains(strstr(text, ">upper<"), ">lower<");
	assert_contains(text, "<g transform=\"translate(0 200)\">");
	/* the upper axis goes from 0 to 1 as asked, with a tick at 1.0; the lower one holds its curve only, and ends at 0.6 */
	assert_true(strstr(text, ">1.0</text>") < strstr(text, "translate(0 200)"));
	assert_null(strstr(strstr(text, "translate(0 200)"), ">0.8</text>"));
	p[1].curve[0].n = 0;
	assert_int_equal(plot_write_stack(p, 2, "nothing.svg", &e), ERR_RANGE);
	assert_int_not_equal(access("nothing.svg", F_OK), 0);
}

static void a_logarithmic_abscissa_shows_decades_and_bars_stand_on_the_axis(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(4, (double[]){1, 10, 10, 100}, (double[]){5, 5, 10, 10});
	(void)state;
	p.x_log = true;
	p.y_hi = 10.0;
	p.curve[0].bars = true;
	assert_int_equal(plot_write(&p, "bars.svg", &e), 0);
	/* two decades over 492 pixels; 0 at 244 and 10 at 44 pixels */
	assert_contains(content("bars.svg", NULL), "<rect class=\"bar curve k0\" x=\"84.0\" y=\"144.0\" width=\"246.0\" height=\"100.0\"/>");
	assert_contains(content("bars.svg", NULL), "<rect class=\"bar curve k0\" x=\"330.0\" y=\"44.0\" width=\"246.0\" height=\"200.0\"/>");
	assert_contains(content("bars.svg", NULL), "<text x=\"330.0\" y=\"264.0\" class=\"tick\" text-anchor=\"middle\">10</text>");
}

static void thresholds_are_lines_across_and_have_room(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(2, (double[]){0, 1}, (double[]){0, 1});
	(void)state;
	p.nmark = 1;
	p.mark[0] = (struct plot_mark){4.0, "stop"};
	assert_int_equal(plot_write(&p, "mark.svg", &e), 0);
	/* the axis reaches from 0 to the threshold */
	assert_contains(content("mark.svg", NULL), "<line class=\"mark\" x1=\"84.0\" y1=\"44.0\" x2=\"576.0\" y2=\"44.0\"/>");
	assert_contains(content("mark.svg", NULL), ">stop</text>");
}

static void lanes_have_names_and_bars_in_them(void **state)
{
	static const char *const LANES[] = {"calm", "storm"};
	struct err e = {0};
	struct plot p = plot_of(2, (double[]){0, 1}, (double[]){1, 1});
	(void)state;
	p.nlane = 2;
	p.lane = LANES;
	p.curve[0].bars = true;
	assert_int_equal(plot_write(&p, "lane.svg", &e), 0);
	assert_contains(content("lane.svg", NULL), ">calm</text>");
	/* lanes of 100 pixels, the second in the middle of the upper one: 94 -+ 35 */
	assert_contains(content("lane.svg", NULL), "y=\"59.0\" width=\"492.0\" height=\"70.0\"/>");
}

static void a_legend_above_takes_lines_from_the_axes(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(2, (double[]){0, 1}, (double[]){0, 1});
	(void)state;
	p.above = true;
	for (p.ncurve = 1; p.ncurve < 4; p.ncurve++) {
		p.curve[p.ncurve] = p.curve[0];
		p.curve[p.ncurve].name = "a name of thirty letters, about";
	}
	assert_int_equal(plot_write(&p, "above.svg", &e), 0);
	/* 78 pixels of "roof" and 280 of each other name in 492: the first two share a line, so that the axes begin at 44 + 3 * 20 */
	assert_contains(content("above.svg", NULL), "d=\"M84.0 104.0 V244.0 H576.0\"");
	assert_null(strstr(content("above.svg", NULL), "class=\"legend\""));
}

static void long_ticks_push_the_axis_aside_and_differ_from_their_neighbours(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(2, (double[]){0, 1}, (double[]){-0.0001, 0.00005});
	(void)state;
	assert_int_equal(plot_write(&p, "small.svg", &e), 0);
	/* ticks of 0.00002: "-0.00010" has eight letters of 7.2 pixels, and the label takes 36 */
	assert_contains(content("small.svg", NULL), ">-0.00010</text>");
	assert_contains(content("small.svg", NULL), "d=\"M93.6 44.0 ");
	p = plot_of(2, (double[]){0, 1}, (double[]){4000000, 4002000});
	assert_int_equal(plot_write(&p, "large.svg", &e), 0);
	/* steps of 200 */
	assert_contains(content("large.svg", NULL), ">4.0002e+06</text>");
	assert_contains(content("large.svg", NULL), ">4.001e+06</text>");
}

/* Seconds since 1970: ten figures, where eight ticks would be written over each other. */
static void long_ticks_of_x_are_fewer(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(2, (double[]){1e9, 1e9 + 10}, (double[]){0, 1});
	(void)state;
	p.width = 480;
	assert_int_equal(plot_write(&p, "epoch.svg", &e), 0);
	assert_contains(content("epoch.svg", NULL), ">1000000005</text>");
	assert_null(strstr(content("epoch.svg", NULL), ">1000000002</text>"));
}

/* Ticks that cannot be told apart have no end, and spans beyond the largest number have no step. */
static void every_pair_of_numbers_has_a_picture_that_ends(void **state)
{
	static const double ROWS[][2] = {
		{1.0, 1.0 + 0x1p-52}, {-1e6, -1e6 + 0x1p-33}, {-0x1p-1074, 0x1p-1074}, {0.0, 0x1p-1074}, {0x1p-1074, 0x1p-1074},
		{-1.7e308, 1.7e308}, {1.7e308, 1.7e308}, {1.0, 1.7e308}, {1e17, 1e17 + 16.0}, {1e-320, 2e-320},
	};
	struct err e = {0};
	long size;
	(void)state;
	/* it would fill the disk before the test ends */
	alarm(120);
	for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++)
		for (int k = 0; k < 3; k++) {
			struct plot p = plot_of(2, k == 1 ? ROWS[i] : (double[]){0, 1}, ROWS[i]);
			p.nmark = k == 2;
			p.mark[0] = (struct plot_mark){ROWS[i][1], "limit"};
			assert_int_equal(plot_write(&p, "end.svg", &e), 0);
			const char *text = content("end.svg", &size);
			assert_true(size < 10000);
			assert_contains(text, "class=\"tick\"");
			/* no coordinate is beside the numbers */
			assert_null(strstr(text, "nan"));
			assert_null(strstr(text, "inf"));
		}
	alarm(0);
}

static void a_threshold_that_is_no_number_is_not_drawn(void **state)
{
	struct err e = {0};
	struct plot p = plot_of(2, (double[]){0, 1}, (double[]){0, 1});
	(void)state;
	p.nmark = 3;
	p.mark[0] = (struct plot_mark){INFINITY, "never"};
	p.mark[1] = (struct plot_mark){1.0, "here"};
	p.mark[2] = (struct plot_mark){NAN, "nowhere"};
	assert_int_equal(plot_write(&p, "mark.svg", &e), 0);
	const char *text = content("mark.svg", NULL);
	assert_contains(text, ">here</text>");
	assert_null(strstr(text, ">never</text>"));
	assert_null(strstr(text, ">nowhere</text>"));
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
}

static void words_of_others_are_safe_in_markup(void **state)
{
	struct err e = {0};
	struct markup m;
	(void)state;
	assert_int_equal(markup_open(&m, "word.html", &e), 0);
	/* a stray byte, an overlong slash, half a surrogate, a bell; what is right stays */
	markup_word(&m, "<a href=\"x\"> & \xff \xc0\xaf \xed\xa0\x80 \a \xc2\xb5m \xe2\x82\xac");
	assert_int_equal(markup_close(&m), 0);
	assert_string_equal(content("word.html", NULL), "&lt;a href=&quot;x&quot;&gt; &amp; ? ?? ???  \xc2\xb5m \xe2\x82\xac");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_blanks_commas_and_comments),
		cmocka_unit_test(reads_files_longer_than_its_first_piece),
		cmocka_unit_test(refuses_what_is_no_table),
		cmocka_unit_test(steps_are_round),
		cmocka_unit_test(draws_axes_title_and_curve),
		cmocka_unit_test(a_million_points_make_a_small_picture_with_their_peak),
		cmocka_unit_test(gaps_break_the_line_and_nothing_is_refused),
		cmocka_unit_test(a_logarithmic_axis_shows_decades),
		cmocka_unit_test(a_window_leaves_out_what_is_beside_it),
		cmocka_unit_test(marks_are_dots_at_the_points_and_in_the_legend),
		cmocka_unit_test(the_legend_stands_where_the_curves_do_not),
		cmocka_unit_test(pictures_stand_below_each_other_in_one_file),
		cmocka_unit_test(a_logarithmic_abscissa_shows_decades_and_bars_stand_on_the_axis),
		cmocka_unit_test(thresholds_are_lines_across_and_have_room),
		cmocka_unit_test(lanes_have_names_and_bars_in_them),
		cmocka_unit_test(a_legend_above_takes_lines_from_the_axes),
		cmocka_unit_test(long_ticks_push_the_axis_aside_and_differ_from_their_neighbours),
		cmocka_unit_test(long_ticks_of_x_are_fewer),
		cmocka_unit_test(every_pair_of_numbers_has_a_picture_that_ends),
		cmocka_unit_test(a_threshold_that_is_no_number_is_not_drawn),
		cmocka_unit_test(words_of_others_are_safe_in_markup),
	};
	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
