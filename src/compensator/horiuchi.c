/* A polynomial of order n through the wanted displacement now and at n points one delay apart, one delay ahead:
 *
 *   u(t) = sum_j (-1)^j C(n+1, j+1) x(t - j tau),   j = 0 .. n:   2, -1;  3, -3, 1;  4, -6, 4, -1;  5, -10, 10, -5, 1.
 *
 * Behind a pure delay tau a sine of ang = w tau comes out as 1 - (1 - e^(-i ang))^(n+1): for n = 3 with positive damping below ang = pi/2.
 * Points between ticks: the cubic through the four ticks around. Horiuchi, Inoue, Konno, Namita, Earthquake Eng. Struct. Dyn. 28 (1999) 1121-1141.
 */
#include "experiment/compensator.h"
#include "plugin.h"

enum { ORDER_MOST = 4, AROUND = 4 };

static const double COEFFICIENT[ORDER_MOST + 1][ORDER_MOST + 1] = {
	[1] = {2.0, -1.0},
	[2] = {3.0, -3.0, 1.0},
	[3] = {4.0, -6.0, 4.0, -1.0},
	[4] = {5.0, -10.0, 10.0, -5.0, 1.0},
};

struct horiuchi {
	double tau;
	int order;
};

/* head of the state: size of the ring, where the newest stands; then the ring */
enum { SIZE, NEWEST, RING };

static int ring_size(const struct horiuchi *c, double dt, double delay_most)
{
	double ticks = c->order * fmax(c->tau, delay_most) / dt;

	return ticks < COMPENSATOR_STATE_MOST ? (int)ticks + AROUND + 1 : COMPENSATOR_STATE_MOST;
}

static int nstate(const void *self, double dt, double delay_most)
{
	return RING + ring_size(self, dt, delay_most);
}

static void start(const void *self, double *h, double dt, double delay_most, double x)
{
	int n = ring_size(self, dt, delay_most);

	h[SIZE] = n;
	for (int i = 0; i < n; i++)
		h[RING + i] = x;
}

static double delay(const void *self)
{
	return ((const struct horiuchi *)self)->tau;
}

/* What was wanted s ticks ago. */
static double before(const double *h, double s)
{
	int n = (int)h[SIZE], newest = (int)h[NEWEST], whole = (int)s, first = whole > 0 ? whole - 1 : 0;
	double sum = 0.0;

	if (s == whole)
		return h[RING + (newest - whole + n) % n];
	for (int i = 0; i < AROUND; i++) {
		double weight = 1.0;

		for (int j = 0; j < AROUND; j++)
			if (j != i)
				weight *= (s - (first + j)) / (i - j);
		sum += weight * h[RING + (newest - first - i + 2 * n) % n];
	}
	return sum;
}

static double apply(const void *self, double *h, const struct compensator_io *io)
{
	const struct horiuchi *c = self;
	double ticks = (isnan(io->delay) ? c->tau : io->delay) / io->dt, u = 0.0;
	int newest = ((int)h[NEWEST] + 1) % (int)h[SIZE];

	h[NEWEST] = newest;
	h[RING + newest] = io->wish.x;
	if (fabs(ticks - round(ticks)) < 1e-9)      /* whole, but for rounding */
		ticks = round(ticks);
	for (int j = 0; j <= c->order; j++)
		u += COEFFICIENT[c->order][j] * before(h, j * ticks);
	return u;
}

static const struct param params[] = {
	{ .name = "order", .kind = PARAM_INT, .offset = offsetof(struct horiuchi, order), .required = true, .range = {1, ORDER_MOST, false, false},
	  .help = "of the polynomial, 1 to 4" },
	{ .name = "tau", .kind = PARAM_REAL, .offset = offsetof(struct horiuchi, tau), .required = true, .range = RANGE_NONNEG,
	  .help = "delay of the actuator [s of laboratory time], any multiple of the tick" },
	{ 0 },
};

const struct compensator_ops compensator_horiuchi = {
	.name = "Horiuchi",
	.brief = "Extrapolation by a polynomial on points one delay apart",
	.cite = "Horiuchi et al. 1999",
	.example = "3 0.0123",
	.params = params,
	.size = sizeof(struct horiuchi),
	.nstate = nstate,
	.start = start,
	.delay = delay,
	.apply = apply,
};
