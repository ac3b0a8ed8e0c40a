/* A site whose actuators exist is killed and started again: its filters go on as if nothing had happened, whatever they remember, and nothing moves for it. */
#include "test.h"

#include "unit/net_bed.h"
#include "unit/site_bed.h"

#include "base/base.h"
#include "experiment/filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 12, PATH = 1024 };

static struct site_bed b;
static const char *root;
static int moved;                          /* commands that went to a rig of this process */
static const struct rig_ops *plain_rig;

static int command(void *self, const struct signals *ctrl, double instant)
{
	moved++;
	return plain_rig->command(self, ctrl, instant);
}

/* The rig as one whose specimen exists. */
static void exists(struct site_bed *s)
{
	static struct rig_ops ops;
	struct rig *rig = s->site->setup->rig;

	plain_rig = rig->ops;
	ops = *rig->ops;
	ops.physical = true;
	ops.command = command;
	rig->ops = &ops;
}

/* The filter on displacements that go and on forces that come back. */
static const char *script_with(const struct filter_ops *f)
{
	static char text[1024];

	snprintf(text, sizeof(text), "model basic -ndm 1 -ndf 1; expSeed 7; uniaxialMaterial Elastic 1 100; expTangentStiff BFGS 1;"
	         "expSignalFilter %s 1 %s; expSignalFilter %s 2 %s; expControl SimUniaxialMaterials 1 1 -ctrlFilters 1 0 0 0 0 -daqFilters 0 0 0 2 0;"
	         "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1", f->name, f->example, f->name, f->example);
	return text;
}

static const char *fresh_folder(void)
{
	static char path[PATH];
	static int number;

	snprintf(path, sizeof(path), "%s/%d", root, ++number);
	assert_int_equal(mkdir(path, 0777), 0);
	return path;
}

/* To and fro. */
static double target(int step)
{
	static const double way[] = {0.0, 0.02, 0.05, 0.03, -0.01, -0.04, -0.04, 0.01};

	return way[step % (int)COUNT(way)];
}

/* A coordinator of a run, and the site that it talks to. */
struct talk {
	struct peers peers;
	struct peer_site *site;
};

/* b is the laboratory as the coordinator knows it. */
static void meet(struct talk *t, const char *name, int port)
{
	struct stream_words open = {.tls = NULL};
	struct coordinator_words w = peer_words(&b, name, NULL);
	struct err e = {0};

	t->peers = (struct peers){.n = 0};
	if (peers_add(&t->peers, &w, &open, "127.0.0.1", port, &b.mem, &t->site, &e) || peers_greet(&t->peers, t->site, WAIT_MOST, &e))
		fail_msg("%s", bed_text(&e));
}

static void part(struct talk *t)
{
	coordinator_close(&t->site->coordinator);
	stream_close(t->site->stream);
}

/* Step i + 1 in one command, or in sub-steps at the site: where it ends, the force. */
static double plain(struct talk *t, int i)
{
	return peer_step(&t->peers, t->site, (uint64_t)i + 1, target(i + 1));
}

static double ramp(struct talk *t, int i)
{
	static const double g = 1e-4;
	static const struct substep_gains w = {.n = 1, .k = 3, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = &g};
	double from = target(i), now = from, to = target(i + 1), zero = 0.0, f = 0.0, at = 0.01 * (i + 1);
	struct signals trial = {.x = {&to, &zero, &zero, &zero, &at}};
	const struct substeps begin = {.w = &w, .t0 = 0.01 * i, .instant0 = 0.01 * i, .x0 = {&from, &zero, &zero}, .now = {&now, &zero, &zero}, .f = &f};
	struct err e = {0};
	char line[1024] = "";

	memcpy(trial.n, t->site->coordinator.words.trial_n, sizeof(trial.n));
	if (peers_ramp(t->site, (uint64_t)i + 1, 0, at, &trial, &begin, &e))
		fail_msg("%s", bed_text(&e));
	if (peers_wait(&t->peers)) {
		(void)!peers_why(&t->peers, line, sizeof(line));
		fail_msg("step %d: %s", i + 1, line);
	}
	return coordinator_answer(&t->site->coordinator)->x[SLOT_FORCE][0];
}

typedef double a_step(struct talk *t, int i);
static a_step *const WAYS[] = {plain, ramp};

/* A test of STEPS steps; killed: after which of them the site is killed and started again, a bit each. ret_force: its answers. */
static void run(const char *text, a_step *step, const char *folder, unsigned killed, double ret_force[STEPS])
{
	struct site_process site;
	struct talk t;

	site_process_begin(&site, text, folder, 0);
	site_bed_make(&b, text);
	meet(&t, "run-1", site.port);
	for (int i = 0; i < STEPS; i++) {
		if (killed >> i & 1) {
			site_process_kill(&site);
			site_process_begin(&site, text, folder, site.port);
		}
		ret_force[i] = step(&t, i);
	}
	site_process_kill(&site);
	part(&t);
	script_fini(&b.script);
	arena_fini(&b.mem);
}

