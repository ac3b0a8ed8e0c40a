/* The measured loop of a specimen out of a record, whatever its length: u and r of a site at the integrator's rate or of a rig's channel at its own. */
#pragma once

#include "record/run_read.h"
#include "report/calibrate.h"

struct specimen_words {
	const char *which;         /* "site1", "site1.2", "control1", "control1.2": the component or channel behind the point, 1 where there is none */
	double from, to;           /* test time, or laboratory time of a rig: samples outside are left out */
};

struct specimen_loop {
	struct calibrate_loop loop;        /* arrays: the arena */
	const char *u_name, *r_name, *u_unit, *r_unit;     /* borrowed: the record */
	const char *table;
};

/* ERR_MISSING says what there is; ERR_RANGE: no sample in that time. */
int specimen_loop_read(struct specimen_loop *s, struct run_file *f, const struct specimen_words *w, struct arena *mem, struct err *e) MUST_CHECK;
