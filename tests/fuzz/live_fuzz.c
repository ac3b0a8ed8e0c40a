/* A live segment of a run with damage (patch.h), read by whoever watches it: front, rings, tables, motion, mailbox. Promises: nothing outside the file is
 * touched (sanitizers, and the end of the mapping); what is refused has a report; texts end; what is asked for is answered or refused.
 */
#include "fuzz/fuzz.h"
#include "fuzz/patch.h"

#include "base/base.h"
#include "live/live_read.h"
#include "live/live_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 9, MOST = 64, ROOM = 1 << 16 };

static const struct run_column COLUMN[3] = {{"time", "s"}, {"a", "mm"}, {"b", "kN"}};
static const double LIMIT[2] = {-5.0, 4.5};
static const char *const WORDS[2] = {"expLimits 1 -stroke -5 5", ""};
static struct run_attribute HEAD[] = {{.name = "stroke_max", .n = 2, .numbers = LIMIT}, {.name = "limits", .n = 2, .texts = WORDS}};
static const struct run_table TABLE[2] = {
	{.group = "steps", .brief = "a row a step", .n = 3, .column = COLUMN},
	{.group = "channels/control1", .brief = "a row a tick", .n = 2, .column = COLUMN, .rate_hz = 64.0, .attribute = HEAD, .nattribute = 2},
};
static const char *const UNIT[3] = {"kN", "mm", "s"};

static char folder[300];
static struct fuzz_file file;

/* One good segment: two tables with rows, an event, a state. */
static void begin(void)
{
	struct live *l;

	fuzz_folder(folder, sizeof folder);
	ASSERT(snprintf(file.path, sizeof file.path, "%s/" LIVE_FILE, folder) < (int)sizeof file.path);
	ASSERT(live_begin(&l, &(struct live_words){.folder = folder, .id = "fuzz"}, NULL) == 0);
	struct run_tap tap = live_tap(l);
	ASSERT(tap.begin(tap.self, 1, TABLE, 2, UNIT, NULL) == 0);
	for (int k = 0; k < ROWS; k++) {
		const double x[3] = {k, 2.0 * k, 3.0 * k};
		tap.row(tap.self, k % 2, x);
	}
	live_event_add(l, &(struct run_event){.time = 1.5, .kind = "trip", .source = "expControl 1", .text = "too far"});
	live_state(l, LIVE_RUNNING, "the first step");
	fuzz_file_keep(&file);
	live_end(l, LIVE_ENDED, "");
}

static void look_at_tables(struct live_view *v)
{
	static double x[ROOM];

	for (int i = 0; i < live_tables(v); i++) {
		const struct run_table_info *t = live_table(v, i);
		uint64_t place = 0, lost = 0;
		size_t letters = strlen(t->name) + strlen(t->brief);

		for (int k = 0; k < t->n; k++)
			letters += strlen(t->column[k]) + strlen(t->unit[k]);
		for (int k = 0; k < t->nhead; k++)
			for (int j = 0; j < t->head[k].n && t->head[k].text; j++)
				letters += strlen(t->head[k].text[j]);
		ASSERT(letters < SIZE_MAX);
		if (t->n <= ROOM / MOST)
			for (int k = 0; k < 4; k++)
				ASSERT(live_rows(v, i, &place, MOST, x, &lost) <= MOST);
	}
}

static void look(struct live_view *v)
{
	struct live_now now;
	struct live_why why;
	struct live_rig rig;
	struct live_answer answer;
	struct run_event event;
	uint64_t place = 0, lost = 0, id;

	if (live_why(v, &why))
		ASSERT(strlen(why.text) < sizeof why.text);
	live_now(v, &now);
	for (int i = 0; i < live_rigs(v); i++)
		if (live_rig(v, i, &rig))
			ASSERT(strlen(rig.why) < sizeof rig.why);
	for (int k = 0; k < MOST && live_event(v, &place, &event, &lost); k++)
		ASSERT(strlen(event.kind) < sizeof event.kind && strlen(event.source) < sizeof event.source && strlen(event.text) < sizeof event.text);
	if (live_ask(v, "fuzz", "pause", &id, NULL) == 0 && live_answer(v, id, &answer))
		ASSERT(strlen(answer.text) < sizeof answer.text);
}

static void look_at_motion(struct live_view *v)
{
	struct live_frame frame;
	uint64_t place = 0;
	int nnode, ndf, nelement;

	live_motion_size(v, &nnode, &ndf, &nelement);
	float *value = calloc((size_t)nnode * (size_t)ndf + 1, sizeof(float));
	unsigned char *yield = calloc((size_t)nelement + 1, 1);
	if (value && yield)
		live_motion(v, &place, &frame, value, yield);
	free(value);
	free(yield);
}

void live_fuzz(const uint8_t *bytes, size_t n)
{
	struct live_view *v;
	struct err e = {0};
	int code;

	if (!file.good)
		begin();
	fuzz_file_damage(&file, bytes, n);
	code = live_open(&v, folder, true, &e);
	ASSERT(e.code == code);
	if (code)
		return;
	look(v);
	code = live_refresh(v, &e);
	ASSERT(code >= 0 ? e.code == 0 : e.code == code);
	look_at_tables(v);
	look_at_motion(v);
	live_close(v);
}
