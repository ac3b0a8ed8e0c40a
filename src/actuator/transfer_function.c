/* Any proper transfer function:  x / u = (b_m s^m + ... + b_0) / (s^n + a_{n-1} s^{n-1} + ... + a_0),  m <= n.
 *
 * In a time scale of its own (s = w p, w = a_0^{1/n}, so that all coefficients are near one) it is the companion form
 *   z' = w (A z + B u),  x = C z + D u,
 * followed exactly for a reference that runs straight during the tick (math/lti.h). Velocity and acceleration come from the same states:
 *   v = C z' + D u',   a = w C (A z' + B u').
 * All poles must lie to the left of the imaginary axis (Routh's criterion, at set-up).
 */
#include "experiment/actuator.h"
#include "experiment/laboratory.h"
#include "math/lti.h"
#include "plugin.h"

struct transfer {
	int n;                           /* order */
	double w;                        /* time scale [1/s] */
	double a[LTI_MAX], c[LTI_MAX];   /* last row of A with the other sign; C */
	double d;
};

/* the state: what changes, then numbers derived from the tick */
struct follow {
	double z[LTI_MAX], u;
	double phi[LTI_MAX * LTI_MAX], g0[LTI_MAX], g1[LTI_MAX];
};

/* Are all roots of the polynomial (highest power first, n + 1 coefficients, the first 1) in the left half plane? */
static bool is_stable(int n, const double *den)
{
	double upper[LTI_MAX + 2] = {0}, lower[LTI_MAX + 2] = {0};

	for (int i = 0; i <= n; i++)
		(i % 2 ? lower : upper)[i / 2] = den[i];
	for (int row = 1; row <= n; row++) {
		double ratio;

		if (!(lower[0] > 0.0))
			return false;
		ratio = upper[0] / lower[0];
		for (int i = 0; i <= n / 2; i++) {
			double next = upper[i + 1] - ratio * lower[i + 1];

			upper[i] = lower[i];
			lower[i] = next;
		}
		upper[n / 2 + 1] = 0.0;
	}
	return true;
}

/* num and den with the highest power first; den[0] is not zero. */
static void companion(struct transfer *t, int m, const double *num, int n, const double *den)
{
	double b[LTI_MAX + 1] = {0}, power;

	t->n = n;
	t->w = n ? pow(den[n] / den[0], 1.0 / n) : 1.0;
	power = pow(t->w, -n) / den[0];
	for (int j = 0; j <= n; j++, power *= t->w) {      /* power: w^(j-n) / leading coefficient */
		b[j] = j <= m ? num[m - j] * power : 0.0;
		if (j < n)
			t->a[j] = den[n - j] * power;
	}
	t->d = b[n];
	for (int j = 0; j < n; j++)
		t->c[j] = b[j] - t->d * t->a[j];
}

static int check(int m, int n, const double *den, const char *object, struct err *e)
{
	double monic[LTI_MAX + 1];

	if (n > LTI_MAX) {
		err_set(e, ERR_LIMIT, object, "the order of the denominator");
		err_value(e, "%d", n);
		err_allowed(e, "at most %d", LTI_MAX);
		return ERR_LIMIT;
	}
	if (m > n || den[0] == 0.0) {
		err_set(e, ERR_RANGE, object, den[0] == 0.0 ? "the first coefficient of -den is zero" : "it is not proper: the numerator has more powers of s");
		err_value(e, "orders %d over %d", m, n);
		err_hint(e, "coefficients stand with the highest power first");
		return ERR_RANGE;
	}
	for (int i = 0; i <= n; i++)
		monic[i] = den[i] / den[0];
	if (!is_stable(n, monic)) {
		err_set(e, ERR_RANGE, object, "the denominator has a root that is not left of the imaginary axis: the actuator would run away");
		err_hint(e, "coefficients stand with the highest power first");
		return ERR_RANGE;
	}
	return 0;
}

