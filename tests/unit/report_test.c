/* Reports of records with known numbers: what is computed, how it is judged, and the page. */
#include "folder.h"
#include "test.h"

#include "unit/report_bed.h"

#include "base/base.h"
#include "base/fault.h"
#include "report/report.h"
#include "report/story.h"

#include <hdf5.h>
#include <stdlib.h>
#include <unistd.h>

static const double W = 2.0 * M_PI * BED_HZ;

static const struct verdict *verdict(const struct report *r, const char *criterion)
{
	for (int i = 0; i < r->nverdict; i++)
		if (strstr(r->verdict[i].criterion, criterion))
			return &r->verdict[i];
	return NULL;
}

static void open_report(struct report *r, const char *path)
{
	struct err e;

	err_clear(&e);
	if (report_read(r, path, &e) != 0)
		fail_msg("%s: %s", e.object, e.what);
}

/* Writes the page and gives its text; the caller frees it. */
static char *page_of(struct report *r, const char *path, int *ret_figures)
{
	struct err e;
	char why[160];
	int png;

	err_clear(&e);
	assert_int_equal(report_write(r, path, ret_figures, &png, why, &e), 0);
	assert_true(png == *ret_figures || why[0]);
	return bed_content(path);
}

/* ---- numbers -------------------------------------------------------------------------------------------------- */

static void errors_of_a_lagging_sine_are_those_of_the_closed_form(void **state)
{
	const double lag = 0.004, error = 2.0 * sin(0.5 * W * lag);
	struct report r;

	(void)state;
	bed_record("lag.h5", &(struct bed_words){.channels = 3, .lag = lag, .scale = 1.0});
	open_report(&r, "lag.h5");
	assert_int_equal(r.nrig, 1);
	assert_int_equal(r.rig[0].n, 3);
	assert_int_equal(r.rig[0].rows, lround(BED_SECONDS * BED_RATE));
	for (int k = 0; k < 3; k++) {
		const struct channel_report *c = &r.rig[0].channel[k];
		double a = (k + 1) * BED_A, integral = 0.0;

		/* samples need not fall on the peak: (w dt)^2 / 8 */
		assert_near(extent_peak(&c->is_error), a * error, 1e-4 * a * error);
		assert_near(extent_rms(&c->is_error), a * error / sqrt(2.0), 1e-9 * a);
		assert_near(extent_peak(&c->is_force), BED_K * a, 1e-4 * BED_K * a);
		/* e = tau dc/dt in the least squares sense has tau = sin(w tau) / w; differences are taken half a row early */
		assert_near(channel_lag(&r.rig[0], c), sin(W * lag) / W, 0.01 * lag);
		for (int j = 0; j < r.rig[0].nspectrum; j++)
			integral += c->density[j] * r.rig[0].hz[1];
		/* the integral over the density is the mean square */
		assert_near(integral, 0.5 * a * a * error * error, 0.01 * a * a * error * error);
	}
	report_close(&r);
}

static void the_spectrum_has_its_peak_at_the_frequency_of_the_error(void **state)
{
	struct report r;
	int top = 1;

	(void)state;
	bed_record("peak.h5", &(struct bed_words){.channels = 1, .lag = 0.004, .scale = 1.0});
	open_report(&r, "peak.h5");
	for (int j = 2; j < r.rig[0].nspectrum; j++)
		top = r.rig[0].channel[0].density[j] > r.rig[0].channel[0].density[top] ? j : top;
	assert_near(r.rig[0].hz[top], BED_HZ, r.rig[0].hz[1]);
	report_close(&r);
}

static void a_lag_adds_energy_and_a_lead_removes_it(void **state)
{
	static const double LAGS[] = {0.004, -0.004};
	const double periods = BED_SECONDS * BED_HZ;

	(void)state;
	for (size_t i = 0; i < COUNT(LAGS); i++) {
		double sine = sin(W * LAGS[i]), added = -M_PI * BED_K * BED_A * BED_A * sine * periods, kept = 0.5 * BED_K * BED_A * BED_A * sine * sine;
		struct report r;

		bed_record(i == 0 ? "late.h5" : "early.h5", &(struct bed_words){.lag = LAGS[i], .scale = 1.0});
		open_report(&r, i == 0 ? "late.h5" : "early.h5");
		assert_int_equal(r.steps.nsite, 1);
		/* E_BE of a linear specimen is what it holds at the end; the trapezoidal rule errs by (w dt)^2 / 6 */
		assert_near(r.steps.best, kept, 1e-9);
		assert_near(r.steps.observed - r.steps.best, added - kept, 2e-3 * fabs(added));
		assert_true((r.steps.observed - r.steps.best < 0.0) == (LAGS[i] > 0.0));
		report_close(&r);
	}
}

