/* Ctrl-C and SIGTERM: a flag that analyses look at between their steps, and an asynchronous error for Tcl code that runs. */
#include "script/script.h"

#include "base/interrupt.h"
#include "cluster/cluster.h"

#include <signal.h>

static Tcl_AsyncHandler mark;   /* for the handler of the signal: of the one script that runs */

static void on_signal(int number)
{
	(void)number;
	interrupt_ask();
	if (mark)
		Tcl_AsyncMark(mark);
}

/* Sites elsewhere would take the end of the program for that of the test. With a dead rank nothing has happened to them: whoever takes the test up goes on. */
static void leave_sites(struct script *s)
{
	if (!s->lab.peers)
		return;
	if (cluster_lost())
		s->lab.cut_short = true;
	else
		(void)laboratory_trip(&s->lab, &(struct trip){.cause = TRIP_INTERRUPTED, .code = ERR_INTERRUPTED, .t = analysis_time(&s->analysis)});
}

/* Between two commands of Tcl. A command that was interrupted itself has its own message. */
static int on_async(ClientData self, Tcl_Interp *interp, int code)
{
	if (!interp || !interrupt_asked() || code == TCL_ERROR)
		return code;
	leave_sites(self);
	Tcl_SetObjResult(interp, Tcl_NewStringObj(cluster_lost() ? cluster_lost_text() : "interrupted", -1));
	Tcl_SetObjErrorCode(interp, Tcl_NewStringObj("TANDEM INTERRUPTED", -1));
	return TCL_ERROR;
}

void script_interrupt_begin(struct script *s)
{
	/* the second signal finds the default */
	struct sigaction act = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };

	interrupt_clear();
	if (!s->interrupt)
		s->interrupt = Tcl_AsyncCreate(on_async, s);
	mark = s->interrupt;
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
}

void script_interrupt_fini(struct script *s)
{
	if (!s->interrupt)
		return;
	mark = NULL;
	Tcl_AsyncDelete(s->interrupt);
	s->interrupt = NULL;
}
