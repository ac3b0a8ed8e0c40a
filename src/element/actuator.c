/* Elements actuator and corotActuator: a bar whose length another program's SimFEAdapter commands, in small displacements or turning with its nodes.
 *
 *   elongation d;   q = EA/L (d - d_target);   f_j = q x = -f_i;   k = EA/L x x' (+ q/l (1 - x x') for corotActuator)
 *
 * x: direction from i to j, undeformed or displaced.
 * A. H. Schellenberg, S. A. Mahin and G. L. Fenves, Advanced implementation of hybrid simulation, PEER 2009/104.
 */
#include "element/served.h"

#include "element/bar.h"

struct actuator {
	struct bar bar;
	bool corotational;
	double k;                  /* EA / L */
	struct served *served;     /* owned: laboratory's arena */
};

static const struct param params[] = {
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" },
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" },
	{ .name = "EA", .kind = PARAM_ROW, .required = true, .help = "axial stiffness [force] > 0" },
	SERVED_PARAMS,
	{ .name = "-rho", .kind = PARAM_ROW, .help = "mass per length [mass/length] >= 0, default 0" },
	{ .name = "-doRayleigh", .kind = PARAM_ROW, .help = "0 (default) or 1: takes part in Rayleigh damping" },
	{ .name = NULL },
};

static int read_options(struct actuator *s, struct cable_words *words, struct args *a, struct element *el, struct err *e)
{
	int code = 0;

	while (code >= 0 && args_more(a)) {
		code = cable_option(words, a, e);
		if (code != 0)
			continue;
		if (args_accept(a, "-rho"))
			code = args_real(a, "-rho", RANGE_NONNEG, &s->bar.rho, e);
		else if (args_accept(a, "-doRayleigh"))
			code = element_switch(a, "-doRayleigh", &el->rayleigh, e);
		else
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

static int setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	struct actuator *s = self;
	struct cable_words words;
	double ea = 0.0;
	int code = element_nodes(el, a, 2, m, mem, e);

	served_words(&words);
	if (code == 0)
		code = args_real(a, "EA", RANGE_POSITIVE, &ea, e);
	if (code == 0)
		code = args_int(a, "ipPort", 1, 65535, &words.port, e);
	if (code == 0)
		code = read_options(s, &words, a, el, e);
	if (code == 0)
		code = bar_place(&s->bar, el, m, a->object, e);
	if (code < 0)
		return code;
	s->k = ea / s->bar.length;
	s->corotational = strcmp(el->ops->name, "corotActuator") == 0;
	return served_open(&s->served, 1, &words, m, a->object, e);
}

/* Elongation, direction e and length l. */
static double elongation(const struct actuator *s, const double *u, double *ret_e, double *ret_l)
{
	const struct bar *b = &s->bar;
	double d = 0.0;

	if (s->corotational) {
		*ret_l = bar_direction(b, u, ret_e, &d);
		return d;
	}
	*ret_l = b->length;
	for (int i = 0; i < 3; i++)
		ret_e[i] = b->axis[i];
	for (int i = 0; i < b->ndm; i++)
		d += b->axis[i] * (u[b->ndf_i + i] - u[i]);
	return d;
}

static void respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	const struct actuator *s = self;
	const struct bar *b = &s->bar;
	double e[3], l, before = elongation(s, io->uc, e, &l), now = elongation(s, io->u, e, &l);
	double q = served_now(s->served) ? s->k * (before - served_now(s->served)[0]) : 0.0;
	const double *target = served_target(s->served, io->dt, io->live, &before, &q);

	q = target ? s->k * (now - target[0]) : (double)NAN;
	memset(f, 0, (size_t)b->ndof * sizeof *f);
	for (int i = 0; i < b->ndm; i++) {
		f[i] = -q * e[i];
		f[b->ndf_i + i] = q * e[i];
	}
	if (k)
		bar_spread(b, s->k, s->corotational && target ? q / l : 0.0, e, k);
	if (c)
		memset(c, 0, (size_t)(b->ndof * b->ndof) * sizeof *c);
}

static void initial(const void *self, double *ret_k)
{
	const struct actuator *s = self;

	bar_spread(&s->bar, s->k, 0.0, s->bar.axis, ret_k);
}

static int response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct actuator *s = self;
	double e[3], l, d = elongation(s, io->u, e, &l), q = served_now(s->served) ? s->k * (d - served_now(s->served)[0]) : 0.0;

	return served_response(s->served, &d, &q, argc, argv, ret_x, max);
}

static int committed(const void *self)
{
	return served_committed(((const struct actuator *)self)->served);
}

static void refused(const void *self)
{
	served_refused(((const struct actuator *)self)->served);
}

static int fault(const void *self, struct err *e)
{
	return served_fault(((const struct actuator *)self)->served, e);
}

static void removed(const void *self)
{
	served_end(((const struct actuator *)self)->served);
}

#define ACTUATOR(word, text) \
	{ .name = word, .brief = text, .cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104", .params = params, .exchange = true, \
	  .size = sizeof(struct actuator), .setup = setup, .respond = respond, .initial = initial, .mass = bar_mass, .response = response, .committed = committed, \
	  .refused = refused, .fault = fault, .removed = removed }

const struct element_ops element_actuator = ACTUATOR("actuator", "bar whose length SimFEAdapter of another program commands");
const struct element_ops element_corot_actuator = ACTUATOR("corotActuator", "actuator that turns with its nodes");
