/* Networks (expNetwork): how long a rig waits for its next command.
 *
 * One exchange: what was measured travels to the computer that integrates, the next command is computed and travels back. The plug-in says how
 * long that takes; loss, stalls and a cut are the same for all and are the core's. The plug-in's struct is constant; each place where it is
 * used has nstate doubles. Times are laboratory time [s]: the rig's clock.
 *
 * An exchange that has no answer after `timeout` is tried again, `retries` times at most, while the earlier tries are still on their way:
 * the first answer counts. The way through a stall takes longer by the stall; what has not arrived when the network is cut never arrives. No
 * answer to the last try within `timeout`: the site is lost.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"
#include "base/rng.h"
#include "experiment/signals.h"

#include <stdbool.h>
#include <stdint.h>

struct laboratory;

struct network_ops {
	const char *name, *brief, *cite;
	const char *example;                              /* words after the tag; the suite has the file delays.txt */
	const struct param *params;                       /* after the tag; read by the core before setup */
	bool chance;                                      /* claim: another seed gives other times */
	size_t size;
	/* Reads what the table could not. Memory: lab->arena. NULL: the table is enough. */
	int (*setup)(void *self, struct args *a, struct laboratory *lab, struct err *e);
	int (*nstate)(const void *self);                  /* doubles a place; NULL: none */
	void (*start)(const void *self, double *h, uint64_t seed, uint64_t stream);   /* h is zeroed before. NULL: zeros */
	double (*exchange)(const void *self, double *h) RT;   /* time of the next exchange [s]: >= 0 and finite */
};

struct network_stall {
	double from, to;                   /* [s] */
};

struct network {
	int tag;
	const struct network_ops *ops;
	void *self;                        /* owned: laboratory's arena */
	double loss;                       /* chance that a try never has an answer */
	double timeout;                    /* [s] */
	int retries;
	double cut;                        /* [s]; NaN: never */
	int nstalls;
	struct network_stall *stall;       /* in the order of time, apart; owned: laboratory's arena */
};

/* A network at one rig. */
struct network_use {
	const struct network *network;     /* borrowed: laboratory; NULL: no time passes */
	struct rng chance;                 /* of losses */
	double *state;                     /* owned: laboratory's arena */
	struct traffic traffic;            /* so far */
	struct traffic_log log;            /* in laboratory time */
};

/* The computer sends the commands of a round together, when all answers of the round before have come: every rig waits for the slowest. A
 * round ends when the test time of a command is another one, or when a rig gets its second command. `late` is laboratory time beyond
 * what the test itself takes: spent waiting, or gained by a controller that chooses shorter spans (then it falls, and may be negative). */
struct network_round {
	unsigned n;
	double instant;                    /* test time of its commands */
	double sent;                       /* late when they were sent */
	double late;                       /* of the slowest rig of the round so far; -inf: none yet */
};

/* All rows; one made from script words (a stands before the tag) and added to the laboratory. */
extern const struct network_ops *const network_table[];
int network_build(struct laboratory *lab, const struct network_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* network may be NULL. */
int network_use(struct network_use *u, const struct network *network, struct laboratory *lab, const char *object, struct err *e) MUST_CHECK;
void network_start(struct network_use *u, uint64_t seed, uint64_t stream);
/* How long the exchange takes that begins at laboratory time t. ERR_LOST: the site is lost, after network_patience(). */
int network_exchange(struct network_use *u, double t, double *ret_wait) RT;
/* All tries together: longer no rig waits [s]. */
double network_patience(const struct network *n) RT;
/* A rig gets a command for `instant`: begins a new round where one begins. turn: number of the round of the rig's last command. */
void network_round_join(struct network_round *round, unsigned *turn, double instant) RT;
