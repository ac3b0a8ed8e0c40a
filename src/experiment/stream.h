/* Streams of chance: a number for rng_init that is different for every thing that needs chance, and the same in every run. */
#pragma once

#include <stdint.h>

enum stream_kind { STREAM_ACTUATOR = 1, STREAM_SENSOR, STREAM_FILTER, STREAM_NETWORK, STREAM_EXCITATION };

/* kind of object, its tag, the rig where it is used, the channel there and the quantity of that channel. */
uint64_t stream_of(enum stream_kind kind, int tag, int rig, int channel, int quantity);
