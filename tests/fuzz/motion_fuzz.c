/* Random bytes as a file with an earthquake.
 *
 * First byte: format (0: found from the content), second: whether the step is given, how many header lines, which channel. Promises: nothing outside the
 * memory is touched (sanitizers); what is refused has a report; what is read has a step, samples and finite values; and written as AT2 and as two columns
 * it is read again with as many samples.
 */
#include "fuzz/fuzz.h"
#include "sim/disk.h"

#include "base/base.h"
#include "motion/motion_file.h"

#include <math.h>

static const char *format_of(int k)
{
	int n = 0;

	while (motion_format_table[n])
		n++;
	k %= n + 1;
	return k == 0 ? NULL : motion_format_table[k - 1]->name;
}

static void check(const struct motion *m)
{
	ASSERT(m->n >= 1 && m->dt > 0.0 && isfinite(m->dt) && m->format);
	for (int i = 0; i < m->n; i++)
		ASSERT(isfinite(m->x[i]));
	for (const char *c = m->title; *c; c++)
		ASSERT(*c >= ' ' && *c <= '~');
}

/* Every format that is written. A step may round to nothing in the digits of a file, which then has none. */
static void out_and_back(const struct motion *m, struct arena *mem)
{
	for (int k = 0; motion_format_table[k]; k++) {
		struct motion_file_options o = motion_file_defaults;
		struct motion again;

		/* pairs of time and value say the step from the second on */
		if (!motion_format_table[k]->write || m->n < 2)
			continue;
		o.format = motion_format_table[k]->name;
		o.dt = m->dt;
		ASSERT(motion_file_write(m, o.format, "0/b", NULL) == 0);
		ASSERT(motion_file_read("0/b", &o, mem, &again, NULL) == 0);
		check(&again);
		ASSERT(again.n == m->n);
	}
}

void motion_fuzz(const uint8_t *bytes, size_t n)
{
	const struct io_ops *io = io_use(&disk_io);
	struct motion_file_options o = motion_file_defaults;
	struct err e = {0};
	struct motion m;
	struct arena mem;
	int code;

	if (n >= 2) {
		arena_init(&mem);
		disk_reset();
		disk_put("0/a", bytes + 2, n - 2);
		o.format = format_of(bytes[0]);
		if (bytes[1] & 1)
			o.dt = 0.01;
		o.skip = bytes[1] & 2 ? bytes[1] >> 4 : o.skip;
		o.channel = bytes[1] & 4 ? bytes[1] >> 4 : o.channel;
		code = motion_file_read("0/a", &o, &mem, &m, &e);
		ASSERT(e.code == code);
		if (!code) {
			check(&m);
			out_and_back(&m, &mem);
		}
		arena_fini(&mem);
	}
	io_use(io);
}
