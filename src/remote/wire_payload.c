/* Payloads of all messages: written by pens, read by eyes that check every range. The layout is in docs/wire.md. */
#include "remote/wire.h"

#include "base/crc32c.h"
#include "remote/bytes.h"

#include <math.h>
#include <string.h>

/* --- what several have in common ------------------------------------------------------------------ */

static enum wire_fault verdict(const struct eye *y, bool good)
{
	return good && eye_good(y) ? WIRE_GOOD : WIRE_BAD_PAYLOAD;
}

static struct eye eye_on(const struct wire_frame *f)
{
	return (struct eye){.at = f->payload, .n = f->length};
}

static void put_place(struct pen *p, const struct wire_place *x)
{
	pen_int(p, x->step, 8);
	pen_int(p, x->sub, 4);
	pen_int(p, x->digest, 4);
}

static bool get_place(struct eye *y, struct wire_place *ret)
{
	ret->step = eye_int(y, 8);
	ret->sub = (uint32_t)eye_int(y, 4);
	ret->digest = (uint32_t)eye_int(y, 4);
	return ret->step > 0 ? ret->digest != 0 : ret->sub == 0 && ret->digest == 0;
}

static void put_sizes(struct pen *p, const int trial_n[SLOTS], const int out_n[SLOTS])
{
	for (int i = 0; i < SLOTS; i++)
		pen_int(p, (uint64_t)trial_n[i], 2);
	for (int i = 0; i < SLOTS; i++)
		pen_int(p, (uint64_t)out_n[i], 2);
}

static bool get_sizes(struct eye *y, int ret_trial[SLOTS], int ret_out[SLOTS])
{
	for (int i = 0; i < SLOTS; i++)
		ret_trial[i] = (int)eye_int(y, 2);
	for (int i = 0; i < SLOTS; i++)
		ret_out[i] = (int)eye_int(y, 2);
	return wire_sizes_good(ret_trial, ret_out);
}

bool wire_name_good(const char *text, bool strict)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
	size_t n = strlen(text), k;

	if (n == 0 || n >= WIRE_NAME || (strict && (strspn(text, allowed) != n || text[0] == '.')))
		return false;
	for (size_t i = 0; i < n; i += k)
		if (!(k = text_character((const unsigned char *)text + i, n - i)))
			return false;
	return true;
}

int wire_count(const int n[SLOTS])
{
	int sum = 0;

	for (int i = 0; i < SLOTS; i++)
		sum += n[i];
	return sum;
}

bool wire_sizes_good(const int trial_n[SLOTS], const int out_n[SLOTS])
{
	for (int i = 0; i < SLOTS; i++)
		if (trial_n[i] < 0 || trial_n[i] > WIRE_CHANNELS || out_n[i] < 0 || out_n[i] > WIRE_CHANNELS)
			return false;
	return wire_count(trial_n) > 0 && wire_count(out_n) > 0;
}

/* Motions that sub-steps ramp: displacement, and the others as far as a trial has as many of them. */
static int count_motions(const int trial_n[SLOTS])
{
	int motions = 0;

	for (int x = 0; x < SUBSTEP_MOTIONS; x++)
		motions += trial_n[x] == trial_n[SLOT_DISP];
	return motions;
}

/* Reals of sub-steps behind a trial, and behind a measurement. */
static size_t ramp_reals(const int trial_n[SLOTS])
{
	return 2 + (size_t)(2 * count_motions(trial_n) + 1) * (size_t)trial_n[SLOT_DISP];
}

static size_t ramped_reals(const int trial_n[SLOTS])
{
	return (size_t)(count_motions(trial_n) + 1) * (size_t)trial_n[SLOT_DISP];
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

size_t wire_longest(const int trial_n[SLOTS], const int out_n[SLOTS])
{
	size_t n = (size_t)trial_n[SLOT_DISP], trial = (size_t)wire_count(trial_n), out = (size_t)wire_count(out_n);
	size_t welcome = 46 + 2 * WIRE_NAME + 41 * WIRE_CHANNELS + 8 * out, gains = 32 + 8 * n * n;
	size_t target = 24 + 8 * (trial + ramp_reals(trial_n)), measured = 4 + 8 * (out + ramped_reals(trial_n));

	return larger(larger(welcome, gains), larger(target, measured));
}

/* --- who, what, how far --------------------------------------------------------------------------- */

size_t wire_put_hello(const struct wire_hello *m, unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes};

	pen_int(&p, m->version_lo, 2);
	pen_int(&p, m->version_hi, 2);
	pen_int(&p, m->propose, 4);
	pen_int(&p, m->instance, 8);
	put_place(&p, &m->last);
	pen_real(&p, m->dt);
	pen_real(&p, m->scale);
	put_sizes(&p, m->trial_n, m->out_n);
	pen_text(&p, m->run, WIRE_NAME - 1);
	pen_text(&p, m->name, WIRE_NAME - 1);
	pen_text(&p, m->site, WIRE_NAME - 1);
	pen_text(&p, m->force, WIRE_UNIT - 1);
	pen_text(&p, m->len, WIRE_UNIT - 1);
	pen_text(&p, m->time, WIRE_UNIT - 1);
	return (size_t)(p.at - ret_bytes);
}

