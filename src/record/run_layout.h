/* Names and sizes in the file of a record, for those who write it and those who read it. docs/record.md has the whole layout. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define RUN_FORMAT "tandem record 1"      /* attribute format of / */
#define RUN_DATA "data"                   /* the rows of a table, in its group */
#define RUN_EVENTS "events"
#define RUN_YIELD "yielding"                /* the table of changes: test_time, element, state */
#define RUN_SCRIPT "script"
#define RUN_STATUS_OPEN "running"         /* attribute status of / until the record is closed */

/* Columns of a table and tables, at most; bytes of texts with their end. */
enum { RUN_COLUMNS = 1 << 20, RUN_STATUS = 32, RUN_TABLES = 256, RUN_EVENT_KIND = 16, RUN_EVENT_SOURCE = 48, RUN_EVENT_TEXT = 320 };

/* How an element stands. */
enum run_yield { RUN_ELASTIC, RUN_YIELDED, RUN_YIELDING };       /* the second: it has, the third: it does now */

/* Where the k-th record of a run is, k from 1: FOLDER/record.h5, FOLDER/record-2.h5, ...; false: the path is too long. */
bool run_part_path(const char *folder, int k, char *ret_path, size_t size);

/* Something that happened, as it stands in the file: a compound of these four. */
struct run_event {
	double time;               /* of the test */
	char kind[RUN_EVENT_KIND];       /* "analyze", "trip", "state", "lost", ... */
	char source[RUN_EVENT_SOURCE];   /* "expControl 1" */
	char text[RUN_EVENT_TEXT];
};
