/* The server: what it needs before it opens its door, its loop, its end. */
#include "web/web_priv.h"

#include "base/base.h"
#include "base/heap.h"
#include "base/interrupt.h"
#include "base/io.h"
#include "net/stream.h"
#include "net/tls_priv.h"
#include "web/files.h"
#include "web/lives.h"
#include "web/records.h"
#include "web/tests.h"
#include "web/viewer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEADER_S = 5, KEEP_S = 30, HANDLES = 1024 };

/* ---- may it? ------------------------------------------------------------------------------------------------- */

static int refuse_open(const struct web_words *w, const char *what, struct err *e)
{
	err_set(e, ERR_UNSUPPORTED, "tandem serve", "%s", what);
	err_value(e, "--bind %.60s", w->bind);
	err_hint(e, "--cert, --key and --token-file or --client-ca; tandem site keygen makes certificates; or leave --bind away");
	return ERR_UNSUPPORTED;
}

/* Beyond this machine only with TLS, and only to those who say who they are. */
static int check_words(const struct web_words *w, struct err *e)
{
	bool outside = w->bind && !net_is_loopback(w->bind), tls = w->cert && w->key;

	if (!w->cert != !w->key)
		return err_set(e, ERR_ARGUMENT, "tandem serve", "--cert and --key go together");
	if (w->client_ca && !tls)
		return err_set(e, ERR_ARGUMENT, "tandem serve", "--client-ca goes with --cert and --key");
	if (outside && !tls)
		return refuse_open(w, "nothing leaves this machine without TLS", e);
	return outside && !w->token_file && !w->client_ca ? refuse_open(w, "who may look beyond this machine? Neither tokens nor certificates are given", e) : 0;
}

/* A certificate that is out of date, or does not fit its key, is found here and not by the first browser. */
static int check_certificate(const struct web_words *w, struct err *e)
{
	X509 *x = NULL;
	EVP_PKEY *key = NULL;
	char *text;
	size_t n;
	int code = tls_private(w->key, e);

	if (!code && !(code = tls_file(w->cert, &text, &n, e))) {
		x = tls_parse_certificate(text, n);
		free(text);
	}
	if (!code && !(code = tls_file(w->key, &text, &n, e))) {
		key = tls_parse_key(text, n);
		OPENSSL_cleanse(text, n);
		free(text);
	}
	if (!code && (!x || !key || X509_check_private_key(x, key) != 1))
		code = err_set(e, ERR_FORMAT, w->cert, "certificate and key are damaged, or do not belong together");
	if (!code && (X509_cmp_current_time(X509_get0_notAfter(x)) < 0 || X509_cmp_current_time(X509_get0_notBefore(x)) > 0)) {
		code = err_set(e, ERR_STATE, w->cert, "the certificate is out of date");
		err_hint(e, "make a new one with tandem site keygen, or look at the clock of this machine");
	}
	ERR_clear_error();
	EVP_PKEY_free(key);
	X509_free(x);
	return code;
}

/* ---- the socket ---------------------------------------------------------------------------------------------- */

static int refuse_address(const struct web_words *w, struct err *e)
{
	int number = errno;

	err_set(e, ERR_FILE, "tandem serve", "this address cannot be listened at: %s", strerror(number));
	err_value(e, "%.60s port %d", w->bind ? w->bind : "127.0.0.1", w->port);
	err_hint(e, "%s", number == EADDRINUSE ? "another program has it: take another --port, or 0 for any" : "an address of this machine, such as 0.0.0.0");
	return ERR_FILE;
}

