/* Random text as a script: every command of the dialect with any words, in any order.
 *
 * Commands of Tcl that reach out of the interpreter or change it are hidden, as are those of the dialect that open connections or end the program; files
 * stay in a folder of their own; whole numbers of more than three digits are made smaller, so that an input takes no hours. Promises: nothing outside the
 * memory is touched (sanitizers); what is refused has a message and a code; and whatever came before, wipe leaves a program in which a spring of stiffness 4
 * under a force of 2 is 0.5 long.
 */
#define _GNU_SOURCE /* O_PATH */
#include "fuzz/fuzz.h"
#include "fuzz/patch.h"

#include "base/base.h"
#include "script/script.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MOST = 1 << 13, COMMANDS_MOST = 3000, WORDS_MOST = 400, LARGEST = 40 };

/* the dialect's own: sockets, other processes, the end, files outside the folder */
static const char *const AWAY[] = {"expDevice", "startLabServer", "startLabServerInteractive", "setupLabServer", "stepLabServer", "stopLabServer",
	"startSimAppSiteServer", "startSimAppElemServer", "startTextServer", "analyzeInteractive", "exit", "quit", "logFile", "loadPackage", NULL};
/* Tcl's: what reaches files and processes, changes the commands themselves, or waits */
static const char *const HIDDEN[] = {"exec", "file", "open", "socket", "glob", "cd", "pwd", "source", "encoding",
	"rename", "proc", "interp", "namespace", "trace", "while", "for", "after", "vwait", "update", "apply", "coroutine",
	"unset", "upvar", "uplevel", "package", "unload", "fconfigure", "chan", "puts", "gets", "read", "fileevent", "fcopy", "close", "oo::class", NULL};
/* kinds that connect to others: they are not reached by their own words alone, and the harness has no network */
static const char *const ELSEWHERE[] = {"Remote", "Shadow", "Actor", "Generic", "LabVIEW", "SimApp", "dSpace", "xPC", "SCRAMNet", "-tcp", "-address", NULL};

static char folder[300];

static bool is_in(const char *word, const char *const *list, bool begins)
{
	for (int i = 0; list[i]; i++)
		if (begins ? strncasecmp(word, list[i], strlen(list[i])) == 0 : strcmp(word, list[i]) == 0)
			return true;
	return false;
}

/* A word as the harness lets it through: NULL: not at all. */
static Tcl_Obj *bounded(Tcl_Obj *word)
{
	const char *text = Tcl_GetString(word);
	size_t n = strspn(text, "0123456789");

	if (strpbrk(text, "/~") || strstr(text, "..") || is_in(text, ELSEWHERE, true))
		return NULL;
	if (n > 3 && n < 10 && text[n] == '\0')
		return Tcl_NewIntObj(atoi(text) % LARGEST);
	return word;
}

/* Stands before each command of the dialect. */
static int guard(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	Tcl_Obj *word[WORDS_MOST];
	int code = TCL_OK, n = 0;

	if (objc > WORDS_MOST)
		return TCL_OK;
	for (; n < objc && code == TCL_OK; n++) {
		word[n] = n == 0 ? objv[0] : bounded(objv[n]);
		if (!word[n])
			break;
		Tcl_IncrRefCount(word[n]);
	}
	if (n == objc) {
		Tcl_CmdInfo *behind = data;
		code = behind->objProc(behind->objClientData, interp, objc, word);
	}
	while (n-- > 0)
		Tcl_DecrRefCount(word[n]);
	return code;
}

/* Puts the guard before all commands of the dialect; what it calls stays in `behind`. */
static void guard_all(Tcl_Interp *interp)
{
	static Tcl_CmdInfo behind[400];
	int n = 0;

	for (const struct script_family *f = script_families; f->name; f++)
		for (const struct script_command *c = f->commands; c->name; c++) {
			ASSERT(n < (int)COUNT(behind) && Tcl_GetCommandInfo(interp, c->name, &behind[n]));
			Tcl_CmdInfo to = behind[n];
			to.objProc = guard;
			to.objClientData = &behind[n++];
			ASSERT(Tcl_SetCommandInfo(interp, c->name, &to));
		}
}

