/* A site whose actuators exist is killed and started again: its filters go on as if nothing had happened, whatever they remember, and nothing moves for it. */
#include "test.h"

#include "unit/net_bed.h"
#include "unit/site_bed.h"

#include "base/base.h"
#include "experiment/filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

/* A test of STEPS steps; killed: after which of them the site is killed and started again, a bit each. ret_force: its answers. */
static void run(const char *text, const char *folder, unsigned killed, double ret_force[STEPS])
{
	struct site_process site;
	struct peers p = {.n = 0};
	struct peer_site *s;
	struct stream_words open = {.tls = NULL};
	struct coordinator_words w;
	struct err e = {0};

	site_process_begin(&site, text, folder, 0);
	site_bed_make(&b, text);
	w = peer_words(&b, "run-1", NULL);
	if (peers_add(&p, &w, &open, "127.0.0.1", site.port, &b.mem, &s, &e) || peers_greet(&p, s, WAIT_MOST, &e))
		fail_msg("%s", bed_text(&e));
	for (int i = 0; i < STEPS; i++) {
		if (killed >> i & 1) {
			site_process_kill(&site);
			site_process_begin(&site, text, folder, site.port);
		}
		ret_force[i] = peer_step(&p, s, (uint64_t)i + 1, target(i + 1));
	}
	site_process_kill(&site);
	coordinator_close(&s->coordinator);
	stream_close(s->stream);
	script_fini(&b.script);
	arena_fini(&b.mem);
}

/* Before the first step, after some, twice in a row, before the last: the bits of the test that nothing happened to. */
static void filters_go_on_with_the_bits_of_the_uninterrupted_test(void **state)
{
	static const unsigned KILLED[] = {1u << 0, 1u << 5, 1u << 3 | 1u << 4 | 1u << (STEPS - 1)};
	double whole[STEPS], again[STEPS];
	(void)state;

	for (const struct filter_ops *const *f = filter_table; *f; f++) {
		const char *text = script_with(*f);

		run(text, fresh_folder(), 0, whole);
		for (size_t k = 0; k < COUNT(KILLED); k++) {
			run(text, fresh_folder(), KILLED[k], again);
			for (int i = 0; i < STEPS; i++)
				if (memcmp(&whole[i], &again[i], sizeof(double)) != 0)
					fail_msg("%s, step %d: %.17g without, %.17g with restarts %x", (*f)->name, i + 1, whole[i], again[i], KILLED[k]);
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

		run(text, folder, 0, force);
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

		run(site_script(100.0), folder, 0, force);
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
	run(other, folder, 0, force);
	seed = strstr(other, "expSeed 7");
	seed[8] = '8';
	site_bed_make(&b, other);
	assert_int_equal(site_bed_open(&b, folder, &e), ERR_FORMAT);
	assert_contains(bed_text(&e), "does not measure what the journal says: step 1");
	site_bed_end(&b);
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
	};

	return cmocka_run_group_tests(tests, begin, sweep);
}
