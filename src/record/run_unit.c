/* Spellings of units that defaultUnits takes beside the one that is shown. mN stands for MN, as in OpenSees. */
#include "record/run_unit.h"

#include "base/base.h"

#include <string.h>

static const struct { const char *word, *name; } SAME[] = {
	{"lbs", "lb"}, {"lbf", "lb"}, {"kips", "kip"}, {"KN", "kN"}, {"kn", "kN"}, {"mN", "MN"}, {"mn", "MN"}, {"inch", "in"}, {"feet", "ft"},
	{"sec", "s"}, {"Sec", "s"}, {"msec", "ms"}, {"mSec", "ms"},
};

const char *run_unit(const char *word)
{
	for (size_t i = 0; i < COUNT(SAME); i++)
		if (strcmp(SAME[i].word, word) == 0)
			return SAME[i].name;
	return word;
}
