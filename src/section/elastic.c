/* Linear elastic section of a plane or space member.
 *
 * Plane: P = E A, Mz = E Iz; with G and alphaY also Vy = G alphaY A.
 * Space: P, Mz, My = E Iy, T = G J; with alphaY and alphaZ also Vy = G alphaY A, Vz = G alphaZ A.
 * Which of them is decided by the model's number of dimensions, as in the peer.
 */
#include "plugin.h"

struct elastic {
	int n, code[SECTION_MAX];
	double stiffness[SECTION_MAX];
	double gyration;             /* J/A, 0 in the plane */
};

static const struct param params[] = {
	{ "E", PARAM_ROW, 0, true, 0, RANGE_POSITIVE, "elastic modulus [stress] > 0" },
	{ "A", PARAM_ROW, 0, true, 0, RANGE_POSITIVE, "area [length^2] > 0" },
	{ "Iz", PARAM_ROW, 0, true, 0, RANGE_POSITIVE, "second moment of area about z [length^4] > 0" },
	{ "Iy", PARAM_ROW, 0, false, 0, RANGE_POSITIVE, "second moment of area about y [length^4] > 0; space only, required there" },
	{ "G", PARAM_ROW, 0, false, 0, RANGE_POSITIVE, "shear modulus [stress] > 0; plane: optional, space: required" },
	{ "J", PARAM_ROW, 0, false, 0, RANGE_POSITIVE, "torsion constant [length^4] > 0; space only, required there" },
	{ "alphaY", PARAM_ROW, 0, false, 0, RANGE_POSITIVE, "shear area along y over A > 0; follows G (plane) or J (space)" },
	{ "alphaZ", PARAM_ROW, 0, false, 0, RANGE_POSITIVE, "shear area along z over A > 0; space only" },
	{ 0 },
};

static void add(struct elastic *x, int code, double stiffness)
{
	x->code[x->n] = code;
	x->stiffness[x->n++] = stiffness;
}

static int read(struct args *a, int n, const char *const *name, double *ret_x, struct err *e)
{
	for (int i = 0; i < n; i++) {
		int rc = args_real(a, name[i], RANGE_POSITIVE, &ret_x[i], e);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int setup_plane(struct elastic *x, struct args *a, struct err *e)
{
	static const char *const name[] = { "E", "A", "Iz", "G", "alphaY" };
	double v[5];
	bool shear = false;
	int rc = read(a, 3, name, v, e);
	if (rc == 0 && (shear = args_more(a)))
		rc = read(a, 2, name + 3, v + 3, e);
	if (rc < 0)
		return rc;
	add(x, SECTION_P, v[0] * v[1]);
	add(x, SECTION_MZ, v[0] * v[2]);
	if (shear)
		add(x, SECTION_VY, v[3] * v[4] * v[1]);
	return 0;
}

static int setup_space(struct elastic *x, struct args *a, struct err *e)
{
	static const char *const name[] = { "E", "A", "Iz", "Iy", "G", "J", "alphaY", "alphaZ" };
	double v[8];
	bool shear = false;
	int rc = read(a, 6, name, v, e);
	if (rc == 0 && (shear = args_more(a)))
		rc = read(a, 2, name + 6, v + 6, e);
	if (rc < 0)
		return rc;
	add(x, SECTION_P, v[0] * v[1]);
	add(x, SECTION_MZ, v[0] * v[2]);
	if (shear)
		add(x, SECTION_VY, v[4] * v[6] * v[1]);
	add(x, SECTION_MY, v[0] * v[3]);
	if (shear)
		add(x, SECTION_VZ, v[4] * v[7] * v[1]);
	add(x, SECTION_T, v[4] * v[5]);
	x->gyration = v[5] / v[1];
	return 0;
}

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	(void)mem;
	return m->ndm == 3 ? setup_space(self, a, e) : setup_plane(self, a, e);
}

static int codes(const void *self, int *ret_code)
{
	const struct elastic *x = self;
	memcpy(ret_code, x->code, (size_t)x->n * sizeof(*ret_code));
	return x->n;
}

static void initial(const void *self, double *ret_k)
{
	const struct elastic *x = self;
	memset(ret_k, 0, (size_t)(x->n * x->n) * sizeof(*ret_k));
	for (int i = 0; i < x->n; i++)
		ret_k[i * x->n + i] = x->stiffness[i];
}

static void respond(const void *self, const double *hc, double *ht, struct section_io *io)
{
	const struct elastic *x = self;
	(void)hc, (void)ht;
	for (int i = 0; i < x->n; i++)
		io->s[i] = x->stiffness[i] * io->e[i];
	if (io->k)
		initial(self, io->k);
}

static bool linear(const void *self)
{
	(void)self;
	return true;
}

static double gyration(const void *self)
{
	const struct elastic *x = self;
	return x->gyration;
}

const struct section_ops section_elastic = {
	.name = "Elastic",
	.brief = "linear elastic section",
	.cite = "Euler-Bernoulli and Timoshenko theory",
	.example = "29000 10 200",
	.params = params,
	.size = sizeof(struct elastic),
	.setup = setup,
	.codes = codes,
	.respond = respond,
	.initial = initial,
	.linear = linear,
	.gyration = gyration,
};
