/* What the files of the host share. Private to this folder. */
#pragma once

#include "remote/host.h"

/* text: static, or of the machine. */
void host_act(struct host *h, enum host_kind kind, int line, const char *text);
/* To one line: why it is not served. A line whose peer does not read is closed. */
void host_refuse(struct host *h, int line, enum wire_refusal code, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Nothing more is heard on it; what is to be sent still is. */
void host_end_line(struct host *h, int line);

/* HELLO of a line: host_greet.c. */
void host_hello(struct host *h, int line, const struct wire_frame *f);

/* --- the test and its memory: host_run.c --- */
/* A new run, with its journal. */
int host_begin(struct host *h, const struct wire_hello *m, struct err *e) MUST_CHECK;
/* A run that had ended here before this process began: taken up from its journal, so that a coordinator that has lost the end of its own gets the answers
 * again. Nothing will move for it. False: there is none, or another run was begun. */
bool host_recall_run(struct host *h, const char *run);
/* The run at hand has ended: nothing of it is known any more, its journal is closed. */
void host_leave_run(struct host *h);
/* An exchange that was executed and is remembered; NULL. */
const struct host_entry *host_recall(const struct host *h, uint64_t step, uint32_t sub);
/* The exchange of a frame becomes the open one. */
void host_keep_target(struct host *h, uint64_t step, uint32_t sub, uint32_t flags, const unsigned char *payload, size_t n);
/* The open exchange was executed with this measurement (values); it is remembered. */
void host_keep_measured(struct host *h, uint32_t digest, const unsigned char *values, size_t n);
void host_keep_gains(struct host *h, const struct wire_gains *g);
/* Into the journal, if one is kept. */
int host_note(struct host *h, enum journal_type type, uint64_t step, uint32_t sub, const void *payload, size_t n, struct err *e) MUST_CHECK;
