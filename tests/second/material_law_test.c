/* Every row of material_table against a second formulation of its law, on random paths with random parameters.
 *
 * A twin is written from the paper in another way than the material: plastic strain by the minimum of the energy of a step, multilinear hysteresis by Masing's
 * branches instead of sliders, elastic-plastic stress by a stop in stress instead of plastic strain, differential equations by Runge and Kutta's rule with
 * many small steps. Stresses are compared in every step; and the material's tangent with central differences of its twin's stress, where these are smooth.
 * Where the material's own rule is an approximation, its error must fall with the step by the order of the rule.
 */
#include "test.h"

#include "base/rng.h"
#include "model_words.h"

enum { HISTORY = 128, NUMBERS = 12, MEMORY = 256, STEPS = 250 };

/* Stress at a strain and rate at the end of a step dt; h is what the twin remembers, zero before the first, and is written: (strain, stress, ...). */
typedef double law_fn(const double *x, double *h, double strain, double rate, double dt);

struct twin {
	const char *name;
	law_fn *law;
	int n;                       /* numbers of the words, drawn between low and high */
	double low[NUMBERS], high[NUMBERS];
	double strain, tolerance;    /* size of the path; of the largest stress */
	bool tangent;
	int order;                   /* of the material's rule, 0: exact */
	const char *tail;            /* words after the numbers */
};

static double clip(double x, double low, double high)
{
	return fmin(fmax(x, low), high);
}

/* The stop: stress follows k times the strain and stays between two limits. h: strain, stress. */
static double stop(double k, double low, double high, double *h, double strain)
{
	h[1] = clip(h[1] + k * (strain - h[0]), low, high);
	h[0] = strain;
	return h[1];
}

/* E, eta, Eneg */
static double elastic(const double *x, double *h, double strain, double rate, double dt)
{
	(void)h, (void)dt;
	return (strain < 0.0 ? x[2] : x[0]) * strain + x[1] * rate;
}

/* E, epsyP, epsyN, eps0: the stop begins at -E eps0. */
static double elastic_pp(const double *x, double *h, double strain, double rate, double dt)
{
	(void)rate, (void)dt;
	if (h[2] == 0.0) {
		h[2] = 1.0;
		h[1] = -x[0] * x[3];
	}
	return stop(x[0], x[0] * x[2], x[0] * x[1], h, strain);
}

/* E, Fy, gap, with damage: what is lasting is the largest strain s beyond yield. Contact at gap + (s - gap - Fy/E), h[0] = s - gap - Fy/E. */
static double gap_damaged(const double *x, double *h, double strain, double rate, double dt)
{
	(void)rate, (void)dt;
	h[0] = larger(h[0], strain - x[2] - x[1] / x[0]);
	return fmax(0.0, x[0] * (strain - x[2] - h[0]));
}

/* Fy, E0, b: a spring b E0 beside a stop of (1 - b) E0 and (1 - b) Fy. */
static double steel01(const double *x, double *h, double strain, double rate, double dt)
{
	double limit = (1.0 - x[2]) * x[0];

	(void)rate, (void)dt;
	return x[2] * x[1] * strain + stop((1.0 - x[2]) * x[1], -limit, limit, h, strain);
}

/* k, dy, theta */
static double bilinear(const double *x, double *h, double strain, double rate, double dt)
{
	double limit = (1.0 - x[2]) * x[0] * x[1];

	(void)rate, (void)dt;
	return x[2] * x[0] * strain + stop((1.0 - x[2]) * x[0], -limit, limit, h, strain);
}

/* Fy, E0, b, R0, cR1, cR2, a1, a2, a3, a4 (Menegotto & Pinto; Filippou et al. 1983), in strains and stresses over those of yielding: x = e E0/Fy, y = s/Fy.
 * h: x and y now, direction, x and y of the last reversal, lowest and highest x at reversals, at least yielding. The corner is where a line of slope one
 * through the reversal meets the asymptote y = d shift (1 - b) + b x. */
