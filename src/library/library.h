/* What the files of the library share: the instance, and how a call enters and leaves it.
 *
 * Every public function enters first: is the handle one that lives, is this its thread, is nothing of it at work? Then it works on the script inside as a
 * script's line would, and leaves with a code of tandem.h; a failure has filled t->err by then.
 */
#pragma once

#include "experiment/callback.h"
#include "library/fiber.h"
#include "script/script.h"

#include <tandem.h>

enum { LIBRARY_TEXT = 640 };

/* A report and the texts it points to. */
struct fault {
	struct err err;
	char text[LIBRARY_TEXT];
	struct tandem_report report;
};

/* A view that was handed out, with its memory. */
struct answer {
	const char *words;              /* owned: views, as the rest */
	int n;
	double *x;
	struct answer *next;            /* of the same element */
};

struct views {
	struct arena mem;               /* all views of a model as it was at this stamp */
	unsigned stamp;
	int *freedom;                   /* 0 1 2 ..., to gather by */
	double *motion[TANDEM_REACTION + 1];
	int32_t *nodes, *elements;      /* NULL: not asked for yet */
	struct answer **answers;        /* of each element, in the order of tags; NULL: none was asked */
};

/* A specimen of the caller's own. */
struct own_rig {
	struct callback callback;       /* in the laboratory's list */
	struct tandem_rig rig;
	struct tandem *t;               /* borrowed: whose it is */
	char why[200];
};

struct tandem_run;

struct tandem {
	struct tandem *next;            /* of those that live */
	struct script script;
	struct fault fault;
	Tcl_Obj *place;                 /* owned: text of the last error of a script; NULL: none */
	int32_t code;                   /* that a script's error stands for, beside those of err.def; 0: it is one of these */
	void (*line)(void *self, int32_t kind, const char *text);  /* NULL: nobody listens */
	void *line_self;                /* borrowed: the caller */
	Tcl_DString part[2];            /* of a line whose end has not been said yet */
	bool busy;                      /* a call is at work */
	struct tandem *outer;           /* whose call this one is within; NULL: none */
	bool left;                      /* the script has said exit */
	int status;                     /* with this status */
	struct arena mem;               /* rigs and texts that live as long as the instance */
	struct views views;
	double *numbers; int room;      /* owned: of the last answer, where the script has not kept them */
	/* the caller steps */
	struct fiber fiber;
	int32_t steps, done;            /* wanted; the code when they are over */
	double dt;
	struct tandem_exchange asked;
	const double *disp, *force;     /* the caller's answer, borrowed for the call; force NULL: it gave up */
	struct tandem_run *runs;        /* owned: open ones */
};

/* 0, or the code with which the call is refused: also while steps are under way, or a callback runs. */
int32_t library_enter(struct tandem *t);
/* The second half of it, for calls that look by themselves. */
void library_work(struct tandem *t);
int32_t library_look(const struct tandem *t);   /* the same for calls that may come while it is busy; nothing is cleared */
/* The end of a call that entered: 0 or a code of err.def, whose report is in t->fault.err. */
int32_t library_leave(struct tandem *t, int code);
/* Refuses: a report of its own, and the code. object: the function. */
int32_t library_refuse(struct tandem *t, int code, const char *object, const char *what);
/* The same without an instance. */
int32_t library_refuse_nobody(int code, const char *object, const char *what);
/* A code of tandem.h as one of err.def (what is none: ERR_REFUSED). */
int library_inside(int32_t code);
/* What a report says, written out again after its err was filled. */
void fault_fill(struct fault *f, int32_t code, const char *place);

/* Runs values as the words of a command; within a call that has entered. 0 or a code of err.def, with the report filled. */
int library_values(struct tandem *t, int32_t n, const struct tandem_value *value);
/* What the instance prints goes into its lines. */
void library_print(void *self, int to, const char *text);
/* puts goes to the instance's lines. */
void library_puts(struct tandem *t);
/* Gives up steps that are under way. */
void library_give_up(struct tandem *t);
void library_views_fini(struct tandem *t);
void library_runs_fini(struct tandem *t);
/* The instance that a run belongs to, NULL: it is no open one. For calls of its thread. */
struct tandem *library_owner(const struct tandem_run *run);
bool library_has_run(const struct tandem *t, const struct tandem_run *run);
