/* Times measured on a network, replayed from a text file in their order, and over again at its end. */
#include "experiment/laboratory.h"
#include "experiment/network.h"
#include "base/textfile.h"
#include "plugin.h"

struct measured {
	double factor;
	bool one_way;
	int n;
	const double *x;     /* owned: laboratory's arena */
};

static const struct param params[] = {
	{ .name = "file", .kind = PARAM_ROW, .required = true, .help = "times, parted by blanks, comments after #" },
	{ .name = "-factor", .kind = PARAM_REAL, .offset = offsetof(struct measured, factor), .def = 1.0, .range = RANGE_POSITIVE,
	  .help = "seconds of laboratory time over unit of the file: 1e-3 for ms" },
	{ .name = "-oneWay", .kind = PARAM_FLAG, .offset = offsetof(struct measured, one_way),
	  .help = "the times are of one way: two make an exchange; without: of an exchange" },
	{ 0 },
};

static int setup(void *self, struct args *a, struct laboratory *lab, struct err *e)
{
	struct measured *m = self;
	const char *path;
	double *x;
	int code = args_word(a, "file", &path, e);

	if (!code)
		code = param_options(params, m, a, e);
	if (!code)
		code = textfile_read(path, &lab->arena, &x, &m->n, e);
	if (code)
		return code;
	for (int i = 0; i < m->n; i++)
		if (!(x[i] >= 0.0 && x[i] * m->factor < HUGE_VAL)) {
			err_set(e, ERR_FORMAT, a->object, "%s: number %d is no time", path, i + 1);
			err_value(e, "%g", x[i]);
			err_allowed(e, "0 or more");
			return ERR_FORMAT;
		}
	m->x = x;
	return 0;
}

/* the next number */
static int nstate(const void *self)
{
	(void)self;
	return 1;
}

static double next(const struct measured *m, double *h)
{
	int i = (int)h[0];

	h[0] = (i + 1) % m->n;
	return m->x[i] * m->factor;
}

static double exchange(const void *self, double *h)
{
	const struct measured *m = self;
	double there = next(m, h);

	return m->one_way ? there + next(m, h) : there;
}

const struct network_ops network_measured = {
	.name = "Measured",
	.brief = "Measured times replayed from a file",
	.example = "delays.txt -factor 1e-3",
	.params = params,
	.size = sizeof(struct measured),
	.setup = setup,
	.nstate = nstate,
	.exchange = exchange,
};
