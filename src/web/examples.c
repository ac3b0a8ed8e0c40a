/* The gallery: folders of examples with a README and a script of their name, and scripts that stand alone. */
#include "web/tables.h"

#include "web/files.h"
#include "web/web_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES = 256, NAME = 136, PATH_MOST = 4096 + 300 };

static bool ends_with(const char *name, const char *end)
{
	size_t n = strlen(name), k = strlen(end);

	return n > k && strcmp(name + n - k, end) == 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Names in a folder, in order; how many, -1: it cannot be read. */
static int read_names(const char *folder, const char *end, char (*ret)[NAME])
{
	DIR *d = files_folder(folder);
	struct dirent *x;
	int n = 0;

	if (!d)
		return -1;
	while (n < NAMES && (x = readdir(d)))
		if (request_is_name(x->d_name) && (!end || ends_with(x->d_name, end)))
			strcpy(ret[n++], x->d_name);
	closedir(d);
	qsort(ret, (size_t)n, NAME, by_name);
	return n;
}

bool tables_example_path(const struct web *w, const char *name, const char *file, char *ret, size_t size)
{
	struct stat st;
	int n;

	if (!w->examples[0] || !request_is_name(name) || (file && !request_is_name(file)))
		return false;
	n = file ? snprintf(ret, size, "%s/%s/%s", w->examples, name, file) : snprintf(ret, size, "%s/%s/%s.tcl", w->examples, name, name);
	if (n < (int)size && stat(ret, &st) == 0 && S_ISREG(st.st_mode) && ends_with(ret, ".tcl"))
		return true;
	n = snprintf(ret, size, "%s/%s.tcl", w->examples, name);
	return !file && n < (int)size && stat(ret, &st) == 0 && S_ISREG(st.st_mode);
}

/* The first heading and the first paragraph of a README. */
static void put_readme(struct jput *j, char *text)
{
	char *title = strstr(text, "# "), *at, *end;

	title = title ? title + 2 : text;
	at = title + strcspn(title, "\n");
	if (*at)
		*at++ = '\0';
	at += strspn(at, "\n");
	end = strstr(at, "\n\n");
	if (end)
		*end = '\0';
	for (char *c = at; *c; c++)
		if (*c == '\n')
			*c = ' ';
	jput_text(j, "title", title);
	jput_text(j, "text", at);
}

static void put_example(const struct web *w, const char *name, struct jput *j)
{
	char path[PATH_MOST], file[NAMES][NAME], *text;
	size_t size;
	int n;

	if (!tables_example_path(w, name, NULL, path, sizeof path))
		return;
	*strrchr(path, '/') = '\0';
	n = read_names(path, ".tcl", file);
	snprintf(path + strlen(path), sizeof path - strlen(path), "/README.md");
	if (files_read(path, FILES_SMALL, &text, &size, NULL) != 0)
		return;
	jput_open(j, NULL, '{');
	jput_text(j, "name", name);
	put_readme(j, text);
	jput_open(j, "scripts", '[');
	/* the one of its own name first */
	for (int other = 0; other < 2; other++)
		for (int i = 0; i < n; i++)
			if ((strncmp(file[i], name, strlen(name)) != 0 || strcmp(file[i] + strlen(name), ".tcl") != 0) == (other == 1))
				jput_text(j, NULL, file[i]);
	jput_close(j, ']');
	jput_close(j, '}');
	free(text);
}

void tables_examples(struct request *r)
{
	char name[NAMES][NAME];
	struct jput j;
	int n = r->web->examples[0] ? read_names(r->web->examples, NULL, name) : 0;

	if (n < 0) {
		request_refuse(r, 500, "the folder of the examples cannot be read");
		return;
	}
	jput_init(&j);
	jput_open(&j, NULL, '[');
	for (int i = 0; i < n; i++)
		if (!strchr(name[i], '.'))
			put_example(r->web, name[i], &j);
	jput_close(&j, ']');
	request_json(r, 200, &j);
}

void tables_example(struct request *r)
{
	char path[PATH_MOST], *text;
	struct err e;
	size_t n;
	int code;

	err_clear(&e);
	if (!tables_example_path(r->web, r->part[0], request_arg(r, "file"), path, sizeof path)) {
		request_refuse(r, 404, "there is no such example");
		return;
	}
	code = files_read(path, FILES_SMALL, &text, &n, &e);
	if (code)
		request_error(r, request_status(code), &e);
	else
		request_bytes(r, "text/plain; charset=utf-8", text, n);
}
