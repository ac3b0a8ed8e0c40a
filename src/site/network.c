/* A site in another laboratory, over the network: setup, rig and specimen are a tandem site's (remote/coordinator.h speaks with it).
 *
 *   expSite NetworkSite 1 lab.example.org 5001 -site east -sizeTrialOut 1 1 -cert me.crt -key me.key -ca ca.crt
 *
 * Trials are in the element's basic coordinates, as an expSite LocalSite at the other end takes them. All remote sites of a test are asked together. A step
 * that exchanged something and was accepted is one step of the protocol; trials within it are its sub-steps.
 */
#include "experiment/laboratory.h"
#include "net/tls.h"
#include "remote/peers.h"

#include <stdio.h>

#include "plugin.h"

#define LONGEST_S 1e9      /* thirty years: nanoseconds of more are no whole number of 64 bits */

struct network_site {
	double patience, give_up;          /* words */
	int sync;
	bool propose, plain;
	const char *host, *name, *pin, *cert, *key, *ca;   /* borrowed: laboratory's arena */
	int port;
	struct tls *tls;                   /* owned; NULL: plain */
	struct peers *peers;               /* borrowed: laboratory */
	struct peer_site *peer;            /* borrowed: peers */
	struct site *site;                 /* borrowed: laboratory */
	struct laboratory *lab;            /* borrowed */
	uint64_t step;                     /* of the protocol, at hand */
	uint32_t sub;                      /* trials in it so far */
	bool asked;                        /* a trial's answer is to be fetched */
	struct substeps *ramp;             /* the trial is a ramp: who wants to know where it ended. Borrowed: the element's */
	struct err refused;                /* an exchange that was not taken */
};

static const struct param params[] = {
	{ .name = "host", .kind = PARAM_ROW, .required = true, .help = "name or address (IPv4 or IPv6) of the site's machine" },
	{ .name = "port", .kind = PARAM_ROW, .required = true, .help = "where its tandem site listens" },
	{ .name = "-site name", .kind = PARAM_ROW, .required = true, .help = "what the site calls itself; with TLS its certificate must hold this name" },
	{ .name = "-sizeTrialOut t o", .kind = PARAM_ROW, .help = "components of trials and answers, as the setup at the site has them; default 1 1" },
	{ .name = "-cert file", .kind = PARAM_ROW, .help = "our certificate, with -key and -ca (PEM; tandem site keygen makes them): TLS 1.3" },
	{ .name = "-key file", .kind = PARAM_ROW, .help = "its key" },
	{ .name = "-ca file", .kind = PARAM_ROW, .help = "the authority that has signed the site's certificate" },
	{ .name = "-pin hex", .kind = PARAM_ROW, .help = "SHA-256 of the site's certificate: no other is taken" },
	{ "-plain", PARAM_FLAG, offsetof(struct network_site, plain), false, 0, RANGE_ANY,
	  "without TLS also to other machines: anybody on the way can read and change it" },
	{ "-propose", PARAM_FLAG, offsetof(struct network_site, propose), false, 0, RANGE_ANY,
	  "no site moves before every site has accepted the step: a second round trip; for all sites of a test or for none; without, limits are checked by "
	  "each site as its step arrives" },
	{ "-patience", PARAM_REAL, offsetof(struct network_site, patience), false, 10.0, { 0.0, LONGEST_S, true, false }, "longest wait for the first answer [s]" },
	{ "-giveUp", PARAM_REAL, offsetof(struct network_site, give_up), false, 60.0, { 0.0, LONGEST_S, true, false },
	  "a site that cannot be reached for so long ends the test [s]" },
	{ "-sync", PARAM_INT, offsetof(struct network_site, sync), false, 1, { 0, 1000000, false, false },
	  "journal: on the disk every so many steps; 0: whenever the system likes" },
	{ 0 },
};

/* --- words ----------------------------------------------------------------------------------------- */

static int text_read(struct args *a, const char *name, struct laboratory *lab, const char **ret, struct err *e)
{
	const char *word;
	int code = args_word(a, name, &word, e);

	if (!code && !(*ret = arena_text(&lab->arena, word)))
		code = err_set(e, ERR_MEMORY, a->object, "no memory for its words");
	return code;
}

