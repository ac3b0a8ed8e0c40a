/* The line: analyze: 43 %, 12 s left. The rest is estimated from the share done so far. */
#include "script/script_progress.h"

#include <stdio.h>
#include <unistd.h>

static const int64_t QUIET_NS = 2000000000, PAUSE_NS = 250000000;

void progress_begin(struct progress *p, const char *what)
{
	*p = (struct progress){.terminal = isatty(STDERR_FILENO), .what = what};
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

void progress_end(struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}
