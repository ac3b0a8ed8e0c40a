/* The thread of folders looks for runs that publish, and opens their segments. */
#define _GNU_SOURCE /* fallocate */
#include "web/lives.h"

#include "base/heap.h"
#include "web/files.h"
#include "web/tests.h"
#include "web/web_priv.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOUND = 8, DEAD = 256 };

struct scout {
	struct job job;
	struct web *web;                   /* borrowed */
	bool out;                          /* at work */
	struct { char id[LIVES_ID]; uint64_t ino, before; } known[LIVES_MOST];     /* segments that are followed, with those of processes before; 0: none */
	int nknown;
	struct { char id[LIVES_ID]; struct live_view *view; } found[FOUND];
	int nfound;
	/* segments that nobody writes to any more, no command loop either; the thread of folders */
	struct { char id[LIVES_ID]; uint64_t ino; } dead[DEAD];
	int ndead;
};

struct scout *scout_make(struct web *w)
{
	struct scout *s = heap_zeroed(1, sizeof *s);

	if (s)
		s->web = w;
	return s;
}

void scout_free(struct scout *s)
{
	for (int i = 0; s && i < s->nfound; i++)
		live_close(s->found[i].view);
	free(s);
}

/* A run that was killed and is taken up again has its old name and another segment. */
static bool is_known(const struct scout *s, const char *id, uint64_t ino)
{
	for (int i = 0; i < s->nknown; i++)
		if ((s->known[i].ino == ino || s->known[i].before == ino) && strcmp(s->known[i].id, id) == 0)
			return true;
	for (int i = 0; i < DEAD; i++)
		if (s->dead[i].ino == ino && strcmp(s->dead[i].id, id) == 0)
			return true;
	return false;
}

static void look_at(struct scout *s, const char *id)
{
	char path[4096 + LIVES_ID];
	struct live_view *view;
	struct stat st;

	if (snprintf(path, sizeof path, "%s/%s/" LIVE_FILE, s->web->words.runs, id) >= (int)sizeof path || stat(path, &st) != 0 || is_known(s, id, st.st_ino))
		return;
	*strrchr(path, '/') = '\0';
	if (live_open(&view, path, true, NULL) != 0)
		return;
	if (live_alive(view) || lives_loops(view, clock_now(&s->web->clock)) > 0) {
		snprintf(s->found[s->nfound].id, LIVES_ID, "%s", id);
		s->found[s->nfound++].view = view;
		return;
	}
	live_close(view);
	snprintf(s->dead[s->ndead % DEAD].id, LIVES_ID, "%s", id);
	s->dead[s->ndead++ % DEAD].ino = st.st_ino;
}

/* Writes what stands behind `first` bytes to the beginning of the file. Words that the run writes in these microseconds are lost. */
static void copy_newest(int handle, off_t first)
{
	char *text = heap_room(TESTS_LOG);
	ssize_t n = text ? pread(handle, text, TESTS_LOG, first) : -1;

	/* a full disk keeps what it has room for */
	if (n > 0 && ftruncate(handle, 0) == 0)
		(void)!write(handle, text, (size_t)n);
	free(text);
}

/* What a run prints is bounded: the oldest half goes, in whole blocks where the file system takes them out by itself. The run writes at the end of the file,
 * wherever that is. */
static void bound_output(const struct scout *s, const char *id)
{
	enum { BLOCK = 65536 };
	char path[4096 + LIVES_ID];
	struct stat st;
	off_t first;
	int handle;

	if (snprintf(path, sizeof path, "%s/%s/output.log", s->web->words.runs, id) >= (int)sizeof path || lstat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
	    st.st_size <= TESTS_LOG)
		return;
	handle = open(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
	if (handle < 0)
		return;
	first = (st.st_size - TESTS_LOG / 2) / BLOCK * BLOCK;
	if (fallocate(handle, FALLOC_FL_COLLAPSE_RANGE, 0, first) != 0)
		copy_newest(handle, first);
	close(handle);
}

static void look(struct job *j)
{
	struct scout *s = (struct scout *)j;
	DIR *d = files_folder(s->web->words.runs);
	struct dirent *x;

	for (int i = 0; i < s->nknown; i++)
		bound_output(s, s->known[i].id);

	while (d && s->nfound < FOUND && (x = readdir(d)))
		if (request_is_name(x->d_name))
			look_at(s, x->d_name);
	if (d)
		closedir(d);
}

static void found(struct job *j)
{
	struct scout *s = (struct scout *)j;

	for (int i = 0; i < s->nfound; i++)
		lives_follow(s->web->lives, s->found[i].id, s->found[i].view);
	s->nfound = 0;
	s->out = false;
}

void scout_send(struct scout *s, const struct lives *l)
{
	if (s->out)
		return;
	s->nknown = l->n;
	for (int i = 0; i < l->n; i++) {
		snprintf(s->known[i].id, LIVES_ID, "%s", l->run[i]->id);
		s->known[i].ino = live_inode(l->run[i]->view);
		s->known[i].before = l->run[i]->before ? live_inode(l->run[i]->before) : 0;
	}
	s->job = (struct job){look, found};
	s->out = worker_post(&s->web->folder, &s->job);
}
