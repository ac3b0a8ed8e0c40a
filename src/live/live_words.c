/* What a run is at, in words: its own, or where its process is gone, those of its command loops. */
#include "live/live_read.h"

#include "control/controller.h"

#include <stdio.h>
#include <string.h>

/* What a loop that has not tripped does by itself (control/controller.h); the end of its way is rest. */
static const char *const ALONE[CONTROL_STATES] = {
	[CONTROL_READY] = "comes to rest", [CONTROL_EXTRAPOLATE] = "goes on to its last target", [CONTROL_INTERPOLATE] = "goes on to its last target",
	[CONTROL_SLOW] = "slows down", [CONTROL_HOLD] = "holds its specimens", [CONTROL_FREE_VIBRATION] = "lets its specimens vibrate",
	[CONTROL_REST] = "comes to rest",
};

static const char *loop_word(const struct live_rig *rig)
{
	if (rig->tripped)
		return rig->resting ? "has tripped and is at rest" : live_rig_works(rig) ? "has tripped and comes to rest" : "has tripped, and is gone";
	if (rig->resting)
		return "is at rest";
	if (!live_rig_works(rig))
		return "is gone as well, and was not at rest";
	return rig->state >= 0 && rig->state < CONTROL_STATES ? ALONE[rig->state] : "is at work";
}

/* Adds what the loops are at: they bring their specimens to rest and say so, also without the run. */
static void add_loops(const struct live_view *v, char ret_reason[LIVE_REASON])
{
	struct live_rig rig;

	for (int i = 0; i < live_rigs(v); i++) {
		size_t n = strlen(ret_reason);

		if (!live_rig(v, i, &rig))
			continue;
		snprintf(ret_reason + n, LIVE_REASON - n, "; expControl %d %s%s%.200s", rig.tag, loop_word(&rig), rig.tripped ? ": " : "",
		         !rig.tripped ? "" : rig.why[0] ? rig.why : "no reason given");
	}
}

void live_words(const struct live_view *v, const struct live_now *now, bool alive, char ret_state[LIVE_WORD], char ret_reason[LIVE_REASON])
{
	bool known = now->state >= 0 && now->state < LIVE_STATE_COUNT;
	struct live_why why = {""};

	live_why(v, &why);
	snprintf(ret_state, LIVE_WORD, "%s", known ? live_state_name[now->state] : live_state_name[LIVE_CONNECTING]);
	snprintf(ret_reason, LIVE_REASON, "%s", why.text);
	if (alive || now->state == LIVE_ENDED || now->state == LIVE_FAILED || now->state == LIVE_TRIPPED)
		return;
	snprintf(ret_reason, LIVE_REASON, "the process of the run is gone: it was killed, or crashed");
	snprintf(ret_state, LIVE_WORD, "killed");
	add_loops(v, ret_reason);
}