static void same_bits(const char *name, const char *what, int place, const double *whole, const double *again, int n)
{
	for (int i = 0; i < n; i++)
		if (memcmp(&whole[i], &again[i], sizeof(double)) != 0)
			fail_msg("%s, step %d: %.17g, and %.17g %s %d", name, i + 1, whole[i], again[i], what, place);
}

/* Before the first step, after some, twice in a row, before the last: the bits of the test that nothing happened to. */
static void filters_go_on_with_the_bits_of_the_uninterrupted_test(void **state)
{
	static const unsigned KILLED[] = {1u << 0, 1u << 5, 1u << 3 | 1u << 4 | 1u << (STEPS - 1)};
	double whole[STEPS], again[STEPS];
	(void)state;

	for (const struct filter_ops *const *f = filter_table; *f; f++)
		for (size_t way = 0; way < COUNT(WAYS); way++) {
			const char *text = script_with(*f);

			run(text, WAYS[way], fresh_folder(), 0, whole);
			for (size_t k = 0; k < COUNT(KILLED); k++) {
				run(text, WAYS[way], fresh_folder(), KILLED[k], again);
				same_bits((*f)->name, "with restarts", (int)KILLED[k], whole, again, STEPS);
			}
		}
}

static void nothing_moves_while_filters_go_through_their_history(void **state)
{
	double force[STEPS];
	(void)state;

	for (const struct filter_ops *const *f = filter_table; *f; f++) {
		const char *text = script_with(*f), *folder = fresh_folder();
		struct err e = {0};

		run(text, plain, folder, 0, force);
		moved = 0;
		site_bed_make(&b, text);
		if (site_bed_open(&b, folder, &e))
			fail_msg("%s: %s", (*f)->name, bed_text(&e));
		assert_int_equal(moved, 0);
		assert_int_equal(b.server.host.executed, STEPS);
		site_bed_end(&b);
	}
}

/* One of before there were readings, or of a script that had no filter. */
static void a_journal_without_readings_is_not_gone_on_with_by_filters_that_remember(void **state)
{
	double force[STEPS];
	(void)state;

	for (const struct filter_ops *const *f = filter_table; *f; f++) {
		const char *folder = fresh_folder();
		struct err e = {0};
		int code;

		run(site_script(100.0), plain, folder, 0, force);
		site_bed_make(&b, script_with(*f));
		code = site_bed_open(&b, folder, &e);
		assert_int_equal(code, (*f)->nstate ? ERR_UNSUPPORTED : 0);
		if ((*f)->nstate)
			assert_contains(bed_text(&e), "filters of expControl 1 remember");
		site_bed_end(&b);
	}
}

static void a_filter_that_is_another_one_is_found_out(void **state)
{
	double force[STEPS];
	const char *folder = fresh_folder();
	struct err e = {0};
	char other[1024], *seed;
	(void)state;

	snprintf(other, sizeof(other), "%s", script_with(filter_find("ErrorSimRandomGauss")));
	run(other, plain, folder, 0, force);
	seed = strstr(other, "expSeed 7");
	seed[8] = '8';
	site_bed_make(&b, other);
	assert_int_equal(site_bed_open(&b, folder, &e), ERR_FORMAT);
	assert_contains(bed_text(&e), "does not measure what the journal says: step 1");
	site_bed_end(&b);
}

/* Somebody asks for a run that has ended, as after a lost END, before the next one begins: its answers are told, and the rig is none the worse for it. */
static void a_run_that_is_over_is_told_and_the_next_one_moves_and_filters_as_the_first(void **state)
{
	double first[STEPS], told[STEPS], second[STEPS];
	struct site_process site;
	struct talk t;
	int status;
	(void)state;

	for (const struct filter_ops *const *f = filter_table; *f; f++) {
		const char *text = script_with(*f), *folder = fresh_folder();

		site_bed_make(&b, text);
		site_process_begin(&site, text, folder, 0);
		meet(&t, "run-1", site.port);
		for (int i = 0; i < STEPS; i++)
			first[i] = plain(&t, i);
		assert_true(peers_end(&t.peers, t.site));
		assert_int_equal(waitpid(site.pid, &status, 0), site.pid);
		site_process_begin(&site, text, folder, 0);
		meet(&t, "run-1", site.port);
		for (int i = 0; i < STEPS; i++)
			told[i] = plain(&t, i);
		assert_true(peers_end(&t.peers, t.site));
		same_bits((*f)->name, "told again, process", site.pid, first, told, STEPS);
		meet(&t, "run-2", site.port);
		for (int i = 0; i < STEPS; i++)
			second[i] = plain(&t, i);
		same_bits((*f)->name, "in the next run, process", site.pid, first, second, STEPS);
		part(&t);
		site_process_kill(&site);
		script_fini(&b.script);
		arena_fini(&b.mem);
	}
}

