/* Elimination tree and supernodes of a permuted symmetric pattern, private to spd. */
#pragma once

#include "base/arena.h"
#include "math/sparse.h"

/* A supernode while it is being formed. */
struct spd_super {
	int ncolumn, *column;  /* owned: arena; columns in the order of elimination, numbers of the caller's permutation */
	int nrow, *row;        /* owned: arena; rows below, numbers of the caller's permutation, any order */
	int parent;            /* -1: root */
};

struct spd_tree {
	int nsuper;
	struct spd_super *super; /* owned: arena; children before parents, depth first */
};

/* perm[new] = old. Supernodes are merged where that makes a solve cheaper, and split at SPD_WIDTH columns. */
int spd_tree_build(struct spd_tree *ret, const struct pattern_csc *p, const int *perm, struct arena *mem);
