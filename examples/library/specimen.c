/* A specimen of the caller's own: the first storey of a two-storey frame is this program's function, a spring that yields, the rest is computed.
 *
 *     cc specimen.c $(pkg-config --cflags --libs tandem) -lm -o specimen && ./specimen
 */
#include <tandem.h>

#include <math.h>
#include <stdio.h>

struct column { double stiffness, strength, plastic, trial; };

/* Elastic, perfectly plastic: where the force would pass the strength, the rest of the way is plastic. */
static int32_t exchange(void *self, const struct tandem_exchange *x, double *ret_disp, double *ret_force)
{
	struct column *c = self;
	double force = c->stiffness * (x->disp[0] - c->plastic);

	(void)ret_disp;                                 /* it goes exactly where it is told */
	*ret_force = fmax(-c->strength, fmin(c->strength, force));
	c->trial = x->disp[0] - *ret_force / c->stiffness;
	return 0;
}

static int32_t commit(void *self)                       /* the step is accepted: what has yielded stays */
{
	struct column *c = self;

	c->plastic = c->trial;
	return 0;
}

int main(void)
{
	struct column column = {.stiffness = 100.0, .strength = 1.5};
	const struct tandem_rig rig = {.size = sizeof rig, .channels = 1, .self = &column, .exchange = exchange, .commit = commit};
	const int32_t node = 2, dof = 1;
	struct tandem *t;
	int failed = tandem_new(&t) || tandem_rig_add(t, "column", &rig)
	    || tandem_eval(t, "model basic -ndm 1 -ndf 1; node 1 0.0; node 2 0.0 -mass 1.0; node 3 0.0 -mass 1.0; fix 1 1\n"
	                      "uniaxialMaterial Elastic 1 100.0; element zeroLength 2 2 3 -mat 1 -dir 1")
	    || tandem_specimen(t, 1, "column", 1, &node, &dof, &column.stiffness)
	    || tandem_eval(t, "pattern UniformExcitation 1 1 -accel {Sine 0 10 1.2 -factor 2.0}\n"
	                      "integrator Newmark 0.5 0.25; algorithm Newton; test NormDispIncr 1e-12 20; analysis Transient");

	for (int i = 0; i < 500 && !failed; i++) {
		const double *u;

		failed = tandem_step(t, 0.01) || !(u = tandem_motion(t, TANDEM_DISP, NULL));
		if (!failed)
			printf("%.2f %.17g %.17g %.17g\n", tandem_time(t), u[1], u[2], fabs(column.plastic));
	}
	if (failed)
		fprintf(stderr, "%s\n", tandem_error(t)->text);
	return tandem_free(t) || failed;
}
