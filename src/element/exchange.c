/* What every experimental element shares: options, what was sent and measured, the correction of control errors, common answers. */
#include "element/exchange.h"

#include "experiment/standin.h"

#include <float.h>

void exchange_begin(struct exchange *x, int n, struct element *el)
{
	x->n = x->nforce = x->nk = n;
	el->rayleigh = true;
}

/* Options ------------------------------------------------------------------------------------------- */

static int read_site(struct exchange *x, struct args *a, const struct model *m, struct err *e)
{
	static const struct table none;
	void *found;
	int tag, code = args_tag(a, "-site", &tag, e);

	if (code == 0)
		code = laboratory_need(m->lab ? &m->lab->sites : &none, "expSite", tag, a->object, &found, e);
	if (code == 0)
		x->site = found;
	return code;
}

static int read_tangent(struct exchange *x, struct args *a, const struct model *m, struct err *e)
{
	static const struct table none;
	void *found;
	int tag, code = args_tag(a, "-tangStif", &tag, e);

	if (code == 0)
		code = laboratory_need(m->lab ? &m->lab->tangents : &none, "expTangentStiff", tag, a->object, &found, e);
	if (code == 0)
		x->tangent = found;
	return code;
}

static int read_stiffness(struct exchange *x, struct args *a, struct arena *mem, struct err *e)
{
	int n, code = args_list_real(a, "-initStif", RANGE_ANY, 1, mem, &x->k0, &n, e);

	if (code == 0 && n != x->nk * x->nk) {
		code = err_set(e, ERR_RANGE, a->object, "-initStif has the wrong number of values");
		err_value(e, "%d", n);
		err_allowed(e, "%d, the %d x %d stiffness row by row", x->nk * x->nk, x->nk, x->nk);
	}
	return code;
}

/* ipPort <ipAddr> and the options of a connection: the words of a SimAppSite, in another order. */
static int read_server(struct exchange *x, struct args *a, const struct model *m, struct err *e)
{
	static const char *const flag[] = { "-udp", "-ssl", "-handshake", "-noHandshake" }, *const value[] = { "-dataSize", "-timeout" };
	const char *word[16] = { "127.0.0.1" };
	struct args rest;
	int n = 2, port, code;

	word[1] = args_peek(a);
	code = args_int(a, "ipPort", 1, 65535, &port, e);
	if (code == 0 && args_more(a) && args_peek(a)[0] != '-')
		code = args_word(a, "ipAddr", &word[0], e);
	for (bool more = true; code == 0 && more && n + 2 < (int)COUNT(word);) {
		more = false;
		for (size_t i = 0; i < COUNT(flag) && !more; i++)
			if (args_accept(a, flag[i]))
				word[n++] = flag[i], more = true;
		for (size_t i = 0; i < COUNT(value) && !more; i++)
			if (args_accept(a, value[i])) {
				word[n++] = value[i], more = true;
				code = args_word(a, value[i], &word[n++], e);
			}
	}
	if (code == 0 && !m->lab)
		code = err_set(e, ERR_STATE, a->object, "-server: this model has no laboratory");
	if (code < 0)
		return code;
	args_init(&rest, n, word, "%s", a->object);
	return site_build_private(m->lab, site_find("SimAppSite"), &rest, &x->site, e);
}

int exchange_option(struct exchange *x, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = 0;

	if (args_accept(a, "-site"))
		code = read_site(x, a, m, e);
	else if (args_accept(a, "-server"))
		code = read_server(x, a, m, e);
	else if (args_accept(a, "-initStif") || args_accept(a, "-initStiff"))
		code = read_stiffness(x, a, mem, e);
	else if (args_accept(a, "-iMod"))
		x->imod = true;
	else if (x->estimates && (args_accept(a, "-tangStif") || args_accept(a, "-tangStiff")))
		code = read_tangent(x, a, m, e);
	else if (args_accept(a, "-noRayleigh"))
		el->rayleigh = false;
	else if (args_accept(a, "-doRayleigh"))
		code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
	else
		return 0;
	return code < 0 ? code : 1;
}

/* Joining ------------------------------------------------------------------------------------------- */

