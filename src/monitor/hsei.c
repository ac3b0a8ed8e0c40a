/* Hybrid simulation error indicators: the energy error against what the structure can store, and against what went in.
 *
 *   HSEI_S = E_error / E_strain,   HSEI_I = E_error / (E_strain + E_in),   E_strain = 1/2 u_y' K u_y
 *
 * u_y: displacements (storey drifts) at yield; K: their stiffness, one number each (1/2 sum k_j u_yj^2) or a full matrix. Negative: the test adds energy.
 * For the two-storey structure of the paper -0.1 of HSEI_I goes with an error of the peak displacement of about 10 %; other structures have other factors:
 * rehearse. Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 8.2 (8.1, 8.2, 8.6); Thewalt & Roman, J. Struct. Eng. 120 (1994) 2768-2783.
 */
#include "monitor/energy_words.h"
#include "monitoring/monitor.h"
#include "plugin.h"

struct hsei {
	double strain;                     /* recoverable strain energy */
	double error, input;               /* when the sums began */
	double last_error, last_input;
	bool begun;
};

enum { HSEI_S, HSEI_I, ERROR };

static const struct param params[] = {
	{ .name = "-uy u1 u2 ..", .kind = PARAM_ROW, .help = "displacements or storey drifts at yield [length], with" },
	{ .name = "-k k1 k2 ..", .kind = PARAM_ROW, .help = "their stiffness [force/length]: one number each, or the full matrix row by row; or" },
	{ .name = "-strain E", .kind = PARAM_ROW, .help = "the recoverable strain energy itself [force*length]" },
	{ 0 },
};

/* 1/2 u' K u with a diagonal or a full matrix. */
static int strain_of(const double *u, int nu, const double *k, int nk, const char *object, double *ret, struct err *e)
{
	double sum = 0.0;

	if (nk != nu && nk != nu * nu) {
		err_set(e, ERR_RANGE, object, "-k has the wrong number of values for -uy");
		err_value(e, "%d", nk);
		err_allowed(e, "%d, one a displacement, or %d, the full matrix", nu, nu * nu);
		return ERR_RANGE;
	}
	for (int i = 0; i < nu; i++)
		for (int j = 0; j < nu; j++)
			sum += nk == nu ? (i == j ? k[i] * u[i] * u[i] : 0.0) : u[i] * k[i * nu + j] * u[j];
	if (!(sum > 0.0)) {
		err_set(e, ERR_RANGE, object, "the recoverable strain energy 1/2 uy' K uy");
		err_value(e, "%g", 0.5 * sum);
		err_allowed(e, "> 0");
		return ERR_RANGE;
	}
	*ret = 0.5 * sum;
	return 0;
}

static int words(struct hsei *h, struct args *a, struct arena *mem, struct err *e)
{
	double *u = NULL, *k = NULL;
	int nu = 0, nk = 0, code = 0;

	while (args_more(a) && !code) {
		if (args_accept(a, "-uy"))
			code = args_list_real(a, "-uy", RANGE_POSITIVE, 1, mem, &u, &nu, e);
		else if (args_accept(a, "-k"))
			code = args_list_real(a, "-k", RANGE_ANY, 1, mem, &k, &nk, e);
		else if (args_accept(a, "-strain"))
			code = args_real(a, "-strain", RANGE_POSITIVE, &h->strain, e);
		else
			return args_end(a, e);
	}
	if (code)
		return code;
	if (h->strain > 0.0 && !u && !k)
		return 0;
	if (h->strain > 0.0 || !u || !k) {
		err_set(e, ERR_ARGUMENT, a->object, h->strain > 0.0 ? "-strain excludes -uy and -k" : "the strain energy at yield is missing");
		err_hint(e, "-uy u1 .. -k k1 .., or -strain E");
		return ERR_ARGUMENT;
	}
	return strain_of(u, nu, k, nk, a->object, &h->strain, e);
}

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	int code = words(self, a, &m->set->arena, e);

	if (!code)
		code = monitor_column_add(m, SENSE_NEGATIVE, "-", e, "hseiS");
	if (!code)
		code = monitor_column_add(m, SENSE_NEGATIVE, "-", e, "hseiI");
	return code ? code : monitor_column_add(m, SENSE_NEGATIVE, ENERGY_UNIT, e, "error");
}

/* Others may have summed before it was made. */
static int begin(void *self, struct monitor *m, const struct monitor_view *v, struct err *e)
{
	struct hsei *h = self;

	(void)m;
	(void)e;
	if (h->begun)
		return 0;
	h->begun = true;
	h->error = h->last_error = v->energy->error;
	h->input = h->last_input = v->energy->input;
	return 0;
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	struct hsei *h = self;
	double error = v->energy->error - h->error, input = v->energy->input - h->input;

	h->last_error = v->energy->error;
	h->last_input = v->energy->input;
	m->value[HSEI_S] = error / h->strain;
	m->value[HSEI_I] = error / (h->strain + fmax(input, 0.0));
	m->value[ERROR] = error;
}

static void reset(void *self)
{
	struct hsei *h = self;

	h->error = h->last_error;
	h->input = h->last_input;
}

const struct monitor_ops monitor_hsei = {
	.name = "HSEI",
	.brief = "Hybrid simulation error indicators: energy error over recoverable strain energy, and over that plus the input",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 8.2",
	.example = "-uy 1.0 -k 10.0 -warn -0.05 -pause -0.1 -stop -0.3 -hysteresis 0.02 | -strain 5.0 -on hseiS -warn -0.2",
	.params = params,
	.energy = true,
	.acts = "hseiI",
	.size = sizeof(struct hsei),
	.setup = setup,
	.begin = begin,
	.step = step,
	.reset = reset,
	.remark = energy_remark,
};
