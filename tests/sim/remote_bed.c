/* The table with a coordinator and a site on it. */
#include "remote_bed.h"
#include "sim/disk.h"
#include "test.h"

#define MS 1000000ll

static int check(void *self, const struct host_move *m, char *ret_text, int size)
{
	struct bed *b = self;
	for (int i = 0; i < m->trial.n[SLOT_DISP]; i++)
		if (!(fabs(m->trial.x[SLOT_DISP][i]) <= b->limit)) {
			snprintf(ret_text, (size_t)size, "component %d: %g (allowed: -%g to %g)", i + 1, m->trial.x[SLOT_DISP][i], b->limit, b->limit);
			return ERR_LIMIT;
		}
	return 0;
}

void bed_words(struct bed *b)
{
	static const struct wire_limit limit = {-5.0, 5.0, 20.0, -100.0, 100.0};
	b->cw = coordinator_words_default;
	b->cw.run = "run-1";
	b->cw.site = "laboratory";
	b->cw.instance = 1;
	b->cw.trial_n[SLOT_DISP] = b->cw.out_n[SLOT_DISP] = b->cw.out_n[SLOT_FORCE] = 1;
	b->cw.journal = "0/c";
	b->hw = host_words_default;
	b->hw.site = "laboratory";
	b->hw.folder = "1";
	b->hw.trial_n[SLOT_DISP] = b->hw.out_n[SLOT_DISP] = b->hw.out_n[SLOT_FORCE] = 1;
	b->hw.channels = 1;
	b->hw.limit = &limit;
	b->hw.check = check;
	b->hw.self = b;
	b->stiffness = 10.0;
	b->limit = 5.0;
	b->line = -1;
}

void bed_init(struct bed *b)
{
	memset(b, 0, sizeof(*b));
	arena_init(&b->mem);
	b->c.journal.handle = b->h.journal.handle = -1;
	bed_words(b);
}

void bed_fini(struct bed *b)
{
	coordinator_close(&b->c);
	host_close(&b->h);
	arena_fini(&b->mem);
}

static void must(int rc, const struct err *e)
{
	char line[600];
	err_text(e, line, sizeof(line));
	if (rc)
		fail_msg("%s", line);
}

void bed_coordinator(struct bed *b)
{
	struct err e = {0};
	must(coordinator_setup(&b->c, &b->cw, b->t, &b->mem, &e), &e);
}

void bed_host(struct bed *b)
{
	struct err e = {0};
	must(host_setup(&b->h, &b->hw, &b->mem, &e), &e);
}

static void answer(struct bed *b)
{
	const struct host_move *m = host_target(&b->h);
	struct signals out = {.x = {b->x, b->x, b->x, b->f, b->time}};
	memcpy(out.n, b->hw.out_n, sizeof(out.n));
	for (int i = 0; i < out.n[SLOT_DISP]; i++) {
		b->x[i] = m->trial.x[SLOT_DISP][i];
		b->f[i] = b->pull && i == 0 ? b->pull(b->self, b->x[i]) : b->stiffness * b->x[i];
	}
	/* a ramp ends where it began */
	struct substeps ended = m->begin;
	ended.before = ended.f;
	host_measured(&b->h, b->t, &out, m->ramp ? &ended : NULL);
}

static bool host_acts(struct bed *b)
{
	struct host_action a;
	bool any = false;
	while (host_next(&b->h, &a)) {
		any = true;
		b->moves += a.kind == HOST_MOVE;
		b->rests += a.kind == HOST_REST;
		b->begins += a.kind == HOST_BEGIN;
		b->ends += a.kind == HOST_END;
		if (a.kind == HOST_MOVE && !b->slow)
			answer(b);
	}
	return any;
}

static void note(struct bed *b, const struct coordinator_action *a)
{
	b->last = *a;
	snprintf(b->text, sizeof(b->text), "%s", a->text);
	b->measured += a->kind == COORDINATOR_MEASURED;
	b->accepted += a->kind == COORDINATOR_ACCEPT;
}

