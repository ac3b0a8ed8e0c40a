/* Frames out and in, and a proper end. */
#include "foreign/client.h"

#include <stdio.h>
#include <string.h>

void client_init(struct client *c, const struct cable_words *words, int goodbyes, const char *object)
{
	memset(c, 0, sizeof(*c));
	cable_init(&c->cable, words, object);
	c->goodbyes = goodbyes;
}

int client_connect(struct client *c, struct err *e)
{
	c->lost = false;
	err_clear(&c->fault);
	return cable_connect(&c->cable, e);
}

int client_frames(struct client *c, const struct frame_sizes *sizes, struct arena *mem, struct err *e)
{
	int code = frame_sizes_check(sizes, c->cable.object, e);
	double *out, *in;

	if (code)
		return code;
	out = ARENA_ARRAY(mem, (size_t)sizes->data, double);
	in = ARENA_ARRAY(mem, (size_t)sizes->data, double);
	if (!out || !in)
		return err_set(e, ERR_MEMORY, c->cable.object, "no memory for frames of %d numbers", sizes->data);
	/* what stood in the frame stays there, as in the programs that are spoken to */
	for (int i = 0; c->out && i < c->sizes.data && i < sizes->data; i++)
		out[i] = c->out[i];
	c->sizes = *sizes;
	c->out = out;
	c->in = in;
	return 0;
}

int client_sizes(struct client *c, const struct frame_sizes *sizes, struct arena *mem, struct err *e)
{
	unsigned char id[FRAME_ID_BYTES];
	int code = client_frames(c, sizes, mem, e);

	if (code)
		return code;
	frame_sizes_encode(sizes, id);
	return cable_put(&c->cable, id, sizeof(id), e);
}

static int failed(struct client *c, int code)
{
	c->lost |= code != 0;
	return code;
}

int client_put(struct client *c, const void *bytes, size_t n)
{
	return c->lost ? ERR_LOST : failed(c, cable_put(&c->cable, bytes, n, &c->fault));
}

int client_get(struct client *c, void *bytes, size_t n)
{
	return c->lost ? ERR_LOST : failed(c, cable_get(&c->cable, bytes, n, &c->fault));
}

int client_say(struct client *c, double action)
{
	c->out[0] = action;
	return client_put(c, c->out, (size_t)c->sizes.data * sizeof(double));
}

int client_ask(struct client *c, double action)
{
	int code = c->lost ? ERR_LOST : failed(c, cable_quiet(&c->cable, &c->fault));

	if (!code)
		code = client_say(c, action);
	return code ? code : client_get(c, c->in, (size_t)c->sizes.data * sizeof(double));
}

bool client_why(const struct client *c, char *ret_text, int size)
{
	if (!c->fault.code)
		return false;
	snprintf(ret_text, (size_t)size, "%s%s%s", c->fault.what, c->fault.value[0] ? ": " : "", c->fault.value);
	return true;
}

int client_finite(struct client *c, int n)
{
	for (int i = 0; i < n; i++)
		if (!(c->in[i] - c->in[i] == 0.0))
			return failed(c, err_set(&c->fault, ERR_NONFINITE, c->cable.object, "%s answers with a number that is not finite", c->cable.peer));
	return 0;
}

int client_measure(struct client *c, const int daq[SLOTS], struct signals *ret_out)
{
	int code = client_ask(c, FRAME_DAQ);

	if (!code)
		code = client_finite(c, frame_at(daq, 0, SLOTS));
	if (!code)
		frame_unpack(c->in, 0, daq, ret_out);
	return code;
}

/* Also after a failure, so that the other program does not wait for ever: only behind a frame that went out in part nothing would be understood. */
static void goodbye(struct client *c, bool answered)
{
	size_t n = (size_t)c->sizes.data * sizeof(double);
	struct err ignored = {0};
	bool whole = !c->cable.torn && c->out;
	double timeout = c->cable.words.timeout;

	c->cable.words.timeout = timeout < 1.0 ? timeout : 1.0;
	for (int i = 0; i < c->goodbyes && whole && cable_open(&c->cable); i++) {
		c->out[0] = FRAME_DIE;
		whole = cable_put(&c->cable, c->out, n, &ignored) == 0;
	}
	if (answered && whole && cable_open(&c->cable) && cable_get(&c->cable, c->in, n, &ignored))
		c->lost = true;
	cable_close(&c->cable);
	c->cable.words.timeout = timeout;
	c->lost = true;
}

void client_end(struct client *c)
{
	goodbye(c, false);
}

void client_end_answered(struct client *c)
{
	goodbye(c, true);
}
