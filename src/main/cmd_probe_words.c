/* The words of `tandem probe`. */
#include "main/cmd_probe_words.h"

#include "main/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define AT(field) offsetof(struct probe_words, field)

static const struct param table[] = {
	{.name = "-serve", .kind = PARAM_INT, .offset = AT(serve), .def = -1, .range = {0, 65535, false, false},
	 .help = "instead of HOST: serves the echo at this port; 0: any, which is printed"},
	{.name = "-from", .kind = PARAM_ROW, .offset = AT(from), .help = "file of measured times instead of HOST, parted by blanks, comments after #"},
	{.name = "-factor", .kind = PARAM_REAL, .offset = AT(factor), .def = 1.0, .range = RANGE_POSITIVE, .help = "seconds over unit of that file: 1e-3 for ms"},
	{.name = "-n", .kind = PARAM_INT, .offset = AT(n), .def = 500, .range = {1, 10000000, false, false}, .help = "steps to measure"},
	{.name = "-bytes", .kind = PARAM_INT, .offset = AT(bytes), .def = 128, .range = {PROBE_BYTES_LEAST, PROBE_BYTES_MOST, false, false},
	 .help = "of a step, there and back"},
	{.name = "-interval", .kind = PARAM_REAL, .offset = AT(interval), .def = 0.02, .range = {0.0, 1e6, false, false},
	 .help = "from step to step [s]; a step never begins before the answer to the last"},
	{.name = "-timeout", .kind = PARAM_REAL, .offset = AT(timeout), .def = 10.0, .range = {0.0, 1e6, true, false},
	 .help = "a step without an answer in this time is lost, and the connection made anew [s]"},
	{.name = "-share", .kind = PARAM_REAL, .offset = AT(share), .def = 0.95, .range = {0.0, 1.0, true, false},
	 .help = "say the time that this share of the steps needs"},
	{.name = "-slowShare", .kind = PARAM_REAL, .offset = AT(timing.slow_share), .def = 0.05, .range = {0.0, 1.0, true, true},
	 .help = "of the steps, no more than this may slow down"},
	{.name = "-holdShare", .kind = PARAM_REAL, .offset = AT(timing.hold_share), .def = 0.01, .range = {0.0, 1.0, true, true},
	 .help = "and no more than this hold"},
	{.name = "-extrapolate", .kind = PARAM_REAL, .offset = AT(timing.extrapolate), .def = 0.6, .range = {0.0, 1.0, true, true}, .help = "as of expController"},
	{.name = "-slow", .kind = PARAM_REAL, .offset = AT(timing.slow), .def = 0.8, .range = {0.0, 1.0, true, true}, .help = "as of expController"},
	{.name = "-slowRate", .kind = PARAM_REAL, .offset = AT(timing.rate), .def = 0.5, .range = {0.0, 1.0, true, false}, .help = "as of expController"},
	{.name = "-add", .kind = PARAM_REAL, .offset = AT(timing.add_s), .range = {0.0, 1e6, false, false},
	 .help = "on top of every time: what computing a step takes, and a tick of the loop [s]"},
	{.name = "-dt", .kind = PARAM_REAL, .offset = AT(dt), .def = 0.01, .range = RANGE_POSITIVE, .help = "step of the test, for -scale [s of test time]"},
	{.name = "-file", .kind = PARAM_ROW, .offset = AT(file), .help = "every step as CSV"},
	{.name = "-times", .kind = PARAM_ROW, .offset = AT(times), .help = "the times alone, for expNetwork Measured, tandem wan -delay Measured and -from"},
	{.name = "-plot", .kind = PARAM_ROW, .offset = AT(plot), .help = "histogram and cumulative curve as SVG"},
	{.name = "-json", .kind = PARAM_FLAG, .offset = AT(json), .help = "print one JSON object"},
	{.name = "-cert", .kind = PARAM_ROW, .offset = AT(cert), .help = "PEM file: TLS, with -key and -ca; without: plain"},
	{.name = "-key", .kind = PARAM_ROW, .offset = AT(key), .help = "PEM file of its key"},
	{.name = "-ca", .kind = PARAM_ROW, .offset = AT(ca), .help = "PEM file of whom to trust"},
	{.name = "-name", .kind = PARAM_ROW, .offset = AT(name), .help = "the peer's certificate must hold this name"},
	{.name = "-pin", .kind = PARAM_ROW, .offset = AT(pin), .help = "and have this SHA-256"},
	{.name = "-plain", .kind = PARAM_FLAG, .offset = AT(plain), .help = "without TLS also beyond this machine"},
	{.name = "-address", .kind = PARAM_ROW, .offset = AT(address), .help = "with -serve: an address of this machine; default: loopback"},
	{.name = "-seconds", .kind = PARAM_REAL, .offset = AT(seconds), .def = NAN, .range = {0.0, 1e8, true, false},
	 .help = "with -serve: ends after this time [s]; default: on SIGINT or SIGTERM"},
	{0},
};

/* HOST and its port. */
static int own(void *self, struct args *a, bool *ret_taken, struct err *e)
{
	struct probe_words *w = self;

	*ret_taken = !w->host && args_peek(a)[0] != '-';
	if (!*ret_taken)
		return 0;
	w->host = a->word[a->at++];
	return args_more_int(a) ? args_int(a, "port", 1, 65535, &w->port, e) : 0;
}

static int check(const struct probe_words *w, struct err *e)
{
	int given = (w->host != NULL) + (w->from != NULL) + (w->serve >= 0), papers = (w->cert != NULL) + (w->key != NULL) + (w->ca != NULL);

	if (given != 1) {
		err_set(e, ERR_ARGUMENT, "probe", given ? "HOST, -serve and -from go apart" : "nothing to measure");
		err_hint(e, "tandem probe HOST [port], tandem probe -serve port, or tandem probe -from file; --help lists all words");
		return ERR_ARGUMENT;
	}
	if (papers != 0 && papers != 3) {
		err_set(e, ERR_ARGUMENT, "probe", "-cert, -key and -ca go together");
		return ERR_ARGUMENT;
	}
	if (papers == 0 && (w->name || w->pin)) {
		err_set(e, ERR_ARGUMENT, "probe", "-name and -pin want TLS: -cert, -key and -ca");
		return ERR_ARGUMENT;
	}
	if (w->timing.slow < w->timing.extrapolate) {
		err_set(e, ERR_RANGE, "probe", "-slow ends before -extrapolate");
		err_value(e, "%g", w->timing.slow);
		err_allowed(e, "at least %g", w->timing.extrapolate);
		return ERR_RANGE;
	}
	return 0;
}

int probe_words_read(struct probe *p, int n, const char *const *word, struct err *e)
{
	struct probe_words *w = &p->words;
	struct args a;
	int code;

	w->port = PROBE_PORT;
	args_init(&a, n, word, "probe");
	code = words_read(table, w, &a, own, e);
	if (!code)
		code = check(w, e);
	if (!code && w->cert)
		code = tls_open(w->cert, w->key, w->ca, &p->tls, e);
	p->stream = (struct stream_words){.tls = p->tls, .name = w->name, .pin = w->pin, .patience_s = w->timeout, .open_plain = w->plain};
	return code;
}

void probe_words_help(void)
{
	char text[6144];

	param_usage(table, "tandem probe HOST <port>", text, sizeof(text));
	printf("%s", text);
}
