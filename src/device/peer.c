/* Words, session, numbers and reports of devices with a laboratory's program behind them. */
#include "device/peer.h"

#include "base/clock.h"
#include "base/rng.h"

#include <stdio.h>
#include <unistd.h>

#include "plugin.h"

enum { NS_PER_MS = 1000000 };

/* --- setting up ------------------------------------------------------------------------------------ */

static unsigned slot_bit(int slot)
{
	return 1u << slot;
}

static int slots_count(unsigned slots)
{
	int n = 0;

	for (int k = 0; k < DEVICE_SLOTS; k++)
		n += slots & slot_bit(k) ? 1 : 0;
	return n;
}

int peer_setup(struct peer *p, const struct param *params, struct args *a, struct device *d, struct err *e)
{
	int code = param_options(params, p, a, e);

	if (code)
		return code;
	if (p->channels == 0)
		return err_set(e, ERR_ARGUMENT, a->object, "-channels is missing");
	snprintf(p->object, sizeof(p->object), "%s", a->object);
	d->n = p->channels;
	d->has[SLOT_DISP] = d->has[SLOT_FORCE] = true;
	d->has[SLOT_VEL] = p->velocity;
	d->has[SLOT_ACCEL] = p->accel;
	p->slots = 0;
	for (int k = 0; k < DEVICE_SLOTS; k++)
		p->slots |= d->has[k] ? slot_bit(k) : 0;
	return 0;
}

/* Not chance of the test: a number that no earlier session had, from the time and the process. */
void peer_begin(struct peer *p, double rate_hz, double watchdog_s)
{
	struct rng r;

	rng_init(&r, (uint64_t)peer_now(), (uint64_t)getpid());
	p->session = rng_bits(&r) | 1;
	p->rate_hz = rate_hz;
	p->watchdog_s = watchdog_s;
	p->sent = p->number = p->refused = 0;
	p->stopped = p->unheard = false;
	p->fault = PEER_NOTHING;
	memset(p->command, 0, sizeof(p->command));
	memset(p->reading, 0, sizeof(p->reading));
}

/* --- packets that go out ---------------------------------------------------------------------------- */

static size_t send_packet(struct peer *p, enum packet_kind kind, int count, int64_t t_ns, int64_t tick, uint32_t state, uint32_t flags)
{
	struct packet *f = &p->out;

	f->kind = kind;
	f->session = p->session;
	f->number = ++p->sent;
	f->t_ns = t_ns;
	f->tick = tick;
	f->state = state;
	f->flags = flags;
	f->channels = p->channels;
	f->slots = p->slots;
	f->count = count;
	return packet_encode(f, p->bytes);
}

size_t peer_hello(struct peer *p)
{
	p->out.x[0] = p->rate_hz;
	p->out.x[1] = p->watchdog_s;
	return send_packet(p, PACKET_HELLO, 2, peer_now(), 0, 0, 0);
}

size_t peer_command(struct peer *p, const struct device_command *c)
{
	memcpy(p->command, c->x, (size_t)p->channels * sizeof(double));
	memcpy(p->out.x, c->x, (size_t)p->channels * sizeof(double));
	return send_packet(p, PACKET_COMMAND, p->channels, c->t_ns, c->tick, (uint32_t)c->state, c->tripped ? PACKET_TRIPPED : 0);
}

size_t peer_hold(struct peer *p)
{
	memcpy(p->out.x, p->command, (size_t)p->channels * sizeof(double));
	return send_packet(p, PACKET_COMMAND, p->channels, p->out.t_ns, p->out.tick, p->out.state, PACKET_TRIPPED | PACKET_HOLD);
}

size_t peer_end(struct peer *p)
{
	return send_packet(p, PACKET_END, 0, peer_now(), 0, 0, 0);
}

/* --- packets that come in --------------------------------------------------------------------------- */

static enum peer_answer pass(struct peer *p, enum peer_fault why, int value)
{
	p->refused++;
	p->fault = why;
	p->fault_value = value;
	return PEER_PASSED;
}

void peer_pass(struct peer *p, enum packet_fault why)
{
	if (why == PACKET_VERSION)
		pass(p, PEER_OTHER_VERSION, p->in.count);
	else
		pass(p, PEER_BYTES, 0);
}

static enum peer_answer refusal(struct peer *p)
{
	static const enum peer_fault why[REFUSALS] = {
		[REFUSAL_CHANNELS] = PEER_CHANNELS, [REFUSAL_SLOTS] = PEER_SLOTS, [REFUSAL_BUSY] = PEER_BUSY,
	};
	const struct packet *f = &p->in;

	if (f->state == 0 || f->state >= REFUSALS)
		return pass(p, PEER_BYTES, 0);
	pass(p, why[f->state], f->state == REFUSAL_CHANNELS ? f->channels : (int)f->slots);
	return PEER_REFUSED;
}

static bool stops(const struct packet *f)
{
	return f->flags & PACKET_STOPPED;
}

static void keep(struct peer *p)
{
	const struct packet *f = &p->in;
	const double *x = f->x;

	p->number = f->number;
	p->stopped = stops(f);
	p->unheard |= p->stopped;
	for (int k = 0; k < DEVICE_SLOTS; k++) {
		if (!(f->slots & slot_bit(k)))
			continue;
		memcpy(p->reading[k], x, (size_t)p->channels * sizeof(double));
		x += p->channels;
	}
}

enum peer_answer peer_take(struct peer *p)
{
	const struct packet *f = &p->in;

