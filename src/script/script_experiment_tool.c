/* Commands around experimental objects: expRecorder, recordExp, removeExp, wipeExp, setSizeExpSite, expSeed; and what this version
 * does not reach: controllers behind a board. */
#include "script/script_experiment.h"

#include "experiment/device.h"
#include "experiment/specimen.h"
#include "record/run_record.h"
#include "recorder/record.h"

#include <stddef.h>
#include <string.h>

/* ---- recorders ---------------------------------------------------------------------------------------------- */

bool script_exp_recorder_topic(int i, struct script_topic *ret)
{
	const struct source_ops *source;
	const char *name;

	if (!recorders_kind(true, i, &name, &source))
		return false;
	*ret = (struct script_topic){ .name = name, .brief = source->brief, .usage = source->usage };
	return true;
}

int script_run_exp_recorder(struct script *s, struct args *a, struct err *e)
{
	int tag, ignored, code;

	script_recorder_origin(s);
	code = recorders_add_exp(s->recorders, a, &tag, &ignored, e);
	if (code < 0)
		return code;
	if (ignored > 0)
		script_say(s, "WARNING %s: one response a recorder: %d more words were passed over\n", a->object, ignored);
	script_result_int(s, tag);
	return 0;
}

int script_run_record_exp(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	return code < 0 ? code : recorders_record_exp(s->recorders, e);
}

/* ---- removal ------------------------------------------------------------------------------------------------ */

/* The record ends while its rigs are there to tell what they counted: wake-ups, and how long their ticks took. */
static int end_record(struct script *s, struct err *e)
{
	return s->run ? run_record_end(s->run, false, e) : 0;
}

int script_run_wipe_exp(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e), ended;

	if (code < 0)
		return code;
	code = recorders_clear_kind(s->recorders, true, e);
	ended = end_record(s, e);
	monitors_clear(&s->monitors);
	laboratory_wipe(&s->lab);
	return code < 0 ? code : ended;
}

struct user {                    /* what still needs something */
	const char *command;         /* that made it; NULL: nothing does */
	int tag;
};

static struct user user_of_rig(const struct laboratory *lab, const void *rig)
{
	for (int i = 0; i < lab->setups.n; i++)
		if (((const struct setup *)lab->setups.row[i].object)->rig == rig)
			return (struct user){"expSetup", lab->setups.row[i].tag};
	for (int i = 0; i < lab->sites.n; i++)
		if (((const struct site *)lab->sites.row[i].object)->rig == rig)
			return (struct user){"expSite", lab->sites.row[i].tag};
	return (struct user){0};
}

static struct user user_of_setup(const struct laboratory *lab, const void *setup)
{
	for (int i = 0; i < lab->sites.n; i++)
		if (((const struct site *)lab->sites.row[i].object)->setup == setup)
			return (struct user){"expSite", lab->sites.row[i].tag};
	return (struct user){0};
}

static struct user user_of_device(const struct laboratory *lab, const void *device)
{
	const struct rig *rig = device_rig(lab, device);

	return rig ? (struct user){"expControl", rig->tag} : (struct user){0};
}

static struct user user_of_specimen(const struct laboratory *lab, const void *specimen)
{
	struct user u = {0};

	u.command = specimen_held(lab, specimen, &u.tag);
	return u;
}

struct removal {
	const char *name, *plural;
	const char *command;         /* that makes them */
	size_t table;                /* in struct laboratory */
	struct user (*user)(const struct laboratory *lab, const void *object);   /* NULL: whoever needed it has taken what it is */
};