static double steel02(const double *x, double *h, double strain, double rate, double dt)
{
	double b = x[2], s = strain * x[1] / x[0], d = s > h[0] ? 1.0 : -1.0, corner, reached, xi, r, q, shift = 1.0;

	(void)rate, (void)dt;
	if (s == h[0])
		return x[0] * h[1];
	if (h[2] == 0.0)
		h[5] = -1.0, h[6] = 1.0;
	if (h[2] * d < 0.0) {
		h[3] = h[0], h[4] = h[1], h[7] = 1.0;
		if (d > 0.0)
			h[5] = fmin(h[5], h[0]);
		else
			h[6] = larger(h[6], h[0]);
		h[8] = 1.0 + (d > 0.0 ? x[8] : x[6]) * pow((h[6] - h[5]) / (2.0 * (d > 0.0 ? x[9] : x[7])), 0.8);
	}
	h[2] = d;
	if (h[7] != 0.0)
		shift = h[8];
	corner = (d * shift * (1.0 - b) - h[4] + h[3]) / (1.0 - b);
	reached = h[7] == 0.0 ? d : d > 0.0 ? h[6] : h[5];
	xi = fabs(reached - corner);
	r = x[3] * (1.0 - x[4] * xi / (x[5] + xi));
	q = (s - h[3]) / (corner - h[3]);
	h[0] = s;
	h[1] = h[4] + (corner - h[3]) * (b * q + (1.0 - b) * q / pow(1.0 + pow(fabs(q), r), 1.0 / r));
	return x[0] * h[1];
}

/* E, sigmaY, Hiso, Hkin, eta: the plastic strain p of a step is the minimum of E/2 (e - p)^2 + Hkin/2 p^2 + Hiso/2 (a + |p - p0|)^2 + sigmaY |p - p0|
 * + eta/(2 dt) (p - p0)^2, found by bisection of its slope on the side where it falls. h: p0, a. */
static double hardening(const double *x, double *h, double strain, double rate, double dt)
{
	double pull = x[0] * (strain - h[0]) - x[3] * h[0], sign = pull > 0.0 ? 1.0 : -1.0, low = 0.0, high = fabs(strain) + fabs(h[0]) + 1.0;

	(void)rate;
	for (int i = 0; i < 200; i++) {
		double mid = 0.5 * (low + high), p = h[0] + sign * mid;
		double slope = sign * (-x[0] * (strain - p) + x[3] * p) + x[2] * (h[1] + mid) + x[1] + x[4] / dt * mid;

		*(slope < 0.0 ? &low : &high) = mid;
	}
	h[0] += sign * low;
	h[1] += low;
	return x[0] * (strain - h[0]);
}

/* fpc, epsc0, fpcu, epscu: Kent and Park's curve at r = strain/epsc0 > 0. */
static double compression(const double *x, double strain)
{
	double r = strain / x[1], u = x[3] / x[1];

	return r <= 1.0 ? x[0] * r * (2.0 - r) : r <= u ? x[0] + (x[2] - x[0]) * (r - 1.0) / (u - 1.0) : x[2];
}

/* A function of the strain and the lowest so far, h[0], alone. */
static double concrete01(const double *x, double *h, double strain, double rate, double dt)
{
	double m, r, end;

	(void)rate, (void)dt;
	h[0] = fmin(h[0], strain);
	if (h[0] == 0.0)
		return 0.0;
	m = compression(x, h[0]);
	r = fmax(h[0], x[3]) / x[1];
	end = x[1] * (r < 2.0 ? 0.145 * r * r + 0.13 * r : 0.707 * (r - 2.0) + 0.834);
	end = larger(end, h[0] - m * x[1] / (2.0 * x[0]));
	return strain >= end ? 0.0 : m * (strain - end) / (h[0] - end);
}

/* fpc, epsc0, fpcu, epscu, lambda, ft, Ets (Yassin 1994). h: strain, stress, lowest strain, widest opening. */
static double concrete02(const double *x, double *h, double strain, double rate, double dt)
{
	double ec = 2.0 * x[0] / x[1], focus, m, slope, zero, open, top;

	(void)rate, (void)dt;
	if (strain < h[2]) {
		h[2] = h[0] = strain;
		return h[1] = compression(x, strain);
	}
	focus = (x[2] - x[4] * ec * x[3]) / (ec * (1.0 - x[4]));
	m = h[2] == 0.0 ? 0.0 : compression(x, h[2]);
	slope = (m - ec * focus) / (h[2] - focus);
	zero = h[2] - m / slope;
	open = strain - zero;
	if (open <= 0.0) {
		h[1] = fmin(fmax(h[1] + ec * (strain - h[0]), m + slope * (strain - h[2])), 0.5 * slope * open);
	} else {
		h[3] = larger(h[3], open);
		top = fmin(ec * h[3], fmax(0.0, x[5] - x[6] * (h[3] - x[5] / ec)));
		h[1] = top * open / h[3];
	}
	h[0] = strain;
	return h[1];
}

