/* The table of devices, from list.def. */
#include "experiment/device.h"

#define DEVICE(name) extern const struct device_ops device_##name;
#include "device/list.def"
#undef DEVICE

const struct device_ops *const device_table[] = {
#define DEVICE(name) &device_##name,
#include "device/list.def"
#undef DEVICE
	NULL,
};
