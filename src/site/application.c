/* A specimen behind startSimAppSiteServer of OpenFresco or of this program, as an element with -server asks it (docs/foreign.md).
 *
 *   eleven sizes;  for every trial 3, for every answer 6 (all slots in one round trip), for every step 5, at the end 99
 */
#include "experiment/laboratory.h"

#include "foreign/client.h"

#include "plugin.h"

enum { DEFAULT_TIMEOUT = 60 };

struct application {
	struct laboratory *lab;    /* borrowed */
	struct cable_words words;
	struct client client;
	int data;
	struct frame_sizes sizes;
	bool ready;
};

static int setup(void *self, struct args *a, struct site *site, struct laboratory *lab, struct err *e)
{
	struct application *s = self;
	int code;

	(void)site;
	s->lab = lab;
	s->words = (struct cable_words){.timeout = DEFAULT_TIMEOUT};
	s->data = FRAME_DEFAULT;
	code = cable_address(&s->words, a, e);
	while (args_more(a) && code >= 0) {
		code = cable_option(&s->words, a, e);
		if (code == 0 && args_accept(a, "-dataSize"))
			code = args_int(a, "-dataSize", 1, FRAME_MOST, &s->data, e);
		else if (code == 0)
			code = args_end(a, e);
	}
	client_init(&s->client, &s->words, 1, a->object);
	s->ready = true;
	return code < 0 ? code : 0;
}

static int adopt(void *self, struct site *site, const int trial_n[SLOTS], const int out_n[SLOTS], struct err *e)
{
	struct application *s = self;
	int least;

	(void)e;
	memcpy(site->trial.n, trial_n, sizeof(site->trial.n));
	memcpy(site->out.n, out_n, sizeof(site->out.n));
	memcpy(s->sizes.ctrl, trial_n, sizeof(s->sizes.ctrl));
	memcpy(s->sizes.daq, out_n, sizeof(s->sizes.daq));
	least = frame_data_least(&s->sizes, 0);
	s->sizes.data = s->data > least ? s->data : least;
	return 0;
}

static int start(void *self, struct err *e)
{
	struct application *s = self;
	int code = client_connect(&s->client, e);

	return code ? code : client_sizes(&s->client, &s->sizes, &s->lab->arena, e);
}

static int send(void *self, const struct signals *trial, double instant)
{
	struct application *s = self;

	(void)instant;
	frame_pack(trial, s->sizes.ctrl, s->client.out, 1);
	return client_say(&s->client, FRAME_TRIAL);
}

static int receive(void *self, struct signals *out)
{
	struct application *s = self;

	return client_measure(&s->client, s->sizes.daq, out);
}

static int commit(void *self)
{
	return client_say(&((struct application *)self)->client, FRAME_COMMIT);
}

static bool driven(const void *self, int component)
{
	(void)self, (void)component;
	return true;
}

static bool why(const void *self, char *ret_text, int size)
{
	return client_why(&((const struct application *)self)->client, ret_text, size);
}

static void end(void *self)
{
	struct application *s = self;

	if (s->ready)
		client_end(&s->client);
}

static const struct param params[] = {
	{ .name = "ipAddr", .kind = PARAM_ROW, .required = true, .help = "name or address of the server's machine" },
	{ .name = "ipPort", .kind = PARAM_ROW, .required = true, .help = "of its startSimAppSiteServer" },
	{ .name = "-dataSize", .kind = PARAM_ROW, .help = "numbers a frame, default 256; raised where it is too small" },
	CABLE_PARAMS,
	{ 0 },
};

const struct site_ops site_application = {
	.name = "SimAppSite",
	.brief = "A specimen behind startSimAppSiteServer of OpenFresco or of this program",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "127.0.0.1 8090",
	.params = params,
	.size = sizeof(struct application),
	.outside = true,
	.setup = setup,
	.adopt = adopt,
	.start = start,
	.send = send,
	.receive = receive,
	.commit = commit,
	.driven = driven,
	.why = why,
	.end = end,
};