static void the_nodes_that_move_most_are_shown_first(void **state)
{
	struct report r;

	(void)state;
	bed_record("nodes.h5", &(struct bed_words){.scale = 0.7});
	open_report(&r, "nodes.h5");
	assert_int_equal(r.steps.nhistory[0], 2);
	assert_string_equal(r.steps.info->column[r.steps.history[0][0].column], "node2_disp1");
	assert_near(r.steps.history[0][0].peak, 1.4, 1e-3);
	assert_near(r.steps.history[0][1].peak, 0.7, 1e-3);
	report_close(&r);
}

static void states_are_counted(void **state)
{
	struct report r;

	(void)state;
	bed_record("state.h5", &(struct bed_words){.channels = 1, .scale = 1.0});
	open_report(&r, "state.h5");
	assert_int_equal(r.rig[0].spent[CONTROL_HOLD], 100);
	assert_int_equal(r.rig[0].spent[CONTROL_EXTRAPOLATE] + r.rig[0].spent[CONTROL_INTERPOLATE], 9900);
	assert_near(verdict(&r, "hold")->value, 0.01, 1e-12);
	report_close(&r);
}

/* ---- verdicts ------------------------------------------------------------------------------------------------- */

static void every_rule_has_its_limits(void **state)
{
	/* with a lag tau the largest error is 2 sin(w tau / 2) of the command: 0.5 % is 0.4 ms, 2 % 1.6 ms, 8 % 6.4 ms */
	static const struct { struct bed_words w; const char *rule; enum grade grade; } ROWS[] = {
		{{.channels = 1, .lag = 0.0004, .scale = 1}, "largest tracking", GRADE_GOOD},
		{{.channels = 1, .lag = 0.0016, .scale = 1}, "largest tracking", GRADE_DOUBTFUL},
		{{.channels = 1, .lag = 0.0064, .scale = 1}, "largest tracking", GRADE_BAD},
		{{.lag = 0.0064, .scale = 1}, "largest tracking", GRADE_BAD},
		{{.scale = 1, .input = 10, .hsei = -0.04}, "HSEI_I", GRADE_GOOD},
		{{.scale = 1, .input = 10, .hsei = -0.08}, "HSEI_I", GRADE_DOUBTFUL},
		{{.scale = 1, .input = 10, .hsei = -0.12}, "HSEI_I", GRADE_BAD},
		{{.scale = 1, .input = 10, .hsei = 0.12}, "HSEI_I", GRADE_GOOD},
		/* energy that is removed, however much, hides none that is added */
		{{.scale = 1, .input = 10, .hsei = -0.12, .second = 0.3}, "HSEI_I", GRADE_BAD},
		{{.scale = 1, .input = 10, .hsei = 0.3, .second = -0.08}, "HSEI_I", GRADE_DOUBTFUL},
		{{.scale = 1, .input = 10}, "part of the input energy", GRADE_GOOD},
		{{.scale = 1, .input = 10}, "unbalanced", GRADE_GOOD},
		{{.scale = 1, .loops = true}, "late or missed", GRADE_DOUBTFUL},
		{{.scale = 1, .loops = true}, "connections", GRADE_DOUBTFUL},
		{{.scale = 1, .status = "failed"}, "end of the run", GRADE_BAD},
		{{.scale = 1, .status = "tripped"}, "end of the run", GRADE_BAD},
		{{.scale = 1}, "end of the run", GRADE_GOOD},
		{{.empty = true}, "steps in the record", GRADE_BAD},
	};
	char path[32];

	(void)state;
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		struct report r;

		snprintf(path, sizeof(path), "rule%zu.h5", i);
		bed_record(path, &ROWS[i].w);
		open_report(&r, path);
		assert_non_null(verdict(&r, ROWS[i].rule));
		if (verdict(&r, ROWS[i].rule)->grade != ROWS[i].grade)
			fail_msg("row %zu: %s is %s (%g)", i, ROWS[i].rule, grade_name[verdict(&r, ROWS[i].rule)->grade], verdict(&r, ROWS[i].rule)->value);
		assert_true(r.grade >= ROWS[i].grade);
		report_close(&r);
	}
}

