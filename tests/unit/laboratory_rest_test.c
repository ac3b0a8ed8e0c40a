/* In which order a laboratory tells its rigs and sites to come to rest, to end, and to go on. Rigs and sites here only note what they are told. */
#include "test.h"

#include "experiment/laboratory.h"

enum { RIGS = 4 };

struct probe {
	int tag;
	int stopped;                           /* to answer with */
};

static struct laboratory lab;
static struct probe probe[RIGS];
static struct rig rig[RIGS];
static char order[256];                    /* who was told what */

static void told(const char *what, int tag)
{
	size_t n = strlen(order);

	snprintf(order + n, sizeof(order) - n, "%s%s %d", n ? ", " : "", what, tag);
}

static void probe_ask(void *self, enum rig_wish wish)
{
	told(wish == RIG_END ? "ask end" : "ask", ((struct probe *)self)->tag);
}

static bool probe_rest(void *self)
{
	told("rest", ((struct probe *)self)->tag);
	return true;
}

static void probe_end(void *self)
{
	told("end", ((struct probe *)self)->tag);
}

static int probe_stopped(void *self)
{
	return ((struct probe *)self)->stopped;
}

static int probe_acknowledge(void *self, struct err *e)
{
	struct probe *p = self;

	(void)e;
	told("go on", p->tag);
	p->stopped = 0;
	return 0;
}

static void site_rest(void *self)
{
	told("site", *(const int *)self);
}

static void site_insists(void *self)
{
	told("insist", *(const int *)self);
}

static void coordinator_told(void *self)
{
	told("coordinator", *(const int *)self);
}

static void site_ends(void *self)
{
	told("site end", *(const int *)self);
}

static const struct rig_ops TOLD = {.name = "Told", .rest = probe_rest, .end = probe_end, .stopped = probe_stopped, .acknowledge = probe_acknowledge};
static const struct rig_ops ASKED = {.name = "Asked", .ask = probe_ask, .rest = probe_rest, .end = probe_end, .stopped = probe_stopped,
                                     .acknowledge = probe_acknowledge};

/* Rigs 1 to 4, of which the second cannot be asked and the last has not started. */
static int begin(void **state)
{
	struct err e = {0};

	(void)state;
	laboratory_init(&lab);
	for (int i = 0; i < RIGS; i++) {
		probe[i] = (struct probe){.tag = i + 1};
		rig[i] = (struct rig){.tag = i + 1, .ops = i == 1 ? &TOLD : &ASKED, .self = &probe[i], .lab = &lab, .started = i < RIGS - 1};
		assert_int_equal(table_add(&lab.rigs, i + 1, &rig[i], "expControl", &lab.arena, &e), 0);
	}
	order[0] = '\0';
	return 0;
}

static int end(void **state)
{
	(void)state;
	laboratory_fini(&lab);
	return 0;
}

/* Whoever may be asked is on its way, and other sites know, before anybody waits; who cannot be asked is told before those are waited for. */
static void a_trip_and_an_end_tell_everybody_before_they_wait_for_anybody(void **state)
{
	static const struct site_ops ELSEWHERE = {.name = "Elsewhere", .rest = site_rest, .end = site_ends};
	struct err e = {0};
	int tag = 7;
	struct site site = {.tag = tag, .ops = &ELSEWHERE, .self = &tag, .lab = &lab, .started = true};

	(void)state;
	assert_int_equal(table_add(&lab.sites, site.tag, &site, "expSite", &lab.arena, &e), 0);
	assert_int_equal(laboratory_trip(&lab, &(struct trip){.cause = TRIP_OPERATOR, .code = ERR_LIMIT}), ERR_LIMIT);
	assert_string_equal(order, "ask 1, ask 3, site 7, rest 2, rest 1, rest 3");
	order[0] = '\0';
	laboratory_wipe(&lab);
	assert_string_equal(order, "ask end 1, ask end 3, site end 7, end 2, end 1, end 3");
}

/* Rigs that were asked may be on their way for long: neither who serves this laboratory waits for them, nor a site that could not be told at once. */
static void nobody_waits_for_rigs_on_their_way_before_he_is_told(void **state)
{
	static const struct site_ops ELSEWHERE = {.name = "Elsewhere", .rest = site_rest, .insist = site_insists};
	struct err e = {0};
	int tag = 7, served = 8;
	struct site site = {.tag = tag, .ops = &ELSEWHERE, .self = &tag, .lab = &lab, .started = true};

	(void)state;
	assert_int_equal(table_add(&lab.sites, site.tag, &site, "expSite", &lab.arena, &e), 0);
	lab.told = coordinator_told;
	lab.told_self = &served;
	assert_int_equal(laboratory_trip(&lab, &(struct trip){.cause = TRIP_OPERATOR, .code = ERR_LIMIT}), ERR_LIMIT);
	assert_string_equal(order, "ask 1, ask 3, site 7, coordinator 8, rest 2, insist 7, rest 1, rest 3");
	laboratory_wipe(&lab);
	assert_true(lab.told == coordinator_told && lab.told_self == &served);
}

/* A rig was let go, or tripped, between two steps, and nobody has looked: who asks for the cause has, and who acknowledges, and all rigs come to rest first. */
static void a_rig_that_has_stopped_between_steps_is_acknowledged(void **state)
{
	struct err e = {0};

	(void)state;
	probe[3].stopped = ERR_LOST;           /* never started: nobody asks it */
	assert_int_equal(laboratory_acknowledge(&lab, &e), ERR_STATE);
	assert_contains(e.what, "nothing has tripped");
	probe[1].stopped = ERR_LIMIT;
	laboratory_look(&lab);
	laboratory_look(&lab);
	assert_string_equal(order, "ask 1, ask 3, rest 2, rest 1, rest 3");
	err_clear(&e);
	assert_int_equal(laboratory_fault(&lab, &e), ERR_LIMIT);
	assert_string_equal(e.object, "expControl 2");
	err_clear(&e);
	order[0] = '\0';
	assert_int_equal(laboratory_acknowledge(&lab, &e), 0);
	assert_string_equal(order, "go on 1, go on 2, go on 3");
	probe[1].stopped = ERR_LIMIT;
	order[0] = '\0';
	assert_int_equal(laboratory_acknowledge(&lab, &e), 0);
	assert_string_equal(order, "ask 1, ask 3, rest 2, rest 1, rest 3, go on 1, go on 2, go on 3");
	assert_int_equal(lab.trip.cause, TRIP_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_trip_and_an_end_tell_everybody_before_they_wait_for_anybody, begin, end),
		cmocka_unit_test_setup_teardown(nobody_waits_for_rigs_on_their_way_before_he_is_told, begin, end),
		cmocka_unit_test_setup_teardown(a_rig_that_has_stopped_between_steps_is_acknowledged, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