/* One variable by Runge and Kutta's rule in n steps of a way. */
static double runge_kutta(double (*rate)(const double *x, double y, double at), const double *x, double y, double way, int n)
{
	double s = way / n;

	for (int i = 0; i < n; i++) {
		double t = s * i, k1 = rate(x, y, t), k2 = rate(x, y + 0.5 * s * k1, t + 0.5 * s), k3 = rate(x, y + 0.5 * s * k2, t + 0.5 * s);
		double k4 = rate(x, y + s * k3, t + s);

		y += s / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
	}
	return y;
}

/* k, uy, alpha, gamma, beta, n (UCB/EERC 2005-02, 7.3), dz/du with the sign of du in x[6]. */
static double mosqueda_rate(const double *x, double z, double at)
{
	(void)at;
	return (1.0 - x[3] * x[6] * z * pow(fabs(z), x[5] - 1.0) - x[4] * pow(fabs(z), x[5])) / x[1];
}

static double mosqueda(const double *x, double *h, double strain, double rate, double dt)
{
	double y[7];

	(void)rate, (void)dt;
	memcpy(y, x, 6 * sizeof(double));
	y[6] = strain > h[0] ? 1.0 : -1.0;
	h[1] = runge_kutta(mosqueda_rate, y, h[1], strain - h[0], 400);
	h[0] = strain;
	return x[2] * x[0] * strain + (1.0 - x[2]) * x[0] * x[1] * h[1];
}

/* alpha, ko, n, gamma, beta, Ao, deltaA, deltaNu, deltaEta (Baber & Noori 1985): z and the energy e together. h: strain, z, e. */
static double bouc_wen(const double *x, double *h, double strain, double rate, double dt)
{
	enum { N = 200 };
	double s = (strain - h[0]) / N;

	(void)rate, (void)dt;
	for (int i = 0; i < N; i++) {
		double z = h[1], e = h[2], k[4][2];

		for (int q = 0; q < 4; q++) {
			double w = q == 0 ? 0.0 : q == 3 ? 1.0 : 0.5, zz = z + (q ? w * s * k[q - 1][0] : 0.0), ee = e + (q ? w * s * k[q - 1][1] : 0.0);
			double shape = x[3] + x[4] * (s * zz > 0.0 ? 1.0 : s * zz < 0.0 ? -1.0 : 0.0);

			k[q][0] = (x[5] - x[6] * ee - pow(fabs(zz), x[2]) * shape * (1.0 + x[7] * ee)) / (1.0 + x[8] * ee);
			k[q][1] = (1.0 - x[0]) * x[1] * zz;
		}
		h[1] += s / 6.0 * (k[0][0] + 2.0 * k[1][0] + 2.0 * k[2][0] + k[3][0]);
		h[2] += s / 6.0 * (k[0][1] + 2.0 * k[1][1] + 2.0 * k[2][1] + k[3][1]);
	}
	h[0] = strain;
	return x[0] * x[1] * strain + (1.0 - x[0]) * x[1] * h[1];
}

/* C, alpha */
static double viscous(const double *x, double *h, double strain, double rate, double dt)
{
	(void)h, (void)strain, (void)dt;
	return copysign(x[0] * pow(fabs(rate), x[1]), rate);
}

/* K, C, alpha: F' = K (v - sgn F (|F|/C)^(1/alpha)), v from x[3] to x[4] in x[5]. */
static double damper_rate(const double *x, double f, double at)
{
	return x[0] * (x[3] + (x[4] - x[3]) * at / x[5] - copysign(pow(fabs(f) / x[1], 1.0 / x[2]), f));
}

/* h: velocity before, force. */
static double damper(const double *x, double *h, double strain, double rate, double dt)
{
	const double y[] = {x[0], x[1], x[2], h[0], rate, dt};

	(void)strain;
	h[1] = runge_kutta(damper_rate, y, h[1], dt, 400);
	h[0] = rate;
	return h[1];
}

