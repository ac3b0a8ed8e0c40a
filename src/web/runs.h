/* The runs of the folder: list, heads, tables, events. Functions of routes, in the thread of files. */
#pragma once

#include "live/live_read.h"
#include "web/request.h"

void runs_list(struct request *r);         /* GET /api/runs */
void runs_one(struct request *r);          /* GET /api/runs/ID */
void runs_script(struct request *r);       /* GET /api/runs/ID/script */

/* What is said of a run in the list. */
struct run_brief {
	char id[136], title[128], script[1024], status[16], reason[LIVE_REASON], created[32];
	char time_unit[16];                /* of duration and dt; empty: not known */
	double duration, dt, freedoms;     /* NaN: not known */
	int64_t steps;                     /* -1: not known */
	int specimens, parts, loops;       /* -1: not known; records; command loops at work, also of a process that is gone */
	bool live, report;
	int64_t sort;                      /* s since 1970 */
};
struct records;
/* ERR_MISSING: the folder holds no run. ERR_MEMORY: there was none to read its record, and what is said of it here would be less than what is there. */
int run_brief_read(struct run_brief *b, const char *runs, const char *id, struct records *records, struct err *e) MUST_CHECK;
void run_brief_put(const struct run_brief *b, struct jput *j);
