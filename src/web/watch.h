/* What a viewer asks for: one text message of a WebSocket, taken apart and checked (docs/web.md). No run is needed for that; nothing blocks. */
#pragma once

#include "base/err.h"
#include "web/history.h"

#include <stdbool.h>

/* So long is a message at most: room for all series and pairs, with columns of 90 letters. */
enum { WATCH_BYTES = 65536, WATCH_SERIES = 16, WATCH_PAIRS = 16 };

struct watch_series { const char *table, *column[HISTORY_COLUMNS]; int n; double window; int width; };
struct watch_pair { const char *table, *x, *y; int last; };

struct watch {
	char names[WATCH_BYTES];           /* all texts, one behind the other */
	size_t used;
	bool ping; double number;          /* {"ping": number}; then nothing else counts */
	const char *run;                   /* NULL: none */
	int nseries, npair, fps;
	struct watch_series series[WATCH_SERIES];
	struct watch_pair pair[WATCH_PAIRS];
	bool motion;
};

/* n <= WATCH_BYTES. ERR_FORMAT no JSON object, ERR_UNKNOWN a member, ERR_ARGUMENT, ERR_RANGE, ERR_LIMIT. ret is undefined after a failure. */
int watch_read(struct watch *ret, const char *bytes, size_t n, struct err *e) MUST_CHECK;
