/* The log: lines with a level and a time, handed to sinks. It prints nothing by itself.
 *
 * The owner adds sinks (a terminal, a file, a ring, a test) as rows with the lowest level they want. Texts named by log_hide
 * (passwords, keys) are replaced by *** in every line before any sink sees it. Lines are of fixed size and never allocate.
 * One thread a log; not for the loop, which tells through rings.
 */
#pragma once

#include "base/clock.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR };

enum { LOG_LINE = 512, LOG_SINKS = 8, LOG_SECRETS = 256, LOG_SECRET_SIZE = 129 };

struct log_entry {
	enum log_level level;
	int64_t t_ns;            /* of the log's clock */
	const char *object;      /* who speaks: "integrator Newmark" */
	const char *text;        /* one line, no line end */
};

struct log_sink {
	const char *name;
	enum log_level least;                                     /* lower levels are not handed over */
	void (*write)(void *ctx, const struct log_entry *entry);  /* the entry lives during the call only */
	void *ctx;                                                /* borrowed: the sink's owner */
};

struct log {
	struct clock *clock;             /* borrowed: the owner */
	struct log_sink sink[LOG_SINKS];
	int nsink;
	char secret[LOG_SECRETS][LOG_SECRET_SIZE];
	int nsecret;
};

/* A log without sinks. */
void log_init(struct log *l, struct clock *c);

/* Adds a sink; ERR_LIMIT when there are LOG_SINKS already. */
int log_add_sink(struct log *l, const struct log_sink *sink, struct err *e) MUST_CHECK;

/* From now on the text never reaches a sink. ERR_LIMIT for more than LOG_SECRETS, ERR_RANGE for an empty or too long one.
 * The report does not hold the text. */
int log_hide(struct log *l, const char *secret, struct err *e) MUST_CHECK;

/* Hands a line to every sink that wants its level. Too long ones are cut; line ends and other control characters become blanks. */
void log_write(struct log *l, enum log_level level, const char *object, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* "debug", "info", "warning", "error". */
const char *log_level_name(enum log_level level);
