/* The files of the page where it was not built: none. tools/make_page gives the real ones. */
#include "web/page_files.h"

__attribute__((weak)) const struct page_file page_files[] = {{0}};
