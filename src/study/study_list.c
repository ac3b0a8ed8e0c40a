/* The table of studies, made from list.def; the files go into the program as they are in the tree, by the assembler. */
#include "study/study.h"

#include "base/io.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define STUDY(name, ...) TEXT(name, "src/study/" #name ".tcl")
#define TEXT(symbol, path)                                                                                                      \
	__asm__(".pushsection .rodata\n.global study_text_" #symbol "\nstudy_text_" #symbol ":\n.incbin \"" path "\"\n"          \
	        ".global study_end_" #symbol "\nstudy_end_" #symbol ":\n.byte 0\n.popsection\n");                                 \
	extern const char study_text_##symbol[], study_end_##symbol[];                                                            \
	static const struct study_file file_##symbol = {path, study_text_##symbol, study_end_##symbol};
TEXT(shared, "src/study/study.tcl")
#include "study/list.def"
#undef TEXT
#undef STUDY

const struct study study_table[] = {
#define TEXT(...)
#define STUDY(name_, quick_, title_, source_, ...) {#name_, title_, source_, quick_, {&file_##name_, &file_shared, ##__VA_ARGS__}},
#include "study/list.def"
#undef STUDY
#undef TEXT
	{0},
};

const struct study *study_find(const char *name)
{
	for (const struct study *s = study_table; s->name; s++)
		if (strcmp(s->name, name) == 0)
			return s;
	return NULL;
}

/* Makes the folders of a path whose first `from` bytes are there. */
static int make_folders(char *path, size_t from, struct err *e)
{
	for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0777) != 0 && errno != EEXIST)
			return err_set(e, ERR_FILE, path, "the folder cannot be made: %s", strerror(errno));
		*slash = '/';
	}
	return 0;
}

static int write_file(const struct study_file *f, const char *folder, struct err *e)
{
	static const char own[] = "src/study/";
	const char *name = strncmp(f->path, own, sizeof(own) - 1) == 0 ? f->path + sizeof(own) - 1 : f->path;
	char path[1024];
	int handle, n = snprintf(path, sizeof(path), "%s/%s", folder, name), code, closed;
	if (n < 0 || (size_t)n >= sizeof(path))
		return err_set(e, ERR_FILE, "study", "the name of its folder is too long: %.60s", folder);
	if ((code = make_folders(path, strlen(folder) + 1, e)) || (code = io_open(path, IO_WRITE, &handle, e)))
		return code;
	code = io_write(handle, path, f->text, (size_t)(f->end - f->text), e);
	closed = io_close(handle, path, e);
	return code ? code : closed;
}

int study_write(const struct study *s, const char *folder, struct err *e)
{
	int code = 0;
	for (int i = 0; i < STUDY_FILES && s->file[i] && !code; i++)
		code = write_file(s->file[i], folder, e);
	return code;
}
