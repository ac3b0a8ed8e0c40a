/* What several setups share. */
#pragma once

#include "experiment/laboratory.h"
#include "plugin.h"

/* The usual sizes: trial and out with n motions and forces and a time, ctrl and daq with m. Takes s->driven, all false. */
int setup_sizes(struct setup *s, int trial, int out, int actuators, struct laboratory *lab, const char *object, struct err *e) MUST_CHECK;
/* Cosine and sine of an angle in degrees; exact zeros at whole quarters, so that an actuator across an axis does not drive it. */
void angle_of_degrees(double degrees, double *ret_cos, double *ret_sin);