static bool is_span(double x)
{
	return isfinite(x) && x >= 0.0;
}

enum wire_fault wire_get_hello(const struct wire_frame *f, struct wire_hello *ret)
{
	struct eye y = eye_on(f);
	struct wire_hello m = {0};
	uint64_t propose;
	bool good;

	m.version_lo = (uint16_t)eye_int(&y, 2);
	m.version_hi = (uint16_t)eye_int(&y, 2);
	propose = eye_int(&y, 4);
	m.propose = propose == 1;
	m.instance = eye_int(&y, 8);
	good = get_place(&y, &m.last) && propose <= 1 && m.version_lo >= 1 && m.version_lo <= m.version_hi;
	m.dt = eye_real(&y);
	m.scale = eye_real(&y);
	good = get_sizes(&y, m.trial_n, m.out_n) && is_span(m.dt) && is_span(m.scale) && good;
	eye_text(&y, m.run, WIRE_NAME);
	eye_text(&y, m.name, WIRE_NAME);
	eye_text(&y, m.site, WIRE_NAME);
	eye_text(&y, m.force, WIRE_UNIT);
	eye_text(&y, m.len, WIRE_UNIT);
	eye_text(&y, m.time, WIRE_UNIT);
	good = good && wire_name_good(m.run, true) && wire_name_good(m.name, false) && wire_name_good(m.site, false);
	if (verdict(&y, good) == WIRE_GOOD)
		*ret = m;
	return verdict(&y, good);
}

size_t wire_put_welcome(const struct wire_welcome *m, unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes};

	pen_int(&p, m->version, 2);
	pen_int(&p, m->status, 2);
	pen_int(&p, (uint64_t)m->channels, 2);
	pen_int(&p, 0, 2);
	put_place(&p, &m->last);
	put_sizes(&p, m->trial_n, m->out_n);
	pen_text(&p, m->site, WIRE_NAME - 1);
	pen_text(&p, m->program, WIRE_NAME - 1);
	for (int i = 0; i < m->channels; i++) {
		const struct wire_limit *l = &m->limit[i];
		pen_reals(&p, (const double[]){l->stroke_lo, l->stroke_hi, l->velocity, l->force_lo, l->force_hi}, 5);
	}
	memcpy(p.at, m->rest, wire_rest_size(m->out_n));
	return (size_t)(p.at - ret_bytes) + wire_rest_size(m->out_n);
}

size_t wire_rest_size(const int out_n[SLOTS])
{
	return (size_t)out_n[SLOT_DISP] + 8 * (size_t)wire_count(out_n);
}

static size_t put_signals(const struct signals *s, unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes};

	for (int i = 0; i < SLOTS; i++)
		pen_reals(&p, s->x[i], s->n[i]);
	return (size_t)(p.at - ret_bytes);
}

size_t wire_put_rest(const bool *driven, const struct signals *out, unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes};

	for (int i = 0; i < out->n[SLOT_DISP]; i++)
		pen_int(&p, !driven || driven[i], 1);
	return (size_t)(p.at - ret_bytes) + put_signals(out, p.at);
}

static const unsigned char *get_rest(struct eye *y, const int out_n[SLOTS])
{
	const unsigned char *rest = y->at;
	bool good = true;

	for (int i = 0; i < out_n[SLOT_DISP]; i++)
		good &= eye_int(y, 1) <= 1;
	good &= eye_reals(y, (size_t)wire_count(out_n)) != NULL;
	return good ? rest : NULL;
}

bool wire_rest_good(const unsigned char *bytes, size_t n, const int out_n[SLOTS])
{
	struct eye y = {.at = bytes, .n = n};

	return get_rest(&y, out_n) && eye_good(&y);
}

/* Infinite ones are no limits. */
static bool get_limit(struct eye *y, struct wire_limit *ret)
{
	double *const x[] = {&ret->stroke_lo, &ret->stroke_hi, &ret->velocity, &ret->force_lo, &ret->force_hi};

	for (size_t i = 0; i < COUNT(x); i++)
		*x[i] = eye_real(y);
	return ret->stroke_lo <= ret->stroke_hi && ret->velocity > 0.0 && ret->force_lo <= ret->force_hi;
}

