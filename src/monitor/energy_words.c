/* The sign of an energy error in words. */
#include "monitor/energy_words.h"

const char *energy_remark(const struct monitor *m, int column)
{
	return m->value[column] < 0.0 ? "energy added: the specimen is behind its commands" : "energy removed: the specimen is ahead of its commands";
}
