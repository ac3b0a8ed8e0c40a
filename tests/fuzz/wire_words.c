/* One frame of every message, and every payload read and written again. */
#include "wire_words.h"

#include <math.h>
#include <string.h>

const int words_trial_n[SLOTS] = {2, 0, 0, 0, 1}, words_out_n[SLOTS] = {2, 0, 0, 2, 1};

struct wire_hello words_hello(void)
{
	struct wire_hello m = {
		.version_lo = 1, .version_hi = 3, .propose = true, .run = "frame-2.a", .name = "Bögl's office", .site = "laboratory", .force = "kN", .len = "mm",
		.time = "s", .instance = 0x123456789abcdef0, .dt = 0.01, .scale = 120.0, .last = {41, 3, 0xabcdef01},
	};
	memcpy(m.trial_n, words_trial_n, sizeof(m.trial_n));
	memcpy(m.out_n, words_out_n, sizeof(m.out_n));
	return m;
}

struct wire_welcome words_welcome(void)
{
	static unsigned char rest[64];
	static double u[2] = {0.0, 1e-3}, f[2] = {-0.5, 0.25}, t[1] = {0.0};
	struct signals out = {.n = {2, 0, 0, 2, 1}, .x = {u, u, u, f, t}};
	struct wire_welcome m = {
		.version = 2, .status = WIRE_STATUS_ACCEPTED, .site = "laboratory", .program = "1.0", .last = {42, 0, 7}, .channels = 2,
		.limit = {{-5.0, 5.0, 20.0, -100.0, 100.0}, {-INFINITY, INFINITY, INFINITY, -INFINITY, INFINITY}}
	};
	memcpy(m.trial_n, words_trial_n, sizeof(m.trial_n));
	memcpy(m.out_n, words_out_n, sizeof(m.out_n));
	wire_put_rest((const bool[]){true, false}, &out, rest);
	m.rest = rest;
	return m;
}

static size_t payload(enum wire_type type, unsigned char *to)
{
	static double u[2] = {0.1, -2.5e-3}, f[2] = {12.0, -1e5}, t[1] = {0.42};
	static const double g[4] = {1e-3, 2e-4, 2e-4, 3e-3};
	const struct substep_gains gains = {.n = 2, .k = 4, .single = true, .dt = 0.01, .b_v = 200.0, .b_a = 4e4, .g = g};
	const struct substeps ramp = {.t0 = 0.41, .instant0 = 0.4, .x0 = {u}, .now = {u}, .f = f};
	struct signals trial = {.n = {2, 0, 0, 0, 1}, .x = {u, u, u, u, t}}, out = {.n = {2, 0, 0, 2, 1}, .x = {u, u, u, f, t}};
	struct wire_place before = {41, 3, 0xabcdef01};
	struct wire_hello hello = words_hello();
	struct wire_welcome welcome = words_welcome();

	switch (type) {
	case WIRE_HELLO: return wire_put_hello(&hello, to);
	case WIRE_WELCOME: return wire_put_welcome(&welcome, to);
	case WIRE_REFUSE: return wire_put_refuse(WIRE_REFUSE_LIMIT, "component 2: 12 mm (allowed: -5 to 5)", to);
	case WIRE_PROPOSE: return wire_put_target(&before, 0.42, &trial, NULL, to);
	case WIRE_STEP: return wire_put_target(&before, 0.42, &trial, &ramp, to);
	case WIRE_MEASURED: return wire_put_measured(99, &out, NULL, words_trial_n, to);
	case WIRE_GAINS: return wire_put_gains(&gains, to);
	case WIRE_TRIP: return wire_put_trip("measured force 105.3", to);
	default: return 0;
	}
}

size_t words_frame(enum wire_type type, uint64_t number, unsigned char *ret_bytes)
{
	struct wire_frame f = {
		.type = type, .flags = type == WIRE_STEP ? WIRE_RAMP : 0, .session = 0x0102030405060708, .step = 42, .sub = 5, .t_ns = 1234567890123, .echo_ns = -5,
		.number = number, .payload = ret_bytes + WIRE_HEADER, .length = (uint32_t)payload(type, ret_bytes + WIRE_HEADER),
	};

	return wire_encode(&f, ret_bytes);
}

