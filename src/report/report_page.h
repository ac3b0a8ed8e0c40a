/* What the files that write the page of a report share. */
#pragma once

#include "report/page.h"
#include "report/report.h"

enum { CELL = 96 };

struct report_job {
	struct report *r;                  /* borrowed */
	struct page p;
};

/* An empty picture of the usual size; the words are borrowed. */
struct plot figure(const char *title, const char *x, const char *y);
/* "what [unit]", into CELL bytes. */
void label(char *ret, const char *what, const char *unit);

/* A line across a picture, once at a value. */
void report_mark(struct plot *p, double y, const char *name);
/* The last row of a table, column by column. */
void report_put_ends(struct report_job *j, const struct table_report *t);

/* The parts of the page, in their order. */
void report_put_verdict(struct report_job *j);
void report_put_head(struct report_job *j);
void report_put_structure(struct report_job *j);
void report_put_rigs(struct report_job *j);
void report_put_network(struct report_job *j);