static int need(const struct exchange *x, const char *object, struct err *e)
{
	if (!x->site) {
		int code = err_set(e, ERR_ARGUMENT, object, "-site and the tag of an expSite are missing");
		err_hint(e, "an experimental element needs a site where its specimen is");
		return code;
	}
	if (!x->k0) {
		int code = err_set(e, ERR_ARGUMENT, object, "-initStif is missing");
		err_allowed(e, "%d values, the %d x %d stiffness row by row", x->nk * x->nk, x->nk, x->nk);
		return code;
	}
	if (x->imod && !site_sees(x->site)) {
		int code = err_set(e, ERR_UNSUPPORTED, object, "-iMod: the setup of expSite %d does not say where the specimen is", x->site->tag);
		err_hint(e, "without measured displacements there is no error to correct: leave -iMod out");
		return code;
	}
	return 0;
}

/* All numbers in one piece: 8 vectors of n, 3 of nforce, and the estimator's. */
static int take(struct exchange *x, const int trial_n[SLOTS], struct arena *mem)
{
	struct exchange_memory *s = x->memory = ARENA_NEW(mem, struct exchange_memory);
	int states = x->tangent ? x->tangent->ops->nstate(x->tangent->self, x->n) : 0;
	double *room = ARENA_ARRAY(mem, (size_t)(8 * x->n + 3 * x->nforce + x->n * x->n + states), double);

	x->driven = ARENA_ARRAY(mem, (size_t)x->n, bool);
	if (!s || !room || !x->driven || signals_take(&s->trial, trial_n, mem))
		return ERR_MEMORY;
	double **const vector[] = { &s->sent, &s->ctrl[0], &s->ctrl[1], &s->ctrl[2], &s->daq[0], &s->daq[1], &s->daq[2], &s->last_d };
	double **const force[] = { &s->measured, &s->q, &s->last_q };
	for (size_t i = 0; i < COUNT(vector); i++, room += x->n)
		*vector[i] = room;
	for (size_t i = 0; i < COUNT(force); i++, room += x->nforce)
		*force[i] = room;
	if (!x->tangent)
		return 0;
	s->estimate = room;
	s->state = room + x->n * x->n;
	memcpy(s->estimate, x->k0, (size_t)(x->n * x->n) * sizeof(double));
	if (x->tangent->ops->start)
		x->tangent->ops->start(x->tangent->self, x->n, x->k0, s->state);
	return 0;
}

int exchange_join(struct exchange *x, const char *object, struct arena *mem, struct err *e)
{
	int trial_n[SLOTS], out_n[SLOTS], code = need(x, object, e);

	if (code < 0)
		return code;
	signals_size(trial_n, x->n, x->n, x->n, x->sends_force ? x->n : 0, 1);
	signals_size(out_n, x->n, x->n, x->n, x->nforce, 1);
	x->object = arena_text(mem, object);
	if (!x->object || take(x, trial_n, mem))
		return err_set(e, ERR_MEMORY, object, "no memory for what it exchanges with its site");
	code = site_join(x->site, trial_n, out_n, object, e);
	if (code == 0 && x->tangent && tangent_join(x->site->lab, x->tangent, x->object, x->n, x->memory->estimate))
		code = err_set(e, ERR_MEMORY, object, "no memory for its estimate");
	if (code == 0)
		code = standin_learn(x->site, &(struct standin_specimen){.n = x->n, .nforce = x->nforce, .first = x->first, .nk = x->nk, .k0 = x->k0}, object, e);
	/* what an element before this one sent is where the specimen stands */
	for (int i = 0; i < x->n && code == 0; i++) {
		x->driven[i] = site_driven(x->site, i);
		x->memory->sent[i] = x->site->trial.x[SLOT_DISP][i];
	}
	return code;
}

/* Motion and force ---------------------------------------------------------------------------------- */

/* A motion that is not a number counts as new, so that the rig refuses it. */
static bool is_new(const struct exchange *x, const struct element_io *io, const double *d)
{
	const struct exchange_memory *s = x->memory;

	for (int i = 0; i < x->n; i++)
		if (!(fabs(d[i] - s->sent[i]) <= DBL_EPSILON))
			return true;
	return x->check_time && !(fabs(io->t - s->t_sent) <= DBL_EPSILON);
}

int exchange_send(const struct exchange *x, const struct element_io *io, const struct exchange_motion *motion)
{
	static const int slot[MOTIONS] = { SLOT_DISP, SLOT_VEL, SLOT_ACCEL };
	struct exchange_memory *s = x->memory;
	size_t size = (size_t)x->n * sizeof(double);

	/* where sub-steps have ended: the specimen is there */
	if (io->live && s->ramped) {
		s->ramped = false;
		s->stands = true;
		memcpy(s->sent, motion->x[MOTION_DISP], size);
		s->t_sent = io->t;
		return s->code;
	}
	/* one that had no answer is sent again: the trip that stopped it may have been acknowledged */
	if (!io->live || (!s->code && !is_new(x, io, motion->x[MOTION_DISP])))
		return s->code;
	for (int k = 0; k < MOTIONS; k++)
		memcpy(s->trial.x[slot[k]], motion->x[k], size);
	s->trial.x[SLOT_TIME][0] = io->t;
	memcpy(s->sent, motion->x[MOTION_DISP], size);
	s->t_sent = io->t;
	s->stands = false;
	s->code = site_send(x->site, &s->trial, io->instant, io->dt);
	return s->code;
}

