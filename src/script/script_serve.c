/* Commands that serve a test to another program: startSimAppElemServer, startSimAppSiteServer, startTextServer, startLabServer and its kin. They block until
 * the client has gone, and answer the number of steps it has accepted. docs/foreign.md says who connects to what. */
#include "script/script_experiment.h"

#include "foreign/plant.h"
#include "foreign/serve.h"
#include "foreign/simapp.h"
#include "foreign/text.h"
#include "site/actor_site.h"

#include <limits.h>
#include <string.h>

enum { DEFAULT_TIMEOUT = 3600 };

struct serving {
	struct cable_words words;
	double dt;
	enum text_dialect dialect;
	int answers;               /* of text servers: 0 both, 1 displacements, 2 forces */
	struct cable cable;
	struct arena mem;
};

static int read_serving(struct serving *v, struct args *a, bool text, struct err *e)
{
	static const char *const ANSWERS[] = { "both", "disp", "force", NULL };
	int code = args_int(a, "ipPort", 1, 65535, &v->words.port, e);

	while (code >= 0 && args_more(a)) {
		code = text && strcmp(args_peek(a), "-udp") == 0 ? args_end(a, e) : cable_option(&v->words, a, e);
		if (code)
			continue;
		if (args_accept(a, "-dt"))
			code = args_real(a, "-dt", RANGE_POSITIVE, &v->dt, e);
		else if (text && args_accept(a, "-labview"))
			v->dialect = TEXT_LABVIEW;
		else if (text && args_accept(a, "-simcor"))
			v->dialect = TEXT_SIMCOR;
		else if (text && args_accept(a, "-answer"))
			code = args_choice(a, "-answer", ANSWERS, &v->answers, e);
		else
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

static int serving_open(struct script *s, struct serving *v, struct talk t, const char *object, struct err *e)
{
	int code;

	cable_init(&v->cable, &v->words, object);
	code = cable_listen(&v->cable, e);
	if (code)
		return code;
	script_say(s, "%s: waits for a client at port %d%s\n", object, cable_port(&v->cable), v->words.plain ? "" : " of this machine (-plain lets others in)");
	return serve_accept(&v->cable, t, e);
}

static void serving_init(struct serving *v)
{
	memset(v, 0, sizeof(*v));
	v->words.timeout = DEFAULT_TIMEOUT;
	v->dt = 0.01;
	arena_init(&v->mem);
	cable_init(&v->cable, &v->words, "");
}

static void serving_fini(struct serving *v)
{
	cable_close(&v->cable);
	arena_fini(&v->mem);
}

/* What is said at the end. The programs that are served need not say goodbye: the end of the connection between two messages is one. */
static int finish(struct script *s, const struct serving *v, const struct talk_count *count, bool tolerant, int code, const char *object, struct err *e)
{
	if (code < 0 && !(tolerant && code == ERR_LOST && v->cable.ended))
		return code;
	if (code < 0) {
		err_clear(e);
		script_say(s, "WARNING %s: %s closed the connection without saying 99\n", object, v->cable.peer);
	}
	if (count->passed)
		script_say(s, "WARNING %s: %ld messages meant nothing here and were passed over\n", object, count->passed);
	script_result_text(s, "%ld", count->steps);
	return 0;
}

static int need_site(struct script *s, struct args *a, struct site **ret, struct err *e)
{
	void *found;
	int tag, code = args_tag(a, "siteTag", &tag, e);

	if (!code)
		code = laboratory_need(&s->lab.sites, "expSite", tag, a->object, &found, e);
	if (!code)
		*ret = found;
	return code;
}

/* ---- applications -------------------------------------------------------------------------------------------- */

static int serve_frames(struct script *s, struct serving *v, const struct plant *plant, enum simapp_kind kind, const char *object, struct err *e)
{
	struct simapp app;
	int code;

	simapp_init(&app, plant, kind, v->words.udp, &v->mem, object);
	code = serving_open(s, v, simapp_talk(&app), object, e);
	if (!code)
		code = serve(&v->cable, simapp_talk(&app), &app.count, -1, e);
	return finish(s, v, &app.count, true, code, object, e);
}

int script_run_element_server(struct script *s, struct args *a, struct err *e)
{
	struct plant_element plant;
	struct element *el = NULL;
	struct serving v;
	int code;

	serving_init(&v);
	code = script_element(s, a, "eleTag", &el, e);
	if (!code)
		code = read_serving(&v, a, false, e);
	if (!code)
		code = plant_element_init(&plant, el, v.dt, laboratory_instant(&s->lab), &v.mem, a->object, e);
	if (!code)
		code = serve_frames(s, &v, &plant.plant, SIMAPP_ELEMENT, a->object, e);
	serving_fini(&v);
	return code;
}

/* A conversation about a site, in one of the protocols below. */
typedef int speak(struct script *s, struct serving *v, struct plant_site *plant, const char *object, struct err *e);

static int serve_site(struct script *s, struct args *a, bool text, speak *talk, struct err *e)
{
	struct plant_site plant;
	struct site *site = NULL;
	struct serving v;
	int code;

	serving_init(&v);
	code = need_site(s, a, &site, e);
	if (!code)
		code = read_serving(&v, a, text, e);
	if (!code) {
		plant_site_init(&plant, site, v.dt, &v.mem, a->object);
		code = talk(s, &v, &plant, a->object, e);
		plant_site_leave(&plant);
	}
	serving_fini(&v);
	return code;
}

static int speak_frames(struct script *s, struct serving *v, struct plant_site *plant, const char *object, struct err *e)
{
	return serve_frames(s, v, &plant->plant, SIMAPP_SITE, object, e);
}

int script_run_site_server(struct script *s, struct args *a, struct err *e)
{
	return serve_site(s, a, false, speak_frames, e);
}

/* ---- lines --------------------------------------------------------------------------------------------------- */

/* What a line can carry of a site: displacements out; displacements and forces back. */
static int speak_lines(struct script *s, struct serving *v, struct plant_site *plant, const char *object, struct err *e)
{
	const struct site *site = plant->site;
	struct text_server text;
	int trial[SLOTS], out[SLOTS], code;

	signals_size(trial, site->trial.n[SLOT_DISP], 0, 0, 0, 0);
	signals_size(out, site->out.n[SLOT_DISP], 0, 0, site->out.n[SLOT_FORCE], 0);
	code = text_server_init(&text, &plant->plant, v->dialect, trial, out, &v->mem, object, e);
	if (!code)
		code = serving_open(s, v, text_server_talk(&text), object, e);
	text.answers[0] = v->answers != 2;
	text.answers[1] = v->answers != 1;
	if (!code)
		code = serve(&v->cable, text_server_talk(&text), &text.count, -1, e);
	return finish(s, v, &text.count, false, code, object, e);
}

int script_run_text_server(struct script *s, struct args *a, struct err *e)
{
	return serve_site(s, a, true, speak_lines, e);
}

/* ---- laboratories -------------------------------------------------------------------------------------------- */

static int need_actor(struct script *s, struct args *a, struct site **ret, struct err *e)
{
	int code = need_site(s, a, ret, e);

	if (code || actor_site_is(*ret))
		return code;
	err_set(e, ERR_STATE, a->object, "expSite %d is no ActorSite", (*ret)->tag);
	err_hint(e, "expSite ActorSite tag -setup setupTag ipPort; for other clients startSimAppSiteServer or startTextServer");
	return ERR_STATE;
}

static int serve_laboratory(struct script *s, struct site *site, long steps, const char *object, struct err *e)
{
	bool over;
	int code;

	script_say(s, "%s: serves at port %d\n", object, actor_site_port(site));
	code = actor_site_serve(site, steps, &over, e);
	if (code)
		return code;
	script_result_text(s, "%ld", actor_site_steps(site));
	return 0;
}

int script_run_lab_server(struct script *s, struct args *a, struct err *e)
{
	struct site *site;
	int code = need_actor(s, a, &site, e);

	if (!code)
		code = args_end(a, e);
	return code ? code : serve_laboratory(s, site, -1, a->object, e);
}

int script_run_lab_setup(struct script *s, struct args *a, struct err *e)
{
	struct site *site;
	int code = need_actor(s, a, &site, e);

	if (!code)
		code = args_end(a, e);
	return code ? code : serve_laboratory(s, site, 0, a->object, e);
}

int script_run_lab_step(struct script *s, struct args *a, struct err *e)
{
	struct site *site;
	int steps, code = need_actor(s, a, &site, e);

	if (!code)
		code = args_int(a, "steps", 1, INT_MAX, &steps, e);
	if (!code)
		code = args_end(a, e);
	return code ? code : serve_laboratory(s, site, steps, a->object, e);
}

int script_run_lab_stop(struct script *s, struct args *a, struct err *e)
{
	int code = args_end(a, e);

	for (int i = 0; i < s->lab.sites.n && !code; i++)
		if (actor_site_is(s->lab.sites.row[i].object))
			actor_site_stop(s->lab.sites.row[i].object);
	return code;
}
