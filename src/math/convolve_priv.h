/* Inside convolve.h: levels of blocks, their memory and their work. */
#pragma once

#include "math/convolve.h"

/* Numbers stand in rows of eight; of a spectrum eight real parts, then eight imaginary ones. */
enum { CONVOLVE_ROW = 8, CONVOLVE_PAIR = 16 };

/* One level: blocks of so many inputs. During a block the one before it is transformed, multiplied with the kernels and transformed back, a piece a
 * step, for the outputs of the block after it. Partition p of the kernels, p = 2, 3, ..., takes inputs p blocks before the outputs. */
struct convolve_level {
	int block, log2, rows;     /* inputs of a block; its logarithm; its rows */
	int ratio;                 /* blocks of this level in one of the next; 0: this is the last */
	int nslot;                 /* partitions of the kernels */
	double *kernel;            /* owned: the arena, as all below; [output][row][partition][input][pair]; before convolve_ready the lags themselves */
	double *spectrum;          /* [row][2 nslot][input][pair]: newest first from the slot of the newest; every one stands there twice */
	double *out[2];            /* [output][block]: read by the block that runs; made for the next */
	double *room[2];           /* a transform: real parts, imaginary parts */
	double *twiddle;           /* [log2][cosines, sines: block / 2 each] */
	double *twist;             /* cosines, sines: block each */
	double sum[CONVOLVE_PAIR]; /* of the row of the spectrum that is being made */
	int newest, slot, count;   /* input block that is worked at, its slot, partitions that there are inputs for */
	int stage, channel, item;  /* where the work is */
	long total, done;          /* units of the work of this block */
	int spent;                 /* steps of the block */
};

struct convolve {
	int nout, nin, length;
	int nrow, ncolumn;         /* outputs and inputs that are worked at: all before convolve_ready */
	int *row, *column;         /* owned: the arena, as all below; which ones */
	int nlag, direct;          /* lags that count; lags that the direct part has room for */
	double *peak;              /* [output][input]: largest of a kernel */
	double *near;              /* [output][direct, oldest lag first][input] and CONVOLVE_PAIR zeros */
	double *input;             /* [length][nin] */
	double *history;           /* [length][ncolumn] and CONVOLVE_PAIR zeros */
	int n, nlevel;
	struct convolve_level level[CONVOLVE_LEVELS];
	long work;
	bool ready;
};

/* Partitions that a level of this block needs; next: the block of the level after it, 0: the last. */
int convolve_partitions(int block, int next, int length);
/* Bytes of the pieces of memory of a level; and the pieces themselves from `mem`, false: there is none. */
enum { CONVOLVE_LEVEL_PIECES = 8, CONVOLVE_PIECES = 6 };
void convolve_level_sizes(const struct convolve_level *v, int nrow, int ncolumn, size_t *ret_size);
bool convolve_level_setup(struct convolve_level *v, int nrow, int ncolumn, struct arena *mem);
/* The kernels of a level from lags to spectra; the levels above are transformed, those below are not. */
void convolve_level_transform(struct convolve *c, struct convolve_level *v);
void convolve_level_clear(const struct convolve *c, struct convolve_level *v);
/* The work of one step, when c->n inputs are there. Returns the units of work done, a row of eight complex products each. */
long convolve_level_step(const struct convolve *c, struct convolve_level *v) RT;
/* Where a lag of a kernel stands before it is transformed, for outputs and inputs that are worked at; NULL: beyond what is kept. */
double *convolve_place(const struct convolve *c, int row, int column, int lag);
