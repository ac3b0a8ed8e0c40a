/* OpenBLAS would start threads of its own, which costs more than it gains for matrices of frames and makes sums
 * depend on the machine. */
#include "math/math_init.h"

#include "base/clock.h"
#include "base/room.h"
#include "math/lapack.h"

#include <cblas.h>
#include <math.h>
#include <stdbool.h>
#include <sys/resource.h>

void math_init(void)
{
	static bool done;

	if (!done)
		openblas_set_num_threads(1);
	done = true;
}

/* The buffer (128 MiB) and a little: who needs more can say so. */
#define LEAST 136e6

enum { LOOK_NS = 5 * 1000 * 1000, LOOKS_SAME = 6, LOOKS_MOST = 60 };

/* By the smallest factorisation: products of small matrices do without it. */
static void take_buffer(void)
{
	const int n = 1;
	double one = 1.0;
	int info;

	math_init();
	dpotrf_("L", &n, &one, &n, &info, 1);
}

/* What is left once the threads of OpenBLAS, which began when it was loaded, have taken their buffers, too: where that is more than one buffer none of them
 * waits for memory. */
static struct room settled_room(void)
{
	struct clock wall = {.ops = &clock_monotonic};
	struct room room = room_left(""), now;
	int same = 0;

	for (int i = 0; i < LOOKS_MOST && same < LOOKS_SAME && openblas_get_num_threads() > 1; i++) {
		if (clock_sleep_until(&wall, clock_now(&wall) + LOOK_NS) < 0)
			break;
		now = room_left("");
		same = fabs(now.bytes - room.bytes) < 1e6 ? same + 1 : 0;
		room = now;
	}
	return room;
}

int math_room(const char *object, struct err *e)
{
	static bool taken;
	char least[32], left[32];
	struct rlimit limit;
	struct room room;

	if (taken || getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return 0;
	room = settled_room();
	if (room.bytes >= LEAST) {
		take_buffer();
		taken = true;
		return 0;
	}
	err_set(e, ERR_MEMORY, object, "there is too little memory to begin");
	err_value(e, "%s left by %s", room_text(room.bytes, left, sizeof(left)), room.what);
	err_allowed(e, "at least %s", room_text(LEAST, least, sizeof(least)));
	return ERR_MEMORY;
}

void math_threads(int n)
{
	math_init();
	openblas_set_num_threads(n);
}
