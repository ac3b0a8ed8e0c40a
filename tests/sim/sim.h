/* A whole distributed test in one process and in virtual time, from one seed: coordinator, sites, network, disks, crashes.
 *
 * The coordinator integrates a chain of masses (explicit Newmark); each site holds one elastic-plastic specimen. Between them is a network that delays,
 * stalls, cuts one way or both, lets connections die without a word, lets old ones speak after new ones, and strangers in. Either side stops at any byte of
 * its journal or at any time, with its process or with the power; it is started again, and resumes. Either side's disk becomes full at any byte: then
 * everything comes to rest, is acknowledged, and goes on. Clocks jump, processes are paused. After a while everything is mended, and the test must come to
 * its end. Then the checker (check.h) reads all journals and the specimens' own logs.
 */
#pragma once

#include "base/arena.h"
#include "base/rng.h"
#include "remote/coordinator.h"
#include "remote/host.h"
#include "remote/round.h"
#include "sim/disk.h"

#include <stdbool.h>
#include <stdint.h>

enum { SIM_SITES = 4, SIM_STEPS = 24, SIM_CONNECTIONS = 24, SIM_FAULTS = 12, SIM_LOG = 4000, SIM_TEXT = 400 };

/* ---- the structure --------------------------------------------------------------------------------------------- */

struct sim_plan {                  /* all from the seed */
	int sites, steps, subs;    /* subs: commands a step, 1 or 2 */
	bool propose, ramp;
	bool skips;                /* some sites have nothing to do in some steps */
	bool physical[SIM_SITES];  /* the specimen outlives the site's process */
	double limit;
	struct journal_policy policy;      /* of the coordinator; sites sync every step */
	int history;               /* exchanges that sites remember */
	int64_t delay_ns, jitter_ns, rig_ns;
	double spike;              /* share of messages that take ten times as long */
	int faults;
	double fuse;               /* share of lives that end at a byte of the journal */
	double full;               /* share of lives whose disk becomes full at one */
	int64_t quiet_ns;          /* from then on nothing bad happens */
};

struct sim_specimen {
	double x, xp;              /* where it is; plastic part */
};

/* Force of an elastic-plastic spring after a move to x. */
double sim_specimen_move(struct sim_specimen *s, double x);

struct sim_model {                     /* the numerical part */
	int n;
	double u[SIM_SITES], v[SIM_SITES], a[SIM_SITES], r[SIM_SITES], target[SIM_SITES];
	double u0[SIM_SITES], end[SIM_SITES][2];   /* of ramps: the last one sent; force before the last sub-step and its command */
	double path[SIM_STEPS][SIM_SITES];
};

void sim_model_start(struct sim_model *m, int n);
/* Has site i something to do in (step, sub)? */
bool sim_model_takes_part(const struct sim_plan *p, int site, int step);
/* Commands of (step, sub) into m->target. */
void sim_model_predict(struct sim_model *m, int step, int sub);
/* All forces of the step are in m->r: the step is done. */
void sim_model_correct(struct sim_model *m, int step);
/* One command of a site on a specimen: plain, or as sub-steps with u0, f0. end: f_{k-1}, last command. */
double sim_site_move(struct sim_specimen *s, const struct sim_plan *p, double x, double u0, double f0, double ret_end[2]);
/* The whole test without anything between. Returns the steps done: fewer when a command leaves the limit. */
int sim_model_reference(const struct sim_plan *p, struct sim_model *ret, struct sim_specimen ret_specimen[SIM_SITES]);
extern const struct substep_gains sim_gains;
/* What a site measures at rest, and whether its component is driven. */
double sim_rest(int site);
bool sim_driven(int site);
enum { SIM_SUBSTEPS = 3 };

struct sim_plan sim_plan_of(uint64_t seed);

/* ---- the world ---------------------------------------------------------------------------------------------------- */

struct sim_move {                  /* the specimen's own log */
	int site, life;            /* of the site's process, from 0 */
	uint64_t step;
	uint32_t sub;
	double x;
	bool whole;                /* else broken off on the way */
	bool alone;                /* another site that takes part had not accepted it */
	int64_t t;
};

struct sim_way {                   /* one direction of a connection */
	struct { int64_t t; int n; } part[64];
	int nparts, nbytes;
	unsigned char bytes[16384];
	int64_t last_t, stalled_t;
	bool dead;                 /* everything is swallowed */
};