static void a_rule_without_its_numbers_is_left_out(void **state)
{
	struct report r;
	char text[640];

	(void)state;
	bed_record("few.h5", &(struct bed_words){.scale = 1});
	open_report(&r, "few.h5");
	assert_null(verdict(&r, "HSEI"));
	assert_null(verdict(&r, "hold"));
	assert_null(verdict(&r, "connections"));
	assert_int_equal(r.grade, GRADE_GOOD);
	report_summary(&r, text, sizeof(text));
	assert_contains(text, "criteria are met");
	report_close(&r);
}

/* ---- the page ------------------------------------------------------------------------------------------------- */

/* Every tag that is opened is closed, in order; attributes are quoted. */
static void check_well_formed(const char *page)
{
	static const char VOID[][8] = {"meta"};
	char stack[64][16];
	int depth = 0;

	for (const char *at = strchr(page, '<'); at; at = strchr(at + 1, '<')) {
		const char *end = strchr(at, '>');
		bool closes = at[1] == '/';
		char name[16] = "";

		assert_non_null(end);
		if (at[1] == '!')
			continue;
		assert_int_equal(sscanf(at + 1 + closes, "%15[a-z0-9]", name), 1);
		if (end[-1] == '/')
			continue;
		for (size_t i = 0; i < COUNT(VOID); i++)
			assert_string_not_equal(name, VOID[i]);
		if (!closes) {
			assert_true(depth < 64);
			snprintf(stack[depth++], 16, "%s", name);
		} else if (depth == 0 || strcmp(stack[--depth], name) != 0) {
			fail_msg("</%s> closes <%s>: %.60s", name, depth >= 0 ? stack[depth] : "", at);
		}
	}
	assert_int_equal(depth, 0);
}

/* Nothing is fetched: no address, no script, no file. */
static void check_self_contained(const char *page)
{
	static const char *const NOT[] = {"http:", "https:", "//", "<script", "src=", "<link", "@import", "url("};

	for (size_t i = 0; i < COUNT(NOT); i++) {
		const char *at = strstr(page, NOT[i]);

		if (at)
			fail_msg("the page has \"%s\": %.80s", NOT[i], at);
	}
}

static void no_identifier_is_given_twice(const char *page)
{
	for (const char *at = strstr(page, " id=\""); at; at = strstr(at + 1, " id=\"")) {
		char id[96] = "";

		assert_int_equal(sscanf(at, " id=\"%90[^\"]", id + 5), 1);
		memcpy(id, " id=\"", 5);
		strcat(id, "\"");
		if (strstr(at + 1, id))
			fail_msg("%s twice", id);
	}
}

static void the_page_is_whole_and_says_what_was_computed(void **state)
{
	const double error = 2.0 * sin(0.5 * W * 0.004);
	struct report r;
	char *page, want[128];
	int figures, shown = 0;

	(void)state;
	bed_record("full.h5", &(struct bed_words){.channels = 2, .lag = 0.004, .scale = 1.0, .input = 10.0, .hsei = -0.12, .loops = true, .events = true});
	open_report(&r, "full.h5");
	page = page_of(&r, "full.html", &figures);
	check_well_formed(page);
	check_self_contained(page);
	no_identifier_is_given_twice(page);
	assert_contains(page, "content=\"default-src 'none'; style-src 'unsafe-inline'\"");
	assert_contains(page, "prefers-color-scheme:dark");
	assert_contains(page, "@media print");
	/* words of the user's, safe */
	assert_contains(page, "bed &amp; breakfast.tcl");
	assert_contains(page, "a &lt;machine&gt;");
	assert_contains(page, "puts &quot;1 &lt; 2&quot;");
	assert_contains(page, "0123456789abcdef");
	/* numbers: error of channel 2, in parts of its command; HSEI; E_error */
	snprintf(want, sizeof(want), "<td>%.3g %%</td>", 100.0 * extent_peak(&r.rig[0].channel[1].is_error) / extent_peak(&r.rig[0].channel[1].is_command));
	assert_contains(page, want);
	assert_near(extent_peak(&r.rig[0].channel[1].is_error) / extent_peak(&r.rig[0].channel[1].is_command), error, 1e-3 * error);
	assert_contains(page, "<td>0.12</td>");
	snprintf(want, sizeof(want), "E_error %.5g: energy was added", r.steps.observed - r.steps.best);
	assert_contains(page, want);
	assert_contains(page, "<div class=\"verdict bad\">");
	/* 2 histories, 1 loop, 2 energies; a picture a monitor; states, 4 a channel; a histogram; round trips as another one and over time, losses, resent */
	assert_int_equal(figures, 2 + 1 + 2 + 2 + 1 + 2 * 4 + 1 + 2 + 2);
	for (const char *at = page; (at = strstr(at, "<svg ")) != NULL; at++)
		shown++;
	assert_int_equal(shown, figures);
	assert_int_equal(access("full_figures/control1_1_command.svg", R_OK), 0);
	assert_int_equal(access("full_figures/control1_states.svg", R_OK), 0);
	free(page);
	report_close(&r);
}

