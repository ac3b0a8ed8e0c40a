/* The words of `tandem wan`. */
#include "main/cmd_wan_words.h"

#include "main/words.h"
#include "motion/motion_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KIB = 1024, KINDS = 16 };

#define AT(field) offsetof(struct wan_command, field)

static const struct param table[] = {
	{.name = "-listen", .kind = PARAM_INT, .offset = AT(port), .def = -1, .range = {0, 65535, false, false},
	 .help = "port on 127.0.0.1 for the client, required; 0: any, which is printed"},
	{.name = "-to", .kind = PARAM_ROW, .offset = AT(to), .help = "host:port of the server, required; [::1]:5001 for an address with colons"},
	{.name = "-delay", .kind = PARAM_ROW, .offset = AT(delay),
	 .help = "seconds, or type and words of expNetwork: Constant 0.1, Random -median 0.4, Measured times.txt (help expNetwork)"},
	{.name = "-way", .kind = PARAM_ROW, .offset = AT(way),
	 .help = "which way is delayed: up (to the server), down, or both, each with its own delays (default)"},
	{.name = "-jitter", .kind = PARAM_REAL, .offset = AT(jitter), .range = {0.0, 1e6, false, false},
	 .help = "on top of every delay, uniform from 0 to this [s]"},
	{.name = "-throttle", .kind = PARAM_REAL, .offset = AT(throttle), .def = NAN, .range = {1.0, 1e12, false, false},
	 .help = "bytes/s of each way and connection; default: no bound"},
	{.name = "-script", .kind = PARAM_ROW, .offset = AT(script), .help = "file of lines such as `at 2.5 stall 3` (docs/network.md)"},
	{.name = "-now", .kind = PARAM_FLAG, .offset = AT(now), .help = "the script's time begins at once; without: with the first connection"},
	{.name = "-seed", .kind = PARAM_ROW, .offset = AT(seed), .help = "of delays, jitter and script (whole number, default 1)"},
	{.name = "-log", .kind = PARAM_ROW, .offset = AT(log), .help = "file: a line for every piece, connection and event, as CSV"},
	{.name = "-seconds", .kind = PARAM_REAL, .offset = AT(seconds), .def = NAN, .range = {0.0, 1e8, true, false},
	 .help = "ends after this time [s]; default: on SIGINT or SIGTERM"},
	{.name = "-connections", .kind = PARAM_INT, .offset = AT(connections), .def = 16, .range = {1, WAN_LINES_MOST, false, false},
	 .help = "at the same time; more are reset"},
	{.name = "-buffer", .kind = PARAM_INT, .offset = AT(buffer), .def = 256, .range = {1, 65536, false, false},
	 .help = "KiB on their way, each way of a connection; then the sender has to wait"},
	{.name = "-json", .kind = PARAM_FLAG, .offset = AT(json), .help = "statistics as one JSON object"},
	{0},
};

static bool is_own(const char *word)
{
	for (const struct param *p = table; p->name; p++)
		if (strcmp(p->name, word) == 0)
			return true;
	return false;
}

/* The words of a network, up to the next of ours. */
static int read_delay(struct wan_command *c, struct args *a, struct err *e)
{
	static const char *kind[KINDS];
	struct args rest;
	int i = 0, n = 0, code;

	while (a->at + n < a->n && !is_own(a->word[a->at + n]))
		n++;
	args_init(&rest, n, a->word + a->at, "wan -delay");
	a->at += n;
	for (int k = 0; network_table[k] && k < KINDS - 1; k++)
		kind[k] = network_table[k]->name;
	code = args_more_real(&rest) ? 0 : args_choice(&rest, "type", kind, &i, e);
	if (code)
		return code;
	c->delay.ops = network_table[i];
	c->delay.self = arena_alloc(&c->lab.arena, c->delay.ops->size);
	if (!c->delay.self)
		return err_set(e, ERR_MEMORY, "wan -delay", "no memory for it");
	code = param_parse(c->delay.ops->params, c->delay.self, &rest, e);
	if (!code && c->delay.ops->setup)
		code = c->delay.ops->setup(c->delay.self, &rest, &c->lab, e);
	return code ? code : args_end(&rest, e);
}

