/* Subcommands of the program in tests: run to their end with what they say kept, or begun as a process of their own. Words are parted by blanks. */
#pragma once

#include "test.h"

#include <sys/types.h>

extern char said[65536], complained[4096];     /* standard output and error of the last command_run */

/* Runs it here; its status. */
int command_run(int (*command)(int argc, char **argv), const char *format, ...) __attribute__((format(printf, 2, 3)));

struct process {
	pid_t pid;
	int output;                /* its standard output, to be read here */
	char text[8192];           /* what it has said */
	size_t n;
};

/* Begins it; returns when it has said its first line. It ends with this program at the latest. */
void process_begin(struct process *p, int (*command)(int argc, char **argv), const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The whole number behind `mark` in what it has said. */
int process_number(const struct process *p, const char *mark);
/* Sends the signal (0: none, it ends by itself), hears it out, and wants the status 0. */
void process_end(struct process *p, int number);

/* Files of a case, in the folder where it runs. */
void file_write(const char *path, const char *text);
const char *file_text(const char *path);       /* a place that the next call uses, too */
