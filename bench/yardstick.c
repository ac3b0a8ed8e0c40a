/* A yardstick for the speed of this machine at this moment: a fixed piece of work of the kinds that tests are made of, and the processor time it takes [s].
 * Products of small matrices and recurrences in the first cache, powers, a chain of look-ups in 8 MB, text made of numbers and back. Nothing of src/ is in it:
 * it does not get faster when Tandem does. bench/common/compare divides by it.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SMALL = 12, PLACES = 1 << 20, MATRICES = 40000, POWERS = 1500000, LOOKS = 3000000, NUMBERS = 60000 };

static double matrices(void)
{
	static double a[SMALL][SMALL], b[SMALL][SMALL], c[SMALL][SMALL];
	for (int i = 0; i < SMALL; i++)
		for (int j = 0; j < SMALL; j++)
			a[i][j] = 1.0 / (1 + i + j), b[i][j] = i == j;
	for (int n = 0; n < MATRICES; n++) {
		double size = 0.0;
		for (int i = 0; i < SMALL; i++)
			for (int j = 0; j < SMALL; j++) {
				double sum = 0.0;
				for (int k = 0; k < SMALL; k++)
					sum += a[i][k] * b[k][j];
				c[i][j] = sum;
				size += fabs(sum);
			}
		for (int i = 0; i < SMALL; i++)
			for (int j = 0; j < SMALL; j++)
				b[i][j] = c[i][j] / size;
	}
	return b[1][2];
}

static double powers(void)
{
	double x = 0.3;
	for (int i = 0; i < POWERS; i++)
		x = 0.5 + 0.4 * pow(x, 1.7);
	return x;
}

static double looks(void)
{
	uint64_t *next = malloc(PLACES * sizeof(*next)), at = 0, state = 1;
	if (!next)
		exit(1);
	for (uint64_t i = 0; i < PLACES; i++)
		next[i] = (state = state * 6364136223846793005u + 1442695040888963407u) >> 44;
	for (int i = 0; i < LOOKS; i++)
		at = (next[at] + (uint64_t)i) & (PLACES - 1);
	free(next);
	return (double)at;
}

static double numbers(void)
{
	char text[40];
	double x = 0.1;
	for (int i = 0; i < NUMBERS; i++) {
		snprintf(text, sizeof(text), "%.17g", x);
		x = strtod(text, NULL) * 1.0001;
	}
	return x;
}

int main(void)
{
	double sum = matrices() + powers() + looks() + numbers();
	fprintf(stderr, "%g\n", sum);
	printf("{\"bench\":\"yardstick\", \"seconds\":%.6f}\n", (double)clock() / CLOCKS_PER_SEC);
	return 0;
}