static const struct removal REMOVALS[] = {
	{ "controlPoint", "controlPoints", "expControlPoint", offsetof(struct laboratory, points), NULL },
	{ "signalFilter", "signalFilters", "expSignalFilter", offsetof(struct laboratory, filters), NULL },
	{ "control", "controls", "expControl", offsetof(struct laboratory, rigs), user_of_rig },
	{ "device", "devices", "expDevice", offsetof(struct laboratory, devices), user_of_device },
	{ "setup", "setups", "expSetup", offsetof(struct laboratory, setups), user_of_setup },
	{ "site", "sites", "expSite", offsetof(struct laboratory, sites), NULL },
	{ "tangentStiff", "tangentStiffs", "expTangentStiff", offsetof(struct laboratory, tangents), NULL },
	{ "specimen", "specimens", "expSpecimen", offsetof(struct laboratory, specimens), user_of_specimen },
	{ "actuator", "actuators", "expActuator", offsetof(struct laboratory, actuators), NULL },
	{ "compensator", "compensators", "expCompensator", offsetof(struct laboratory, compensators), NULL },
	{ "sensor", "sensors", "expSensor", offsetof(struct laboratory, sensors), NULL },
	{ "network", "networks", "expNetwork", offsetof(struct laboratory, networks), NULL },
	{ "controller", "controllers", "expController", offsetof(struct laboratory, controllers), NULL },
	{ "limit", "limits", "expLimits", offsetof(struct laboratory, limits), NULL },
	{ "command", "commands", "expCommand", offsetof(struct laboratory, commands), NULL },
};

/* Rows for help: each kind in singular and plural, recorders last. */
bool script_remove_exp_topic(int i, struct script_topic *ret)
{
	static const struct script_topic recorder[2] = {
		{ .name = "recorder", .brief = "closes and forgets an expRecorder", .usage = "removeExp recorder tag" },
		{ .name = "recorders", .brief = "closes and forgets all expRecorders", .usage = "removeExp recorders" },
	};
	int n = 2 * (int)COUNT(REMOVALS);

	if (i >= n + 2)
		return false;
	if (i >= n)
		*ret = recorder[i - n];
	else if (i % 2 == 0)
		*ret = (struct script_topic){ .name = REMOVALS[i / 2].name, .brief = "takes one out", .before = "tag" };
	else
		*ret = (struct script_topic){ .name = REMOVALS[i / 2].plural, .brief = "takes all of them out" };
	return true;
}

static int remove_object(struct script *s, const struct removal *r, int tag, const char *object, struct err *e)
{
	struct table *t = (struct table *)((char *)&s->lab + r->table);
	const void *found = table_get(t, tag);
	struct user user;

	if (!found) {
		err_set(e, ERR_MISSING, object, "there is no %s with this tag", r->command);
		err_value(e, "%d", tag);
		return ERR_MISSING;
	}
	user = r->user ? r->user(&s->lab, found) : (struct user){0};
	if (user.command) {
		err_set(e, ERR_STATE, object, "%s %d is needed by %s %d", r->command, tag, user.command, user.tag);
		err_hint(e, "remove that one first");
		return ERR_STATE;
	}
	int ended = t == &s->lab.rigs ? end_record(s, e) : 0, code = laboratory_remove(&s->lab, t, r->command, tag, e);
	return code < 0 ? code : ended;
}

/* The tag of the last one that nothing needs, else of the last: of those that hold each other the outermost goes first. */
static int next_to_go(const struct laboratory *lab, const struct removal *r, const struct table *t)
{
	for (int i = t->n - 1; i >= 0 && r->user; i--)
		if (!r->user(lab, t->row[i].object).command)
			return t->row[i].tag;
	return t->row[t->n - 1].tag;
}

static int remove_all(struct script *s, const struct removal *r, const char *object, struct err *e)
{
	const struct table *t = (const struct table *)((const char *)&s->lab + r->table);
	int code = 0;

	while (t->n > 0 && code == 0)
		code = remove_object(s, r, next_to_go(&s->lab, r, t), object, e);
	return code;
}

int script_run_remove_exp(struct script *s, struct args *a, struct err *e)
{
	int row, tag = 0, kinds = (int)COUNT(REMOVALS), code = script_kind("removeExp", script_remove_exp_topic, a, &row, e);

	if (code == 0 && row % 2 == 0)
		code = args_tag(a, "tag", &tag, e);
	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	if (row >= 2 * kinds)
		return row % 2 == 0 ? recorders_remove(s->recorders, true, tag, e) : recorders_clear_kind(s->recorders, true, e);
	return row % 2 == 0 ? remove_object(s, &REMOVALS[row / 2], tag, a->object, e) : remove_all(s, &REMOVALS[row / 2], a->object, e);
}

