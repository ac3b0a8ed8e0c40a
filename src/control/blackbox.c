/* Rows of the loop in memory. How they get to the disk: blackbox_file.c. */
#include "control/blackbox.h"

enum { COLUMNS = 5 };              /* of a channel */

int blackbox_setup(struct blackbox *b, int n, double rate_hz, const char *object, struct arena *mem, struct err *e)
{
	*b = (struct blackbox){.n = n, .columns = BLACKBOX_HEAD + COLUMNS * n, .event = -1};
	b->before = (int64_t)(BLACKBOX_BEFORE_S * rate_hz) + 1;
	b->size = b->before + (int64_t)(BLACKBOX_AFTER_S * rate_hz) + 1;
	b->x = ARENA_ARRAY(mem, (size_t)b->size * (size_t)b->columns, double);
	return b->x ? 0 : err_set(e, ERR_MEMORY, object, "no memory for the last %d s of its signals", BLACKBOX_BEFORE_S + BLACKBOX_AFTER_S);
}

double *blackbox_next(struct blackbox *b)
{
	if (b->closed || (b->event >= 0 && b->put - b->event >= b->size - b->before))
		return NULL;
	return b->x + (size_t)(b->put++ % b->size) * (size_t)b->columns;
}

void blackbox_mark(struct blackbox *b)
{
	if (b->event < 0)
		b->event = b->put - 1;
}

void blackbox_close(struct blackbox *b)
{
	b->closed = true;
}

void blackbox_rearm(struct blackbox *b)
{
	b->event = -1;
	b->closed = false;
}
