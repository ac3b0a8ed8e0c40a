/* The laboratory side of OpenFresco's pair of sites: what the commands of laboratory servers need of an ActorSite (site/actor.c). */
#pragma once

#include "experiment/site.h"

/* Is it one? */
bool actor_site_is(const struct site *s);
/* Waits for the shadow and serves it: until its sizes are known (steps 0), until so many steps are accepted, or until the end (steps < 0). *ret_over: the
 * shadow has said goodbye. After an end or a failure the conversation is closed. Blocks. */
int actor_site_serve(struct site *s, long steps, bool *ret_over, struct err *e) MUST_CHECK;
/* Closes the conversation; the next actor_site_serve listens again. */
void actor_site_stop(struct site *s);
/* Steps accepted so far, in this conversation; the port. */
long actor_site_steps(const struct site *s);
int actor_site_port(const struct site *s);
