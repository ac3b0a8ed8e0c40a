/* The checker of histories: reads all journals of a test and the specimens' logs afterwards, and says what is wrong with them. */
#pragma once

#include "sim/sim.h"

/* No step lost, none executed twice, none outside limits, nobody ahead of the others, journals of both sides agree, the result is that of the uninterrupted
 * test to the last bit. What is wrong goes to sim_fault. */
void sim_check(struct sim *s);
