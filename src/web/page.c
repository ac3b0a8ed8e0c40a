/* The page: files that were packed into the program (page_files.h), and what stands in their place where they were not. */
#include "web/page.h"

#include "web/page_files.h"
#include "web/web_priv.h"

#include <stdio.h>
#include <string.h>

static const char HTML[] = "text/html; charset=utf-8";

#define WORDS(title, text) "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tandem</title><h1>" title "</h1><p>" text "</p></html>\n"
static const char UNBUILT[] = WORDS("The page was not built",
                                    "This program was made without its page, for want of node and npm. The interface works all the same: "
                                    "docs/web.md. <code>make deps</code> and <code>make</code> build it.");
static const char CLOSED[] = WORDS("Who are you?", "Open the address that <code>tandem serve</code> has printed: it has a token in it.");

static void put_constant(struct request *r, int status, const char *type, const char *text)
{
	r->answer = (struct answer){.status = status, .type = type, .constant = (const unsigned char *)text, .n = strlen(text)};
}

bool page_is_entrance(const struct request *r)
{
	return strcmp(r->path, "/") == 0 && request_arg(r, "token");
}

void page_enter(struct request *r)
{
	const struct web *w = r->web;
	struct answer *a = &r->answer;

	auth_by_token(&w->auth, request_arg(r, "token"), &r->who);
	if (r->who.role == ROLE_NONE)
		return;
	put_constant(r, 303, HTML, "");
	snprintf(a->location, sizeof a->location, "/");
	snprintf(a->cookie, sizeof a->cookie, "%s=%.128s; Path=/; HttpOnly; SameSite=Strict%s", w->cookie, request_arg(r, "token"), w->tls ? "; Secure" : "");
}

void page_refuse(struct request *r, int status)
{
	static const struct { int status; const char *words; } ROWS[] = {
		{401, "who are you? A token or a certificate is wanted"}, {403, "not from a page of another site"}, {421, "this server has another name"},
	};

	if (status == 401 && strcmp(r->path, "/") == 0) {
		put_constant(r, status, HTML, CLOSED);
		return;
	}
	for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
		if (ROWS[i].status == status)
			request_refuse(r, status, "%s", ROWS[i].words);
}

/* Does the browser have it already? */
static bool is_kept(const struct request *r, const char *etag)
{
	char text[128];

	return r->session && lws_hdr_copy(r->session->wsi, text, sizeof text, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 && strcmp(text, etag) == 0;
}

void page_file(struct request *r)
{
	const struct page_file *f = page_file_find(r->path);

	if (f && is_kept(r, f->etag))
		r->answer = (struct answer){.status = 304, .type = f->type, .etag = f->etag};
	else if (f)
		r->answer = (struct answer){.status = 200, .type = f->type, .constant = f->gzip, .n = f->size, .gzip = true, .etag = f->etag};
	else if (strcmp(r->path, "/") == 0)
		put_constant(r, 200, HTML, UNBUILT);
	else
		request_refuse(r, 404, "there is nothing at this address");
}
