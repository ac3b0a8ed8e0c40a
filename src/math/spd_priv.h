/* Inside of spd: the supernodes and the plan of the elimination. */
#pragma once

#include "math/spd.h"

enum { SPD_WIDTH = 32 }; /* columns of a supernode at most */

struct spd_node {
	int first, width;     /* columns, in the new order */
	int height;           /* rows below the columns */
	int stride;           /* height rounded up to a multiple of 8: leading dimension of the dense matrices */
	int row;              /* where its rows begin in spd.row and spd.relative */
	int join, join_outer, join_end; /* its share of spd.join: rows that are columns of the parent, the others */
	int inner;            /* so many of its rows are columns of the parent */
	int parent;           /* -1: root */
	int entry, entry_end; /* its share of spd.entry */
	size_t panel;         /* offset in the factor */
	size_t update;        /* offset of its update matrix in the work space */
	int child, sibling;   /* first child, next child of the same parent; -1: none */
};

/* An entry of the matrix: source in the caller's values, target in the supernode's dense columns. */
struct spd_entry {
	int source, target;
};

/* A supernode as a solve sees it. Steps come by levels of the tree, leaves first, and within a level by shape: supernodes of a
 * level wait for nothing of each other, and loops that run equally often again and again are foreseen by the processor. */
struct spd_step {
	int first, width, height;
	int row;              /* where its rows begin in spd.row */
	int piece, piece_end; /* its share of spd.piece */
	size_t panel;         /* offset in the factor */
};

/* Up to eight rows of a supernode that follow each other in the vector and lie in one block of eight of its rows: place
 * from + i of its rows goes to x[to + i] where mask has bit i. */
struct spd_piece {
	int to, from;
	unsigned char mask;
};

struct spd_few;

struct spd {
	const struct pattern_csc *p; /* borrowed: the caller's */
	int n, nnode;
	struct spd_node *node;       /* owned: arena; depth first, children before parents */
	struct spd_step *step;       /* owned: arena; nnode, children before parents */
	int *perm, *place;           /* owned: arena; new to old, old to new */
	int *row;                    /* owned: arena; per supernode its rows, its columns, then n up to a multiple of 8 */
	struct spd_piece *piece;     /* owned: arena; rows of a supernode as places in the vector */
	struct spd_piece *join;      /* owned: arena; rows of a supernode as places in its parent (see relative) */
	int *relative;               /* owned: arena; the same rows as places in the parent: columns first, then rows */
	struct spd_entry *entry;     /* owned: arena */
	int *diagonal;               /* owned: arena; new column to place of its diagonal in the caller's values */
	size_t size;                 /* doubles of a factor */
	size_t update_size;          /* doubles of all update matrices that live at a time */
	size_t dense_size;           /* doubles of the widest supernode's dense columns */
	int height_most;
	double solve_cost, factor_cost;
	double *update, *dense, *x, *buffer; /* owned: arena */
	double *trial;               /* owned: arena; 3 n, of spd_factor_soundly */
	double coupling;             /* of the last factor: largest F11_ii W_ii, see spd.c */
	struct spd_few *few;         /* owned: arena; NULL: spd_few_setup was not called */
};
