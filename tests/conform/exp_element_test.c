/* Suite over every row of exp_element_table: its examples in the model of exp_subject.h. */
#include "exp_subject.h"

/* Cases --------------------------------------------------------------------------------------------- */

static void check_steady(struct subject *s)
{
	double k[DOF * DOF], f[DOF];
	move(s, 3, 0.1);
	respond(s, true);
	s->el->ops->initial(s->el->self, k);
	mat_vec(s->n, s->n, k, s->u, f);
	if (!element_claims(s->el).steady)
		return;
	EXPECT(s, difference(s->n * s->n, k, s->k) <= 1e-14 * largest(s->n * s->n, k), "claims a steady tangent, and has another");
	if (strstr(s->example, "100 20"))
		return;    /* its specimen has another stiffness than it says */
	EXPECT(s, difference(s->n, f, s->f) <= 1e-12 * largest(s->n, f), "force differs from K u by %g", difference(s->n, f, s->f));
}

static void a_linear_specimen_gives_the_force_of_the_initial_stiffness(void **state)
{
	(void)state;
	for_all(check_steady);
}

static void check_initial(struct subject *s)
{
	double k[DOF * DOF];
	respond(s, true);
	s->el->ops->initial(s->el->self, k);
	EXPECT(s, difference(s->n * s->n, k, s->k) <= 1e-12 * largest(s->n * s->n, k), "initial stiffness differs from the tangent at rest");
	EXPECT(s, largest(s->n * s->n, k) > 1.0, "its initial stiffness is nothing");
	EXPECT(s, largest(s->n, s->f) == 0.0, "force at rest");
	EXPECT(s, s->watch->sent == 0, "rest is sent");
}

static void initial_stiffness_is_the_tangent_at_rest(void **state)
{
	(void)state;
	for_all(check_initial);
}

/* Small translation and rotation of all nodes as one body. */
static void rigid(struct subject *s, double size)
{
	const double t[3] = { 0.3 * size, -0.7 * size, 0.5 * size };
	const double w[3] = { s->ndm == 3 ? 0.4 * size : 0.0, s->ndm == 3 ? -0.2 * size : 0.0, s->ndm > 1 ? 0.6 * size : 0.0 };
	for (int i = 0, at = 0; i < s->el->nnode; at += s->el->node[i++]->ndf) {
		const struct node *n = s->el->node[i];
		const double u[3] = { t[0] + w[1] * n->x[2] - w[2] * n->x[1], t[1] + w[2] * n->x[0] - w[0] * n->x[2], t[2] + w[0] * n->x[1] - w[1] * n->x[0] };
		for (int k = 0; k < s->ndm; k++)
			s->u[at + k] = u[k];
		if (n->ndf > s->ndm && s->ndm == 2)
			s->u[at + 2] = w[2];
		for (int k = 0; k < 3 && n->ndf == 6; k++)
			s->u[at + 3 + k] = w[k];
	}
}

static void check_rigid(struct subject *s)
{
	double size = 1e-6;
	if (!strcmp(s->el->ops->name, "generic"))
		return;
	rigid(s, size);
	respond(s, true);
	/* finite rotations leave second order, 100 size^2, behind; P-Delta acts on the axial force, which is none */
	EXPECT(s, largest(s->n, s->f) <= 1e-9, "rigid motion of %g gives a force of %g", size, largest(s->n, s->f));
}

static void rigid_motion_gives_no_force(void **state)
{
	(void)state;
	for_all(check_rigid);
}

/* Sum of forces, and of moments about the origin of the undisplaced nodes. */
static void resultant(const struct subject *s, double ret_sum[6])
{
	memset(ret_sum, 0, 6 * sizeof *ret_sum);
	for (int i = 0, at = 0; i < s->el->nnode; at += s->el->node[i++]->ndf) {
		const struct node *n = s->el->node[i];
		double f[3] = { 0 };
		for (int k = 0; k < s->ndm; k++)
			f[k] = s->f[at + k];
		for (int k = 0; k < 3; k++) {
			ret_sum[k] += f[k];
			ret_sum[3 + k] += n->x[(k + 1) % 3] * f[(k + 2) % 3] - n->x[(k + 2) % 3] * f[(k + 1) % 3];
		}
		if (s->ndm == 2 && n->ndf == 3)
			ret_sum[5] += s->f[at + 2];
		for (int k = 0; k < 3 && n->ndf == 6; k++)
			ret_sum[3 + k] += s->f[at + 3 + k];
	}
}

