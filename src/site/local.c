/* A site in this process: setup and rig behind it are called directly. */
#include "experiment/laboratory.h"
#include "plugin.h"

struct local {
	struct site *site;   /* borrowed: laboratory */
	struct setup *setup; /* borrowed: laboratory */
};

static int setup(void *self, struct args *a, struct site *s, struct laboratory *lab, struct err *e)
{
	struct local *l = self;
	void *found;
	int tag, code = args_tag(a, "setupTag", &tag, e);

	if (!code)
		code = laboratory_need(&lab->setups, "expSetup", tag, a->object, &found, e);
	if (code)
		return code;
	l->site = s;
	l->setup = s->setup = found;
	if (!l->setup->rig) {
		err_set(e, ERR_STATE, a->object, "expSetup %d has no control", tag);
		err_hint(e, "give the setup -control");
		return ERR_STATE;
	}
	memcpy(s->trial.n, l->setup->side[SETUP_TRIAL].n, sizeof(s->trial.n));
	memcpy(s->out.n, l->setup->side[SETUP_OUT].n, sizeof(s->out.n));
	return 0;
}

static int start(void *self, struct err *e)
{
	return rig_start(((struct local *)self)->setup->rig, e);
}

static int send(void *self, const struct signals *trial, double instant)
{
	struct local *l = self;

	return setup_command(l->setup, trial, l->site->t, instant);
}

static int receive(void *self, struct signals *out)
{
	struct local *l = self;
	int code = setup_answer(l->setup, l->site->t);

	signals_copy(&l->setup->scaled, out);
	return code;
}

static int commit(void *self)
{
	struct local *l = self;

	return rig_commit(l->setup->rig, l->site->t);
}

static bool driven(const void *self, int component)
{
	return ((const struct local *)self)->setup->driven[component];
}

static bool traffic(const void *self, struct traffic *ret)
{
	const struct rig *r = ((const struct local *)self)->setup->rig;

	return r->ops->traffic && r->ops->traffic(r->self, ret);
}

static const struct param params[] = {
	{ .name = "setupTag", .kind = PARAM_ROW, .required = true, .help = "the expSetup behind it, which has a control" },
	{ 0 },
};

const struct site_ops site_local = {
	.name = "LocalSite",
	.brief = "A specimen in this process",
	.example = "1",
	.params = params,
	.size = sizeof(struct local),
	.setup = setup,
	.start = start,
	.send = send,
	.receive = receive,
	.commit = commit,
	.driven = driven,
	.traffic = traffic,
};
