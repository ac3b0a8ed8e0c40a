/* A dry run and the files of its script: those that commands write, and those that it opens by itself: open, source and what file says of one (exists, isfile,
 * readable, size, mtime) find them where base/aside.h has put them; a file that it deletes, renames or copies is deleted, renamed or copied there. Folders as a
 * whole, and what it leaves to other programs, are its own business. */
#include "script/script_priv.h"

#include "base/aside.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int script_file_write(struct script *s, const char *path, const char *mode, const char *object, Tcl_Channel *ret_out, struct err *e)
{
	char where[PATH_MAX];
	Tcl_DString name;
	Tcl_Channel out;
	const char *own = Tcl_TranslateFileName(s->interp, path, &name);        /* ~ is Tcl's; of a home that is not there it makes nothing */
	int code;

	if (!own)
		return err_set(e, ERR_FILE, object, "%.140s", Tcl_GetStringResult(s->interp));
	code = aside_write(own, mode[0] == 'a', where, e);
	Tcl_DStringFree(&name);
	if (code < 0)
		return code;
	out = Tcl_OpenFileChannel(s->interp, where, mode, 0666);
	if (out) {
		*ret_out = out;
		return 0;
	}
	err_set(e, ERR_FILE, object, "the file cannot be written: %.100s", Tcl_ErrnoMsg(Tcl_GetErrno()));
	err_value(e, "%s", where);
	return ERR_FILE;
}

/* A command of Tcl, and that of ours which calls it with another path. */
struct borrowed {
	struct script *s;          /* borrowed */
	Tcl_CmdInfo own;
};

enum purpose { TO_READ, TO_WRITE, TO_GO_ON };

/* Of an access of open: r r+ w w+ a a+, each with b, or a list of POSIX words. */
static enum purpose purpose_of(const char *access)
{
	if (islower((unsigned char)access[0]))
		return access[0] == 'w' ? TO_WRITE : access[0] == 'r' && !strchr(access, '+') ? TO_READ : TO_GO_ON;
	return strstr(access, "TRUNC") ? TO_WRITE : strstr(access, "WR") || strstr(access, "APPEND") ? TO_GO_ON : TO_READ;
}

/* at: the word that is the path */
static int call_with(struct borrowed *b, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[], int at, const char *native)
{
	Tcl_Obj *word[4] = { objv[0] };
	Tcl_DString path;
	int code;

	for (int i = 1; i < objc; i++)
		word[i] = objv[i];
	Tcl_ExternalToUtfDString(NULL, native, -1, &path);
	word[at] = Tcl_NewStringObj(Tcl_DStringValue(&path), -1);
	Tcl_DStringFree(&path);
	Tcl_IncrRefCount(word[at]);
	code = b->own.objProc(b->own.objClientData, interp, objc, word);
	Tcl_DecrRefCount(word[at]);
	return code;
}

/* The path is the last of two words, or of four: source -encoding name path. */
static int look_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct borrowed *b = data;
	const char *native = objc == 2 || objc == 4 ? Tcl_FSGetNativePath(objv[objc - 1]) : NULL, *path;
	char room[PATH_MAX];

	path = native ? aside_read(native, room) : NULL;
	return path == native ? b->own.objProc(b->own.objClientData, interp, objc, objv) : call_with(b, interp, objc, objv, objc - 1, path);
}

static int open_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct borrowed *b = data;
	bool file = objc > 1 && objc <= 4 && Tcl_GetString(objv[1])[0] != '|';
	enum purpose purpose = objc > 2 ? purpose_of(Tcl_GetString(objv[2])) : TO_READ;
	const char *native = file ? Tcl_FSGetNativePath(objv[1]) : NULL, *path = native;
	char room[PATH_MAX];
	struct err e;

	err_clear(&e);
	if (native && purpose == TO_READ) {
		path = aside_read(native, room);
	} else if (native) {
		if (aside_write(native, purpose == TO_GO_ON, room, &e))
			return script_fail(b->s, objc, objv, &e);
		path = strcmp(room, native) == 0 ? native : room;
	}
	return path == native ? b->own.objProc(b->own.objClientData, interp, objc, objv) : call_with(b, interp, objc, objv, 1, path);
}

/* --- file delete, rename, copy --------------------------------------------------------------------------------- */

/* The first word behind -force and --. */
static int behind_options(int objc, Tcl_Obj *const objv[], bool *ret_force)
{
	int i = 1;

	for (*ret_force = false; i < objc && strcmp(Tcl_GetString(objv[i]), "-force") == 0; i++)
		*ret_force = true;
	return i < objc && strcmp(Tcl_GetString(objv[i]), "--") == 0 ? i + 1 : i;
}

