/* A subcommand of the program in this process, with what it writes. */
#pragma once

/* Of the last call: standard output and standard error. */
extern char said[32768], complained[2048];

/* Calls it with the words of the line behind the program's name; its status. */
int capture(int (*command)(int argc, char **argv), const char *line);