static void check_balance(struct subject *s)
{
	bool coincident = s->el->nnode == 2 && s->el->node[1]->tag == 3;
	double sum[6], size = 1e-7;
	if (!strcmp(s->el->ops->name, "generic") || coincident)
		return;
	move(s, 11, size);
	respond(s, true);
	resultant(s, sum);
	/* of the displaced nodes the moments differ by force x displacement */
	EXPECT(s, largest(6, sum) <= 10.0 * size * largest(s->n, s->f), "forces sum to %g of %g", largest(6, sum), largest(s->n, s->f));
	EXPECT(s, largest(3, sum) <= 1e-13 * largest(s->n, s->f), "forces sum to %g", largest(3, sum));
}

static void forces_are_in_equilibrium(void **state)
{
	(void)state;
	for_all(check_balance);
}

static void check_symmetry(struct subject *s)
{
	double worst = 0.0;
	move(s, 5, 0.1);
	respond(s, true);
	for (int i = 0; i < s->n; i++)
		for (int j = 0; j < i; j++)
			worst = larger(worst, fabs(s->k[i * s->n + j] - s->k[j * s->n + i]));
	if (element_claims(s->el).symmetric)
		EXPECT(s, worst <= 1e-12 * largest(s->n * s->n, s->k), "tangent not symmetric by %g", worst);
}

static void tangent_is_symmetric_where_claimed(void **state)
{
	(void)state;
	for_all(check_symmetry);
}

static void check_traffic(struct subject *s)
{
	struct element_io io;
	int asked;
	bool time = strstr(s->example, "-checkTime");
	for (int trial = 1; trial <= 3; trial++) {
		move(s, (uint64_t)trial, 0.1);
		io = subject_io(s, true);
		EXPECT(s, s->el->ops->send(s->el->self, &io) == 0, "cannot send");
		EXPECT(s, s->watch->sent == trial, "trial %d is sent %d times", trial, s->watch->sent);
		asked = s->watch->asked;
		respond(s, true);
		respond(s, true);
		EXPECT(s, s->watch->sent == trial, "an answer sends again");
		EXPECT(s, s->watch->asked == asked + 1, "measured %d times for one trial", s->watch->asked - asked);
		EXPECT(s, s->watch->instant == s->t, "another instant");
	}
	/* velocity alone is no trial; time alone only where asked for */
	s->v[0] += 1.0;
	respond(s, true);
	EXPECT(s, s->watch->sent == 3, "a velocity alone is sent");
	s->t += 0.01;
	respond(s, true);
	EXPECT(s, s->watch->sent == 3 + time, "time alone is sent %d times", s->watch->sent - 3);
}

static void what_is_new_is_sent_once_and_measured_once(void **state)
{
	(void)state;
	for_all(check_traffic);
}

static void check_still(struct subject *s)
{
	double f[DOF];
	move(s, 1, 1e-3);
	memcpy(s->uc, s->u, sizeof s->uc);
	respond(s, true);
	memcpy(f, s->f, sizeof f);
	respond(s, false);
	EXPECT(s, !memcmp(f, s->f, (size_t)s->n * sizeof(double)), "another answer between steps");
	move(s, 2, 1e-3);
	respond(s, false);
	respond(s, false);
	EXPECT(s, s->watch->sent == 1 && s->watch->asked == 1, "the specimen is moved or measured between steps");
}

static void between_steps_nothing_is_sent(void **state)
{
	(void)state;
	for_all(check_still);
}

static void check_failure(struct subject *s)
{
	struct err e;
	double good[DOF];
	char text[600];
	err_clear(&e);
	move(s, 1, 0.1);
	respond(s, true);
	memcpy(good, s->f, sizeof good);
	EXPECT(s, s->el->ops->fault(s->el->self, &e) == 0, "has a fault to tell");
	move(s, 2, 0.1);
	s->watch->fails = ERR_LIMIT;
	respond(s, true);
	for (int i = 0; i < s->n; i++)
		EXPECT(s, isnan(s->f[i]), "freedom %d has a force without a measurement", i);
	EXPECT(s, s->el->ops->fault(s->el->self, &e) == ERR_LIMIT, "does not tell its fault");
	err_text(&e, text, sizeof text);
	EXPECT(s, strstr(text, "expElement") && strstr(text, s->el->ops->name) && strstr(text, " 7"), "does not say who it is: %s", text);
	s->watch->fails = 0;
	move(s, 1, 0.1);
	respond(s, true);
	err_clear(&e);
	EXPECT(s, difference(s->n, good, s->f) <= 1e-9 * largest(s->n, good), "does not recover");
	EXPECT(s, s->el->ops->fault(s->el->self, &e) == 0, "still has a fault to tell");
}

