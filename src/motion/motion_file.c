/* Finding the format of a record, reading and writing it. */
#include "motion/motion_file.h"

#include "base/io.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOTION_FORMAT(name) extern const struct motion_format motion_format_##name;
#include "motion/list.def"
#undef MOTION_FORMAT

#define MOTION_FORMAT(name) &motion_format_##name,
const struct motion_format *const motion_format_table[] = {
#include "motion/list.def"
	NULL,
};
#undef MOTION_FORMAT

const struct motion_file_options motion_file_defaults = { .skip = -1, .channel = 1 };

static const struct motion_format *format_find(const char *name)
{
	for (int i = 0; motion_format_table[i]; i++)
		if (strcmp(motion_format_table[i]->name, name) == 0)
			return motion_format_table[i];
	return NULL;
}

static int unknown_format(const char *path, const char *name, bool written, struct err *e)
{
	char list[120] = "";
	for (int i = 0; motion_format_table[i]; i++)
		if (!written || motion_format_table[i]->write)
			snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", list[0] ? " " : "", motion_format_table[i]->name);
	int rc = err_set(e, ERR_UNKNOWN, path, written ? "no format to write" : "unknown format");
	err_value(e, "%s", name);
	err_allowed(e, "%s", list);
	return rc;
}

static int choose(const struct motion_text *t, const struct motion_file_options *o, const struct motion_format **ret, struct err *e)
{
	if (o->format)
		return (*ret = format_find(o->format)) ? 0 : unknown_format(t->path, o->format, false, e);
	for (int i = 0; motion_format_table[i]; i++)
		if (motion_format_table[i]->detect(t)) {
			*ret = motion_format_table[i];
			return 0;
		}
	int rc = err_set(e, ERR_FORMAT, t->path, "holds no numbers");
	err_hint(e, "name the format, or how many header lines to skip");
	return rc;
}

void motion_file_title(const char *line, struct motion *ret)
{
	const char *at = line + strspn(line, " \t#%!/|*");
	size_t n = 0;
	for (; at[n] && n < sizeof(ret->title) - 1; n++)
		ret->title[n] = isprint((unsigned char)at[n]) ? at[n] : '?';
	while (n > 0 && ret->title[n - 1] == ' ')
		n--;
	ret->title[n] = '\0';
}

/* The first header line with something on it, unless the reader took another. */
static void first_title(const struct motion_text *t, struct motion *m)
{
	for (int i = 0; i < t->n && !m->title[0] && motion_line_numbers(t->line[i]) <= 0; i++)
		motion_file_title(t->line[i], m);
}

/* What follows a length to make an acceleration of it: /s2, /sec^2, /s/s, /sec**2, with a sign for the square in Latin-1 or UTF-8. */
static bool per_second_squared(const char *at)
{
	static const char *const square[] = { "2", "^2", "**2", "/s", "\xb2", "\xc2\xb2" };
	static const char *const second[] = { "/sec", "/s" };
	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < sizeof(square) / sizeof(square[0]); j++) {
			const char *after = at + strlen(second[i]);
			if (motion_line_find(at, second[i]) == at && motion_line_find(after, square[j]) == after)
				return true;
		}
	return false;
}

/* Whether a line names a unit: as a word of its own, not a part of one (g/10), and a length as one of acceleration: speeds of waves and of the
 * ground stand in headers too. */
static bool names_unit(const char *line, const char *words, bool length)
{
	for (const char *at = line; (at = motion_line_find(at, words)); at++) {
		const char *after = at + strlen(words);
		bool own = at == line || !isalpha((unsigned char)at[-1]) || !isalpha((unsigned char)*words);
		if (own && (length ? per_second_squared(after) : !isalnum((unsigned char)*after) && *after != '/'))
			return true;
	}
	return false;
}

const char *motion_file_unit(const char *line)
{
	static const struct {
		const char *words, *unit;
	} row[] = {
		{ "cm", "cm/s2" }, { "mm", "mm/s2" }, { "in", "in/s2" }, { "ft", "ft/s2" }, { "m", "m/s2" }, { "in g", "g" },
		{ "unit g", "g" }, { "units g", "g" }, { "units=g", "g" }, { "(g)", "g" }, { "[g]", "g" }, { "units of g", "g" },
	};
	for (size_t j = 0; j < sizeof(row) / sizeof(row[0]); j++)
		if (names_unit(line, row[j].words, row[j].unit[0] != 'g'))
			return row[j].unit;
	return NULL;
}

