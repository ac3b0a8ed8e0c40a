/* Volume 2 files (corrected accelerations) of COSMOS and of the Californian network before it.
 *
 * The line before the values says how many there are and in which columns they stand:
 *   12091 acceleration pts, approx 120 secs, units=cm/s^2 (4),Format=(8F10.5)                  COSMOS 1.20
 *    2000 points of accel data equally spaced at .020 sec, in cm/sec2. (8f10.3)                CSMIP/CDMG
 * In COSMOS the step is the 34th real-header value (seconds), or else the 62nd (milliseconds). A file may hold several channels.
 */
#include "motion/motion_file.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
	int line;       /* of the descriptor                  */
	int points;
	double dt;      /* 0: not on the line                 */
	int width;      /* columns a value; 0: parted by blanks */
};

/* The whole number at the start of a text, 0 without one; those that an int does not hold end at its last. */
static int whole(const char *text)
{
	long x = strtol(text, NULL, 10);
	return x < 0 ? 0 : x < INT_MAX ? (int)x : INT_MAX;
}

/* Columns a value of "(8F10.5)" or "(1E15.6)": the digits after the letter. */
static int format_width(const char *line)
{
	for (const char *at = line; (at = strchr(at, '(')); at++) {
		const char *c = at + 1 + strspn(at + 1, " 0123456789");
		if (c > at + 1 && strchr("fFeEgGiI", *c) && *c && isdigit((unsigned char)c[1]))
			return whole(c + 1);
	}
	return 0;
}

static bool describe(const char *line, struct block *ret)
{
	struct block b = { 0 };
	double points;
	bool cosmos = motion_line_find(line, "acceleration pts") != NULL;
	const char *spaced = motion_line_find(line, "points of accel data equally spaced at");
	if ((!cosmos && !spaced) || sscanf(line, "%lf", &points) != 1 || !(points >= 1.0 && points < 1e9))
		return false;
	b.points = (int)points;
	if (spaced && !motion_line_seconds(spaced, "at", &b.dt))
		return false;
	b.width = format_width(line);
	*ret = b;
	return true;
}

/* The descriptor of the channel with this number, from 1; points 0 when there is none. */
static struct block find_block(const struct motion_text *t, int channel)
{
	struct block b = { 0 };
	for (int i = 0; i < t->n; i++)
		if (describe(t->line[i], &b) && --channel == 0) {
			b.line = i;
			return b;
		}
	return (struct block){ 0 };
}

static bool detect(const struct motion_text *t)
{
	return find_block(t, 1).points > 0;
}

/* Step from the last real header before the descriptor; 0 when it has none. */
static double header_step(const struct motion_text *t, int descriptor, struct arena *mem)
{
	struct err ignore;
	double *x;
	int n, count;
	err_clear(&ignore);
	for (int i = descriptor - 1; i >= 0; i--) {
		if (!motion_line_find(t->line[i], "real-header values"))
			continue;
		count = whole(t->line[i]);
		if (count < 1 || motion_text_numbers(t, i + 1, descriptor, format_width(t->line[i]), count, mem, &x, &n, &ignore) < 0)
			return 0.0;
		if (n >= 34 && x[33] > 0.0)
			return x[33];
		return n >= 62 && x[61] > 0.0 ? x[61] / 1000.0 : 0.0;
	}
	return 0.0;
}

/* The line after the values: velocities, another channel or the end mark. */
static int block_end(const struct motion_text *t, int line)
{
	static const char *const mark[] = { " pts", "points of", "end-of-data" };
	for (; line < t->n; line++)
		for (int j = 0; j < 3; j++)
			if (motion_line_find(t->line[line], mark[j]))
				return line;
	return line;
}

static int read(const struct motion_text *t, const struct motion_file_options *o, struct arena *mem, struct motion *ret, struct err *e)
{
	struct block b = find_block(t, o->channel);
	int rc;
	if (b.points == 0) {
		rc = err_set(e, ERR_FORMAT, t->path, "no channel %d", o->channel);
		err_hint(e, "a channel begins with a line \"n acceleration pts\" or \"n points of accel data equally spaced at\"");
		return rc;
	}
	double dt = b.dt > 0.0 ? b.dt : header_step(t, b.line, mem);
	if ((rc = motion_text_numbers(t, b.line + 1, block_end(t, b.line + 1), b.width, b.points, mem, &ret->x, &ret->n, e)) < 0)
		return rc;
	if (ret->n != b.points) {
		rc = err_set(e, ERR_FORMAT, t->path, "line %d promises %d values", b.line + 1, b.points);
		err_value(e, "%d", ret->n);
		return rc;
	}
	ret->unit = motion_file_unit(t->line[b.line]);
	return motion_file_step(t, o, dt, &ret->dt, e);
}

const struct motion_format motion_format_cosmos = {
	.name = "cosmos",
	.brief = "COSMOS or CSMIP volume 2, one of its channels",
	.detect = detect,
	.read = read,
};
