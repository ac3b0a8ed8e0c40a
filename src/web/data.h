/* Numbers of records for the page: ranges of tables as frames and as CSV, motion for replay. Functions of routes, in the thread of files. */
#pragma once

#include "web/request.h"

void data_range(struct request *r);        /* GET /api/runs/ID/data */
void data_csv(struct request *r);          /* GET /api/runs/ID/csv, in blocks */
void data_motion(struct request *r);       /* GET /api/runs/ID/motion, in blocks */