static void hide(Tcl_Interp *interp, const char *const *list)
{
	for (int i = 0; list[i]; i++)
		if (Tcl_HideCommand(interp, list[i], list[i]) != TCL_OK)
			Tcl_DeleteCommand(interp, list[i]);
}

/* Nobody reads it. */
static void swallow(void *self, int to, const char *text)
{
	(void)self;
	(void)to;
	ASSERT(text);
}

static void begin(struct script *s)
{
	struct err e = {0};

	if (!folder[0])
		fuzz_folder(folder, sizeof folder);
	ASSERT(chdir(folder) == 0);
	ASSERT(script_init(s, "fuzz", &e) == 0);
	s->print = swallow;
	guard_all(s->interp);
	/* Tcl's own search for procedures needs what is hidden */
	ASSERT(Tcl_Eval(s->interp, "proc ::auto_load args {return 0}") == TCL_OK);
	hide(s->interp, HIDDEN);
	hide(s->interp, AWAY);
	Tcl_LimitSetCommands(s->interp, COMMANDS_MOST);
	Tcl_LimitTypeSet(s->interp, TCL_LIMIT_COMMANDS);
}

/* Our refusals have words and a code of two words at least. What Tcl's own error says is the script's. */
static void check_refusal(Tcl_Interp *interp)
{
	const char *code = Tcl_GetVar(interp, "errorCode", TCL_GLOBAL_ONLY);

	ASSERT(!code || strncmp(code, "TANDEM", 6) != 0 || (strlen(code) > 7 && Tcl_GetStringResult(interp)[0] != '\0'));
}

/* The promise at the end. An engine that was chosen stays chosen when the model is wiped: it is named again. */
static void check_spring(struct script *s)
{
	static const char text[] = "wipe; wipeExp; model basic -ndm 1 -ndf 1; node 1 0; node 2 1; fix 1 1; uniaxialMaterial Elastic 1 4;"
		"element zeroLength 1 1 2 -mat 1 -dir 1; timeSeries Constant 1; pattern Plain 1 1 {load 2 2}; constraints Plain; numberer Plain;"
		"system ProfileSPD; test NormUnbalance 1e-9 5; algorithm Newton; integrator LoadControl 1; engine sparse; analysis Static; analyze 1; nodeDisp 2 1";
	double u = NAN;

	Tcl_LimitTypeReset(s->interp, TCL_LIMIT_COMMANDS);
	if (Tcl_EvalEx(s->interp, text, -1, TCL_EVAL_GLOBAL) != TCL_OK)
		fprintf(stderr, "%s\n", Tcl_GetVar(s->interp, "errorInfo", TCL_GLOBAL_ONLY));
	ASSERT(Tcl_GetDoubleFromObj(s->interp, Tcl_GetObjResult(s->interp), &u) == TCL_OK && fabs(u - 0.5) < 1e-12);
}

/* Ends the text behind its first whole command; what follows it, NULL: nothing. */
static char *cut_command(char *text)
{
	for (char *end = strchr(text, '\n'); end; end = strchr(end + 1, '\n')) {
		*end = '\0';
		if (Tcl_CommandComplete(text))
			return end + 1;
		*end = '\n';
	}
	return NULL;
}

void script_fuzz(const uint8_t *bytes, size_t n)
{
	char text[TEXT_MOST + 1];
	struct script s;
	int home;

	if (n > TEXT_MOST || memchr(bytes, 0, n))
		return;
	home = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	memcpy(text, bytes, n);
	text[n] = '\0';
	begin(&s);
	/* command by command, as the shell reads: what one refuses does not hide the next */
	for (char *line = text, *next; line; line = next) {
		next = cut_command(line);
		if (Tcl_EvalEx(s.interp, line, -1, TCL_EVAL_GLOBAL) == TCL_ERROR)
			check_refusal(s.interp);
	}
	check_spring(&s);
	script_fini(&s);
	ASSERT(fchdir(home) == 0);
	close(home);
}
