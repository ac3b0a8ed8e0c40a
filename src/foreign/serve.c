/* Bytes between a connection and a machine. */
#include "foreign/serve.h"

int serve_accept(struct cable *w, struct talk t, struct err *e)
{
	void *room;

	return cable_accept(w, t.ops->want(t.self, &room), e);
}

int serve_message(struct cable *w, struct talk t, struct err *e)
{
	struct talk_answer answer = {0};
	struct err ignored = {0};
	void *room;
	size_t n = t.ops->want(t.self, &room);
	int code = n ? cable_get(w, room, n, e) : cable_line(w, room, TALK_LINE, e);

	if (code)
		return code;
	code = t.ops->take(t.self, &answer, e);
	if (code) {
		if (answer.n && cable_put(w, answer.bytes, answer.n, &ignored))
			err_hint(e, "and the client was gone before it could be told");
		return code;
	}
	if (answer.n)
		code = cable_put(w, answer.bytes, answer.n, e);
	return code ? code : answer.over ? 1 : 0;
}

int serve(struct cable *w, struct talk t, const struct talk_count *count, long steps, struct err *e)
{
	int code = 0;

	while (code == 0 && (steps < 0 || count->steps < steps))
		code = serve_message(w, t, e);
	return code;
}
