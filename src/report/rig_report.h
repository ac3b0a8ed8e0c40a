/* What the channels of a rig did, at its own rate: table channels/<rig> of a record, in two passes of bounded memory.
 *
 * Of each channel: error e = command - measured (UCB/EERC 2005-02, 7.2), its peak and root mean square, also as parts of the largest command (Table 7-1); its
 * power spectral density (Hann, halves overlapping: math/spectrum.h); and the lag tau that explains most of it, e = tau dc/dt, by least squares:
 *   tau = sum e dc / sum dc^2 dt,     positive: what is measured comes late.
 * Of the rig: how many rows were spent in which state of its controller.
 */
#pragma once

#include "control/controller.h"
#include "report/scan.h"
#include "report/thin.h"

enum { RIG_STATES = CONTROL_STATES + 1 };          /* of the controller, and tripped */

struct channel_report {
	int number;
	int command, measured, force;      /* columns; -1: none */
	struct extent is_command, is_measured, is_force, is_error;
	double sum_error_change, sum_change;       /* of e dc and dc^2 */
	double before;                     /* command of the last row */
	struct trace of_command, of_measured, of_error;
	struct orbit loop;
	double *density;                   /* of the error, nspectrum of them; NULL: too short a record */
};

struct rig_report {
	const struct run_table_info *info; /* borrowed: file */
	double first, last;                /* laboratory time [s] */
	double dt;                         /* between rows [s] */
	int n;
	struct channel_report *channel;    /* owned: the arena, as all below */
	int state;                         /* column; -1: none */
	int64_t spent[RIG_STATES], rows;
	uint16_t *seen;                    /* TRACE_COLUMNS: bits of the states in each part of the time */
	double lost;                       /* rows that the rig had no room for */
	int nspectrum;
	double *hz;
	double segments;
};

/* ERR_FORMAT: data are damaged; ERR_MEMORY. A table without rows gives a report without numbers. */
int rig_report_make(struct rig_report *r, struct run_file *f, int table, struct arena *mem, struct err *e) MUST_CHECK;
/* Seconds; NaN where the command did not move. */
double channel_lag(const struct rig_report *r, const struct channel_report *c);
const char *rig_state_name(int state);
