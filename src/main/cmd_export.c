/* tandem export RUN <-o folder> <table | table/column ...>: the record of a run as CSV files; -list: what is in it. */
#include "main/cmd_export.h"

#include "record/run_export.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
	"tandem export RUN <-o folder> <table | table/column ...>\n"
	"    RUN: the folder of a run, or a record file in it. Writes a CSV file a table, all of them or those that are named; default folder: csv,\n"
	"    beside the record\n"
	"tandem export RUN -list\n"
	"    the tables with their columns, units and rows. docs/record.md says more.\n";

static void print_line(const char *line)
{
	printf("%s\n", line);
}

static int print_list(struct run_file *f, struct err *e)
{
	const char *status;
	struct arena mem;
	int code;

	arena_init(&mem);
	code = run_text(f, "status", &mem, &status, e);
	if (!code)
		printf("%s: %s\n", run_path(f), status);
	for (int i = 0; i < run_tables(f) && !code; i++) {
		const struct run_table_info *t = run_table(f, i);

		printf("%s: %lld rows: %s\n", t->name, (long long)t->rows, t->brief);
		for (int k = 0; k < t->n; k++)
			printf("    %s%s%s%s\n", t->column[k], t->unit[k][0] ? " [" : "", t->unit[k], t->unit[k][0] ? "]" : "");
	}
	arena_fini(&mem);
	return code;
}

/* The folder csv beside the record; the caller frees it. */
static char *folder_of(const struct run_file *f)
{
	size_t n = strlen(run_path(f));
	char *folder = malloc(n + 8), *slash;

	if (!folder)
		return NULL;
	strcpy(folder, run_path(f));
	slash = strrchr(folder, '/');
	strcpy(slash ? slash + 1 : folder, "csv");
	return folder;
}

struct export_words {
	const char *run, *folder;
	const char **path;
	int n;
	bool list;
};

static int read_words(struct export_words *w, int argc, char **argv, struct err *e)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-list") == 0) {
			w->list = true;
		} else if (strcmp(argv[i], "-o") == 0) {
			if (++i == argc || !argv[i][0])
				return err_set(e, ERR_ARGUMENT, "tandem export", "-o needs a value, and wants a folder");
			w->folder = argv[i];
		} else if (argv[i][0] == '-') {
			err_set(e, ERR_ARGUMENT, "tandem export", "unknown option");
			err_value(e, "%s", argv[i]);
			err_allowed(e, "-o folder, -list");
			return ERR_ARGUMENT;
		} else if (!w->run) {
			w->run = argv[i];
		} else {
			w->path[w->n++] = argv[i];
		}
	}
	if (!w->run)
		return err_set(e, ERR_ARGUMENT, "tandem export", "which run? its folder is missing: tandem export RUN");
	if (w->list && (w->n > 0 || w->folder))
		return err_set(e, ERR_ARGUMENT, "tandem export", "-list goes alone: tandem export RUN -list");
	return 0;
}

static int export(const struct export_words *w, struct err *e)
{
	struct run_file *f;
	char *folder = NULL;
	int code = run_open(&f, w->run, e);

	if (code)
		return code;
	if (!w->folder && !w->list && !(folder = folder_of(f)))
		code = err_set(e, ERR_MEMORY, "tandem export", "no memory");
	if (!code && w->list)
		code = print_list(f, e);
	else if (!code)
		code = run_export(f, &(struct run_export){.folder = w->folder ? w->folder : folder, .n = w->n, .path = w->path, .said = print_line}, e);
	free(folder);
	run_close(f);
	return code;
}

int cmd_export(int argc, char **argv)
{
	struct export_words w = {.path = calloc((size_t)argc + 1, sizeof(char *))};
	struct err e;
	char line[640];
	int code;

	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		printf("%s", HELP);
		free(w.path);
		return 0;
	}
	err_clear(&e);
	code = w.path ? read_words(&w, argc, argv, &e) : err_set(&e, ERR_MEMORY, "tandem export", "no memory");
	if (!code)
		code = export(&w, &e);
	free(w.path);
	if (!code)
		return 0;
	err_text(&e, line, sizeof line);
	fprintf(stderr, "%s\n", line);
	return code == ERR_ARGUMENT ? 2 : 1;
}
