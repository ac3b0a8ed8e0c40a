/* All addresses: one row each (docs/web.md). */
#include "web/web_priv.h"

#include "base/base.h"
#include "web/data.h"
#include "web/files.h"
#include "web/lives.h"
#include "web/made.h"
#include "web/page.h"
#include "web/runs.h"
#include "web/tables.h"
#include "web/tests.h"

#include <string.h>

static const struct route ROUTES[] = {
	{"GET", "/api/status", ROLE_VIEWER, LANE_NOW, made_status, NULL},
	{"GET", "/api/runs", ROLE_VIEWER, LANE_FILES, runs_list, NULL},
	{"GET", "/api/runs/?", ROLE_VIEWER, LANE_FILES, runs_one, NULL},
	{"GET", "/api/runs/?/model", ROLE_VIEWER, LANE_FOLDER, files_model, NULL},
	{"GET", "/api/runs/?/data", ROLE_VIEWER, LANE_FILES, data_range, NULL},
	{"GET", "/api/runs/?/csv", ROLE_VIEWER, LANE_FILES, data_csv, NULL},
	{"GET", "/api/runs/?/motion", ROLE_VIEWER, LANE_FILES, data_motion, NULL},
	{"GET", "/api/runs/?/report", ROLE_VIEWER, LANE_FOLDER, made_report, NULL},
	{"GET", "/api/runs/?/script", ROLE_VIEWER, LANE_FILES, runs_script, NULL},
	{"GET", "/api/runs/?/files", ROLE_VIEWER, LANE_FOLDER, files_list, NULL},
	{"GET", "/api/runs/?/files/?", ROLE_VIEWER, LANE_FOLDER, files_file, NULL},
	{"POST", "/api/runs/?/do", ROLE_OPERATOR, LANE_NOW, lives_do, NULL},
	{"GET", "/api/compare", ROLE_VIEWER, LANE_FILES, made_compare, NULL},
	{"GET", "/api/plugins", ROLE_VIEWER, LANE_NOW, tables_plugins, NULL},
	{"GET", "/api/templates", ROLE_VIEWER, LANE_NOW, tables_templates, NULL},
	{"GET", "/api/examples", ROLE_VIEWER, LANE_FOLDER, tables_examples, NULL},
	{"GET", "/api/examples/?/script", ROLE_VIEWER, LANE_FOLDER, tables_example, NULL},
	{"POST", "/api/tests", ROLE_OPERATOR, LANE_FOLDER, tests_start, NULL},
	{"GET", "/api/tests/?/log", ROLE_VIEWER, LANE_FOLDER, tests_log, tests_log_before},
	{"GET", "/api/help", ROLE_VIEWER, LANE_FOLDER, made_help, NULL},
};

/* What is not of the interface is a file of the page. */
static const struct route PAGE = {"GET", "", ROLE_VIEWER, LANE_NOW, page_file, NULL};

/* Piece by piece. ret: pieces that stand for ?, as they are in the path. */
static bool matches(const char *pattern, const char *path, const char *ret[REQUEST_PARTS], size_t length[REQUEST_PARTS], int *ret_n)
{
	*ret_n = 0;
	while (*pattern == '/' && *path == '/') {
		size_t n = strcspn(++pattern, "/"), k = strcspn(++path, "/");

		if (n == 1 && *pattern == '?' && k > 0) {
			ret[*ret_n] = path;
			length[(*ret_n)++] = k;
		} else if (n != k || strncmp(pattern, path, n) != 0)
			return false;
		pattern += n;
		path += k;
	}
	return *pattern == '\0' && *path == '\0';
}

const struct route *route_find(struct request *r, const char *method, bool *ret_other)
{
	const char *piece[REQUEST_PARTS];
	size_t length[REQUEST_PARTS];
	int n;

	for (size_t i = 0; i < COUNT(ROUTES); i++) {
		if (!matches(ROUTES[i].path, r->path, piece, length, &n))
			continue;
		if (strcmp(ROUTES[i].method, method) != 0) {
			*ret_other = true;
			continue;
		}
		for (int k = 0; k < n; k++) {
			r->part[k] = piece[k];
			r->path[piece[k] - r->path + (ptrdiff_t)length[k]] = '\0';
		}
		return &ROUTES[i];
	}
	*ret_other |= strcmp(method, "GET") != 0 && strncmp(r->path, "/api/", 5) != 0;
	return strcmp(method, "GET") == 0 && !*ret_other && strncmp(r->path, "/api/", 5) != 0 ? &PAGE : NULL;
}
