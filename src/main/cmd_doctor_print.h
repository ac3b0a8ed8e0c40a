/* How `tandem doctor` says what it found: as a page, or as JSON. */
#pragma once

#include "realtime/loop.h"
#include "realtime/machine.h"
#include "realtime/verdict.h"

#include <stdio.h>

struct doctor {
	double rate_hz, seconds;
	int cpu, priority;           /* -1: any; 0: ordinary scheduling */
	bool json;
	struct machine_row row[MACHINE_ITEMS];
	struct loop loop;
	struct loop_report report;   /* once it was measured */
	struct verdict verdict;
};

/* The page in two parts, the table of the machine before the measurement and the rest after it; and all of it as one JSON object. */
void doctor_print_machine(const struct doctor *d, FILE *to);
void doctor_print_result(const struct doctor *d, FILE *to);
void doctor_print_json(const struct doctor *d, FILE *to);
