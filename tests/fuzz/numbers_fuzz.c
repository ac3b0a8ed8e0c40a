/* Random bytes as files of numbers in text: those of series, networks and specimens (base/textfile.h), those that recorders wrote (plot/columns.h), and
 * lines of a script for a bad network (net/wan_script.h). First byte: which. Promises: nothing outside the memory is touched (sanitizers); what is refused
 * has a report; what is read is finite and has the shape it says; events of a network come in the order of time.
 */
#include "fuzz/fuzz.h"
#include "sim/disk.h"

#include "base/base.h"
#include "base/textfile.h"
#include "net/wan_script.h"
#include "plot/columns.h"

#include <math.h>
#include <string.h>

enum { EVENTS = 2000 };

static void check_numbers(struct arena *mem)
{
	struct err e = {0};
	double *x;
	int n, code = textfile_read("0/a", mem, &x, &n, &e);

	ASSERT(e.code == code && (code || n >= 1));
	for (int i = 0; !code && i < n; i++)
		ASSERT(isfinite(x[i]));
}

/* Recorders write what is not finite, too. */
static void check_columns(struct arena *mem)
{
	struct err e = {0};
	struct columns c;
	double sum = 0.0;
	int code = columns_read("0/a", mem, &c, &e);

	ASSERT(e.code == code && (code || (c.nrow >= 0 && c.ncolumn >= 0)));
	for (int i = 0; !code && i < c.nrow * c.ncolumn; i++)
		sum += c.x[i];
	(void)sum;
}

static void check_network(const uint8_t *bytes, size_t n)
{
	struct wan_script s;
	struct wan_event event;
	int64_t last = INT64_MIN;

	wan_script_init(&s, 7);
	while (n > 0) {
		const uint8_t *end = memchr(bytes, '\n', n);
		size_t length = end ? (size_t)(end - bytes) : n, kept = length < 200 ? length : 199;
		struct err e = {0};
		char line[200];

		memcpy(line, bytes, kept);
		line[kept] = '\0';
		int code = wan_script_line(&s, line, "storm line", &e);
		ASSERT(e.code == code && s.n <= WAN_ROWS);
		bytes += length + (end != NULL);
		n -= length + (end != NULL);
	}
	for (int k = 0; k < EVENTS && wan_script_next(&s) < INT64_MAX; k++) {
		int64_t t = wan_script_next(&s);
		ASSERT(wan_script_take(&s, t, &event) && event.t_ns == t && t >= last && t >= 0);
		ASSERT(isfinite(event.value) && event.value >= 0.0 && (unsigned)event.action < WAN_ACTIONS && (event.ways & ~WAN_BOTH) == 0);
		last = t;
	}
}

void numbers_fuzz(const uint8_t *bytes, size_t n)
{
	const struct io_ops *io = io_use(&disk_io);
	struct arena mem;

	if (n >= 1) {
		arena_init(&mem);
		disk_reset();
		disk_put("0/a", bytes + 1, n - 1);
		switch (bytes[0] % 3) {
		case 0: check_numbers(&mem); break;
		case 1: check_columns(&mem); break;
		default: check_network(bytes + 1, n - 1);
		}
		arena_fini(&mem);
	}
	io_use(io);
}
