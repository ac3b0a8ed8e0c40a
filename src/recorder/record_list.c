/* The tables of sources and formats, made from list.def. */
#include "recorder/format.h"
#include "recorder/source.h"

#include <string.h>

#define SOURCE(name) extern const struct source_ops source_##name;
#define FORMAT(name) extern const struct format_ops format_##name;
#include "recorder/list.def"
#undef SOURCE
#undef FORMAT

const struct source_ops *const source_table[] = {
#define SOURCE(name) &source_##name,
#define FORMAT(name)
#include "recorder/list.def"
#undef SOURCE
#undef FORMAT
	NULL,
};

const struct format_ops *const format_table[] = {
#define SOURCE(name)
#define FORMAT(name) &format_##name,
#include "recorder/list.def"
#undef SOURCE
#undef FORMAT
	NULL,
};

const struct source_ops *source_find(const char *word, bool experiment, bool *ret_envelope)
{
	for (int i = 0; source_table[i]; i++) {
		bool envelope = source_table[i]->envelope && strcmp(source_table[i]->envelope, word) == 0;
		if (source_table[i]->experiment != experiment || (!envelope && strcmp(source_table[i]->name, word) != 0))
			continue;
		*ret_envelope = envelope;
		return source_table[i];
	}
	return NULL;
}

const struct format_ops *format_find_option(const char *word)
{
	for (int i = 0; format_table[i]; i++)
		for (int j = 0; format_table[i]->option[j]; j++)
			if (strcmp(format_table[i]->option[j], word) == 0)
				return format_table[i];
	return NULL;
}