static void a_site_without_answer_gives_no_number_and_a_report(void **state)
{
	(void)state;
	for_all(check_failure);
}

/* What is sent at t of the path u + v t + a t^2/2, from the history at t = 0. */
static void send_on_path(struct subject *s, const double *u, double t, double *ret_d)
{
	const struct signals *trial = &s->watch->site->trial;
	struct element_io io;
	memcpy(s->ht, s->hc, sizeof s->ht);
	for (int i = 0; i < s->n; i++)
		s->u[i] = u[i] + s->v[i] * t + 0.5 * s->a[i] * t * t;
	io = subject_io(s, true);
	EXPECT(s, s->el->ops->send(s->el->self, &io) == 0, "cannot send");
	memcpy(ret_d, trial->x[SLOT_DISP], (size_t)trial->n[SLOT_DISP] * sizeof(double));
}

/* Sent velocities and accelerations against central differences of sent displacements. */
static void check_rates(struct subject *s)
{
	const double h = 1e-3;
	double u[DOF], d[3][BENCH_N], rate[BENCH_N], accel[BENCH_N];
	const struct signals *trial = &s->watch->site->trial;
	size_t size = (size_t)trial->n[SLOT_DISP] * sizeof(double);
	move(s, 21, 0.2);
	memcpy(u, s->u, sizeof u);
	send_on_path(s, u, 0.0, d[1]);
	memcpy(rate, trial->x[SLOT_VEL], size);
	memcpy(accel, trial->x[SLOT_ACCEL], size);
	memcpy(s->hc, s->ht, sizeof s->hc);
	send_on_path(s, u, -h, d[0]);
	send_on_path(s, u, h, d[2]);
	for (int i = 0; i < trial->n[SLOT_DISP]; i++) {
		double want_v = (d[2][i] - d[0][i]) / (2.0 * h), want_a = (d[2][i] - 2.0 * d[1][i] + d[0][i]) / (h * h);
		EXPECT(s, fabs(rate[i] - want_v) <= 1e-6, "velocity %d is %.9g, the path has %.9g", i + 1, rate[i], want_v);
		EXPECT(s, fabs(accel[i] - want_a) <= 1e-6, "acceleration %d is %.9g, the path has %.9g", i + 1, accel[i], want_a);
	}
}

static void velocity_and_acceleration_are_the_derivatives_of_what_is_sent(void **state)
{
	(void)state;
	for_all(check_rates);
}

/* The specimen overshoots by an error and answers with the force there; with K0 its stiffness the correction is exact. */
static void check_correction(struct subject *s)
{
	double perfect[DOF];
	struct element_io io;
	bool corrects = strstr(s->example, "-iMod");
	if (!strcmp(s->el->ops->name, "invertedVBrace"))
		return;    /* by numbers of its own */
	move(s, 8, 1e-3);
	respond(s, true);
	memcpy(perfect, s->f, sizeof perfect);
	s->watch->error = 1e-3;
	s->watch->gain = 100.0;
	for (int i = 0; i < s->n; i++)
		s->u[i] += 1e-9 * (i + 1);    /* a new trial at almost the same place */
	io = subject_io(s, true);
	for (int pass = 0; pass < 2; pass++) {
		io.pair = pass == 1;
		s->el->ops->respond(s->el->self, &io, s->f, s->k, s->c);
		bool exact = difference(s->n, perfect, s->f) <= 1e-5;
		EXPECT(s, exact == (corrects || io.pair), "error %s corrected: %g", exact ? "is" : "is not", difference(s->n, perfect, s->f));
	}
}

static void the_control_error_is_corrected_by_the_initial_stiffness(void **state)
{
	(void)state;
	for_all(check_correction);
}

