/* The test of specimen.c the other way round: this program steps, and answers with the restoring force at a freedom of its choice whenever it is asked.
 *
 *     cc stepped.c $(pkg-config --cflags --libs tandem) -lm -o stepped && ./stepped
 */
#include <tandem.h>

#include <math.h>
#include <stdio.h>

static const double STIFFNESS = 100.0, STRENGTH = 1.5, DT = 0.01;

static int build(struct tandem *t)
{
	const struct tandem_rig rig = {.size = sizeof rig, .channels = 1};      /* no exchange: the program answers */
	const int32_t node = 2, dof = 1;

	return tandem_rig_add(t, "column", &rig)
	    || tandem_eval(t, "model basic -ndm 1 -ndf 1; node 1 0.0; node 2 0.0 -mass 1.0; node 3 0.0 -mass 1.0; fix 1 1\n"
	                      "uniaxialMaterial Elastic 1 100.0; element zeroLength 2 2 3 -mat 1 -dir 1")
	    || tandem_specimen(t, 1, "column", 1, &node, &dof, &STIFFNESS)
	    || tandem_eval(t, "pattern UniformExcitation 1 1 -accel {Sine 0 10 1.2 -factor 2.0}\n"
	                      "integrator Newmark 0.5 0.25; algorithm Newton; test NormDispIncr 1e-12 20; analysis Transient");
}

/* One step: as many questions as the method has. */
static int step(struct tandem *t, double *plastic)
{
	double force, trial = *plastic;
	int32_t more;

	for (more = tandem_begin(t, 1, DT); more == 1; more = tandem_answer(t, NULL, &force)) {
		double u = tandem_asked(t)->disp[0];

		force = fmax(-STRENGTH, fmin(STRENGTH, STIFFNESS * (u - *plastic)));
		trial = u - force / STIFFNESS;
	}
	*plastic = trial;
	return more;
}

int main(void)
{
	double plastic = 0.0;
	const double *u;
	struct tandem *t;
	int failed = tandem_new(&t) || build(t);

	for (int i = 0; i < 500 && !failed; i++) {
		failed = step(t, &plastic) || !(u = tandem_motion(t, TANDEM_DISP, NULL));
		if (!failed)
			printf("%.2f %.17g %.17g %.17g\n", tandem_time(t), u[1], u[2], fabs(plastic));
	}
	if (failed)
		fprintf(stderr, "%s\n", tandem_error(t)->text);
	return tandem_free(t) || failed;
}
