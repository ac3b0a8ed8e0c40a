/* tandem serve: runs of a folder in a browser (web/web.h). Returns the program's status. */
#pragma once

/* argv[0] is the subcommand. */
int cmd_serve(int argc, char **argv);
