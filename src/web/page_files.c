/* Finds a file of the page by its path. There are a handful. */
#include "web/page_files.h"

#include <string.h>

const struct page_file *page_file_find(const char *path)
{
	for (const struct page_file *f = page_files; f->path; f++)
		if (strcmp(f->path, path) == 0)
			return f;
	return NULL;
}
