/* tandem report RUN <-o page.html>: what a test was and whether it can be believed, as a page with pictures; the verdict also in words. */
#include "main/cmd_report.h"

#include "main/newest_run.h"
#include "main/words.h"
#include "report/page.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct report_words {
	const char *run, *out;
	bool quiet;
};

static const struct param words[] = {
	{.name = "-o", .kind = PARAM_ROW, .offset = offsetof(struct report_words, out),
	 .help = "page.html: where to write (default: report.html beside record.h5)"},
	{.name = "-quiet", .kind = PARAM_FLAG, .offset = offsetof(struct report_words, quiet), .help = "prints no table"},
	{0},
};

static int take_run(void *self, struct args *a, bool *ret_taken, struct err *e)
{
	struct report_words *w = self;

	if (args_peek(a)[0] == '-' || w->run)
		return 0;
	*ret_taken = true;
	return args_word(a, "RUN", &w->run, e);
}

static void print_help(void)
{
	printf("tandem report RUN <-o page.html> <-quiet>\n"
	       "    RUN: the folder of a run, or a record file in it. Writes one page, and its pictures as SVG and PNG files in the folder beside it.\n"
	       "    The verdict is printed, too: each criterion with its value and what is allowed. docs/report.md says more.\n");
}

static void print_verdict(const struct report *r)
{
	char text[640];

	for (int i = 0; i < r->nverdict; i++)
		printf("%-9s %-52s %-12s allowed: %s\n", grade_name[r->verdict[i].grade], r->verdict[i].criterion, r->verdict[i].is, r->verdict[i].allowed);
	report_summary(r, text, sizeof(text));
	printf("verdict: %s. %s\n", grade_name[r->grade], text);
}

/* report.html beside record.h5, report-2.html beside record-2.h5. */
static void default_path(const struct run_file *f, char *ret, size_t size)
{
	const char *slash = strrchr(run_path(f), '/'), *name = slash ? slash + 1 : run_path(f), *dot = strrchr(name, '.');
	const char *part = strncmp(name, "record", 6) == 0 ? name + 6 : "";

	snprintf(ret, size, "%.*sreport%.*s.html", (int)(name - run_path(f)), run_path(f), *part && dot > part ? (int)(dot - part) : 0, part);
}

/* A run that began anew, with another model or laboratory, has further records, which nobody should overlook. */
static void print_others(const struct run_file *f)
{
	const char *slash = strrchr(run_path(f), '/'), *name = slash ? slash + 1 : run_path(f);
	char folder[4096] = ".", path[4096];
	int n = 1;

	if (slash)
		snprintf(folder, sizeof(folder), "%.*s", (int)(slash - run_path(f)), run_path(f));
	if (!run_part_path(folder, n, path, sizeof(path)) || strcmp(strrchr(path, '/') + 1, name) != 0)
		return;
	while (run_part_path(folder, n + 1, path, sizeof(path)) && access(path, R_OK) == 0)
		n++;
	if (n > 1 && run_part_path(folder, 2, path, sizeof(path)))
		printf("This is the first of %d records of the run: tandem report %s shows the next.\n", n, path);
}

static int run(const void *self, struct err *e)
{
	const struct report_words *w = self;
	static struct report r;
	char path[4096], shown[4104], why[160];
	int figures, png, code = report_read(&r, w->run, e);

	if (!code && !w->out)
		default_path(r.file, path, sizeof(path));
	if (!code && w->out)
		snprintf(path, sizeof(path), "%s", w->out);
	if (!code)
		code = report_write(&r, path, &figures, &png, why, e);
	if (!code && !w->quiet)
		print_verdict(&r);
	if (!code) {
		page_path(path, shown, sizeof(shown));
		printf("%s: %d pictures%s%s\n", shown, figures, why[0] ? ", not all as PNG: " : figures > 0 ? ", as SVG and PNG" : "", why);
		print_others(r.file);
	}
	report_close(&r);
	return code;
}

static const char *missing(const void *self)
{
	static char text[RUN_NAME + 64];
	char newest[RUN_NAME];

	if (((const struct report_words *)self)->run)
		return NULL;
	if (!newest_run("runs", newest, sizeof newest))
		return "the run is missing";
	snprintf(text, sizeof text, "which run? the newest here is runs/%s", newest);
	return text;
}

int cmd_report(int argc, char **argv)
{
	static const struct words_command COMMAND = {"tandem report", words, take_run, print_help, missing, "tandem report runs/ID", run};
	struct report_words w = {0};

	return words_command(&COMMAND, &w, argc, argv);
}
