/* What the files of the run's side share. */
#pragma once

#include "live/live_file.h"
#include "live/live_write.h"

struct live {
	struct live_words words;
	char folder[PATH_MAX];
	struct live_file file;
	struct live_front *front;  /* owned: mapped, as the next two */
	struct live_mail *mail;
	struct live_data *data;    /* NULL: no tables yet */
	uint64_t data_at;
	size_t data_size, front_size;
	struct reel now, why, answer, event, frame;
	struct reel *row; int nrow;    /* owned: part, as what follows until its end */
	struct live_drawn drawn;
	int *freedom, *value_of, nfreedom;     /* numbers in the model, and where they stand in a frame */
	double *u;
	struct display_motion *behind;         /* from behind the test; */
	int64_t behind_room;                   /* for so many freedoms, */
	uint64_t behind_count;                 /* as many of them were written when it was read last */
	char *frame_room;
	unsigned char *yield; int yielding;    /* enum run_yield, one a drawn element; table of the record that says so, -1: none */
	struct arena part;
	char unit[3][16];          /* force, length, time */
	struct live_now state;
	uint64_t taken;            /* requests */
	struct live_view *before;  /* owned: of the process before, whose command loops were still at work when the run was taken up; NULL: none */
	int64_t stuck_ns;          /* since when the next one is claimed and not there; 0: it is not */
	int64_t frame_ns, period_ns;       /* when the last frame was written; the next comes so much later */
};

/* Nodes and elements that are drawn, and the room of a frame (live_motion.c). The part's arena is empty. */
int live_motion_plan(struct live *l, struct err *e) MUST_CHECK;
size_t live_frame_size(const struct live *l);
/* A frame of the committed state, when it is time for one. */
void live_motion_step(struct live *l);
/* A row of the table yielding. */
void live_motion_yield(struct live *l, const double *x) RT;
/* The area of a part (live_data.c). */
int live_data_make(struct live *l, const struct run_table *table, int n, struct err *e) MUST_CHECK;
void live_data_drop(struct live *l);