static int sizes_read(struct args *a, int *trial, int *out, struct err *e)
{
	int code = args_int(a, "-sizeTrialOut", 1, WIRE_CHANNELS, trial, e);

	return code ? code : args_int(a, "-sizeTrialOut", 1, WIRE_CHANNELS, out, e);
}

static int words_read(struct network_site *n, struct args *a, int *trial, int *out, struct err *e)
{
	const struct { const char *word; const char **to; } TEXT[] = {{"-site", &n->name}, {"-cert", &n->cert}, {"-key", &n->key}, {"-ca", &n->ca},
	                                                              {"-pin", &n->pin}};
	int code = text_read(a, "host", n->lab, &n->host, e);

	if (!code)
		code = args_int(a, "port", 1, 65535, &n->port, e);
	while (args_more(a) && !code) {
		size_t i = 0;
		int at = a->at;

		while (i < COUNT(TEXT) && !args_accept(a, TEXT[i].word))
			i++;
		if (i < COUNT(TEXT))
			code = text_read(a, TEXT[i].word, n->lab, TEXT[i].to, e);
		else if (args_accept(a, "-sizeTrialOut"))
			code = sizes_read(a, trial, out, e);
		else
			code = param_options(params, n, a, e);
		if (!code && a->at == at)
			return args_end(a, e);
	}
	return code;
}

static int words_check(const struct network_site *n, const char *object, struct err *e)
{
	int given = !!n->cert + !!n->key + !!n->ca;

	if (!n->name)
		return err_set(e, ERR_ARGUMENT, object, "-site and the name of the site are missing");
	if (given != 0 && given != 3)
		return err_set(e, ERR_ARGUMENT, object, "-cert, -key and -ca go together");
	if (given == 0 && n->pin)
		return err_set(e, ERR_ARGUMENT, object, "-pin wants TLS: -cert, -key and -ca");
	if (given == 0 && !n->plain && !net_is_loopback(n->host)) {
		err_set(e, ERR_UNSUPPORTED, object, "a site on another machine needs TLS");
		err_value(e, "%s", n->host);
		err_hint(e, "-cert, -key and -ca (tandem site keygen makes them); or -plain, with which anybody on the way can read and change the test");
		return ERR_UNSUPPORTED;
	}
	return 0;
}

static void tls_end(void *tls)
{
	tls_close(tls);
}

static int tls_take(struct network_site *n, const char *object, struct err *e)
{
	int code = n->cert ? tls_open(n->cert, n->key, n->ca, &n->tls, e) : 0;

	return code || !n->tls ? code : laboratory_own(n->lab, n->tls, tls_end, object, e);
}

static int setup(void *self, struct args *a, struct site *s, struct laboratory *lab, struct err *e)
{
	struct network_site *n = self;
	int trial = 1, out = 1, code;

	n->lab = lab;
	n->site = s;
	code = words_read(n, a, &trial, &out, e);
	if (!code)
		code = words_check(n, a->object, e);
	if (!code)
		code = tls_take(n, a->object, e);
	if (code)
		return code;
	if (!lab->peers && !(lab->peers = ARENA_NEW(&lab->arena, struct peers)))
		return err_set(e, ERR_MEMORY, a->object, "no memory for remote sites");
	n->peers = lab->peers;
	n->step = 1;
	signals_size(s->trial.n, trial, trial, trial, trial, 1);
	signals_size(s->out.n, out, out, out, out, 1);
	return 0;
}

/* --- running --------------------------------------------------------------------------------------- */

/* In the folder of the run; a name may have a slash. */
static int journal_path(const struct network_site *n, const char *folder, char ret_path[JOURNAL_PATH], struct err *e)
{
	int begin = snprintf(ret_path, JOURNAL_PATH, "%s/", folder ? folder : "."), all = begin;

	if (begin < JOURNAL_PATH)
		all += snprintf(ret_path + begin, (size_t)(JOURNAL_PATH - begin), "%s.coordinator.journal", n->name);
	if (all >= JOURNAL_PATH)
		return err_set(e, ERR_RANGE, "journal", "the path of the run, %.60s..., is too long: with the journal's name %d bytes at most", folder,
		               JOURNAL_PATH - 1);
	for (char *c = ret_path + begin; *c; c++)
		*c = *c == '/' ? '_' : *c;
	return 0;
}

