/* The list of runs, newest first. */
#define _GNU_SOURCE /* strcasestr */
#include "web/runs.h"

#include "base/base.h"
#include "base/heap.h"
#include "web/files.h"
#include "web/web_priv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LIMIT = 100, LIMIT_MOST = 1000, NAMES_MOST = 100000, QUERY = 256 };

struct entry { char id[136]; int64_t sort; };

static int newer(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;

	return a->sort != b->sort ? (a->sort < b->sort ? 1 : -1) : strcmp(b->id, a->id);
}

/* When it began, without opening its record: its run.txt is written once, then. */
static int64_t began(const char *runs, const char *id)
{
	static const char *const FILES[] = {"run.txt", "record.h5", ""};
	char path[4096 + 300];
	struct stat st;

	for (size_t i = 0; i < COUNT(FILES); i++) {
		snprintf(path, sizeof path, "%s/%s/%s", runs, id, FILES[i]);
		if (stat(path, &st) == 0)
			return (int64_t)st.st_mtim.tv_sec;
	}
	return 0;
}

static int add_entry(struct entry **all, int *n, int *room, const char *runs, const char *id)
{
	struct entry *more = *all;

	if (*n == *room) {
		more = heap_more(*all, (size_t)(2 * *room + 64) * sizeof *more);
		if (!more)
			return ERR_MEMORY;
		*room = 2 * *room + 64;
		*all = more;
	}
	more[*n] = (struct entry){.sort = began(runs, id)};
	strcpy(more[(*n)++].id, id);
	return 0;
}

/* All folders, newest first; malloc. ERR_FILE, ERR_MEMORY. */
static int read_folder(const char *runs, struct entry **ret, int *ret_n, struct err *e)
{
	DIR *d = files_folder(runs);
	struct entry *all = NULL;
	struct dirent *x;
	int n = 0, room = 0, code = 0;

	if (!d)
		return err_set(e, ERR_FILE, "runs", "their folder cannot be read: %s", strerror(errno));
	while (!code && n < NAMES_MOST && (x = readdir(d)))
		if (request_is_name(x->d_name) && (x->d_type == DT_DIR || x->d_type == DT_UNKNOWN || x->d_type == DT_LNK))
			code = add_entry(&all, &n, &room, runs, x->d_name);
	closedir(d);
	if (code) {
		free(all);
		return err_set(e, code, "runs", "no memory for their list");
	}
	if (n > 0)
		qsort(all, (size_t)n, sizeof *all, newer);
	*ret = all;
	*ret_n = n;
	return 0;
}

/* Every word somewhere. */
static bool matches(const struct run_brief *b, const char *query)
{
	char words[QUERY], *rest, *word;

	snprintf(words, sizeof words, "%s", query ? query : "");
	for (word = strtok_r(words, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest))
		if (!strcasestr(b->id, word) && !strcasestr(b->title, word) && !strcasestr(b->script, word) && !strcasestr(b->status, word))
			return false;
	return true;
}

static int put_list(struct request *r, const struct entry *all, int n, int limit, struct jput *j, struct err *e)
{
	const char *runs = r->web->words.runs, *before = request_arg(r, "before"), *query = request_arg(r, "q");
	struct run_brief b;
	int put = 0, i = 0;

	while (before && i < n && strcmp(all[i++].id, before) != 0)
		;
	for (; i < n && put < limit; i++) {
		int code = run_brief_read(&b, runs, all[i].id, r->web->records, e);

		if (code == ERR_MEMORY)
			return code;
		if (code || !matches(&b, query))
			continue;
		jput_open(j, NULL, '{');
		run_brief_put(&b, j);
		jput_close(j, '}');
		put++;
	}
	return 0;
}

void runs_list(struct request *r)
{
	struct entry *all = NULL;
	struct jput j;
	struct err e;
	int limit = LIMIT, n = 0, code;

	err_clear(&e);
	jput_init(&j);
	jput_open(&j, NULL, '[');
	code = request_int(r, "limit", 1, LIMIT_MOST, &limit, &e);
	if (!code)
		code = read_folder(r->web->words.runs, &all, &n, &e);
	if (!code)
		code = put_list(r, all, n, limit, &j, &e);
	jput_close(&j, ']');
	if (code)
		request_error(r, request_status(code), &e);
	else
		request_json(r, 200, &j);
	jput_fini(&j);
	free(all);
}
