/* What monitors of energies share: their unit, and what the sign of an error means. */
#pragma once

#include "monitoring/monitor.h"

#define ENERGY_UNIT "force*length"

/* The remark slot of a column that is an error: "energy added: ..." where it is negative, else "energy removed: ...". */
const char *energy_remark(const struct monitor *m, int column);