/* K, C, alpha, L: strain runs straight in a step, s' = K e' - s/tr, tr = C/(K L^alpha), has a closed form. h: strain, stress. */
static double maxwell(const double *x, double *h, double strain, double rate, double dt)
{
	double tr = x[1] / (x[0] * pow(x[3], x[2])), decay = exp(-dt / tr);

	(void)rate;
	h[1] = decay * h[1] + x[0] * (strain - h[0]) / dt * tr * (1.0 - decay);
	h[0] = strain;
	return h[1];
}

/* Strains and stresses of three points: the virgin curve, odd. */
static double backbone(const double *x, double e)
{
	double a = fabs(e), s;

	if (a <= x[0])
		s = a * x[1] / x[0];
	else if (a <= x[2])
		s = x[1] + (a - x[0]) * (x[3] - x[1]) / (x[2] - x[0]);
	else
		s = x[3] + (a - x[2]) * (x[5] - x[3]) / (x[4] - x[2]);
	return copysign(s, e);
}

/* Masing: from a reversal (e, s) a branch is s + 2 f((strain - e)/2); passing the reversal before closes the loop and takes up the branch that was left there.
 * h[0] strain, h[1] number of reversals, then pairs; without one the branch is the virgin curve, which a loop that leaves it symmetrically joins again. */
static double multilinear(const double *x, double *h, double strain, double rate, double dt)
{
	double d = strain - h[0], *r = h + 2;
	int n = (int)h[1];

	(void)rate, (void)dt;
	if (d != 0.0) {
		double way = n == 0 ? h[0] : h[0] - r[2 * n - 2];

		if (way * d < 0.0) {
			double s = n == 0 ? backbone(x, h[0]) : r[2 * n - 1] + 2.0 * backbone(x, 0.5 * (h[0] - r[2 * n - 2]));

			r[2 * n] = h[0];
			r[2 * n + 1] = s;
			n++;
		}
		while (n >= 2 && (strain - r[2 * n - 4]) * d > 0.0)
			n -= 2;
		if (n == 1 && (strain + r[0]) * d > 0.0)
			n = 0;
	}
	h[0] = strain;
	h[1] = n;
	return n == 0 ? backbone(x, strain) : r[2 * n - 1] + 2.0 * backbone(x, 0.5 * (strain - r[2 * n - 2]));
}

/* Materials 1, Elastic 100, and 2, ElasticPP 100 0.05, times 0.5 and 2. */
static double parallel(const double *x, double *h, double strain, double rate, double dt)
{
	(void)x, (void)rate, (void)dt;
	return 0.5 * 100.0 * strain + 2.0 * stop(100.0, -5.0, 5.0, h, strain);
}

/* The same two one after the other: half the stiffness, the same limit. */
static double series(const double *x, double *h, double strain, double rate, double dt)
{
	(void)x, (void)rate, (void)dt;
	return stop(50.0, -5.0, 5.0, h, strain);
}