static int own(void *self, struct args *a, bool *ret_taken, struct err *e)
{
	static const char *const ways[] = {[WAN_UP] = "up", [WAN_DOWN] = "down", [WAN_WAYS] = "both", NULL};
	struct wan_command *c = self;

	*ret_taken = true;
	if (args_accept(a, "-delay"))
		return read_delay(c, a, e);
	if (args_accept(a, "-way"))
		return args_choice(a, "-way", ways, &c->way, e);
	if (args_accept(a, "-seed"))
		return args_seed(a, "-seed", &c->seed, e);
	*ret_taken = false;
	return 0;
}

/* host:port, or [address]:port. */
static int read_to(struct wan_command *c, struct err *e)
{
	const char *colon = strrchr(c->to, ':'), *from = c->to;
	size_t n = colon ? (size_t)(colon - from) : 0;
	int port = 0;

	if (n >= 2 && from[0] == '[' && colon[-1] == ']')
		from++, n -= 2;
	if (n == 0 || n >= sizeof(c->host) || (from == c->to && memchr(from, ':', n)) || !text_int(colon + 1, &port) || port < 1 || port > 65535) {
		err_set(e, ERR_ARGUMENT, "wan", "-to is no host and port");
		err_value(e, "%s", c->to);
		err_allowed(e, "such as 127.0.0.1:5001, localhost:5001 or [::1]:5001");
		return ERR_ARGUMENT;
	}
	memcpy(c->host, from, n);
	c->host[n] = '\0';
	snprintf(c->service, sizeof(c->service), "%d", port);
	return 0;
}

static int need(bool given, const char *name, struct err *e)
{
	if (given)
		return 0;
	err_set(e, ERR_ARGUMENT, "wan", "%s is missing", name);
	err_hint(e, "tandem wan -listen port -to host:port; --help lists all words");
	return ERR_ARGUMENT;
}

int wan_command_read(struct wan_command *c, int n, const char *const *word, struct err *e)
{
	struct args a;
	int code;

	*c = (struct wan_command){.way = WAN_WAYS, .seed = 1};
	laboratory_init(&c->lab);
	args_init(&a, n, word, "wan");
	code = words_read(table, c, &a, own, e);
	if (!code)
		code = need(c->port >= 0, "-listen", e);
	if (!code)
		code = need(c->to, "-to", e);
	if (!code)
		code = read_to(c, e);
	for (int i = 0; i < c->connections && c->delay.ops && !code; i++)
		for (int way = 0; way < WAN_WAYS && !code; way++)
			code = network_use(&c->use[i][way], &c->delay, &c->lab, "wan -delay", e);
	return code;
}

int wan_command_script(const struct wan_command *c, struct wan_script *s, struct arena *mem, struct err *e)
{
	struct motion_text text = {0};
	int code = c->script ? motion_text_read(c->script, mem, &text, e) : 0;

	for (int i = 0; i < text.n && !code; i++) {
		char where[96];

		snprintf(where, sizeof(where), "%.70s line %d", c->script, i + 1);
		code = wan_script_line(s, text.line[i], where, e);
	}
	return code;
}

static double next_delay(void *ctx, int line, enum wan_way way)
{
	struct wan_command *c = ctx;

	return c->delay.ops->exchange(c->delay.self, c->use[line][way].state);
}

static void begin_delays(void *ctx, int line, enum wan_way way, uint64_t stream)
{
	struct wan_command *c = ctx;

	network_start(&c->use[line][way], c->seed, stream);
}

struct wan_words wan_command_words(struct wan_command *c)
{
	return (struct wan_words){
		.seed = c->seed, .lines = c->connections, .buffer = (size_t)c->buffer * KIB, .ways = c->way == WAN_WAYS ? WAN_BOTH : 1 << c->way,
		.jitter_s = c->jitter, .rate = isnan(c->throttle) ? 0.0 : c->throttle, .delay = c->delay.ops ? next_delay : NULL,
		.begin = c->delay.ops ? begin_delays : NULL, .delay_ctx = c,
	};
}

void wan_command_help(void)
{
	char text[4096];

	param_usage(table, "tandem wan", text, sizeof(text));
	printf("%s", text);
}
