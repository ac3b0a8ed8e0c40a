/* Memory of the mailboxes. */
#include "control/link.h"

enum { SLACK = 16384 };            /* alignment of the pieces */

size_t link_size(int columns, int nrows)
{
	size_t slots = 1;

	while (slots < (size_t)nrows)
		slots *= 2;
	return sizeof(struct link) + 2 * sizeof(struct link_target) + 2 * sizeof(struct link_answer) + 2 * sizeof(struct loop_report) + slots * ((size_t)columns + 2) * sizeof(double) + SLACK;
}

int link_setup(struct link *l, int columns, int nrows, struct arena *mem, struct err *e)
{
	int code = snapshot_init(&l->target, sizeof(struct link_target), mem, e);

	if (!code)
		code = snapshot_init(&l->answer, sizeof(struct link_answer), mem, e);
	if (!code)
		code = snapshot_init(&l->timing, sizeof(struct loop_report), mem, e);
	if (!code)
		code = ring_init(&l->rows, (size_t)nrows, (size_t)columns * sizeof(double), mem, e);
	atomic_init(&l->wish, LINK_RUN);
	atomic_init(&l->phase, LINK_STARTING);
	atomic_init(&l->acknowledged, 0);
	atomic_init(&l->orphan, false);
	return code;
}
