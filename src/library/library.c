/* The life of instances, who may call, and what is said of failures. */
#include "library/library.h"

#include "base/interrupt.h"
#include "math/math_init.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Atomic(const void *) owner;         /* the thread that has instances, named by its variable `me`; NULL: none */
static struct tandem *first;                /* the owner's alone */
static __thread char me;
static __thread struct fault nobody;        /* of calls without an instance */
static struct tandem *speaking;             /* the owner's alone: whose call it is, for lines without an address */

/* ---- codes ------------------------------------------------------------------------------------------------- */

static const int32_t PUBLIC[] = {
#define ERR(name, message) [ERR_ORDER_##name] = TANDEM_##name,
#include "base/err.def"
#undef ERR
};

static int32_t code_outside(int code)
{
	return code >= 0 ? 0 : -code < (int)COUNT(PUBLIC) ? PUBLIC[-code] : TANDEM_INTERNAL;
}

int library_inside(int32_t code)
{
	for (size_t i = 1; i < COUNT(PUBLIC); i++)
		if (PUBLIC[i] == code)
			return -(int)i;
	return ERR_REFUSED;
}

const char *tandem_code_name(int32_t code)
{
	if (code == TANDEM_OK || code == TANDEM_SCRIPT)
		return code == TANDEM_OK ? "OK" : "SCRIPT";
	for (size_t i = 1; i < COUNT(PUBLIC); i++)
		if (PUBLIC[i] == code)
			return err_name(-(int)i);
	return err_name(ERR_INTERNAL);
}

const char *tandem_version(void)
{
	return script_version();
}

/* ---- reports ------------------------------------------------------------------------------------------------- */

void fault_fill(struct fault *f, int32_t code, const char *place)
{
	f->text[0] = '\0';
	if (code)
		err_text(&f->err, f->text, sizeof f->text);
	f->report = (struct tandem_report){.code = code, .object = f->err.object, .what = f->err.what, .value = f->err.value, .allowed = f->err.allowed,
	                                   .hint = f->err.hint, .text = f->text, .place = place};
}

int32_t library_refuse_nobody(int code, const char *object, const char *what)
{
	err_clear(&nobody.err);
	err_set(&nobody.err, code, object, "%s", what);
	fault_fill(&nobody, code_outside(code), "");
	return nobody.report.code;
}

int32_t library_refuse(struct tandem *t, int code, const char *object, const char *what)
{
	err_clear(&t->fault.err);
	err_set(&t->fault.err, code, object, "%s", what);
	return library_leave(t, code);
}

const struct tandem_report *tandem_error(const struct tandem *t)
{
	struct fault before = nobody;

	if (t && library_look(t) == 0)
		return &t->fault.report;
	/* asking changes nothing */
	nobody = before;
	fault_fill(&nobody, nobody.report.code, "");
	return &nobody.report;
}

/* ---- who may call ------------------------------------------------------------------------------------------- */

int32_t library_look(const struct tandem *t)
{
	const struct tandem *at;

	if (!t)
		return library_refuse_nobody(ERR_ARGUMENT, "tandem", "the instance is NULL");
	if (atomic_load(&owner) != &me)
		return library_refuse_nobody(ERR_STATE, "tandem", atomic_load(&owner) ? "the instances of this process belong to another thread"
		                                                                      : "there is no such instance: it was freed");
	for (at = first; at && at != t;)
		at = at->next;
	return at ? 0 : library_refuse_nobody(ERR_STATE, "tandem", "there is no such instance: it was freed");
}

void library_work(struct tandem *t)
{
	if (t->place)
		Tcl_DecrRefCount(t->place);
	t->place = NULL;
	err_clear(&t->fault.err);
	t->code = 0;
	t->busy = true;
	t->outer = speaking;
	speaking = t;
}

/* An interruption is for what runs: steps that wait for an answer do. */
static bool any_asks(void)
{
	const struct tandem *t = first;

	while (t && !t->fiber.alive)
		t = t->next;
	return t != NULL;
}

int32_t library_enter(struct tandem *t)
{
	int32_t code = library_look(t);

	if (code)
		return code;
	if (t->busy)
		return library_refuse_nobody(ERR_STATE, "tandem", "the instance is at work: this may not be called from a callback");
	if (t->fiber.alive) {
		err_clear(&t->fault.err);
		err_set(&t->fault.err, ERR_STATE, "tandem", "steps are under way");
		err_hint(&t->fault.err, "tandem_answer goes on with them, tandem_abandon ends them");
		fault_fill(&t->fault, TANDEM_STATE, "");
		return TANDEM_STATE;
	}
	if (!speaking && !any_asks())
		interrupt_clear();
	library_work(t);
	return 0;
}

int32_t library_leave(struct tandem *t, int code)
{
	int32_t answer = t->code ? t->code : code_outside(code);

	if (answer && t->fault.err.code == 0)
		err_set(&t->fault.err, code, "tandem", "%s", err_message(code));
	fault_fill(&t->fault, answer, answer && t->place ? Tcl_GetString(t->place) : "");
	t->busy = false;
	speaking = t->outer;
	return answer;
}

/* ---- lines -------------------------------------------------------------------------------------------------- */

/* What command loops and records have to say. Processes of their own have nobody to tell. */
static void say(const char *line)
{
	if (speaking && speaking->line)
		speaking->line(speaking->line_self, TANDEM_LINE_MESSAGE, line);
}

