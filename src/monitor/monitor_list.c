/* The table of monitors, from list.def. */
#include "monitoring/monitor.h"

#define MONITOR(name) extern const struct monitor_ops monitor_##name;
#include "monitor/list.def"
#undef MONITOR

const struct monitor_ops *const monitor_table[] = {
#define MONITOR(name) &monitor_##name,
#include "monitor/list.def"
#undef MONITOR
	NULL,
};
