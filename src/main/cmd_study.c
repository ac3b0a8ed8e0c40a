/* tandem study list | all | quick | NAME ... <--records DIR> <--short> <-o DIR>
 *
 * Every study gets a folder of its own, DIR/NAME (default runs/study/NAME): the script and what it reads, its tables and pictures. It runs there as a script
 * like any other; what it is told of the records stands in its words. */
#include "main/cmd_study.h"

#include "main/words.h"
#include "study/study.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 1024, NAMES = 64 };

struct study_words {
	const char *records, *folder;
	const struct study *study[NAMES];
	int n;
	bool list, brief;
};

static const struct param words[] = {
	{.name = "--records", .kind = PARAM_ROW, .offset = offsetof(struct study_words, records),
	 .help = "folder with the earthquakes that were recorded; without it they are generated, and numbers that hang on them are not judged"},
	{.name = "--short", .kind = PARAM_FLAG, .offset = offsetof(struct study_words, brief), .help = "few points and short runs of studies that take minutes"},
	{.name = "-o", .kind = PARAM_ROW, .offset = offsetof(struct study_words, folder),
	 .help = "folder of the results, one inside it for each study; default runs/study"},
	{0},
};

static int print_help(void)
{
	char text[PATH];
	param_usage(words, "tandem study list | NAME ... | quick | all", text, sizeof(text));
	printf("%s\n    list: what there is; quick: those of seconds; all: all. docs/studies.md says more.\n", text);
	return 0;
}

static int print_list(void)
{
	for (const struct study *s = study_table; s->name; s++)
		printf("%-12s %-50s %s%s\n", s->name, s->title, s->source, s->quick ? "" : " (minutes)");
	return 0;
}

static int add(struct study_words *w, const struct study *s, struct err *e)
{
	if (w->n == NAMES)
		return err_set(e, ERR_LIMIT, "tandem study", "more than %d studies", NAMES);
	w->study[w->n++] = s;
	return 0;
}

static int unknown(const char *word, struct err *e)
{
	struct script_near near;
	script_near_init(&near, word);
	script_near_offer(&near, "list");
	for (const struct study *s = study_table; s->name; s++)
		script_near_offer(&near, s->name);
	return script_near_report(&near, "tandem study", "study", e);
}

/* A word without '-' names a study, or a set of them. */
static int take_name(void *self, struct args *a, bool *ret_taken, struct err *e)
{
	struct study_words *w = self;
	const char *word = args_peek(a);
	bool all = strcmp(word, "all") == 0, quick = strcmp(word, "quick") == 0;
	const struct study *one = study_find(word);
	int code = 0;
	if (word[0] == '-')
		return 0;
	*ret_taken = true;
	a->at++;
	if (strcmp(word, "list") == 0)
		w->list = true;
	else if (one)
		code = add(w, one, e);
	else if (!all && !quick)
		return unknown(word, e);
	for (const struct study *s = study_table; s->name && (all || quick) && !code; s++)
		if (all || s->quick)
			code = add(w, s, e);
	return code;
}

/* The records' folder as a whole path: studies run elsewhere. */
static int find_records(const char *given, char *ret_path, struct err *e)
{
	struct stat st;
	ret_path[0] = '\0';
	if (!given)
		return 0;
	if (!realpath(given, ret_path) || stat(ret_path, &st) != 0 || !S_ISDIR(st.st_mode)) {
		err_set(e, ERR_FILE, "tandem study", "--records: there is no such folder");
		err_value(e, "%s", given);
		return ERR_FILE;
	}
	return 0;
}

static int make_folder(const char *path, struct err *e)
{
	char part[PATH + 1];
	snprintf(part, sizeof(part), "%s/", path);
	for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(part, 0777) != 0 && errno != EEXIST)
			return err_set(e, ERR_FILE, "tandem study", "the folder %.80s cannot be made: %s", part, strerror(errno));
		*slash = '/';
	}
	return 0;
}

/* One study in its folder. */
static int run_one(const struct study *s, const struct study_words *w, char *records, const char *argv0,
                   int (*run)(const char *argv0, const char *path, int argc, char **argv), struct err *e)
{
	char folder[PATH], script[PATH], *word[4], program[PATH];
	int code, n = snprintf(folder, sizeof(folder), "%s/%s", w->folder ? w->folder : "runs/study", s->name);
	ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
	if (n < 0 || n >= PATH)
		return err_set(e, ERR_FILE, "tandem study", "the name of the folder is too long: %.60s", w->folder);
	if ((code = make_folder(folder, e)) || (code = study_write(s, folder, e)))
		return code;
	if (chdir(folder) != 0)
		return err_set(e, ERR_FILE, "tandem study", "%.80s cannot be entered: %s", folder, strerror(errno));
	program[length > 0 ? length : 0] = '\0';
	printf("study %s: %s (%s)\n    results in %s\n", s->name, s->title, s->source, folder);
	fflush(stdout);
	snprintf(script, sizeof(script), "%s.tcl", s->name);
	n = 0;
	if (records[0])
		word[n++] = "-records", word[n++] = records;
	if (w->brief)
		word[n++] = "-short", word[n++] = "1";
	return run(length > 0 ? program : argv0, script, n, word) == 0 ? 0 : 1;
}

/* All that were named, one after the other, each from where the program was started; one that fails does not keep the others from running. */
static int run_all(const struct study_words *w, const char *argv0, int (*run)(const char *argv0, const char *path, int argc, char **argv), struct err *e)
{
	char records[PATH_MAX], home[PATH_MAX];
	int failed = 0, code = find_records(w->records, records, e);
	if (code == 0 && !getcwd(home, sizeof(home)))
		code = err_set(e, ERR_FILE, "tandem study", "the working folder: %s", strerror(errno));
	for (int i = 0; i < w->n && code >= 0; i++) {
		code = run_one(w->study[i], w, records, argv0, run, e);
		failed += code != 0;
		if (code >= 0 && chdir(home) != 0)
			code = err_set(e, ERR_FILE, "tandem study", "%.80s: %s", home, strerror(errno));
	}
	if (w->n > 1 && code >= 0)
		printf("%d studies, %d of them not as the papers\n", w->n, failed);
	return code < 0 ? code : failed;
}

int cmd_study(int argc, char **argv, int (*run)(const char *argv0, const char *path, int argc, char **argv))
{
	static struct study_words w;
	struct args a;
	struct err e;
	if (argc > 1 && words_ask_help(argv[1]))
		return print_help();
	err_clear(&e);
	args_init(&a, argc - 1, (const char *const *)argv + 1, "tandem study");
	int code = words_read(words, &w, &a, take_name, &e);
	if (code == 0 && !w.list && w.n == 0) {
		code = err_set(&e, ERR_ARGUMENT, "tandem study", "which one is missing");
		err_hint(&e, "tandem study list shows them; tandem study NAME runs one");
	}
	if (code < 0) {
		words_failed(&e);
		return 2;
	}
	if (w.list)
		return print_list();
	code = run_all(&w, argv[0], run, &e);
	return code < 0 ? words_failed(&e) : code > 0;
}
