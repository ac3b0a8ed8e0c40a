/* Coordinator and site after losses of power: from every image of their journals that a disk can hold, the test ends with the bits of one that nothing
 * happened to, and the specimen moves once for every exchange; from images that no honest disk holds it stops before anything moves.
 *
 * An image is the first n bytes of a journal, alone, or with zeros or noise behind them up to the end of a block of 512 or 4096 bytes; or what the disk of
 * the simulator keeps when a machine stops at a byte or a sync of its journal while the test goes on. Words: by how many chances each of those (6). */
#include "remote_bed.h"
#include "sim/sim.h"
#include "test.h"

#include "remote/journal.h"

#include <malloc.h>
#include <stdlib.h>

enum { STEPS = 4, SUBS = 2, EXCHANGES = STEPS * SUBS, MOST = 8192 };

static const char *const OURS = "0/c", *const THEIRS = "1/run-1.laboratory.journal";

/* The test that nothing happened to: forces, journals, and the specimen after each exchange. */
static double reference[EXCHANGES];
static unsigned char ours[MOST], theirs[MOST];
static size_t ours_n, theirs_n;
static struct {                    /* of the first n bytes of the coordinator's */
	int measured;
	bool open;
} has[MOST];
static struct sim_specimen after[EXCHANGES + 1];

static struct bed b;
static struct sim_specimen specimen;
static int replays, images;

/* Exchanges that the coordinator has the answer of, and how often each was moved for. */
static int answered, moves_for[EXCHANGES];

static double pull(void *self, double x)
{
	const struct host_move *m = host_target(&b.h);
	int i = (int)(m->step - 1) * SUBS + (int)m->sub;
	(void)self;

	if (i < answered)
		fail_msg("moves again for exchange %d, which was answered", i);
	moves_for[i]++;
	return sim_specimen_move(&specimen, x);
}

static int relive(void *self, const struct host_move *m, const struct signals *measured, struct err *e)
{
	(void)self;
	replays++;
	return sim_specimen_move(&specimen, m->trial.x[SLOT_DISP][0]) == measured->x[SLOT_FORCE][0] ? 0 : err_set(e, ERR_FORMAT, "specimen", "answers otherwise");
}

/* Each command depends on all forces before it. Returns how many exchanges were measured. */
static int integrate(double ret_force[EXCHANGES])
{
	double u = 0.0, f = 0.0;

	for (int i = 0; i < EXCHANGES; i++) {
		int before = b.measured;

		u = 0.8 * u + 0.3 * sin(i + 1.0) - 0.05 * f;
		if (bed_exchange(&b, (uint64_t)(1 + i / SUBS), (uint32_t)(i % SUBS), u, NULL))
			return i;
		bed_run(&b);
		if (b.measured == before || coordinator_failed(&b.c) || b.last.kind != COORDINATOR_MEASURED)
			return i;
		ret_force[i] = f = coordinator_answer(&b.c)->x[SLOT_FORCE][0];
	}
	coordinator_end(&b.c, b.t);
	bed_run(&b);
	return EXCHANGES;
}

static void table_lay(void)
{
	bed_init(&b);
	b.pull = pull;
	replays = answered = 0;
}

static size_t keep(const char *path, unsigned char *to)
{
	size_t n;
	const unsigned char *bytes = disk_file(path, &n);

	assert_true(bytes && n < MOST);
	memcpy(to, bytes, n);
	return n;
}

/* How many exchanges the first n bytes of a journal have measured; *ret_open: the target of one more is there. */
static int known(const unsigned char *bytes, size_t n, bool *ret_open)
{
	struct journal_summary s = {0};
	struct arena mem;

	*ret_open = false;
	disk_put("5/look", bytes, n);
	if (!journal_exists("5/look"))
		return 0;
	arena_init(&mem);
	assert_int_equal(journal_check("5/look", &mem, &s, NULL), 0);
	arena_fini(&mem);
	*ret_open = s.open.step > 0;
	return s.last.step == 0 ? 0 : (int)(s.last.step - 1) * SUBS + (int)s.last.sub + 1;
}

static int begin(void **state)
{
	struct sim_specimen again = {0};
	double u = 0.0, f = 0.0;
	(void)state;

	disk_reset();
	io_use(&disk_io);
	table_lay();
	specimen = (struct sim_specimen){0};
	bed_start(&b);
	assert_int_equal(integrate(reference), EXCHANGES);
	assert_int_equal(b.moves, EXCHANGES);
	bed_fini(&b);
	ours_n = keep(OURS, ours);
	theirs_n = keep(THEIRS, theirs);
	for (size_t n = 0; n <= ours_n; n++)
		has[n].measured = known(ours, n, &has[n].open);
	/* the same without anything between; and it yields: what moves twice, or back, is another specimen */
	for (int i = 0; i < EXCHANGES; i++) {
		u = 0.8 * u + 0.3 * sin(i + 1.0) - 0.05 * f;
		f = sim_specimen_move(&again, u);
		assert_true(f == reference[i]);
		after[i + 1] = again;
	}
	assert_true(again.xp != 0.0 && again.xp == specimen.xp);
	return 0;
}

