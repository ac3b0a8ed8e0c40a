/* The laboratory's side of OpenFresco's ShadowSite and ActorSite.
 *
 *   int32 1 both ways (TCP)  ->  [1, shadow's tag, version] 256 numbers, answered [0, actor's tag, version]  ->  [2, dataSize], int32[5] trial sizes,
 *   int32[5] out sizes  ->  frames: 3 target, 6 answered with all five slots, 5 the step is accepted (its time means nothing), 99 answered [4, actor's tag]
 *
 * Another version is answered, and the conversation is over. Machine of talk.h.
 */
#pragma once

#include "base/arena.h"
#include "foreign/frame.h"
#include "foreign/talk.h"

#include <stdint.h>

enum { ACTOR_COMPLETED = 0, ACTOR_RECEIVED = 4 };

struct actor {
	const struct plant *plant; /* borrowed */
	struct arena *mem;         /* borrowed */
	char object[96];
	int tag;                   /* of the site here */
	double version;
	int stage;                 /* private to actor.c */
	int32_t order;
	int32_t list[SLOTS];
	struct frame_sizes sizes;
	double *in, *out;          /* owned: mem */
	struct signals trial;      /* owned: mem */
	bool sized;
	struct talk_count count;
};

/* The server of one client; how a driver speaks with it (talk.h). */
int actor_init(struct actor *s, const struct plant *plant, int tag, double version, bool datagrams, struct arena *mem, const char *object,
               struct err *e) MUST_CHECK;
struct talk actor_talk(struct actor *s);
