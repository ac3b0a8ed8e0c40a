/* The list of specimens of the program around the laboratory. */
#include "experiment/callback.h"

#include <string.h>

const struct callback *callback_find(const struct callback *first, const char *name)
{
	while (first && strcmp(first->name, name) != 0)
		first = first->next;
	return first;
}
