/* Moving bytes between streams and machines. */
#include "remote/pump.h"

#include "base/clock.h"

enum { BUFFER = 65536 };

int pump_out(struct stream *s, struct line *l, struct err *e)
{
	const unsigned char *bytes;
	size_t n, moved = 1;
	int rc = 0;

	while (!rc && moved > 0 && (bytes = line_output(l, &n)) && n > 0) {
		rc = stream_write(s, bytes, n, &moved, e);
		if (!rc)
			line_sent(l, moved);
	}
	return rc;
}

int pump_in(struct stream *s, int64_t t_ns, pump_take *take, void *self, int line, bool *ret_any, struct err *e)
{
	static unsigned char bytes[BUFFER];
	struct clock wall = {.ops = &clock_monotonic};
	size_t n = 0;
	int rc = t_ns > 0 ? stream_await(s, bytes, sizeof(bytes), t_ns, &n, e) : stream_read(s, bytes, sizeof(bytes), &n, e);

	*ret_any = !rc && n > 0;
	while (!rc && n > 0) {
		take(self, line, clock_now(&wall), bytes, n);
		if (n < sizeof(bytes))
			break;
		rc = stream_read(s, bytes, sizeof(bytes), &n, e);
	}
	return rc;
}
