/* tandem site <--realtime ...> FILE.tcl -name n -port p <-host a> <-site tag> <-cert f -key f -ca f> <-coordinator name> <-plain> <-journal folder>
 *     <-sync n> <-acknowledge> <-- words of the script> */
#include "main/cmd_site.h"

#include "base/io.h"
#include "base/param.h"
#include "main/run_folder.h"
#include "main/words.h"
#include "record/run_record.h"
#include "remote/server.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const struct param params[] = {
	{.name = "-name", .kind = PARAM_ROW, .required = true, .help = "what the site calls itself; with TLS the name in its certificate"},
	{.name = "-port", .kind = PARAM_INT, .offset = offsetof(struct site_words, port), .def = 0, .range = {0, 65535, false, false},
	 .help = "to listen at; 0: any, which is said"},
	{.name = "-host", .kind = PARAM_ROW, .help = "address of this machine to listen at; default: loopback"},
	{.name = "-site", .kind = PARAM_TAG, .offset = offsetof(struct site_words, tag), .def = 0,
	 .help = "expSite LocalSite of the script; default: its only one"},
	{.name = "-cert", .kind = PARAM_ROW, .help = "certificate, with -key and -ca (PEM; tandem site keygen makes them): TLS 1.3"},
	{.name = "-key", .kind = PARAM_ROW, .help = "its key"},
	{.name = "-ca", .kind = PARAM_ROW, .help = "the authority that has signed the coordinator's certificate"},
	{.name = "-coordinator", .kind = PARAM_ROW, .help = "name that the coordinator's certificate must hold; default: any that the authority has signed"},
	{.name = "-plain", .kind = PARAM_FLAG, .offset = offsetof(struct site_words, plain),
	 .help = "without TLS also to other machines: anybody may move the specimen"},
	{.name = "-journal", .kind = PARAM_ROW, .help = "folder of its journals; default: journals"},
	{.name = "-sync", .kind = PARAM_INT, .offset = offsetof(struct site_words, sync), .def = 1, .range = {0, 1000000, false, false},
	 .help = "journal on the disk every so many steps; 0: whenever the system likes"},
	{.name = "-acknowledge", .kind = PARAM_FLAG, .offset = offsetof(struct site_words, acknowledge),
	 .help = "the specimen was looked at: goes on with the test that has tripped here; without it nobody is served"},
	{0},
};

void cmd_site_help(void)
{
	char text[4096];

	param_usage(params, "tandem site <options> FILE.tcl", text, sizeof text);
	printf("%s\n    then -- and the words of the script. Options before the file are those of tandem run (tandem run --help)\n"
	       "    that are of the clock, and --no-record. tandem site keygen --help says how certificates are made.\n"
	       "    docs/network.md says more.\n", text);
}

static int site_words_read(struct site_words *w, struct args *a, struct err *e)
{
	const struct { const char *word; const char **to; } TEXT[] = {{"-name", &w->name}, {"-host", &w->host}, {"-cert", &w->cert}, {"-key", &w->key},
	                                                              {"-ca", &w->ca}, {"-coordinator", &w->coordinator},
	                                                              {"-journal", &w->journal}};
	int code = param_parse(params, w, a, e);

	while (args_more(a) && !code) {
		size_t i = 0;
		int at = a->at;

		while (i < COUNT(TEXT) && !args_accept(a, TEXT[i].word))
			i++;
		code = i < COUNT(TEXT) ? words_text(a, TEXT[i].word, TEXT[i].to, e) : param_options(params, w, a, e);
		if (!code && a->at == at)
			return args_end(a, e);
	}
	if (!code && !w->name)
		code = err_set(e, ERR_ARGUMENT, "tandem site", "-name is missing");
	if (!code && (!!w->cert + !!w->key + !!w->ca) % 3 != 0)
		code = err_set(e, ERR_ARGUMENT, "tandem site", "-cert, -key and -ca go together");
	if (!code && w->coordinator && !w->cert)
		code = err_set(e, ERR_ARGUMENT, "tandem site", "-coordinator wants TLS: -cert, -key and -ca");
	if (!code && w->coordinator && (w->coordinator[0] == '\0' || w->coordinator[0] == '.' || strlen(w->coordinator) >= STREAM_NAME)) {
		code = err_set(e, ERR_ARGUMENT, "tandem site", "-coordinator is no name of a certificate");
		err_value(e, "%.80s", w->coordinator);
	}
	return code;
}

static int site_choose(struct script *s, int tag, struct site **ret, struct err *e)
{
	void *found;
	int code;

	if (tag == 0 && s->lab.sites.n != 1) {
		err_set(e, ERR_ARGUMENT, "tandem site", "which site shall be served? -site is missing");
		err_value(e, "%d sites in the script", s->lab.sites.n);
		return ERR_ARGUMENT;
	}
	if (tag == 0) {
		*ret = s->lab.sites.row[0].object;
		return 0;
	}
	code = laboratory_need(&s->lab.sites, "expSite", tag, "tandem site", &found, e);
	if (!code)
		*ret = found;
	return code;
}

