/* The subcommand site: serves a site of a script's laboratory to a coordinator; site keygen makes certificates. */
#pragma once

#include "script/script.h"

struct tls;

struct site_words {
	int port, tag, sync;
	bool plain, acknowledge;
	const char *name, *host, *cert, *key, *ca, *coordinator, *journal;   /* borrowed: argv; NULL: not given */
	struct tls *tls;                                       /* owned; NULL: without */
};

/* The words after the file, argv[0] is the program's name; its papers are opened. Before the script: what is wrong here connects nothing. 0, or -1 after a
 * message. */
int cmd_site_words(struct site_words *w, int argc, char **argv) MUST_CHECK;
void cmd_site_words_fini(struct site_words *w);
/* Serves a site of the script, which has run: the laboratory is there. Returns the program's status. */
int cmd_site_serve(struct script *s, const struct site_words *w);
/* The words after the file, to standard output. */
void cmd_site_help(void);