/* Ends of the records of a journal (docs/wire.md: 32 bytes, of which 8 to 11 are the length of what follows, and 4 behind it). */
static int ends_of(const unsigned char *bytes, size_t n, size_t ret_end[], int most)
{
	int k = 0;

	for (size_t at = 0; k < most && at + JOURNAL_HEAD <= n; k++) {
		at += JOURNAL_HEAD + JOURNAL_TAIL + (size_t)(bytes[at + 8] | bytes[at + 9] << 8);
		ret_end[k] = at;
	}
	return k;
}

static void put(const char *folder, const unsigned char *bytes, size_t n)
{
	char path[PATH + 64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/run-1.east.journal", folder);
	f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static size_t get(const char *folder, unsigned char *ret, size_t most)
{
	char path[PATH + 64];
	FILE *f;
	size_t n;

	snprintf(path, sizeof(path), "%s/run-1.east.journal", folder);
	f = fopen(path, "rb");
	assert_non_null(f);
	n = fread(ret, 1, most, f);
	assert_int_equal(fclose(f), 0);
	assert_true(n < most);
	return n;
}

/* A site finds this journal, is looked at, started again, and once more before its last step. ret_force: its answers, those of before and its own. */
static void go_on(const char *text, a_step *step, const char *folder, int steps, double ret_force[])
{
	struct site_process site;
	struct talk t;
	struct err e = {0};

	site_bed_make(&b, text);
	if (site_bed_open(&b, folder, &e))
		fail_msg("%s", bed_text(&e));
	/* sub-steps that were broken off are somebody's affair */
	site_bed_acknowledge = b.server.host.state == HOST_TRIPPED;
	site_bed_end(&b);
	site_process_begin(&site, text, folder, 0);
	site_bed_acknowledge = false;
	site_bed_make(&b, text);
	meet(&t, "run-1", site.port);
	for (int i = 0; i < steps; i++) {
		if (i + 1 == steps) {
			site_process_kill(&site);
			site_process_begin(&site, text, folder, site.port);
		}
		ret_force[i] = step(&t, i);
	}
	site_process_kill(&site);
	part(&t);
	script_fini(&b.script);
	arena_fini(&b.mem);
}

/* Behind every record and within it, readings among them: a disk keeps what it likes of what was not synchronised. */
static void a_journal_that_was_cut_anywhere_is_gone_on_with_by_its_filters(void **state)
{
	enum { MOST = 65536, RECORDS = 10, LESS = 3 };
	static unsigned char bytes[MOST];
	double whole[STEPS], again[LESS];
	size_t end[RECORDS];
	(void)state;

	for (const struct filter_ops *const *f = filter_table; *f; f++)
		for (size_t way = 0; way < COUNT(WAYS) && (*f)->nstate; way++) {
			const char *text = script_with(*f), *folder = fresh_folder();
			int records;

			run(text, WAYS[way], folder, 0, whole);
			records = ends_of(bytes, get(folder, bytes, MOST), end, RECORDS);
			assert_int_equal(records, RECORDS);
			for (int k = 0; k < 2 * records; k++) {
				size_t cut = k % 2 == 0 ? end[k / 2] : end[k / 2] - 9;

				folder = fresh_folder();
				put(folder, bytes, cut);
				go_on(text, WAYS[way], folder, LESS, again);
				same_bits((*f)->name, way ? "in sub-steps, its journal cut at" : "its journal cut at", (int)cut, whole, again, LESS);
			}
		}
}

static int begin(void **state)
{
	(void)state;
	root = bed_folder();
	site_bed_made = exists;
	return 0;
}

static int sweep(void **state)
{
	(void)state;
	bed_sweep();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filters_go_on_with_the_bits_of_the_uninterrupted_test),
		cmocka_unit_test(nothing_moves_while_filters_go_through_their_history),
		cmocka_unit_test(a_journal_without_readings_is_not_gone_on_with_by_filters_that_remember),
		cmocka_unit_test(a_filter_that_is_another_one_is_found_out),
		cmocka_unit_test(a_journal_that_was_cut_anywhere_is_gone_on_with_by_its_filters),
		cmocka_unit_test(a_run_that_is_over_is_told_and_the_next_one_moves_and_filters_as_the_first),
	};

	return cmocka_run_group_tests(tests, begin, sweep);
}
