/* What a test was and what came of it: a record, read in a bounded room and judged (tandem report).
 *
 * report_read gathers everything that the page shows: what was run, steps, rigs, monitors, events; report_judge holds it against a table of rules, each
 * with a number, what is good and what is bad, and where that comes from. Memory: the report's own arena. Blocks in the file system.
 */
#pragma once

#include "report/rig_report.h"
#include "report/step_report.h"
#include "report/table_report.h"

enum { REPORT_RULES = 16 };

enum grade { GRADE_GOOD, GRADE_DOUBTFUL, GRADE_BAD, GRADES };
extern const char *const grade_name[GRADES];       /* "good", "doubtful", "bad" */

/* A rule applied: criterion, value, what is allowed, and the grade. */
struct verdict {
	const char *criterion, *source;    /* constant */
	double value;                      /* that was judged */
	char is[64], allowed[64];          /* as words */
	enum grade grade;
};

struct report_head {                       /* texts of the record; empty: not in there */
	const char *run, *status, *program, *script, *words, *hash, *seed, *machine, *created, *clock, *dt, *force, *length, *time, *resumed, *part;
	const char *text;                  /* of the script */
};

struct report {
	struct arena mem;
	struct run_file *file;             /* owned */
	struct report_head head;
	struct step_report steps;
	int nrig, nmonitor, nnetwork, ntiming;
	struct rig_report *rig;            /* owned: mem, as all below */
	struct table_report *monitor, *network, *timing;
	struct run_event *event;
	int nevent;
	int nverdict;
	struct verdict verdict[REPORT_RULES];
	enum grade grade;                  /* the worst of them */
};

/* Reads the record of a run (folder or file). On failure the report says why; report_close is due all the same. */
int report_read(struct report *r, const char *path, struct err *e) MUST_CHECK;
void report_close(struct report *r);
/* Fills in verdicts and grade; report_read has done it. */
void report_judge(struct report *r);
/* How many events are of a kind. */
int report_events(const struct report *r, const char *kind);
/* One sentence that sums up. */
void report_summary(const struct report *r, char *ret_text, int size);

/* The page, and its pictures as SVG and PNG files in the folder `<page without .html>_figures`. ret_png: how many PNG files were made; what stands in the
 * way of them is no failure: ret_why says it (empty: nothing). ERR_FILE. */
int report_write(struct report *r, const char *path, int *ret_figures, int *ret_png, char ret_why[160], struct err *e) MUST_CHECK;
