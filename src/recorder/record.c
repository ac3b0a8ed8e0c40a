/* All recorders of a script. */
#include "recorder/record.h"

#include "base/base.h"
#include "recorder/format_memory.h"
#include "recorder/recorder.h"
#include "recorder/rowfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int recorders_create(struct recorders **ret_rs, struct analysis *an, struct err *e)
{
	struct recorders *rs = calloc(1, sizeof(*rs));
	if (!rs)
		return err_set(e, ERR_MEMORY, "recorders", "no memory");
	rs->an = an;
	clock_init(&rs->clock, &clock_monotonic, 0);
	snprintf(rs->origin.program, sizeof(rs->origin.program), "tandem");
	*ret_rs = rs;
	return 0;
}

void recorders_keep_nothing(struct recorders *rs)
{
	rs->keeps_nothing = true;
}

static void recorder_free(struct recorder *r)
{
	arena_fini(&r->arena);
	free(r);
}

void recorders_destroy(struct recorders *rs)
{
	struct err e = {0};
	if (!rs)
		return;
	int lost = recorders_clear(rs, &e);
	(void)lost;
	free(rs);
}

void recorders_origin(struct recorders *rs, const char *program, const char *script)
{
	snprintf(rs->origin.program, sizeof(rs->origin.program), "%s", program);
	snprintf(rs->origin.script, sizeof(rs->origin.script), "%s", script);
}

/* Where no file is locked: two recorders of this script share a file when both gather their rows into groups of it. */
static int check_alone(const struct recorders *rs, const struct recorder *r, struct err *e)
{
	for (const struct recorder *o = rs->first; o && r->left && !r->left->remote; o = o->next)
		if (o->left && !(o->left->gathers && r->left->gathers) && strcmp(o->request.path, r->request.path) == 0)
			return rowfile_taken(r->request.path, r->object, e);
	return 0;
}

int recorders_make(struct recorders *rs, struct args *a, bool experiment, struct recorder **ret, struct err *e)
{
	struct record_context c = {.an = rs->an, .reactions = -1};
	struct recorder *r = calloc(1, sizeof(*r));
	if (!r)
		return err_set(e, ERR_MEMORY, "recorder", "no memory");
	arena_init(&r->arena);
	r->tag = rs->last_tag[experiment] + 1;
	r->keeps_nothing = rs->keeps_nothing;
	int rc = recorder_setup(r, a, experiment, &c, &rs->origin, e);
	rc = rc < 0 ? rc : check_alone(rs, r, e);
	if (rc < 0) {
		int closed = r->format_self ? r->format->close(r->format_self, e) : 0;
		(void)closed;
		recorder_free(r);
		return rc;
	}
	struct recorder **end = &rs->first;
	while (*end)
		end = &(*end)->next;
	*end = r;
	rs->last_tag[experiment] = r->tag;
	*ret = r;
	return 0;
}

int recorders_add(struct recorders *rs, struct args *a, int *ret_tag, struct err *e)
{
	struct recorder *r;
	int rc = recorders_make(rs, a, false, &r, e);
	if (rc == 0)
		*ret_tag = r->tag;
	return rc;
}

bool recorders_kind(bool experiment, int i, const char **ret_name, const struct source_ops **ret_source)
{
	for (int envelope = 0; envelope < 2; envelope++)
		for (int k = 0; source_table[k]; k++) {
			const char *name = envelope ? source_table[k]->envelope : source_table[k]->name;
			if (source_table[k]->experiment != experiment || !name || i-- > 0)
				continue;
			*ret_source = source_table[k];
			*ret_name = name;
			return true;
		}
	return false;
}

int recorders_prepare(struct recorders *rs, struct err *e)
{
	struct record_context c = {.an = rs->an, .reactions = -1};
	int rc = rs->first ? analysis_ready(rs->an, e) : 0;
	for (struct recorder *r = rs->first; r && rc == 0; r = r->next)
		rc = recorder_begin(r, &c, e);
	return rc < 0 ? rc : recorders_prepare_exp(rs, e);
}

int recorders_write(struct recorders *rs, struct err *e)
{
	struct record_context c = {.an = rs->an, .reactions = -1};
	bool gathers = false;
	int rc = 0;
	for (struct recorder *r = rs->first; r && rc == 0; r = r->next) {
		if (!r->source->experiment)
			rc = recorder_step(r, &c, e);
		gathers |= r->is_envelope || r->format->gathers;
	}
	if (rc < 0 || !gathers || clock_now(&rs->clock) - rs->flushed_ns < RECORD_FLUSH_NS)
		return rc;
	return recorders_flush(rs, e);
}

int recorders_observe(void *self, struct analysis *an, struct err *e)
{
	struct recorders *rs = self;
	ASSERT(rs->an == an);
	int rc = recorders_write_exp(rs, e);
	return rc < 0 ? rc : recorders_write(rs, e);
}

void recorders_restart(struct recorders *rs)
{
	for (struct recorder *r = rs->first; r; r = r->next)
		r->env.any = false;
}

int recorders_flush(struct recorders *rs, struct err *e)
{
	int first = 0;
	for (struct recorder *r = rs->first; r; r = r->next) {
		int rc = recorder_flush(r, e);
		first = first < 0 ? first : rc;
	}
	rs->flushed_ns = clock_now(&rs->clock);
	return first;
}

int recorders_recorded(const struct recorders *rs, const char *name, struct recorded *ret, struct err *e)
{
	const struct memory *found = NULL;
	for (const struct recorder *r = rs->first; r; r = r->next)
		if (r->format == &format_memory && strcmp(r->request.path, name) == 0)
			found = r->format_self;
	if (found) {
		*ret = found->rows;
		return 0;
	}
	err_set(e, ERR_MISSING, "recorded", "no recorder keeps rows under this name");
	err_value(e, "%s", name);
	err_hint(e, "recorder Node -memory %s ... makes one", name);
	return ERR_MISSING;
}

static int take_out(struct recorder **at, struct err *e)
{
	struct recorder *r = *at;
	*at = r->next;
	int rc = recorder_close(r, e);
	recorder_free(r);
	return rc;
}

int recorders_remove(struct recorders *rs, bool experiment, int tag, struct err *e)
{
	for (struct recorder **at = &rs->first; *at; at = &(*at)->next)
		if ((*at)->tag == tag && (*at)->source->experiment == experiment)
			return take_out(at, e);
	err_set(e, ERR_MISSING, experiment ? "removeExp recorder" : "remove recorder", "no such recorder");
	err_value(e, "%d", tag);
	return ERR_MISSING;
}

int recorders_clear_kind(struct recorders *rs, bool experiment, struct err *e)
{
	int first = 0;
	for (struct recorder **at = &rs->first; *at;) {
		if ((*at)->source->experiment != experiment) {
			at = &(*at)->next;
			continue;
		}
		int rc = take_out(at, e);
		first = first < 0 ? first : rc;
	}
	return first;
}

int recorders_clear(struct recorders *rs, struct err *e)
{
	int first = recorders_clear_kind(rs, false, e), second = recorders_clear_kind(rs, true, e);
	return first < 0 ? first : second;
}
