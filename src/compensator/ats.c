/* Adaptive time series: u = a0 x + a1 x' + a2 x'', the coefficients by least squares over a moving window.
 *
 * What was sent and what is measured pass the same filter (Butterworth, order 6), and the coefficients that best make the first from the second,
 *   minimise  sum (u_f - a0 m_f - a1 m_f' - a2 m_f'')^2,
 * are found every `skip` ticks. They move towards the new ones no faster than their rate limits and stay within their limits. Where the motion does
 * not tell them apart (a sine has x'' = -w^2 x) the change is the smallest that does: a ridge of 1e-6 of the diagonal. Learning begins when |x| has passed
 * the threshold and the window is full.
 *
 * Noise of the transducer in m_f' and m_f'' would make least squares too small, and in a hold, where there is nothing else, zero. With s^2 the mean square that
 * the fit leaves, white noise of this size behind a filter of cut-off w has the j-th derivative s w^j/sqrt(2j + 1). A column that is r times that makes its
 * coefficient 1/r^2 too small. It is learnt from where r is at least LEAST and nearly as large as it has been (beyond CLEAR larger is no better): what is
 * learnt in a strong motion is not lost in a weak one, and a motion that never gets clear teaches more than none. Else the coefficient stays as it is, and
 * the others are fitted beside it.
 * Chae, Kazemibidokhti, Ricles, Earthquake Eng. Struct. Dyn. 42 (2013) 1697-1715.
 */
#include "compensator/butterworth.h"

#include "experiment/compensator.h"
#include "plugin.h"

enum { COEFFICIENTS = 3, FILTER_ORDER = 6, ROW = COEFFICIENTS + 1 };

static const double LOW[COEFFICIENTS] = {0.7, 0.0, 0.0}, HIGH[COEFFICIENTS] = {1.3, 0.08, 0.0032}, RATE[COEFFICIENTS] = {2.0, 0.05, 0.001};
static const double RIDGE = 1e-6;
static const double CLEAR = 7.0, LEAST = 2.0;    /* of a column over the noise in it */
static const double NEARLY = 0.9;        /* of how clear it stood: as good to learn from */
static const double ROUNDING = 1e-14;    /* of the filter, part of what passes */

struct ats {
	double tau, window, threshold, cutoff_hz;
	int skip;
};

struct learning {
	double a[COEFFICIENTS], aim[COEFFICIENTS];
	double sent;                       /* last tick */
	double clear[COEFFICIENTS];        /* squares of how clear the columns stood at most, as far as it counts */
	double awake, ticks;               /* |x| has passed the threshold; ticks since the last row */
	double size, n, next;              /* rows of the window: room, there, where the next one goes */
	struct butterworth filter;
	struct butterworth_signal u, m;
	double row[];                      /* size x (m_f, m_f', m_f'', u_f) */
};

static int rows(const struct ats *c, double dt)
{
	double n = c->window / (c->skip * dt);

	return n < COMPENSATOR_STATE_MOST / ROW ? (int)fmax(round(n), COEFFICIENTS) : COMPENSATOR_STATE_MOST / ROW;
}

static int nstate(const void *self, double dt, double delay_most)
{
	(void)delay_most;
	return (int)(sizeof(struct learning) / sizeof(double)) + ROW * rows(self, dt);
}

static void start(const void *self, double *h, double dt, double delay_most, double x)
{
	const struct ats *c = self;
	struct learning *l = (struct learning *)h;
	const double first[COEFFICIENTS] = {1.0, c->tau, 0.5 * c->tau * c->tau};

	(void)delay_most;
	memcpy(l->a, first, sizeof(first));
	memcpy(l->aim, first, sizeof(first));
	l->sent = x;
	l->size = rows(c, dt);
	butterworth_start(&l->filter, FILTER_ORDER, c->cutoff_hz, dt);
	butterworth_rest(&l->u, x);
	butterworth_rest(&l->m, x);
}

static double left_of(const double *row, const double *a)
{
	return row[COEFFICIENTS] - vec_dot(COEFFICIENTS, a, row);
}

/* Of the window: sums of products of the columns, of the columns with what the present coefficients leave, and lengths of the columns. */
struct sums {
	double s[COEFFICIENTS * COEFFICIENTS], b[COEFFICIENTS], length[COEFFICIENTS];
};

static struct sums sums_find(const struct learning *l)
{
	struct sums w = {0};

	for (int r = 0; r < (int)l->n; r++) {
		const double *row = l->row + r * ROW;
		double left = left_of(row, l->a);

		for (int i = 0; i < COEFFICIENTS; i++) {
			vec_add(COEFFICIENTS, row[i], row, w.s + i * COEFFICIENTS);
			w.b[i] += row[i] * left;
		}
	}
	for (int i = 0; i < COEFFICIENTS; i++)
		w.length[i] = sqrt(w.s[i * COEFFICIENTS + i]);
	return w;
}

/* Least squares for the change of the coefficients that are learnt, in columns of length one; the others stay. */
static bool fit_find(const struct learning *l, const struct sums *w, const bool *learnt, double *ret)
{
	double s[COEFFICIENTS * COEFFICIENTS] = {0}, b[COEFFICIENTS] = {0};

	for (int i = 0; i < COEFFICIENTS; i++) {
		for (int j = 0; j < COEFFICIENTS && learnt[i]; j++)
			s[i * COEFFICIENTS + j] = learnt[j] ? w->s[i * COEFFICIENTS + j] / (w->length[i] * w->length[j]) : 0.0;
		s[i * COEFFICIENTS + i] += learnt[i] ? RIDGE : 1.0;
		b[i] = learnt[i] ? w->b[i] / w->length[i] : 0.0;
	}
	if (mat_solve(COEFFICIENTS, s, b) || !vec_finite(COEFFICIENTS, b))
		return false;
	for (int i = 0; i < COEFFICIENTS; i++)
		ret[i] = fmin(fmax(l->a[i] + (learnt[i] ? b[i] / w->length[i] : 0.0), LOW[i]), HIGH[i]);
	return true;
}

