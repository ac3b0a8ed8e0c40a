/* The rule of all planar rigs (planar.h).
 *
 *   (ux, uy) = Rot(phi) (b1, b2), r = b3; answers return with the transpose
 *   linear     c_i = e_i . (u + r k x p_i)
 *   nonlinear  c_i = |w_i| - La_i,  w_i = La_i e_i + u + (Rot(r) - 1) p_i
 *              c'_i = n_i . x',  c''_i = n_i . (u'' + r'' k x q_i) - r'^2 n_i . q_i + (x' x n_i)^2 / |w_i|
 *              with n_i = w_i / |w_i|, q_i = Rot(r) p_i, x' = u' + r' k x q_i
 *   force      (Fx, Fy, M) = sum f_i (n_i, q_i x n_i) = transpose of J times f,  J = dc/d(u, r) at the measured position (linear: at rest)
 *
 * Measured motions are the inverse of the same relations: Newton for the position, then J v = c', J a = c'' less its part from v alone. Commanded
 * forces are the inverse of the linear relation of forces, also with nonlinear geometry. An actuator acceleration of exactly zero in every
 * channel is one that nobody measures: its answer is zero, too, not the centripetal part.
 *
 * Extensions are computed as (2 La e.d + d.d) / (|w| + La), d = w - La e, and 1 - cos r as 2 sin^2(r/2): the error is rounding of the
 * displacement, not of the length.
 */
#include "setup/planar.h"

enum { N = PLANAR_ACTUATORS, NEWTON_MAX = 15 };
/* Residual, as a part of the longest length, behind which one more step of Newton ends in rounding: it squares the error. */
static const double NEWTON_TOLERANCE = 1e-12;
/* Below this part of the largest arm a couple's arm is rounding of a sum that is zero. */
static const double ARM_ROUNDING = 1e-12;

const struct planar_place planar_three[2][PLANAR_ACTUATORS] = {
	{ { .x = {-1}, .e = {1.0, 0.0} }, { .x = {-1}, .e = {0.0, 1.0} }, { .x = {0, 1}, .e = {0.0, 1.0} } },
	{ { .x = {0, 1}, .e = {-1.0, 0.0} }, { .x = {-1}, .e = {0.0, 1.0} }, { .x = {0, 1}, .e = {0.0, 1.0} } },
};

#define JOINTS { .x = {0, -1}, .y = {[4] = -1}, .e = {0.0, 1.0} }, { .x = {0, 0, 1}, .y = {[5] = -1}, .e = {0.0, 1.0} }
const struct planar_place planar_joints[2][PLANAR_ACTUATORS] = {
	{ { .x = {-1, -1}, .e = {1.0, 0.0} }, JOINTS },
	{ { .x = {0, 0, 1, 1}, .e = {-1.0, 0.0} }, JOINTS },
};

/* Where actuators and directions stand when the beam is displaced. */
struct pose {
	double extension[N], length[N];
	double n[N][2], q[N][2];   /* direction of the actuator; attachment from C, turned */
	double rate[N * N];        /* J, one row an actuator */
};

/* Coordinate (0 ux, 1 uy, 2 r) of the j-th unknown: rigs of two actuators leave uy out. */
static int coordinate(const struct planar *p, int j)
{
	return j == p->rig->actuators - 1 ? 2 : j;
}

/* --- set-up ---------------------------------------------------------------------------------------- */

static void place_attachments(struct planar *p, int side)
{
	p->scale = 0.0;
	for (int i = 0; i < p->rig->actuators; i++) {
		const struct planar_place *at = &p->rig->place[side][i];

		for (int k = 0; k < PLANAR_ARMS; k++) {
			p->p[i][0] += at->x[k] * p->arm[k];
			p->p[i][1] += at->y[k] * p->arm[k];
		}
		vec_copy(2, at->e, p->e[i]);
		p->scale = fmax(p->scale, fmax(p->length[i], vec_norm(2, p->p[i])));
	}
}

