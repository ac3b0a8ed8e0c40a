/* tandem serve <--port n> <--runs folder> <--bind address --cert f --key f (--token-file f | --client-ca f)> <--name host> <--idle s> <--examples folder> */
#include "main/cmd_serve.h"

#include "base/interrupt.h"
#include "base/io.h"
#include "live/live_read.h"
#include "main/run_folder.h"
#include "main/words.h"
#include "web/web.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct serve_words {
	struct web_words web;
	const char *runs;
};

enum { PORT = 8080 };

#define AT(field) offsetof(struct serve_words, field)

static const struct param words[] = {
	{.name = "--port", .kind = PARAM_INT, .offset = AT(web.port), .def = PORT, .range = {0, 65535, false, false},
	 .help = "where it listens; 0: any, which is printed"},
	{.name = "--runs", .kind = PARAM_ROW, .offset = AT(runs), .help = "folder of the runs (default: runs)"},
	{.name = "--bind", .kind = PARAM_ROW, .offset = AT(web.bind),
	 .help = "address (default: 127.0.0.1); others than of loopback need TLS and tokens or certificates"},
	{.name = "--cert", .kind = PARAM_ROW, .offset = AT(web.cert), .help = "certificate of this server, PEM"},
	{.name = "--key", .kind = PARAM_ROW, .offset = AT(web.key), .help = "its key, readable by its owner only"},
	{.name = "--token-file", .kind = PARAM_ROW, .offset = AT(web.token_file),
	 .help = "lines ROLE NAME TOKEN, roles operator and viewer; default: made at the start"},
	{.name = "--client-ca", .kind = PARAM_ROW, .offset = AT(web.client_ca),
	 .help = "authority that signs clients' certificates; OU=operator makes an operator"},
	{.name = "--name", .kind = PARAM_ROW, .offset = AT(web.name[0]), .help = "a further name by which browsers may ask for this server; may be said again"},
	{.name = "--idle", .kind = PARAM_REAL, .offset = AT(web.idle_s), .def = 0.0, .range = {0, 1e9, false, false},
	 .help = "ends when nobody was connected and no run was live for so long [s]; 0: never"},
	{.name = "--examples", .kind = PARAM_ROW, .offset = AT(web.examples), .help = "folder of the gallery (default: the one of this program)"},
	{0},
};

static int own(void *self, struct args *a, bool *ret_taken, struct err *e)
{
	struct serve_words *w = self;

	*ret_taken = args_accept(a, "--name");
	if (!*ret_taken)
		return 0;
	if (w->web.nname == WEB_NAMES)
		return err_set(e, ERR_LIMIT, "tandem serve", "more than %d names", WEB_NAMES);
	return args_word(a, "--name", &w->web.name[w->web.nname++], e);
}

static void print_help(void)
{
	char text[4096];

	param_usage(words, "tandem serve", text, sizeof text);
	printf("%s\n    docs/web.md says more.\n", text);
}

static void say(const char *line)
{
	printf("%s\n", line);
	fflush(stdout);
}

static void on_signal(int number)
{
	(void)number;
	interrupt_ask();
}

static void watch_signals(void)
{
	const struct sigaction act = {.sa_handler = on_signal};

	interrupt_clear();
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
}

/* Another server has this folder: where is it? */
static int point_to_other(const char *runs, struct err *e)
{
	char path[PATH_MAX + 16], card[2048] = "";
	const char *at;

	snprintf(path, sizeof path, "%s/server.json", runs);
	io_text(path, card, sizeof card);
	at = strstr(card, "\"operator\":\"http");
	err_clear(e);
	err_set(e, ERR_STATE, "tandem serve", "another server has this folder of runs");
	err_value(e, "%.90s", runs);
	at = at ? strchr(at, ':') + 2 : NULL;
	if (at)
		err_hint(e, "open %.*s in a browser", (int)strcspn(at, "\""), at);
	else
		err_hint(e, "where it is stands in server.json there");
	return ERR_STATE;
}

static int run(const void *self, struct err *e)
{
	const struct serve_words *w = self;
	struct web_words web = w->web;
	char program[PATH_MAX] = "", runs[PATH_MAX];
	int code = run_folder_path(w->runs ? w->runs : "runs", e);

	if (!code && (!realpath(w->runs ? w->runs : "runs", runs) || readlink("/proc/self/exe", program, sizeof program - 1) < 0))
		code = err_set(e, ERR_FILE, "tandem serve", "the folder of runs, or this program, cannot be found");
	if (!code && run_folder_lock(runs, "server", e) == ERR_STATE)
		code = point_to_other(runs, e);
	else if (!code && e->code)
		code = e->code;
	if (!code)
		live_sweep(NULL);
	web.runs = runs;
	web.program = program;
	web.say = say;
	watch_signals();
	return code ? code : web_serve(&web, e);
}

static const char *missing(const void *self)
{
	(void)self;
	return NULL;
}

int cmd_serve(int argc, char **argv)
{
	static const struct words_command COMMAND = {"tandem serve", words, own, print_help, missing, "", run};
	static struct serve_words w;

	return words_command(&COMMAND, &w, argc, argv);
}
