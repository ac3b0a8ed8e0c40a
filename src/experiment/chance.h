/* Streams of chance: a number for rng_init that is different for every thing that needs chance, and the same in every run. */
#pragma once

#include <stdint.h>

enum chance_kind { CHANCE_ACTUATOR = 1, CHANCE_SENSOR, CHANCE_FILTER, CHANCE_NETWORK, CHANCE_EXCITATION };

/* kind of object, its tag, the rig where it is used, the channel there and the quantity of that channel. */
uint64_t chance_of(enum chance_kind kind, int tag, int rig, int channel, int quantity);
