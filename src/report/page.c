/* HTML: head with styles, headings, tables, pictures. */
#include "report/page.h"

#include "base/base.h"
#include "base/io.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Colours: M. Okabe & K. Ito, lighter on a dark ground. */
static const char *const STYLE[] = {
	":root{color-scheme:light dark;--ground:#fff;--ink:#1d2329;--soft:#5b6670;--line:#d9dee3;--panel:#f5f7f9;--grid:#e7eaee;--zero:#aeb7c0;--axis:#5b6670;",
	"--good:#0a7d4f;--doubtful:#9a6700;--bad:#b3261e;",
	"--k0:#0072b2;--k1:#d55e00;--k2:#009e73;--k3:#b0508c;--k4:#c78500;--k5:#56b4e9;--k6:#1d2329;--k7:#7a5195}\n",
	"@media screen and (prefers-color-scheme:dark){:root{--ground:#14181c;--ink:#e6e9ec;--soft:#a3adb7;--line:#333c45;--panel:#1c2228;--grid:#2a3138;",
	"--zero:#5b6670;--axis:#a3adb7;--good:#4cc38a;--doubtful:#e2a93b;--bad:#ff7b72;",
	"--k0:#58b4f0;--k1:#ff9248;--k2:#3fd0a0;--k3:#e79cc9;--k4:#f0b84a;--k5:#8fd3ff;--k6:#e6e9ec;--k7:#c4a0e8}}\n",
	"*{box-sizing:border-box}body{margin:0 auto;max-width:1160px;padding:1rem;background:var(--ground);color:var(--ink);",
	"font:16px/1.5 system-ui,'DejaVu Sans',Arial,sans-serif;overflow-wrap:anywhere}\n",
	"h1{font-size:1.6rem;line-height:1.2;margin:.4rem 0}h2{font-size:1.25rem;margin:2rem 0 .6rem;border-bottom:1px solid var(--line)}",
	"h3{font-size:1.05rem;margin:1.2rem 0 .4rem}p{margin:.5rem 0;max-width:75ch}\n",
	".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem;margin:.6rem 0;font-variant-numeric:tabular-nums}",
	"th,td{text-align:left;vertical-align:top;",
	"padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line);overflow-wrap:normal}th{color:var(--soft);font-weight:600}\n",
	".verdict{border-left:6px solid;border-radius:4px;background:var(--panel);padding:.6rem 1rem;margin:1rem 0}",
	".verdict b{font-size:1.3rem;text-transform:capitalize}",
	".good .grade,.verdict.good b{color:var(--good)}.doubtful .grade,.verdict.doubtful b{color:var(--doubtful)}.bad .grade,.verdict.bad b{color:var(--bad)}",
	".likeness .good td:last-child{color:var(--good)}.likeness .doubtful td:last-child{color:var(--doubtful)}.likeness .bad td:last-child{color:var(--bad)}",
	".verdict.good{border-color:var(--good)}.verdict.doubtful{border-color:var(--doubtful)}.verdict.bad{border-color:var(--bad)}\n",
	".grade{font-weight:600}.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,420px),1fr));gap:1rem}",
	"figure{margin:0;min-width:0;max-width:640px}",
	"figcaption{color:var(--soft);font-size:.88rem}svg.plot{width:100%;height:auto;display:block}\n",
	"svg.plot text{font-family:inherit;font-size:14px;fill:var(--ink)}svg.plot .tick{font-size:12.5px;fill:var(--soft)}",
	"svg.plot .title{font-size:15px;font-weight:600}",
	".grid{stroke:var(--grid)}.zero{stroke:var(--zero)}.axis{stroke:var(--axis)}.mark{stroke:var(--bad);stroke-dasharray:3 3}",
	".curve{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}.dash{stroke-dasharray:6 4;stroke-linecap:butt}",
	".legend{fill:var(--ground);fill-opacity:.85;stroke:var(--line)}\n",
	"pre{background:var(--panel);padding:.8rem;overflow-x:auto;font-size:.82rem;line-height:1.4}details{margin:.6rem 0}summary{cursor:pointer;font-weight:600}",
	".pairs td:nth-child(2){overflow-wrap:anywhere}.criteria td:nth-child(2),td.grade{white-space:nowrap}",
	"@media (min-width:641px){.criteria td:nth-child(3){white-space:nowrap}}\n",
	"@media (max-width:640px){.criteria td:nth-child(5),.criteria th:nth-child(5){display:none}.criteria table{font-size:.84rem}th,td{padding-right:.5rem}}\n",
	"ol.story{padding-left:2.4rem}ol.story li{margin:.25rem 0;max-width:80ch}nav a{margin-right:1rem}a{color:var(--k0)}\n",
	/* on paper: light, two pictures a row whatever the paper's width, nothing torn apart */
	"@page{margin:14mm}@media print{:root{color-scheme:light;--ink:#000;--soft:#333;--panel:#fff}body{padding:0;max-width:none;font-size:10.5pt}",
	"table,figcaption{font-size:9pt}th,td{padding-right:.4rem}.figures{grid-template-columns:1fr 1fr;gap:.6rem}",
	"figure,tr,li,.verdict{break-inside:avoid}h2,h3,summary{break-after:avoid}",
	"pre{white-space:pre-wrap;overflow-wrap:anywhere}nav{display:none}}\n",
};

