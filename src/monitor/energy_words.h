/* What monitors of energies share: their unit, and what the sign of an error means. */
#pragma once

#include "base/base.h"

#define ENERGY_UNIT "force*length"

/* "energy added: ..." for negative errors, "energy removed: ..." for positive ones. */
const char *energy_remark(double error) RT;
