/* Two runs side by side: hybrid and numerical, local and distributed, with and without an error (tandem compare).
 *
 * The first is what the second is measured with (UCB/EERC 2005-02, 8.3: likeness.h), column by column of the steps over the time that both have. The input
 * energies of eps_enr are those of an Energy monitor, at the end of that time; without one there is no eps_enr.
 */
#pragma once

#include "report/likeness.h"
#include "report/pair.h"
#include "report/report.h"

enum { COMPARE_NOTES = 7 };

struct compare {
	struct report a, b;                /* both runs, read and judged; owned */
	struct arena mem;
	struct pair pair;
	struct likeness *like;             /* one a column of the pair; owned: mem */
	double *most;                      /* the same: what moves most in its unit */
	double energy_a, energy_b;         /* input; NaN: not known */
	double eps_enr;                    /* NaN: not known */
	char said[COMPARE_NOTES][240];     /* what differs: units, ends, numbers, lengths, steps, columns; empty ones at the end */
	int nsaid;
	int order_first;                   /* the column of a displacement that differs most, of those that move; -1: none */
};

/* On failure compare_close is due all the same. ERR_RANGE: the runs have no time, no column, or other units in common. */
int compare_read(struct compare *c, const char *a, const char *b, struct err *e) MUST_CHECK;
void compare_close(struct compare *c);
/* "good" up to 10 % of eps_max, "bad" above 20 % (8.4.2). */
enum grade compare_grade(double eps_max);
/* Fills most, from the peaks of all columns; compare_read has done so. */
void compare_most(struct compare *c);
/* Column i of the pair moves in one of the runs: by more than a millionth of what moves most in its unit. What does not is rounding, and is not judged. */
bool compare_moves(const struct compare *c, int i);
/* One sentence with the largest difference of a displacement; empty: there is none. */
void compare_summary(const struct compare *c, char *ret_text, int size);
/* The page and its pictures, as report_write. */
int compare_write(struct compare *c, const char *path, int *ret_figures, int *ret_png, char ret_why[160], struct err *e) MUST_CHECK;