static int relation_form(struct planar *p, const char *object, struct err *e)
{
	int n = p->rig->actuators;
	double copy[N * N], base = n == N ? p->p[2][0] - p->p[1][0] : p->p[1][1];
	double least = ARM_ROUNDING * vec_max(PLANAR_ARMS, p->arm);

	if (!(fabs(base) > least)) {
		err_set(e, ERR_GEOMETRY, object, "%s, the arm of the couple that turns the beam", p->rig->base);
		err_value(e, "%.9g", base);
		err_allowed(e, "magnitude > %.3g", least);
		err_hint(e, "two actuators in one line cannot hold the rotation");
		return ERR_GEOMETRY;
	}
	for (int i = 0; i < n; i++) {
		double row[N] = {p->e[i][0], p->e[i][1], p->p[i][0] * p->e[i][1] - p->p[i][1] * p->e[i][0]};

		for (int j = 0; j < n; j++)
			p->linear[i * n + j] = row[coordinate(p, j)];
	}
	vec_copy(n * n, p->linear, copy);
	return mat_invert(n, copy, p->inverse) ? err_set(e, ERR_GEOMETRY, object, "its actuators do not hold the beam") : 0;
}

static int components_check(struct planar *p, const char *object, struct err *e)
{
	int most = p->trial < p->out ? p->trial : p->out;

	for (int i = 0; i < N; i++) {
		if (p->dof[i] > most) {
			err_set(e, ERR_RANGE, object, "component %d of its freedoms", i + 1);
			err_value(e, "%d", p->dof[i]);
			err_allowed(e, "1 to %d, the sizes of trial and out", most);
			return ERR_RANGE;
		}
		for (int k = 0; k < i; k++)
			if (p->dof[k] == p->dof[i])
				return err_set(e, ERR_DUPLICATE, object, "freedom %d is named twice", p->dof[i]);
	}
	for (int i = 0; i < N; i++)
		p->dof[i]--;
	return 0;
}

/* Options in any order. */
static int options_read(struct planar *p, struct args *a, const struct setup_ops *ops, int *ret_side, struct err *e)
{
	static const char *const sides[] = {"left", "right", "l", "r", NULL};
	int code = 0, side = 0;

	while (args_more(a) && !code) {
		if (args_accept(a, "-posAct") || args_accept(a, "-posAct1")) {
			code = args_choice(a, "position of the horizontal actuator", sides, &side, e);
		} else {
			int at = a->at;

			code = param_options(ops->params, p, a, e);
			if (!code && a->at == at)
				code = args_end(a, e);
		}
	}
	*ret_side = side % 2;
	return code;
}

/* Components of the answer in whose direction some actuator moves. */
static void driven_mark(const struct planar *p, bool *driven)
{
	int n = p->rig->actuators;

	for (int i = 0; i < n; i++) {
		const double *row = &p->linear[i * n];
		double y = n == N ? row[1] : 0.0;

		driven[p->dof[0]] |= row[0] * p->cos_phi + y * p->sin_phi != 0.0;
		driven[p->dof[1]] |= y * p->cos_phi - row[0] * p->sin_phi != 0.0;
		driven[p->dof[2]] |= row[n - 1] != 0.0;
	}
}

static int sizes_set(struct planar *p, struct setup *s, struct laboratory *lab, const char *object, struct err *e)
{
	enum { CELLS = 6 };
	int code = setup_sizes(s, p->trial, p->rig->load_cells ? CELLS : p->out, p->rig->actuators, lab, object, e);

	if (code)
		return code;
	driven_mark(p, s->driven);
	if (p->rig->load_cells) {
		signals_size(s->side[SETUP_OUT].n, p->out, p->out, p->out, CELLS, 1);
		s->side[SETUP_DAQ].n[SLOT_FORCE] = CELLS;
		for (int i = 0; i < CELLS; i++)
			s->driven[i] = true;
	}
	return 0;
}

int planar_setup(void *self, const struct planar_rig *rig, struct args *a, struct setup *s, struct laboratory *lab, struct err *e)
{
	struct planar *p = self;
	int side, code = options_read(p, a, s->ops, &side, e);

	if (code)
		return code;
	p->rig = rig;
	angle_of_degrees(p->phi, &p->cos_phi, &p->sin_phi);
	if (!rig->picks) {
		p->trial = p->out = N;
		for (int i = 0; i < N; i++)
			p->dof[i] = i + 1;
	}
	code = components_check(p, a->object, e);
	if (code)
		return code;
	place_attachments(p, side);
	code = relation_form(p, a->object, e);
	return code ? code : sizes_set(p, s, lab, a->object, e);
}

/* --- geometry -------------------------------------------------------------------------------------- */

