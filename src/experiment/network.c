/* Making networks; loss, stalls and the cut; rounds of commands. */
#include "experiment/network.h"

#include "experiment/laboratory.h"

#include <math.h>
#include <string.h>

/* --- making one ------------------------------------------------------------------------------------ */

/* options of every network; -stall is read by hand */
static const struct param common[] = {
	{ .name = "-loss", .kind = PARAM_REAL, .offset = offsetof(struct network, loss), .range = RANGE_UNIT,
	  .help = "chance that a try never has an answer" },
	{ .name = "-timeout", .kind = PARAM_REAL, .offset = offsetof(struct network, timeout), .def = 10.0, .range = RANGE_POSITIVE,
	  .help = "without an answer for this time it is tried again [s of laboratory time]" },
	{ .name = "-retries", .kind = PARAM_INT, .offset = offsetof(struct network, retries), .def = 3, .range = {0, 1000, false, false},
	  .help = "so often; then the site is lost" },
	{ .name = "-cut", .kind = PARAM_REAL, .offset = offsetof(struct network, cut), .def = NAN, .range = RANGE_NONNEG,
	  .help = "from then on nothing passes [s of laboratory time]; default: never" },
	{ 0 },
};

static int stall_read(struct network *n, struct args *a, struct err *e)
{
	struct network_stall *s = &n->stall[n->nstalls];
	double before = n->nstalls ? s[-1].to : 0.0, duration;
	int code = args_real(a, "-stall", (struct range){before, HUGE_VAL, false, true}, &s->from, e);

	if (!code)
		code = args_real(a, "duration", RANGE_POSITIVE, &duration, e);
	if (code)
		return code;
	s->to = s->from + duration;
	n->nstalls++;
	return 0;
}

/* Takes the options of every network out of the words, wherever they stand, and leaves the others in order. */
static int common_options(struct network *n, struct args *a, struct args *ret_rest, struct laboratory *lab, struct err *e)
{
	const char **word = ARENA_ARRAY(&lab->arena, (size_t)a->n + 1, const char *);
	struct args none;
	int rest = 0, code;

	n->stall = ARENA_ARRAY(&lab->arena, (size_t)a->n + 1, struct network_stall);
	if (!word || !n->stall)
		return err_set(e, ERR_MEMORY, a->object, "no memory for its words");
	args_init(&none, 0, NULL, "%s", a->object);
	code = param_parse(common, n, &none, e);
	while (args_more(a) && !code) {
		int at = a->at;

		code = param_options(common, n, a, e);
		if (!code && args_accept_again(a, "-stall"))
			code = stall_read(n, a, e);
		else if (!code && a->at == at)
			code = args_word(a, "word", &word[rest++], e);
	}
	args_rest(ret_rest, a, rest, word);
	return code;
}

int network_build(struct laboratory *lab, const struct network_ops *ops, struct args *a, struct err *e)
{
	struct network *n = ARENA_NEW(&lab->arena, struct network);
	struct args rest;
	int code;

	if (!n || !(n->self = arena_alloc(&lab->arena, ops->size)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for a network");
	code = laboratory_begin(lab, &lab->networks, a, "expNetwork", ops->name, &n->tag, e);
	n->ops = ops;
	if (!code)
		code = common_options(n, a, &rest, lab, e);
	if (!code)
		code = param_parse(ops->params, n->self, &rest, e);
	if (!code && ops->setup)
		code = ops->setup(n->self, &rest, lab, e);
	if (!code)
		code = args_end(&rest, e);
	if (code)
		return code;
	lab->stamp++;
	return table_add(&lab->networks, n->tag, n, "expNetwork", &lab->arena, e);
}

/* --- using one ------------------------------------------------------------------------------------- */

static int nstate(const struct network *n)
{
	return n->ops->nstate ? n->ops->nstate(n->self) : 0;
}

int network_use(struct network_use *u, const struct network *network, struct laboratory *lab, const char *object, struct err *e)
{
	*u = (struct network_use){.network = network};
	if (!network)
		return 0;
	u->state = ARENA_ARRAY(&lab->arena, (size_t)nstate(network) + 1, double);
	return u->state ? 0 : err_set(e, ERR_MEMORY, object, "no memory for the state of expNetwork %d", network->tag);
}

/* Losses have a stream of their own: with and without them the times are the same. */
void network_start(struct network_use *u, uint64_t seed, uint64_t stream)
{
	if (!u->network)
		return;
	memset(u->state, 0, (size_t)nstate(u->network) * sizeof(double));
	u->traffic = (struct traffic){0};
	u->log.n = 0;
	rng_init(&u->chance, seed, ~stream);
	if (u->network->ops->start)
		u->network->ops->start(u->network->self, u->state, seed, stream);
}

/* How long a way takes that begins at t and would take d. */
static double way(const struct network *n, double t, double d)
{
	for (int i = 0; i < n->nstalls; i++)
		if (t + d >= n->stall[i].from && t < n->stall[i].to)
			d += n->stall[i].to - fmax(n->stall[i].from, t);
	return t + d >= n->cut ? HUGE_VAL : d;
}

double network_patience(const struct network *n)
{
	return n->timeout * (n->retries + 1.0);
}

int network_exchange(struct network_use *u, double t, double *ret_wait)
{
	const struct network *n = u->network;
	double first = HUGE_VAL;           /* the first answer, since t */

	if (!n) {
		*ret_wait = 0.0;
		return 0;
	}
	for (int i = 0; i <= n->retries && i * n->timeout < first; i++) {
		double d = n->ops->exchange(n->self, u->state);
		bool lost = n->loss > 0.0 && rng_uniform(&u->chance) < n->loss;

		u->traffic.lost += lost;
		u->traffic.again += i > 0;
		if (!lost)
			first = fmin(first, i * n->timeout + way(n, t + i * n->timeout, d));
	}
	if (!(first <= network_patience(n)))
		return ERR_LOST;
	u->traffic.exchanges++;
	u->traffic.last = *ret_wait = first;
	traffic_log_add(&u->log, t, first);
	return 0;
}

void network_round_join(struct network_round *round, unsigned *turn, double instant)
{
	if (instant != round->instant || *turn == round->n) {
		round->n++;
		round->instant = instant;
		if (isfinite(round->late))
			round->sent = round->late;
		round->late = -INFINITY;
	}
	*turn = round->n;
}
