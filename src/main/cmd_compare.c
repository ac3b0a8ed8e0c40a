/* tandem compare FIRST SECOND <-o page.html>: how like two runs are, column by column, in words and as a page. */
#include "main/cmd_report.h"

#include "main/words.h"
#include "report/compare.h"
#include "report/page.h"

#include <math.h>
#include <stdio.h>

struct compare_words {
	const char *run[2], *out;
	int n;
};

static const struct param words[] = {
	{.name = "-o", .kind = PARAM_ROW, .offset = offsetof(struct compare_words, out), .help = "page.html: where to write (default: no page)"},
	{0},
};

static int take_run(void *self, struct args *a, bool *ret_taken, struct err *e)
{
	struct compare_words *w = self;

	if (args_peek(a)[0] == '-' || w->n == 2)
		return 0;
	*ret_taken = true;
	return args_word(a, "RUN", &w->run[w->n++], e);
}

static void print_help(void)
{
	printf("tandem compare FIRST SECOND <-o page.html>\n"
	       "    FIRST, SECOND: folders of runs, or record files in them; the first is what the second is measured with.\n"
	       "    Prints eps_max and eps_rms of every column of the steps, and eps_enr; with -o also writes a page with pictures. docs/report.md says more.\n");
}

static void print_measures(const struct compare *c)
{
	char text[200];

	printf("%-24s %-12s %12s %12s %10s %12s %12s\n", "column", "unit", "largest", "difference", "at", "eps_max", "eps_rms");
	for (int i = 0; i < c->pair.n; i++) {
		const struct likeness *l = &c->like[i];

		printf("%-24s %-12s %12.5g %12.4g %10.5g %12.5g %12.5g\n", c->pair.column[i].name, c->pair.column[i].unit, l->peak, l->most, l->at, likeness_max(l),
		       likeness_rms(l));
	}
	if (isnan(c->eps_enr))
		printf("eps_enr is not known: both runs need a monitor Energy\n");
	else
		printf("input energy %.6g and %.6g: eps_enr %.5g\n", c->energy_a, c->energy_b, c->eps_enr);
	for (int i = 0; i < c->nsaid; i++)
		printf("note: %s\n", c->said[i]);
	compare_summary(c, text, sizeof(text));
	if (c->order_first >= 0)
		printf("verdict: %s. %s\n", grade_name[compare_grade(likeness_max(&c->like[c->order_first]))], text);
}

static int run(const void *self, struct err *e)
{
	const struct compare_words *w = self;
	static struct compare c;
	char path[4096], why[160];
	int figures, png, code = compare_read(&c, w->run[0], w->run[1], e);

	if (!code)
		print_measures(&c);
	if (!code && w->out) {
		code = compare_write(&c, w->out, &figures, &png, why, e);
		page_path(w->out, path, sizeof(path));
		if (!code)
			printf("%s: %d pictures%s%s\n", path, figures, why[0] ? ", not all as PNG: " : ", as SVG and PNG", why);
	}
	compare_close(&c);
	return code;
}

static const char *missing(const void *self)
{
	int n = ((const struct compare_words *)self)->n;

	return n == 2 ? NULL : n == 0 ? "two runs are missing" : "the second run is missing";
}

int cmd_compare(int argc, char **argv)
{
	static const struct words_command COMMAND = {"tandem compare", words, take_run, print_help, missing, "tandem compare runs/A runs/B", run};
	struct compare_words w = {0};

	return words_command(&COMMAND, &w, argc, argv);
}
