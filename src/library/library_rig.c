/* Specimens of the caller's own: its functions behind the laboratory's callbacks, and the freedoms they act on. */
#include "library/library.h"

#include <stdio.h>
#include <string.h>

/* ---- from the laboratory to the caller ---------------------------------------------------------------------------- */

/* Keeps what was answered; codes of tandem.h are kept, others mean that it refuses. */
static int took(struct own_rig *r, int32_t code, const char *what)
{
	if (code == 0)
		return 0;
	snprintf(r->why, sizeof r->why, "%s of the program's specimen %s answered %d%s%s%s", what, r->callback.name, (int)code, code < 0 ? " (" : "",
	         code < 0 ? tandem_code_name(code) : "", code < 0 ? ")" : "");
	return library_inside(code);
}

static struct tandem_exchange question(const struct own_rig *r, int tag, const struct callback_command *c)
{
	return (struct tandem_exchange){.name = r->callback.name, .tag = tag, .channels = r->callback.channels, .time = c->time, .disp = c->disp, .vel = c->vel,
	                                .accel = c->accel};
}

/* Where the caller steps: back to it with the question, and on with its answer. */
static int ask(struct own_rig *r, int tag, const struct callback_command *c, double *ret_disp, double *ret_force)
{
	struct tandem *t = r->t;
	size_t size = (size_t)r->callback.channels * sizeof(double);

	if (c->rest) {
		memset(ret_disp, 0, size);
		memset(ret_force, 0, size);
		return 0;
	}
	if (!t->fiber.within) {
		snprintf(r->why, sizeof r->why, "the program answers for specimen %s itself: tandem_begin runs such tests", r->callback.name);
		return ERR_STATE;
	}
	t->asked = question(r, tag, c);
	fiber_yield(&t->fiber);
	if (!t->force) {
		snprintf(r->why, sizeof r->why, "the program gave up at specimen %s", r->callback.name);
		return ERR_INTERRUPTED;
	}
	if (t->disp)
		memcpy(ret_disp, t->disp, size);
	memcpy(ret_force, t->force, size);
	return 0;
}

static int exchange(void *self, int tag, const struct callback_command *c, double *ret_disp, double *ret_force)
{
	struct own_rig *r = self;
	struct tandem_exchange x = question(r, tag, c);

	r->why[0] = '\0';
	if (!r->rig.exchange)
		return ask(r, tag, c, ret_disp, ret_force);
	return took(r, r->rig.exchange(r->rig.self, &x, ret_disp, ret_force), "exchange");
}

static int start(void *self)
{
	struct own_rig *r = self;

	return r->rig.start ? took(r, r->rig.start(r->rig.self), "start") : 0;
}

static int commit(void *self)
{
	struct own_rig *r = self;

	return r->rig.commit ? took(r, r->rig.commit(r->rig.self), "commit") : 0;
}

static int acknowledge(void *self)
{
	struct own_rig *r = self;

	if (r->rig.acknowledge)
		return took(r, r->rig.acknowledge(r->rig.self), "acknowledge");
	return r->rig.rest ? ERR_UNSUPPORTED : 0;
}

/* What it answers is no cause of the trip: why() is still asked for that. */
static int rest(void *self)
{
	struct own_rig *r = self;
	int32_t code = r->rig.rest ? r->rig.rest(r->rig.self) : 0;

	return code ? library_inside(code) : 0;
}

static void end(void *self)
{
	struct own_rig *r = self;

	if (r->rig.end)
		r->rig.end(r->rig.self);
}

static const char *why(void *self)
{
	struct own_rig *r = self;
	const char *text = r->rig.why ? r->rig.why(r->rig.self) : NULL;

	return text ? text : r->why[0] ? r->why : NULL;
}

/* ---- making one ----------------------------------------------------------------------------------------------------- */

static int check(struct tandem *t, const char *name, const struct tandem_rig *rig)
{
	struct err *e = &t->fault.err;
	int code;

	if (!name || !name[0] || strlen(name) >= CALLBACK_NAME || !rig) {
		code = err_set(e, ERR_ARGUMENT, "tandem_rig_add", "the rig, or its name, is NULL, empty or too long");
		err_allowed(e, "names of 1 to %d characters", CALLBACK_NAME - 1);
		return code;
	}
	if (rig->size < offsetof(struct tandem_rig, start) || rig->size > 4096) {
		code = err_set(e, ERR_ARGUMENT, "tandem_rig_add", "the size of the struct is not one");
		err_value(e, "%u", (unsigned)rig->size);
		err_hint(e, "set size to sizeof(struct tandem_rig)");
		return code;
	}
	if (rig->channels < 1 || rig->channels > CALLBACK_CHANNELS) {
		code = err_set(e, ERR_RANGE, "tandem_rig_add", "channels of %s", name);
		err_value(e, "%d", (int)rig->channels);
		err_allowed(e, "1 to %d", CALLBACK_CHANNELS);
		return code;
	}
	if (!callback_find(t->script.lab.callbacks, name))
		return 0;
	code = err_set(e, ERR_DUPLICATE, "tandem_rig_add", "there is a rig of this name");
	err_value(e, "%s", name);
	return code;
}

