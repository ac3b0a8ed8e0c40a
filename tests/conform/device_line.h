/* A device that is open, and its far side (device_peer.h): what the suites over devices share. */
#pragma once

#include "wait.h"

#include "conform/device_peer.h"
#include "experiment/laboratory.h"
#include "verify/verify.h"

enum { TAG = 7, LINE_CHANNELS = 3 };

struct line {
	struct stage stage;
	struct far far;
	struct device *device;
	const struct device_ops *ops;
	double value[DEVICE_SLOTS][DEVICE_CHANNELS];
	struct device_reading reading;
	int64_t tick;
};

#define EVERY_ROW(row) for (int row = 0; device_table[row]; row++)

/* Makes device and far side, opens, reads the first reading. more: further words of the device. */
void line_begin(struct line *t, const struct device_ops *ops, int channels, const char *more);
void line_end(struct line *t);
/* Fails the case with the report when there is one. */
void line_must(const struct line *t, int code, const struct err *e);
/* Opens while the far side answers hellos. */
int device_line_open(struct line *t, double patience, struct err *e);
/* The next command. */
int line_write(struct line *t, const double *x, bool tripped);
int line_read(struct line *t);
int64_t line_refused(const struct line *t);
/* Reads; is this the number now, have so many been passed over? */
bool line_reads(struct line *t, int64_t number);
bool line_refuses(struct line *t, int64_t count);
/* The far side has got a packet of this kind. */
bool line_far_gets(struct line *t, enum packet_kind kind);
/* It gives a reading (far_reading). */
void line_give(struct line *t, int64_t number, double value);
/* The report holds this part. */
void line_says(const struct line *t, const struct err *e, const char *part);
