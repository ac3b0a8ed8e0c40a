/* Bytes of an application client into the server of frames. First byte: who is served (site, element, adapter), datagrams or not, and how many components. */
#include "fuzz/foreign_fuzz.h"

#include "base/base.h"
#include "foreign/simapp.h"

void foreign_frames_fuzz(const uint8_t *bytes, size_t n)
{
	struct fuzz_plant plant;
	struct simapp app;
	struct arena mem;

	if (n < 1)
		return;
	arena_init(&mem);
	fuzz_plant_init(&plant, 1 + (bytes[0] >> 3) % FUZZ_PLANT, bytes[0] % 3 == SIMAPP_ELEMENT);
	simapp_init(&app, &plant.plant, (enum simapp_kind)(bytes[0] % 3), bytes[0] & 4, &mem, "fuzz");
	fuzz_talk(simapp_talk(&app), bytes + 1, n - 1);
	ASSERT(app.count.trials == plant.trials && app.count.steps >= plant.commits);
	arena_fini(&mem);
}
