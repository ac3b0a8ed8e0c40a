/* Names of the columns of rows. */
#include "control/rows.h"

#include <stdio.h>

const char *rows_name(int column, int n, int columns, const char *const *name, char *ret_text, int size)
{
	int each = 0, at = column - 1;

	while (name[each])
		each++;
	if (column == 0 || column == columns - 1)
		return column == 0 ? "time" : "lost";
	if (at < each * n)
		snprintf(ret_text, (size_t)size, "%s%d", name[at % each], at / each + 1);
	else if (at < (each + 1) * n)
		snprintf(ret_text, (size_t)size, "target%d", at - each * n + 1);
	else
		return "state";
	return ret_text;
}
