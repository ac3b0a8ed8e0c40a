/* Lines of the log, with the time of day, into a file of bounded size. */
#include "web/notes.h"

#include "base/io.h"
#include "base/stamp.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static void turn_over(struct notes *n)
{
	char before[NOTES_PATH + 4];

	snprintf(before, sizeof before, "%s.1", n->path);
	if (rename(n->path, before) == 0)
		n->size = 0;
}

static void write_line(void *ctx, const struct log_entry *entry)
{
	struct notes *n = ctx;
	char line[LOG_LINE + 160], stamp[STAMP_SIZE];
	int handle, length;

	stamp_utc(time(NULL), stamp);
	length = snprintf(line, sizeof line, "%s %s %s: %s\n", stamp, log_level_name(entry->level), entry->object, entry->text);
	if (n->size > NOTES_MOST)
		turn_over(n);
	if (io_open(n->path, n->size == 0 ? IO_SECRET : IO_APPEND, &handle, NULL) != 0 && io_open(n->path, IO_APPEND, &handle, NULL) != 0)
		return;
	if (io_write(handle, n->path, line, (size_t)(length < (int)sizeof line ? length : (int)sizeof line - 1), NULL) == 0)
		n->size += length;
	if (io_close(handle, n->path, NULL) != 0)
		n->size = NOTES_MOST + 1;
}

int notes_init(struct notes *n, const char *folder, struct clock *c, struct err *e)
{
	struct log_sink sink = {.name = "server.log", .least = LOG_INFO, .write = write_line, .ctx = n};
	struct stat st;

	log_init(&n->log, c);
	if (snprintf(n->path, sizeof n->path, "%s/server.log", folder) >= (int)sizeof n->path)
		return err_set(e, ERR_RANGE, "tandem serve", "the name of the folder of runs is too long");
	n->size = stat(n->path, &st) == 0 ? (long)st.st_size : 0;
	return log_add_sink(&n->log, &sink, e);
}
