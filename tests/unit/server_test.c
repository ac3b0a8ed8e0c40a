/* What a site makes of the journals that it finds when it starts, and what it does not serve. How it serves: tests/network. */
#define _GNU_SOURCE  /* memmem */
#include "test.h"

#include "unit/net_bed.h"
#include "unit/site_bed.h"

#include "base/base.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEPS = 5, PATH = 1024, MOST = 65536 };

static struct site_bed b;
static const char *root;
static char folder[PATH];                          /* of the case */
static unsigned char theirs[MOST], ours[MOST];     /* a site's journal after STEPS steps, and its coordinator's */
static size_t theirs_n, ours_n;

static size_t read_all(const char *path, unsigned char *to)
{
	FILE *f = fopen(path, "rb");

	assert_non_null(f);
	size_t n = fread(to, 1, MOST, f);
	fclose(f);
	assert_true(n > 0 && n < MOST);
	return n;
}

/* Some steps, and then the site is killed. */
static int record(void **state)
{
	struct site_process site;
	struct peers p = {.n = 0};
	struct peer_site *s;
	struct stream_words plain = {.tls = NULL};
	struct err e = {0};
	char journal[PATH], kept[PATH];
	(void)state;

	root = bed_folder();
	snprintf(journal, sizeof(journal), "%s/coordinator.journal", root);
	snprintf(kept, sizeof(kept), "%s/run-1.east.journal", root);
	site_process_begin(&site, site_script(100.0), root, 0);
	site_bed_make(&b, site_script(100.0));
	struct coordinator_words w = peer_words(&b, "run-1", journal);
	if (peers_add(&p, &w, &plain, "127.0.0.1", site.port, &b.mem, &s, &e) || peers_greet(&p, s, WAIT_MOST, &e))
		fail_msg("%s", bed_text(&e));
	for (int i = 1; i <= STEPS; i++)
		assert_true(peer_step(&p, s, (uint64_t)i, 0.01 * i) == 100.0 * (0.01 * i));
	site_process_kill(&site);
	coordinator_close(&s->coordinator);
	stream_close(s->stream);
	script_fini(&b.script);
	arena_fini(&b.mem);
	theirs_n = read_all(kept, theirs);
	ours_n = read_all(journal, ours);
	return 0;
}

static int sweep(void **state)
{
	(void)state;
	bed_sweep();
	return 0;
}

