/* An element that another program computes or tests: client of startSimAppElemServer of OpenFresco or of this program.
 *
 * At its making it connects, sends its sizes and asks for initial stiffness K0, damping C and mass M. In a step it sends displacement, velocity,
 * acceleration and time of its freedoms when displacement or velocity has changed, and answers
 *
 *   f = q + C v,   q: the other program's force;   tangent: the other program's, asked for once for every trial and only where it is wanted
 *
 * Commits are told, and the end is said. What is behind it cannot be brought back: as with a specimen, there is no reset.
 */
#include "experiment/laboratory.h"

#include "foreign/client.h"

#include "element/freedoms.h"

enum { DEFAULT_TIMEOUT = 60, DISP = 0, VEL, ACCEL, MOTIONS };

struct conversation {              /* follows the other program, and so is no part of the state */
	struct client client;
	double *x[MOTIONS];        /* last sent; owned: laboratory's arena, as all below */
	double *q, *k;             /* force and tangent of the last trial */
	bool sent, asked, known;   /* something was sent; its force is here; its tangent is */
	int code;
};

struct generic_client {
	struct freedoms at;
	double *k0, *c, *mass;     /* n x n; owned: laboratory's arena */
	struct conversation *talk; /* owned: laboratory's arena; ended by the laboratory, which outlives the model */
	struct frame_sizes sizes;
};

static const struct param params[] = {
	{ .name = "-node", .kind = PARAM_ROW, .required = true, .help = "tags of the nodes" },
	{ .name = "-dof", .kind = PARAM_ROW, .required = true, .help = "freedoms of the first node, then -dof and those of the next; as many -dof as nodes" },
	{ .name = "-server", .kind = PARAM_ROW, .required = true, .help = "ipPort <ipAddr>, default 127.0.0.1" },
	{ .name = "-dataSize", .kind = PARAM_ROW, .help = "numbers a frame, default 256; raised where it is too small" },
	{ .name = "-noRayleigh", .kind = PARAM_ROW, .help = "takes no part in Rayleigh damping (by default it does)" },
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "0 or 1: takes part in Rayleigh damping" },
	CABLE_PARAMS,
	{ .name = NULL },
};

/* --- making ---------------------------------------------------------------------------------------- */

static int read_server(struct cable_words *w, struct args *a, struct err *e)
{
	const char *host;
	int code = args_int(a, "ipPort", 1, 65535, &w->port, e);

	if (code == 0 && args_more(a) && args_peek(a)[0] != '-') {
		struct args pair;
		const char *word[2] = { NULL, "1" };
		int port = w->port;

		code = args_word(a, "ipAddr", &host, e);
		word[0] = code ? "" : host;
		args_init(&pair, 2, word, "%s", a->object);
		if (code == 0)
			code = cable_address(w, &pair, e);
		w->port = port;
	}
	return code;
}

