/* The plant and the driver of the harnesses. */
#include "fuzz/foreign_fuzz.h"

#include "base/base.h"

#include <string.h>

static int size(void *self, const int trial[SLOTS], const int out[SLOTS], struct err *e)
{
	struct fuzz_plant *p = self;

	ASSERT(!p->sized);
	for (int k = 0; k < SLOTS; k++) {
		int want = k == SLOT_TIME ? 1 : p->n;

		ASSERT(trial[k] >= 0 && out[k] >= 0);
		if ((trial[k] && trial[k] != want) || (out[k] && out[k] != want))
			return err_set(e, ERR_RANGE, "plant", "other sizes");
	}
	p->sized = true;
	return 0;
}

static int trial(void *self, const struct signals *x, struct err *e)
{
	struct fuzz_plant *p = self;

	(void)e;
	ASSERT(p->sized);
	for (int k = 0; k < SLOTS; k++) {
		ASSERT(x->n[k] <= p->n);
		memcpy(p->x[k], x->x[k], (size_t)x->n[k] * sizeof(double));
	}
	p->trials++;
	p->moved = true;
	return 0;
}

static int answer(void *self, const struct signals **ret, struct err *e)
{
	struct fuzz_plant *p = self;

	(void)e;
	ASSERT(p->sized);
	*ret = &p->out;
	return 0;
}

static int commit(void *self, struct err *e)
{
	struct fuzz_plant *p = self;

	(void)e;
	ASSERT(p->sized);
	p->commits++;
	return p->commits > 1000 ? err_set(e, ERR_LIMIT, "plant", "enough") : 0;
}

static int matrix(void *self, enum plant_matrix which, const double **ret, int *ret_n, struct err *e)
{
	struct fuzz_plant *p = self;

	(void)e;
	ASSERT(p->sized && which < PLANT_MATRICES);
	*ret = p->matrix;
	*ret_n = p->n;
	return 0;
}

void fuzz_plant_init(struct fuzz_plant *p, int n, bool matrices)
{
	memset(p, 0, sizeof(*p));
	p->plant = (struct plant){.self = p, .size = size, .trial = trial, .answer = answer, .commit = commit, .matrix = matrices ? matrix : NULL};
	p->n = n;
	for (int k = 0; k < SLOTS; k++) {
		p->out.n[k] = k == SLOT_TIME ? 1 : n;
		p->out.x[k] = p->x[k];
	}
}

/* A line as a socket would hand it over: cut at its end, terminated. */
static size_t line(char *room, const uint8_t *bytes, size_t n)
{
	size_t at = 0;

	while (at < n && at < TALK_LINE - 1 && bytes[at] != '\n' && bytes[at] != '\0') {
		room[at] = (char)bytes[at];
		at++;
	}
	room[at] = '\0';
	return at + 1;
}

long fuzz_talk(struct talk t, const uint8_t *bytes, size_t n)
{
	long messages = 0;

	for (size_t at = 0; at < n; messages++) {
		struct talk_answer answer = {.n = 1};
		struct err e = {0};
		void *room = NULL;
		size_t want = t.ops->want(t.self, &room);
		int code;

		ASSERT(room && want <= ((size_t)1 << 20));
		if (want > n - at)
			return messages;
		if (want)
			memcpy(room, bytes + at, want);
		at += want ? want : line(room, bytes + at, n - at);
		code = t.ops->take(t.self, &answer, &e);
		ASSERT(code == 0 || (code < 0 && e.code == code));
		ASSERT(answer.n == 0 || answer.bytes);
		for (size_t i = 0; i < answer.n; i++)
			messages += ((const volatile uint8_t *)answer.bytes)[i] & 0;
		if (code || answer.over)
			return messages + 1;
	}
	return messages;
}
