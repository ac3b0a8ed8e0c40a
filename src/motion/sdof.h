/* The oscillator u'' + 2 z w u' + w^2 u = p(t), advanced exactly over steps in which p is linear. */
#pragma once

struct sdof {
	double a[2][2]; /* of (u, v) at the beginning of the step */
	double b[2][2]; /* of (p at its beginning, p at its end)  */
};

/* Coefficients for circular frequency w > 0, damping ratio 0 <= z < 1 and step h > 0. The same bits everywhere. */
void sdof_exact(double w, double z, double h, struct sdof *ret);

/* Coefficients of Newmark's linear acceleration method (gamma 1/2, beta 1/6) in the same form; state then is (u, v) with the
 * acceleration taken from the equation of motion. Stable for w h < 3.46. */
void sdof_linear_acceleration(double w, double z, double h, struct sdof *ret);

/* One step of (u, v). */
void sdof_step(const struct sdof *s, double p0, double p1, double *u, double *v);
