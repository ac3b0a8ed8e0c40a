/* The journal that a NetworkSite of a run begins with: a new one, or the one that is there when the run is taken up again. How it goes on: tests/network. */
#include "test.h"

#include "unit/net_bed.h"
#include "unit/site_bed.h"

#include "base/base.h"

static struct site_process site;
static struct site_bed b;
static char journal[1024];

static int begin(void **state)
{
	(void)state;
	site_process_begin(&site, site_script(100.0), NULL, 0);
	return 0;
}

static int end(void **state)
{
	(void)state;
	site_process_kill(&site);
	bed_sweep();
	return 0;
}

/* A laboratory with that site begins a run with journals in the folder, or takes it up again, and ends. */
static int start(const char *folder, bool resume, struct err *e)
{
	char text[256];
	int code;

	snprintf(text, sizeof(text), "model basic -ndm 1 -ndf 1; expSite NetworkSite 1 127.0.0.1 %d -site east -sizeTrialOut 1 1 -patience %g", site.port,
	         WAIT_MOST);
	snprintf(journal, sizeof(journal), "%s/east.coordinator.journal", folder);
	site_bed_make(&b, text);
	b.script.lab.run = (struct run_identity){.folder = folder, .id = "run-1", .resume = resume, .instance = 5};
	err_clear(e);
	code = b.site->ops->start(b.site->self, e);
	script_fini(&b.script);
	arena_fini(&b.mem);
	return code;
}

/* A run that stopped before it came to this site has none of it. */
static void a_run_that_is_taken_up_begins_the_journal_of_a_site_that_it_had_not_come_to(void **state)
{
	struct err e;

	(void)state;
	if (start(bed_folder(), true, &e))
		fail_msg("%s", bed_text(&e));
	assert_true(journal_exists(journal));
}

static void a_new_run_does_not_go_on_with_a_journal_that_is_there(void **state)
{
	const char *folder = bed_folder();
	struct journal_summary before, after;
	struct arena mem;
	struct err e;

	(void)state;
	arena_init(&mem);
	if (start(folder, false, &e))
		fail_msg("%s", bed_text(&e));
	assert_int_equal(journal_check(journal, &mem, &before, NULL), 0);
	assert_int_equal(start(folder, false, &e), ERR_DUPLICATE);
	assert_contains(bed_text(&e), "there is a journal already");
	assert_int_equal(journal_check(journal, &mem, &after, NULL), 0);
	assert_true(after.bytes == before.bytes && after.resumed == 0);
	arena_fini(&mem);
}

/* A name cut short would not be found when the run is taken up again. */
static void a_folder_with_too_long_a_path_is_refused(void **state)
{
	char folder[JOURNAL_PATH];
	struct err e;

	(void)state;
	memset(folder, 'x', sizeof(folder));
	for (size_t n = sizeof(folder) - strlen("/east.coordinator.journal") - 1; n < sizeof(folder); n += 13) {
		folder[n] = '\0';
		/* the longest that has room is only not there */
		assert_int_equal(start(folder, false, &e), n + strlen("/east.coordinator.journal") < JOURNAL_PATH ? ERR_FILE : ERR_RANGE);
		folder[n] = 'x';
	}
	assert_contains(bed_text(&e), "is too long: with the journal's name 511 bytes at most");
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		CASE(a_run_that_is_taken_up_begins_the_journal_of_a_site_that_it_had_not_come_to), CASE(a_new_run_does_not_go_on_with_a_journal_that_is_there),
		CASE(a_folder_with_too_long_a_path_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
