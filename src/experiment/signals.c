/* Room for five slots, and copies between them. */
#include "experiment/signals.h"

#include "base/err.h"
#include "math/vec.h"

#include <string.h>

void traffic_log_add(struct traffic_log *log, double sent, double took)
{
	log->row[log->n++ % TRAFFIC_LOG] = (struct traffic_row){sent, took};
}

void signals_size(int ret_n[SLOTS], int disp, int vel, int accel, int force, int time)
{
	ret_n[SLOT_DISP] = disp;
	ret_n[SLOT_VEL] = vel;
	ret_n[SLOT_ACCEL] = accel;
	ret_n[SLOT_FORCE] = force;
	ret_n[SLOT_TIME] = time;
}

int signals_take(struct signals *s, const int n[SLOTS], struct arena *mem)
{
	for (int k = 0; k < SLOTS; k++) {
		s->n[k] = n[k];
		s->x[k] = ARENA_ARRAY(mem, (size_t)n[k] + 1, double);
		if (!s->x[k])
			return ERR_MEMORY;
	}
	return 0;
}

void signals_copy(const struct signals *from, struct signals *to)
{
	for (int k = 0; k < SLOTS; k++) {
		int n = from->n[k] < to->n[k] ? from->n[k] : to->n[k];

		/* a type that one of them does not have has no room there */
		if (n > 0)
			memcpy(to->x[k], from->x[k], (size_t)n * sizeof(double));
		if (to->n[k] > n)
			memset(to->x[k] + n, 0, (size_t)(to->n[k] - n) * sizeof(double));
	}
}

bool signals_finite(const struct signals *s)
{
	bool good = true;

	for (int k = 0; k < SLOTS; k++)
		good &= s->n[k] == 0 || vec_finite(s->n[k], s->x[k]);
	return good;
}

const char *slot_name(int slot)
{
	static const char *const name[SLOTS] = {"Disp", "Vel", "Accel", "Force", "Time"};

	return name[slot];
}