static double dot(const double a[2], const double b[2])
{
	return a[0] * b[0] + a[1] * b[1];
}

/* Basic vector to the unknowns, and back. */
static void basic_read(const struct planar *p, const double *b, double *ret_x)
{
	double bx = b[p->dof[0]], by = b[p->dof[1]];
	const double u[N] = {p->cos_phi * bx - p->sin_phi * by, p->sin_phi * bx + p->cos_phi * by, b[p->dof[2]]};

	for (int j = 0; j < p->rig->actuators; j++)
		ret_x[j] = u[coordinate(p, j)];
}

static void basic_write(const struct planar *p, const double *x, double *b)
{
	double u[N] = {0};

	for (int j = 0; j < p->rig->actuators; j++)
		u[coordinate(p, j)] = x[j];
	b[p->dof[0]] = p->cos_phi * u[0] + p->sin_phi * u[1];
	b[p->dof[1]] = p->cos_phi * u[1] - p->sin_phi * u[0];
	b[p->dof[2]] = u[2];
}

static void pose_find(const struct planar *p, const double *x, struct pose *ret)
{
	int n = p->rig->actuators;
	double uy = n == N ? x[1] : 0.0, turn = sin(x[n - 1]), half = sin(0.5 * x[n - 1]), versine = 2.0 * half * half;

	for (int i = 0; i < n; i++) {
		const double *at = p->p[i], *e = p->e[i];
		double length = p->length[i];
		const double move[2] = {-versine * at[0] - turn * at[1], turn * at[0] - versine * at[1]};
		const double d[2] = {x[0] + move[0], uy + move[1]};
		const double w[2] = {length * e[0] + d[0], length * e[1] + d[1]};

		ret->length[i] = sqrt(dot(w, w));
		ret->extension[i] = (2.0 * length * dot(e, d) + dot(d, d)) / (ret->length[i] + length);
		for (int k = 0; k < 2; k++) {
			ret->n[i][k] = w[k] / ret->length[i];
			ret->q[i][k] = at[k] + move[k];
		}
		const double row[N] = {ret->n[i][0], ret->n[i][1], ret->q[i][0] * ret->n[i][1] - ret->q[i][1] * ret->n[i][0]};

		for (int j = 0; j < n; j++)
			ret->rate[i * n + j] = row[coordinate(p, j)];
	}
}

/* The part of c'' that velocities alone make. */
static void centripetal(const struct planar *p, const struct pose *at, const double *v, double *ret_c)
{
	int n = p->rig->actuators;
	double vy = n == N ? v[1] : 0.0, spin = v[n - 1];

	for (int i = 0; i < n; i++) {
		double across = (v[0] - spin * at->q[i][1]) * at->n[i][1] - (vy + spin * at->q[i][0]) * at->n[i][0];

		ret_c[i] = across * across / at->length[i] - spin * spin * dot(at->n[i], at->q[i]);
	}
}

/* J x = y; ERR_CONVERGE where the actuators have lost hold of the beam. */
static int rate_solve(const struct planar *p, const struct pose *at, const double *y, double *ret_x)
{
	int n = p->rig->actuators;
	double copy[N * N], x[N];

	vec_copy(n * n, at->rate, copy);
	vec_copy(n, y, x);
	if (mat_solve(n, copy, x) || !vec_finite(n, x))
		return ERR_CONVERGE;
	vec_copy(n, x, ret_x);
	return 0;
}

/* The position to which the extensions belong, from a guess x; and how the rig stands there. */
static int position_find(const struct planar *p, const double *extension, double *x, struct pose *ret_pose)
{
	int n = p->rig->actuators, code = 0;
	bool close = false;

	for (int k = 0; k < NEWTON_MAX && !close && !code; k++) {
		double miss[N], step[N];

		pose_find(p, x, ret_pose);
		vec_mix(n, 1.0, extension, -1.0, ret_pose->extension, miss);
		close = vec_max(n, miss) <= NEWTON_TOLERANCE * p->scale;
		code = rate_solve(p, ret_pose, miss, step);
		if (!code)
			vec_add(n, 1.0, step, x);
	}
	if (code || !close)
		return ERR_CONVERGE;
	pose_find(p, x, ret_pose);
	return 0;
}

/* --- the row's functions --------------------------------------------------------------------------- */