void library_print(void *self, int to, const char *text)
{
	struct tandem *t = self;
	Tcl_DString *part = &t->part[to == 1 ? 0 : 1];
	const char *end;

	for (; t->line && (end = strchr(text, '\n')); text = end + 1) {
		Tcl_DStringAppend(part, text, (int)(end - text));
		t->line(t->line_self, to, Tcl_DStringValue(part));
		Tcl_DStringSetLength(part, 0);
	}
	if (t->line)
		Tcl_DStringAppend(part, text, -1);
}

static void flush_lines(struct tandem *t)
{
	for (int i = 0; i < 2; i++) {
		if (t->line && Tcl_DStringLength(&t->part[i]) > 0)
			t->line(t->line_self, i + 1, Tcl_DStringValue(&t->part[i]));
		Tcl_DStringFree(&t->part[i]);
	}
}

int32_t tandem_lines(struct tandem *t, void (*line)(void *self, int32_t kind, const char *text), void *self)
{
	int32_t code = library_enter(t);

	if (code)
		return code;
	flush_lines(t);
	t->line = line;
	t->line_self = self;
	return library_leave(t, 0);
}

/* ---- life --------------------------------------------------------------------------------------------------- */

static void leave_script(struct script *s, int status)
{
	struct tandem *t = s->print_self;

	t->left = true;
	t->status = status;
}

static pthread_key_t at_end;
static pthread_once_t at_end_once = PTHREAD_ONCE_INIT;
static bool has_key;                        /* without one a few hundred bytes of a thread that ends are lost */

/* A thread that ends gives back what Tcl keeps for it, and instances that it leaves behind are nobody's: the next thread may have its `me` at the same place.
 * The process' first thread ends with the process, and needs nothing. */
static void thread_end(void *used)
{
	static const char gone;

	atomic_compare_exchange_strong(&owner, &(const void *){used}, &gone);
	Tcl_FinalizeThread();
}

static void make_key(void)
{
	has_key = pthread_key_create(&at_end, thread_end) == 0;
}

static void note_thread(void)
{
	pthread_once(&at_end_once, make_key);
	if (has_key)
		pthread_setspecific(at_end, &me);
}

static void release(void)
{
	if (!first)
		atomic_store(&owner, NULL);
}

static int open_inside(struct tandem *t, struct err *e)
{
	int code = script_init(&t->script, "tandem", e);

	t->script.print = library_print;
	t->script.print_self = t;
	t->script.leave = leave_script;
	t->script.lab.realtime = (struct realtime_words){.cpu = -1, .say = say};
	if (code)
		return code;
	Tcl_SetVar2Ex(t->script.interp, "tandem", "ranks", Tcl_NewIntObj(0), TCL_GLOBAL_ONLY);
	script_arguments(&t->script, "tandem", 0, NULL);
	library_puts(t);
	return 0;
}

int32_t tandem_new(struct tandem **ret_t)
{
	const void *none = NULL;
	struct tandem *t;
	int code;

	if (!ret_t)
		return library_refuse_nobody(ERR_ARGUMENT, "tandem_new", "there is no place for the instance");
	*ret_t = NULL;
	if (!atomic_compare_exchange_strong(&owner, &none, &me) && none != &me)
		return library_refuse_nobody(ERR_STATE, "tandem_new", "the instances of this process belong to another thread");
	err_clear(&nobody.err);
	code = math_room("tandem_new", &nobody.err);
	if (code) {
		err_hint(&nobody.err, "a larger limit; or OPENBLAS_NUM_THREADS=1 before this program is started: each thread of OpenBLAS wants as much");
		release();
		fault_fill(&nobody, code_outside(code), "");
		return nobody.report.code;
	}
	t = calloc(1, sizeof *t);
	if (!t) {
		release();
		return library_refuse_nobody(ERR_MEMORY, "tandem_new", "no memory");
	}
	note_thread();
	math_init();
	progress_silence();
	arena_init(&t->mem);
	arena_init(&t->views.mem);
	Tcl_DStringInit(&t->part[0]);
	Tcl_DStringInit(&t->part[1]);
	err_clear(&nobody.err);
	code = open_inside(t, &nobody.err);
	if (code) {
		script_fini(&t->script);
		free(t);
		release();
		fault_fill(&nobody, code_outside(code), "");
		return nobody.report.code;
	}
	fault_fill(&t->fault, 0, "");
	t->next = first;
	first = t;
	*ret_t = t;
	return 0;
}

static void unlink_instance(struct tandem *t)
{
	struct tandem **at = &first;

	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
}

int32_t tandem_free(struct tandem *t)
{
	int code;

	if (!t)
		return 0;
	code = library_look(t);
	if (code)
		return code;
	library_give_up(t);
	code = library_enter(t);
	if (code)
		return code;
	err_clear(&nobody.err);
	code = script_recorder_clear(&t->script, &nobody.err);
	library_runs_fini(t);
	if (t->place)
		Tcl_DecrRefCount(t->place);
	script_fini(&t->script);
	flush_lines(t);
	library_views_fini(t);
	fiber_fini(&t->fiber);
	arena_fini(&t->mem);
	unlink_instance(t);
	speaking = t->outer;
	free(t->numbers);
	free(t);
	release();
	fault_fill(&nobody, code_outside(code), "");
	return nobody.report.code;
}

struct tandem *library_owner(const struct tandem_run *run)
{
	struct tandem *t = atomic_load(&owner) == &me ? first : NULL;

	while (t && !library_has_run(t, run))
		t = t->next;
	return t;
}
