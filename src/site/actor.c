/* The laboratory side of OpenFresco's pair of sites: setup and rig are here, a ShadowSite of OpenFresco or of this program commands them.
 *
 * It listens from its making on and is served by startLabServer and its kin; an element of the same script may use it like a LocalSite as well. With
 * -control there is no setup, and what travels are the rig's own signals.
 */
#include "experiment/laboratory.h"

#include "foreign/actor.h"
#include "foreign/plant.h"
#include "foreign/serve.h"
#include "site/actor_site.h"

#include <stdio.h>

#include "plugin.h"

enum { DEFAULT_TIMEOUT = 3600 };

struct actor_site {
	struct site *site;         /* borrowed: laboratory */
	struct setup *setup;       /* borrowed: laboratory; NULL: at the other side */
	struct rig *rig;           /* borrowed: laboratory */
	struct laboratory *lab;    /* borrowed */
	struct cable_words words;
	struct cable cable;
	struct arena mem;          /* of a conversation */
	struct plant_site plant;
	struct actor actor;
	double version, dt;
	char object[96];
	bool ready, listening, talking;
};

static int need(struct actor_site *s, struct args *a, bool setup, struct err *e)
{
	const struct table *t = setup ? &s->lab->setups : &s->lab->rigs;
	void *found;
	int tag, code = args_tag(a, setup ? "-setup" : "-control", &tag, e);

	if (!code)
		code = laboratory_need(t, setup ? "expSetup" : "expControl", tag, a->object, &found, e);
	if (code)
		return code;
	s->setup = setup ? found : NULL;
	s->rig = setup ? s->setup->rig : found;
	if (s->rig)
		return 0;
	err_set(e, ERR_STATE, a->object, "expSetup %d has no control", tag);
	err_hint(e, "give the setup -control");
	return ERR_STATE;
}

static int read_words(struct actor_site *s, struct args *a, struct err *e)
{
	int code = 0;

	while (args_more(a) && code >= 0) {
		code = cable_option(&s->words, a, e);
		if (code)
			continue;
		if (args_accept(a, "-setup"))
			code = need(s, a, true, e);
		else if (args_accept(a, "-control"))
			code = need(s, a, false, e);
		else if (args_accept(a, "-version"))
			code = args_real(a, "-version", RANGE_POSITIVE, &s->version, e);
		else if (args_accept(a, "-dt"))
			code = args_real(a, "-dt", RANGE_POSITIVE, &s->dt, e);
		else if (s->words.port || !args_more_int(a))
			code = args_end(a, e);
		else
			code = args_int(a, "ipPort", 1, 65535, &s->words.port, e);
	}
	if (code >= 0 && !s->rig)
		code = err_set(e, ERR_ARGUMENT, a->object, "-setup or -control is missing");
	if (code >= 0 && !s->words.port)
		code = err_set(e, ERR_ARGUMENT, a->object, "ipPort is missing");
	return code < 0 ? code : 0;
}

static int listen_again(struct actor_site *s, struct err *e)
{
	int code;

	cable_init(&s->cable, &s->words, s->object);
	code = cable_listen(&s->cable, e);
	s->listening = !code;
	return code;
}

static int setup(void *self, struct args *a, struct site *site, struct laboratory *lab, struct err *e)
{
	struct actor_site *s = self;
	int code;

	s->site = site;
	s->lab = lab;
	s->words.timeout = DEFAULT_TIMEOUT;
	s->version = 2.8;
	s->dt = 0.01;
	snprintf(s->object, sizeof(s->object), "%s", a->object);
	arena_init(&s->mem);
	cable_init(&s->cable, &s->words, s->object);
	s->ready = true;
	code = read_words(s, a, e);
	if (code)
		return code;
	site->setup = s->setup;
	site->rig = s->setup ? NULL : s->rig;
	memcpy(site->trial.n, s->setup ? s->setup->side[SETUP_TRIAL].n : s->rig->ctrl.n, sizeof(site->trial.n));
	memcpy(site->out.n, s->setup ? s->setup->side[SETUP_OUT].n : s->rig->daq.n, sizeof(site->out.n));
	return listen_again(s, e);
}

/* Without a setup the shadow says which slots it uses: those that the rig has not are answered with zero. */
static int adopt(void *self, struct site *site, const int trial_n[SLOTS], const int out_n[SLOTS], struct err *e)
{
	const struct actor_site *s = self;

	(void)e;
	for (int k = 0; k < SLOTS && !s->setup; k++) {
		site->trial.n[k] = site->trial.n[k] ? site->trial.n[k] : trial_n[k];
		site->out.n[k] = site->out.n[k] ? site->out.n[k] : out_n[k];
	}
	return 0;
}

