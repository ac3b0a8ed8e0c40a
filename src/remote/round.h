/* Several sites in one exchange: nobody moves before everybody has accepted.
 *
 * The sites' machines (coordinator.h) are driven one by one by whoever owns their connections. Exchanges are given to each; the round is sealed when all of
 * this instant are given; round_work lets all go once all have accepted, and trips all when one has refused, tripped or given up. Sites without an exchange
 * do not count. With one site, or where the coordinators were set up without propose, there is nothing to wait for and round_work does nothing but watch
 * for failures. No memory, no time of its own. One thread.
 */
#pragma once

#include "remote/coordinator.h"

struct round {
	struct coordinator **site; /* borrowed: the caller */
	int n;
	bool sealed;
	int culprit;               /* site that ended the test; -1: none */
};

void round_init(struct round *r, struct coordinator **site, int n);
/* Site i takes no part any more; those behind it move up, in the array of round_init, too. It is not the one that has ended the test. */
void round_leave(struct round *r, int i);
/* All exchanges of this instant have been given. */
void round_seal(struct round *r);
/* After anything has happened to any site. Returns true when no exchange is under way: every one of this round is measured, or the test has failed. */
bool round_work(struct round *r, int64_t t_ns);
/* A site has failed: its number; -1: none. */
int round_failed(const struct round *r);
