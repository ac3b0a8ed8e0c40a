/* The subcommand motion: earthquake records from files or made, changed, judged and written. */
#pragma once

/* argv[0] is the program's name, then come the words after "motion". Returns the program's status: 0, 1 (failed, with a
 * message on standard error) or 2 (wrong words). */
int cmd_motion(int argc, char **argv);
