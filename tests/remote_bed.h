/* A coordinator and a site on one table: their bytes are handed over at once, the rig answers at once (a spring), time is what the test says. For tests of
 * the machines. */
#pragma once

#include "base/arena.h"
#include "remote/coordinator.h"
#include "remote/host.h"

#include <stdbool.h>

struct bed {
	struct arena mem;
	struct coordinator c;
	struct host h;
	struct coordinator_words cw;
	struct host_words hw;
	int64_t t;
	int line;                  /* of the connection; -1: none */
	bool cut;                  /* no connection comes */
	bool slow;                 /* the rig does not answer: the test does */
	bool dark;                 /* when the disk of machine 0 or 1 (sim/disk.h) stops, everything does: what is not said by then is not said */
	double stiffness, limit;
	double (*pull)(void *self, double x);      /* the first component's specimen instead of the spring; NULL: the spring */
	void *self;
	int moves, rests, begins, ends;
	struct coordinator_action last;    /* that was not CONNECT, CLOSE or WELCOMED */
	int measured, accepted, welcomed;
	char text[512];            /* of the last */
	double x[4], f[4], time[2];
};

/* Words of both for one displacement and one force. */
void bed_words(struct bed *b);
/* Machines from b->cw and b->hw; asserts that they are set up. */
void bed_coordinator(struct bed *b);
void bed_host(struct bed *b);
void bed_init(struct bed *b);
void bed_fini(struct bed *b);
/* The same with an empty disk in memory (sim/disk.h) for all files: set-up and teardown of a case. */
void bed_begin(struct bed *b);
void bed_end(struct bed *b);
/* Set-up and teardown for cmocka, of the bed that *state is. */
int bed_case_begin(void **state);
int bed_case_end(void **state);
#define BED_CASE(name, bed) cmocka_unit_test_prestate_setup_teardown(name, bed_case_begin, bed_case_end, bed)
/* Both machines, connected. */
void bed_start(struct bed *b);
/* Steps first .. last with targets 0.1 step; asserts that each is measured, with the spring's force. */
void bed_steps(struct bed *b, int first, int last);
/* Hands bytes over and does what is to be done until nothing happens any more. */
void bed_run(struct bed *b);
/* Time goes on by so many milliseconds, one at a time. */
void bed_wait(struct bed *b, int ms);
/* The connection breaks; both notice. */
void bed_cut(struct bed *b);
/* Targets x for (step, sub). */
int bed_exchange(struct bed *b, uint64_t step, uint32_t sub, double x, struct err *e);
