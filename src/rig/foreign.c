/* Words, connection and end of rigs behind a foreign program. */
#include "rig/foreign.h"

#include "base/clock.h"
#include "base/interrupt.h"

enum { DEFAULT_TIMEOUT = 60, BUSY_POLLS = 20, POLL_NS = 500000 };

int foreign_words(struct foreign *f, struct args *a, struct rig *rig, struct laboratory *lab, bool handshake, struct err *e)
{
	int code;

	f->rig = rig;
	f->lab = lab;
	f->words = (struct cable_words){.timeout = DEFAULT_TIMEOUT, .handshake = handshake};
	code = cable_address(&f->words, a, e);
	if (!code)
		do
			code = cable_option(&f->words, a, e);
		while (code == 1);
	return code;
}

int foreign_ready(struct foreign *f, int goodbyes, const char *object, struct err *e)
{
	client_init(&f->client, &f->words, goodbyes, object);
	f->ready = f->fresh = true;
	return signals_take(&f->last, f->rig->daq.n, &f->lab->arena) ? err_set(e, ERR_MEMORY, object, "no memory for its signals") : 0;
}

int foreign_setup_points(struct foreign *f, struct args *a, struct rig *rig, struct laboratory *lab, bool handshake, int goodbyes, struct err *e)
{
	int code = foreign_words(f, a, rig, lab, handshake, e);

	if (!code)
		code = args_end(a, e);
	if (!code)
		code = points_size(rig, a->object, e);
	f->sizes = points_frame(rig, FRAME_DEFAULT);
	return code ? code : foreign_ready(f, goodbyes, a->object, e);
}

void foreign_command(struct foreign *f, const struct signals *ctrl)
{
	points_pack(&f->rig->trial_point, ctrl, f->client.out + 1);
	f->fresh = true;
}

void foreign_answer(struct foreign *f, int at, struct signals *daq)
{
	if (f->fresh)
		points_unpack(&f->rig->out_point, f->client.in + at, &f->last);
	f->fresh = false;
	signals_copy(&f->last, daq);
}

int foreign_start(struct foreign *f, bool sends, struct err *e)
{
	int code = client_connect(&f->client, e);

	f->fresh = true;
	if (!code && sends)
		code = client_sizes(&f->client, &f->sizes, &f->lab->arena, e);
	return foreign_told(f, code, e);
}

int foreign_told(struct foreign *f, int code, struct err *e)
{
	if (code && e && !e->code)
		*e = f->client.fault;
	if (code)
		client_end(&f->client);
	return code;
}

bool foreign_why(const void *self, char *ret_text, int size)
{
	return client_why(&((const struct foreign *)self)->client, ret_text, size);
}

void foreign_end(void *self)
{
	struct foreign *f = self;

	if (f->ready)
		client_end(&f->client);
}

static int never(struct foreign *f, int at, double value)
{
	struct client *c = &f->client;

	c->lost = true;
	err_set(&c->fault, ERR_LOST, c->cable.object, "%s never says %g in place %d", c->cable.peer, value, at);
	err_value(&c->fault, "%g s", f->words.timeout);
	return ERR_LOST;
}

int foreign_until(struct foreign *f, double action, bool asks, int at, double value)
{
	struct client *c = &f->client;
	struct clock clock;
	int64_t deadline;

	clock_init(&clock, &clock_monotonic, 0);
	deadline = clock_now(&clock) + (int64_t)(f->words.timeout * 1e9);
	for (long polls = 0; clock_now(&clock) < deadline; polls++) {
		int code = asks ? client_ask(c, action) : client_get(c, c->in, (size_t)c->sizes.data * sizeof(double));

		if (code || c->in[at] == value)
			return code;
		if (interrupt_asked())
			return err_set(&c->fault, ERR_INTERRUPTED, c->cable.object, "interrupted while it waited for %s", c->cable.peer);
		if (asks && polls > BUSY_POLLS && clock_sleep_until(&clock, clock_now(&clock) + POLL_NS))
			break;
	}
	return never(f, at, value);
}
