/* Validation case 1 of the CU-Boulder Fast Hybrid Test desktop platform (report CU-NEES-06-3, appendix 8.1) built by calls: a column with a sinusoidal force
 * on its top. Prints time and displacements of the top after every step: the same bits as case1.tcl.
 *
 *     cc case1.c $(pkg-config --cflags --libs tandem) -o case1 && ./case1
 */
#include <tandem.h>

#include <stdio.h>

#define WORDS(...) (int32_t)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)), (const char *[]){__VA_ARGS__}

/* The first call that fails says why; those behind it are left out. */
static int build(struct tandem *t)
{
	const double base[] = {0, 0}, top[] = {0, 156.0}, mass[] = {0.1, 0.1, 0.1}, force[] = {1, 0, 0};
	const int32_t held[] = {1, 1, 1}, nodes[] = {1, 2};
	const struct tandem_value column[] = {tandem_real(75.6), tandem_real(29000), tandem_real(3400), tandem_int(1)};

	return tandem_model(t, 2, 3)
	    || tandem_node(t, 1, 2, base)
	    || tandem_node(t, 2, 2, top)
	    || tandem_fix(t, 1, 3, held)
	    || tandem_transform(t, "PDelta", 1, 0, NULL)
	    || tandem_element(t, "elasticBeamColumn", 1, 2, nodes, 4, column)
	    || tandem_mass(t, 2, 3, mass)
	    || tandem_call(t, WORDS("system", "UmfPack"))
	    || tandem_call(t, WORDS("constraints", "Plain"))
	    || tandem_call(t, WORDS("algorithm", "Linear"))
	    || tandem_call(t, WORDS("numberer", "RCM"))
	    || tandem_callf(t, "ssxxxxxx", "integrator", "Newmark", 0.5, 0.25, 0.4503, 0.0, 0.0023, 0.0)
	    || tandem_call(t, WORDS("analysis", "Transient"))
	    || tandem_callf(t, "ssixxx", "timeSeries", "Sine", 1, 0.0, 50.0, 3.14159)
	    || tandem_pattern(t, 1, 1)
	    || tandem_load(t, 2, 3, force);
}

static int run(struct tandem *t)
{
	int32_t top = tandem_freedom(t, 2, 1);

	for (int i = 0; i < 10000; i++) {
		const double *u;

		if (tandem_step(t, 0.001) != 0 || !(u = tandem_motion(t, TANDEM_DISP, NULL)))
			return -1;
		printf("%.17g %.17g %.17g %.17g\n", tandem_time(t), u[top], u[top + 1], u[top + 2]);
	}
	return 0;
}

int main(void)
{
	struct tandem *t;
	int failed = tandem_new(&t) || build(t) || run(t);

	if (failed)
		fprintf(stderr, "%s\n", tandem_error(t)->text);
	return tandem_free(t) || failed;
}
