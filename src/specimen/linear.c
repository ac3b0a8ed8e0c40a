/* A linear specimen of one or more channels that hang together:  f = K x + C v + M a. */
#include "specimen/specimen_common.h"

#include "plugin.h"

enum { STIFFNESS, DAMPING, MASS, MATRICES };

struct linear {
	int n;
	double *matrix[MATRICES];   /* owned: laboratory's arena; n x n row-major, NULL: zero */
};

static const char *const WORD[MATRICES] = {"-k", "-c", "-m"};

static int matrix_read(struct linear *l, int which, struct args *a, struct laboratory *lab, struct err *e)
{
	int count, n = 0, code = args_list_real(a, WORD[which], RANGE_ANY, 1, &lab->arena, &l->matrix[which], &count, e);

	if (code)
		return code;
	while (n * n < count)
		n++;
	if (n * n != count || n > SPECIMEN_CHANNELS || (l->n && n != l->n)) {
		err_set(e, ERR_RANGE, a->object, "%s is not a square matrix of its size", WORD[which]);
		err_value(e, "%d numbers", count);
		if (l->n)
			err_allowed(e, "%d, for %d channels", l->n * l->n, l->n);
		else
			err_allowed(e, "1, 4, 9, ... up to %d channels", SPECIMEN_CHANNELS);
		return ERR_RANGE;
	}
	l->n = n;
	return 0;
}

static int setup(void *self, struct args *a, struct specimen *sp, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct linear *l = self;
	int code = 0;

	(void)m;
	while (args_more(a) && !code) {
		int k = 0;

		while (k < MATRICES && !args_accept(a, WORD[k]))
			k++;
		if (k == MATRICES)
			return args_end(a, e);
		code = matrix_read(l, k, a, lab, e);
	}
	if (!code && !l->n)
		code = err_set(e, ERR_ARGUMENT, a->object, "it has no matrix: give -k, -c or -m");
	sp->n = l->n;
	return code;
}

static int advance(const void *self, double *h, double t, double dt, const struct motion *to, double *ret_f)
{
	const struct linear *l = self;

	(void)h;
	(void)t;
	(void)dt;
	for (int i = 0; i < l->n; i++) {
		ret_f[i] = 0.0;
		for (int j = 0; j < l->n; j++) {
			const double value[MATRICES] = {to[j].x, to[j].v, to[j].a};

			for (int k = 0; k < MATRICES; k++)
				ret_f[i] += l->matrix[k] ? l->matrix[k][i * l->n + j] * value[k] : 0.0;
		}
	}
	return 0;
}

static const struct param params[] = {
	{ .name = "-k k11 k12 ...", .kind = PARAM_ROW, .help = "stiffness, row by row: 1, 4, 9 ... numbers for 1, 2, 3 ... channels" },
	{ .name = "-c c11 c12 ...", .kind = PARAM_ROW, .help = "damping, the same" },
	{ .name = "-m m11 m12 ...", .kind = PARAM_ROW, .help = "mass, the same" },
	{ 0 },
};

const struct specimen_ops specimen_linear = {
	.name = "Linear",
	.brief = "Stiffness, damping and mass of one or more channels that hang together",
	.example = "-k 200 -100 -100 100 -c 2 -1 -1 1 -m 0.2 0 0 0.1",
	.params = params,
	.claims = {.passive = true},
	.size = sizeof(struct linear),
	.setup = setup,
	.advance = advance,
};