/* Reals as they stand in a message, for writing them again. */
static void reals(const unsigned char *values, int n, double *ret_x)
{
	wire_values(values, n, ret_x);
}

static size_t again_target(const struct wire_frame *f, const struct wire_target *m, unsigned char *to)
{
	double x[3], x0[2], x1[2], now[2], force[2];
	struct signals s = {.n = {2, 0, 0, 0, 1}, .x = {x, x, x, x, x + 2}};
	struct substeps ramp = {.x0 = {x0}, .x1 = {x1}, .now = {now}, .f = force};

	reals(m->values, 3, x);
	if (!(f->flags & WIRE_RAMP))
		return wire_put_target(&m->before, m->instant, &s, NULL, to);
	wire_ramp(m->values, words_trial_n, &ramp);
	return wire_put_target(&m->before, m->instant, &s, &ramp, to);
}

static size_t again_measured(const struct wire_frame *f, const struct wire_measured *m, unsigned char *to)
{
	double x[5], before[2], now[2];
	struct signals s = {.n = {2, 0, 0, 2, 1}, .x = {x, x, x, x + 2, x + 4}};
	struct substeps ramp = {.before = before, .now = {now}};

	reals(m->values, 5, x);
	if (!(f->flags & WIRE_RAMP))
		return wire_put_measured(m->digest, &s, NULL, words_trial_n, to);
	wire_ramped(m->values, words_trial_n, words_out_n, &ramp);
	return wire_put_measured(m->digest, &s, &ramp, words_trial_n, to);
}

/* Reads; *ret_n: bytes written again. */
static enum wire_fault read_again(const struct wire_frame *f, unsigned char *to, size_t *ret_n)
{
	union {
		struct wire_hello hello;
		struct wire_welcome welcome;
		struct wire_refuse refuse;
		struct wire_target target;
		struct wire_measured measured;
		struct wire_gains gains;
		char trip[WIRE_TEXT];
	} m;
	double g[4];
	enum wire_fault fault;

	switch (f->type) {
	case WIRE_HELLO: fault = wire_get_hello(f, &m.hello); *ret_n = fault ? 0 : wire_put_hello(&m.hello, to); return fault;
	case WIRE_WELCOME: fault = wire_get_welcome(f, &m.welcome); *ret_n = fault ? 0 : wire_put_welcome(&m.welcome, to); return fault;
	case WIRE_REFUSE: fault = wire_get_refuse(f, &m.refuse); *ret_n = fault ? 0 : wire_put_refuse(m.refuse.code, m.refuse.text, to); return fault;
	case WIRE_PROPOSE:
	case WIRE_STEP: fault = wire_get_target(f, words_trial_n, &m.target); *ret_n = fault ? 0 : again_target(f, &m.target, to); return fault;
	case WIRE_MEASURED:
		fault = wire_get_measured(f, words_trial_n, words_out_n, &m.measured);
		*ret_n = fault ? 0 : again_measured(f, &m.measured, to);
		return fault;
	case WIRE_GAINS:
		if ((fault = wire_get_gains(f, words_trial_n, &m.gains)))
			return fault;
		reals(m.gains.values, 4, g);
		m.gains.w.g = g;
		*ret_n = wire_put_gains(&m.gains.w, to);
		return fault;
	case WIRE_TRIP: fault = wire_get_trip(f, m.trip); *ret_n = fault ? 0 : wire_put_trip(m.trip, to); return fault;
	default: *ret_n = 0; return wire_get_nothing(f);
	}
}

enum wire_fault words_reader(const struct wire_frame *f, unsigned char *scratch, size_t size)
{
	size_t n = 0;
	enum wire_fault fault;

	if (f->length > size)
		return WIRE_BAD_PAYLOAD;
	if ((fault = read_again(f, scratch, &n)))
		return fault;
	return n == f->length && memcmp(scratch, f->payload, n) == 0 ? WIRE_GOOD : WIRE_BAD_NUMBER;
}
