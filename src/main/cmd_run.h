/* The words of tandem run before its file: in virtual time, or against the clock; and of tandem resume before its folder. */
#pragma once

#include "experiment/laboratory.h"

struct cmd_run {
	struct realtime_words realtime;    /* say, show and trip are left alone */
	const char *folder;        /* of --run; NULL: not given */
	bool record;               /* not --no-record */
	bool live, hold, view;     /* the first with each of the others */
	double pace;               /* test seconds a second in virtual time; 0: as fast as it can */
};

/* argv[0] is the program's name. Writes what the options say and returns the index of the file; 0 after having printed help; -1 after a message about words
 * that are wrong. */
int cmd_run_words(int argc, char **argv, struct cmd_run *ret);
/* Those of tandem site before its file: without --run and how a run is shown. */
int cmd_site_run_words(int argc, char **argv, struct cmd_run *ret);
/* Those of tandem resume: how it is shown. The index is that of the folder. */
int cmd_resume_words(int argc, char **argv, struct cmd_run *ret);