static int end(void **state)
{
	(void)state;
	io_use(NULL);
	disk_fini();
	return 0;
}

/* ---- images ---- */

static const struct {
	size_t block;              /* 0: nothing behind it */
	bool noise;                /* else zeros */
} BEHIND[] = {{0, false}, {512, false}, {512, true}, {4096, false}, {4096, true}};

static void image(const char *path, const unsigned char *bytes, size_t n, int behind)
{
	static unsigned char room[2 * MOST];
	size_t block = BEHIND[behind].block, end = block ? (n / block + 1) * block : n;
	struct rng r;

	images++;
	rng_init(&r, n, (uint64_t)behind);
	memcpy(room, bytes, n);
	for (size_t i = n; i < end; i++)
		room[i] = BEHIND[behind].noise ? (unsigned char)rng_bits(&r) : 0;
	disk_put(path, room, end);
}

/* The shortest beginning of the coordinator's journal that has measured k exchanges, and has the target of the next when `open`. */
static size_t ours_with(int k, bool open)
{
	size_t n = 0;

	while (n < ours_n && !(has[n].measured == k && (has[n].open || !open)))
		n++;
	return n;
}

/* ---- taking up ---- */

/* Both start again from what is on the disk; physical: the specimen stands where it was left, else it goes its way again. */
static void restart(bool physical)
{
	table_lay();
	bed_host(&b);
	if (!physical)
		specimen = (struct sim_specimen){0};
	if (journal_exists(THEIRS))
		assert_int_equal(host_resume(&b.h, THEIRS, physical ? NULL : relive, NULL, NULL), 0);
	b.cw.resume = journal_exists(OURS);
	b.cw.instance = 2;
	bed_coordinator(&b);
	bed_run(&b);
}

static void journals_agree(void)
{
	struct err e = {0};
	struct arena mem;
	char line[400];

	bed_fini(&b);
	arena_init(&mem);
	if (journal_compare(OURS, THEIRS, &mem, &e)) {
		err_text(&e, line, sizeof(line));
		fail_msg("%s", line);
	}
	arena_fini(&mem);
	assert_int_equal(disk_handles(), 0);
}

static void ends_as_if_nothing_had_happened(bool physical, int executed)
{
	double force[EXCHANGES];

	restart(physical);
	assert_int_equal(integrate(force), EXCHANGES);
	assert_memory_equal(force, reference, sizeof(force));
	assert_int_equal(b.c.state, COORDINATOR_ENDED);
	assert_int_equal(b.moves, EXCHANGES - executed);
	assert_int_equal(replays, physical ? 0 : executed);
	assert_true(specimen.xp == after[EXCHANGES].xp && specimen.x == after[EXCHANGES].x);
	journals_agree();
}

static void a_coordinator_goes_on_from_every_image_of_its_journal(void **state)
{
	(void)state;
	for (size_t n = 0; n <= ours_n; n++)
		for (int k = 0; k < (int)COUNT(BEHIND); k++) {
			disk_reset();
			image(OURS, ours, n, k);
			disk_put(THEIRS, theirs, theirs_n);
			ends_as_if_nothing_had_happened(false, EXCHANGES);
		}
}

/* The power of both is gone. What the site has measured was on its disk before it was sent, so the coordinator knows no more of it; it may know less, or
 * nothing. */
static void both_go_on_from_every_image_of_the_sites_journal(void **state)
{
	(void)state;
	for (size_t n = 0; n <= theirs_n; n++) {
		bool open;
		int k = known(theirs, n, &open);
		const size_t coordinator[] = {ours_with(k, true), ours_with(k, false), 0};
		for (int i = 0; i < (int)(COUNT(BEHIND) * COUNT(coordinator)); i++) {
			disk_reset();
			image(THEIRS, theirs, n, i % (int)COUNT(BEHIND));
			disk_put(OURS, ours, coordinator[i / (int)COUNT(BEHIND)]);
			ends_as_if_nothing_had_happened(false, k);
		}
	}
}

/* It may have moved for the target that is open, or not yet: it goes on from where it stands. */
static void a_specimen_that_exists_is_never_moved_back(void **state)
{
	(void)state;
	for (size_t n = 0; n <= theirs_n; n++) {
		bool open;
		int k = known(theirs, n, &open);
		for (int moved = k; moved <= k + open; moved++) {
			disk_reset();
			image(THEIRS, theirs, n, 0);
			disk_put(OURS, ours, ours_with(k, open));
			specimen = after[moved];
			ends_as_if_nothing_had_happened(true, k);
		}
	}
}