static int setup(void *self, struct args *a, struct laboratory *lab, struct err *e)
{
	double *num = NULL, *den = NULL;
	int nnum, nden, code = 0;

	while (args_more(a) && !code) {
		if (args_accept(a, "-num"))
			code = args_list_real(a, "-num", RANGE_ANY, 1, &lab->arena, &num, &nnum, e);
		else if (args_accept(a, "-den"))
			code = args_list_real(a, "-den", RANGE_ANY, 1, &lab->arena, &den, &nden, e);
		else
			return args_end(a, e);
	}
	if (!code && (!num || !den))
		return err_set(e, ERR_ARGUMENT, a->object, "%s is missing", num ? "-den" : "-num");
	if (!code)
		code = check(nnum - 1, nden - 1, den, a->object, e);
	if (!code)
		companion(self, nnum - 1, num, nden - 1, den);
	return code;
}

static int nstate(const void *self, double dt)
{
	(void)self;
	(void)dt;
	return sizeof(struct follow) / sizeof(double);
}

/* z' of the companion form in real time */
static void derivative(const struct transfer *t, const double *z, double u, double *ret_z)
{
	for (int i = 0; i + 1 < t->n; i++)
		ret_z[i] = t->w * z[i + 1];
	if (t->n) {
		double last = u;

		for (int j = 0; j < t->n; j++)
			last -= t->a[j] * z[j];
		ret_z[t->n - 1] = t->w * last;
	}
}

static void start(const void *self, double *h, double dt, uint64_t seed, uint64_t stream)
{
	const struct transfer *t = self;
	struct follow f = {0};
	double a[LTI_MAX * LTI_MAX] = {0}, b[LTI_MAX] = {0}, unit[LTI_MAX] = {0}, column[LTI_MAX];

	(void)seed;
	(void)stream;
	derivative(t, unit, 1.0, b);
	for (int j = 0; j < t->n; j++) {
		unit[j] = 1.0;
		derivative(t, unit, 0.0, column);
		unit[j] = 0.0;
		for (int i = 0; i < t->n; i++)
			a[i * t->n + j] = column[i];
	}
	lti_tick(t->n, a, b, dt, f.phi, f.g0, f.g1);
	memcpy(h, &f, sizeof(f));
}

static void advance(const void *self, double *h, double dt, double reference, double force, struct motion *ret)
{
	const struct transfer *t = self;
	struct follow *f = (struct follow *)h;
	double z[LTI_MAX], dz[LTI_MAX] = {0}, ddz[LTI_MAX] = {0}, slope = (reference - f->u) / dt;

	(void)force;
	mat_vec(t->n, t->n, f->phi, f->z, z);
	for (int i = 0; i < t->n; i++)
		f->z[i] = z[i] + f->g0[i] * f->u + f->g1[i] * reference;
	f->u = reference;

	derivative(t, f->z, reference, dz);
	derivative(t, dz, slope, ddz);
	*ret = (struct motion){.x = t->d * reference, .v = t->d * slope};
	for (int i = 0; i < t->n; i++) {
		ret->x += t->c[i] * f->z[i];
		ret->v += t->c[i] * dz[i];
		ret->a += t->c[i] * ddz[i];
	}
}

static double gain(const void *self)
{
	const struct transfer *t = self;

	return t->n ? t->c[0] / t->a[0] + t->d : t->d;
}

static const struct param params[] = {
	{ .name = "-num b_m ... b_0", .kind = PARAM_ROW, .required = true,
	  .help = "coefficients of the numerator, highest power of s [1/s of laboratory time] first" },
	{ .name = "-den a_n ... a_0", .kind = PARAM_ROW, .required = true, .help = "coefficients of the denominator, the same" },
	{ 0 },
};

const struct actuator_ops actuator_transfer_function = {
	.name = "TransferFunction",
	.brief = "Any proper and stable transfer function, followed exactly",
	.cite = "Maghareh et al., plant of Eq. 3.1 (example)",
	.example = "-num 4.52e9 -den 1 577 3.68e5 6.28e7 4.93e9",
	.params = params,
	.size = sizeof(struct transfer),
	.setup = setup,
	.nstate = nstate,
	.start = start,
	.advance = advance,
	.gain = gain,
};