/* Which columns stand clear of noise, by their part that those before do not show (Cholesky). Noise is what the fit leaves, and rounding. */
static void clear_find(struct learning *l, const struct sums *w, const double *fit, bool *ret)
{
	double noise = ROUNDING * ROUNDING * w->s[0], part[COEFFICIENTS][COEFFICIENTS] = {0};

	for (int r = 0; r < (int)l->n; r++) {
		double left = left_of(l->row + r * ROW, fit);

		noise += left * left;
	}
	for (int i = 0; i < COEFFICIENTS; i++, noise *= l->filter.w * l->filter.w) {
		double clear;

		for (int j = 0; j < i; j++)
			part[i][j] = ret[j] ? (w->s[i * COEFFICIENTS + j] - vec_dot(j, part[i], part[j])) / part[j][j] : 0.0;
		part[i][i] = sqrt(fmax(w->s[i * COEFFICIENTS + i] - vec_dot(i, part[i], part[i]), 0.0));
		clear = fmin(part[i][i] * part[i][i] * (2 * i + 1) / noise, CLEAR * CLEAR / (NEARLY * NEARLY));
		l->clear[i] = fmax(l->clear[i], clear);
		ret[i] = clear > LEAST * LEAST && clear > NEARLY * NEARLY * l->clear[i];
	}
}

static void aim_find(struct learning *l)
{
	struct sums w = sums_find(l);
	bool learnt[COEFFICIENTS];
	double fit[COEFFICIENTS];

	for (int i = 0; i < COEFFICIENTS; i++)
		learnt[i] = w.length[i] > 0.0;
	if (!fit_find(l, &w, learnt, fit))
		return;
	clear_find(l, &w, fit, learnt);
	if (fit_find(l, &w, learnt, fit))
		memcpy(l->aim, fit, sizeof(fit));
}

static void learn(const struct ats *c, struct learning *l, const struct compensator_io *io)
{
	butterworth_step(&l->filter, &l->u, l->sent);
	butterworth_step(&l->filter, &l->m, io->measured);
	if (fabs(io->wish.x) > c->threshold)
		l->awake = 1.0;
	l->ticks += 1.0;
	if (l->awake != 0.0 && l->ticks >= c->skip) {
		double *row = l->row + (int)l->next * ROW;

		for (int j = 0; j < COEFFICIENTS; j++)
			row[j] = butterworth_derivative(&l->filter, &l->m, j);
		row[COEFFICIENTS] = butterworth_derivative(&l->filter, &l->u, 0);
		l->next = fmod(l->next + 1.0, l->size);
		l->n = fmin(l->n + 1.0, l->size);
		l->ticks = 0.0;
		if (l->n >= l->size)
			aim_find(l);
	}
	for (int i = 0; i < COEFFICIENTS; i++) {
		double step = RATE[i] * io->dt;

		l->a[i] += fmin(fmax(l->aim[i] - l->a[i], -step), step);
	}
}

static double apply(const void *self, double *h, const struct compensator_io *io)
{
	struct learning *l = (struct learning *)h;
	double x = io->wish.x, u;

	learn(self, l, io);
	u = l->a[0] * x + l->a[1] * io->wish.v + l->a[2] * io->wish.a;
	l->sent = fmin(fmax(u, x - io->limit), x + io->limit);
	return u;
}

static int learnt(const void *self, const double *h, double *ret_x)
{
	(void)self;
	memcpy(ret_x, ((const struct learning *)h)->a, COEFFICIENTS * sizeof(double));
	return COEFFICIENTS;
}

static const struct param params[] = {
	{ .name = "tau", .kind = PARAM_REAL, .offset = offsetof(struct ats, tau), .required = true, .range = {0.0, 0.08, false, false},
	  .help = "delay to begin with, coefficients 1, tau, tau^2/2 [s of laboratory time]" },
	{ .name = "-window", .kind = PARAM_REAL, .offset = offsetof(struct ats, window), .def = 1.0, .range = RANGE_POSITIVE,
	  .help = "time of the least squares [s]" },
	{ .name = "-skip", .kind = PARAM_INT, .offset = offsetof(struct ats, skip), .def = 16, .range = {1, 1000000, false, false},
	  .help = "ticks between two points of the window" },
	{ .name = "-threshold", .kind = PARAM_REAL, .offset = offsetof(struct ats, threshold), .range = RANGE_NONNEG,
	  .help = "learning begins when the wanted displacement has been larger [length]" },
	{ .name = "-cutoff", .kind = PARAM_REAL, .offset = offsetof(struct ats, cutoff_hz), .def = 20.0, .range = RANGE_POSITIVE,
	  .help = "of the filters [Hz]" },
	{ 0 },
};

const struct compensator_ops compensator_ats = {
	.name = "ATS",
	.brief = "Adaptive time series: displacement, velocity and acceleration, weighed by least squares over a moving window",
	.cite = "Chae, Kazemibidokhti, Ricles 2013",
	.example = "0.0123",
	.params = params,
	.tunable = (const char *const[]){"-threshold", NULL},
	.claims = {.learns = true},
	.size = sizeof(struct ats),
	.nstate = nstate,
	.start = start,
	.apply = apply,
	.learnt = learnt,
};
