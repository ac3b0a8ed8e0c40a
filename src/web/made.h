/* Pages that are made on demand: reports, comparisons, words of help; and what the server is. Functions of routes. */
#pragma once

#include "web/request.h"

void made_status(struct request *r);       /* GET /api/status, in the thread of the sockets */
void made_report(struct request *r);       /* GET /api/runs/ID/report; the thread of folders, as the next */
void made_help(struct request *r);         /* GET /api/help */
void made_compare(struct request *r);      /* GET /api/compare; the thread of files */