	if (f->session != p->session)
		return pass(p, PEER_SESSION, 0);
	if (f->kind == PACKET_REFUSAL)
		return refusal(p);
	if (f->kind != PACKET_READING)
		return pass(p, PEER_BYTES, 0);
	if (f->channels != p->channels)
		return pass(p, PEER_CHANNELS, f->channels);
	if (f->slots >> DEVICE_SLOTS || (f->slots & p->slots) != p->slots || f->count != slots_count(f->slots) * f->channels)
		return pass(p, PEER_SLOTS, (int)f->slots);
	if (f->number < 1 || f->tick < 0 || f->tick > p->sent)
		return pass(p, PEER_NUMBER, 0);
	/* values that come late are old, a stop that does is news */
	if (f->number <= p->number) {
		p->unheard |= stops(f);
		return pass(p, PEER_NUMBER, 0);
	}
	keep(p);
	return PEER_NEW;
}

void peer_newest(struct peer *p, struct device_reading *ret)
{
	ret->number = p->number;
	ret->stopped = p->stopped || p->unheard;
	p->unheard = false;
	for (int k = 0; k < DEVICE_SLOTS; k++)
		if (p->slots & slot_bit(k))
			memcpy(ret->x[k], p->reading[k], (size_t)p->channels * sizeof(double));
}

/* --- an open that came to nothing ------------------------------------------------------------------ */

static const char *const FAULT_TEXT[PEER_FAULTS] = {
	[PEER_BYTES] = "what comes from the laboratory at %s is damaged, or no packet of this kind",
	[PEER_OTHER_VERSION] = "the laboratory at %s speaks another version of the packet",
	[PEER_SESSION] = "the laboratory at %s serves another controller",
	[PEER_CHANNELS] = "the laboratory at %s has another number of channels",
	[PEER_SLOTS] = "the laboratory at %s does not measure all that is wanted",
	[PEER_NUMBER] = "the readings of the laboratory at %s are numbered wrongly",
	[PEER_BUSY] = "the laboratory at %s serves another controller",
};

static const char *const FAULT_HINT[PEER_FAULTS] = {
	[PEER_BYTES] = "is this the right address, and the laboratory's program one of docs/devices.md?",
	[PEER_OTHER_VERSION] = "take a laboratory's program of the same version",
	[PEER_SESSION] = "end the other one, or wait until the laboratory has noticed that it has ended",
	[PEER_CHANNELS] = "give -channels as the laboratory's program has them",
	[PEER_SLOTS] = "leave out -velocity or -accel, or let the laboratory send them",
	[PEER_NUMBER] = "they must begin at 1, grow, and name a command that was sent",
	[PEER_BUSY] = "end the other one, or wait until the laboratory has noticed that it has ended",
};

static void slots_text(unsigned slots, char *ret_text, int size)
{
	int n = 0;

	ret_text[0] = '\0';
	for (int k = 0; k < DEVICE_SLOTS; k++)
		if (slots & slot_bit(k) && n < size)
			n += snprintf(ret_text + n, (size_t)(size - n), "%s%s", n ? " " : "", slot_name(k));
}

int peer_silent(const struct peer *p, double patience_s, const char *what, const char *hint, struct err *e)
{
	char has[64], want[64];

	if (p->fault == PEER_NOTHING) {
		err_set(e, ERR_LOST, p->object, "%s", what);
		err_value(e, "waited %g s for %s", patience_s, p->name);
		err_hint(e, "%s", hint);
		return ERR_LOST;
	}
	err_set(e, ERR_LOST, p->object, FAULT_TEXT[p->fault], p->name);
	if (p->fault == PEER_OTHER_VERSION || p->fault == PEER_CHANNELS) {
		err_value(e, "%d", p->fault_value);
		err_allowed(e, "%d", p->fault == PEER_CHANNELS ? p->channels : PACKET_VERSION_NUMBER);
	} else if (p->fault == PEER_SLOTS) {
		slots_text((unsigned)p->fault_value, has, sizeof(has));
		slots_text(p->slots, want, sizeof(want));
		err_value(e, "%s", has);
		err_allowed(e, "%s", want);
	}
	err_hint(e, "%s", FAULT_HINT[p->fault]);
	return ERR_LOST;
}

int peer_system(const struct peer *p, const char *what, int number, struct err *e)
{
	char reason[96] = "unknown reason";

	if (strerror_r(number, reason, sizeof(reason)) != 0)
		snprintf(reason, sizeof(reason), "error %d", number);
	return err_set(e, ERR_STATE, p->object, "%s for %s: %s", what, p->name, reason);
}

/* --- time of an open ------------------------------------------------------------------------------- */

int64_t peer_now(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

int64_t peer_deadline(double patience_s)
{
	return peer_now() + (int64_t)(fmin(fmax(patience_s, 0.0), 1e8) * 1e9);
}

int peer_left_ms(int64_t deadline_ns, int most)
{
	int64_t left = (deadline_ns - peer_now() + NS_PER_MS - 1) / NS_PER_MS;

	return left < 0 ? 0 : left > most ? most : (int)left;
}

bool peer_pause(int64_t deadline_ns, int ms)
{
	struct clock c;
	int64_t now = peer_now(), until = now + (int64_t)ms * NS_PER_MS;

	if (now >= deadline_ns)
		return false;
	clock_init(&c, &clock_monotonic, 0);
	return clock_sleep_until(&c, until < deadline_ns ? until : deadline_ns) == 0;
}