/* Tried here, so that a refusal has words; lws says none. ret_six: an address of IPv6. */
static int try_address(const struct web_words *w, const char *host, bool *ret_six, struct err *e)
{
	union { struct sockaddr any; struct sockaddr_in four; struct sockaddr_in6 six; } at = {0};
	int fd, code = 0;

	*ret_six = inet_pton(AF_INET6, host, &at.six.sin6_addr) == 1;
	if (*ret_six)
		at.six = (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)w->port), .sin6_addr = at.six.sin6_addr};
	else if (inet_pton(AF_INET, host, &at.four.sin_addr) == 1)
		at.four = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)w->port), .sin_addr = at.four.sin_addr};
	else {
		err_set(e, ERR_ARGUMENT, "tandem serve", "--bind is an address, no name");
		err_value(e, "%.60s", host);
		err_allowed(e, "such as 127.0.0.1, 0.0.0.0, ::1");
		return ERR_ARGUMENT;
	}
	fd = fault_fires(FAULT_web_door) ? (errno = ENOBUFS, -1) : socket(at.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
	if (fd < 0 || bind(fd, &at.any, *ret_six ? sizeof at.six : sizeof at.four) != 0 || listen(fd, 1) != 0)
		code = refuse_address(w, e);
	if (fd >= 0)
		close(fd);
	return code;
}

static void lws_line(int level, const char *line)
{
	(void)level;
	(void)line;
}

/* Nothing of HTTP/2, of extensions and of old TLS: what is not there needs no care. */
static int open_door(struct web *w, bool listening, struct err *e)
{
	static const struct lws_protocols PROTOCOLS[] = {
		{"http", http_callback, sizeof(struct http_session), 0, 0, NULL, 0},
		{WEB_PROTOCOL, viewer_callback, sizeof(struct viewer), VIEWER_PIECE, 0, NULL, 0},
		{0},
	};
	const char *host = w->words.bind && strcmp(w->words.bind, "localhost") != 0 ? w->words.bind : "127.0.0.1";
	struct lws_context_creation_info info = {.protocols = PROTOCOLS, .user = w, .server_string = "tandem", .alpn = "http/1.1", .gid = -1, .uid = -1,
	                                         .timeout_secs = HEADER_S, .keepalive_timeout = KEEP_S, .timeout_secs_ah_idle = HEADER_S,
	                                         .max_http_header_data = REQUEST_ARG_BYTES, .fd_limit_per_thread = HANDLES, .vhost_name = "tandem"};
	bool six, any = strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;
	int code = try_address(&w->words, host, &six, e);

	if (code)
		return code;
	lws_set_log_level(LLL_ERR, lws_line);
	info.iface = any ? NULL : host;
	info.port = listening ? w->words.port : CONTEXT_PORT_NO_LISTEN_SERVER;
	info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_VALIDATE_UTF8 |
	               (six ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6) | (w->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0);
	if (w->tls) {
		info.ssl_cert_filepath = w->words.cert;
		info.ssl_private_key_filepath = w->words.key;
		info.ssl_ca_filepath = w->words.client_ca;
		info.options |= w->words.client_ca ? LWS_SERVER_OPTION_REQUIRE_VALID_OPENSSL_CLIENT_CERT : 0;
		info.options |= w->words.client_ca && w->words.token_file ? LWS_SERVER_OPTION_PEER_CERT_NOT_REQUIRED : 0;
	}
	w->lws = fault_fires(FAULT_web_door) ? NULL : lws_create_context(&info);
	w->vhost = w->lws && !fault_fires(FAULT_web_door) ? lws_create_vhost(w->lws, &info) : NULL;
	if (!w->vhost)
		return err_set(e, ERR_FILE, "tandem serve", "libwebsockets cannot listen at %.60s port %d, or cannot use the certificate", host, w->words.port);
	w->port = listening ? lws_get_vhost_listen_port(w->vhost) : w->words.port;
	return 0;
}

/* ---- its names, its tokens ----------------------------------------------------------------------------------- */

static int allow_names(struct web *w, struct err *e)
{
	static const char *const LOOPBACK[] = {"127.0.0.1", "localhost", "::1"};
	const char *host = w->words.bind ? w->words.bind : "127.0.0.1";
	int code = lobby_allow(&w->lobby, host, w->port, e);

	for (size_t i = 0; i < COUNT(LOOPBACK) && !code && net_is_loopback(host); i++)
		code = lobby_allow(&w->lobby, LOOPBACK[i], w->port, e);
	for (int i = 0; i < w->words.nname && !code; i++)
		code = lobby_allow(&w->lobby, w->words.name[i], w->port, e);
	return code;
}

