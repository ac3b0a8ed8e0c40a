/* A record is tried before it is begun (recorder/hdf5_try.h): a process of its own makes the whole file in memory, its thread writes a row of every
 * table, and the file is closed. */
#include "record/run_writer_priv.h"

#include "recorder/hdf5_try.h"

#include <string.h>

struct life {
	struct run_writer *w;
	const struct run_writer_words *words;
};

/* The process: the whole life of a record. */
static int live(void *self, struct err *e)
{
	const struct life *l = self;
	struct run_writer *w = l->w;
	int code;

	w->disk->trial = true;
	code = run_writer_make(w, l->words, e);
	if (!code)
		code = run_writer_start(w, e);
	if (code)
		return code;
	/* zeros, of which the buffer has a row at least */
	for (int i = 0; i < w->nstream; i++)
		ring_push(&w->stream[i].ring, w->stream[i].gathered);
	run_writer_stop(w, RUN_STATUS_OPEN);
	return w->disk->error ? err_set(e, ERR_MEMORY, "record", "it cannot be written: %s", strerror(w->disk->error)) : 0;
}

int run_writer_try(struct run_writer *w, const struct run_writer_words *words, struct err *e)
{
	struct life l = {w, words};

	return hdf5_try(&(struct hdf5_trial){"record", "run with --no-record", live, &l}, e);
}