/* q := q - K0 (measured - commanded), where they are of the same coordinates. */
static void correct(const struct exchange *x, bool whole)
{
	const struct exchange_memory *s = x->memory;

	for (int j = 0; j < x->nk; j++) {
		int at = x->first + j;
		double error = s->daq[MOTION_DISP][at] - s->ctrl[MOTION_DISP][at];

		for (int i = 0; i < x->nk && (whole || x->driven[at]); i++)
			s->q[x->first + i] -= x->k0[i * x->nk + j] * error;
	}
}

static int measure(const struct exchange *x)
{
	static const int slot[MOTIONS] = { SLOT_DISP, SLOT_VEL, SLOT_ACCEL };
	struct exchange_memory *s = x->memory;
	const struct signals *out;
	int code = site_answer(x->site, &out);

	if (code)
		return code;
	for (int k = 0; k < MOTIONS; k++)
		memcpy(s->daq[k], out->x[slot[k]], (size_t)x->n * sizeof(double));
	memcpy(s->measured, out->x[SLOT_FORCE], (size_t)x->nforce * sizeof(double));
	memcpy(s->q, s->measured, (size_t)x->nforce * sizeof(double));
	s->asked = true;
	return 0;
}

bool exchange_corrects(const struct exchange *x, const struct element_io *io)
{
	return (x->imod || io->pair) && site_sees(x->site);
}

double *exchange_force(const struct exchange *x, const struct element_io *io, const struct exchange_motion *motion, bool *ret_new)
{
	struct exchange_memory *s = x->memory;

	*ret_new = false;
	if (!io->live) {
		if (!s->asked && !x->site->closed && measure(x))
			return NULL;
		return s->q;
	}
	s->t = io->t;
	if (exchange_send(x, io, motion))
		return NULL;
	s->code = measure(x);
	if (s->code)
		return NULL;
	for (int k = 0; k < MOTIONS && !s->stands; k++)
		memcpy(s->ctrl[k], motion->x[k], (size_t)x->n * sizeof(double));
	if (exchange_corrects(x, io) && x->nforce == x->n)
		correct(x, x->imod && !x->by_column);
	*ret_new = true;
	return s->q;
}

const double *exchange_stiffness(const struct exchange *x, const struct element_io *io)
{
	struct exchange_memory *s = x->memory;
	double dd[ELEMENT_DOF_MAX], dq[ELEMENT_DOF_MAX];

	if (!x->tangent)
		return x->k0;
	if (!io->live)
		return s->estimate;
	for (int i = 0; i < x->n; i++) {
		dd[i] = s->daq[MOTION_DISP][i] - s->last_d[i];
		dq[i] = s->measured[i] - s->last_q[i];
		s->last_d[i] = s->daq[MOTION_DISP][i];
		s->last_q[i] = s->measured[i];
	}
	x->tangent->ops->update(x->tangent->self, x->n, dd, dq, s->state, s->estimate);
	return s->estimate;
}

void exchange_fail(int ndof, double *f, double *k, double *c)
{
	for (int i = 0; i < ndof; i++)
		f[i] = (double)NAN;
	exchange_undamped(ndof, k);
	exchange_undamped(ndof, c);
}

void exchange_undamped(int ndof, double *c)
{
	if (c)
		memset(c, 0, (size_t)(ndof * ndof) * sizeof *c);
}

bool exchange_symmetric(const struct exchange *x)
{
	for (int i = 0; i < x->nk; i++)
		for (int j = 0; j < i; j++)
			if (x->k0[i * x->nk + j] != x->k0[j * x->nk + i])
				return false;
	return !x->tangent || x->n == 1;
}

/* Answers ------------------------------------------------------------------------------------------- */

int exchange_copy(int n, const double *x, double *ret_x, int max)
{
	if (n > max)
		return 0;
	memcpy(ret_x, x, (size_t)n * sizeof *x);
	return n;
}

