/* The path of the Fast Hybrid Test's commands, one by one: displacements against the printed equations, what is sent with them against differences. */
#include "test.h"

#include "integrator/fht.h"

/* The commands of a trial u: Jung's equations 10 (with dt before (m - m^2) v) and 11, and their derivatives, which of a parabola are differences. */
static void velocities_and_accelerations_are_those_of_the_path(void **unused)
{
	enum { N = 8 };
	static const double u = 0.7, v = -3.0, now = 0.4, c = 0.2, before = 0.5, dt = 0.01;
	(void)unused;
	for (int way = 0; way < 3; way++) {
		struct fht s = {.iterations = N, .normalised = way == 2, .k = {.dt = dt}};
		const struct fht_past past = {.v = &v, .now = &now, .command = &c, .before = &before, .dt = way == 1 ? dt : 0.0};
		double x[N][MOTIONS];
		for (int k = 0; k < N; k++) {
			double *const ret[MOTIONS] = {&x[k][MOTION_U], &x[k][MOTION_V], &x[k][MOTION_A]}, m = (k + 1.0) / N;
			assert_near(fht_command(&s, k, 1, &past, &u, ret), m * dt, 1e-17);
			double want = way == 0 ? m * m * u + dt * (m - m * m) * v + (1.0 - m * m) * c : way == 1 ? 0.5 * (m * m - m) * before + (1.0 - m * m) * c
			              + 0.5 * (m * m + m) * u : now + (u - now) / (N - k);
			assert_near(x[k][MOTION_U], want, 1e-15);
			if (way == 2) {
				assert_near(x[k][MOTION_V], (want - now) * N / dt, 1e-11);
				assert_near(x[k][MOTION_A], 0.0, 0.0);
			}
		}
		for (int k = 1; k + 1 < N && way < 2; k++) {
			assert_near(x[k][MOTION_V], (x[k + 1][MOTION_U] - x[k - 1][MOTION_U]) * 0.5 * N / dt, 1e-11);
			assert_near(x[k][MOTION_A], (x[k + 1][MOTION_U] - 2.0 * x[k][MOTION_U] + x[k - 1][MOTION_U]) * N * N / (dt * dt), 1e-8);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(velocities_and_accelerations_are_those_of_the_path),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
