/* Thewalt and Roman's estimate of the energy error: from the displacement errors and the tangent stiffness.
 *
 *   E += 1/2 (K u_err + K_before u_err,before)' (d_c - d_c,before),   u_err = d_m - d_c
 *
 * for every experimental element, with the sign of the other energy errors: negative, the test adds energy. K is the element's initial stiffness, or the
 * estimate of an expTangentStiff from what is measured, BFGS as in the paper. Less sensitive to noise in the load cells than E_E - E_BE, but it needs K.
 * For a linear specimen it is E_E - 1/2 d_c' K d_c where E_error is E_E - 1/2 d_m' K d_m: the same once nothing moves.
 * Thewalt & Roman, J. Struct. Eng. 120 (1994) 2768-2783, as in Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 7.18 and 7.19 (sign of 7.19 corrected).
 */
#include "monitor/energy_words.h"
#include "monitoring/monitor.h"
#include "plugin.h"

#include <limits.h>

struct place {                         /* an element */
	double *k, *state;                 /* tangent, n x n; history of the estimator */
	double *command, *pull;            /* d_c and K u_err at the last step */
	double *measured, *force;          /* at the last step, for the estimator */
};

struct thewalt_roman {
	int tangent_tag;                   /* word */
	const struct tangent *tangent;     /* borrowed: laboratory; NULL: initial stiffness */
	struct place *place;               /* owned: the set's run, one an element */
	double error;
};

static const struct param params[] = {
	{ .name = "-tangStif", .kind = PARAM_TAG, .offset = offsetof(struct thewalt_roman, tangent_tag), .def = INT_MIN,
	  .help = "tag of an expTangentStiff that estimates the stiffness from what is measured; default: the initial one" },
	{ 0 },
};

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	struct thewalt_roman *s = self;
	void *found = NULL;
	int code = 0;

	if (s->tangent_tag != INT_MIN)
		code = laboratory_need(&m->set->lab->tangents, "expTangentStiff", s->tangent_tag, a->object, &found, e);
	s->tangent = found;
	return code ? code : monitor_column_add(m, SENSE_NEGATIVE, ENERGY_UNIT, e, "error");
}

static bool counts(const struct element_exchange *x)
{
	return x->seen && x->k0;
}

/* K u_err of the coordinates that actuators drive. */
static void pull_of(const struct place *p, const struct element_exchange *x, double *ret)
{
	for (int i = 0; i < x->n; i++) {
		ret[i] = 0.0;
		for (int j = 0; j < x->n; j++)
			ret[i] += x->driven[j] ? p->k[i * x->n + j] * (x->measured[j] - x->command[j]) : 0.0;
	}
}

static void remember(const struct place *p, const struct element_exchange *x)
{
	size_t size = (size_t)x->n * sizeof(double);

	memcpy(p->command, x->command, size);
	memcpy(p->measured, x->measured, size);
	memcpy(p->force, x->force, size);
	pull_of(p, x, p->pull);
}

static int place_take(struct thewalt_roman *s, struct place *p, const struct element_exchange *x, struct arena *mem)
{
	size_t n = (size_t)x->n, states = s->tangent ? (size_t)s->tangent->ops->nstate(s->tangent->self, x->n) : 0;
	double *room = ARENA_ARRAY(mem, 4 * n + n * n + states + 1, double);

	if (!room)
		return ERR_MEMORY;
	*p = (struct place){.command = room, .pull = room + n, .measured = room + 2 * n, .force = room + 3 * n, .k = room + 4 * n, .state = room + 4 * n + n * n};
	memcpy(p->k, x->k0, n * n * sizeof(double));
	if (s->tangent && s->tangent->ops->start)
		s->tangent->ops->start(s->tangent->self, x->n, x->k0, p->state);
	remember(p, x);
	return 0;
}

static int begin(void *self, struct monitor *m, const struct monitor_view *v, struct err *e)
{
	struct thewalt_roman *s = self;
	int code = 0;

	s->place = ARENA_ARRAY(&m->set->run, (size_t)v->nelement + 1, struct place);
	for (int i = 0; i < v->nelement && s->place && !code; i++)
		if (counts(&v->element[i].now))
			code = place_take(s, &s->place[i], &v->element[i].now, &m->set->run);
	return s->place && !code ? 0 : err_set(e, ERR_MEMORY, m->ops->name, "no memory for %d elements", v->nelement);
}

/* The estimator is told the increments of what was measured. */
static void tangent_update(const struct thewalt_roman *s, const struct place *p, const struct element_exchange *x)
{
	double dd[ELEMENT_DOF_MAX], dq[ELEMENT_DOF_MAX];

	if (!s->tangent)
		return;
	for (int i = 0; i < x->n; i++) {
		dd[i] = x->measured[i] - p->measured[i];
		dq[i] = x->force[i] - p->force[i];
	}
	s->tangent->ops->update(s->tangent->self, x->n, dd, dq, p->state, p->k);
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	struct thewalt_roman *s = self;

	for (int i = 0; i < v->nelement; i++) {
		const struct element_exchange *x = &v->element[i].now;
		const struct place *p = &s->place[i];
		double pull[ELEMENT_DOF_MAX];

		if (!counts(x))
			continue;
		tangent_update(s, p, x);
		pull_of(p, x, pull);
		for (int j = 0; j < x->n; j++)
			s->error += x->driven[j] ? 0.5 * (pull[j] + p->pull[j]) * (x->command[j] - p->command[j]) : 0.0;
		remember(p, x);
	}
	m->value[0] = s->error;
}

static void reset(void *self)
{
	struct thewalt_roman *s = self;

	s->error = 0.0;
}

const struct monitor_ops monitor_thewalt_roman = {
	.name = "ThewaltRoman",
	.brief = "Energy error from displacement errors and tangent stiffness",
	.cite = "Thewalt & Roman 1994; Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 7.18",
	.example = "-warn -0.5",
	.params = params,
	.size = sizeof(struct thewalt_roman),
	.setup = setup,
	.begin = begin,
	.step = step,
	.reset = reset,
	.remark = energy_remark,
};