int exchange_response(const struct exchange *x, int argc, const char *const *argv, double *ret_x, int max)
{
	static const char *const ctrl[MOTIONS][16] = {
		{ "ctrlDisp", "ctrlDisplacement", "ctrlDisplacements", "defo", "deformation", "deformations", "basicDefo", "basicDeformation", "basicDeformations",
		  "basicDisplacement", "basicDisplacements", NULL },
		{ "ctrlVel", "ctrlVelocity", "ctrlVelocities", NULL },
		{ "ctrlAccel", "ctrlAcceleration", "ctrlAccelerations", NULL },
	};
	static const char *const daq[MOTIONS][4] = {
		{ "daqDisp", "daqDisplacement", "daqDisplacements", NULL },
		{ "daqVel", "daqVelocity", "daqVelocities", NULL },
		{ "daqAccel", "daqAcceleration", "daqAccelerations", NULL },
	};
	static const char *const force[] = { "basicForce", "basicForces", "daqForce", "daqForces", NULL };
	static const char *const tangent[] = { "tangStif", "tangStiff", "tangentStif", "tangentStiff", NULL };
	const struct exchange_memory *s = x->memory;

	if (argc < 1)
		return 0;
	for (int k = 0; k < MOTIONS; k++) {
		if (text_among(argv[0], ctrl[k]))
			return exchange_copy(x->n, s->ctrl[k], ret_x, max);
		if (text_among(argv[0], daq[k]))
			return exchange_copy(x->n, s->daq[k], ret_x, max);
	}
	if (text_among(argv[0], force))
		return exchange_copy(x->nforce, s->q, ret_x, max);
	if (text_among(argv[0], tangent) && s->estimate && argc > 1 && !strcmp(argv[1], "stif"))
		return exchange_copy(x->n * x->n, s->estimate, ret_x, max);
	return 0;
}

/* Sub-steps ------------------------------------------------------------------------------------------ */

bool exchange_plain(const struct exchange *x, bool fills, const char **ret_why)
{
	bool driven = true;

	for (int i = 0; i < x->n; i++)
		driven &= x->driven[i];
	if (x->imod)
		*ret_why = "-iMod corrects its forces";
	else if (x->nforce != x->n || x->sends_force)
		*ret_why = "its forces are not those of its coordinates alone";
	else if (fills && !driven)
		*ret_why = "no actuator drives some of its coordinates";
	else
		return true;
	return false;
}

bool exchange_elsewhere(const void *self)
{
	return site_elsewhere(((const struct exchange *)self)->site);
}

int exchange_ramp(const void *self, const struct element_io *io, struct substeps *sub)
{
	const struct exchange *x = self;
	struct exchange_memory *s = x->memory;
	size_t size = (size_t)x->n * sizeof(double);

	for (int i = 0; i < x->n; i++)
		sub->f[i] = -s->q[i];
	for (int k = 0; k < SUBSTEP_MOTIONS; k++)
		memcpy(s->trial.x[k], sub->x1[k], size);
	s->trial.x[SLOT_TIME][0] = io->t;
	s->code = site_ramp(x->site, &s->trial, io->instant, sub);
	if (!s->code)
		s->code = measure(x);
	if (s->code)
		return s->code;
	for (int k = 0; k < MOTIONS; k++)
		memcpy(s->ctrl[k], sub->now[k], size);
	s->ramped = true;
	return 0;
}

/* Slots --------------------------------------------------------------------------------------------- */

int exchange_committed(const void *self)
{
	const struct exchange *x = self;

	return site_commit(x->site, x->memory->t);
}

int exchange_fault(const void *self, struct err *e)
{
	const struct exchange *x = self;
	int code = site_fault(x->site, x->object, e);

	if (code || !x->memory->code)
		return code;
	return err_set(e, x->memory->code, x->object, "its site %d gave no answer: %s", x->site->tag, err_message(x->memory->code));
}

bool exchange_exchanged(const void *self, struct element_exchange *ret)
{
	const struct exchange *x = self;
	const struct exchange_memory *s = x->memory;

	*ret = (struct element_exchange){.n = x->n, .command = s->ctrl[MOTION_DISP], .measured = s->daq[MOTION_DISP], .force = s->measured, .used = s->q,
	                                 .k0 = x->nk == x->n ? x->k0 : NULL, .driven = x->driven,
	                                 .seen = x->nforce == x->n && site_sees(x->site), .site = x->site};
	return true;
}

void exchange_removed(const void *self)
{
	site_leave(((const struct exchange *)self)->site);
}
