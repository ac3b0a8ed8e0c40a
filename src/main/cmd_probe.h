/* tandem probe: measures a path of the network and proposes the controller's timing, or serves the echo for it. Status 0: it measured or served; 1: it could
 * not, and said why. */
#pragma once

/* argv[0] is the subcommand. */
int cmd_probe(int argc, char **argv);