static void check_answers(struct subject *s)
{
	static const char *const unknown[] = { "noSuchAnswer" }, *const ctrl[] = { "ctrlDisp" }, *const daq[] = { "daqDisp" };
	static const char *const basic[] = { "basicForce" }, *const local[] = { "localForce" };
	double x[4 * DOF], y[4 * DOF];
	const struct element_ops *ops = s->el->ops;
	move(s, 4, 0.1);
	respond(s, true);
	struct element_io io = subject_io(s, false);
	int n = ops->response(s->el->self, &io, 1, ctrl, x, DOF);
	EXPECT(s, n == s->watch->site->trial.n[SLOT_DISP], "ctrlDisp gives %d numbers", n);
	EXPECT(s, !memcmp(x, s->watch->site->trial.x[SLOT_DISP], (size_t)n * sizeof(double)), "ctrlDisp is not what was sent");
	EXPECT(s, ops->response(s->el->self, &io, 1, ctrl, y, n - 1) == 0, "writes more than there is room for");
	EXPECT(s, ops->response(s->el->self, &io, 1, daq, y, DOF) == n, "daqDisp gives another number than ctrlDisp");
	EXPECT(s, ops->response(s->el->self, &io, 1, basic, y, DOF) == s->watch->site->out.n[SLOT_FORCE], "basicForce gives another number");
	EXPECT(s, ops->response(s->el->self, &io, 1, local, y, DOF) == s->n, "localForce gives another number than freedoms");
	EXPECT(s, ops->response(s->el->self, &io, 1, unknown, y, DOF) == 0, "answers an unknown name");
	EXPECT(s, ops->response(s->el->self, &io, 0, unknown, y, DOF) == 0, "answers no name");
	s->b.lab.watch = NULL;
	EXPECT(s, ops->committed(s->el->self) == 0 && s->watch->commits == 1 && s->watch->site->t == s->t, "does not commit at its time");
}

static void recorders_are_told_what_was_sent_and_measured(void **state)
{
	(void)state;
	for_all(check_answers);
}

static void check_mass(struct subject *s)
{
	double m[DOF * DOF], total[3] = { 0 };
	s->el->ops->mass(s->el->self, m);
	for (int i = 0; i < s->n; i++)
		for (int j = 0; j < s->n; j++)
			EXPECT(s, fabs(m[i * s->n + j] - m[j * s->n + i]) <= 1e-14, "mass not symmetric");
	for (int a = 0; a < s->ndm; a++)
		for (int i = 0, row = 0; i < s->el->nnode; row += s->el->node[i++]->ndf)
			for (int j = 0, col = 0; j < s->el->nnode; col += s->el->node[j++]->ndf)
				total[a] += m[(row + a) * s->n + col + a];
	bool given = strstr(s->example, "-rho") || strstr(s->example, "-mass");
	EXPECT(s, given == (total[0] > 0.0), "total mass %g", total[0]);
	for (int a = 1; a < s->ndm && strcmp(s->el->ops->name, "generic"); a++)
		EXPECT(s, fabs(total[a] - total[0]) <= 1e-13, "mass %g along x, %g along direction %d", total[0], total[a], a + 1);
}

static void mass_is_symmetric_and_the_same_in_every_direction(void **state)
{
	(void)state;
	for_all(check_mass);
}

int main(void)
{
	const struct CMUnitTest cases[] = {
		cmocka_unit_test(a_linear_specimen_gives_the_force_of_the_initial_stiffness),
		cmocka_unit_test(initial_stiffness_is_the_tangent_at_rest),
		cmocka_unit_test(rigid_motion_gives_no_force),
		cmocka_unit_test(forces_are_in_equilibrium),
		cmocka_unit_test(tangent_is_symmetric_where_claimed),
		cmocka_unit_test(what_is_new_is_sent_once_and_measured_once),
		cmocka_unit_test(between_steps_nothing_is_sent),
		cmocka_unit_test(a_site_without_answer_gives_no_number_and_a_report),
		cmocka_unit_test(velocity_and_acceleration_are_the_derivatives_of_what_is_sent),
		cmocka_unit_test(the_control_error_is_corrected_by_the_initial_stiffness),
		cmocka_unit_test(recorders_are_told_what_was_sent_and_measured),
		cmocka_unit_test(mass_is_symmetric_and_the_same_in_every_direction),
	};
	return cmocka_run_group_tests(cases, NULL, NULL);
}
