/* The analysis side of OpenFresco's pair of sites: a specimen behind an ActorSite of OpenFresco or of this program (docs/foreign.md).
 *
 *   open [1, tag, version] -> [0, its tag, its version];  sizes;  then for every trial 3, for every answer 6, for every step 5, at the end 99 -> [4, tag]
 *
 * With -setup the kinematics are on this side, and what travels are commands and measurements of actuators. The time in a 5 is added to what
 * stands in its place, as the other program does; no actor uses it.
 */
#include "experiment/laboratory.h"

#include "foreign/client.h"

#include <stdio.h>

#include "plugin.h"

enum { DEFAULT_TIMEOUT = 60 };

struct shadow {
	struct site *site;         /* borrowed: laboratory */
	struct setup *setup;       /* borrowed: laboratory; NULL: at the other side */
	struct laboratory *lab;    /* borrowed */
	struct cable_words words;
	struct client client;
	int data;                  /* -dataSize */
	double version;
	int time_at;               /* where a 5 has its time; 0: nowhere */
	struct frame_sizes sizes;  /* of the frames */
	struct signals daq;        /* owned: laboratory's arena; as it comes */
	bool ready;                /* client_init was called */
};

static int read_setup(struct shadow *s, struct args *a, struct err *e)
{
	void *found;
	int tag, code = args_tag(a, "-setup", &tag, e);

	if (!code)
		code = laboratory_need(&s->lab->setups, "expSetup", tag, a->object, &found, e);
	if (!code)
		s->setup = s->site->setup = found;
	return code;
}

static int read_words(struct shadow *s, struct args *a, struct err *e)
{
	bool address = false;
	int code = 0;

	while (args_more(a) && code >= 0) {
		code = cable_option(&s->words, a, e);
		if (code)
			continue;
		if (args_accept(a, "-setup"))
			code = read_setup(s, a, e);
		else if (args_accept(a, "-dataSize"))
			code = args_int(a, "-dataSize", 1, FRAME_MOST, &s->data, e);
		else if (args_accept(a, "-version"))
			code = args_real(a, "-version", RANGE_POSITIVE, &s->version, e);
		else if (address)
			code = args_end(a, e);
		else
			address = true, code = cable_address(&s->words, a, e);
	}
	if (code >= 0 && !address)
		code = err_set(e, ERR_ARGUMENT, a->object, "ipAddr and ipPort of the ActorSite are missing");
	return code < 0 ? code : 0;
}

static int setup(void *self, struct args *a, struct site *site, struct laboratory *lab, struct err *e)
{
	struct shadow *s = self;
	int code;

	s->site = site;
	s->lab = lab;
	s->words = (struct cable_words){.timeout = DEFAULT_TIMEOUT, .handshake = true};
	s->data = FRAME_DEFAULT;
	s->version = 2.8;
	code = read_words(s, a, e);
	client_init(&s->client, &s->words, 0, a->object);
	s->ready = true;
	if (code || !s->setup)
		return code;
	memcpy(site->trial.n, s->setup->side[SETUP_TRIAL].n, sizeof(site->trial.n));
	memcpy(site->out.n, s->setup->side[SETUP_OUT].n, sizeof(site->out.n));
	return 0;
}

/* What travels: the element's slots, or the actuators' of the slots that the element uses. */
static int adopt(void *self, struct site *site, const int trial_n[SLOTS], const int out_n[SLOTS], struct err *e)
{
	struct shadow *s = self;
	int least;

	for (int k = 0; k < SLOTS; k++) {
		s->sizes.ctrl[k] = trial_n[k] && s->setup ? s->setup->side[SETUP_CTRL].n[k] : trial_n[k];
		s->sizes.daq[k] = out_n[k] && s->setup ? s->setup->side[SETUP_DAQ].n[k] : out_n[k];
	}
	if (!s->setup) {
		memcpy(site->trial.n, trial_n, sizeof(site->trial.n));
		memcpy(site->out.n, out_n, sizeof(site->out.n));
	}
	least = frame_data_least(&s->sizes, 0);
	s->sizes.data = s->data > least ? s->data : least;
	s->time_at = trial_n[SLOT_TIME] ? frame_at(trial_n, 1, SLOT_TIME) : 0;
	s->time_at = s->time_at < s->sizes.data ? s->time_at : 0;
	return signals_take(&s->daq, s->sizes.daq, &s->lab->arena) ? err_set(e, ERR_MEMORY, "expSite ShadowSite", "no memory for its signals") : 0;
}

static int told(const struct shadow *s, int code, struct err *e)
{
	if (code && e)
		*e = s->client.fault;
	return code;
}

