/* What a viewer is sent: texts that are due, then frames. */
#include "web/viewer.h"

#include "web/frame.h"
#include "web/web_priv.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts --------------------------------------------------------------------------------------------------- */

static void put_list(struct viewer *v, struct jput *j)
{
	jput_open(j, NULL, '{');
	jput_open(j, "runs", '{');
	jput_open(j, "live", '[');
	lives_put_ids(v->web->lives, j);
	jput_close(j, ']');
	jput_close(j, '}');
	jput_close(j, '}');
	v->list_changes = v->web->lives->changes;
}

static void put_reply(struct viewer *v, struct jput *j)
{
	jput_bytes(j, v->reply, v->nreply);
	free(v->reply);
	v->reply = NULL;
}

static void put_pong(struct viewer *v, struct jput *j)
{
	jput_open(j, NULL, '{');
	jput_real(j, "pong", v->pong_number);
	jput_close(j, '}');
	v->pong = false;
}

static void put_missed(struct viewer *v, struct jput *j)
{
	jput_open(j, NULL, '{');
	jput_open(j, "missed", '{');
	jput_int(j, "frames", (int64_t)v->missed_frames);
	jput_int(j, "rows", (int64_t)v->missed_rows);
	jput_close(j, '}');
	jput_close(j, '}');
	v->missed_frames = v->missed_rows = 0;
}

static void put_event(struct viewer *v, struct jput *j)
{
	const struct live_run *r = v->run;
	uint64_t oldest = r->nevent > LIVES_EVENTS ? r->nevent - LIVES_EVENTS : 0;
	const struct run_event *x;

	if (v->event < oldest)
		v->event = oldest;
	x = &r->event[v->event++ % LIVES_EVENTS];
	jput_open(j, NULL, '{');
	jput_open(j, "event", '{');
	jput_real(j, "time", x->time);
	jput_text_n(j, "kind", x->kind, sizeof x->kind);
	jput_text_n(j, "source", x->source, sizeof x->source);
	jput_text_n(j, "text", x->text, sizeof x->text);
	jput_close(j, '}');
	jput_close(j, '}');
}

/* [from, to, count] of those with any [us]. */
static void put_bins(struct jput *j, const char *key, const uint64_t count[LIVE_BINS])
{
	jput_open(j, key, '[');
	for (int k = 0; k < LIVE_BINS; k++)
		if (count[k] > 0) {
			jput_open(j, NULL, '[');
			jput_real(j, NULL, 1e-3 * (double)live_bin_ns(k));
			jput_real(j, NULL, 1e-3 * (double)live_bin_ns(k + 1));
			jput_int(j, NULL, (int64_t)count[k]);
			jput_close(j, ']');
		}
	jput_close(j, ']');
}

static bool put_timing(struct viewer *v, struct jput *j)
{
	struct live_rig rig;

	if (!live_rig(v->run->view, v->timing++, &rig))
		return false;
	jput_open(j, NULL, '{');
	jput_open(j, "timing", '{');
	jput_int(j, "control", rig.tag);
	jput_int(j, "state", rig.state);
	jput_real(j, "rate_hz", rig.rate_hz);
	jput_int(j, "ticks", rig.tick);
	jput_int(j, "missed", rig.missed);
	jput_int(j, "overruns", rig.overruns);
	jput_open(j, "wake_us", '{');
	jput_real(j, "median", (double)rig.wake_median_ns * 1e-3);
	jput_real(j, "99", (double)rig.wake_99_ns * 1e-3);
	jput_real(j, "most", (double)rig.wake_most_ns * 1e-3);
	put_bins(j, "bins", rig.wake);
	jput_close(j, '}');
	jput_open(j, "busy_us", '{');
	jput_real(j, "most", (double)rig.busy_most_ns * 1e-3);
	put_bins(j, "bins", rig.busy);
	jput_close(j, '}');
	jput_text_n(j, "why", rig.why, sizeof rig.why);
	jput_close(j, '}');
	jput_close(j, '}');
	return true;
}

static bool timing_due(struct viewer *v, int64_t t_ns)
{
	if (v->timing < live_rigs(v->run->view))
		return true;
	if (t_ns - v->timing_ns < VIEWER_TIMING_NS)
		return false;
	v->timing_ns = t_ns;
	v->timing = 0;
	return live_rigs(v->run->view) > 0;
}

static bool text_of_run(struct viewer *v, struct jput *j, int64_t t_ns)
{
	struct live_run *r = v->run;

	if (v->state_changes != r->changes || (r->alive && t_ns - v->state_ns >= VIEWER_STATE_NS)) {
		lives_put_state(r, j);
		v->state_changes = r->changes;
		v->state_ns = t_ns;
		return true;
	}
	if (v->event < r->nevent) {
		put_event(v, j);
		return true;
	}
	return timing_due(v, t_ns) && put_timing(v, j);
}

bool viewer_text(struct viewer *v, struct jput *j, int64_t t_ns)
{
	if (v->list_changes != v->web->lives->changes)
		put_list(v, j);
	else if (v->reply)
		put_reply(v, j);
	else if (v->pong)
		put_pong(v, j);
	else if (v->missed_frames + v->missed_rows > 0)
		put_missed(v, j);
	else
		return v->run && text_of_run(v, j, t_ns);
	return true;
}

/* ---- frames -------------------------------------------------------------------------------------------------- */

static size_t motion_frame(struct viewer *v, unsigned char *ret, size_t room)
{
	const struct live_run *r = v->run;
	size_t n = frame_motion_size(r->nvalue, r->nelement);

	if (!v->watch->motion || r->nvalue == 0 || r->motion_place == v->motion_place || n > room)
		return 0;
	frame_motion(ret, r->frame.time, r->frame.step, r->nvalue, r->value, r->nelement, r->yield);
	v->motion_place = r->motion_place;
	return n;
}

/* Part k of a frame: series, pairs, motion. ret_more: the same part again; ret_full: not into this message. */
static size_t part_frames(struct viewer *v, int k, unsigned char *ret, size_t room, bool *ret_more, bool *ret_full)
{
	const struct live_run *r = v->run;
	size_t n = 0;

	*ret_more = false;
	if (k < v->nseries) {
		struct strip *s = &v->series[k].s;

		*ret_full = room < STRIP_LEAST;
		if (!*ret_full)
			n = strip_frames(s, &r->table[v->series[k].table], k, ret, room, ret_more);
		v->missed_rows += s->missed;
		s->missed = 0;
	} else if (k < v->nseries + v->npair) {
		struct scatter *p = &v->pair[k - v->nseries].p;

		*ret_full = room < SCATTER_LEAST;
		if (!*ret_full)
			n = scatter_frame(p, &r->table[v->pair[k - v->nseries].table], k - v->nseries, ret, room);
		v->missed_rows += p->missed;
		p->missed = 0;
	} else {
		*ret_full = room < WEB_TX && frame_motion_size(r->nvalue, r->nelement) > room;
		n = *ret_full ? 0 : motion_frame(v, ret, room);
	}
	return n;
}

size_t viewer_frames(struct viewer *v, unsigned char *ret, size_t room)
{
	int parts = v->nseries + v->npair + 1;
	size_t used = 0;
	bool more, full = false;

	if (!v->due || !v->run || v->generation != v->run->generation) {
		v->due = false;
		return 0;
	}
	while (v->part < parts && !full) {
		used += part_frames(v, v->part, ret + used, room - used, &more, &full);
		v->part += !more && !full;
	}
	v->due = v->part < parts;
	if (!v->due)
		v->part = 0;
	return used;
}
