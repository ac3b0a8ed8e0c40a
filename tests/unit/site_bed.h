/* A laboratory made by a script, served as a site here or in a process of its own, and a coordinator's peers for it. For tests of server and peers. */
#pragma once

#include "remote/peers.h"
#include "remote/server.h"
#include "script/script.h"

#include <sys/types.h>

/* A rig of this stiffness that may go from -1 to 1. */
const char *site_script(double stiffness);

struct site_bed {
	struct script script;
	struct site *site;         /* borrowed: the script's, tag 1 */
	struct arena mem;
	struct server server;
};

/* The laboratory of a script's text. */
void site_bed_make(struct site_bed *b, const char *text);
/* Its server at any port of loopback, with journals in the folder (NULL: none). What it says: site_bed_said. */
int site_bed_open(struct site_bed *b, const char *folder, struct err *e);
void site_bed_end(struct site_bed *b);
/* Called for every laboratory that is made, here and in processes of sites; NULL: nothing. */
extern void (*site_bed_made)(struct site_bed *b);
/* Servers that are opened from now on, here and in processes of sites, are told that the trip of their journal was seen. */
extern bool site_bed_acknowledge;
/* All that servers of this process have said since the last call. */
const char *site_bed_said(void);

/* The same in a process of its own, until its test ends or it is killed. */
struct site_process {
	pid_t pid;
	int port;
};

void site_process_begin(struct site_process *p, const char *text, const char *folder, int port);
/* SIGKILL, and its end. */
void site_process_kill(struct site_process *p);

/* A coordinator's words for site "east" of that laboratory. */
struct coordinator_words peer_words(const struct site_bed *b, const char *run, const char *journal);
/* Step k to displacement x: the force, or fails. */
double peer_step(struct peers *p, struct peer_site *s, uint64_t step, double x);
