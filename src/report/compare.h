/* Two runs side by side: hybrid and numerical, local and distributed, with and without an error (tandem compare).
 *
 * The first is what the second is measured with (UCB/EERC 2005-02, 8.3: likeness.h), column by column of the steps over the time that both have. The input
 * energies of eps_enr are those of an Energy monitor, at the end of that time; without one there is no eps_enr.
 */
#pragma once

#include "report/likeness.h"
#include "report/pair.h"
#include "report/report.h"

struct compare {
	struct report a, b;                /* both runs, read and judged; owned */
	struct arena mem;
	struct pair pair;
	struct likeness *like;             /* one a column of the pair; owned: mem */
	double energy_a, energy_b;         /* input; NaN: not known */
	double eps_enr;                    /* NaN: not known */
	char said[3][240];                 /* what differs: lengths, steps, columns; empty ones at the end */
	int nsaid;
	int order_first;                   /* the column of a displacement that differs most; -1: none */
};

/* On failure compare_close is due all the same. ERR_RANGE: the runs have no time, or no column, in common. */
int compare_read(struct compare *c, const char *a, const char *b, struct err *e) MUST_CHECK;
void compare_close(struct compare *c);
/* "good" up to 10 % of eps_max, "bad" above 20 % (8.4.2). */
enum grade compare_grade(double eps_max);
/* The page and its pictures, as report_write. */
int compare_write(struct compare *c, const char *path, int *ret_figures, int *ret_png, char ret_why[160], struct err *e) MUST_CHECK;