static void events_are_told_as_sentences(void **state)
{
	struct report r;
	char *page;
	int figures;

	(void)state;
	bed_record("story.h5", &(struct bed_words){.scale = 1, .input = 10, .hsei = -0.12, .events = true});
	open_report(&r, "story.h5");
	page = page_of(&r, "story.html", &figures);
	assert_contains(page, "<li>At 0 s an analysis began: 4000 steps of 0.005 s.</li>");
	assert_contains(page, "<li>At 3 s expControl 1 went into hold from 3.1 s of its laboratory, and 4 times more until 7 s.</li>");
	assert_contains(page, "<li>At 10 s the test was paused: monitor HSEI 1: pause: hseiI = -0.1 - at t = 10, limit -0.1.</li>");
	assert_contains(page, "<li>At 10 s the test went on after a pause:");
	assert_contains(page, "some &lt;one&gt; &amp; others (odd): a kind that nobody knows.</li>");
	assert_contains(page, "<li>At 20 s the run ended: complete.</li>");
	/* the limit that spoke is drawn where the indicator is */
	assert_contains(page, "class=\"mark\"");
	assert_contains(page, ">pause</text>");
	free(page);
	report_close(&r);
}

/* The picture of this title; the caller frees it. */
static char *picture(const char *page, const char *title)
{
	const char *at = strstr(page, title), *from = at, *to = at ? strstr(at, "</figure>") : NULL;

	assert_non_null(to);
	while (from > page && strncmp(from, "<svg ", 5) != 0)
		from--;
	return strndup(from, (size_t)(to - from));
}

static int times(const char *text, const char *word)
{
	int n = 0;

	for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
		n++;
	return n;
}

static void limits_and_thresholds_are_lines_whether_they_spoke_or_not(void **state)
{
	static const struct { const char *title; int marks; const char *says; } ROWS[] = {
		/* warn, pause, and stop on both sides, as they were set; the one that hsei12 said is its own */
		{"Monitor hsei1<", 4, ">warn</text>"}, {"Monitor hsei1<", 4, ">pause</text>"}, {"Monitor hsei1<", 4, ">stop</text>"}, {"Monitor hsei12<", 1, "pause"},
		/* the stroke of channel 1 is near its amplitude; that of channel 2 is far away: it is said, and the picture stays as it is */
		{"control1, channel 1: command and measurement", 2, "The limit of the stroke: -2 to 2 in."},
		{"control1, channel 2: command and measurement", 0, "The limit of the stroke: -1000 to 1000 in."},
		/* numbers of a monitor have the units of the run, those of a channel the units of its columns */
		{"Monitor energy2", 0, "value [kip*in]"}, {"control1, channel 1: tracking error", 0, " in, rms "},
	};
	struct report r;
	char *page;
	int figures;

	(void)state;
	bed_record("lines.h5", &(struct bed_words){.channels = 2, .lag = 0.001, .scale = 1, .input = 10, .hsei = -0.01, .second = -0.35, .events = true});
	open_report(&r, "lines.h5");
	page = page_of(&r, "lines.html", &figures);
	check_well_formed(page);
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		char *one = picture(page, ROWS[i].title);

		assert_int_equal(times(one, "class=\"mark\""), ROWS[i].marks);
		assert_contains(one, ROWS[i].says);
		free(one);
	}
	free(page);
	report_close(&r);
}