static const struct twin TWIN[] = {
	{"Elastic", elastic, 3, {50, 0, 20}, {200, 3, 150}, 0.1, 1e-13, true, 0, ""},
	{"ElasticPP", elastic_pp, 4, {50, 0.01, -0.06, -0.005}, {200, 0.06, -0.01, 0.005}, 0.1, 1e-12, true, 0, ""},
	{"ElasticPPGap", gap_damaged, 4, {50, 2, 0.005, 0}, {200, 8, 0.05, 0}, 0.15, 1e-12, true, 0, "damage"},
	{"Steel01", steel01, 3, {3, 60, 0}, {9, 200, 0.2}, 0.2, 1e-12, true, 0, ""},
	{"Steel02", steel02, 10, {3, 60, 0.001, 10, 0.9, 0.1, 0, 1, 0, 1}, {9, 200, 0.1, 20, 0.95, 0.2, 0.05, 3, 0.05, 3}, 0.2, 1e-11, true, 0, ""},
	{"Hardening", hardening, 5, {60, 2, 0, 0, 0}, {200, 6, 30, 30, 0}, 0.2, 1e-11, true, 0, ""},
	{"Hardening", hardening, 5, {60, 2, -5, 6, 0.1}, {200, 6, 30, 30, 5}, 0.2, 1e-11, true, 0, ""},
	{"Concrete01", concrete01, 4, {-40, -0.003, -10, -0.008}, {-20, -0.0018, -1, -0.004}, 0.006, 1e-12, true, 0, ""},
	{"Concrete02", concrete02, 7, {-40, -0.003, -6, -0.008, 0.1, 1, 500}, {-20, -0.0018, -1, -0.004, 0.4, 4, 3000}, 0.006, 1e-11, true, 0, ""},
	{"Bilinear", bilinear, 3, {50, 0.01, -0.3}, {200, 0.06, 0.4}, 0.15, 1e-12, true, 0, ""},
	{"BoucWenMosqueda", mosqueda, 6, {1, 0.3, 0, 0.3, 0.3, 2}, {5, 0.8, 0.2, 0.7, 0.7, 4}, 2.0, 1e-9, true, 0, ""},
	{"BoucWen", bouc_wen, 9, {0.02, 2, 1, 0.2, 0.2, 1, 0, 0, 0}, {0.2, 6, 2, 0.6, 0.6, 1, 0.005, 0.02, 0.02}, 1.0, 0, false, 1, "1e-13 60"},
	{"Viscous", viscous, 2, {2, 0.3}, {9, 1.5}, 0.1, 1e-13, false, 0, ""},
	{"ViscousDamper", damper, 3, {100, 4, 0.3}, {400, 12, 1}, 0.1, 1e-6, false, 0, "0 1 1e-8 1e-12 20"},
	{"ViscousDamper", damper, 3, {100, 4, 0.3}, {400, 12, 1}, 0.1, 1e-6, false, 0, "0 2 1e-8 1e-12 20"},
	{"ViscousDamper", damper, 3, {100, 4, 0.3}, {400, 12, 1}, 0.1, 1e-5, false, 0, "0 3 1e-7 1e-12 20"},
	{"Maxwell", maxwell, 4, {100, 20, 0, 1}, {400, 60, 1, 3}, 0.1, 0, false, 2, ""},
	{"MultiLinear", multilinear, 6, {0.02, 4, 0.06, 6, 0.2, 8}, {0.05, 5, 0.15, 7.5, 0.4, 10}, 0.3, 1e-11, true, 0, ""},
	{"Parallel", parallel, 0, {0}, {0}, 0.2, 1e-12, true, 0, "1 2 -factors 0.5 2"},
	{"Series", series, 0, {0}, {0}, 0.2, 1e-10, true, 0, "1 2"},
};

struct pair {
	struct model m;
	const struct material *mat;
	double hc[HISTORY], ht[HISTORY];
	double x[NUMBERS], h[MEMORY];
};

static void pair_make(struct pair *p, const struct twin *t, struct rng *rng)
{
	char line[400];
	int at;

	memset(p, 0, sizeof(*p));
	model_init(&p->m);
	words_make(&p->m, "uniaxialMaterial Elastic 1 100");
	words_make(&p->m, "uniaxialMaterial ElasticPP 2 100 0.05");
	at = snprintf(line, sizeof(line), "uniaxialMaterial %s 10", t->name);
	for (int i = 0; i < t->n; i++) {
		p->x[i] = t->low[i] + rng_uniform(rng) * (t->high[i] - t->low[i]);
		at += snprintf(line + at, sizeof(line) - (size_t)at, " %.17g", p->x[i]);
	}
	snprintf(line + at, sizeof(line) - (size_t)at, " %s", t->tail);
	words_make(&p->m, line);
	p->mat = model_material(&p->m, 10);
	assert_true(material_size(p->mat) <= HISTORY);
	material_start(p->mat, p->hc);
}

/* Central difference of the twin's stress from where it is; false at a corner. */
static bool difference(const struct twin *t, const struct pair *p, double strain, double rate, double dt, double *ret_slope)
{
	double d = 1e-6 * t->strain, s[3], h[MEMORY];

	for (int i = 0; i < 3; i++) {
		memcpy(h, p->h, sizeof(h));
		s[i] = t->law(p->x, h, strain + (i - 1) * d, rate, dt);
	}
	*ret_slope = (s[2] - s[0]) / (2.0 * d);
	return fabs(s[2] - 2.0 * s[1] + s[0]) <= 1e-4 * d * fabs(material_initial(p->mat));
}

/* A random way: some steps large, some small, some straight on. */
static double next_strain(struct rng *rng, double size, double strain, double *direction)
{
	if (rng_uniform(rng) < 0.2)
		*direction = -*direction;
	strain += *direction * size * (rng_uniform(rng) < 0.3 ? 0.3 : 0.03) * rng_uniform(rng);
	if (fabs(strain) > size)
		*direction = strain > 0.0 ? -1.0 : 1.0;
	return strain;
}

