/* Validation case 2 of the CU-Boulder Fast Hybrid Test desktop platform (report CU-NEES-06-3, appendix 8.2) built by calls: a bay of beams with a bracing
 * truss, a sinusoidal force on a corner. Prints time and displacements of nodes 2 and 3 after every step: the same bits as case2.tcl. The rows come from a
 * recorder in memory, of which nothing is copied.
 *
 *     cc case2.c $(pkg-config --cflags --libs tandem) -o case2 && ./case2
 */
#include <tandem.h>

#include <stdio.h>

static int nodes(struct tandem *t)
{
	static const double x[4][2] = {{0, 0}, {0, 156.0}, {360, 156}, {360, 0}}, mass[] = {0.1, 0.1, 0.1};
	static const int32_t held[] = {1, 1, 1};
	int failed = tandem_model(t, 2, 3);

	for (int32_t i = 0; i < 4 && !failed; i++)
		failed = tandem_node(t, i + 1, 2, x[i]);
	return failed || tandem_fix(t, 1, 3, held) || tandem_fix(t, 4, 3, held) || tandem_mass(t, 2, 3, mass) || tandem_mass(t, 3, 3, mass);
}

static int elements(struct tandem *t)
{
	static const struct { int32_t node[2]; double area, inertia; } beam[] = {{{1, 2}, 75.6, 3400}, {{2, 3}, 34.7, 5900}, {{3, 4}, 75.6, 3400}};
	static const int32_t brace[] = {1, 3};
	static const double steel[] = {29000, 0.0};
	const struct tandem_value truss[] = {tandem_real(10), tandem_int(1001)};
	int failed = tandem_transform(t, "Linear", 1, 0, NULL) || tandem_material(t, "Elastic", 1001, 2, steel);

	for (int32_t i = 0; i < 3 && !failed; i++) {
		const struct tandem_value words[] = {tandem_real(beam[i].area), tandem_real(29000), tandem_real(beam[i].inertia), tandem_int(1)};

		failed = tandem_element(t, "elasticBeamColumn", i + 1, 2, beam[i].node, 4, words);
	}
	return failed || tandem_element(t, "truss", 4, 2, brace, 2, truss);
}

/* A piece of a script says several commands at once. */
static int load_and_analysis(struct tandem *t)
{
	return tandem_eval(t, "system UmfPack; constraints Plain; algorithm Linear; numberer RCM\n"
	                      "integrator Newmark 0.5 0.25 0.5 0.0 0.0 0.0; analysis Transient\n"
	                      "pattern Plain 1 {Sine 0.0 50.0 3.14159} { load 2 1 0 0 }\n"
	                      "recorder Node -memory corners -time -node 2 3 -dof 1 2 3 disp");
}

static void print(struct tandem *t)
{
	int32_t columns;
	int64_t rows;
	const double *x = tandem_rows(t, "corners", &rows, &columns);

	for (int64_t i = 0; i < rows; i++)
		for (int32_t k = 0; k < columns; k++)
			printf("%.17g%c", x[i * columns + k], k < columns - 1 ? ' ' : '\n');
}

int main(void)
{
	struct tandem *t;
	int failed = tandem_new(&t) || nodes(t) || elements(t) || load_and_analysis(t) || tandem_analyze(t, 10000, 0.001);

	if (failed)
		fprintf(stderr, "%s\n", tandem_error(t)->text);
	else
		print(t);
	return tandem_free(t) || failed;
}
