/* The subcommand site: serves a site of a script's laboratory to a coordinator; site keygen makes certificates. */
#pragma once

#include "script/script.h"

/* argv[0] is the program's name, then come the words after the file of the script, which has run: the laboratory is there. Returns the program's status. */
int cmd_site_serve(struct script *s, int argc, char **argv);
/* The words after the file, to standard output. */
void cmd_site_help(void);
