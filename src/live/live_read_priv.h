/* What the two files of readers share. */
#pragma once

#include "base/arena.h"
#include "live/live_read.h"

struct live_view {
	int handle;
	struct live_front *front;  /* mapped, for reading; NULL: not yet. As the next two: owned */
	struct live_mail *mail;    /* for writing; NULL: may not ask */
	struct live_data *data;    /* for reading; NULL: none */
	size_t front_size, mail_size, data_size;
	struct reel now, why, answer, event, frame;
	uint32_t part;             /* of data */
	int ntable, nnode, ndf, nelement;
	struct reel *row;          /* ntable; owned: mem, as what follows */
	struct run_table_info *info;
	char *frame_room;
	struct arena mem;
};

/* The segment behind this handle, which stays the caller's. may_ask as of live_open. */
int live_open_at(struct live_view **ret, int handle, bool may_ask, struct err *e) MUST_CHECK;
/* The trip word of this segment alone. */
void live_trip_here(struct live_view *v, const char *who) RT;
/* The tables are gone. */
void live_view_forget(struct live_view *v);
