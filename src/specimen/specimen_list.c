/* The table of specimens, from list.def. */
#include "experiment/specimen.h"

#define SPECIMEN(name) extern const struct specimen_ops specimen_##name;
#include "specimen/list.def"
#undef SPECIMEN

const struct specimen_ops *const specimen_table[] = {
#define SPECIMEN(name) &specimen_##name,
#include "specimen/list.def"
#undef SPECIMEN
	NULL,
};