static int start(void *self, struct err *e)
{
	struct network_site *n = self;
	const struct run_identity *run = &n->lab->run;
	struct coordinator_words w = coordinator_words_default;
	struct stream_words s = {.tls = n->tls, .name = n->tls ? n->name : NULL, .pin = n->pin, .patience_s = n->patience, .open_plain = n->plain};
	char path[JOURNAL_PATH];
	int code;

	code = run->make ? run->make(e) : 0;
	if (!code)
		code = journal_path(n, run->folder, path, e);
	if (code)
		return code;
	w.run = run->id;
	w.site = n->name;
	w.instance = run->instance;
	w.script = run->script;
	memcpy(w.trial_n, n->site->trial.n, sizeof(w.trial_n));
	memcpy(w.out_n, n->site->out.n, sizeof(w.out_n));
	w.propose = n->propose;
	w.give_up_ns = (int64_t)(n->give_up * 1e9);
	w.journal = run->folder ? path : NULL;
	w.resume = run->resume && journal_exists(path);
	w.policy = (struct journal_policy){n->sync == 1 ? JOURNAL_SYNC_EVERY : n->sync == 0 ? JOURNAL_SYNC_NEVER : JOURNAL_SYNC_SOME, n->sync};
	code = peers_add(n->peers, &w, &s, n->host, n->port, &n->lab->arena, &n->peer, e);
	return code ? code : peers_greet(n->peers, n->peer, n->patience, e);
}

/* A trial whose answer nobody asked for is an exchange like any other. */
static int finish(struct network_site *n)
{
	int code = n->asked ? peers_wait(n->peers) : 0;

	n->asked = false;
	n->ramp = NULL;
	err_clear(&n->refused);
	return code;
}

static int sent(struct network_site *n, int code)
{
	if (code)
		return code;
	n->sub++;
	n->asked = true;
	return 0;
}

static int send(void *self, const struct signals *trial, double instant)
{
	struct network_site *n = self;
	int code = finish(n);

	return code ? code : sent(n, peers_exchange(n->peer, n->step, n->sub, instant, trial, &n->refused));
}

static int ramp(void *self, const struct signals *trial, double instant, struct substeps *s)
{
	struct network_site *n = self;
	int code = finish(n);

	if (!code)
		code = sent(n, peers_ramp(n->peer, n->step, n->sub, instant, trial, s, &n->refused));
	n->ramp = s;
	return code;
}

/* Before the first trial: the specimen as it was at the beginning of the run. */
static int receive(void *self, struct signals *out)
{
	struct network_site *n = self;
	const struct coordinator *c = &n->peer->coordinator;
	const struct signals *answer = n->asked ? coordinator_answer(c) : coordinator_rest(c);
	int code = n->asked ? peers_wait(n->peers) : 0;

	if (code)
		return code;
	if (answer)
		signals_copy(answer, out);
	if (n->ramp) {
		const struct substeps *end = coordinator_ramped(c);

		memcpy(n->ramp->before, end->before, (size_t)n->ramp->w->n * sizeof(double));
		for (int x = 0; x < SUBSTEP_MOTIONS; x++)
			memcpy(n->ramp->now[x], end->now[x], (size_t)n->ramp->w->n * sizeof(double));
	}
	n->asked = false;
	n->ramp = NULL;
	return 0;
}

static int commit(void *self)
{
	struct network_site *n = self;

	n->step += n->sub > 0;
	n->sub = 0;
	return 0;
}

static bool driven(const void *self, int component)
{
	const struct network_site *n = self;

	return !n->peer || coordinator_driven(&n->peer->coordinator, component);
}

static bool why(const void *self, char *ret_text, int size)
{
	const struct network_site *n = self;

	if (!n->refused.code)
		return peers_why(n->peers, ret_text, size);
	snprintf(ret_text, (size_t)size, "site %.30s: %s%s%s", n->name, n->refused.what, n->refused.value[0] ? ": " : "", n->refused.value);
	return true;
}

