/* The folder of a run: who it is, how it was started, and the journals of its remote sites; so that tandem resume can go on with it.
 *
 * FOLDER/run.txt: lines "id", "hash", "cwd", "script" and one "word" for each word of the script, each with its value behind a blank.
 */
#pragma once

#include "experiment/laboratory.h"

enum { RUN_PATH = 4096, RUN_ID = 48, RUN_WORDS = 256, RUN_TEXT = 65536 };   /* TEXT: the longest run.txt */

struct run_folder {
	char id[RUN_ID], folder[RUN_PATH], cwd[RUN_PATH], script[RUN_PATH];
	int nwords;
	char *word[RUN_WORDS];     /* owned: the arena given */
	uint64_t hash;
};

/* A new run of a script: its name, and the folder that it will have (given, or runs/ID). Nothing is made yet. ERR_RANGE: too many words, or too long. */
int run_folder_plan(struct run_folder *r, const char *folder, const char *script, int nwords, char **word, struct arena *mem, struct err *e) MUST_CHECK;
/* The text of a script, from the arena; NULL: it cannot be read, which whoever runs it reports. */
char *run_folder_text(const char *path, struct arena *mem);
/* A number that differs from process to process. */
uint64_t run_folder_instance(void);
/* Makes all folders of a path that are not there yet. ERR_FILE. */
int run_folder_path(const char *path, struct err *e) MUST_CHECK;
/* Is there none in it? ERR_DUPLICATE: it holds a run already. For who asks before a script does anything. */
int run_folder_free(const struct run_folder *r, struct err *e) MUST_CHECK;
/* Makes the folder and its run.txt, once, and locks it. ERR_DUPLICATE: it holds a run already. */
int run_folder_make(struct run_folder *r, struct err *e) MUST_CHECK;
/* FOLDER/NAME.lock is this process's until it ends, whatever ends it: two that write the same journals would damage them. Processes that it starts do not have
 * it. ERR_STATE: another one has it; ERR_FILE. */
int run_folder_lock(const char *folder, const char *name, struct err *e) MUST_CHECK;
/* Has another process that lock? Not for the one that has it: to look would give it away. */
bool run_folder_locked(const char *folder, const char *name);
/* Reads a folder back, and locks it; the script must be what it was. ERR_MISSING no folder, or none of a run; ERR_FORMAT run.txt, or another script;
 * ERR_STATE it is at work. */
int run_folder_read(struct run_folder *r, const char *folder, struct arena *mem, struct err *e) MUST_CHECK;
