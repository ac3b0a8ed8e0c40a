/* What may be tuned while the test runs, as JSON: every row says the line of the script that changes it (docs/live.md). */
#pragma once

#include "base/jput.h"
#include "experiment/laboratory.h"
#include "monitoring/monitor.h"

/* An array; key: its name inside an object, NULL: none. monitors may be NULL. */
void live_tunables_put(const struct laboratory *lab, const struct monitors *monitors, struct jput *j, const char *key);
