/* Bytes of a shadow into the actor. First byte: datagrams or not, and how many components. */
#include "fuzz/foreign_fuzz.h"

#include "base/base.h"
#include "foreign/actor.h"

void foreign_actor_fuzz(const uint8_t *bytes, size_t n)
{
	struct fuzz_plant plant;
	struct actor actor;
	struct arena mem;
	struct err e = {0};

	if (n < 1)
		return;
	arena_init(&mem);
	fuzz_plant_init(&plant, 1 + (bytes[0] >> 1) % FUZZ_PLANT, false);
	if (!actor_init(&actor, &plant.plant, 7, 2.8, bytes[0] & 1, &mem, "fuzz", &e)) {
		fuzz_talk(actor_talk(&actor), bytes + 1, n - 1);
		ASSERT(actor.count.trials == plant.trials);
	}
	arena_fini(&mem);
}
