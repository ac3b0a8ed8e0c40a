/* The words of one-step integrators: which of a family's forms the script used, and the coefficients that follow.
 *
 *   rho        alpha_i = (2 - rho)/(1 + rho), alpha_f = 1/(1 + rho), beta = 1/(1 + rho)^2, gamma = (3 - rho)/(2 (1 + rho)):
 *              weights of the new state, second order, largest high-frequency dissipation for the least in low frequencies.
 *              Chung & Hulbert 1993, doi:10.1115/1.2900803.
 *   theta      beta between the optimal pairs that Hilber & Hughes 1978, doi:10.1002/eqe.4290060111, list for gamma = 1/2:
 *              the smallest theta with which the principal roots of a beta stay complex.
 */
#include "integrator/integrator_common.h"

#define WORD(i, text, must, what) \
	{.name = text, .kind = PARAM_REAL, .offset = offsetof(struct onestep, word[i]), .required = must, .def = NAN, .range = RANGE_NONNEG, \
	 .help = what}
#define ORDER \
	{.name = "-polyOrder", .kind = PARAM_INT, .offset = offsetof(struct onestep, order), .def = 2, .range = {1.0, 3.0, false, false}, \
	 .help = "order of the polynomial that the command follows"}
#define NORM \
	{.name = "-normType", .kind = PARAM_INT, .offset = offsetof(struct onestep, norm), .def = 2, .range = RANGE_NONNEG, \
	 .help = "norm of the increment: 0 largest magnitude, 1, 2, ..."}
#define RHO_WORDS \
	WORD(0, "rhoInf|alphaI", true, "spectral radius at infinite frequency; of four words the weight of the new inertia"), \
	WORD(1, "alphaF", false, "weight of the new forces"), \
	WORD(2, "beta", false, "Newmark's beta"), \
	WORD(3, "gamma", false, "Newmark's gamma")
#define NEWMARK_WORDS \
	WORD(0, "gamma", true, "Newmark's gamma, 0.5 without numerical damping"), \
	WORD(1, "beta", true, "Newmark's beta")
#define THETA_WORDS \
	WORD(0, "theta", true, "point of collocation in steps"), \
	WORD(1, "beta", false, "Newmark's beta, optimal for theta if not given"), \
	WORD(2, "gamma", false, "Newmark's gamma, 0.5 if not given")

const struct param onestep_newmark_fixed_params[] = {
	NEWMARK_WORDS,
	ORDER,
	{0},
};

const struct param onestep_newmark_limit_params[] = {
	NEWMARK_WORDS,
	WORD(2, "limit", true, "largest norm of an increment"),
	NORM,
	{0},
};

const struct param onestep_newmark_reduct_params[] = {
	NEWMARK_WORDS,
	WORD(2, "reduct", true, "factor of every increment"),
	{0},
};

const struct param onestep_alpha_params[] = {
	WORD(0, "alpha", true, "weight of the new forces, 2/3 to 1; one is Newmark"),
	WORD(1, "gamma", false, "Newmark's gamma, 1.5 - alpha if not given"),
	WORD(2, "beta", false, "Newmark's beta, (2 - alpha)^2/4 if not given"),
	{0},
};

const struct param onestep_rho_params[] = {
	RHO_WORDS,
	{0},
};

const struct param onestep_rho_fixed_params[] = {
	RHO_WORDS,
	ORDER,
	{0},
};

const struct param onestep_rho_limit_params[] = {
	WORD(0, "rhoInf|alphaI", true, "spectral radius at infinite frequency; of five words the weight of the new inertia"),
	WORD(1, "limit|alphaF", true, "largest norm of an increment; of five words the weight of the new forces"),
	WORD(2, "beta", false, "Newmark's beta"),
	WORD(3, "gamma", false, "Newmark's gamma"),
	WORD(4, "limit", false, "largest norm of an increment"),
	NORM,
	{0},
};

const struct param onestep_rho_reduct_params[] = {
	WORD(0, "rhoInf|alphaI", true, "spectral radius at infinite frequency; of five words the weight of the new inertia"),
	WORD(1, "reduct|alphaF", true, "factor of every increment; of five words the weight of the new forces"),
	WORD(2, "beta", false, "Newmark's beta"),
	WORD(3, "gamma", false, "Newmark's gamma"),
	WORD(4, "reduct", false, "factor of every increment"),
	{0},
};

const struct param onestep_theta_params[] = {
	THETA_WORDS,
	{0},
};

const struct param onestep_theta_fixed_params[] = {
	THETA_WORDS,
	ORDER,
	{0},
};

const struct param onestep_theta_limit_params[] = {
	WORD(0, "theta", true, "point of collocation in steps"),
	WORD(1, "limit|beta", true, "largest norm of an increment; of four words Newmark's beta"),
	WORD(2, "gamma", false, "Newmark's gamma, 0.5 if not given"),
	WORD(3, "limit", false, "largest norm of an increment"),
	NORM,
	{0},
};

const struct param onestep_theta_reduct_params[] = {
	WORD(0, "theta", true, "point of collocation in steps"),
	WORD(1, "reduct|beta", true, "factor of every increment; of four words Newmark's beta"),
	WORD(2, "gamma", false, "Newmark's gamma, 0.5 if not given"),
	WORD(3, "reduct", false, "factor of every increment"),
	{0},
};

/* How many of at most `most` words were given. */
static int word_count(const struct onestep *s, int most)
{
	int n = 0;
	while (n < most && !isnan(s->word[n]))
		n++;
	return n;
}

