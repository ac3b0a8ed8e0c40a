/* Memory that is left: see room.h. */
#include "base/room.h"

#include "base/io.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { PATH_TEXT = 640, FILE_TEXT = 8192 };

static double user_limit = INFINITY;

void room_limit(double bytes)
{
	user_limit = bytes;
}

/* The number behind a key at the beginning of a line ("": of the file); NAN when there is none. */
static double number_behind(const char *text, const char *key)
{
	size_t n = strlen(key);

	for (const char *at = text; at; at = strchr(at, '\n')) {
		char *end;

		at += *at == '\n';
		if (strncmp(at, key, n) != 0)
			continue;
		double x = strtod(at + n, &end);
		return end == at + n ? NAN : x;
	}
	return NAN;
}

static double read_number(const char *path, const char *key)
{
	char text[FILE_TEXT];

	return io_text(path, text, sizeof(text)) ? number_behind(text, key) : NAN;
}

static void least(struct room *r, double bytes, const char *what)
{
	if (!(bytes < r->bytes))
		return;
	r->bytes = bytes > 0.0 ? bytes : 0.0;
	r->what = what;
}

/* Names of a control group's files in the two versions. */
static const struct group_files {
	const char *line;     /* how its line in /proc/self/cgroup goes on behind the number */
	const char *folder, *limit, *used, *cache;
} groups[] = {
	{ "::", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file " },
	{ ":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file " },
};

static void group_one(const struct group_files *g, const char *folder, struct room *r)
{
	char path[PATH_TEXT + 40];

	snprintf(path, sizeof(path), "%s/%s", folder, g->limit);
	double limit = read_number(path, "");
	snprintf(path, sizeof(path), "%s/%s", folder, g->used);
	double used = read_number(path, "");
	snprintf(path, sizeof(path), "%s/memory.stat", folder);
	double cache = read_number(path, g->cache);
	if (isfinite(limit) && isfinite(used))
		least(r, limit - used + (isfinite(cache) ? cache : 0.0), "the limit of its control group");
}

/* A group and those above it, up to the root of the hierarchy, whose folder also counts where the path is another namespace's. */
static void group_read(const struct group_files *g, const char *root, const char *text, struct room *r)
{
	char folder[PATH_TEXT];
	const char *at = strstr(text, g->line);

	if (!at)
		return;
	at += strlen(g->line);
	int head = snprintf(folder, sizeof(folder), "%s%s", root, g->folder);
	snprintf(folder + head, sizeof(folder) - (size_t)head, "%.*s", (int)strcspn(at, "\n"), at);
	for (;;) {
		char *slash = strrchr(folder, '/');

		group_one(g, folder, r);
		if ((int)strlen(folder) <= head || !slash)
			return;
		*slash = '\0';
	}
}

static void groups_read(const char *root, struct room *r)
{
	char path[PATH_TEXT], text[FILE_TEXT];

	snprintf(path, sizeof(path), "%s/proc/self/cgroup", root);
	for (size_t i = 0; i < COUNT(groups) && io_text(path, text, sizeof(text)); i++)
		group_read(&groups[i], root, text, r);
}

struct room room_left(const char *root)
{
	struct room r = { INFINITY, "nothing" };
	struct rlimit limit;
	char path[PATH_TEXT];

	snprintf(path, sizeof(path), "%s/proc/meminfo", root);
	least(&r, 1024.0 * read_number(path, "MemAvailable:"), "what the machine can give");
	groups_read(root, &r);
	snprintf(path, sizeof(path), "%s/proc/self/status", root);
	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
		least(&r, (double)limit.rlim_cur - 1024.0 * read_number(path, "VmSize:"), "the limit on its address space (ulimit -v)");
	least(&r, user_limit, "the limit that was given");
	return r;
}

const char *room_text(double bytes, char *ret_text, int size)
{
	snprintf(ret_text, (size_t)size, bytes >= 1e9 ? "%.3g GB" : "%.3g MB", bytes >= 1e9 ? 1e-9 * bytes : 1e-6 * bytes);
	return ret_text;
}

int room_need(double bytes, const char *object, const char *what, const char *hint, struct err *e)
{
	char need[32], left[32];

	if (bytes < ROOM_SMALL && bytes < user_limit)
		return 0;
	struct room r = room_left("");
	if (bytes <= 0.95 * r.bytes)
		return 0;
	err_set(e, ERR_MEMORY, object, "not enough memory for %s", what);
	err_value(e, "needs %s", room_text(bytes, need, sizeof(need)));
	err_allowed(e, "%s left by %s", room_text(r.bytes, left, sizeof(left)), r.what);
	if (hint)
		err_hint(e, "%s", hint);
	return ERR_MEMORY;
}

bool room_for(double bytes)
{
	return room_need(bytes, "", "", NULL, NULL) == 0;
}
