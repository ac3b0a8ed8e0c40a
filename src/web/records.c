/* Open records, by run and part. */
#include "web/records.h"

#include "base/heap.h"
#include "live/live.h"
#include "web/web_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLOTS = 4, PARTS = 999 };

struct slot {
	char path[4096 + 160];
	struct run_file *file;             /* owned; NULL: free */
	struct timespec changed;
	off_t size;
	uint64_t used;
};

struct records {
	const char *runs;                  /* borrowed */
	struct slot slot[SLOTS];
	uint64_t uses;
};

int records_init(struct records **ret, const char *runs, struct err *e)
{
	struct records *r = heap_zeroed(1, sizeof *r);

	if (!r)
		return err_set(e, ERR_MEMORY, "tandem serve", "no memory");
	r->runs = runs;
	*ret = r;
	return 0;
}

void records_fini(struct records *r)
{
	for (int i = 0; r && i < SLOTS; i++)
		run_close(r->slot[i].file);
	free(r);
}

static bool same(const struct slot *s, const struct stat *st)
{
	return s->size == st->st_size && s->changed.tv_sec == st->st_mtim.tv_sec && s->changed.tv_nsec == st->st_mtim.tv_nsec;
}

/* The slot of the file as it is, or the one that was used longest ago. */
static struct slot *find_slot(struct records *r, const char *path)
{
	struct slot *oldest = &r->slot[0];

	for (int i = 0; i < SLOTS; i++) {
		if (r->slot[i].file && strcmp(r->slot[i].path, path) == 0)
			return &r->slot[i];
		if (r->slot[i].used < oldest->used)
			oldest = &r->slot[i];
	}
	return oldest;
}

int records_open(struct records *r, const char *id, int part, struct run_file **ret, struct err *e)
{
	char folder[4096], path[4096 + 160];
	struct stat st = {0};
	struct slot *s;
	int code;

	if (snprintf(folder, sizeof folder, "%s/%s", r->runs, id) >= (int)sizeof folder || !run_part_path(folder, part, path, sizeof path))
		return err_set(e, ERR_RANGE, "run", "its name is too long");
	s = find_slot(r, path);
	/* first how it is, then its content: what changes in between is seen the next time */
	stat(path, &st);
	if (!s->file || strcmp(s->path, path) != 0 || !same(s, &st)) {
		run_close(s->file);
		s->file = NULL;
		code = run_open(&s->file, path, e);
		if (code) {
			s->file = NULL;
			return code;
		}
		strcpy(s->path, path);
		s->changed = st.st_mtim;
		s->size = st.st_size;
	}
	s->used = ++r->uses;
	*ret = s->file;
	return 0;
}

/* Of a run that shows itself the newest, which is the one that is written; else the first. */
static int default_part(const struct records *r, const char *id)
{
	char folder[4096], path[4096 + 160];
	int part = 1;

	if (snprintf(folder, sizeof folder, "%s/%s", r->runs, id) >= (int)sizeof folder)
		return part;
	snprintf(path, sizeof path, "%.4000s/" LIVE_FILE, folder);
	if (access(path, F_OK) != 0)
		return part;
	while (part < PARTS && run_part_path(folder, part + 1, path, sizeof path) && access(path, F_OK) == 0)
		part++;
	return part;
}

bool records_of(struct request *r, struct run_file **ret)
{
	struct err e;
	int part, code;

	err_clear(&e);
	if (!request_is_name(r->part[0])) {
		request_refuse(r, 404, "there is no such run");
		return false;
	}
	part = r->record ? r->record : default_part(r->web->records, r->part[0]);
	code = request_int(r, "part", 1, PARTS, &part, &e);
	r->record = part;
	if (!code)
		code = records_open(r->web->records, r->part[0], part, ret, &e);
	if (code)
		request_error(r, request_status(code), &e);
	return code == 0;
}
