/* tandem new NAME: makes the folder NAME with a commented first hybrid test, ready to run.
 *
 * The files stand in src/main/new and go into the program by the assembler; NAME inside them becomes the name of the folder. Nothing that is there is
 * touched, and when a file cannot be written nothing of the folder is left. */
#include "main/cmd_new.h"

#include "base/base.h"
#include "base/io.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char HELP[] =
	"tandem new NAME\n"
	"    makes the folder NAME with a commented first hybrid test (test.tcl), a README.md that says how to run it, and a .gitignore.\n"
	"    NAME: a path whose last part has letters, digits, '.', '_' and '-'; it must not exist.\n";

static const char PLACE[] = "NAME";
enum { PATH = 1024, NAME = 16 };

#define FILES(X) X(test, "src/main/new/test.tcl", "test.tcl") X(readme, "src/main/new/README.md", "README.md") X(ignore, "src/main/new/gitignore", ".gitignore")
#define TEXT(symbol, path, name)                                                                                                \
	__asm__(".pushsection .rodata\n.global new_text_" #symbol "\nnew_text_" #symbol ":\n.incbin \"" path "\"\n.byte 0\n.popsection\n"); \
	extern const char new_text_##symbol[];
FILES(TEXT)
#undef TEXT

static const struct new_file {
	const char *name, *text;
} files[] = {
#define ROW(symbol, path, name) {name, new_text_##symbol},
	FILES(ROW)
#undef ROW
};

/* The last part of the path, without slashes behind it. */
static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int check_name(const char *path, struct err *e)
{
	const char *name = last_part(path);
	bool good = name[0] != '\0' && name[0] != '-' && strspn(name, ".") != strlen(name);

	for (const char *c = name; *c; c++)
		good = good && (isalnum((unsigned char)*c) || strchr("._-", *c));
	if (good && strlen(path) < PATH - 1)
		return 0;
	err_set(e, ERR_ARGUMENT, "tandem new", "this is no name for a folder");
	err_value(e, "%.80s", path);
	err_allowed(e, "letters, digits, '.', '_', '-', not beginning with '-'");
	return ERR_ARGUMENT;
}

/* The text with its name in the places for it. */
static int write_text(int handle, const char *path, const char *text, const char *name, struct err *e)
{
	const char *place;
	int code = 0;

	for (; !code && (place = strstr(text, PLACE)); text = place + strlen(PLACE)) {
		code = io_write(handle, path, text, (size_t)(place - text), e);
		if (!code)
			code = io_write(handle, path, name, strlen(name), e);
	}
	return code ? code : io_write(handle, path, text, strlen(text), e);
}

static int write_file(const struct new_file *f, const char *folder, struct err *e)
{
	char path[PATH + NAME];
	int handle, code, closed;

	snprintf(path, sizeof path, "%s/%s", folder, f->name);
	code = io_open(path, IO_NEW, &handle, e);
	if (code)
		return code;
	code = write_text(handle, path, f->text, last_part(folder), e);
	closed = io_close(handle, path, e);
	return code ? code : closed;
}

static void take_back(const char *folder)
{
	char path[PATH + NAME];

	for (size_t i = 0; i < COUNT(files); i++) {
		snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
		io_drop(path);
	}
	if (rmdir(folder) != 0)
		fprintf(stderr, "tandem new: %s is left behind: %s\n", folder, strerror(errno));
}

static int make_folder(const char *folder, struct err *e)
{
	int code = check_name(folder, e);

	if (code)
		return code;
	if (mkdir(folder, 0777) != 0) {
		err_set(e, ERR_FILE, "tandem new", "the folder cannot be made: %s", strerror(errno));
		err_value(e, "%s", folder);
		return ERR_FILE;
	}
	for (size_t i = 0; i < COUNT(files) && !code; i++)
		code = write_file(&files[i], folder, e);
	if (code)
		take_back(folder);
	return code;
}

/* How to call this program from another folder: as it was called, or by its whole path where that was a path. */
static void print_next(const char *called, const char *folder)
{
	char program[PATH] = "";
	bool whole = strchr(called, '/') && readlink("/proc/self/exe", program, sizeof program - 1) > 0;
	const char *name = whole ? program : "tandem";

	printf("%s/test.tcl is a hybrid test in a virtual laboratory. Next:\n    cd %s\n    %s rehearse test.tcl\n    %s run test.tcl\n", folder, folder,
	       name, name);
}

int cmd_new(int argc, char **argv)
{
	char folder[PATH], line[640];
	struct err e;
	int code;

	if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		fputs(HELP, stdout);
		return 0;
	}
	if (argc != 2) {
		fprintf(stderr, "tandem new: one name is wanted: tandem new NAME\n");
		return 2;
	}
	err_clear(&e);
	snprintf(folder, sizeof folder, "%s", argv[1]);
	for (size_t n = strlen(folder); n > 1 && folder[n - 1] == '/'; n--)
		folder[n - 1] = '\0';
	code = make_folder(folder, &e);
	if (code) {
		err_text(&e, line, sizeof line);
		fprintf(stderr, "%s\n", line);
		return code == ERR_ARGUMENT ? 2 : 1;
	}
	print_next(argv[0], folder);
	return 0;
}