static void round_trips_are_told_with_their_quantiles(void **state)
{
	struct report r;
	char *page, *one;
	int figures;

	(void)state;
	bed_record("trips.h5", &(struct bed_words){.scale = 1, .loops = true});
	open_report(&r, "trips.h5");
	/* twenty bins a decade: a quantile is the upper edge of its bin, 12.2 % above at most */
	assert_true(spread_quantile(r.network[0].spread, 0.5) >= BED_FAST && spread_quantile(r.network[0].spread, 0.5) <= BED_FAST * 1.123);
	assert_true(spread_quantile(r.network[0].spread, 0.9) <= BED_FAST * 1.123 && spread_quantile(r.network[0].spread, 0.91) >= BED_SLOW);
	page = page_of(&r, "trips.html", &figures);
	one = picture(page, "elsewhere: round trips, how long, how often");
	assert_contains(one, "4000 exchanges: shortest 4 ms, half of them within");
	assert_contains(one, "longest 50 ms.");
	assert_int_equal(times(one, "<rect class=\"bar"), 2);
	free(one);
	free(page);
	report_close(&r);
}

static void twenty_channels_and_one_find_room(void **state)
{
	static const int N[] = {1, 20};
	char path_before[4096];

	(void)state;
	/* a hundred pictures as PNG take long on a busy machine, and show nothing that one does not */
	snprintf(path_before, sizeof(path_before), "%s", getenv("PATH") ? getenv("PATH") : "");
	setenv("PATH", "/nonexistent", 1);
	for (size_t i = 0; i < COUNT(N); i++) {
		struct report r;
		char *page, path[32];
		int figures;

		snprintf(path, sizeof(path), "n%d.h5", N[i]);
		bed_record(path, &(struct bed_words){.channels = N[i], .lag = 0.001, .scale = 1.0});
		open_report(&r, path);
		snprintf(path, sizeof(path), "n%d.html", N[i]);
		page = page_of(&r, path, &figures);
		check_well_formed(page);
		assert_int_equal(figures, 2 + 1 + 2 + 1 + 4 * N[i]);
		free(page);
		report_close(&r);
	}
	setenv("PATH", path_before, 1);
}

static void a_run_that_was_killed_is_read_to_its_last_row(void **state)
{
	struct report r;
	char *page;
	int figures;

	(void)state;
	bed_record("killed.h5", &(struct bed_words){.channels = 1, .scale = 1.0, .seconds = 3.0, .status = "killed"});
	open_report(&r, "killed.h5");
	assert_string_equal(r.head.status, "cut short");
	assert_int_equal(r.steps.rows, 600);
	assert_near(r.steps.last, 3.0, 1e-12);
	assert_int_equal(verdict(&r, "end of the run")->grade, GRADE_DOUBTFUL);
	page = page_of(&r, "killed.html", &figures);
	check_well_formed(page);
	assert_contains(page, "This run did not end as planned (cut short)");
	assert_contains(page, "test time 3 s");
	free(page);
	report_close(&r);
}

static void an_empty_run_has_a_page_that_says_so(void **state)
{
	struct report r;
	char *page;
	int figures;

	(void)state;
	bed_record("empty.h5", &(struct bed_words){.channels = 2, .input = 1.0, .loops = true, .empty = true});
	open_report(&r, "empty.h5");
	page = page_of(&r, "empty.html", &figures);
	check_well_formed(page);
	assert_int_equal(figures, 0);
	assert_contains(page, "The record holds no step");
	assert_contains(page, "No event is in the record");
	assert_contains(page, "No row of this rig is in the record");
	assert_int_equal(r.grade, GRADE_BAD);
	free(page);
	report_close(&r);
}

/* ---- what is no run ------------------------------------------------------------------------------------------- */

static void what_is_no_record_is_refused(void **state)
{
	static const struct { const char *path; int code; } ROWS[] = {
		{"nothing", ERR_MISSING}, {"text.h5", ERR_FORMAT}, {"foreign.h5", ERR_FORMAT}, {"cut.h5", ERR_FORMAT}, {"folder", ERR_MISSING},
	};
	FILE *f = fopen("text.h5", "w");
	hid_t file = H5Fcreate("foreign.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);

	(void)state;
	fputs("no HDF5", f);
	fclose(f);
	assert_true(file >= 0 && H5Fclose(file) >= 0);
	bed_record("cut.h5", &(struct bed_words){.scale = 1});
	assert_int_equal(truncate("cut.h5", 3000), 0);
	assert_int_equal(system("mkdir folder"), 0);
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		struct report r;
		struct err e;

		err_clear(&e);
		if (report_read(&r, ROWS[i].path, &e) != ROWS[i].code)
			fail_msg("%s: %s %s", ROWS[i].path, err_name(e.code), e.what);
		assert_true(e.what[0]);
		report_close(&r);
	}
}

