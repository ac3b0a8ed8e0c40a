/* Every vector of kinematics.txt (OpenFresco 2.8, single vectors through each rig) through the same setup here. Needs the folder of
 * differential tests (../shared/differential). Numbers there have nine digits; daq vectors are rounded so: 1e-7 of the peak of a row. */
#include "setup_words.h"

#include <stdlib.h>

static const char path[] = "../shared/differential/experimental/kinematics.txt";

enum { ROW = 16 };

struct bench {
	struct laboratory lab;
	struct setup *setup;
	struct signals trial, daq;
	bool moved, answered;      /* brought up to date since the last number went in */
	char line[SETUP_LINE];
	int setups, compared;
};

/* "expSetup Kind tag 60.0 ...": the word tag becomes a number. */
static void bench_begin(struct bench *b, const char *line)
{
	char kind[64];
	int at = 0;

	assert_int_equal(sscanf(line, "expSetup %63s tag%n", kind, &at), 1);
	assert_true(at > 0);
	b->setup = setup_make(&b->lab, kind, ++b->setups, line + at);
	b->trial = signals_like(&b->lab, &b->setup->side[SETUP_TRIAL]);
	b->daq = signals_like(&b->lab, &b->setup->side[SETUP_DAQ]);
	b->moved = b->answered = false;
	snprintf(b->line, sizeof(b->line), "%s", line);
}

static void bench_run(struct bench *b, bool answer)
{
	if (!b->moved)
		setup_forward(b->setup, &b->trial);
	b->moved = true;
	if (answer && !b->answered) {
		assert_int_equal(setup_backward(b->setup, &b->daq), 0);
		b->answered = true;
	}
}

static void compare(struct bench *b, const char *what, const struct signals *got, int slot, const double *want, int n)
{
	double peak = 0.0;

	if (got->n[slot] != n)
		fail_msg("%s%s: %d values, not %d", b->line, what, got->n[slot], n);
	for (int i = 0; i < n; i++)
		peak = larger(peak, fabs(want[i]));
	for (int i = 0; i < n; i++) {
		if (!(fabs(got->x[slot][i] - want[i]) <= 1e-7 * peak))
			fail_msg("%s%s %d: %.12g, not %.12g", b->line, what, i + 1, got->x[slot][i], want[i]);
		b->compared++;
	}
}

/* "trial disp 0.8 0.0 0.15" goes in, "ctrl disp ..." and "out disp ..." are compared; daq goes in. */
static void bench_line(struct bench *b, const char *line)
{
	char stage[16], word[16];
	double x[ROW];
	int at = 0, n = 0, used, slot;

	assert_int_equal(sscanf(line, "%15s %15s%n", stage, word, &at), 2);
	while (n < ROW && sscanf(line + at, "%lf%n", &x[n], &used) == 1) {
		at += used;
		n++;
	}
	slot = slot_of(word);
	assert_true(slot >= 0 && n > 0);
	if (!strcmp(stage, "trial") || !strcmp(stage, "daq")) {
		struct signals *in = stage[0] == 't' ? &b->trial : &b->daq;

		assert_int_equal(in->n[slot], n);
		memcpy(in->x[slot], x, sizeof(double) * (size_t)n);
		b->answered = false;
		b->moved &= stage[0] != 't';
	} else {
		bench_run(b, stage[0] == 'o');
		compare(b, line, &b->setup->side[stage[0] == 'o' ? SETUP_OUT : SETUP_CTRL], slot, x, n);
	}
}

static void every_rig_gives_the_reference_vectors(void **state)
{
	static struct bench b;
	char line[SETUP_LINE];
	bool ours = false;
	FILE *f = fopen(path, "r");

	(void)state;
	if (!f) {
		print_message("%s is not there\n", path);
		skip();
	}
	laboratory_init(&b.lab);
	while (fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "expSetup ", 9)) {
			bench_begin(&b, line);
			ours = true;
		} else if (!strncmp(line, "exp", 3)) {
			ours = false;      /* elements have their own tests */
		} else if (ours && line[0] == ' ') {
			bench_line(&b, line);
		}
	}
	fclose(f);
	print_message("%d numbers of %d setups\n", b.compared, b.setups);
	assert_true(b.setups >= 20 && b.compared >= 300);
	laboratory_fini(&b.lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_rig_gives_the_reference_vectors) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