static int check(const struct args *a, const char *name, double x, struct range r, struct err *e)
{
	if (range_holds(r, x))
		return 0;
	char text[64];
	range_text(r, text, sizeof(text));
	int rc = err_set(e, ERR_RANGE, a->object, "%s is out of range", name);
	err_value(e, "%g", x);
	err_allowed(e, "%s", text);
	return rc;
}

int onestep_set(struct onestep *s, const struct args *a, double alpha_i, double alpha_f, double beta, double gamma, struct err *e)
{
	int rc;
	if ((rc = check(a, "inertia weight", alpha_i, RANGE_POSITIVE, e)) < 0 || (rc = check(a, "force weight", alpha_f, RANGE_POSITIVE, e)) < 0
	    || (rc = check(a, "beta", beta, RANGE_POSITIVE, e)) < 0 || (rc = check(a, "gamma", gamma, RANGE_POSITIVE, e)) < 0)
		return rc;
	s->alpha_i = alpha_i;
	s->alpha_f = alpha_f;
	s->beta = beta;
	s->gamma = gamma;
	s->theta = 1.0;
	return 0;
}

/* The number of words that belong to the method: what is left when limit or factor, the last word, is taken off. */
static int take_bound(struct onestep *s, const struct args *a, int most, enum increment increment, int *ret_n, struct err *e)
{
	static const struct { const char *name; struct range range; } bounds[] = {
		[INCREMENT_LIMITED] = {"limit", RANGE_POSITIVE},
		[INCREMENT_REDUCED] = {"reduct", {0.0, 1.0, true, false}},
	};
	bool bounded = increment == INCREMENT_LIMITED || increment == INCREMENT_REDUCED;
	int n = word_count(s, most + bounded);
	s->increment = increment;
	if (bounded) {
		n--;
		s->bound = s->word[n];
		int rc = check(a, bounds[increment].name, s->bound, bounds[increment].range, e);
		if (rc < 0)
			return rc;
	}
	*ret_n = n;
	return 0;
}

static int wrong_number(const struct args *a, int n, const char *allowed, struct err *e)
{
	int rc = err_set(e, ERR_ARGUMENT, a->object, "wrong number of coefficients");
	err_value(e, "%d", n);
	err_allowed(e, "%s", allowed);
	return rc;
}

int onestep_parse_newmark(struct onestep *s, const struct args *a, enum increment increment, struct err *e)
{
	int n, rc = take_bound(s, a, 2, increment, &n, e);
	if (rc < 0)
		return rc;
	return onestep_set(s, a, 1.0, 1.0, s->word[1], s->word[0], e);
}

int onestep_parse_alpha(struct onestep *s, const struct args *a, bool averaged, struct err *e)
{
	int n = word_count(s, 3), rc;
	double alpha = s->word[0];
	s->averaged = averaged;
	if (n != 1 && n != 3)
		return wrong_number(a, n, "alpha, or alpha gamma beta", e);
	if ((rc = check(a, "alpha", alpha, RANGE_POSITIVE, e)) < 0)
		return rc;
	double gamma = n == 3 ? s->word[1] : 1.5 - alpha;
	double beta = n == 3 ? s->word[2] : 0.25 * (2.0 - alpha) * (2.0 - alpha);
	return onestep_set(s, a, 1.0, alpha, beta, gamma, e);
}

int onestep_parse_rho(struct onestep *s, const struct args *a, enum increment increment, bool averaged, struct err *e)
{
	int n, rc = take_bound(s, a, 4, increment, &n, e);
	if (rc < 0)
		return rc;
	s->averaged = averaged;
	if (n == 4)
		return onestep_set(s, a, s->word[0], s->word[1], s->word[2], s->word[3], e);
	if (n != 1)
		return wrong_number(a, n, "rhoInf, or alphaI alphaF beta gamma", e);
	double rho = s->word[0], k = 1.0 / (1.0 + rho);
	if ((rc = check(a, "rhoInf", rho, RANGE_UNIT, e)) < 0)
		return rc;
	return onestep_set(s, a, (2.0 - rho) * k, k, k * k, 0.5 * (3.0 - rho) * k, e);
}

/* The polynomial through the ten optimal pairs at theta, by Neville's scheme. */
static const struct { double theta, beta; } optimal[] = {
	{1.0, 0.25}, {1.021712, 0.24}, {1.047364, 0.23}, {1.077933, 0.22}, {1.114764, 0.21},
	{1.159772, 0.20}, {1.215798, 0.19}, {1.287301, 0.18}, {1.381914, 0.17}, {1.514951, 0.16},
};

static double optimal_beta(double theta)
{
	double b[COUNT(optimal)];
	for (size_t i = 0; i < COUNT(optimal); i++)
		b[i] = optimal[i].beta;
	for (size_t k = 1; k < COUNT(optimal); k++)
		for (size_t i = 0; i + k < COUNT(optimal); i++)
			b[i] += (theta - optimal[i].theta) * (b[i + 1] - b[i]) / (optimal[i + k].theta - optimal[i].theta);
	return b[0];
}

int onestep_parse_theta(struct onestep *s, const struct args *a, enum increment increment, struct err *e)
{
	int n, rc = take_bound(s, a, 3, increment, &n, e);
	if (rc < 0)
		return rc;
	double theta = s->word[0], last = optimal[COUNT(optimal) - 1].theta;
	if (n != 1 && n != 3)
		return wrong_number(a, n, "theta, or theta beta gamma", e);
	if ((rc = check(a, "theta", theta, (struct range){1.0, n == 1 ? last : INFINITY, false, n == 3}, e)) < 0)
		return rc;
	rc = n == 3 ? onestep_set(s, a, 1.0, 1.0, s->word[1], s->word[2], e) : onestep_set(s, a, 1.0, 1.0, optimal_beta(theta), 0.5, e);
	s->theta = theta;
	return rc;
}