/* Walks both; returns the largest difference of stresses over the largest stress. Each step is made in `cuts` equal parts. */
static double walk(const struct twin *t, struct pair *p, uint64_t seed, int cuts, int *ret_tangents)
{
	const double dt = 0.01 / cuts;
	struct rng rng;
	double strain = 0.0, before = 0.0, most = 0.0, off = 0.0, direction = 1.0, slope;

	rng_init(&rng, seed, 7);
	for (int i = 0; i < STEPS * cuts; i++) {
		double target = i % cuts == 0 ? next_strain(&rng, t->strain, strain, &direction) : 0.0, rate, stress;

		if (i % cuts == 0) {
			before = strain;
			strain = target;
		}
		target = before + (strain - before) * (i % cuts + 1) / cuts;
		rate = (strain - before) / 0.01;
		if (t->tangent && difference(t, p, target, rate, dt, &slope)) {
			material_step(p->mat, p->hc, p->ht, target, rate, dt);
			if (!(fabs(p->ht[MATERIAL_TANGENT] - slope) <= 1e-4 * fmax(fabs(material_initial(p->mat)), fabs(slope))))
				fail_msg("%s, step %d: tangent %.9g, difference of the second formulation %.9g", t->name, i, p->ht[MATERIAL_TANGENT], slope);
			++*ret_tangents;
		}
		material_step(p->mat, p->hc, p->ht, target, rate, dt);
		stress = t->law(p->x, p->h, target, rate, dt);
		off = larger(off, fabs(p->ht[MATERIAL_STRESS] - stress));
		most = larger(most, fabs(stress));
		memcpy(p->hc, p->ht, sizeof(p->hc));
	}
	return off / most;
}

static void every_material_has_the_stress_and_the_tangent_of_a_second_formulation(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(TWIN); i++)
		for (uint64_t seed = 0; TWIN[i].order == 0 && seed < 8; seed++) {
			int tangents = 0;
			struct pair p;
			struct rng rng;
			double off;

			rng_init(&rng, seed, i);
			pair_make(&p, &TWIN[i], &rng);
			off = walk(&TWIN[i], &p, seed, 1, &tangents);
			if (!(off <= TWIN[i].tolerance))
				fail_msg("%s, seed %d: %.2e of the largest stress away from its second formulation", TWIN[i].name, (int)seed, off);
			if (TWIN[i].tangent && tangents < STEPS / 2)
				fail_msg("%s, seed %d: only %d tangents could be compared", TWIN[i].name, (int)seed, tangents);
			model_fini(&p.m);
		}
}

/* Backward Euler of BoucWen, the trapezoidal rule of Maxwell: cut in 8 and in 16 parts, the error falls by 2 to the order. */
static void rules_come_nearer_to_the_law_by_their_order(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(TWIN); i++)
		for (uint64_t seed = 0; TWIN[i].order > 0 && seed < 4; seed++) {
			double off[2];

			for (int k = 0; k < 2; k++) {
				int ignored = 0;
				struct pair p;
				struct rng rng;

				rng_init(&rng, seed, i);
				pair_make(&p, &TWIN[i], &rng);
				off[k] = walk(&TWIN[i], &p, seed, k ? 16 : 8, &ignored);
				model_fini(&p.m);
			}
			if (!(fabs(log2(off[0] / off[1]) - TWIN[i].order) <= 0.1))
				fail_msg("%s, seed %d: errors %.3e and %.3e, order %.3f", TWIN[i].name, (int)seed, off[0], off[1], log2(off[0] / off[1]));
		}
}

static void no_material_is_left_out(void **state)
{
	(void)state;
	for (int row = 0; material_table[row]; row++) {
		bool found = false;

		for (size_t i = 0; i < COUNT(TWIN); i++)
			found = found || strcmp(TWIN[i].name, material_table[row]->name) == 0;
		if (!found)
			fail_msg("%s has no second formulation", material_table[row]->name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_material_is_left_out),
		cmocka_unit_test(every_material_has_the_stress_and_the_tangent_of_a_second_formulation),
		cmocka_unit_test(rules_come_nearer_to_the_law_by_their_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