/* ---- the record of the site ------------------------------------------------------------------------------------ */

static struct site_record {
	struct script *script;
	struct site *site;
	const char *name, *folder;         /* of the site; of its journals */
	char path[RUN_PATH], run[RUN_ID + 80];
} keeper;

static int record_folder(struct err *e)
{
	if (mkdir(keeper.path, 0777) == 0 || errno == EEXIST)
		return 0;
	return err_set(e, ERR_FILE, "record", "its folder %.100s cannot be made: %s", keeper.path, strerror(errno));
}

static int record_begin(void *self, const char *run, bool resumed, struct err *e)
{
	struct site_record *k = self;
	struct run_identity *id = &k->script->lab.run;

	if (snprintf(k->path, sizeof k->path, "%s/%s.%s", k->folder, run, k->name) >= (int)sizeof k->path)
		return err_set(e, ERR_RANGE, "record", "the name of its folder is too long");
	/* names of sites may have slashes, those of runs have none */
	for (char *slash = k->path + strlen(k->folder) + 1; (slash = strchr(slash, '/')); *slash = '_')
		;
	snprintf(k->run, sizeof k->run, "%s", run);
	id->folder = k->path;
	id->id = k->run;
	id->resume = resumed;
	id->make = record_folder;
	return run_record_serve(k->script->run, k->site, k->name, e);
}

static void record_step(void *self, int exchanges)
{
	run_record_served(((struct site_record *)self)->script->run, exchanges);
}

static void record_event(void *self, const char *kind, const char *text)
{
	run_record_event(((struct site_record *)self)->script->run, kind, "site", "%s", text);
}

static void record_trip(void *self)
{
	run_record_stop(((struct site_record *)self)->script->run, ERR_STATE, NULL);
}

static int serve(struct script *s, const struct site_words *w, struct arena *mem, struct err *e)
{
	static struct server server;
	struct server_words words = {.name = w->name, .host = w->host, .port = w->port, .tls = w->tls, .coordinator = w->coordinator, .open_plain = w->plain,
	                             .folder = w->journal ? w->journal : "journals", .program = script_version(), .instance = run_folder_instance(),
	                             .policy = {w->sync == 1 ? JOURNAL_SYNC_EVERY : w->sync == 0 ? JOURNAL_SYNC_NEVER : JOURNAL_SYNC_SOME, w->sync},
	                             .acknowledge = w->acknowledge, .say = script_line,
	                             .watch = {.self = &keeper, .begin = record_begin, .step = record_step, .event = record_event, .trip = record_trip}};
	struct site *site;
	char line[384];
	int bad, code = site_choose(s, w->tag, &site, e);

	if (code)
		return code;
	/* where it cannot be made it is there, or the lock will say why it cannot be written */
	if (mkdir(words.folder, 0777) == 0 && (code = io_sync_name(words.folder, e)))
		return code;
	code = run_folder_lock(words.folder, w->name, e);
	if (code)
		return code;
	keeper = (struct site_record){.script = s, .site = site, .name = w->name, .folder = words.folder};
	code = server_open(&server, &words, &s->lab, site, mem, e);
	if (!code) {
		snprintf(line, sizeof line, "site %s: ready, port %d%s", w->name, listener_port(server.listener), w->tls ? ", TLS" : "");
		script_line(line);
		if (w->tls && !w->coordinator) {
			snprintf(line, sizeof line, "site %s: whoever has a certificate of its authority may command it; -coordinator names one", w->name);
			script_line(line);
		}
		code = server_run(&server, e);
	}
	/* before the rig is let go: its last rows */
	bad = run_record_end(s->run, code < 0, e);
	server_close(&server);
	return code ? code : bad;
}

int cmd_site_words(struct site_words *w, int argc, char **argv)
{
	struct args a;
	struct err e;
	int code;

	*w = (struct site_words){0};
	err_clear(&e);
	args_init(&a, argc - 1, (const char *const *)argv + 1, "tandem site");
	code = site_words_read(w, &a, &e);
	if (!code && w->cert)
		code = tls_open(w->cert, w->key, w->ca, &w->tls, &e);
	if (!code && w->tls && !tls_is_named(w->tls, w->name)) {
		code = err_set(&e, ERR_ARGUMENT, w->cert, "it is of another name, and no coordinator would accept it");
		err_value(&e, "%.90s", tls_name(w->tls));
		err_allowed(&e, "%.60s", w->name);
	}
	if (code)
		(void)words_failed(&e);
	return code ? -1 : 0;
}

void cmd_site_words_fini(struct site_words *w)
{
	tls_close(w->tls);
	w->tls = NULL;
}

int cmd_site_serve(struct script *s, const struct site_words *w)
{
	struct arena mem;
	struct err e;
	int code;

	err_clear(&e);
	arena_init(&mem);
	code = serve(s, w, &mem, &e);
	arena_fini(&mem);
	return code ? words_failed(&e) : 0;
}
