/* Stand-ins of rehearsals: linear specimens.
 *
 * A site answers q = K d. A rig with the channels x = T d and q = A f answers f = A^-1 K T^-1 x; T and A are found from its setup, column by column, at
 * rest. */
#include "experiment/standin.h"

#include "experiment/laboratory.h"
#include "math/dense.h"

#include <string.h>

enum { CHANNELS = 64 };
static const double SMALL = 1e-6;      /* of a unit: the kinematics of large displacements at rest */

struct standin {
	const struct rig_ops *rig_ops;     /* of what it stands for; borrowed: the table */
	void *rig_self;                    /* borrowed: laboratory's arena */
	int n;
	double *k;                         /* n x n; NULL: nothing is known, no force. owned: laboratory's arena */
	struct rig *rig;                   /* borrowed */
	struct site *site;                 /* borrowed */
};

/* F = K d of the first n components, zero of the others. */
static void answer(const struct standin *s, const double *d, int nforce, double *ret_f)
{
	memset(ret_f, 0, (size_t)nforce * sizeof(double));
	for (int i = 0; i < nforce && i < s->n; i++)
		for (int j = 0; j < s->n; j++)
			ret_f[i] += s->k[i * s->n + j] * d[j];
}

/* --- a rig ------------------------------------------------------------------------------------------ */

static int rig_go(void *self, const struct signals *ctrl, double instant)
{
	(void)self;
	(void)ctrl;
	(void)instant;
	return 0;
}

/* The same motions as commanded; velocities it is not given are zero. */
static int rig_read(void *self, struct signals *daq)
{
	const struct standin *s = self;
	const struct signals *ctrl = &s->rig->ctrl;

	for (int k = SLOT_DISP; k <= SLOT_ACCEL; k++)
		for (int i = 0; i < daq->n[k]; i++)
			daq->x[k][i] = i < ctrl->n[k] ? ctrl->x[k][i] : 0.0;
	answer(s, ctrl->x[SLOT_DISP], daq->n[SLOT_FORCE], daq->x[SLOT_FORCE]);
	if (daq->n[SLOT_TIME])
		daq->x[SLOT_TIME][0] = s->rig->instant;
	return 0;
}

static bool rig_limit_of(const void *self, int channel, struct rig_limit *ret)
{
	const struct standin *s = self;

	return s->rig_ops->limit && s->rig_ops->limit(s->rig_self, channel, ret);
}

static double rig_scale_of(const void *self)
{
	const struct standin *s = self;

	return s->rig_ops->scale ? s->rig_ops->scale(s->rig_self) : 1.0;
}

static int rig_tune_of(void *self, int channel, struct args *a, struct rig_tunable *ret_t, struct err *e)
{
	const struct standin *s = self;

	if (!s->rig_ops->tune)
		return err_set(e, ERR_UNSUPPORTED, a->object, "expControl %d has nothing that could be tuned", s->rig->tag);
	return s->rig_ops->tune(s->rig_self, channel, a, ret_t, e);
}

static const struct rig_ops rig_standin = {
	.name = "stand-in", .brief = "linear specimen in place of a rig that exists", .size = sizeof(struct standin),
	.command = rig_go, .measure = rig_read, .limit = rig_limit_of, .scale = rig_scale_of, .tune = rig_tune_of,
};

int standin_rig(struct rig *r, struct err *e)
{
	struct standin *s;

	if (!r->lab->rehearsal || (!r->ops->physical && !r->ops->outside))
		return 0;
	s = ARENA_NEW(&r->lab->arena, struct standin);
	if (!s)
		return err_set(e, ERR_MEMORY, r->ops->name, "no memory for its stand-in");
	*s = (struct standin){.rig_ops = r->ops, .rig_self = r->self, .rig = r};
	r->ops = &rig_standin;
	r->self = s;
	return 0;
}

bool standin_is(const struct rig *r)
{
	return r->ops == &rig_standin;
}

/* --- a site elsewhere --------------------------------------------------------------------------------- */

static int adopt(void *self, struct site *s, const int trial_n[SLOTS], const int out_n[SLOTS], struct err *e)
{
	(void)self;
	(void)e;
	memcpy(s->trial.n, trial_n, sizeof(s->trial.n));
	memcpy(s->out.n, out_n, sizeof(s->out.n));
	return 0;
}

static int send(void *self, const struct signals *trial, double instant)
{
	(void)self;
	(void)trial;
	(void)instant;
	return 0;
}

static int receive(void *self, struct signals *out)
{
	const struct standin *s = self;
	const struct signals *trial = &s->site->trial;

	signals_copy(trial, out);
	answer(s, trial->x[SLOT_DISP], out->n[SLOT_FORCE], out->x[SLOT_FORCE]);
	return 0;
}

static int commit(void *self)
{
	(void)self;
	return 0;
}

static bool driven(const void *self, int component)
{
	(void)self;
	(void)component;
	return true;
}

static const struct site_ops site_standin = {
	.name = "stand-in", .brief = "linear specimen in place of a site elsewhere", .size = sizeof(struct standin),
	.adopt = adopt, .send = send, .receive = receive, .commit = commit, .driven = driven,
};

