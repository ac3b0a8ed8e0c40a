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

/* The mark of UTF-8 that some editors write before the first letter is none of the script. */
static bool read_text(Tcl_Channel in, Tcl_Obj *text)
{
	bool good = Tcl_ReadChars(in, text, 1, 0) >= 0, mark = good && strcmp(Tcl_GetString(text), "\xef\xbb\xbf") == 0;

	return good && Tcl_ReadChars(in, text, MOST + 1, !mark) >= 0;
}

/* The whole text; the caller gives it back. encoding NULL: that of the system. */
static int read_pipe(struct script *s, const char *path, const char *encoding, Tcl_Obj **ret_text, struct err *e)
{
	Tcl_Channel in = Tcl_OpenFileChannel(s->interp, path, "r", 0);
	Tcl_Obj *text = Tcl_NewObj();
	const char *fault = NULL;

	Tcl_IncrRefCount(text);
	if (!in)
		fault = "the pipe cannot be opened";
	else if ((encoding && Tcl_SetChannelOption(s->interp, in, "-encoding", encoding) != TCL_OK) ||
	         Tcl_SetChannelOption(s->interp, in, "-eofchar", "\032 {}") != TCL_OK || !read_text(in, text))
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

/* Of `info script`: the answer is the one before. */
static Tcl_Obj *name_script(struct script *s, Tcl_Obj *path)
{
	Tcl_Obj *words[3] = { Tcl_NewStringObj("::info", -1), Tcl_NewStringObj("script", -1), path }, *before;

	Tcl_IncrRefCount(words[0]);
	Tcl_IncrRefCount(words[1]);
	Tcl_IncrRefCount(path);
	before = Tcl_EvalObjv(s->interp, 2, words, TCL_EVAL_GLOBAL) == TCL_OK ? Tcl_GetObjResult(s->interp) : Tcl_NewObj();
	Tcl_IncrRefCount(before);
	if (Tcl_EvalObjv(s->interp, 3, words, TCL_EVAL_GLOBAL) == TCL_OK)
		Tcl_ResetResult(s->interp);
	for (int i = 0; i < 3; i++)
		Tcl_DecrRefCount(words[i]);
	return before;
}

/* What `return` in a script means for whoever reads it: one level less. */
static int returned(Tcl_Interp *interp)
{
	Tcl_Obj *options = Tcl_GetReturnOptions(interp, TCL_RETURN), *key = Tcl_NewStringObj("-level", -1), *value = NULL;
	int level = 1, code;

	Tcl_IncrRefCount(options);
	Tcl_IncrRefCount(key);
	if (Tcl_DictObjGet(NULL, options, key, &value) == TCL_OK && value && Tcl_GetIntFromObj(NULL, value, &level) == TCL_OK && level > 0)
		Tcl_DictObjPut(NULL, options, key, Tcl_NewIntObj(level - 1));
	Tcl_DecrRefCount(key);
	code = Tcl_SetReturnOptions(interp, options);
	Tcl_DecrRefCount(options);
	return code;
}

/* What comes through a pipe can be read once only, and may have no end: Tcl would read it until it has no memory. */
int script_file_eval_pipe(struct script *s, const char *path, const char *encoding, struct err *e)
{
	Tcl_Obj *text, *before, *name;
	Tcl_InterpState state;
	int code = read_pipe(s, path, encoding, &text, e);

	if (code)
		return code;
	name = Tcl_NewStringObj(path, -1);
	Tcl_IncrRefCount(name);
	before = name_script(s, name);
	code = Tcl_EvalObjEx(s->interp, text, TCL_EVAL_DIRECT);
	if (code == TCL_RETURN)
		code = returned(s->interp);
	else if (code == TCL_ERROR)
		Tcl_AppendObjToErrorInfo(s->interp, Tcl_ObjPrintf("\n    (file \"%.150s\" line %d)", Tcl_GetString(name), Tcl_GetErrorLine(s->interp)));
	state = Tcl_SaveInterpState(s->interp, code);
	Tcl_DecrRefCount(name_script(s, before));
	Tcl_DecrRefCount(before);
	Tcl_DecrRefCount(name);
	Tcl_DecrRefCount(text);
	return Tcl_RestoreInterpState(s->interp, state);
}

/* --- source ------------------------------------------------------------------------------------------------- */

/* -encoding name file; what is no such option, or no encoding, Tcl refuses. */
static bool has_encoding(int objc, Tcl_Obj *const objv[])
{
	Tcl_Encoding known = objc == 4 && strcmp(Tcl_GetString(objv[1]), "-encoding") == 0 ? Tcl_GetEncoding(NULL, Tcl_GetString(objv[2])) : NULL;

	if (known)
		Tcl_FreeEncoding(known);
	return known != NULL;
}

static int source_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct script *s = data;
	bool encoded = has_encoding(objc, objv);
	const char *path = objc == 2 || encoded ? Tcl_FSGetNativePath(objv[objc - 1]) : NULL;
	struct err e;
	int code;

	err_clear(&e);
	code = path ? script_file_check(path, &e) : 0;
	if (code == 0 && path && script_file_is_pipe(path))
		code = script_file_eval_pipe(s, Tcl_GetString(objv[objc - 1]), encoded ? Tcl_GetString(objv[2]) : NULL, &e);
	else if (code == 0)
		code = s->source.objProc(s->source.objClientData, interp, objc, objv);
	return e.code ? script_fail(s, objc, objv, &e) : code;
}

void script_file_init(struct script *s)
{
	if (Tcl_GetCommandInfo(s->interp, "source", &s->source) && s->source.objProc)
		Tcl_CreateObjCommand(s->interp, "source", source_call, s, NULL);
}
