/* Which nodes or elements a recorder watches: lists, ranges and regions, in the order the script gave them; all when none is given. */
#pragma once

#include "base/arena.h"
#include "base/args.h"
#include "base/err.h"
#include "model/model.h"

enum select_kind { SELECT_NODES, SELECT_ELEMENTS };
enum { SELECT_PARTS = 64 };

struct select_part {
	enum { PART_LIST, PART_RANGE, PART_REGION, PART_ALL } kind;
	int *tag, n;            /* list: tags; range: first, last; region: its tag; owned: recorder's arena */
};

struct selection {
	enum select_kind kind;
	struct select_part part[SELECT_PARTS];
	int npart;
};

/* Takes -node|-nodeRange|-region or -ele|-eleRange|-region with their numbers. 1: taken, 0: another word, negative: error. */
int select_option(struct selection *s, struct args *a, struct arena *mem, struct err *e) MUST_CHECK;

/* Tags of all chosen objects that the model has now. A tag of a list and a region must exist; ranges take what is there. */
int select_resolve(const struct selection *s, const struct model *m, const char *object, struct arena *mem,
                   int **ret_tag, int *ret_n, struct err *e) MUST_CHECK;
