/* Experimental recorders: rows at the commits of the first site.
 *
 * Commits happen inside a step, where nothing may wait for a file: values are put aside there (recorders_watch) and written when the
 * analysis tells of the accepted step. A step that fails after some site has committed leaves rows behind that nobody writes: those
 * of another time are forgotten at the next commit, and all of them when an analyze begins.
 */
#include "recorder/record.h"

#include "experiment/laboratory.h"
#include "recorder/recorder.h"

#include <string.h>

/* The site whose commits make rows; NULL: no element has joined one. */
static const struct site *first_site(const struct laboratory *lab)
{
	for (int i = 0; lab && i < lab->sites.n; i++) {
		const struct site *s = lab->sites.row[i].object;
		if (s->elements > 0)
			return s;
	}
	return NULL;
}

static bool is_late(const struct recorder *r)
{
	return r->source->late && r->source->late(r->source_self);
}

void recorders_watch(void *self, const struct site *s)
{
	struct recorders *rs = self;
	struct record_context c = {.an = rs->an, .reactions = -1};
	if (s != first_site(s->lab))
		return;
	if (rs->fired_t != s->t)
		rs->fired = 0;
	for (struct recorder *r = rs->first; r; r = r->next) {
		if (!r->source->experiment || is_late(r) || rs->fired >= r->room)
			continue;
		int rc = r->source->read(r->source_self, &c, r->gathered + (size_t)rs->fired * (size_t)r->n, NULL);
		(void)rc; /* reading signals cannot fail */
	}
	rs->fired++;
	rs->fired_t = s->t;
}

/* Makes room for the rows of one step of an expRecorder; again, or for less, does nothing. */
static int recorder_room(struct recorder *r, int rows, struct err *e)
{
	if (rows <= r->room)
		return 0;
	double *gathered = ARENA_ARRAY(&r->arena, (size_t)rows * (size_t)r->n + 1, double);
	if (!gathered)
		return err_set(e, ERR_MEMORY, r->object, "no memory for %d rows of a step", rows);
	r->gathered = gathered;
	r->room = rows;
	return 0;
}

int recorders_prepare_exp(struct recorders *rs, struct err *e)
{
	const struct site *s = first_site(rs->an->m->lab);
	int rc = 0;
	rs->fired = 0;
	for (struct recorder *r = rs->first; s && r && rc == 0; r = r->next)
		if (r->source->experiment)
			rc = recorder_room(r, s->elements, e);
	return rc;
}

static int write_step(struct recorders *rs, struct recorder *r, struct err *e)
{
	struct record_context c = {.an = rs->an, .reactions = -1};
	bool late = is_late(r);
	int rows = late ? 1 : rs->fired < r->room ? rs->fired : r->room, rc = 0;
	for (int k = 0; k < rows && rc == 0; k++) {
		if (!recorder_due(r, rs->fired_t))
			continue;
		rc = late ? recorder_rows(r, &c, rs->fired_t, e) : recorder_values(r, r->gathered + (size_t)k * (size_t)r->n, rs->fired_t, e);
	}
	return rc;
}

int recorders_write_exp(struct recorders *rs, struct err *e)
{
	int rc = 0;
	for (struct recorder *r = rs->first; rs->fired > 0 && r && rc == 0; r = r->next)
		if (r->source->experiment)
			rc = write_step(rs, r, e);
	rs->fired = 0;
	return rc;
}

/* One row as things stand, when it is due. */
static int write_now(struct recorders *rs, struct recorder *r, double t, struct err *e)
{
	struct record_context c = {.an = rs->an, .reactions = -1};
	int rc = recorder_begin(r, &c, e);
	return rc < 0 || !recorder_due(r, t) ? rc : recorder_rows(r, &c, t, e);
}

int recorders_add_exp(struct recorders *rs, struct args *a, int *ret_tag, int *ret_ignored, struct err *e)
{
	struct recorder *r;
	int rc = recorders_make(rs, a, true, &r, e);
	if (rc < 0)
		return rc;
	rc = write_now(rs, r, 0.0, e);
	if (rc < 0) {
		int closed = recorders_remove(rs, true, r->tag, e);
		(void)closed; /* the first problem is the one to tell */
		return rc;
	}
	*ret_tag = r->tag;
	*ret_ignored = r->ignored;
	return 0;
}

int recorders_record_exp(struct recorders *rs, struct err *e)
{
	const struct site *s = first_site(rs->an->m->lab);
	int rc = 0;
	for (struct recorder *r = rs->first; r && rc == 0; r = r->next)
		if (r->source->experiment)
			rc = write_now(rs, r, s ? s->t : 0.0, e);
	return rc < 0 ? rc : recorders_flush(rs, e);
}
