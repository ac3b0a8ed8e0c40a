/* What the structure did, at the integrator's rate: table steps of a record, in two passes of bounded memory.
 *
 * Of each site component: the force over what was commanded (what the integrator sees) and over what was measured, and the energies of UCB/EERC 2005-02, 7.4,
 * by the trapezoidal rule with the signs corrected (negative: the test adds energy):
 *   E_E = sum 1/2 (r + r-) (dc - dc-),   E_BE = sum 1/2 (r + r-) (dm - dm-),   E_error = E_E - E_BE.
 * Of the nodes: histories of displacement and acceleration, of those that move most.
 */
#pragma once

#include "report/scan.h"
#include "report/thin.h"

enum { STEP_CURVES = 6, STEP_KINDS = 2 };          /* curves of a picture; displacements and accelerations */

struct site_report {
	int site, number;                  /* tag, component */
	int command, disp, force;          /* columns; disp -1: not measured */
	struct extent is_command, is_force, is_error;
	double before[3];                  /* of the last row: command, disp, force */
	double observed, best;             /* E_E, E_BE */
	double best_most;                  /* largest magnitude of E_BE */
	double error_worst;                /* E_error of largest magnitude, with its sign */
	struct trace of_error;             /* E_error */
	struct orbit commanded, measured;
};

struct node_history {
	int column;
	double peak;
	struct trace trace;
};

struct step_report {
	const struct run_table_info *info; /* borrowed: file; NULL: the record has no steps */
	double first, last;
	int time;                          /* column */
	int64_t rows, bad_rows;            /* bad: some number is not finite */
	struct extent *extent;             /* of every column; owned: the arena, as all below */
	int nhistory[STEP_KINDS];
	struct node_history history[STEP_KINDS][STEP_CURVES];
	int nsite;
	struct site_report *site;
	struct trace of_observed, of_best, of_error;       /* sums over sites */
	double observed, best, best_most, error_worst;
};

/* Reads the steps of a record, in blocks; memory: mem. ERR_FILE, ERR_FORMAT, ERR_MEMORY. */
int step_report_make(struct step_report *r, struct run_file *f, struct arena *mem, struct err *e) MUST_CHECK;
