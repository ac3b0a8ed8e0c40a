/* Running: analyze, and steps whose specimen the caller answers for. The latter run on a stack of their own (fiber.h), which yields where the specimen is
 * asked. */
#include "library/library.h"

#include "base/interrupt.h"

/* The answer of analyze is a number: where it is not 0, the numbers have failed, and the report is that of the step. */
static int run_analyze(struct tandem *t, int32_t n, double dt)
{
	int code, answer = 0;

	err_clear(&t->script.last);
	/* static analyses know no dt */
	code = library_values(t, t->script.analysis.kind == ANALYSIS_STATIC ? 2 : 3,
	                      (struct tandem_value[]){tandem_word("analyze"), tandem_int(n), tandem_real(dt)});
	if (code)
		return code;
	if (Tcl_GetIntFromObj(NULL, Tcl_GetObjResult(t->script.interp), &answer) != TCL_OK || answer == 0)
		return 0;
	/* it has been heard */
	Tcl_GetStringResult(t->script.interp);
	t->fault.err = t->script.last;
	return t->fault.err.code ? t->fault.err.code : err_set(&t->fault.err, ERR_INTERNAL, "analyze", "it failed without a report");
}

int32_t tandem_analyze(struct tandem *t, int32_t n, double dt)
{
	int32_t code = library_enter(t);

	return code ? code : library_leave(t, run_analyze(t, n, dt));
}

int32_t tandem_step(struct tandem *t, double dt)
{
	return tandem_analyze(t, 1, dt);
}

double tandem_time(const struct tandem *t)
{
	return library_look(t) == 0 ? analysis_time(&t->script.analysis) : 0.0;
}

void tandem_interrupt(void)
{
	interrupt_ask();
}

/* ---- the caller steps ------------------------------------------------------------------------------------------ */

static void run_steps(void *self)
{
	struct tandem *t = self;

	t->done = run_analyze(t, t->steps, t->dt);
}

/* After the fiber has come back: what is asked, or how it ended. */
static int32_t come_back(struct tandem *t)
{
	int32_t code;

	if (!t->fiber.alive)
		return library_leave(t, t->done);
	code = library_leave(t, 0);
	return code ? code : 1;
}

int32_t tandem_begin(struct tandem *t, int32_t n, double dt)
{
	int32_t code = library_enter(t);

	if (code)
		return code;
	t->steps = n;
	t->dt = dt;
	code = fiber_start(&t->fiber, run_steps, t, &t->fault.err);
	return code ? library_leave(t, code) : come_back(t);
}

const struct tandem_exchange *tandem_asked(const struct tandem *t)
{
	return library_look(t) == 0 && t->fiber.alive && !t->busy ? &t->asked : NULL;
}

/* Is something asked? */
static int32_t expect(struct tandem *t, const char *function)
{
	int32_t code = library_look(t);

	if (code)
		return code;
	if (t->busy)
		return library_refuse_nobody(ERR_STATE, function, "the instance is at work: this may not be called from a callback");
	if (!t->fiber.alive) {
		library_work(t);
		return library_refuse(t, ERR_STATE, function, "nothing is asked: tandem_begin begins steps");
	}
	return 0;
}

int32_t tandem_answer(struct tandem *t, const double *disp, const double *force)
{
	int32_t code = expect(t, "tandem_answer");

	if (code)
		return code;
	if (!force) {
		/* the question stands */
		err_clear(&t->fault.err);
		err_set(&t->fault.err, ERR_ARGUMENT, "tandem_answer", "there are no forces");
		fault_fill(&t->fault, TANDEM_ARGUMENT, "");
		return TANDEM_ARGUMENT;
	}
	t->disp = disp;
	t->force = force;
	library_work(t);
	fiber_resume(&t->fiber);
	return come_back(t);
}

void library_give_up(struct tandem *t)
{
	while (t->fiber.alive && !t->busy) {
		t->disp = t->force = NULL;
		library_work(t);
		fiber_resume(&t->fiber);
		come_back(t);
	}
}

int32_t tandem_abandon(struct tandem *t)
{
	int32_t code = expect(t, "tandem_abandon");

	if (code)
		return code;
	library_give_up(t);
	return t->fault.report.code;
}
