/* The table of command generators, from list.def. */
#include "experiment/command.h"

#define COMMAND(name) extern const struct command_ops command_##name;
#include "command/list.def"
#undef COMMAND

const struct command_ops *const command_table[] = {
#define COMMAND(name) &command_##name,
#include "command/list.def"
#undef COMMAND
	NULL,
};