int standin_site(struct site *s, struct err *e)
{
	struct standin *x;

	if (!s->lab->rehearsal || !s->ops->why)
		return 0;
	x = ARENA_NEW(&s->lab->arena, struct standin);
	if (!x)
		return err_set(e, ERR_MEMORY, s->ops->name, "no memory for its stand-in");
	*x = (struct standin){.site = s};
	s->ops = &site_standin;
	s->self = x;
	return 0;
}

/* --- the specimen's stiffness -------------------------------------------------------------------------- */

/* T of the setup: columns of channel displacements for small coordinates. */
static int kinematics(struct setup *u, int n, double *ret_t, struct arena *mem)
{
	struct signals trial;
	double *rest = ARENA_ARRAY(mem, (size_t)n, double);

	if (!rest || signals_take(&trial, u->side[SETUP_TRIAL].n, mem))
		return ERR_MEMORY;
	setup_forward(u, &trial);
	memcpy(rest, u->side[SETUP_CTRL].x[SLOT_DISP], (size_t)n * sizeof(double));
	for (int j = 0; j < n; j++) {
		trial.x[SLOT_DISP][j] = SMALL;
		setup_forward(u, &trial);
		trial.x[SLOT_DISP][j] = 0.0;
		for (int i = 0; i < n; i++)
			ret_t[i * n + j] = (u->side[SETUP_CTRL].x[SLOT_DISP][i] - rest[i]) / SMALL;
	}
	setup_forward(u, &trial);
	return 0;
}

/* A of the setup: columns of basic forces for unit forces of the channels, everything at rest. */
static int statics(struct setup *u, int n, double *ret_a, struct arena *mem)
{
	struct signals daq;
	int code = 0;

	if (signals_take(&daq, u->side[SETUP_DAQ].n, mem))
		return ERR_MEMORY;
	for (int j = 0; j < n && !code; j++) {
		daq.x[SLOT_FORCE][j] = 1.0;
		code = setup_backward(u, &daq);
		daq.x[SLOT_FORCE][j] = 0.0;
		for (int i = 0; i < n; i++)
			ret_a[i * n + j] = u->scaled.x[SLOT_FORCE][i];
	}
	return code ? code : setup_backward(u, &daq);
}

/* K of all n coordinates of the element. */
static double *whole(const struct standin_specimen *x, struct arena *mem)
{
	double *k = ARENA_ARRAY(mem, (size_t)(x->n * x->n), double);

	for (int i = 0; k && i < x->nk; i++)
		for (int j = 0; j < x->nk; j++)
			k[(x->first + i) * x->n + x->first + j] = x->k0[i * x->nk + j];
	return k;
}

/* A^-1 K T^-1. */
static int channels(struct setup *u, const double *k, int n, struct arena *mem, double **ret)
{
	double *m = ARENA_ARRAY(mem, (size_t)(6 * n * n), double), *t = m + n * n, *a = t + n * n, *ti = a + n * n, *ai = ti + n * n, *out = ai + n * n;
	int code = m ? kinematics(u, n, t, mem) : ERR_MEMORY;

	if (!code)
		code = statics(u, n, a, mem);
	if (!code)
		code = mat_invert(n, t, ti);
	if (!code)
		code = mat_invert(n, a, ai);
	if (code)
		return code;
	mat_mul(n, n, n, k, ti, m);
	mat_mul(n, n, n, ai, m, out);
	*ret = out;
	return 0;
}

static int unsupported(const char *object, const struct setup *u, struct err *e)
{
	int code = err_set(e, ERR_UNSUPPORTED, object, "a rehearsal cannot carry -initStif to the channels of expSetup %d (%s)", u->tag, u->ops->name);

	err_hint(e, "put an expControl VirtualRig in the place of the rig for the rehearsal");
	return code;
}

int standin_learn(struct site *s, const struct standin_specimen *x, const char *object, struct err *e)
{
	struct standin *in;
	struct setup *u = s->setup;
	int code = 0, n = x->n;

	if (!s->lab->rehearsal || (s->ops != &site_standin && !(u && u->rig && standin_is(u->rig))))
		return 0;
	in = s->ops == &site_standin ? s->self : u->rig->self;
	double *k = whole(x, &s->lab->arena);
	if (!k)
		return err_set(e, ERR_MEMORY, object, "no memory for the stand-in of its specimen");
	if (s->ops != &site_standin) {
		const struct rig *r = u->rig;

		if (x->nforce != n || n > CHANNELS || r->ctrl.n[SLOT_DISP] != n || r->daq.n[SLOT_FORCE] != n || u->side[SETUP_CTRL].n[SLOT_DISP] != n ||
		    u->side[SETUP_TRIAL].n[SLOT_DISP] != n || u->side[SETUP_DAQ].n[SLOT_FORCE] != n)
			return unsupported(object, u, e);
		code = channels(u, k, n, &s->lab->arena, &k);
	}
	if (code)
		return code == ERR_MEMORY ? err_set(e, code, object, "no memory for the stand-in of its specimen") : unsupported(object, u, e);
	in->k = k;
	in->n = n;
	return 0;
}
