/* Trials of what is to be done with the HDF5 library, by a process of its own.
 *
 * HDF5 1.10 does not survive a request for memory that is refused: H5I_register calls exit(-1), H5_init_library goes through H5P__add_prop and H5SL_insert to
 * the hash of a name that is not there, H5RS_create, H5A__dense_insert and H5Tinsert copy to and read from NULL, and H5E_printf_stack calls itself until there
 * is no stack. In a trial that ends a process that nobody waits for but us. What was enough for it is enough here: this process has the memory that the other
 * one had, and asks for the same. Blocks, for milliseconds.
 */
#pragma once

#include "base/err.h"

struct hdf5_trial {
	const char *object, *hint;             /* for the report: "record", and what else may be done; borrowed */
	int (*work)(void *self, struct err *e);        /* the same calls as will come, without a disk; in the process, which ends when it returns */
	void *self;                            /* borrowed */
};

/* 0, what work has reported, ERR_MEMORY: the library ended the process, or ERR_STATE: there is no process, or it hangs. While a thread uses the library
 * (hdf5_in_use) nothing is tried and the answer is 0: that one may hold its lock, for which the process would wait; and the library was started before. */
int hdf5_try(const struct hdf5_trial *t, struct err *e) MUST_CHECK;
/* Nobody leaves it to the library to close files when the process ends: after a lack of memory it crashes there, and is not asked to. For the program alone. */
void hdf5_sole(void);
/* Tells the library so, before its first use; it refuses when it was used before, and keeps its way to end. After a trial: this, too, wants memory. */
void hdf5_sole_begin(void);
/* A thread begins to use the library (1) or has ended (-1). Any thread. */
void hdf5_in_use(int change);
