/* Files as scripts: Tcl reads a file whole, however long it is, and ends the process where it does not end (/dev/zero) or has gigabytes. What is no script is
 * refused before it is read: that of the program, and those that `source` takes. */
#include "script/script_priv.h"

#include "base/io.h"

#include <string.h>
#include <sys/stat.h>

enum { MOST = 64 << 20, PART = 1 << 16 };      /* bytes: of a script; read at once */
enum { END = 0x1a };                           /* ends a script before its file does, by the rules of Tcl */

static int refuse_size(const char *path, long long bytes, struct err *e)
{
	err_set(e, ERR_RANGE, path, "too large for a script");
	err_value(e, "%lld bytes", bytes);
	err_allowed(e, "at most %d", MOST);
	err_hint(e, "numbers have files of their own: timeSeries Path -filePath, motion read, matrixModel");
	return ERR_RANGE;
}

/* Bytes until the end of the script; ret_more: it has not come yet. */
static int look(const char *path, const char *bytes, size_t n, int *line, bool *ret_more, struct err *e)
{
	for (size_t i = 0; i < n; i++) {
		*line += bytes[i] == '\n';
		if (bytes[i] == END) {
			*ret_more = false;
			return 0;
		}
		if (bytes[i] == '\0')
			return err_set(e, ERR_FORMAT, path, "line %d holds a byte that is no text: this is no script", *line);
	}
	*ret_more = n == PART;
	return 0;
}

static int look_file(const char *path, struct err *e)
{
	static char bytes[PART];
	long long sum = 0;
	bool more = true;
	size_t n = 0;
	int handle, line = 1, code = io_open(path, IO_READ, &handle, e);

	if (code)
		return code;
	while (!code && more) {
		code = io_read(handle, path, bytes, PART, &n, e);
		sum += (long long)n;
		if (!code)
			code = sum > MOST ? refuse_size(path, sum, e) : look(path, bytes, n, &line, &more, e);
	}
	return io_close(handle, path, e) < 0 && !code ? ERR_FILE : code;
}

int script_file_check(const char *path, struct err *e)
{
	struct stat st;

	/* what is not there is said by whoever reads it; what comes through a pipe can be read once only */
	if (stat(path, &st) < 0 || S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode))
		return 0;
	if (S_ISDIR(st.st_mode))
		return err_set(e, ERR_FILE, path, "this is a folder, not a script");
	if (S_ISREG(st.st_mode) && st.st_size > MOST)
		return refuse_size(path, (long long)st.st_size, e);
	return look_file(path, e);
}

/* --- pipes -------------------------------------------------------------------------------------------------- */

bool script_file_is_pipe(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

static int refuse_pipe(struct script *s, const char *path, const char *what, struct err *e)
{
	Tcl_ResetResult(s->interp);
	err_set(e, ERR_FILE, path, "%s", what);
	err_allowed(e, "a script of at most %d bytes", MOST);
	return ERR_FILE;
}

int script_file_pipe(struct script *s, const char *path, Tcl_Obj **ret_text, struct err *e)
{
	Tcl_Channel in = Tcl_OpenFileChannel(s->interp, path, "r", 0);
	Tcl_Obj *text = Tcl_NewObj();
	const char *fault = NULL;

	Tcl_IncrRefCount(text);
	if (!in)
		fault = "the pipe cannot be opened";
	else if (Tcl_SetChannelOption(s->interp, in, "-eofchar", "\032 {}") != TCL_OK || Tcl_ReadChars(in, text, MOST + 1, 0) < 0)
		fault = "the pipe cannot be read";
	else if (Tcl_GetCharLength(text) > MOST)
		fault = "what comes through the pipe is too large for a script, or has no end";
	else if (strstr(Tcl_GetString(text), "\xc0\x80"))
		fault = "a byte that is no text comes through the pipe: this is no script";
	if (in)
		Tcl_Close(s->interp, in);
	if (!fault) {
		*ret_text = text;
		return 0;
	}
	Tcl_DecrRefCount(text);
	return refuse_pipe(s, path, fault, e);
}

/* --- source ------------------------------------------------------------------------------------------------- */

static int source_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct script *s = data;
	const char *path = objc > 1 ? Tcl_FSGetNativePath(objv[objc - 1]) : NULL;
	struct err e;

	err_clear(&e);
	if (path && script_file_check(path, &e) < 0)
		return script_fail(s, objc, objv, &e);
	return s->source.objProc(s->source.objClientData, interp, objc, objv);
}

void script_file_init(struct script *s)
{
	if (Tcl_GetCommandInfo(s->interp, "source", &s->source) && s->source.objProc)
		Tcl_CreateObjCommand(s->interp, "source", source_call, s, NULL);
}