/* Where a file is that is one; NULL: nothing, or no file. */
static const char *file_at(Tcl_Obj *word, char room[PATH_MAX])
{
	const char *native = Tcl_FSGetNativePath(word), *path = native ? aside_read(native, room) : NULL;
	struct stat st;

	return path && stat(path, &st) == 0 && S_ISREG(st.st_mode) ? path : NULL;
}

/* Files are taken away; the rest of the words, if there is one, is Tcl's. */
static int delete_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct borrowed *b = data;
	Tcl_Obj **rest = (Tcl_Obj **)ckalloc(sizeof(*rest) * (size_t)objc);
	bool force;
	int from = behind_options(objc, objv, &force), n = 0, code = 0;
	char room[PATH_MAX];
	struct err e;

	err_clear(&e);
	for (int i = 0; i < objc && !code; i++)
		if (i >= from && file_at(objv[i], room))
			code = aside_remove(Tcl_FSGetNativePath(objv[i]), &e);
		else
			rest[n++] = objv[i];
	code = code ? script_fail(b->s, objc, objv, &e) : n > from ? b->own.objProc(b->own.objClientData, interp, n, rest) : TCL_OK;
	ckfree((char *)rest);
	return code;
}

/* The path that a source has behind it: that of the target, or in the folder that the target is. NULL: none, or too long. */
static const char *target_of(Tcl_Obj *source, Tcl_Obj *target, char room[PATH_MAX])
{
	const char *from = Tcl_FSGetNativePath(source), *to = Tcl_FSGetNativePath(target), *slash = strrchr(from, '/');
	struct stat st;

	if (!to || stat(to, &st) != 0 || !S_ISDIR(st.st_mode))
		return to;
	return snprintf(room, PATH_MAX, "%s/%s", to, slash ? slash + 1 : from) < PATH_MAX ? room : NULL;
}

/* Is every word between the options and the last one a file, of which none lies where its target is unless it may go? What is otherwise is Tcl's. */
static bool are_files(int from, int objc, Tcl_Obj *const objv[], bool force)
{
	char room[PATH_MAX], there[PATH_MAX];

	for (int i = from; i < objc - 1; i++) {
		const char *to = file_at(objv[i], room) ? target_of(objv[i], objv[objc - 1], there) : NULL;

		if (!to || (!force && access(aside_read(to, room), F_OK) == 0))
			return false;
	}
	return objc - from >= 2;
}

static int carry(struct borrowed *b, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[], bool away)
{
	char room[PATH_MAX];
	struct err e;
	bool force;
	int from = behind_options(objc, objv, &force), code = 0;

	if (!are_files(from, objc, objv, force))
		return b->own.objProc(b->own.objClientData, interp, objc, objv);
	err_clear(&e);
	for (int i = from; i < objc - 1 && !code; i++) {
		const char *source = Tcl_FSGetNativePath(objv[i]), *to = target_of(objv[i], objv[objc - 1], room);

		code = aside_copy(source, to, &e);
		if (!code && away && strcmp(source, to) != 0)
			code = aside_remove(source, &e);
	}
	return code ? script_fail(b->s, objc, objv, &e) : TCL_OK;
}

static int rename_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[]) { return carry(data, interp, objc, objv, true); }
static int copy_call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[]) { return carry(data, interp, objc, objv, false); }

static void forget(ClientData data)
{
	ckfree(data);
}

void script_aside(struct script *s)
{
	static const struct { const char *name; Tcl_ObjCmdProc *call; } ROWS[] = {
		{ "::open", open_call }, { "::source", look_call }, { "::tcl::file::exists", look_call }, { "::tcl::file::isfile", look_call },
		{ "::tcl::file::readable", look_call }, { "::tcl::file::size", look_call }, { "::tcl::file::mtime", look_call },
		{ "::tcl::file::delete", delete_call }, { "::tcl::file::rename", rename_call }, { "::tcl::file::copy", copy_call },
	};

	for (size_t i = 0; i < COUNT(ROWS); i++) {
		struct borrowed *b = (struct borrowed *)ckalloc(sizeof *b);

		b->s = s;
		if (Tcl_GetCommandInfo(s->interp, ROWS[i].name, &b->own) && b->own.objProc)
			Tcl_CreateObjCommand(s->interp, ROWS[i].name, ROWS[i].call, b, forget);
		else
			ckfree((char *)b);
	}
}
