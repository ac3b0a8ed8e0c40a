/* The subcommand doctor: is this machine fit for real time? Its settings, a measured loop, a verdict. */
#pragma once

/* argv[0] is the program's name, then come the words after "doctor". Returns the program's status: 0 when it measured, whatever the
 * verdict; 1 for bad input or when no loop can be started, with a message on standard error. */
int cmd_doctor(int argc, char **argv);
