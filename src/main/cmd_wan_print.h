/* What `tandem wan` says: its log, line by line, and the statistics at its end. */
#pragma once

#include "net/wan.h"

#include <stdio.h>

struct wan_log {
	int handle;                /* -1: none */
	const char *path;          /* borrowed: argv */
	int64_t zero_ns;           /* times are since then: the first note */
	char text[16384];
	size_t used;
	int code;                  /* first failure; then nothing more is written */
	struct err report;
};

/* A CSV file with a line of names; path NULL: none. */
int wan_log_open(struct wan_log *l, const char *path, struct err *e) MUST_CHECK;
/* For wan_words.note, with a struct wan_log as ctx. */
void wan_log_note(void *log, const struct wan_note *note);
int wan_log_close(struct wan_log *l, struct err *e) MUST_CHECK;

/* What went through, for people or as an object of JSON. */
void wan_print(const struct wan *w, bool json, FILE *to);