static bool traffic(const void *self, struct traffic *ret)
{
	const struct peer_site *p = ((const struct network_site *)self)->peer;

	*ret = (struct traffic){0};
	if (p)
		*ret = (struct traffic){.exchanges = p->measured, .last = 1e-9 * (double)p->took_ns, .lost = (long)p->coordinator.losses,
		                        .again = (long)p->coordinator.resent, .log = &p->log};
	return true;
}

static void say(const struct network_site *n, const char *line)
{
	if (n->lab->realtime.say)
		n->lab->realtime.say(line);
}

/* The others hear why: it is on every screen. */
static void rest(void *self)
{
	struct network_site *n = self;
	char text[WIRE_TEXT];
	struct err e;

	if (!n->peer)
		return;
	err_clear(&e);
	(void)laboratory_fault(n->lab, &e);
	snprintf(text, sizeof text, "the coordinator's laboratory has tripped: %.40s: %.120s%s%.40s", e.object, e.what, e.value[0] ? ": " : "", e.value);
	peers_trip(n->peers, text);
}

/* Who could not be told is named, and so is who does not answer: a connection may be dead that nobody knows to be. */
static void insist(void *self)
{
	const struct network_site *n = self;
	char line[256];

	if (!n->peer)
		return;
	peers_insist(n->peers);
	if (!coordinator_is_restless(&n->peer->coordinator))
		return;
	snprintf(line, sizeof line, "site %.60s (%.80s:%d) has %s: its rig does what its controller says", n->name, n->host, n->port,
	         n->peer->coordinator.resting ? "not answered that it comes to rest" : "no connection and was not told to rest");
	say(n, line);
}

/* It has tripped with us, for good: whoever takes the run up again goes on. */
static int acknowledge(const void *self, struct err *e)
{
	const struct network_site *n = self;

	if (!n->peer || !coordinator_failed(&n->peer->coordinator))
		return 0;
	err_set(e, ERR_STATE, "laboratory", "site %.60s has come to rest, and this process cannot go on with it", n->name);
	err_hint(e, "end it; when the operators of all sites have acknowledged, tandem resume goes on");
	return ERR_STATE;
}

static int look(void *self)
{
	const struct network_site *n = self;

	return n->peer && !n->asked ? peers_look(n->peers) : 0;
}

static void say_unheard(const struct network_site *n)
{
	const struct peer_site *p = n->peer;
	char line[640];

	snprintf(line, sizeof line, "site %.60s (%.80s:%d) has not heard that the test is over%s%.200s; tandem resume tells it again", n->name, n->host, n->port,
	         p->fault.code || p->text[0] ? ": " : "", p->text[0] ? p->text : p->fault.code ? p->fault.what : "");
	say(n, line);
}

/* The test is whole, and over for the site: only here something is missing. */
static void say_unwritten(const struct network_site *n)
{
	const struct coordinator *c = &n->peer->coordinator;
	char line[640];

	snprintf(line, sizeof line, "site %.60s: the end of the test could not be written to %.300s; the journal of the site has it", n->name, c->words.journal);
	say(n, line);
}

static void end(void *self)
{
	struct network_site *n = self;

	if (n->peer && n->lab->cut_short)
		peers_leave(n->peers, n->peer);
	else if (n->peer && !peers_end(n->peers, n->peer))
		say_unheard(n);
	else if (n->peer && n->peer->coordinator.state == COORDINATOR_ENDED && n->peer->coordinator.journal.broken)
		say_unwritten(n);
	n->peer = NULL;
}

const struct site_ops site_network = {
	.name = "NetworkSite",
	.brief = "A specimen in another laboratory, served by tandem site over the network",
	.example = "localhost 5001 -site east -sizeTrialOut 1 1",
	.params = params,
	.size = sizeof(struct network_site),
	.setup = setup,
	.start = start,
	.send = send,
	.receive = receive,
	.ramp = ramp,
	.commit = commit,
	.driven = driven,
	.end = end,
	.why = why,
	.rest = rest,
	.insist = insist,
	.acknowledge = acknowledge,
	.look = look,
	.traffic = traffic,
};