static int start(void *self, struct err *e)
{
	return rig_start(((struct actor_site *)self)->rig, e);
}

static int send(void *self, const struct signals *trial, double instant)
{
	struct actor_site *s = self;

	return s->setup ? setup_command(s->setup, trial, s->site->t, instant) : rig_command(s->rig, trial, s->site->t, instant);
}

static int receive(void *self, struct signals *out)
{
	struct actor_site *s = self;
	int code = s->setup ? setup_answer(s->setup, s->site->t) : rig_measure(s->rig, s->site->t);

	signals_copy(s->setup ? &s->setup->scaled : &s->rig->daq, out);
	return code;
}

static int commit(void *self)
{
	struct actor_site *s = self;

	return rig_commit(s->rig, s->site->t);
}

static bool driven(const void *self, int component)
{
	const struct actor_site *s = self;

	return !s->setup || s->setup->driven[component];
}

static void hang_up(struct actor_site *s)
{
	cable_close(&s->cable);
	plant_site_leave(&s->plant);
	arena_fini(&s->mem);
	s->listening = s->talking = false;
}

static void end(void *self)
{
	struct actor_site *s = self;

	if (s->ready)
		hang_up(s);
}

static const struct param params[] = {
	{ .name = "-setup", .kind = PARAM_ROW, .help = "tag of the expSetup with its control; or" },
	{ .name = "-control", .kind = PARAM_ROW, .help = "tag of an expControl: the setup is at the ShadowSite" },
	{ .name = "ipPort", .kind = PARAM_ROW, .required = true, .help = "where it listens" },
	{ .name = "-version", .kind = PARAM_ROW, .help = "version of OpenFresco that the shadow must have, default 2.8" },
	{ .name = "-dt", .kind = PARAM_ROW, .help = "length of a step for clients that send no time, default 0.01" },
	{ .name = "-udp", .kind = PARAM_ROW, .help = "UDP instead of TCP" },
	{ .name = "-plain", .kind = PARAM_ROW, .help = "other machines may connect, too, whoever they are; else this one only" },
	{ .name = "-timeout", .kind = PARAM_ROW, .help = "seconds without a message after which the shadow counts as lost, default 3600" },
	{ 0 },
};

const struct site_ops site_actor = {
	.name = "ActorSite",
	.brief = "A laboratory that a ShadowSite of OpenFresco or of this program commands; served by startLabServer",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "-setup 1 8090",
	.params = params,
	.size = sizeof(struct actor_site),
	.setup = setup,
	.adopt = adopt,
	.start = start,
	.send = send,
	.receive = receive,
	.commit = commit,
	.driven = driven,
	.end = end,
};

/* ---- serving ------------------------------------------------------------------------------------------------- */

bool actor_site_is(const struct site *s)
{
	return s->ops == &site_actor;
}

static int begin(struct actor_site *s, struct err *e)
{
	int code = s->listening ? 0 : listen_again(s, e);

	if (code)
		return code;
	plant_site_init(&s->plant, s->site, s->dt, &s->mem, s->object);
	code = actor_init(&s->actor, &s->plant.plant, s->site->tag, s->version, s->words.udp, &s->mem, s->object, e);
	if (!code)
		code = serve_accept(&s->cable, actor_talk(&s->actor), e);
	if (code)
		return code;
	s->listening = false;
	s->talking = true;
	return 0;
}

int actor_site_serve(struct site *site, long steps, bool *ret_over, struct err *e)
{
	struct actor_site *s = site->self;
	int code = s->talking ? 0 : begin(s, e);
	long goal = steps < 0 ? -1 : s->actor.count.steps + steps;

	while (!code && !s->actor.sized)
		code = serve_message(&s->cable, actor_talk(&s->actor), e);
	if (!code)
		code = serve(&s->cable, actor_talk(&s->actor), &s->actor.count, goal, e);
	if (code)
		hang_up(s);
	*ret_over = code > 0;
	return code < 0 ? code : 0;
}

void actor_site_stop(struct site *s)
{
	end(s->self);
}

long actor_site_steps(const struct site *s)
{
	return ((const struct actor_site *)s->self)->actor.count.steps;
}

int actor_site_port(const struct site *s)
{
	return cable_port(&((const struct actor_site *)s->self)->cable);
}
