/* A dry run and the files of its script: those that commands write, and those that it opens by itself: open, source and what file says of one (exists, isfile,
 * readable, size, mtime) find them where base/aside.h has put them. What a script deletes, or leaves to other programs, is its own business. */
#include "script/script_priv.h"

#include "base/aside.h"

#include <ctype.h>
#include <string.h>

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

static void forget(ClientData data)
{
	ckfree(data);
}

void script_aside(struct script *s)
{
	static const struct { const char *name; Tcl_ObjCmdProc *call; } ROWS[] = {
		{ "::open", open_call }, { "::source", look_call }, { "::tcl::file::exists", look_call }, { "::tcl::file::isfile", look_call },
		{ "::tcl::file::readable", look_call }, { "::tcl::file::size", look_call }, { "::tcl::file::mtime", look_call },
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
