/* The files of the page (src/web/ui), packed into the program by tools/make_page: gzip'd once, at build time, and constant afterwards. Where node and npm
 * were missing at build time there is none, and page_file_find finds nothing. Any thread; nothing here blocks or fails. */
#pragma once
#include <stddef.h>

/* One file as it is sent, with Content-Encoding: gzip. */
struct page_file {
	const char *path;                /* from the root of the server, "/page.js"; the page itself is "/" */
	const char *type;                /* Content-Type, with its charset */
	const unsigned char *gzip;       /* constant */
	size_t size;                     /* bytes of gzip */
	const char *etag;                /* of the contents, with its quotation marks */
};

/* All of them; the last has no path. Made by tools/make_page. */
extern const struct page_file page_files[];

/* The file of this path (without query), NULL when there is none. */
const struct page_file *page_file_find(const char *path);
