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

/* cos 90 degrees and its like come out of libm as 1e-16; they are zero. */
static double quarter_clean(double x)
{
	return fabs(x) < 1e-15 ? 0.0 : x;
}

void angle_of_degrees(double degrees, double *ret_cos, double *ret_sin)
{
	double angle = fmod(degrees, 360.0) * M_PI / 180.0;

	*ret_cos = quarter_clean(cos(angle));
	*ret_sin = quarter_clean(sin(angle));
}