/* A disk that has lost what it said it had: the site knows less than the coordinator. */
static void a_site_that_has_forgotten_moves_nothing(void **state)
{
	double force[EXCHANGES];
	bool open;
	(void)state;

	for (size_t n = 0; n < theirs_n; n++) {
		int k = known(theirs, n, &open);
		if (k == EXCHANGES)
			break;
		disk_reset();
		image(THEIRS, theirs, n, (int)(n % COUNT(BEHIND)));
		disk_put(OURS, ours, ours_with(k + 1, false));
		restart(false);
		assert_true(integrate(force) <= k + 1 && coordinator_failed(&b.c));
		assert_int_equal(b.moves, 0);
		assert_int_equal(b.last.refusal, WIRE_REFUSE_HISTORY);
		assert_contains(b.text, k == 0 && !b.h.run[0] ? "this site knows nothing of run run-1" : "histories disagree");
		bed_fini(&b);
	}
}

/* ---- stops ---- */

static uint64_t chances = 6;
static uint64_t lives;             /* of coordinators, so far */
static int stops;

struct stop {
	int machine;               /* 0 coordinator, 1 site */
	long fuse;                 /* bytes, syncs and cuts until then */
	uint64_t seed;
};

static bool is_stopped(void)
{
	return disk_stopped(0) || disk_stopped(1);
}

/* Both from what is on their disks. False: a machine has stopped before they met. */
static bool set_up(bool physical)
{
	int known = answered;

	table_lay();
	answered = known;
	b.dark = true;
	bed_host(&b);
	if (!physical)
		specimen = (struct sim_specimen){0};
	if (journal_exists(THEIRS) && host_resume(&b.h, THEIRS, physical ? NULL : relive, NULL, NULL)) {
		assert_true(is_stopped());
		return false;
	}
	b.cw.resume = journal_exists(OURS);
	b.cw.instance = ++lives;
	if (is_stopped() || coordinator_setup(&b.c, &b.cw, b.t, &b.mem, NULL)) {
		assert_true(is_stopped());
		return false;
	}
	bed_run(&b);
	return !is_stopped();
}

/* Both stop. The one whose fuse burnt loses its power, or its process; so does the other. */
static void fall(struct rng *chance)
{
	disk_stop(0);
	disk_stop(1);
	bed_fini(&b);
	for (int machine = 0; machine < 2; machine++)
		disk_restart(machine, rng_below(chance, 4) > 0, chance);
}

/* A test whose machine stops, and stops again twice at most while it goes on. Returns whether the first fuse outlived the test. */
static bool goes_on(const struct stop *s)
{
	bool physical = s->seed % 2;
	int machine = s->machine, falls = 0;
	long fuse = s->fuse;
	double force[EXCHANGES];
	struct rng chance;

	disk_reset();
	rng_init(&chance, s->seed, (uint64_t)(2 * s->fuse + s->machine));
	specimen = (struct sim_specimen){0};
	answered = 0;
	memset(moves_for, 0, sizeof(moves_for));
	for (;; falls++) {
		int n = 0;

		disk_fuse(machine, fuse);
		if (set_up(physical))
			n = integrate(force);
		answered = n > answered ? n : answered;
		if (!is_stopped())
			break;
		fall(&chance);
		machine = (int)rng_below(&chance, 2);
		fuse = falls < 2 && rng_below(&chance, 2) ? (long)rng_below(&chance, 1500) : -1;
	}
	stops++;
	disk_fuse(machine, -1);
	if (b.c.state != COORDINATOR_ENDED || memcmp(force, reference, sizeof(force)) != 0)
		fail_msg("machine %d, fuse %ld, seed %d: the test does not end with its result: %s", s->machine, s->fuse, (int)s->seed, b.text);
	for (int i = 0; i < EXCHANGES; i++)
		assert_in_range(moves_for[i], 1, 1 + falls);
	assert_true(specimen.xp == after[EXCHANGES].xp && specimen.x == after[EXCHANGES].x);
	journals_agree();
	return falls == 0;
}

/* Ten thousand stops at least. */
static void a_test_goes_on_wherever_a_machine_stops(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= chances; seed++)
		for (int machine = 0; machine < 2; machine++)
			for (struct stop s = {.machine = machine, .seed = seed}; !goes_on(&s); s.fuse++)
				;
	print_message("# %d images, %d stops\n", images, stops);
	assert_true(stops >= 10000);
}

int main(int argc, char **argv)
{
	/* beds come and go by the ten thousand: their memory stays here */
	mallopt(M_MMAP_THRESHOLD, 1 << 28);
	mallopt(M_TRIM_THRESHOLD, 1 << 28);
	if (argc > 1)
		chances = strtoull(argv[1], NULL, 10);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_coordinator_goes_on_from_every_image_of_its_journal),
		cmocka_unit_test(both_go_on_from_every_image_of_the_sites_journal),
		cmocka_unit_test(a_specimen_that_exists_is_never_moved_back),
		cmocka_unit_test(a_site_that_has_forgotten_moves_nothing),
		cmocka_unit_test(a_test_goes_on_wherever_a_machine_stops),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