static void url_of(const struct web *w, const char *token, char ret[WEB_URL])
{
	const char *host = w->words.nname > 0 ? w->words.name[0] : w->words.bind ? w->words.bind : "127.0.0.1";
	bool colons = strchr(host, ':') != NULL;

	snprintf(ret, WEB_URL, "%s%s%.255s%s:%d/%s%s", w->lobby.scheme, colons ? "[" : "", host, colons ? "]" : "", w->port,
	         token ? "?token=" : "", token ? token : "");
}

/* RUNS/server.json, for programs of the same user that look for this server. */
static int write_card(struct web *w, const char *path, struct err *e)
{
	char url[WEB_URL];
	struct jput j;
	int code;

	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_int(&j, "pid", getpid());
	url_of(w, NULL, url);
	jput_text(&j, "url", url);
	for (int i = 0; i < ROLES - 1; i++) {
		url_of(w, w->auth.made ? w->auth.row[i].token : NULL, url);
		if (w->auth.made)
			jput_text(&j, role_name[i + 1], url);
		else
			jput_null(&j, role_name[i + 1]);
	}
	jput_close(&j, '}');
	io_drop(path);
	code = j.failed ? err_set(e, ERR_MEMORY, "tandem serve", "no memory") : files_write(path, j.text, j.n, e);
	jput_fini(&j);
	return code;
}

static void say_urls(const struct web *w)
{
	char url[WEB_URL], line[WEB_URL + 64];

	for (int i = 0; i < w->auth.n && w->auth.made; i++) {
		url_of(w, w->auth.row[i].token, url);
		snprintf(line, sizeof line, "%-9s %s", role_name[w->auth.row[i].role], url);
		w->words.say(line);
	}
	if (!w->auth.made) {
		url_of(w, NULL, url);
		snprintf(line, sizeof line, "serving   %s", url);
		w->words.say(line);
	}
}

/* ---- its loop ------------------------------------------------------------------------------------------------ */

/* Somebody is connected, or a run goes on that one may want to look at. */
static bool is_needed(const struct web *w)
{
	return w->lobby.nopen > 0 || w->waiting || w->lives->n > 0;
}

static bool is_idle(struct web *w, int64_t t_ns)
{
	if (w->needed_ns == 0 || is_needed(w))
		w->needed_ns = t_ns;
	return w->words.idle_s > 0.0 && (double)(t_ns - w->needed_ns) > w->words.idle_s * (double)WEB_S;
}

static void tick(lws_sorted_usec_list_t *timer)
{
	struct web *w = lws_container_of(timer, struct web, timer);
	int64_t now = clock_now(&w->clock);

	lives_tick(w->lives, now);
	wait_tick(w, now);
	tests_tick(w->tests);
	viewers_tick(w, now);
	w->ended = interrupt_asked() || is_idle(w, now);
	lws_sul_schedule(w->lws, 0, timer, tick, LWS_US_PER_SEC / (w->viewer ? WEB_TICK_HZ : WEB_IDLE_HZ));
}

static void wake(void *ctx)
{
	struct web *w = ctx;

	lws_cancel_service(w->lws);
}

/* Texts of the log are others' words; tokens never are among them. */
static int hide_tokens(struct web *w, struct err *e)
{
	int code = 0;

	_Static_assert((int)AUTH_TOKENS <= (int)LOG_SECRETS && (int)AUTH_TOKEN <= (int)LOG_SECRET_SIZE, "every token can be hidden");
	for (int i = 0; i < w->auth.n && !code; i++)
		code = log_hide(&w->notes.log, w->auth.row[i].token, e);
	return code;
}