enum wire_fault wire_get_welcome(const struct wire_frame *f, struct wire_welcome *ret)
{
	struct eye y = eye_on(f);
	bool good;
	uint64_t status, zero;

	memset(ret, 0, sizeof(*ret));
	ret->version = (uint16_t)eye_int(&y, 2);
	status = eye_int(&y, 2);
	ret->channels = (int)eye_int(&y, 2);
	zero = eye_int(&y, 2);
	good = get_place(&y, &ret->last) && status < WIRE_STATUSES && ret->channels <= WIRE_CHANNELS && zero == 0;
	good = get_sizes(&y, ret->trial_n, ret->out_n) && good;
	eye_text(&y, ret->site, WIRE_NAME);
	eye_text(&y, ret->program, WIRE_NAME);
	good = good && wire_name_good(ret->site, false) && wire_name_good(ret->program, false);
	for (int i = 0; good && i < ret->channels; i++)
		good = get_limit(&y, &ret->limit[i]);
	good = good && (ret->rest = get_rest(&y, ret->out_n)) != NULL;
	ret->status = good ? (enum wire_status)status : WIRE_STATUS_NEW;
	return verdict(&y, good);
}

/* --- sentences ------------------------------------------------------------------------------------ */

size_t wire_put_refuse(enum wire_refusal code, const char *text, unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes};

	pen_int(&p, code, 2);
	pen_text(&p, text, WIRE_TEXT - 1);
	return (size_t)(p.at - ret_bytes);
}

enum wire_fault wire_get_refuse(const struct wire_frame *f, struct wire_refuse *ret)
{
	struct eye y = eye_on(f);
	uint64_t code = eye_int(&y, 2);
	bool good = code >= WIRE_REFUSE_VERSION && code < WIRE_REFUSALS;

	ret->code = good ? (enum wire_refusal)code : WIRE_REFUSE_MESSAGE;
	eye_text(&y, ret->text, WIRE_TEXT);
	return verdict(&y, good);
}

size_t wire_put_trip(const char *text, unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes};

	pen_text(&p, text, WIRE_TEXT - 1);
	return (size_t)(p.at - ret_bytes);
}

enum wire_fault wire_get_trip(const struct wire_frame *f, char ret_text[WIRE_TEXT])
{
	struct eye y = eye_on(f);

	eye_text(&y, ret_text, WIRE_TEXT);
	return verdict(&y, true);
}

/* --- numbers of a step ---------------------------------------------------------------------------- */

/* Of the motions that sub-steps ramp, n of each. */
static void put_motions(struct pen *p, const int trial_n[SLOTS], double *const x[SUBSTEP_MOTIONS])
{
	for (int k = 0; k < SUBSTEP_MOTIONS; k++)
		if (trial_n[k] == trial_n[SLOT_DISP])
			pen_reals(p, x[k], trial_n[k]);
}

static const unsigned char *get_motions(const unsigned char *values, const int trial_n[SLOTS], double *const ret_x[SUBSTEP_MOTIONS])
{
	for (int k = 0; k < SUBSTEP_MOTIONS; k++)
		if (trial_n[k] == trial_n[SLOT_DISP]) {
			wire_values(values, trial_n[k], ret_x[k]);
			values += 8 * (size_t)trial_n[k];
		}
	return values;
}

size_t wire_put_target(const struct wire_place *before, double instant, const struct signals *trial, const struct substeps *ramp, unsigned char
        *ret_bytes)
{
	struct pen p = {ret_bytes};

	put_place(&p, before);
	pen_real(&p, instant);
	p.at += put_signals(trial, p.at);
	if (ramp) {
		pen_real(&p, ramp->t0);
		pen_real(&p, ramp->instant0);
		put_motions(&p, trial->n, ramp->x0);
		put_motions(&p, trial->n, ramp->now);
		pen_reals(&p, ramp->f, trial->n[SLOT_DISP]);
	}
	return (size_t)(p.at - ret_bytes);
}

enum wire_fault wire_get_target(const struct wire_frame *f, const int trial_n[SLOTS], struct wire_target *ret)
{
	struct eye y = eye_on(f);
	size_t n = (size_t)wire_count(trial_n) + (f->flags & WIRE_RAMP ? ramp_reals(trial_n) : 0);
	bool good = get_place(&y, &ret->before);

	ret->instant = eye_real(&y);
	ret->values = eye_reals(&y, n);
	return verdict(&y, good && isfinite(ret->instant) && f->step > 0);
}

