/* tandem wan: a slow network between two programs on this machine. Status 0: it ended as it should; 1: it could not, and said why. */
#pragma once

/* argv[0] is the subcommand. */
int cmd_wan(int argc, char **argv);