static void a_page_that_cannot_be_written_is_an_error(void **state)
{
	struct report r;
	struct err e;
	char why[160];
	int figures, png;

	(void)state;
	bed_record("page.h5", &(struct bed_words){.scale = 1});
	open_report(&r, "page.h5");
	err_clear(&e);
	assert_int_equal(report_write(&r, "no/such/folder.html", &figures, &png, why, &e), ERR_FILE);
	assert_contains(e.object, "no/such/folder");
	report_close(&r);
}

/* Reads and writes with call number nth failing at a fault point; the code. */
static int try_with(enum fault_point point, long nth)
{
	struct report r;
	struct err e;
	char why[160];
	int figures, png, code;

	remove("tortured.html");
	err_clear(&e);
	fault_arm(point, nth, false);
	code = report_read(&r, "tortured.h5", &e);
	if (!code)
		code = report_write(&r, "tortured.html", &figures, &png, why, &e);
	fault_disarm();
	report_close(&r);
	/* no half of a page is left behind */
	assert_int_equal(access("tortured.html", F_OK) == 0, code == 0);
	return code;
}

static void out_of_memory_and_files_that_fail_are_errors(void **state)
{
	static const struct { enum fault_point point; int stride, least; } ROWS[] = {
		{FAULT_arena_alloc, 7, 50}, {FAULT_file_open, 3, 10}, {FAULT_file_write, 5, 10}, {FAULT_file_close, 3, 10},
	};

	(void)state;
	bed_record("tortured.h5", &(struct bed_words){.channels = 1, .scale = 1.0, .seconds = 1.0, .input = 1.0, .loops = true, .events = true});
	for (size_t i = 0; i < COUNT(ROWS); i++) {
		long nth = 1;

		/* calls fail in their turn, until none is left to fail */
		while (try_with(ROWS[i].point, nth) < 0)
			nth += ROWS[i].stride;
		assert_true(nth > ROWS[i].least);
	}
}

/* Whatever finds no memory while a record is read: neither a good report of less, nor a record that is called damaged. */
static void a_record_is_not_damaged_because_memory_is_short(void **state)
{
	long nth = 0, calls;

	(void)state;
	bed_record("short.h5", &(struct bed_words){.channels = 1, .scale = 1.0, .seconds = 1.0, .input = 1.0, .loops = true, .events = true});
	do {
		struct report r;
		struct err e;
		int code;

		err_clear(&e);
		fault_arm(FAULT_arena_alloc, ++nth, false);
		code = report_read(&r, "short.h5", &e);
		calls = fault_calls(FAULT_arena_alloc);
		fault_disarm();
		report_close(&r);
		if (code != (calls < nth ? 0 : ERR_MEMORY))
			fail_msg("call %ld: code %d, %s: %s", nth, code, e.object, e.what);
	} while (calls >= nth);
	assert_true(nth > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_of_a_lagging_sine_are_those_of_the_closed_form),
		cmocka_unit_test(the_spectrum_has_its_peak_at_the_frequency_of_the_error),
		cmocka_unit_test(a_lag_adds_energy_and_a_lead_removes_it),
		cmocka_unit_test(the_nodes_that_move_most_are_shown_first),
		cmocka_unit_test(states_are_counted),
		cmocka_unit_test(every_rule_has_its_limits),
		cmocka_unit_test(a_rule_without_its_numbers_is_left_out),
		cmocka_unit_test(the_page_is_whole_and_says_what_was_computed),
		cmocka_unit_test(events_are_told_as_sentences),
		cmocka_unit_test(limits_and_thresholds_are_lines_whether_they_spoke_or_not),
		cmocka_unit_test(round_trips_are_told_with_their_quantiles),
		cmocka_unit_test(twenty_channels_and_one_find_room),
		cmocka_unit_test(a_run_that_was_killed_is_read_to_its_last_row),
		cmocka_unit_test(an_empty_run_has_a_page_that_says_so),
		cmocka_unit_test(what_is_no_record_is_refused),
		cmocka_unit_test(a_page_that_cannot_be_written_is_an_error),
		cmocka_unit_test(out_of_memory_and_files_that_fail_are_errors),
		cmocka_unit_test(a_record_is_not_damaged_because_memory_is_short),
	};

	return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
