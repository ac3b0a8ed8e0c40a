/* The conversation of an adapter. */
#include "foreign/serve.h"

#include <stdio.h>

#include "element/served.h"

enum { DEFAULT_TIMEOUT = 3600 };

static const double ROUNDING = 1e-9;   /* of a step: what the sum of its parts may lack */

struct served {
	struct cable cable;
	struct simapp app;
	struct plant plant;
	struct arena mem;          /* of the conversation */
	struct signals out;        /* owned: mem; answers */
	int n;
	double *target;            /* owned: mem */
	bool due;                  /* the next step takes the next target */
	double way;                /* time from the beginning of the step to where it was asked first; 0: not yet */
	double whole, gone;        /* the same of the step that failed with this target, 0: none did; and of its parts that were accepted */
	int code;
	struct err fault;
	char object[96];
};

void served_words(struct cable_words *w)
{
	*w = (struct cable_words){.timeout = DEFAULT_TIMEOUT};
}

static int size(void *self, const int trial[SLOTS], const int out[SLOTS], struct err *e)
{
	const struct served *s = self;

	for (int k = 0; k < SLOTS; k++) {
		int most = k == SLOT_TIME ? 1 : s->n;
		int wrong = trial[k] && trial[k] != most ? trial[k] : out[k] && out[k] != most ? out[k] : 0;

		if (wrong) {
			err_set(e, ERR_RANGE, s->object, "the client has another number of values than the element, slot %s", slot_name(k));
			err_value(e, "%d", wrong);
			err_allowed(e, "0 or %d", most);
			return ERR_RANGE;
		}
	}
	if (trial[SLOT_DISP] && out[SLOT_DISP] && out[SLOT_FORCE])
		return 0;
	err_set(e, ERR_RANGE, s->object, "the client must command displacements and ask for displacements and forces");
	err_hint(e, "SimFEAdapter: -trialCP with disp, -outCP with disp and force");
	return ERR_RANGE;
}

static int trial(void *self, const struct signals *x, struct err *e)
{
	struct served *s = self;

	for (int i = 0; i < s->n; i++)
		if (!isfinite(x->x[SLOT_DISP][i])) {
			err_set(e, ERR_NONFINITE, s->object, "the client's target %d is no number", i + 1);
			err_value(e, "%g", x->x[SLOT_DISP][i]);
			return ERR_NONFINITE;
		}
	memcpy(s->target, x->x[SLOT_DISP], (size_t)s->n * sizeof(double));
	return 0;
}

static int answer(void *self, const struct signals **ret, struct err *e)
{
	(void)e;
	*ret = &((struct served *)self)->out;
	return 0;
}

static int commit(void *self, struct err *e)
{
	(void)self, (void)e;
	return 0;
}

static int introduce(struct served *s, struct err *e)
{
	int n[SLOTS], code;

	signals_size(n, s->n, 0, 0, s->n, 0);
	s->target = ARENA_ARRAY(&s->mem, (size_t)s->n, double);
	if (!s->target || signals_take(&s->out, n, &s->mem))
		return err_set(e, ERR_MEMORY, s->object, "no memory for its signals");
	s->plant = (struct plant){.self = s, .size = size, .trial = trial, .answer = answer, .commit = commit};
	simapp_init(&s->app, &s->plant, SIMAPP_ADAPTER, s->cable.words.udp, &s->mem, s->object);
	code = cable_listen(&s->cable, e);
	if (!code)
		code = serve_accept(&s->cable, simapp_talk(&s->app), e);
	return code ? code : serve_message(&s->cable, simapp_talk(&s->app), e);
}

int served_open(struct served **ret, int n, const struct cable_words *w, const struct model *m, const char *object, struct err *e)
{
	struct served *s = m->lab ? ARENA_NEW(&m->lab->arena, struct served) : NULL;
	int code;

	if (!s)
		return err_set(e, ERR_MEMORY, object, "no laboratory, or no memory for a conversation");
	s->n = n;
	s->due = true;
	arena_init(&s->mem);
	cable_init(&s->cable, w, object);
	snprintf(s->object, sizeof(s->object), "%s", object);
	code = laboratory_own(m->lab, s, served_end, object, e);
	if (!code)
		code = introduce(s, e);
	if (code)
		served_end(s);
	else
		*ret = s;
	return code;
}

/* Messages until the next target. */
static void next(struct served *s)
{
	long trials = s->app.count.trials;
	int code = 0;

	while (code == 0 && s->app.count.trials == trials)
		code = serve_message(&s->cable, simapp_talk(&s->app), &s->fault);
	if (code == 1)
		code = err_set(&s->fault, ERR_ENDED, s->object, "%s has ended the conversation", s->cable.peer);
	s->code = code;
	if (code)
		cable_close(&s->cable);
}

const double *served_target(struct served *s, double dt, bool live, const double *d, const double *q)
{
	if (live && !s->code && s->due) {
		for (int i = 0; i < s->n; i++) {
			s->out.x[SLOT_DISP][i] = d[i];
			s->out.x[SLOT_FORCE][i] = -q[i];
		}
		s->due = false;
		s->whole = s->gone = 0.0;
		next(s);
	}
	if (live && s->way == 0.0)
		s->way = dt;
	return s->code ? NULL : s->target;
}

int served_committed(struct served *s)
{
	s->gone += s->way;
	s->way = 0.0;
	s->due = !(s->gone * s->whole > 0.0 && fabs(s->gone) < (1.0 - ROUNDING) * fabs(s->whole));
	return 0;
}

/* Of a step within parts that fails as well the parts of the first one count on. */
void served_refused(struct served *s)
{
	if (s->whole == 0.0)
		s->whole = s->way;
	s->way = 0.0;
}

const double *served_now(const struct served *s)
{
	return s->target;
}

int served_response(const struct served *s, const double *d, const double *q, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const ctrl[] = { "ctrlDisp", "ctrlDisplacement", "ctrlDisplacements", NULL };
	static const char *const daq[] = { "daqDisp", "daqDisplacement", "daqDisplacements", "defo", "deformation", "deformations", "basicDefo",
		"basicDeformation", "basicDeformations", "basicDisplacement", "basicDisplacements", NULL };
	static const char *const force[] = { "basicForce", "basicForces", "daqForce", "daqForces", "axialForce", NULL };
	const double *of = NULL;

	if (argc != 1 || s->n > max)
		return 0;
	if (text_among(argv[0], ctrl))
		of = s->target;
	else if (text_among(argv[0], daq))
		of = d;
	else if (text_among(argv[0], force))
		of = q;
	else
		return 0;
	/* after the conversation there is no target */
	for (int i = 0; i < s->n; i++)
		ret_x[i] = of ? of[i] : (double)NAN;
	return s->n;
}

int served_fault(const struct served *s, struct err *e)
{
	if (s->code && e && !e->code)
		*e = s->fault;
	return s->code;
}

void served_end(void *served)
{
	struct served *s = served;

	cable_close(&s->cable);
	arena_fini(&s->mem);
	if (!s->code)
		s->code = err_set(&s->fault, ERR_STATE, s->object, "the conversation was ended");
	s->target = NULL;
}