static int add(struct tandem *t, const char *name, const struct tandem_rig *rig)
{
	struct own_rig *r = ARENA_NEW(&t->mem, struct own_rig);

	if (!r)
		return err_set(&t->fault.err, ERR_MEMORY, "tandem_rig_add", "no memory");
	memcpy(&r->rig, rig, rig->size < sizeof r->rig ? rig->size : sizeof r->rig);
	r->t = t;
	r->callback = (struct callback){.channels = rig->channels, .self = r, .exchange = exchange, .start = start, .commit = commit, .acknowledge = acknowledge,
	                                .rest = rest, .end = end, .why = why, .next = t->script.lab.callbacks};
	snprintf(r->callback.name, sizeof r->callback.name, "%s", name);
	t->script.lab.callbacks = &r->callback;
	return 0;
}

int32_t tandem_rig_add(struct tandem *t, const char *name, const struct tandem_rig *rig)
{
	int32_t code = library_enter(t);
	int inside;

	if (code)
		return code;
	inside = check(t, name, rig);
	return library_leave(t, inside ? inside : add(t, name, rig));
}

/* ---- its freedoms --------------------------------------------------------------------------------------------------- */

/* "-node" and the nodes, each once where its freedoms stand together; then "-dof" and the freedoms of each. Returns how many values. */
static int freedoms(int32_t n, const int32_t *node, const int32_t *dof, struct tandem_value *ret)
{
	int at = 0;

	ret[at++] = tandem_word("-node");
	for (int32_t i = 0; i < n; i++)
		if (i == 0 || node[i] != node[i - 1])
			ret[at++] = tandem_int(node[i]);
	for (int32_t i = 0; i < n; i++) {
		if (i == 0 || node[i] != node[i - 1])
			ret[at++] = tandem_word("-dof");
		ret[at++] = tandem_int(dof[i]);
	}
	return at;
}

/* Control, setup and site of the tag. Returns how many of them stand. */
static int chain(struct tandem *t, int32_t tag, const char *rig, int32_t n, int *ret_code)
{
	int32_t number[CALLBACK_CHANNELS];
	const struct tandem_value control[] = {tandem_word("expControl"), tandem_word("Callback"), tandem_int(tag), tandem_word(rig)};
	const struct tandem_value setup[] = {tandem_word("expSetup"), tandem_word("NoTransformation"), tandem_int(tag), tandem_word("-control"), tandem_int(tag),
	                                     tandem_word("-dof"), tandem_ints(n, number), tandem_word("-sizeTrialOut"), tandem_int(n), tandem_int(n)};
	const struct tandem_value site[] = {tandem_word("expSite"), tandem_word("LocalSite"), tandem_int(tag), tandem_int(tag)};
	const struct { const struct tandem_value *word; int32_t n; } step[] = {{control, COUNT(control)}, {setup, COUNT(setup)}, {site, COUNT(site)}};
	int done = 0;

	for (int32_t i = 0; i < n; i++)
		number[i] = i + 1;
	for (*ret_code = 0; done < (int)COUNT(step); done++) {
		*ret_code = library_values(t, step[done].n, step[done].word);
		if (*ret_code)
			break;
	}
	return done;
}

/* Takes those that stand away again, the last one first; the report of the failure stays. */
static void unchain(struct tandem *t, int32_t tag, int done)
{
	struct laboratory *lab = &t->script.lab;
	const struct { struct table *of; const char *kind; } row[] = {{&lab->rigs, "control"}, {&lab->setups, "setup"}, {&lab->sites, "site"}};
	struct err none;

	while (done-- > 0) {
		err_clear(&none);
		if (laboratory_remove(lab, row[done].of, row[done].kind, tag, &none))
			return;
	}
}

int32_t tandem_specimen(struct tandem *t, int32_t tag, const char *rig, int32_t n, const int32_t *node, const int32_t *dof, const double *stiffness)
{
	struct tandem_value words[3 + 1 + 3 * CALLBACK_CHANNELS + 4] = {tandem_word("expElement"), tandem_word("generic"), tandem_int(tag)};
	int32_t code = library_enter(t);
	int at = 3, done, inside;

	if (code)
		return code;
	if (n < 1 || n > CALLBACK_CHANNELS || !rig || !node || !dof || !stiffness)
		return library_refuse(t, ERR_ARGUMENT, "tandem_specimen", "there are 1 to 64 freedoms, and rig, nodes, freedoms and stiffness are not NULL");
	at += freedoms(n, node, dof, words + at);
	words[at++] = tandem_word("-site");
	words[at++] = tandem_int(tag);
	words[at++] = tandem_word("-initStif");
	words[at++] = tandem_reals(n * n, stiffness);
	done = chain(t, tag, rig, n, &inside);
	if (!inside)
		inside = library_values(t, at, words);
	if (inside)
		unchain(t, tag, done);
	return library_leave(t, inside);
}
