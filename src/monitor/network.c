/* What the network between the computer and a site does to the test: times of exchanges, late steps, losses.
 *
 * An exchange is a target that was sent and its measurement that is here; for a remote site it contains the motion of the specimen. A step is late when its
 * last exchange took longer than -late. lost: connections of a remote site, messages of an expNetwork; again: exchanges that were sent more than once. All
 * since the beginning, or since the monitor was reset. Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, Table 6-2.
 */
#include "monitoring/monitor.h"

#include <limits.h>

#include "plugin.h"

struct network_monitor {
	int tag;                           /* words */
	double late;
	const struct site *site;           /* borrowed: laboratory */
	struct traffic base, last;         /* when the counts began, and now */
	double sum, most;
	long steps, slow;                  /* with an exchange; late */
};

enum { LAST, MEAN, MOST, LATE, SHARE, LOST, AGAIN, EXCHANGES };

static const struct param params[] = {
	{ .name = "-site", .kind = PARAM_TAG, .offset = offsetof(struct network_monitor, tag), .def = INT_MIN, .help = "tag of the expSite" },
	{ .name = "-late", .kind = PARAM_REAL, .offset = offsetof(struct network_monitor, late), .def = HUGE_VAL, .range = RANGE_POSITIVE,
	  .help = "an exchange that takes longer is late [s]; default: none is" },
	{ 0 },
};

static int site_take(struct network_monitor *s, struct monitor *m, const char *object, struct err *e)
{
	struct traffic t;
	void *found;
	int code;

	if (s->tag == INT_MIN) {
		err_set(e, ERR_ARGUMENT, object, "what it watches is missing");
		err_hint(e, "-site tag");
		return ERR_ARGUMENT;
	}
	code = laboratory_need(&m->set->lab->sites, "expSite", s->tag, object, &found, e);
	if (code)
		return code;
	s->site = found;
	if (s->site->ops->traffic && s->site->ops->traffic(s->site->self, &t))
		return 0;
	err_set(e, ERR_UNSUPPORTED, object, "expSite %d counts nothing: there is no network on the way to its specimen, or one of another program's", s->tag);
	err_hint(e, "NetworkSite does, and LocalSite with a VirtualRig behind an expNetwork");
	return ERR_UNSUPPORTED;
}

static int setup(void *self, struct args *a, struct monitor *m, struct err *e)
{
	static const struct monitor_column COLUMN[] = {
		[LAST] = {"last", "s", SENSE_ABOVE}, [MEAN] = {"mean", "s", SENSE_ABOVE}, [MOST] = {"most", "s", SENSE_ABOVE}, [LATE] = {"late", "-", SENSE_ABOVE},
		[SHARE] = {"share", "-", SENSE_ABOVE}, [LOST] = {"lost", "-", SENSE_ABOVE}, [AGAIN] = {"again", "-", SENSE_ABOVE},
		[EXCHANGES] = {"exchanges", "-", SENSE_NONE}};
	int code = site_take(self, m, a->object, e);

	for (size_t i = 0; i < COUNT(COLUMN) && !code; i++)
		code = monitor_column_add(m, COLUMN[i].sense, COLUMN[i].unit, e, "%s", COLUMN[i].name);
	return code;
}

static void step(void *self, struct monitor *m, const struct monitor_view *v)
{
	struct network_monitor *s = self;
	struct traffic t;

	(void)v;
	s->site->ops->traffic(s->site->self, &t);
	if (t.exchanges > s->last.exchanges) {
		s->steps++;
		s->slow += t.last > s->late;
		s->sum += t.last;
		s->most = fmax(s->most, t.last);
	}
	s->last = t;
	m->value[LAST] = t.exchanges > 0 ? t.last : NAN;
	m->value[MEAN] = s->steps > 0 ? s->sum / (double)s->steps : NAN;
	m->value[MOST] = s->steps > 0 ? s->most : NAN;
	m->value[LATE] = (double)s->slow;
	m->value[SHARE] = s->steps > 0 ? (double)s->slow / (double)s->steps : 0.0;
	m->value[LOST] = (double)(t.lost - s->base.lost);
	m->value[AGAIN] = (double)(t.again - s->base.again);
	m->value[EXCHANGES] = (double)(t.exchanges - s->base.exchanges);
}

static void reset(void *self)
{
	struct network_monitor *s = self;

	s->base = s->last;
	s->sum = s->most = 0.0;
	s->steps = s->slow = 0;
}

const struct monitor_ops monitor_network = {
	.name = "Network",
	.brief = "Exchanges with a site: times of the last, mean and longest one, late steps, losses, repetitions",
	.cite = "Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 6.5",
	.example = "-site 1 -late 0.72 -on share -warn 0.05 -on lost -warn 1",
	.params = params,
	.acts = "last",
	.size = sizeof(struct network_monitor),
	.setup = setup,
	.step = step,
	.reset = reset,
};
