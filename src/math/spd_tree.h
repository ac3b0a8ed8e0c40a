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

/* perm[new] = old. Supernodes are merged where spd_node_cost says that it pays, and split at SPD_WIDTH columns. */
int spd_tree_build(struct spd_tree *ret, const struct pattern_csc *p, const int *perm, struct arena *mem);

/* The price of a supernode by which merging is decided: about its nanoseconds in one solve (both passes). */
double spd_node_cost(int width, int height);
