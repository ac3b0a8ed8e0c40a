/* Memory of the mailboxes. */
#include "control/link.h"

enum { SLACK = 16384 };            /* alignment of the pieces */

/* Of a ring for so many rows. */
static size_t ring_size(int nrows, int columns)
{
	size_t slots = 1;

	while (slots < (size_t)nrows)
		slots *= 2;
	return slots * ((size_t)columns + 2) * sizeof(double);
}

size_t link_size(int n, int columns, int nrows)
{
	return sizeof(struct link) + 2 * sizeof(struct link_target) + 2 * sizeof(struct link_answer) + 2 * sizeof(struct loop_report) +
	       ring_size(nrows, columns) + ring_size(LINK_PLAY_ROWS, 1 + n) + ring_size(LINK_PLAY_ROWS, 1 + 2 * n) +
	       ring_size(LINK_TUNES, sizeof(struct tune) / sizeof(double)) + SLACK + LINK_GUARD_ROOM;
}

int link_setup(struct link *l, int n, int columns, int nrows, struct arena *mem, struct err *e)
{
	int code = snapshot_init(&l->target, sizeof(struct link_target), mem, e);

	if (!code)
		code = snapshot_init(&l->answer, sizeof(struct link_answer), mem, e);
	if (!code)
		code = snapshot_init(&l->timing, sizeof(struct loop_report), mem, e);
	if (!code)
		code = ring_init(&l->rows, (size_t)nrows, (size_t)columns * sizeof(double), mem, e);
	if (!code)
		code = ring_init(&l->play, LINK_PLAY_ROWS, (1 + (size_t)n) * sizeof(double), mem, e);
	if (!code)
		code = ring_init(&l->played, LINK_PLAY_ROWS, (1 + 2 * (size_t)n) * sizeof(double), mem, e);
	if (!code)
		code = ring_init(&l->tunes, LINK_TUNES, sizeof(struct tune), mem, e);
	atomic_init(&l->playing, LINK_SILENT);
	atomic_init(&l->plays, 0);
	atomic_init(&l->wish, LINK_RUN);
	atomic_init(&l->phase, LINK_STARTING);
	atomic_init(&l->acknowledged, 0);
	atomic_init(&l->kept, 0);
	atomic_init(&l->orphan, false);
	return code;
}