static void put(const char *name, const unsigned char *bytes, size_t n)
{
	char path[PATH + 64];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	FILE *f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

/* A folder of its own, with that journal. */
static int begin(void **state)
{
	static int number;
	(void)state;

	snprintf(folder, sizeof(folder), "%s/%d", root, ++number);
	assert_int_equal(mkdir(folder, 0777), 0);
	put("run-1.east.journal", theirs, theirs_n);
	(void)site_bed_said();
	return 0;
}

static int end(void **state)
{
	(void)state;
	site_bed_end(&b);
	return 0;
}

static void opens(double stiffness)
{
	struct err e = {0};

	site_bed_make(&b, site_script(stiffness));
	if (site_bed_open(&b, folder, &e))
		fail_msg("%s", bed_text(&e));
}

static void refuses(double stiffness, int code, const char *says)
{
	struct err e = {0};

	site_bed_make(&b, site_script(stiffness));
	assert_int_equal(site_bed_open(&b, folder, &e), code);
	assert_contains(bed_text(&e), says);
}

/* ---- cases ---- */

static void takes_up_a_run_that_has_not_ended(void **state)
{
	(void)state;
	opens(100.0);
	assert_contains(site_bed_said(), "goes on with run run-1 after 5 exchanges");
	assert_int_equal(b.server.host.last.step, STEPS);
	assert_int_equal(b.server.host.state, HOST_READY);
	/* the rig has gone there again */
	assert_true(b.site->out.x[SLOT_DISP][0] == 0.01 * STEPS && b.site->out.x[SLOT_FORCE][0] == 100.0 * (0.01 * STEPS));
}

static double went_on_at;

static void taken_up(void *self, double instant)
{
	(void)self;
	went_on_at = instant;
}

/* The rig of the laboratory that was made last as one whose specimen exists. */
static struct rig_ops *made_physical(void)
{
	static struct rig_ops ops;
	struct rig *rig = b.site->setup->rig;

	ops = *rig->ops;
	ops.physical = true;
	ops.taken_up = taken_up;
	rig->ops = &ops;
	return &ops;
}

static void actuators_that_exist_go_on_at_the_time_of_the_last_exchange(void **state)
{
	struct err e = {0};
	(void)state;

	went_on_at = -1.0;
	site_bed_make(&b, site_script(100.0));
	made_physical();
	if (site_bed_open(&b, folder, &e))
		fail_msg("%s", bed_text(&e));
	assert_true(went_on_at == 0.01 * STEPS);
	assert_false(b.site->setup->rig->commanded);
}

/* Where the first process had its zero nobody knows: the second would command and report from another one. */
static void actuators_that_exist_do_not_go_on_from_another_zero(void **state)
{
	static const struct { const char *trial, *out, *says; } row[] = {
		{"-relCtrl", "", "expControlPoint 1 with -relCtrl"}, {"-relTrial", "", "expControlPoint 1 with -relTrial"},
		{"", "-relDaq", "expControlPoint 2 with -relDaq"},
		{"-relDaq", "-relCtrl -relTrial", NULL},
	};
	char text[512];
	(void)state;

	for (size_t i = 0; i < COUNT(row); i++) {
		struct err e = {0};
		int code;

		if (i > 0)
			site_bed_end(&b);
		put("run-1.east.journal", theirs, theirs_n);
		snprintf(text, sizeof(text), "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 100; expControlPoint 1 1 disp %s;"
		         "expControlPoint 2 1 disp 1 force %s; expControl SimUniaxialMaterials 1 1 -trialCP 1 -outCP 2;"
		         "expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1",
		         row[i].trial, row[i].out);
		site_bed_make(&b, text);
		made_physical();
		code = site_bed_open(&b, folder, &e);
		assert_int_equal(code, row[i].says ? ERR_UNSUPPORTED : 0);
		if (row[i].says)
			assert_contains(bed_text(&e), row[i].says);
	}
}

static void says_where_a_rig_that_is_another_one_parts_from_its_journal(void **state)
{
	(void)state;
	refuses(101.0, ERR_FORMAT, "the rig does not measure what the journal says: step 1, Force 1: 1.01 (allowed: 1)");
}

static void refuses_to_choose_between_two_runs(void **state)
{
	(void)state;
	put("run-0.east.journal", theirs, theirs_n);
	refuses(100.0, ERR_DUPLICATE, "two runs have not ended");
}

static void refuses_a_journal_of_another_site_or_of_a_coordinator(void **state)
{
	(void)state;
	put("run-1.east.journal", ours, ours_n);
	refuses(100.0, ERR_FORMAT, "is the journal of a coordinator");
	site_bed_end(&b);
	/* "east" of the identity becomes "west", with the checksum of its record wrong then: nothing in it counts, but records follow */
	unsigned char *name = memmem(theirs, theirs_n, "east", 4), kept = *name;
	*name = 'w';
	put("run-1.east.journal", theirs, theirs_n);
	*name = kept;
	refuses(100.0, ERR_FORMAT, "is no journal of a run: the checksum of a record is wrong");
}

static void passes_over_what_is_no_run_that_goes_on(void **state)
{
	(void)state;
	put("run-1.east.journal", theirs, 20);
	put("run-2.west.journal", theirs, theirs_n);
	put("run-3.east.journal.damaged", theirs, theirs_n);
	put("empty.east.journal", theirs, 0);
	opens(100.0);
	assert_string_equal(site_bed_said(), "");
	assert_int_equal(b.server.host.state, HOST_NEW);
}

/* "lab" and "north.lab" may have one folder. */
static void passes_over_the_journal_of_a_site_whose_name_ends_like_its_own(void **state)
{
	struct journal_identity id = {.role = JOURNAL_HOST, .run = "run-0", .site = "north.east", .program = "1", .trial_n = {1}, .out_n = {1}};
	struct journal j;
	char path[PATH + 64];
	(void)state;

	site_bed_make(&b, site_script(100.0));
	snprintf(path, sizeof(path), "%s/run-0.north.east.journal", folder);
	assert_int_equal(journal_init(&j, 256, &(struct journal_policy){.sync = JOURNAL_SYNC_NEVER}, &b.mem, NULL), 0);
	assert_int_equal(journal_create(&j, path, &id, NULL), 0);
	assert_int_equal(journal_close(&j, NULL), 0);
	script_fini(&b.script);
	arena_fini(&b.mem);
	opens(100.0);
	assert_contains(site_bed_said(), "goes on with run run-1 after 5 exchanges");
}

static void goes_on_from_the_last_record_that_is_whole(void **state)
{
	char path[PATH + 64];
	(void)state;

	unsigned char kept = theirs[theirs_n - 10];
	theirs[theirs_n - 10] ^= 1;
	put("run-1.east.journal", theirs, theirs_n);
	theirs[theirs_n - 10] = kept;
	opens(100.0);
	assert_contains(site_bed_said(), "goes on with run run-1 after 4 exchanges");
	assert_int_equal(b.server.host.state, HOST_ACCEPTED);
	snprintf(path, sizeof(path), "%s/run-1.east.journal.damaged", folder);
	assert_int_equal(access(path, R_OK), 0);
}

static void serves_nothing_without_a_rig_of_its_own(void **state)
{
	struct err e = {0};
	(void)state;

	site_bed_make(&b, "model basic -ndm 1 -ndf 1; expSite NetworkSite 1 localhost 5001 -site west -sizeTrialOut 1 1");
	assert_int_equal(site_bed_open(&b, NULL, &e), ERR_UNSUPPORTED);
	assert_contains(bed_text(&e), "expSite 1 has no setup and rig of its own: only a LocalSite can be served");
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		CASE(takes_up_a_run_that_has_not_ended), CASE(actuators_that_exist_go_on_at_the_time_of_the_last_exchange),
		CASE(actuators_that_exist_do_not_go_on_from_another_zero),
		CASE(says_where_a_rig_that_is_another_one_parts_from_its_journal), CASE(refuses_to_choose_between_two_runs),
		CASE(refuses_a_journal_of_another_site_or_of_a_coordinator), CASE(passes_over_what_is_no_run_that_goes_on),
		CASE(passes_over_the_journal_of_a_site_whose_name_ends_like_its_own), CASE(goes_on_from_the_last_record_that_is_whole),
		CASE(serves_nothing_without_a_rig_of_its_own),
	};
	return cmocka_run_group_tests(tests, record, sweep);
}
