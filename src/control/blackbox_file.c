/* The black box on disk: written under another name, synced, then given its own, so that a file that is there is whole. */
#include "control/blackbox.h"

#include "base/aside.h"
#include "base/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 512, LINE = 64 * 1024, FILES = 10000 };

struct sheet {
	int handle;
	const char *path;
	char line[LINE];
	int at;
};

static int put_line(struct sheet *s, struct err *e)
{
	int code = io_write(s->handle, s->path, s->line, (size_t)s->at, e);

	s->at = 0;
	return code;
}

static void put_text(struct sheet *s, const char *text)
{
	int n = snprintf(s->line + s->at, sizeof s->line - (size_t)s->at, "%s", text);

	s->at += n < (int)sizeof s->line - s->at ? n : 0;
}

static void put_number(struct sheet *s, double x, const char *after)
{
	char text[40];

	snprintf(text, sizeof text, isfinite(x) && x == floor(x) && fabs(x) < 1e15 ? "%.0f%s" : "%.9g%s", x, after);
	put_text(s, text);
}

static int write_head(struct sheet *s, const struct blackbox *b, const struct blackbox_words *w, struct err *e)
{
	char text[400];

	snprintf(text, sizeof text, "# %s: %s\n# rows: one a tick, %g a second; displacements, forces in the model's units; state:", w->object, w->reason,
	         w->rate_hz);
	put_text(s, text);
	for (int i = 0; w->state[i]; i++) {
		snprintf(text, sizeof text, " %d %s", i, w->state[i]);
		put_text(s, text);
	}
	put_text(s, "\ntick,time_s,state,tripped");
	for (int i = 1; i <= b->n; i++) {
		snprintf(text, sizeof text, ",target%d,command%d,sent%d,disp%d,force%d", i, i, i, i, i);
		put_text(s, text);
	}
	put_text(s, "\n");
	return put_line(s, e);
}

static int write_rows(struct sheet *s, const struct blackbox *b, struct err *e)
{
	int64_t oldest = b->put > b->size ? b->put - b->size : 0, from = b->event >= b->before ? b->event - b->before + 1 : 0;
	int code = 0;

	for (int64_t k = b->event >= 0 && from > oldest ? from : oldest; k < b->put && !code; k++) {
		const double *x = b->x + (size_t)(k % b->size) * (size_t)b->columns;

		for (int i = 0; i < b->columns; i++)
			put_number(s, x[i], i + 1 < b->columns ? "," : "\n");
		code = put_line(s, e);
	}
	return code;
}

static int write_all(const char *path, const struct blackbox *b, const struct blackbox_words *w, struct err *e)
{
	static struct sheet s;          /* large, and one at a time */
	int code = io_open(path, IO_WRITE, &s.handle, e), closed;

	if (code)
		return code;
	s.path = path;
	s.at = 0;
	code = write_head(&s, b, w, e);
	if (!code)
		code = write_rows(&s, b, e);
	if (!code)
		code = io_sync(s.handle, path, e);
	closed = io_close(s.handle, path, e);
	return code ? code : closed;
}

/* The place of the first name that is free. In a dry run its own count, aside: what lies beside the results is of tests. */
static int choose_place(const char *stem, char ret_path[PATH_MAX], struct err *e)
{
	char path[PATH], room[PATH_MAX];
	bool taken = true;

	for (int k = 1; k < FILES && taken; k++) {
		snprintf(path, sizeof path, "%s_%d.csv", stem, k);
		taken = aside_is_on() ? aside_read(path, room) != path : access(path, F_OK) == 0;
	}
	return taken ? err_set(e, ERR_FILE, path, "the numbers of black boxes are used up: every one up to this is there") : aside_write(path, false, ret_path, e);
}

int blackbox_write(const struct blackbox *b, const char *stem, const struct blackbox_words *w, char *ret_path, int size, struct err *e)
{
	char path[PATH_MAX], part[PATH_MAX + 8];
	int code = choose_place(stem, path, e);

	if (code)
		return code;
	snprintf(part, sizeof part, "%s.part", path);
	code = write_all(part, b, w, e);
	if (!code && rename(part, path) != 0)
		code = err_set(e, ERR_FILE, path, "the black box cannot be given its name");
	if (code) {
		unlink(part);
		return code;
	}
	/* it is whole: a folder that cannot be synchronised is no reason to do without it */
	(void)!io_sync_name(path, NULL);
	snprintf(ret_path, (size_t)size, "%s", path);
	return code;
}