static int greet(struct shadow *s, struct err *e)
{
	struct client *c = &s->client;
	int32_t one = 1, answer = 0;
	int code = 0;

	if (!s->words.udp) {
		code = client_put(c, &one, sizeof(one));
		if (!code)
			code = client_get(c, &answer, sizeof(answer));
		if (!code && answer != 1)
			return err_set(e, ERR_FORMAT, c->cable.object, "%s answers %d to the check of the byte order: no ActorSite", c->cable.peer, answer);
	}
	c->out[1] = s->site->tag;
	c->out[2] = s->version;
	if (!code)
		code = client_ask(c, FRAME_OPEN);
	if (code)
		return told(s, code, e);
	if (c->in[0] == 0.0 && fabs(c->in[2] - s->version) < 1e-9)
		return 0;
	err_set(e, ERR_FORMAT, c->cable.object, c->in[0] == 0.0 ? "the ActorSite is of another version" : "the ActorSite refuses: it answers %g", c->in[0]);
	err_value(e, "%g", c->in[2]);
	err_allowed(e, "%g", s->version);
	err_hint(e, "-version says which one the other program has");
	return ERR_FORMAT;
}

static int introduce(struct shadow *s, struct err *e)
{
	struct client *c = &s->client;
	int32_t trial[SLOTS], out[SLOTS];
	int code;

	for (int k = 0; k < SLOTS; k++) {
		trial[k] = s->sizes.ctrl[k];
		out[k] = s->sizes.daq[k];
	}
	c->out[1] = s->sizes.data;
	code = client_say(c, FRAME_SETUP);
	if (!code)
		code = client_put(c, trial, sizeof(trial));
	if (!code)
		code = client_put(c, out, sizeof(out));
	return code ? told(s, code, e) : client_frames(c, &s->sizes, &s->lab->arena, e);
}

/* The actor answers a 99 and closes; without its answer a second is waited. */
static void end(void *self)
{
	struct shadow *s = self;

	if (!s->ready || !cable_open(&s->client.cable))
		return;
	if (s->client.out && s->client.sizes.data > 1)
		s->client.out[1] = s->site->tag;
	s->client.goodbyes = 1;
	client_end_answered(&s->client);
}

static int start(void *self, struct err *e)
{
	struct shadow *s = self;
	struct frame_sizes before = {.data = FRAME_DEFAULT};
	int code = client_connect(&s->client, e);

	if (!code)
		code = client_frames(&s->client, &before, &s->lab->arena, e);
	if (!code)
		code = greet(s, e);
	if (code) {
		cable_close(&s->client.cable);
		return code;
	}
	code = introduce(s, e);
	if (code)
		end(s);
	return code;
}

static int send(void *self, const struct signals *trial, double instant)
{
	struct shadow *s = self;

	(void)instant;
	if (s->setup)
		setup_forward(s->setup, trial);
	frame_pack(s->setup ? &s->setup->side[SETUP_CTRL] : trial, s->sizes.ctrl, s->client.out, 1);
	return client_say(&s->client, FRAME_TRIAL);
}

static int receive(void *self, struct signals *out)
{
	struct shadow *s = self;
	int code = client_measure(&s->client, s->sizes.daq, &s->daq);

	if (code)
		return code;
	if (s->setup)
		code = setup_backward(s->setup, &s->daq);
	signals_copy(s->setup ? &s->setup->scaled : &s->daq, out);
	return code;
}

static int commit(void *self)
{
	struct shadow *s = self;

	if (s->time_at)
		s->client.out[s->time_at] += s->site->t;
	return client_say(&s->client, FRAME_COMMIT);
}

static bool driven(const void *self, int component)
{
	const struct shadow *s = self;

	return !s->setup || s->setup->driven[component];
}

static bool why(const void *self, char *ret_text, int size)
{
	return client_why(&((const struct shadow *)self)->client, ret_text, size);
}

static const struct param params[] = {
	{ .name = "-setup", .kind = PARAM_ROW, .help = "tag of an expSetup without control on this side; else it is at the ActorSite" },
	{ .name = "ipAddr", .kind = PARAM_ROW, .required = true, .help = "name or address of the laboratory's machine" },
	{ .name = "ipPort", .kind = PARAM_ROW, .required = true, .help = "of its ActorSite" },
	{ .name = "-dataSize", .kind = PARAM_ROW, .help = "numbers a frame, default 256; raised where it is too small" },
	{ .name = "-version", .kind = PARAM_ROW, .help = "version of OpenFresco that the actor wants, default 2.8" },
	CABLE_PARAMS,
	{ 0 },
};

const struct site_ops site_shadow = {
	.name = "ShadowSite",
	.brief = "A specimen behind an ActorSite of OpenFresco or of this program",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "127.0.0.1 8090",
	.params = params,
	.size = sizeof(struct shadow),
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
