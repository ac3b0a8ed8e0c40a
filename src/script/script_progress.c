/* The line: analyze: 43 %, 12 s left. The rest is estimated from the share done so far. And the command progress, the same for loops of a script. */
#include "script/script_progress.h"

#include "script/script.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int64_t QUIET_NS = 2000000000, PAUSE_NS = 250000000;

static bool silent;

void progress_silence(void)
{
	silent = true;
}

void progress_begin(struct progress *p, const char *what)
{
	*p = (struct progress){.terminal = !silent && isatty(STDERR_FILENO), .what = what};
	clock_init(&p->clock, &clock_monotonic, 0);
	p->start_ns = p->last_ns = clock_now(&p->clock);
}

void progress_show(struct progress *p, int done, int whole)
{
	int64_t now = p->terminal ? clock_now(&p->clock) : 0;
	double gone = 1e-9 * (double)(now - p->start_ns);

	if (!p->terminal || done <= 0 || now - p->start_ns < QUIET_NS || now - p->last_ns < PAUSE_NS)
		return;
	p->last_ns = now;
	p->shown = true;
	fprintf(stderr, "\r%s: %d of %d, %d %%, %.0f s left ", p->what, done, whole, (int)(100.0 * done / whole), gone * (whole - done) / done);
	fflush(stderr);
}

void progress_note(struct progress *p, const char *text)
{
	if (!p->terminal)
		return;
	p->shown = true;
	fprintf(stderr, "\r\033[K%s: %s ", p->what, text);
	fflush(stderr);
}

void progress_end(struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}

/* The clock begins when the text is a new one, or the work begins again. */
static int run_progress(struct script *s, struct args *a, struct err *e)
{
	static struct progress now;
	static char text[64];
	const char *what;
	int done, whole, code;

	(void)s;
	if (!args_more(a)) {
		progress_end(&now);
		return 0;
	}
	code = args_word(a, "what", &what, e);
	if (code == 0)
		code = args_int(a, "whole", 1, INT_MAX, &whole, e);
	if (code == 0)
		code = args_int(a, "done", 0, whole, &done, e);
	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	if (done == 0 || strncmp(text, what, sizeof(text) - 1) != 0) {
		progress_end(&now);
		snprintf(text, sizeof(text), "%s", what);
		progress_begin(&now, text);
	}
	progress_show(&now, done, whole);
	if (done == whole)
		progress_end(&now);
	return 0;
}

const struct script_command script_progress_commands[] = {
	{ "progress", run_progress, "progress <what whole done>",
	  "how far a long loop is, on one line of the terminal from the third second on; done = whole wipes it, no words wipe it before other output;"
	  " nothing where there is no terminal", NULL },
	{ 0 },
};
