/* run.txt: written once, read by resume. */
#define _GNU_SOURCE /* getrandom */
#include "main/run_folder.h"

#include "base/io.h"
#include "base/stamp.h"
#include "script/script.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int too_long(const char *what, struct err *e)
{
	return err_set(e, ERR_RANGE, "run", "%s is too long", what);
}

/* One that is none is reported by whoever runs it; what comes through a pipe can be read once only. */
static bool is_script(const char *path)
{
	struct err unsaid = {0};

	return access(path, R_OK) == 0 && script_file_check(path, &unsaid) == 0 && !script_file_is_pipe(path);
}

/* FNV-1a of a file. */
static int hash_file(const char *path, uint64_t *ret, struct err *e)
{
	unsigned char bytes[4096];
	size_t n = 1;
	int handle, code = io_open(path, IO_READ, &handle, e);

	if (code)
		return code;
	*ret = 14695981039346656037u;
	while (!code && n > 0) {
		code = io_read(handle, path, bytes, sizeof bytes, &n, e);
		for (size_t i = 0; i < n && !code; i++)
			*ret = (*ret ^ bytes[i]) * 1099511628211u;
	}
	return io_close(handle, path, e) < 0 && !code ? ERR_FILE : code;
}

/* What run.txt could not give back as it was. */
static int keep_words(struct run_folder *r, int nwords, char **word, struct arena *mem, struct err *e)
{
	size_t sum = 3 * RUN_PATH;

	if (nwords > RUN_WORDS)
		return too_long("the list of words", e);
	for (r->nwords = 0; r->nwords < nwords; r->nwords++) {
		sum += strlen(word[r->nwords]) + sizeof("word \n");
		if (strlen(word[r->nwords]) >= RUN_PATH || sum >= RUN_TEXT)
			return too_long("a word, or all of them together,", e);
		if (!(r->word[r->nwords] = arena_text(mem, word[r->nwords])))
			return err_set(e, ERR_MEMORY, "run", "no memory for its words");
	}
	return 0;
}

int run_folder_plan(struct run_folder *r, const char *folder, const char *script, int nwords, char **word, struct arena *mem, struct err *e)
{
	char stamp[STAMP_SIZE];

	memset(r, 0, sizeof *r);
	if (!getcwd(r->cwd, sizeof r->cwd))
		return err_set(e, ERR_FILE, "run", "the current folder cannot be found: %s", strerror(errno));
	if (!realpath(script, r->script))
		r->script[0] = '\0';
	stamp_local(time(NULL), stamp);
	snprintf(r->id, sizeof r->id, "%s-%d", stamp, (int)getpid());
	if (snprintf(r->folder, sizeof r->folder, "%s%s%s", folder && folder[0] == '/' ? "" : r->cwd, folder && folder[0] == '/' ? "" : "/",
	             folder ? folder : "runs") >= (int)sizeof r->folder - RUN_ID)
		return too_long("the name of its folder", e);
	if (!folder) {
		strcat(r->folder, "/");
		strcat(r->folder, r->id);
	}
	int code = keep_words(r, nwords, word, mem, e);
	return !code && r->script[0] && is_script(r->script) ? hash_file(r->script, &r->hash, e) : code;
}

char *run_folder_text(const char *path, struct arena *mem)
{
	struct stat st;
	char *text = is_script(path) && stat(path, &st) == 0 && S_ISREG(st.st_mode) ? arena_alloc(mem, (size_t)st.st_size + 1) : NULL;
	size_t n = 0;
	int handle, code = text ? io_open(path, IO_READ, &handle, NULL) : ERR_FILE;

	if (code)
		return NULL;
	code = io_read(handle, path, text, (size_t)st.st_size, &n, NULL);
	return io_close(handle, path, NULL) < 0 || code ? NULL : text;
}

uint64_t run_folder_instance(void)
{
	uint64_t x;

	/* without chance the time and the process do */
	if (getrandom(&x, sizeof x, 0) != (ssize_t)sizeof x)
		x = (uint64_t)time(NULL) << 22 ^ (uint64_t)getpid();
	return x ? x : 1;
}

