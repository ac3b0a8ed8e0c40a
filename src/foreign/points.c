/* Signals in the order of their control points. */
#include "foreign/points.h"

#include <string.h>

int points_size(struct rig *rig, const char *object, struct err *e)
{
	if (!rig->trial_point.nall || !rig->out_point.nall) {
		int code = err_set(e, ERR_ARGUMENT, object, "%s is missing: the signals and their order", rig->trial_point.nall ? "-outCP" : "-trialCP");

		err_hint(e, "expControlPoint 1 1 disp; expControlPoint 2 1 disp 1 force; then -trialCP 1 -outCP 2");
		return code;
	}
	memcpy(rig->ctrl.n, rig->trial_point.n, sizeof(rig->ctrl.n));
	memcpy(rig->daq.n, rig->out_point.n, sizeof(rig->daq.n));
	return 0;
}

struct frame_sizes points_frame(const struct rig *rig, int data)
{
	struct frame_sizes s = {.data = data};
	int least;

	memcpy(s.ctrl, rig->trial_point.n, sizeof(s.ctrl));
	memcpy(s.daq, rig->out_point.n, sizeof(s.daq));
	least = frame_data_least(&s, 0) + 2;
	s.data = data > least ? data : least;
	return s;
}

void points_pack(const struct rig_point *p, const struct signals *s, double *ret_x)
{
	int at[SLOTS] = {0};

	for (int i = 0; i < p->nall; i++)
		ret_x[i] = s->x[p->all[i]->slot][at[p->all[i]->slot]++];
}

void points_unpack(const struct rig_point *p, const double *x, struct signals *s)
{
	int at[SLOTS] = {0};

	for (int i = 0; i < p->nall; i++)
		s->x[p->all[i]->slot][at[p->all[i]->slot]++] = x[i];
}
