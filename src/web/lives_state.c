/* What a run is at, in words: its own, or where its process is gone, those of its command loops. */
#include "web/lives.h"

#include <stdio.h>
#include <string.h>

static void add(char ret[LIVES_REASON], const char *format, int tag, const char *why)
{
	size_t n = strlen(ret);

	snprintf(ret + n, LIVES_REASON - n, format, n ? "; " : "", tag, why);
}

/* Rigs bring themselves to rest and say so, also without the run. Whether there is one. */
static bool rig_words(const struct live_view *v, char ret_reason[LIVES_REASON])
{
	struct live_rig rig;
	int n = 0;

	for (int i = 0; i < live_rigs(v); i++) {
		if (!live_rig(v, i, &rig))
			continue;
		n++;
		if (rig.tripped)
			add(ret_reason, "%sexpControl %d has tripped: %.200s", rig.tag, rig.why[0] ? rig.why : "no reason given");
		else if (rig.resting)
			add(ret_reason, "%sexpControl %d is at rest%s", rig.tag, "");
		else
			add(ret_reason, "%sexpControl %d comes to rest%s", rig.tag, "");
	}
	return n > 0;
}

void live_words(const struct live_view *v, const struct live_now *now, bool alive, char ret_state[24], char ret_reason[LIVES_REASON])
{
	bool known = now->state >= 0 && now->state < LIVE_STATE_COUNT;
	struct live_why why = {""};

	live_why(v, &why);
	why.text[sizeof why.text - 1] = '\0';
	snprintf(ret_state, 24, "%s", known ? live_state_name[now->state] : "connecting");
	snprintf(ret_reason, LIVES_REASON, "%s", why.text);
	if (alive || now->state == LIVE_ENDED || now->state == LIVE_FAILED || now->state == LIVE_TRIPPED)
		return;
	snprintf(ret_reason, LIVES_REASON, "the process of the run is gone: it was killed, or crashed");
	snprintf(ret_state, 24, "%s", rig_words(v, ret_reason) ? "tripped" : "killed");
}
