/* What the two files of the coordinator share. Private to this folder. */
#pragma once

#include "remote/coordinator.h"

/* text: static, or of the machine. */
void coordinator_act(struct coordinator *c, enum coordinator_kind kind, int code, enum wire_refusal why, const char *text);
/* The end, with the action that says why, and CLOSE where there is a connection. */
void coordinator_fail(struct coordinator *c, enum coordinator_kind kind, int code, enum wire_refusal why, const char *text);
/* Connected and idle: sends what is to be done next. */
void coordinator_go_on(struct coordinator *c);
void coordinator_say_gains(struct coordinator *c);

/* A measurement of the exchange under way: checked against the history, journalled, kept. Not 0: it has failed. */
int coordinator_take(struct coordinator *c, uint32_t digest, const unsigned char *values, size_t n);
/* The specimen as the first WELCOME shows it: kept and journalled. Not 0: it has failed. */
int coordinator_note_rest(struct coordinator *c);
/* The end follows: what is replayed is read to its own. */
void coordinator_note_trip(struct coordinator *c, const char *text);
void coordinator_note_end(struct coordinator *c);
/* The test is over while the journal is replayed. */
void coordinator_end_of_replay(struct coordinator *c);