size_t wire_put_measured(uint32_t digest, const struct signals *out, const struct substeps *ramp, const int trial_n[SLOTS], unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes};

	pen_int(&p, digest, 4);
	p.at += put_signals(out, p.at);
	if (ramp) {
		pen_reals(&p, ramp->before, trial_n[SLOT_DISP]);
		put_motions(&p, trial_n, ramp->now);
	}
	return (size_t)(p.at - ret_bytes);
}

enum wire_fault wire_get_measured(const struct wire_frame *f, const int trial_n[SLOTS], const int out_n[SLOTS], struct wire_measured *ret)
{
	struct eye y = eye_on(f);
	size_t n = (size_t)wire_count(out_n) + (f->flags & WIRE_RAMP ? ramped_reals(trial_n) : 0);

	ret->digest = (uint32_t)eye_int(&y, 4);
	ret->values = eye_reals(&y, n);
	return verdict(&y, ret->digest != 0 && f->step > 0);
}

size_t wire_put_gains(const struct substep_gains *w, unsigned char *ret_bytes)
{
	struct pen p = {ret_bytes};

	pen_int(&p, (uint64_t)w->n, 2);
	pen_int(&p, (uint64_t)w->k, 2);
	pen_int(&p, (uint64_t)w->control, 2);
	pen_int(&p, w->single, 2);
	pen_reals(&p, (const double[]){w->dt, w->b_v, w->b_a}, 3);
	pen_reals(&p, w->g, w->n * w->n);
	return (size_t)(p.at - ret_bytes);
}

enum wire_fault wire_get_gains(const struct wire_frame *f, const int trial_n[SLOTS], struct wire_gains *ret)
{
	struct eye y = eye_on(f);

	struct substep_gains *w = &ret->w;
	uint64_t control, single;
	const unsigned char *factors;

	w->n = (int)eye_int(&y, 2);
	w->k = (int)eye_int(&y, 2);
	control = eye_int(&y, 2);
	single = eye_int(&y, 2);
	w->control = (enum substep_control)(control < SUBSTEP_CONTROLS ? control : 0);
	w->single = single == 1;
	w->g = NULL;
	if (!(factors = eye_reals(&y, 3)) || single > 1 || control >= SUBSTEP_CONTROLS || w->n != trial_n[SLOT_DISP] || !substep_gains_good(w, trial_n))
		return WIRE_BAD_PAYLOAD;
	w->dt = bytes_real(factors);
	w->b_v = bytes_real(factors + 8);
	w->b_a = bytes_real(factors + 16);
	ret->values = eye_reals(&y, (size_t)w->n * (size_t)w->n);
	return verdict(&y, w->dt > 0.0);
}

enum wire_fault wire_get_nothing(const struct wire_frame *f)
{
	return f->length == 0 ? WIRE_GOOD : WIRE_BAD_PAYLOAD;
}

void wire_values(const unsigned char *values, int n, double *ret_x)
{
	for (int i = 0; i < n; i++)
		ret_x[i] = bytes_real(values + 8 * (size_t)i);
}

void wire_signals(const unsigned char *values, struct signals *ret)
{
	for (int i = 0; i < SLOTS; i++) {
		wire_values(values, ret->n[i], ret->x[i]);
		values += 8 * (size_t)ret->n[i];
	}
}

void wire_ramp(const unsigned char *values, const int trial_n[SLOTS], struct substeps *ret)
{
	const unsigned char *end = values;

	for (int k = 0; k < SUBSTEP_MOTIONS; k++) {
		if (trial_n[k] == trial_n[SLOT_DISP])
			wire_values(end, trial_n[k], ret->x1[k]);
		end += 8 * (size_t)trial_n[k];
	}
	values += 8 * (size_t)wire_count(trial_n);
	ret->t0 = bytes_real(values);
	ret->instant0 = bytes_real(values + 8);
	values = get_motions(values + 16, trial_n, ret->x0);
	values = get_motions(values, trial_n, ret->now);
	wire_values(values, trial_n[SLOT_DISP], ret->f);
}

void wire_ramped(const unsigned char *values, const int trial_n[SLOTS], const int out_n[SLOTS], struct substeps *ret)
{
	values += 8 * (size_t)wire_count(out_n);
	wire_values(values, trial_n[SLOT_DISP], ret->before);
	get_motions(values + 8 * (size_t)trial_n[SLOT_DISP], trial_n, ret->now);
}

uint32_t wire_digest(uint32_t before, uint64_t step, uint32_t sub, const unsigned char *targets, size_t n, const unsigned char *measured, size_t m)
{
	unsigned char place[12];
	uint32_t digest;

	bytes_put(place, step, 8);
	bytes_put(place + 8, sub, 4);
	digest = crc32c(crc32c(crc32c(before, place, sizeof(place)), targets, n), measured, m);
	return digest ? digest : 1;
}