/* The unit that the header lines name; NULL when they do not. */
static const char *header_unit(const struct motion_text *t)
{
	const char *unit = NULL;
	for (int i = 0; i < t->n && !unit && motion_line_numbers(t->line[i]) <= 0; i++)
		unit = motion_file_unit(t->line[i]);
	return unit;
}

int motion_file_read(const char *path, const struct motion_file_options *o, struct arena *mem, struct motion *ret, struct err *e)
{
	const struct motion_format *format;
	struct motion m = { 0 };
	struct motion_text t;
	struct arena scratch;
	arena_init(&scratch);
	int rc = motion_text_read(path, &scratch, &t, e);
	if (rc == 0)
		rc = choose(&t, o, &format, e);
	if (rc == 0)
		rc = format->read(&t, o, mem, &m, e);
	if (rc == 0 && m.n < 1)
		rc = err_set(e, ERR_FORMAT, path, "holds no values");
	if (rc == 0) {
		m.format = format->name;
		if (!m.unit)
			m.unit = header_unit(&t);
		first_title(&t, &m);
		*ret = m;
	}
	arena_fini(&scratch);
	return rc;
}

int motion_file_step(const struct motion_text *t, const struct motion_file_options *o, double in_file, double *ret_dt, struct err *e)
{
	double dt = o->dt != 0.0 ? o->dt : in_file;
	if (dt > 0.0 && isfinite(dt)) {
		*ret_dt = dt;
		return 0;
	}
	if (dt == 0.0) {
		int rc = err_set(e, ERR_ARGUMENT, t->path, "the time step is not known");
		err_hint(e, "give the time step; a header line such as \"dt 0.01\" also says it");
		return rc;
	}
	int rc = err_set(e, ERR_RANGE, t->path, "the time step cannot be used");
	err_value(e, "%g", dt);
	err_allowed(e, "> 0");
	return rc;
}

/* The step that a line states; 0 when it does not. */
static double line_step(const char *line)
{
	static const char *const word[] = { "dt", "delta t", "time step", "timestep", "time interval" };
	double dt;
	for (size_t j = 0; j < sizeof(word) / sizeof(word[0]); j++)
		if (motion_line_seconds(line, word[j], &dt) && dt > 0.0)
			return dt;
	return 0.0;
}

double motion_file_header_step(const struct motion_text *t, int header)
{
	double dt = 0.0;
	for (int i = 0; i < header && dt == 0.0; i++)
		dt = line_step(t->line[i]);
	return dt;
}

const char *motion_file_kept_title(const struct motion *m)
{
	const char *unit = motion_file_unit(m->title);
	double dt = line_step(m->title);
	bool other_unit = unit && (!m->unit || strcmp(unit, m->unit) != 0), other_step = dt > 0.0 && fabs(dt - m->dt) > 1e-9 * m->dt;
	return other_unit || other_step ? "" : m->title;
}

int motion_file_header(const struct motion_text *t, const struct motion_file_options *o)
{
	int n = o->skip >= 0 ? o->skip : motion_text_header(t);
	return n < t->n ? n : t->n;
}

struct motion_out {
	const char *path; /* borrowed: caller */
	int handle, n, rc;
	struct err *e;    /* borrowed: caller */
	char buffer[1 << 14];
};

static void flush(struct motion_out *out)
{
	if (out->rc == 0 && out->n > 0)
		out->rc = io_write(out->handle, out->path, out->buffer, (size_t)out->n, out->e);
	out->n = 0;
}

void motion_file_print(struct motion_out *out, const char *format, ...)
{
	va_list list;
	if (out->n > (int)sizeof(out->buffer) - 512)
		flush(out);
	va_start(list, format);
	int n = vsnprintf(out->buffer + out->n, sizeof(out->buffer) - (size_t)out->n, format, list);
	va_end(list);
	if (n > 0)
		out->n += n < 511 ? n : 511;
}

int motion_file_write(const struct motion *m, const char *format, const char *path, struct err *e)
{
	const struct motion_format *f = format_find(format);
	struct motion_out out = { .path = path, .e = e };
	if (!f || !f->write)
		return unknown_format(path, format, true, e);
	int rc = io_open(path, IO_WRITE, &out.handle, e);
	if (rc < 0)
		return rc;
	f->write(m, &out);
	flush(&out);
	rc = io_close(out.handle, path, e);
	return out.rc < 0 ? out.rc : rc;
}