static int make_parts(struct web *w, bool listening, struct err *e)
{
	int code = notes_init(&w->notes, w->words.runs, &w->clock, e);

	if (!code)
		code = hide_tokens(w, e);
	if (!code)
		code = records_init(&w->records, w->words.runs, e);
	if (!code)
		code = tests_init(&w->tests, e);
	if (!code)
		code = lives_init(&w->lives, w, e);
	if (!code)
		code = open_door(w, listening, e);
	if (!code)
		code = allow_names(w, e);
	if (!code)
		code = worker_init(&w->files, "tandem files", wake, w, e);
	if (!code)
		code = worker_init(&w->folder, "tandem folder", wake, w, e);
	return code;
}

static void find_examples(struct web *w)
{
	static const char *const PLACES[] = {"%.*s/../examples", "%.*s/../share/tandem/examples"};
	const char *slash = strrchr(w->words.program, '/');

	if (w->words.examples)
		snprintf(w->examples, sizeof w->examples, "%s", w->words.examples);
	for (size_t i = 0; i < COUNT(PLACES) && !w->words.examples && slash; i++) {
		char path[4096];

		snprintf(path, sizeof path, PLACES[i], (int)(slash - w->words.program), w->words.program);
		if (realpath(path, w->examples))
			return;
		w->examples[0] = '\0';
	}
}

void web_close(struct web *w)
{
	if (!w)
		return;
	worker_fini(&w->files);
	worker_fini(&w->folder);
	wait_fini(w);
	if (w->lws)
		lws_context_destroy(w->lws);
	lives_fini(w->lives);
	tests_fini(w->tests);
	records_fini(w->records);
	free(w);
}

int web_open(const struct web_words *words, bool listening, struct web **ret, struct err *e)
{
	struct web *w = heap_aligned(_Alignof(struct web), sizeof *w);
	int code = w ? check_words(words, e) : err_set(e, ERR_MEMORY, "tandem serve", "no memory");

	json_set_alloc_funcs(heap_room, free);
	if (!code) {
		w->words = *words;
		w->tls = words->cert != NULL;
		w->lobby.scheme = w->tls ? "https://" : "http://";
		clock_init(&w->clock, &clock_monotonic, 0);
		find_examples(w);
		code = w->tls ? check_certificate(words, e) : 0;
	}
	if (!code)
		code = words->token_file ? auth_read(&w->auth, words->token_file, e) : words->client_ca ? 0 : auth_make(&w->auth, e);
	if (!code)
		code = make_parts(w, listening, e);
	if (!code)
		snprintf(w->cookie, sizeof w->cookie, "tandem_%d", w->port);
	if (code)
		web_close(w);
	else
		*ret = w;
	return code;
}

static int serve(struct web *w, struct err *e)
{
	char card[4096];
	int code = 0;

	if (snprintf(card, sizeof card, "%s/server.json", w->words.runs) >= (int)sizeof card)
		code = err_set(e, ERR_RANGE, "tandem serve", "the name of the folder of runs is too long");
	if (!code)
		code = write_card(w, card, e);
	if (code)
		return code;
	say_urls(w);
	log_write(&w->notes.log, LOG_INFO, "server", "begins at port %d", w->port);
	lws_sul_schedule(w->lws, 0, &w->timer, tick, 1);
	while (!w->ended && !code)
		if (fault_fires(FAULT_web_door) || lws_service(w->lws, 0) < 0)
			code = err_set(e, ERR_STATE, "tandem serve", "libwebsockets serves no more; runs go on: start the server again");
	log_write(&w->notes.log, code ? LOG_ERROR : LOG_INFO, "server", "ends%s%s", code ? ": " : "", code ? e->what : "");
	io_drop(card);
	return code;
}

int web_serve(const struct web_words *words, struct err *e)
{
	struct web *w;
	int code = web_open(words, true, &w, e);

	if (code)
		return code;
	code = serve(w, e);
	web_close(w);
	return code;
}