/* ---- sizes -------------------------------------------------------------------------------------------------- */

static int read_sizes(struct args *a, const char *word, const struct signals *have, const struct site *site, struct err *e)
{
	for (int k = 0; k < SLOTS; k++) {
		int n, code = args_int(a, word, 0, 1000, &n, e);

		if (code < 0)
			return code;
		if (n > 0 && n != have->n[k]) {
			err_set(e, ERR_RANGE, a->object, "%s does not fit expSite %d at %s", word, site->tag, slot_name(k));
			err_value(e, "%d", n);
			err_allowed(e, "%d, or 0 for none", have->n[k]);
			return ERR_RANGE;
		}
	}
	return 0;
}

/* Sizes follow from setups and elements here; the command is for scripts that say them, and must be right. */
int script_run_size_site(struct script *s, struct args *a, struct err *e)
{
	const struct site *site;
	bool ctrl = false, daq = false;
	void *found;
	int tag, code = args_tag(a, "siteTag", &tag, e);

	if (code == 0)
		code = laboratory_need(&s->lab.sites, "expSite", tag, a->object, &found, e);
	if (code)
		return code;
	site = found;
	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-ctrlSizes") || args_accept(a, "-ctrlSize"))
			ctrl = true, code = read_sizes(a, "-ctrlSizes", site->setup ? &site->setup->side[SETUP_CTRL] : &site->trial, site, e);
		else if (args_accept(a, "-daqSizes") || args_accept(a, "-daqSize"))
			daq = true, code = read_sizes(a, "-daqSizes", site->setup ? &site->setup->side[SETUP_DAQ] : &site->out, site, e);
		else
			return args_end(a, e);
	}
	if (code == 0 && (!ctrl || !daq))
		return err_set(e, ERR_ARGUMENT, a->object, "%s is missing: five numbers for disp vel accel force time", ctrl ? "-daqSizes" : "-ctrlSizes");
	return code;
}

/* ---- chance ------------------------------------------------------------------------------------------------- */

static bool chance_began(const struct laboratory *lab)
{
	for (int i = 0; i < lab->rigs.n; i++)
		if (((const struct rig *)lab->rigs.row[i].object)->started)
			return true;
	return false;
}

int script_run_exp_seed(struct script *s, struct args *a, struct err *e)
{
	uint64_t seed = s->lab.seed;
	bool given = args_more(a);
	int code = given ? args_seed(a, "the seed", &seed, e) : 0;

	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	if (given && chance_began(&s->lab)) {
		err_set(e, ERR_STATE, a->object, "an element has joined its specimen already, or a rig was characterised, and chance has begun");
		err_hint(e, "give expSeed before the elements, or after wipeExp");
		return ERR_STATE;
	}
	s->lab.seed = seed;
	script_result_text(s, "%llu", (unsigned long long)seed);
	return 0;
}

/* ---- what is elsewhere -------------------------------------------------------------------------------------- */

static const char *const ELSEWHERE[] = { "xPCtarget", "SCRAMNet", "SCRAMNetGT", "dSpace", "MTSCsi", "NIEseries" };

int script_refuse_kind(const struct args *a, struct err *e)
{
	const char *word = args_peek(a);

	for (size_t i = 0; word && i < COUNT(ELSEWHERE); i++) {
		if (strcmp(ELSEWHERE[i], word) != 0)
			continue;
		err_set(e, ERR_UNSUPPORTED, a->object, "%s talks to a controller through a board or its maker's library, and that is not available", word);
		err_hint(e, "expDevice reaches controllers through shared memory, UDP and TCP; help expControl lists the other kinds");
		return ERR_UNSUPPORTED;
	}
	return 0;
}
