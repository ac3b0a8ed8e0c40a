/* Sizes and places of the values of a frame. */
#include "foreign/frame.h"

#include <stdint.h>
#include <string.h>

/* Frames are copied as they stand in memory. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the wire is little-endian");
_Static_assert(sizeof(int32_t) * FRAME_ID_INTS == FRAME_ID_BYTES, "eleven int32");

static int sum(const int n[SLOTS])
{
	return frame_at(n, 0, SLOTS);
}

void frame_sizes_encode(const struct frame_sizes *s, unsigned char ret_bytes[FRAME_ID_BYTES])
{
	int32_t id[FRAME_ID_INTS];

	for (int k = 0; k < SLOTS; k++) {
		id[k] = s->ctrl[k];
		id[SLOTS + k] = s->daq[k];
	}
	id[2 * SLOTS] = s->data;
	memcpy(ret_bytes, id, sizeof(id));
}

static int refuse(const char *object, const char *what, int value, int lo, int hi, struct err *e)
{
	err_set(e, ERR_FORMAT, object, "the client's sizes are no sizes: %s", what);
	err_value(e, "%d", value);
	err_allowed(e, "%d to %d", lo, hi);
	err_hint(e, "a program that speaks another protocol, or bytes of another order");
	return ERR_FORMAT;
}

int frame_sizes_check(const struct frame_sizes *s, const char *object, struct err *e)
{
	int least;

	for (int k = 0; k < SLOTS; k++) {
		if (s->ctrl[k] < 0 || s->ctrl[k] > FRAME_SLOT_MOST)
			return refuse(object, "commands of a kind", s->ctrl[k], 0, FRAME_SLOT_MOST, e);
		if (s->daq[k] < 0 || s->daq[k] > FRAME_SLOT_MOST)
			return refuse(object, "measurements of a kind", s->daq[k], 0, FRAME_SLOT_MOST, e);
	}
	least = frame_data_least(s, 0);
	return s->data < least || s->data > FRAME_MOST ? refuse(object, "numbers a frame", s->data, least, FRAME_MOST, e) : 0;
}

int frame_sizes_decode(const unsigned char bytes[FRAME_ID_BYTES], const char *object, struct frame_sizes *ret, struct err *e)
{
	int32_t id[FRAME_ID_INTS];
	struct frame_sizes s;
	int code;

	memcpy(id, bytes, sizeof(id));
	for (int k = 0; k < SLOTS; k++) {
		s.ctrl[k] = id[k];
		s.daq[k] = id[SLOTS + k];
	}
	s.data = id[2 * SLOTS];
	code = frame_sizes_check(&s, object, e);
	if (!code)
		*ret = s;
	return code;
}

int frame_data_least(const struct frame_sizes *s, int n)
{
	int least = 1 + sum(s->ctrl), daq = sum(s->daq);

	least = daq > least ? daq : least;
	return n * n > least ? n * n : least;
}

int frame_at(const int n[SLOTS], int first, int k)
{
	for (int i = 0; i < k; i++)
		first += n[i];
	return first;
}

void frame_pack_slot(const struct signals *s, const int n[SLOTS], int k, double *frame, int first)
{
	double *to = frame + frame_at(n, first, k);
	int have = s->n[k] < n[k] ? s->n[k] : n[k];

	memcpy(to, s->x[k], (size_t)have * sizeof(double));
	memset(to + have, 0, (size_t)(n[k] - have) * sizeof(double));
}

void frame_pack(const struct signals *s, const int n[SLOTS], double *frame, int first)
{
	for (int k = 0; k < SLOTS; k++)
		frame_pack_slot(s, n, k, frame, first);
}

void frame_unpack(const double *frame, int first, const int n[SLOTS], struct signals *s)
{
	for (int k = 0; k < SLOTS; k++) {
		const double *from = frame + frame_at(n, first, k);
		int have = s->n[k] < n[k] ? s->n[k] : n[k];

		memcpy(s->x[k], from, (size_t)have * sizeof(double));
		memset(s->x[k] + have, 0, (size_t)(s->n[k] - have) * sizeof(double));
	}
}
