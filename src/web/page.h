/* The page itself, its files, and what a browser sees that may not. The thread of the sockets. */
#pragma once

#include "web/request.h"

/* Is this the address with a token (/?token=...)? */
bool page_is_entrance(const struct request *r);
/* Puts the cookie and sends to /; r->who says whose token it was: ROLE_NONE, then nothing is answered. */
void page_enter(struct request *r);
/* A refusal: JSON, or for the address of the page a few words to read. */
void page_refuse(struct request *r, int status);
/* A file of the page. */
void page_file(struct request *r);
