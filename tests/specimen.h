/* A specimen between two nodes of one freedom, for tests: it exchanges as experimental elements do, and lags by whole commands.
 *
 * Within a step a new relative displacement is a command; the specimen receives the one that was sent `delay` commands ago and answers
 * with its force there: the bilinear law with kinematic rule, theta k d + (1 - theta) k clip(d - p, -dy, dy), less k cubic d^3. It
 * cannot go back. Asked for a pair it adds k times the displacement it has not reached. It counts commands and keeps the last.
 */
#pragma once

#include "test.h"

#include "model/model.h"

enum { SPECIMEN_DELAY_MAX = 64 };

struct specimen_log {           /* what one specimen did; borrowed by the element, owned: the test */
	double k, dy, theta, cubic;
	int delay;
	int commands;
	double sent[SPECIMEN_DELAY_MAX + 1];   /* the newest first */
	double at;                  /* where it is */
	double plastic, force;
	double instant;             /* of the last command */
	double speed, accel;        /* sent with it */
};

static struct specimen_log *specimen_next;   /* the log of the element built next */

struct specimen { struct specimen_log *log; };

static int specimen_setup(void *self, struct args *a, struct element *el, const struct model *m, struct arena *mem, struct err *e)
{
	int code = element_nodes(el, a, 2, m, mem, e);
	((struct specimen *)self)->log = specimen_next;
	return code ? code : args_end(a, e);
}

static void specimen_move(struct specimen_log *s, double d)
{
	memmove(s->sent + 1, s->sent, sizeof(s->sent) - sizeof(s->sent[0]));
	s->sent[0] = d;
	s->at = s->sent[s->delay];
	double slider = s->at - s->plastic, held = fmax(-s->dy, fmin(s->dy, slider));
	s->plastic += slider - held;
	s->force = s->k * (s->theta * s->at + (1.0 - s->theta) * held - s->cubic * s->at * s->at * s->at);
	s->commands++;
}

static void specimen_respond(const void *self, const struct element_io *io, double *f, double *k, double *c)
{
	struct specimen_log *s = ((const struct specimen *)self)->log;
	double d = io->u[1] - io->u[0], q;
	if (io->live && d != s->sent[0]) {
		specimen_move(s, d);
		s->instant = io->instant;
		s->speed = io->v[1] - io->v[0];
		s->accel = io->a[1] - io->a[0];
	}
	q = s->force + (io->pair ? s->k * (s->sent[0] - s->at) : 0.0);
	f[0] = -q;
	f[1] = q;
	for (int i = 0; i < 4; i++) {
		double sign = i == 0 || i == 3 ? 1.0 : -1.0;
		if (k)
			k[i] = sign * s->k;
		if (c)
			c[i] = 0.0;
	}
}

static void specimen_initial(const void *self, double *ret_k)
{
	double k = ((const struct specimen *)self)->log->k;
	ret_k[0] = ret_k[3] = k;
	ret_k[1] = ret_k[2] = -k;
}

static const struct param specimen_params[] = {{0}};
static const struct element_ops specimen_ops = {
	.name = "specimen", .params = specimen_params, .claims = {.symmetric = true}, .exchange = true, .size = sizeof(struct specimen),
	.setup = specimen_setup, .respond = specimen_respond, .initial = specimen_initial,
};

/* Adds one with this tag between two nodes; the log outlives the model. */
static inline void specimen_add(struct model *m, int tag, int i, int j, struct specimen_log *log)
{
	char text[3][16];
	const char *word[3] = {text[0], text[1], text[2]};
	struct args a;
	struct err e;
	err_clear(&e);
	snprintf(text[0], sizeof(text[0]), "%d", tag);
	snprintf(text[1], sizeof(text[1]), "%d", i);
	snprintf(text[2], sizeof(text[2]), "%d", j);
	args_init(&a, 3, word, "specimen %d", tag);
	specimen_next = log;
	if (element_build(m, &specimen_ops, &a, &e) < 0)
		fail_msg("%s: %s", e.object, e.what);
}
