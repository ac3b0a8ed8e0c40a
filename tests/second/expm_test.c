/* The tests' own matrix exponential against closed forms, and the motion of linear structures against theirs. */
#include "test.h"

#include "second/expm.h"

static void compare(int n, const double *got, const double *want, double tolerance)
{
	for (int i = 0; i < n * n; i++)
		assert_near(got[i], want[i], tolerance);
}

/* exp [0 w; -w 0] is a rotation by w, also by many turns: each squaring doubles the error of the angle, which is w rounding errors. */
static void a_generator_of_rotations_turns(void **state)
{
	static const double angle[] = {1e-9, 0.3, 2.0, 40.0, 1000.0};

	(void)state;
	for (size_t i = 0; i < sizeof(angle) / sizeof(*angle); i++) {
		double w = angle[i], a[] = {0.0, w, -w, 0.0}, e[4], want[] = {cos(w), sin(w), -sin(w), cos(w)};

		expm(2, a, e);
		compare(2, e, want, 4e-16 * fmax(w, 2.0));
	}
}

/* A Jordan block of size n: exp(l) t^k/k! above the diagonal. */
static void a_defective_matrix_has_powers_beside_its_exponential(void **state)
{
	enum { N = 5 };
	static const double l[] = {-3.0, 0.0, 1.5};

	(void)state;
	for (size_t i = 0; i < sizeof(l) / sizeof(*l); i++) {
		double a[N * N] = {0}, e[N * N], want[N * N] = {0}, factorial;

		for (int r = 0; r < N; r++) {
			a[r * N + r] = l[i];
			if (r + 1 < N)
				a[r * N + r + 1] = 1.0;
			factorial = 1.0;
			for (int c = r; c < N; c++) {
				factorial *= c > r ? c - r : 1.0;
				want[r * N + c] = exp(l[i]) / factorial;
			}
		}
		expm(N, a, e);
		compare(N, e, want, 1e-14 * exp(l[i]) + 1e-15);
	}
}

/* exp(-A) undoes exp(A); a change of axes by a matrix of ones and twos, whose inverse is known, changes the exponential likewise. */
static void inverses_and_changes_of_axes_commute_with_it(void **state)
{
	enum { N = 3 };
	static const double p[N * N] = {1, 2, 0, 0, 1, 2, 0, 0, 1}, q[N * N] = {1, -2, 4, 0, 1, -2, 0, 0, 1}, d[N] = {-20.0, 0.5, 3.0};
	double a[N * N] = {0}, b[N * N], e[N * N], f[N * N], want[N * N] = {0}, one[N * N];

	(void)state;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++) {
				a[i * N + j] += p[i * N + k] * d[k] * q[k * N + j];
				want[i * N + j] += p[i * N + k] * exp(d[k]) * q[k * N + j];
			}
	expm(N, a, e);
	compare(N, e, want, 1e-12 * exp(3.0));
	for (int i = 0; i < N * N; i++)
		b[i] = -0.1 * a[i], a[i] *= 0.1;
	expm(N, a, e);
	expm(N, b, f);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			one[i * N + j] = 0.0;
			for (int k = 0; k < N; k++)
				one[i * N + j] += e[i * N + k] * f[k * N + j];
			assert_near(one[i * N + j], i == j, 1e-13);
		}
}

/* A ramp on an undamped oscillator: u = (s/k)(t - sin(w t)/w). Then the load stays: the ramp's motion less that of the same ramp begun at the corner. */
static void an_oscillator_under_a_ramp_has_its_closed_form(void **state)
{
	enum { POINTS = 41, CORNER = 13 };
	const struct linear_structure s = {.n = 1, .m = {2.0}, .k = {{50.0}}, .b = {1.0}};
	const double w = 5.0, h = 0.17, slope = 3.0;
	double f[POINTS];
	struct motion x[POINTS];

	(void)state;
	for (int i = 0; i < POINTS; i++)
		f[i] = slope * h * (i < CORNER ? i : CORNER);
	linear_motion(&s, h, POINTS, f, x);
	for (int i = 0; i < POINTS; i++) {
		double t = h * i, r = fmax(t - h * CORNER, 0.0), scale = slope / 50.0;

		assert_near(x[i].u[0], scale * (t - sin(w * t) / w - (r - sin(w * r) / w)), 1e-14);
		assert_near(x[i].v[0], scale * (cos(w * r) - cos(w * t)), 1e-13);
		assert_near(x[i].a[0], scale * w * (sin(w * t) - sin(w * r)), 1e-12);
	}
}

/* Two equal masses and three equal springs, damped by the mass: the two modes are oscillators, and the load is 1 on the first and 0.5 on the second. */
static void two_masses_move_in_their_modes(void **state)
{
	enum { POINTS = 30 };
	const double k = 30.0, c = 0.8;
	const struct linear_structure two = {.n = 2, .m = {1.0, 1.0}, .c = {{c, 0.0}, {0.0, c}}, .k = {{2 * k, -k}, {-k, 2 * k}}, .b = {1.5, 0.5}};
	const struct linear_structure mode[2] = {{.n = 1, .m = {1.0}, .c = {{c}}, .k = {{k}}, .b = {1.0}},
	                                         {.n = 1, .m = {1.0}, .c = {{c}}, .k = {{3 * k}}, .b = {0.5}}};
	double f[POINTS];
	struct motion x[POINTS], y[2][POINTS];

	(void)state;
	for (int i = 0; i < POINTS; i++)
		f[i] = sin(0.7 * i) + 0.3 * (i % 4);
	linear_motion(&two, 0.1, POINTS, f, x);
	for (int i = 0; i < 2; i++)
		linear_motion(&mode[i], 0.1, POINTS, f, y[i]);
	for (int i = 0; i < POINTS; i++) {
		assert_near(x[i].u[0], y[0][i].u[0] + y[1][i].u[0], 1e-14);
		assert_near(x[i].v[1], y[0][i].v[0] - y[1][i].v[0], 1e-13);
		assert_near(x[i].a[0], y[0][i].a[0] + y[1][i].a[0], 1e-12);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_generator_of_rotations_turns),
		cmocka_unit_test(a_defective_matrix_has_powers_beside_its_exponential),
		cmocka_unit_test(inverses_and_changes_of_axes_commute_with_it),
		cmocka_unit_test(an_oscillator_under_a_ramp_has_its_closed_form),
		cmocka_unit_test(two_masses_move_in_their_modes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