struct sim_connection {
	bool used;
	int site, line;            /* line: -1 before it is accepted */
	bool open[2];              /* at the coordinator's end, at the site's */
	bool welcomed;             /* the coordinator knows that it is served */
	bool last;                 /* of a coordinator that cannot go on: its site is told to rest before it hears of the end */
	int64_t arrives_t, ready_t;        /* INT64_MAX: happened, or never */
	int64_t fin_t[2];          /* when an end learns that the other is gone */
	struct sim_way way[2];     /* to the coordinator, to the site */
};

struct sim_node {
	bool up;
	int life;
	int64_t restart_t, paused_t, ahead_ns;     /* ahead: its clock */
	int64_t seen_t;            /* of a site that has tripped, or whose disk is full: its operator comes; INT64_MAX: he is not needed */
	struct arena mem;
};

struct sim_site {
	struct sim_node node;
	struct host host;
	struct sim_specimen specimen;
	bool moving;
	int64_t done_t;
	double from, force, end[2];
	double still[2];           /* what is measured at rest: displacement, force */
	struct signals rest;       /* the same */
	struct wire_place accepted;        /* newest that its journal has as a target */
	int64_t cut_t;             /* no connection comes through until then */
};

struct sim {
	uint64_t seed;
	struct sim_plan plan;
	struct rng chance;
	int64_t t;
	bool trace;
	struct sim_node node;      /* the coordinator's */
	struct coordinator c[SIM_SITES];
	struct coordinator *pointer[SIM_SITES];
	struct round round;
	struct sim_model model;
	int step, sub;             /* under way; step 0: not begun */
	bool asked, ending, ended, failed;
	bool halted;               /* somebody's disk is full, or a trip of that is not acknowledged: the coordinator's process ends, and is started again */
	int byes;
	char why[SIM_TEXT];        /* of a coordinator that failed */
	struct sim_site site[SIM_SITES];
	struct sim_connection connection[SIM_CONNECTIONS];
	int current[SIM_SITES];    /* connection of each coordinator; -1 */
	int64_t fault_t[SIM_FAULTS];
	struct sim_move move[SIM_LOG];
	int moves;
	int crashes, connects, halts;
	uint64_t hash;             /* of everything that happened */
	char fault[SIM_TEXT];      /* the first violation; "" */
};

/* Runs the seed to its end and checks the histories. True: nothing was found; else s->fault says what. trace: every event to stdout. */
bool sim_run(struct sim *s, uint64_t seed, bool trace);

void sim_say(struct sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Notes a violation; the first counts. */
void sim_fault(struct sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- net.c --- */
int64_t sim_delay(struct sim *s);
/* A coordinator wants a connection. */
void net_connect(struct sim *s, int site);
/* Bytes of an end into the network, as many as it takes. end: 0 coordinator, 1 site. Returns how many. */
size_t net_put(struct sim *s, struct sim_connection *k, int end, const unsigned char *bytes, size_t n);
/* An end closes properly: what was put arrives before the other learns of it. */
void net_close(struct sim *s, struct sim_connection *k, int end);
/* An end has died: the other learns of it by chance. */
void net_die(struct sim *s, struct sim_connection *k, int end);
/* Troubles: the connection of a site breaks, stalls or goes silent one way. */
void net_trouble(struct sim *s, int site);
/* Next event of a connection for an end; INT64_MAX: none. */
int64_t net_next(const struct sim_connection *k, int end);
struct sim_connection *net_of_line(struct sim *s, int site, int line);

/* --- brain.c: the coordinator's process --- */
void brain_start(struct sim *s);
void brain_crash(struct sim *s, bool power);
/* After anything has happened to it. */
void brain_work(struct sim *s);
int64_t brain_clock(const struct sim *s);

/* --- station.c: a site's process --- */
void station_start(struct sim *s, int site);
void station_crash(struct sim *s, int site, bool power);
void station_work(struct sim *s, int site);
/* The operator has made room on the disk, and looked at the specimen: the program is started again, with -acknowledge. One that has not tripped goes on. */
void station_seen(struct sim *s, int site);
void station_done(struct sim *s, int site);
/* Somebody else comes, with another run, nonsense, or steps without a greeting, and goes. */
void station_stranger(struct sim *s, int site);
int64_t station_clock(const struct sim *s, int site);
const char *sim_path(int machine, int site, char ret_path[64]);