int run_folder_path(const char *path, struct err *e)
{
	char part[RUN_PATH];

	if (strlen(path) >= sizeof part)
		return too_long("the name of a folder", e);
	for (const char *at = path; (at = strchr(at + 1, '/')) || *path;) {
		size_t n = at ? (size_t)(at - path) : strlen(path);

		memcpy(part, path, n);
		part[n] = '\0';
		int made = mkdir(part, 0777), code = made == 0 ? io_sync_name(part, e) : 0;

		if (made != 0 && errno != EEXIST)
			return err_set(e, ERR_FILE, "run", "the folder %.100s cannot be made: %s", part, strerror(errno));
		if (code)
			return code;
		if (!at)
			break;
	}
	return 0;
}

/* Names of sites may have slashes. */
static void lock_path(const char *folder, const char *name, char *ret, size_t size)
{
	int at = snprintf(ret, size, "%.*s/", RUN_PATH - 1, folder);

	snprintf(ret + at, size - (size_t)at, "%s.lock", name);
	for (char *slash = ret + at; (slash = strchr(slash, '/')); *slash = '_')
		;
}

bool run_folder_locked(const char *folder, const char *name)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	char path[RUN_PATH + 128];
	bool held;
	int handle;

	lock_path(folder, name, path, sizeof path);
	handle = open(path, O_RDWR | O_CLOEXEC);
	held = handle >= 0 && fcntl(handle, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
	if (handle >= 0)
		close(handle);
	return held;
}

int run_folder_lock(const char *folder, const char *name, struct err *e)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	char path[RUN_PATH + 128];
	int handle;

	lock_path(folder, name, path, sizeof path);
	/* open for as long as the process lives: closing it would give the lock away */
	handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (handle >= 0 && fcntl(handle, F_SETLK, &whole) == 0)
		return 0;
	int number = errno;
	if (handle >= 0)
		close(handle);
	if (number != EACCES && number != EAGAIN)
		return err_set(e, ERR_FILE, "run", "%.100s cannot be locked: %s", path, strerror(number));
	err_set(e, ERR_STATE, "run", "another process is at work in this folder");
	err_value(e, "%.90s", folder);
	err_hint(e, "wait for its end, or end it");
	return ERR_STATE;
}

/* Lines of run.txt are one value each. */
static int check_lines(const struct run_folder *r, struct err *e)
{
	bool broken = strchr(r->cwd, '\n') || strchr(r->script, '\n');

	for (int i = 0; i < r->nwords; i++)
		broken |= strchr(r->word[i], '\n') != NULL;
	return broken ? err_set(e, ERR_ARGUMENT, "run", "a word, the script's name or the folder has a line break: tandem resume could not go on with it") : 0;
}

int run_folder_free(const struct run_folder *r, struct err *e)
{
	char path[RUN_PATH + 16];

	snprintf(path, sizeof path, "%s/run.txt", r->folder);
	if (access(path, F_OK) != 0)
		return 0;
	err_set(e, ERR_DUPLICATE, "run", "the folder holds a run already");
	err_value(e, "%.90s", r->folder);
	err_hint(e, "tandem resume goes on with it; give a new run another folder");
	return ERR_DUPLICATE;
}

int run_folder_make(struct run_folder *r, struct err *e)
{
	char path[RUN_PATH + 16], line[RUN_PATH + 16];
	int handle, code = check_lines(r, e), closed;

	if (!code)
		code = run_folder_path(r->folder, e);
	if (!code)
		code = run_folder_lock(r->folder, "run", e);
	if (!code)
		code = run_folder_free(r, e);
	if (code)
		return code;
	snprintf(path, sizeof path, "%s/run.txt", r->folder);
	code = io_open(path, IO_WRITE, &handle, e);
	if (code)
		return code;
	snprintf(line, sizeof line, "id %s\nhash %llx\n", r->id, (unsigned long long)r->hash);
	code = io_write(handle, path, line, strlen(line), e);
	const char *const pair[][2] = {{"cwd", r->cwd}, {"script", r->script}};
	for (int i = 0; i < 2 + r->nwords && !code; i++) {
		snprintf(line, sizeof line, "%s %s\n", i < 2 ? pair[i][0] : "word", i < 2 ? pair[i][1] : r->word[i - 2]);
		code = io_write(handle, path, line, strlen(line), e);
	}
	if (!code)
		code = io_sync(handle, path, e);
	closed = io_close(handle, path, e);
	code = code ? code : closed;
	if (!code)
		code = io_sync_name(path, e);
	/* the folder can be used when there is room again */
	if (code)
		io_drop(path);
	return code;
}