void planar_command(const void *self, const struct signals *trial, struct signals *ctrl)
{
	const struct planar *p = self;
	int n = p->rig->actuators;
	double x[SLOT_TIME][N];

	for (int k = 0; k < SLOT_TIME; k++)
		basic_read(p, trial->x[k], x[k]);
	if (p->nonlinear) {
		struct pose at;
		double bend[N];

		pose_find(p, x[SLOT_DISP], &at);
		vec_copy(n, at.extension, ctrl->x[SLOT_DISP]);
		mat_vec(n, n, at.rate, x[SLOT_VEL], ctrl->x[SLOT_VEL]);
		mat_vec(n, n, at.rate, x[SLOT_ACCEL], ctrl->x[SLOT_ACCEL]);
		centripetal(p, &at, x[SLOT_VEL], bend);
		vec_add(n, 1.0, bend, ctrl->x[SLOT_ACCEL]);
	} else {
		for (int k = SLOT_DISP; k <= SLOT_ACCEL; k++)
			mat_vec(n, n, p->linear, x[k], ctrl->x[k]);
	}
	mat_tvec(n, n, p->inverse, x[SLOT_FORCE], ctrl->x[SLOT_FORCE]);
	ctrl->x[SLOT_TIME][0] = trial->x[SLOT_TIME][0];
}

/* Measured motions with the exact geometry; the position starts in x[SLOT_DISP]. */
static int motion_find(const struct planar *p, const struct signals *daq, double x[SLOT_TIME][N], struct pose *ret_pose)
{
	int n = p->rig->actuators, code = position_find(p, daq->x[SLOT_DISP], x[SLOT_DISP], ret_pose);
	double c[N];

	if (!code)
		code = rate_solve(p, ret_pose, daq->x[SLOT_VEL], x[SLOT_VEL]);
	if (code)
		return code;
	vec_zero(n, x[SLOT_ACCEL]);
	if (vec_max(n, daq->x[SLOT_ACCEL]) == 0.0)
		return 0;
	centripetal(p, ret_pose, x[SLOT_VEL], c);
	vec_mix(n, 1.0, daq->x[SLOT_ACCEL], -1.0, c, c);
	return rate_solve(p, ret_pose, c, x[SLOT_ACCEL]);
}

static double miss_of(const struct planar *p, const double *extension, const double *x)
{
	double miss[N];
	struct pose at;

	pose_find(p, x, &at);
	vec_mix(p->rig->actuators, 1.0, extension, -1.0, at.extension, miss);
	return vec_max(p->rig->actuators, miss);
}

/* Extensions may belong to several positions: the one near where it was commanded, or near where it was, whichever fits better. */
static void position_guess(const struct planar *p, const struct signals *trial, const double *extension, const struct signals *before, double *ret_x)
{
	double wanted[N];

	basic_read(p, before->x[SLOT_DISP], ret_x);
	basic_read(p, trial->x[SLOT_DISP], wanted);
	if (miss_of(p, extension, wanted) < miss_of(p, extension, ret_x))
		vec_copy(p->rig->actuators, wanted, ret_x);
}

int planar_answer(const void *self, const struct signals *trial, const struct signals *daq, struct signals *out)
{
	const struct planar *p = self;
	int n = p->rig->actuators;
	double x[SLOT_TIME][N];

	if (p->nonlinear) {
		struct pose at;
		int code;

		position_guess(p, trial, daq->x[SLOT_DISP], out, x[SLOT_DISP]);
		code = motion_find(p, daq, x, &at);
		if (code)
			return code;
		mat_tvec(n, n, at.rate, daq->x[SLOT_FORCE], x[SLOT_FORCE]);
	} else {
		for (int k = SLOT_DISP; k <= SLOT_ACCEL; k++)
			mat_vec(n, n, p->inverse, daq->x[k], x[k]);
		mat_tvec(n, n, p->linear, daq->x[SLOT_FORCE], x[SLOT_FORCE]);
	}
	for (int k = 0; k < (p->rig->load_cells ? SLOT_FORCE : SLOT_TIME); k++)
		basic_write(p, x[k], out->x[k]);
	if (p->rig->load_cells)
		vec_copy(out->n[SLOT_FORCE], daq->x[SLOT_FORCE], out->x[SLOT_FORCE]);
	out->x[SLOT_TIME][0] = daq->x[SLOT_TIME][0];
	return 0;
}