static int read_options(struct generic_client *g, struct cable_words *w, struct args *a, struct element *el, struct err *e)
{
	int code = 0;

	g->sizes.data = FRAME_DEFAULT;
	while (code >= 0 && args_more(a)) {
		code = cable_option(w, a, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-server"))
			code = read_server(w, a, e);
		else if (args_accept(a, "-dataSize"))
			code = args_int(a, "-dataSize", 1, FRAME_MOST, &g->sizes.data, e);
		else if (args_accept(a, "-noRayleigh"))
			el->rayleigh = false;
		else if (args_accept(a, "-doRayleigh"))
			code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
		else
			code = args_end(a, e);
	}
	if (code >= 0 && !w->port)
		code = err_set(e, ERR_ARGUMENT, a->object, "-server ipPort <ipAddr> is missing");
	return code < 0 ? code : 0;
}

static int rooms_take(struct generic_client *g, struct arena *mem, const char *object, struct err *e)
{
	size_t n = (size_t)g->at.n;
	double *room = ARENA_ARRAY(mem, 4 * n + 4 * n * n, double);
	struct conversation *t = g->talk = ARENA_NEW(mem, struct conversation);

	if (!room || !t)
		return err_set(e, ERR_MEMORY, object, "out of memory");
	for (int k = 0; k < MOTIONS; k++, room += n)
		t->x[k] = room;
	t->q = room;
	t->k = room + n;
	g->k0 = t->k + n * n;
	g->c = g->k0 + n * n;
	g->mass = g->c + n * n;
	return 0;
}

/* Column by column on the wire. */
static int ask_matrix(struct generic_client *g, int action, double *ret)
{
	struct client *c = &g->talk->client;
	int n = g->at.n, code = client_ask(c, action);

	if (!code)
		code = client_finite(c, n * n);
	for (int i = 0; i < n && !code; i++)
		for (int j = 0; j < n; j++)
			ret[i * n + j] = c->in[j * n + i];
	return code;
}

static int introduce(struct generic_client *g, struct arena *mem, struct err *e)
{
	struct client *c = &g->talk->client;
	int code = client_connect(c, e);

	if (!code)
		code = client_sizes(c, &g->sizes, mem, e);
	if (code)
		return code;
	code = client_say(c, FRAME_TRIAL);
	if (!code)
		code = ask_matrix(g, FRAME_INITIAL, g->k0);
	if (!code)
		code = ask_matrix(g, FRAME_DAMP, g->c);
	if (!code)
		code = ask_matrix(g, FRAME_MASS, g->mass);
	if (code)
		*e = c->fault;
	return code;
}

static void end(void *talk)
{
	client_end(&((struct conversation *)talk)->client);
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct generic_client *g = self;
	struct cable_words words = { .timeout = DEFAULT_TIMEOUT, .handshake = true };
	int least, code = freedoms_read(&g->at, a, el, m, mem, e);

	el->rayleigh = true;
	if (code == 0)
		code = read_options(g, &words, a, el, e);
	if (code == 0 && !m->lab)
		code = err_set(e, ERR_STATE, a->object, "this model has no laboratory");
	if (code == 0)
		code = laboratory_may_move(m->lab, a->object, LABORATORY_BEHIND, e);
	if (code == 0)
		code = rooms_take(g, &m->lab->arena, a->object, e);
	if (code < 0)
		return code;
	signals_size(g->sizes.ctrl, g->at.n, g->at.n, g->at.n, 0, 1);
	signals_size(g->sizes.daq, 0, 0, 0, g->at.n, 0);
	least = frame_data_least(&g->sizes, g->at.n);
	g->sizes.data = g->sizes.data > least ? g->sizes.data : least;
	client_init(&g->talk->client, &words, 1, a->object);
	code = laboratory_own(m->lab, g->talk, end, a->object, e);
	if (code == 0)
		code = introduce(g, &m->lab->arena, e);
	if (code < 0)
		end(g->talk);
	memcpy(g->talk->k, g->k0, (size_t)(g->at.n * g->at.n) * sizeof(double));
	return code;
}

/* --- in a step -------------------------------------------------------------------------------------- */

static bool is_new(const struct generic_client *g, double x[MOTIONS][ELEMENT_DOF_MAX])
{
	const struct conversation *t = g->talk;

	for (int k = DISP; k <= VEL; k++)
		for (int i = 0; i < g->at.n; i++)
			if (!(x[k][i] == t->x[k][i]))
				return true;
	return false;
}

static int send_trial(const void *self, const struct element_io *io)
{
	const struct generic_client *g = self;
	struct conversation *t = g->talk;
	const double *of[MOTIONS] = { io->u, io->v, io->a };
	double x[MOTIONS][ELEMENT_DOF_MAX];

	for (int k = 0; k < MOTIONS; k++)
		freedoms_gather(&g->at, of[k], x[k]);
	if (!io->live || t->code || (t->sent && !is_new(g, x)))
		return t->code;
	for (int k = 0; k < MOTIONS; k++) {
		memcpy(t->x[k], x[k], (size_t)g->at.n * sizeof(double));
		memcpy(t->client.out + 1 + k * g->at.n, x[k], (size_t)g->at.n * sizeof(double));
	}
	t->client.out[1 + MOTIONS * g->at.n] = io->t;
	t->sent = true;
	t->asked = t->known = false;
	t->code = client_say(&t->client, FRAME_TRIAL);
	return t->code;
}

static void measure(const struct generic_client *g, bool tangent)
{
	struct conversation *t = g->talk;

	if (!t->code && !t->asked) {
		t->code = client_ask(&t->client, FRAME_FORCE);
		if (!t->code)
			t->code = client_finite(&t->client, g->at.n);
		if (!t->code)
			memcpy(t->q, t->client.in, (size_t)g->at.n * sizeof(double));
		t->asked = !t->code;
	}
	if (!t->code && tangent && !t->known) {
		t->code = ask_matrix((struct generic_client *)g, FRAME_TANGENT, t->k);
		t->known = !t->code;
	}
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct generic_client *g = self;
	int n = g->at.n, ndof = g->at.ndof;
	double v[ELEMENT_DOF_MAX], q[ELEMENT_DOF_MAX];

	if (io->live && send_trial(self, io) == 0)
		measure(g, k != NULL);
	freedoms_gather(&g->at, io->v, v);
	for (int i = 0; i < n; i++) {
		q[i] = g->talk->code ? (double)NAN : g->talk->q[i];
		for (int j = 0; j < n; j++)
			q[i] += g->c[i * n + j] * v[j];
	}
	freedoms_scatter(&g->at, q, f);
	for (int i = 0; i < ndof && g->talk->code; i++)
		f[i] = (double)NAN;
	if (k)
		freedoms_spread(&g->at, g->talk->k, k);
	if (c)
		freedoms_spread(&g->at, g->c, c);
}

static void initial(const void *self, double *ret_k)
{
	const struct generic_client *g = self;

	freedoms_spread(&g->at, g->k0, ret_k);
}

static void mass(const void *self, double *ret_m)
{
	const struct generic_client *g = self;

	freedoms_spread(&g->at, g->mass, ret_m);
}

static int committed(const void *self)
{
	struct conversation *t = ((const struct generic_client *)self)->talk;

	if (!t->code)
		t->code = client_say(&t->client, FRAME_COMMIT);
	return t->code;
}

static int fault(const void *self, struct err *e)
{
	const struct conversation *t = ((const struct generic_client *)self)->talk;

	if (t->code && e && !e->code)
		*e = t->client.fault;
	return t->code;
}

static void removed(const void *self)
{
	end(((const struct generic_client *)self)->talk);
}

const struct element_ops element_generic_client = {
	.name = "genericClient",
	.brief = "element that another program computes or tests, behind startSimAppElemServer",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.params = params,
	.exchange = true,
	.size = sizeof(struct generic_client),
	.setup = setup,
	.respond = respond,
	.initial = initial,
	.mass = mass,
	.send = send_trial,
	.committed = committed,
	.fault = fault,
	.removed = removed,
};
