/* Files of runs' folders, as they are. Functions of routes, in the thread of folders. */
#pragma once

#include "web/request.h"

#include <dirent.h>

enum { FILES_MOST = 64 << 20, FILES_MODEL = 64 << 20, FILES_SMALL = 1 << 20 };

/* A whole file of at most `most` bytes, and an end mark behind it; malloc, the caller's. ERR_MISSING, ERR_FILE, ERR_LIMIT. Any thread. */
int files_read(const char *path, size_t most, char **ret, size_t *ret_n, struct err *e) MUST_CHECK;
/* Writes a file that is not there yet, for its owner alone. Any thread. */
int files_write(const char *path, const char *text, size_t n, struct err *e) MUST_CHECK;

/* opendir. Any thread. */
DIR *files_folder(const char *path);

void files_model(struct request *r);       /* GET /api/runs/ID/model, in blocks */
void files_list(struct request *r);        /* GET /api/runs/ID/files */
void files_file(struct request *r);        /* GET /api/runs/ID/files/NAME, in blocks */
