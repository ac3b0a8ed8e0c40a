/* The words of `tandem wan`, and the delays they name: those of expNetwork (experiment/network.h), one draw a piece. */
#pragma once

#include "experiment/laboratory.h"
#include "experiment/network.h"
#include "net/wan.h"

enum { WAN_LINES_MOST = 256, WAN_HOST = 256 };

struct wan_command {
	int port;                          /* where to listen; 0: any */
	const char *to, *script, *log;     /* borrowed: argv */
	char host[WAN_HOST];               /* of `to` */
	char service[8];                   /* its port */
	double jitter, throttle, seconds;  /* s, bytes/s (0: none), s (NaN: until a signal) */
	int connections, buffer;           /* buffer: KiB */
	uint64_t seed;
	int way;                           /* enum wan_way, WAN_WAYS: both */
	bool json, now;
	struct network delay;              /* ops NULL: none */
	struct network_use use[WAN_LINES_MOST][WAN_WAYS];
	struct laboratory lab;             /* memory of the delays */
};

/* Reads the words; the caller ends c->lab with laboratory_fini in any case. */
int wan_command_read(struct wan_command *c, int n, const char *const *word, struct err *e) MUST_CHECK;
/* Reads the script, line by line. */
int wan_command_script(const struct wan_command *c, struct wan_script *s, struct arena *mem, struct err *e) MUST_CHECK;
/* What wan_init wants, with the delays; c must outlive it. note stays empty. */
struct wan_words wan_command_words(struct wan_command *c);
void wan_command_help(void);