static bool coordinator_acts(struct bed *b)
{
	struct coordinator_action a;
	bool any = false;
	while (coordinator_next(&b->c, &a)) {
		any = true;
		/* who was not refused has no refusal, and what goes well no code */
		assert_true(a.kind == COORDINATOR_REFUSED || a.refusal == 0);
		assert_true((a.kind != COORDINATOR_WELCOMED && a.kind != COORDINATOR_MEASURED && a.kind != COORDINATOR_BYE) || a.code == 0);
		if (a.kind == COORDINATOR_WELCOMED)
			b->welcomed++;
		else if (a.kind != COORDINATOR_CONNECT && a.kind != COORDINATOR_CLOSE)
			note(b, &a);
		if (a.kind == COORDINATOR_CONNECT && b->cut)
			coordinator_lost(&b->c, b->t);
		if (a.kind == COORDINATOR_CONNECT && !b->cut) {
			if (b->line >= 0)
				host_lost(&b->h, b->line, b->t);
			b->line = host_connected(&b->h, b->t);
			assert_true(b->line >= 0);
			coordinator_connected(&b->c, b->t);
		}
	}
	return any;
}

static bool is_dark(const struct bed *b)
{
	return b->dark && (disk_stopped(0) || disk_stopped(1));
}

/* Odd pieces, so that frames come in parts. */
static bool hand_over(struct bed *b)
{
	size_t n, m;
	const unsigned char *out = coordinator_output(&b->c, &n);
	if (b->line < 0)
		return false;
	n = n > 37 ? 37 : n;
	if (n > 0) {
		host_bytes(&b->h, b->line, b->t, out, n);
		coordinator_sent(&b->c, n);
	}
	if (is_dark(b))
		return false;
	out = host_output(&b->h, b->line, &m);
	m = m > 41 ? 41 : m;
	if (m > 0) {
		unsigned char part[41];
		memcpy(part, out, m);
		host_sent(&b->h, b->line, m);
		coordinator_bytes(&b->c, b->t, part, m);
	}
	return n > 0 || m > 0;
}

void bed_run(struct bed *b)
{
	bool any = true;
	coordinator_time(&b->c, b->t);
	host_time(&b->h, b->t);
	while (any && !is_dark(b)) {
		any = coordinator_acts(b);
		any |= !is_dark(b) && hand_over(b);
		any |= !is_dark(b) && host_acts(b);
	}
	if (is_dark(b))
		return;
	/* a line that the site has ended, and whose last words have gone */
	if (b->line >= 0 && b->h.line_state[b->line] == HOST_LINE_CLOSING) {
		host_lost(&b->h, b->line, b->t);
		b->line = -1;
		coordinator_lost(&b->c, b->t);
		coordinator_acts(b);
	}
}

void bed_wait(struct bed *b, int ms)
{
	for (int i = 0; i < ms; i++) {
		b->t += MS;
		bed_run(b);
	}
}

void bed_cut(struct bed *b)
{
	if (b->line >= 0)
		host_lost(&b->h, b->line, b->t);
	b->line = -1;
	coordinator_lost(&b->c, b->t);
	coordinator_acts(b);
	host_acts(b);
}

int bed_exchange(struct bed *b, uint64_t step, uint32_t sub, double x, struct err *e)
{
	struct signals trial = {.n = {1}, .x = {&x, &x, &x, &x, &x}};
	return coordinator_exchange(&b->c, b->t, step, sub, 0.01 * (double)step, &trial, e);
}

void bed_begin(struct bed *b)
{
	disk_reset();
	io_use(&disk_io);
	bed_init(b);
}

void bed_end(struct bed *b)
{
	bed_fini(b);
	io_use(NULL);
	disk_fini();
}

void bed_start(struct bed *b)
{
	bed_host(b);
	bed_coordinator(b);
	bed_run(b);
}

void bed_steps(struct bed *b, int first, int last)
{
	for (int i = first; i <= last; i++) {
		assert_int_equal(bed_exchange(b, (uint64_t)i, 0, 0.1 * i, NULL), 0);
		bed_run(b);
		assert_int_equal(b->last.kind, COORDINATOR_MEASURED);
		assert_int_equal(b->last.step, i);
		assert_true(coordinator_answer(&b->c)->x[SLOT_FORCE][0] == 10.0 * (0.1 * i));
	}
}

int bed_case_begin(void **state)
{
	bed_begin(*state);
	return 0;
}

int bed_case_end(void **state)
{
	bed_end(*state);
	return 0;
}