static int line_read(struct run_folder *r, char *line, struct arena *mem)
{
	char *value = strchr(line, ' ');

	if (!value)
		return ERR_FORMAT;
	*value++ = '\0';
	if (strcmp(line, "id") == 0)
		snprintf(r->id, sizeof r->id, "%.*s", RUN_ID - 1, value);
	else if (strcmp(line, "hash") == 0)
		r->hash = strtoull(value, NULL, 16);
	else if (strcmp(line, "cwd") == 0)
		snprintf(r->cwd, sizeof r->cwd, "%.*s", RUN_PATH - 1, value);
	else if (strcmp(line, "script") == 0)
		snprintf(r->script, sizeof r->script, "%.*s", RUN_PATH - 1, value);
	else if (strcmp(line, "word") == 0 && r->nwords < RUN_WORDS)
		r->word[r->nwords++] = arena_text(mem, value);
	else
		return ERR_FORMAT;
	return 0;
}

static int text_read(struct run_folder *r, const char *path, struct arena *mem, struct err *e)
{
	char *text = arena_alloc(mem, RUN_TEXT), *rest, *line;
	size_t n = 0;
	int handle, code = text ? io_open(path, IO_READ, &handle, e) : err_set(e, ERR_MEMORY, "run", "no memory for %.90s", path);

	if (code)
		return code;
	code = io_read(handle, path, text, RUN_TEXT - 1, &n, e);
	if (io_close(handle, path, e) < 0 && !code)
		code = ERR_FILE;
	if (!code && (n == RUN_TEXT - 1 || (n > 0 && text[n - 1] != '\n') || strlen(text) != n))
		return err_set(e, ERR_FORMAT, "resume", "%.90s is not whole, or not of a run", path);
	for (line = strtok_r(text, "\n", &rest); line && !code; line = strtok_r(NULL, "\n", &rest))
		if (line_read(r, line, mem))
			code = err_set(e, ERR_FORMAT, "resume", "%.90s: a line that is not of a run: %.40s", path, line);
	return code;
}

int run_folder_read(struct run_folder *r, const char *folder, struct arena *mem, struct err *e)
{
	char path[RUN_PATH + 16];
	uint64_t hash = 0;
	int code;

	memset(r, 0, sizeof *r);
	if (!realpath(folder, r->folder)) {
		err_set(e, ERR_MISSING, "resume", "there is no such folder of a run");
		err_value(e, "%.90s", folder);
		return ERR_MISSING;
	}
	snprintf(path, sizeof path, "%s/run.txt", r->folder);
	if (access(path, F_OK) != 0) {
		err_set(e, ERR_MISSING, "resume", "this is not the folder of a run: there is no run.txt");
		err_value(e, "%.90s", r->folder);
		err_hint(e, "tandem run says the folder when a test with remote sites begins");
		return ERR_MISSING;
	}
	code = text_read(r, path, mem, e);
	if (!code && (!r->id[0] || !r->cwd[0] || !r->script[0]))
		code = err_set(e, ERR_FORMAT, "resume", "%.90s is not whole: id, cwd or script is missing", path);
	if (!code)
		code = hash_file(r->script, &hash, e);
	if (!code && hash != r->hash) {
		code = err_set(e, ERR_FORMAT, "resume", "the script is not the one that was run: it has changed");
		err_value(e, "%.90s", r->script);
		err_hint(e, "a run goes on with its own script only; put it back as it was");
	}
	return code ? code : run_folder_lock(r->folder, "run", e);
}
