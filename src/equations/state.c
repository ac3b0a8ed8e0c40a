/* Layout of the state block: five vectors of unknowns, three of prescribed values, histories, the integrator's share. */
#include "equations/state.h"

#include "base/base.h"

static size_t offset_source(const struct state *s)
{
	return (size_t)STATE_PARTS * (size_t)s->n;
}

static size_t offset_history(const struct state *s)
{
	return offset_source(s) + 3 * (size_t)s->nsource;
}

static size_t offset_integrator(const struct state *s)
{
	return offset_history(s) + (size_t)s->nhistory;
}

size_t state_size(int n, int nsource, int nhistory, int nvec, int nreal)
{
	struct state s = {.n = n, .nsource = nsource, .nhistory = nhistory};

	return sizeof(s) + (offset_integrator(&s) + (size_t)nvec * (size_t)n + (size_t)nreal) * sizeof(double);
}

double *state_vec(struct state *s, enum state_part part)
{
	return s->data + (size_t)part * (size_t)s->n;
}

const double *state_seen(struct state *s, int derivative)
{
	static const enum state_part together[] = {STATE_U, STATE_V}, apart[] = {STATE_UE, STATE_VE};

	return state_vec(s, (s->apart ? apart : together)[derivative]);
}

double *state_source(struct state *s, int derivative)
{
	return s->data + offset_source(s) + (size_t)derivative * (size_t)s->nsource;
}

double *state_history(struct state *s)
{
	return s->data + offset_history(s);
}

double *state_integrator(struct state *s, int k)
{
	ASSERT(k >= 0 && k < s->nvec);
	return s->data + offset_integrator(s) + (size_t)k * (size_t)s->n;
}

double *state_reals(struct state *s)
{
	return s->data + offset_integrator(s) + (size_t)s->nvec * (size_t)s->n;
}

double *state_share(struct state *s)
{
	return s->data + offset_integrator(s);
}

size_t state_share_length(const struct state *s)
{
	return (size_t)s->nvec * (size_t)s->n + (size_t)s->nreal;
}
