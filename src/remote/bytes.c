/* Bytes of numbers and texts. */
#include "remote/bytes.h"

#include <string.h>

void bytes_put(unsigned char *to, uint64_t x, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = (unsigned char)(x >> 8 * i);
}

uint64_t bytes_get(const unsigned char *from, int n)
{
	uint64_t x = 0;

	for (int i = 0; i < n; i++)
		x |= (uint64_t)from[i] << 8 * i;
	return x;
}

double bytes_real(const unsigned char *from)
{
	uint64_t bits = bytes_get(from, 8);
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

void pen_int(struct pen *p, uint64_t x, int n)
{
	bytes_put(p->at, x, n);
	p->at += n;
}

void pen_real(struct pen *p, double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	pen_int(p, bits, 8);
}

void pen_reals(struct pen *p, const double *x, int n)
{
	for (int i = 0; i < n; i++)
		pen_real(p, x[i]);
}

/* Lead byte of a character of n bytes: what is fixed of it, and the smallest code that needs so many (RFC 3629, 3). */
static const struct {
	unsigned char mask, value;
	uint32_t least;
} lead[] = {
	{0x80, 0x00, 0x20}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000},
};

static bool printable(uint32_t code)
{
	return code != 0x7f && !(code >= 0x80 && code < 0xa0) && !(code >= 0xd800 && code < 0xe000) && code <= 0x10ffff;
}

size_t text_character(const unsigned char *text, size_t n)
{
	for (size_t i = 0; i < COUNT(lead) && i < n; i++) {
		uint32_t code = text[0] & (unsigned char)~lead[i].mask;
		size_t k = 1;

		if ((text[0] & lead[i].mask) != lead[i].value)
			continue;
		for (; k <= i && (text[k] & 0xc0) == 0x80; k++)
			code = code << 6 | (text[k] & 0x3f);
		return k == i + 1 && code >= lead[i].least && printable(code) ? k : 0;
	}
	return 0;
}

void pen_text(struct pen *p, const char *text, size_t most)
{
	const unsigned char *from = (const unsigned char *)text;
	unsigned char *length = p->at++;
	size_t n = strlen(text);

	for (size_t i = 0; i < n;) {
		size_t k = text_character(from + i, n - i), put = k ? k : 1;
		if ((size_t)(p->at - length) - 1 + put > most)
			break;
		if (k)
			memcpy(p->at, from + i, k);
		else
			*p->at = '?';
		p->at += put;
		i += put;
	}
	*length = (unsigned char)(p->at - length - 1);
}

/* The next n bytes, or NULL. */
static const unsigned char *take(struct eye *y, size_t n)
{
	const unsigned char *at = y->at;

	if (y->bad || y->n < n) {
		y->bad = true;
		return NULL;
	}
	y->at += n;
	y->n -= n;
	return at;
}

uint64_t eye_int(struct eye *y, int n)
{
	const unsigned char *at = take(y, (size_t)n);

	return at ? bytes_get(at, n) : 0;
}

double eye_real(struct eye *y)
{
	const unsigned char *at = take(y, 8);

	return at ? bytes_real(at) : 0.0;
}

const unsigned char *eye_reals(struct eye *y, size_t n)
{
	const unsigned char *at = n <= y->n / 8 ? take(y, 8 * n) : NULL;

	/* an exponent of ones only is infinite or no number */
	for (size_t i = 0; at && i < n; i++)
		if ((bytes_get(at + 8 * i + 6, 2) & 0x7ff0) == 0x7ff0)
			at = NULL;
	y->bad |= !at;
	return at;
}

void eye_text(struct eye *y, char *ret_text, size_t size)
{
	size_t n = (size_t)eye_int(y, 1);
	const unsigned char *at = n < size ? take(y, n) : NULL;

	ret_text[0] = '\0';
	for (size_t i = 0, k; at && i < n; i += k)
		if (!(k = text_character(at + i, n - i)))
			at = NULL;
	if (!at) {
		y->bad = true;
		return;
	}
	memcpy(ret_text, at, n);
	ret_text[n] = '\0';
}

bool eye_good(const struct eye *y)
{
	return !y->bad && y->n == 0;
}