static void put_style(struct markup *m)
{
	markup_put(m, "<style>\n");
	for (size_t i = 0; i < COUNT(STYLE); i++)
		markup_put(m, "%s", STYLE[i]);
	for (int k = 0; k < 8; k++)
		markup_put(m, ".k%d{stroke:var(--k%d)}.bar.k%d{fill:var(--k%d);stroke:none}", k, k, k, k);
	markup_put(m, "\n</style>\n");
}

static int make_folder(struct page *p, bool *ret_made, struct err *e)
{
	*ret_made = mkdir(p->folder, 0777) == 0;
	if (*ret_made || errno == EEXIST)
		return 0;
	err_set(e, ERR_FILE, p->folder, "the folder of the pictures cannot be made: %s", strerror(errno));
	return ERR_FILE;
}

/* Letters of a path before .html, or all of it. */
static size_t stem_of(const char *path)
{
	size_t n = strlen(path);

	return n > 5 && strcmp(path + n - 5, ".html") == 0 ? n - 5 : n;
}

void page_path(const char *path, char *ret, size_t size)
{
	snprintf(ret, size, "%.*s.html", (int)stem_of(path), path);
}

static bool is_folder(const char *path)
{
	size_t n = strlen(path);
	struct stat st;

	return n == 0 || path[n - 1] == '/' || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

int page_open(struct page *p, const char *path, const char *title, struct arena *mem, struct err *e)
{
	size_t stem = stem_of(path);
	bool made = false;
	int code;

	*p = (struct page){.e = e};
	if (stem + 16 > sizeof(p->path))
		return err_set(e, ERR_FILE, "report", "the name of the page is too long");
	if (is_folder(path)) {
		err_set(e, ERR_FILE, path, "this is a folder, not the name of a page");
		err_hint(e, "as in %.60s/report.html", path);
		return ERR_FILE;
	}
	page_path(path, p->path, sizeof(p->path));
	snprintf(p->part, sizeof(p->part), "%s.part", p->path);
	snprintf(p->folder, sizeof(p->folder), "%.*s_figures", (int)stem, path);
	p->name = arena_array(mem, FIGURE_NAMES, sizeof(*p->name));
	code = p->name ? make_folder(p, &made, e) : err_set(e, ERR_MEMORY, path, "no memory for the names of pictures");
	if (!code)
		code = markup_open(&p->m, p->part, e);
	if (code && made)
		rmdir(p->folder);
	if (code)
		return code;
	markup_put(&p->m, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
	                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n<title>");
	markup_word(&p->m, title);
	markup_put(&p->m, "</title>\n");
	put_style(&p->m);
	markup_put(&p->m, "</head>\n<body>\n");
	return 0;
}

int page_close(struct page *p)
{
	markup_put(&p->m, "</body>\n</html>\n");
	int code = markup_close(&p->m);

	code = p->rc ? p->rc : code;
	if (!code && rename(p->part, p->path) != 0)
		code = err_set(p->e, ERR_FILE, p->path, "the page cannot be given its name: %s", strerror(errno));
	/* a page without one of its pictures' files is not the page that was asked for; one that was there stays */
	if (code)
		io_drop(p->part);
	return code;
}

/* ---- words ---------------------------------------------------------------------------------------------------- */

static void put_words(struct page *p, const char *format, va_list list)
{
	char text[1024];

	vsnprintf(text, sizeof(text), format, list);
	markup_word(&p->m, text);
}

void page_heading(struct page *p, int level, const char *anchor, const char *format, ...)
{
	va_list list;

	markup_put(&p->m, "<h%d id=\"", level);
	markup_word(&p->m, anchor);
	markup_put(&p->m, "\">");
	va_start(list, format);
	put_words(p, format, list);
	va_end(list);
	markup_put(&p->m, "</h%d>\n", level);
}

void page_text(struct page *p, const char *format, ...)
{
	va_list list;

	markup_put(&p->m, "<p>");
	va_start(list, format);
	put_words(p, format, list);
	va_end(list);
	markup_put(&p->m, "</p>\n");
}

static void put_cells(struct page *p, const char *tag, int n, const char *const *cell)
{
	for (int i = 0; i < n; i++) {
		markup_put(&p->m, "<%s>", tag);
		markup_word(&p->m, cell[i]);
		markup_put(&p->m, "</%s>", tag);
	}
	markup_put(&p->m, "</tr>\n");
}

void page_table(struct page *p, int n, const char *const *head)
{
	markup_put(&p->m, "<div class=\"wide\"><table>\n<thead><tr>");
	put_cells(p, "th", n, head);
	markup_put(&p->m, "</thead><tbody>\n");
}

void page_row(struct page *p, const char *class, int n, const char *const *cell)
{
	markup_put(&p->m, class ? "<tr class=\"%s\">" : "<tr>", class);
	put_cells(p, "td", n, cell);
}

void page_table_end(struct page *p)
{
	markup_put(&p->m, "</tbody></table></div>\n");
}

/* ---- pictures ------------------------------------------------------------------------------------------------- */

void page_figures(struct page *p)
{
	markup_put(&p->m, "<div class=\"figures\">\n");
}

void page_figures_end(struct page *p)
{
	markup_put(&p->m, "</div>\n");
}

/* A name for files: letters and digits stay; none is given twice. */
static const char *figure_name(struct page *p, const char *name)
{
	char *to = p->name[p->figures];
	int n = snprintf(to, sizeof(*p->name), "%.50s", name);

	for (int i = 0; i < n; i++)
		to[i] = isalnum((unsigned char)to[i]) ? to[i] : '_';
	for (int i = 0; i < p->figures; i++)
		if (strcmp(p->name[i], to) == 0) {
			snprintf(to + n, sizeof(*p->name) - (size_t)n, "_%d", p->figures);
			break;
		}
	return to;
}

void page_figure(struct page *p, const char *name, const struct plot *plot, const char *format, ...)
{
	char path[PAGE_PATH + 80];
	va_list list;

	markup_put(&p->m, "<figure>\n");
	if (plot_empty(plot) || p->figures == FIGURE_NAMES) {
		markup_put(&p->m, "<p>Nothing to show: ");
		markup_word(&p->m, plot->title ? plot->title : name);
		markup_put(&p->m, ".</p>\n");
	} else {
		snprintf(path, sizeof(path), "%s/%s.svg", p->folder, figure_name(p, name));
		p->figures++;
		plot_put(&p->m, plot);
		if (p->rc == 0)
			p->rc = plot_write(plot, path, p->e);
	}
	markup_put(&p->m, "<figcaption>");
	va_start(list, format);
	put_words(p, format, list);
	va_end(list);
	markup_put(&p->m, "</figcaption>\n</figure>\n");
}
