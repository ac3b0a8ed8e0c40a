/* Rows that a recorder keeps in memory (-memory name). */
#pragma once

#include "recorder/format.h"
#include "recorder/record.h"

struct memory {
	const char *object;        /* borrowed: recorder */
	struct arena *mem;         /* borrowed: recorder */
	struct recorded rows;
	int64_t room;              /* rows that fit */
};

extern const struct format_ops format_memory;
