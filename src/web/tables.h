/* What the page builds its forms and its gallery from: plug-ins, templates, examples. Functions of routes. */
#pragma once

#include "base/param.h"
#include "web/request.h"

void tables_plugins(struct request *r);    /* GET /api/plugins */
void tables_templates(struct request *r);  /* GET /api/templates */
void tables_examples(struct request *r);   /* GET /api/examples */
void tables_example(struct request *r);    /* GET /api/examples/NAME/script */

/* A row of a parameter table as an object; words: the default of one that stands for words, NULL: none. */
void tables_put_param(struct jput *j, const struct param *p, const char *words);
/* The path of a script of an example: NAME.tcl, or `file` of its folder; false: there is none. */
bool tables_example_path(const struct web *w, const char *name, const char *file, char *ret, size_t size);
