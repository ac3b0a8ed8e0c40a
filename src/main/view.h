/* tandem run --view: the page of a run in the browser (tandem serve, docs/web.md), by a process of its own.
 *
 * A server that serves the folder of the runs already is used; else one is started, which lives on after the run, so that it can be looked at. Its address is
 * printed to standard error; what the server itself says goes to RUNS/server.log. It knows nothing of the run but its folder, and the run nothing of it.
 */
#pragma once

#include "base/err.h"

/* folder: of the run. Returns once the server is there, or after VIEW_PATIENCE_S: ERR_STATE. */
int view_start(const char *folder, struct err *e) MUST_CHECK;
enum { VIEW_PATIENCE_S = 5 };
