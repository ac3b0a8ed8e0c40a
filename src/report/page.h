/* A page of HTML that needs nothing beside itself, light and dark, on paper and on a phone; and its pictures, in the page and as files in a folder beside
 * it. */
#pragma once

#include "base/arena.h"
#include "plot/markup.h"
#include "plot/plot.h"

enum { PAGE_PATH = 4096, FIGURE_WIDTH = 520, FIGURE_HEIGHT = 300, FIGURE_NAMES = 4096 };

struct page {
	struct markup m;
	char path[PAGE_PATH];              /* of the page */
	char part[PAGE_PATH + 8];          /* where it grows until it is whole; m borrows it */
	char folder[PAGE_PATH];            /* of the pictures */
	int figures;
	char (*name)[64];                  /* of the pictures, FIGURE_NAMES of them; owned: the arena given */
	int rc;                            /* first failure of a picture */
	struct err *e;
};

/* The file of a page that is asked for by this path: .html is added where it is missing. */
void page_path(const char *path, char *ret, size_t size);
/* Begins the page: path ends in .html (added where it does not). Makes the folder. ERR_FILE, also when the path
 * is a folder's. Until it is whole it is PATH.part, and a page of before stays. */
int page_open(struct page *p, const char *path, const char *title, struct arena *mem, struct err *e) MUST_CHECK;
/* Ends it; the first failure of page or pictures. */
int page_close(struct page *p) MUST_CHECK;

/* A heading of level 2 or 3, with an anchor. */
void page_heading(struct page *p, int level, const char *anchor, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A paragraph of words that are shown as they are. */
void page_text(struct page *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Rows of a table: words, each in its cell; a class of the row, or NULL. */
void page_table(struct page *p, int n, const char *const *head);
void page_row(struct page *p, const char *class, int n, const char *const *cell);
void page_table_end(struct page *p);

/* A row of pictures begins and ends; a picture with its caption. A picture without a point is a line that says so. */
void page_figures(struct page *p);
void page_figures_end(struct page *p);
void page_figure(struct page *p, const char *name, const struct plot *plot, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* PNG files beside the SVG files, by the program rsvg-convert (Debian: librsvg2-bin): how many. ret_why: why not all; empty: all. */
int page_png(const struct page *p, char ret_why[160]);
