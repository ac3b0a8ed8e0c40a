/* The table of command generators, from list.def. */
#include "experiment/command.h"

#include <string.h>

#define COMMAND(name) extern const struct command_ops command_##name;
#include "command/list.def"
#undef COMMAND

const struct command_ops *const command_table[] = {
#define COMMAND(name) &command_##name,
#include "command/list.def"
#undef COMMAND
	NULL,
};

const struct command_ops *command_find(const char *name)
{
	for (const struct command_ops *const *t = command_table; *t; t++)
		if (!strcmp((*t)->name, name))
			return *t;
	return NULL;
}
