/* Laboratories by scripts, servers in processes of their own. */
#include "unit/site_bed.h"

#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

void (*site_bed_made)(struct site_bed *b);
bool site_bed_acknowledge;

static char said[8192];

static void hear(const char *line)
{
	size_t n = strlen(said);

	snprintf(said + n, sizeof(said) - n, "%s\n", line);
}

const char *site_bed_said(void)
{
	static char all[sizeof(said)];

	memcpy(all, said, sizeof(all));
	said[0] = '\0';
	return all;
}

const char *site_script(double stiffness)
{
	static char text[512];

	snprintf(text, sizeof(text), "model basic -ndm 1 -ndf 1; uniaxialMaterial Elastic 1 %g; expControlPoint 1 1 disp -lim -1 1;"
	         "expControl SimUniaxialMaterials 1 1 -trialCP 1; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1", stiffness);
	return text;
}

static void must(int rc, const struct err *e)
{
	char line[1024];

	err_text(e, line, sizeof(line));
	if (rc)
		fail_msg("%s", line);
}

void site_bed_make(struct site_bed *b, const char *text)
{
	struct err e = {0};
	void *found;

	memset(b, 0, sizeof(*b));
	arena_init(&b->mem);
	must(script_init(&b->script, "test", &e), &e);
	if (Tcl_Eval(b->script.interp, text) != TCL_OK)
		fail_msg("%s", Tcl_GetStringResult(b->script.interp));
	must(laboratory_need(&b->script.lab.sites, "expSite", 1, "test", &found, &e), &e);
	b->site = found;
	if (site_bed_made)
		site_bed_made(b);
}

static int open_at(struct site_bed *b, const char *folder, int port, struct err *e)
{
	const struct server_words w = {.name = "east", .port = port, .folder = folder, .program = "1", .instance = 7, .say = hear,
	                               .acknowledge = site_bed_acknowledge, .policy = {.sync = JOURNAL_SYNC_EVERY}};

	return server_open(&b->server, &w, &b->script.lab, b->site, &b->mem, e);
}

int site_bed_open(struct site_bed *b, const char *folder, struct err *e)
{
	return open_at(b, folder, 0, e);
}

void site_bed_end(struct site_bed *b)
{
	server_close(&b->server);
	script_fini(&b->script);
	arena_fini(&b->mem);
}

/* ---- a process of its own ---- */

static int serve(const char *text, const char *folder, int port, int to)
{
	static struct site_bed b;
	struct err e = {0};

	site_bed_make(&b, text);
	if (open_at(&b, folder, port, &e))
		return 1;
	port = listener_port(b.server.listener);
	return write(to, &port, sizeof(port)) != sizeof(port) || server_run(&b.server, &e);
}

void site_process_begin(struct site_process *p, const char *text, const char *folder, int port)
{
	int way[2];

	assert_int_equal(pipe(way), 0);
	p->pid = fork();
	assert_true(p->pid >= 0);
	if (p->pid == 0) {
		close(way[0]);
		_exit(serve(text, folder, port, way[1]));
	}
	close(way[1]);
	assert_int_equal(read(way[0], &p->port, sizeof(p->port)), sizeof(p->port));
	close(way[0]);
}

void site_process_kill(struct site_process *p)
{
	int status;

	kill(p->pid, SIGKILL);
	assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
}

/* ---- the other side ---- */

struct coordinator_words peer_words(const struct site_bed *b, const char *run, const char *journal)
{
	struct coordinator_words w = coordinator_words_default;

	w.run = run;
	w.site = "east";
	w.instance = 5;
	memcpy(w.trial_n, b->site->trial.n, sizeof(w.trial_n));
	memcpy(w.out_n, b->site->out.n, sizeof(w.out_n));
	w.journal = journal;
	return w;
}

double peer_step(struct peers *p, struct peer_site *s, uint64_t step, double x)
{
	double zero = 0.0, t = 0.01 * (double)step;
	struct signals trial = {.x = {&x, &zero, &zero, &zero, &t}};
	struct err e = {0};
	char line[1024] = "";
	int rc;

	memcpy(trial.n, s->coordinator.words.trial_n, sizeof(trial.n));
	must(peers_exchange(s, step, 0, t, &trial, &e), &e);
	rc = peers_wait(p);
	if (rc) {
		(void)!peers_why(p, line, sizeof(line));
		fail_msg("code %d: %s", rc, line);
	}
	return coordinator_answer(&s->coordinator)->x[SLOT_FORCE][0];
}
