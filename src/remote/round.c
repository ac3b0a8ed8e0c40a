/* Propose to all, execute when all have accepted. */
#include "remote/round.h"

#include <stdio.h>
#include <string.h>

void round_init(struct round *r, struct coordinator **site, int n)
{
	*r = (struct round){.site = site, .n = n, .culprit = -1};
}

void round_leave(struct round *r, int i)
{
	r->n--;
	memmove(r->site + i, r->site + i + 1, (size_t)(r->n - i) * sizeof(r->site[0]));
	r->culprit -= r->culprit > i;
}

void round_seal(struct round *r)
{
	r->sealed = true;
}

int round_failed(const struct round *r)
{
	return r->culprit;
}

/* One site's end is everybody's. */
static void fail(struct round *r, int64_t t_ns, int culprit)
{
	char text[WIRE_TEXT];

	r->culprit = culprit;
	r->sealed = false;
	snprintf(text, sizeof(text), "site %.60s has ended the test: %.150s", r->site[culprit]->words.site, r->site[culprit]->text);
	for (int i = 0; i < r->n; i++)
		if (i != culprit)
			coordinator_trip(r->site[i], t_ns, text);
}

static int count(const struct round *r, enum coordinator_state phase)
{
	int n = 0;

	for (int i = 0; i < r->n; i++)
		n += r->site[i]->phase == phase;
	return n;
}

bool round_work(struct round *r, int64_t t_ns)
{
	int proposing;

	for (int i = 0; i < r->n && r->culprit < 0; i++)
		if (coordinator_failed(r->site[i]))
			fail(r, t_ns, i);
	if (r->culprit >= 0)
		return true;
	proposing = count(r, COORDINATOR_PROPOSING);
	if (r->sealed && proposing == 0)
		for (int i = 0; i < r->n; i++)
			coordinator_execute(r->site[i], t_ns);
	if (proposing || count(r, COORDINATOR_ACCEPTED) || count(r, COORDINATOR_EXECUTING))
		return false;
	r->sealed = false;
	return true;
}
