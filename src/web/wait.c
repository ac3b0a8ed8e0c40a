/* Requests that wait for a process to end or for a run to answer, looked at in every tick. */
#include "web/web_priv.h"

#include "web/child.h"
#include "web/files.h"
#include "web/lives.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define OUTPUT ".output"           /* what a process prints, in its folder */

int wait_begin(struct request *r, const char *const *word, int64_t patience_ns, void (*after)(struct request *r), struct err *e)
{
	char output[sizeof r->child_path + 16];
	int code;

	snprintf(output, sizeof output, "%s/" OUTPUT, r->child_path);
	r->after = after;
	r->child_ends_ns = clock_now(&r->web->clock) + patience_ns;
	code = child_start(word, r->child_path, output, &r->child, e);
	if (code) {
		child_clear(r->child_path);
		r->child = 0;
		r->after = NULL;
	}
	return code;
}

int wait_read(struct request *r, const char *name, size_t most, char **ret, size_t *ret_n, struct err *e)
{
	char path[sizeof r->child_path + sizeof r->kept];
	int code;

	if (name && name[0] == '/')
		snprintf(path, sizeof path, "%s", name);
	else
		snprintf(path, sizeof path, "%s/%s", r->child_path, name ? name : OUTPUT);
	code = files_read(path, most, ret, ret_n, e);
	child_clear(r->child_path);
	return code;
}

void wait_add(struct request *r)
{
	r->where = REQUEST_WAITS;
	r->next = r->web->waiting;
	r->web->waiting = r;
}

/* Has it ended, or had its time? Then what it has left is looked at. */
static bool child_over(struct request *r, int64_t t_ns)
{
	int status = 0;

	/* nobody waits for it any more, or it has had its time */
	if (!r->child_late && (!r->session || t_ns > r->child_ends_ns)) {
		kill(-r->child, SIGKILL);
		r->child_late = true;
	}
	if (waitpid(r->child, &status, WNOHANG) == 0)
		return false;
	r->child = 0;
	r->child_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + (WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	return true;
}

static bool over(struct request *r, int64_t t_ns)
{
	return r->child > 0 ? child_over(r, t_ns) : lives_answer(r, t_ns);
}

void wait_tick(struct web *w, int64_t t_ns)
{
	struct request **at = &w->waiting, *r;

	while ((r = *at)) {
		bool child = r->child > 0;

		/* what a process has left has to be looked at, and cleared away: it waits for its turn */
		if ((child && w->folder.waiting == WORKER_JOBS) || !over(r, t_ns)) {
			at = &r->next;
			continue;
		}
		*at = r->next;
		r->where = REQUEST_HERE;
		if (child)
			http_post(r, LANE_FOLDER);
		else
			http_answered(r);
	}
}

void wait_fini(struct web *w)
{
	while (w->waiting) {
		struct request *r = w->waiting;

		w->waiting = r->next;
		if (r->child > 0) {
			kill(-r->child, SIGKILL);
			waitpid(r->child, NULL, 0);
			child_clear(r->child_path);
		}
		r->where = REQUEST_HERE;
		if (r->session)
			r->session->request = NULL;
		request_free(r);
	}
}
