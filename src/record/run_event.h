/* Events in the file of a record. */
#pragma once

#include <hdf5.h>

/* The type of struct run_event (run_layout.h), in memory and in the file; the caller closes it. One thread at a time for the library. */
hid_t run_event_type(void);
