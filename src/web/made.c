/* Reports, comparisons, help: made by processes of this program, or out of two records. */
#include "web/made.h"

#include "base/heap.h"
#include "report/compare.h"
#include "script/script.h"
#include "web/child.h"
#include "web/files.h"
#include "web/lives.h"
#include "web/web_priv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_MOST = 4096 + 300, PAGE_MOST = 64 << 20 };
static const int64_t PAGE_NS = 80000 * 1000 * 1000ll;

void made_status(struct request *r)
{
	struct web *w = r->web;
	char name[256] = "";
	struct jput j;

	gethostname(name, sizeof name - 1);
	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_text(&j, "version", script_version());
	jput_text(&j, "role", role_name[r->who.role]);
	jput_text(&j, "who", r->who.name);
	jput_open(&j, "live", '[');
	lives_put_ids(w->lives, &j);
	jput_close(&j, ']');
	jput_open(&j, "machine", '{');
	jput_text(&j, "name", name);
	jput_int(&j, "processors", sysconf(_SC_NPROCESSORS_ONLN));
	jput_close(&j, '}');
	jput_text(&j, "runs_folder", w->words.runs);
	jput_int(&j, "port", w->port);
	jput_close(&j, '}');
	request_json(r, 200, &j);
}

/* ---- by a process of its own --------------------------------------------------------------------------------- */

/* The page that the process has made, or what it says in its place. */
static void after_page(struct request *r)
{
	char *text = NULL;
	struct err e;
	size_t n = 0;
	int code;

	err_clear(&e);
	code = wait_read(r, r->child_status != 0 ? NULL : r->kept[0] ? r->kept : "page.html", PAGE_MOST, &text, &n, &e);
	if (code)
		request_error(r, request_status(code), &e);
	else if (r->child_status == 0) {
		request_bytes(r, "text/html; charset=utf-8", text, n);
		return;
	} else
		request_refuse(r, r->child_late ? 504 : 422, "%s", r->child_late ? "this took longer than 80 s, and was ended" : text);
	free(text);
}

/* Is the page there, and younger than the record? */
static bool is_fresh(const char *folder, const char *page)
{
	char record[PATH_MOST];
	struct stat of_page, of_record;

	return run_part_path(folder, 1, record, sizeof record) && stat(page, &of_page) == 0 && stat(record, &of_record) == 0 &&
	       of_page.st_mtim.tv_sec > of_record.st_mtim.tv_sec;
}

void made_report(struct request *r)
{
	char folder[4096 + 160];
	struct err e;
	struct stat st;
	int code = 0;

	err_clear(&e);
	if (!request_is_name(r->part[0]) || snprintf(folder, sizeof folder, "%s/%s", r->web->words.runs, r->part[0]) >= (int)sizeof folder ||
	    stat(folder, &st) != 0) {
		request_refuse(r, 404, "there is no such run");
		return;
	}
	snprintf(r->kept, sizeof r->kept, "%s/report.html", folder);
	if (is_fresh(folder, r->kept)) {
		r->child_status = 0;
		after_page(r);
		return;
	}
	code = child_folder(r->web->words.runs, r->child_path, sizeof r->child_path, &e);
	/* of a run that goes on it is not kept */
	if (!code && run_is_written(folder))
		r->kept[0] = '\0';
	const char *const words[] = {r->web->words.program, "report", folder, "-quiet", "-o", r->kept[0] ? r->kept : "page.html", NULL};
	if (!code)
		code = wait_begin(r, words, PAGE_NS, after_page, &e);
	if (code)
		request_error(r, request_status(code), &e);
}

static void after_help(struct request *r)
{
	char *text = NULL;
	struct err e;
	struct jput j;
	size_t n = 0;
	int code;

	err_clear(&e);
	code = wait_read(r, NULL, FILES_SMALL, &text, &n, &e);
	if (code)
		request_error(r, request_status(code), &e);
	else if (r->child_status != 0)
		request_refuse(r, 404, "%s", text);
	else {
		jput_init(&j);
		jput_open(&j, NULL, '{');
		jput_text(&j, "text", text);
		jput_close(&j, '}');
		request_json(r, 200, &j);
	}
	free(text);
}

