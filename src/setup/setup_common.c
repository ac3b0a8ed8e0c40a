/* What several setups share. */
#include "setup/setup_common.h"

int setup_sizes(struct setup *s, int trial, int out, int actuators, struct laboratory *lab, const char *object, struct err *e)
{
	signals_size(s->side[SETUP_TRIAL].n, trial, trial, trial, trial, 1);
	signals_size(s->side[SETUP_OUT].n, out, out, out, out, 1);
	signals_size(s->side[SETUP_CTRL].n, actuators, actuators, actuators, actuators, 1);
	signals_size(s->side[SETUP_DAQ].n, actuators, actuators, actuators, actuators, 1);
	s->driven = ARENA_ARRAY(&lab->arena, (size_t)out + 1, bool);
	return s->driven ? 0 : err_set(e, ERR_MEMORY, object, "no memory for its sizes");
}
