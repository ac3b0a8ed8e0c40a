/* Bytes of a client into the server of lines. First byte: dialect, and how many components. Promises: what is answered is one line, and nothing moves that was
 * not proposed and executed. */
#include "fuzz/foreign_fuzz.h"

#include "base/arena.h"
#include "base/base.h"
#include "foreign/text.h"

#include <string.h>

static size_t want(void *self, void **ret_room)
{
	struct talk inner = text_server_talk(self);

	return inner.ops->want(inner.self, ret_room);
}

static int checked_take(void *self, struct talk_answer *ret, struct err *e)
{
	struct text_server *s = self;
	struct talk inner = text_server_talk(s);
	long before = s->count.trials;
	bool execute = strncmp(s->line, "execute", strlen("execute")) == 0;
	int code = inner.ops->take(inner.self, ret, e);
	const char *text = ret->bytes;

	ASSERT(ret->n > 1 && text[ret->n - 1] == '\n' && memchr(text, '\n', ret->n) == text + ret->n - 1);
	ASSERT(strncmp(text, "OK\t0\t", 5) == 0 || strncmp(text, "NOT OK\t0\t", 9) == 0);
	ASSERT(s->count.trials == before || execute);
	return code;
}

void foreign_text_fuzz(const uint8_t *bytes, size_t n)
{
	static const struct talk_ops checked = {.name = "lines, checked", .want = want, .take = checked_take};
	int trial[SLOTS], out[SLOTS], components;
	struct fuzz_plant plant;
	struct text_server server;
	struct arena mem;
	struct err e = {0};

	if (n < 1)
		return;
	components = 1 + (bytes[0] >> 1) % FUZZ_PLANT;
	arena_init(&mem);
	fuzz_plant_init(&plant, components, false);
	signals_size(trial, components, 0, 0, bytes[0] & 64 ? components : 0, 0);
	signals_size(out, components, 0, 0, components, 0);
	if (!text_server_init(&server, &plant.plant, bytes[0] & 1 ? TEXT_SIMCOR : TEXT_LABVIEW, trial, out, &mem, "fuzz", &e)) {
		fuzz_talk((struct talk){&checked, &server}, bytes + 1, n - 1);
		ASSERT(server.count.trials == plant.trials);
	}
	arena_fini(&mem);
}