void made_help(struct request *r)
{
	const char *command = request_arg(r, "command"), *type = request_arg(r, "type");
	const char *const words[] = {r->web->words.program, "help", command ? command : "commands", type, NULL};
	struct err e;
	int code;

	err_clear(&e);
	code = child_folder(r->web->words.runs, r->child_path, sizeof r->child_path, &e);
	if (!code)
		code = wait_begin(r, words, PAGE_NS, after_help, &e);
	if (code)
		request_error(r, request_status(code), &e);
}

/* ---- two runs ------------------------------------------------------------------------------------------------ */

static void put_compare(const struct compare *c, struct jput *j)
{
	char text[200] = "";

	jput_open(j, NULL, '{');
	jput_open(j, "columns", '[');
	for (int i = 0; i < c->pair.n; i++) {
		const struct likeness *l = &c->like[i];

		jput_open(j, NULL, '{');
		jput_text(j, "name", c->pair.column[i].name);
		jput_text(j, "unit", c->pair.column[i].unit);
		jput_real(j, "largest", l->peak);
		jput_real(j, "difference", l->most);
		jput_real(j, "at", l->at);
		jput_real(j, "eps_max", likeness_max(l));
		jput_real(j, "eps_rms", likeness_rms(l));
		jput_close(j, '}');
	}
	jput_close(j, ']');
	jput_real(j, "eps_enr", c->eps_enr);
	jput_open(j, "notes", '[');
	for (int i = 0; i < c->nsaid; i++)
		jput_text(j, NULL, c->said[i]);
	jput_close(j, ']');
	compare_summary(c, text, sizeof text);
	if (c->order_first >= 0)
		jput_text(j, "verdict", grade_name[compare_grade(likeness_max(&c->like[c->order_first]))]);
	else
		jput_null(j, "verdict");
	jput_text(j, "summary", text);
	jput_close(j, '}');
}

static int compare_page(struct request *r, struct compare *c, struct err *e)
{
	char path[PATH_MOST], why[160], *text;
	int figures, png, code = child_folder(r->web->words.runs, r->child_path, sizeof r->child_path, e);
	size_t n;

	if (code)
		return code;
	snprintf(path, sizeof path, "%.*s/page.html", (int)sizeof r->child_path, r->child_path);
	code = compare_write(c, path, &figures, &png, why, e);
	if (!code)
		code = files_read(path, PAGE_MOST, &text, &n, e);
	child_clear(r->child_path);
	if (!code)
		request_bytes(r, "text/html; charset=utf-8", text, n);
	return code;
}

void made_compare(struct request *r)
{
	const char *id[2] = {request_arg(r, "a"), request_arg(r, "b")}, *format = request_arg(r, "format");
	char path[2][4096 + 160];
	struct compare *c = heap_zeroed(1, sizeof *c);
	struct err e;
	struct jput j;
	int code;

	err_clear(&e);
	code = c ? 0 : err_set(&e, ERR_MEMORY, "compare", "no memory");
	for (int i = 0; i < 2 && !code; i++)
		if (!id[i] || !request_is_name(id[i]) || snprintf(path[i], sizeof path[i], "%s/%s", r->web->words.runs, id[i]) >= (int)sizeof path[i])
			code = err_set(&e, ERR_ARGUMENT, "compare", "two runs are wanted: a and b");
	if (!code) {
		code = compare_read(c, path[0], path[1], &e);
		if (!code && format && strcmp(format, "json") == 0) {
			jput_init(&j);
			put_compare(c, &j);
			request_json(r, 200, &j);
		} else if (!code)
			code = compare_page(r, c, &e);
		compare_close(c);
	}
	if (code)
		request_error(r, request_status(code), &e);
	free(c);
}
