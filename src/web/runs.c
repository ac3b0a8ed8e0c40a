/* The list of runs, newest first. */
#define _GNU_SOURCE /* strcasestr */
#include "web/runs.h"

#include "base/base.h"
#include "web/records.h"
#include "web/web_priv.h"

#include <dirent.h>
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

/* All folders, newest first; malloc. */
static struct entry *read_folder(const char *runs, int *ret_n)
{
	DIR *d = opendir(runs);
	struct entry *all = NULL, *more;
	struct dirent *x;
	int n = 0, room = 0;

	while (d && n < NAMES_MOST && (x = readdir(d))) {
		if (!request_is_name(x->d_name) || (x->d_type != DT_DIR && x->d_type != DT_UNKNOWN && x->d_type != DT_LNK))
			continue;
		if (n == room) {
			room = 2 * room + 64;
			more = realloc(all, (size_t)room * sizeof *all);
			if (!more)
				break;
			all = more;
		}
		all[n] = (struct entry){.sort = began(runs, x->d_name)};
		strcpy(all[n++].id, x->d_name);
	}
	if (d)
		closedir(d);
	if (n > 0)
		qsort(all, (size_t)n, sizeof *all, newer);
	*ret_n = n;
	return all;
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

static void put_list(struct request *r, int limit, struct jput *j)
{
	const char *runs = r->web->words.runs, *before = request_arg(r, "before"), *query = request_arg(r, "q");
	struct run_brief b;
	int n, put = 0, i = 0;
	struct entry *all = read_folder(runs, &n);

	while (before && i < n && strcmp(all[i++].id, before) != 0)
		;
	for (; i < n && put < limit; i++) {
		if (!run_brief_read(&b, runs, all[i].id, r->web->records) || !matches(&b, query))
			continue;
		jput_open(j, NULL, '{');
		run_brief_put(&b, j);
		jput_close(j, '}');
		put++;
	}
	free(all);
}

void runs_list(struct request *r)
{
	struct jput j;
	struct err e;
	int limit = LIMIT, code;

	err_clear(&e);
	code = request_int(r, "limit", 1, LIMIT_MOST, &limit, &e);
	if (code) {
		request_error(r, request_status(code), &e);
		return;
	}
	jput_init(&j);
	jput_open(&j, NULL, '[');
	put_list(r, limit, &j);
	jput_close(&j, ']');
	request_json(r, 200, &j);
}
