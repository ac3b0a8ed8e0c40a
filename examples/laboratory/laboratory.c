/* A laboratory: what stands behind expDevice SharedMemory, UDP or TCP, in a process of its own. Each channel is an actuator of first order,
 * x' = (c - x)/tau, that pushes a specimen, f = k x or elastic and perfectly plastic. Copy it with way.h and way.c, and
 * put your actuators where `move` is. It needs the C library and nothing of Tandem; the bytes are those of docs/devices.md.
 *
 * One thread, one loop at -rate:
 *   hear everything that has come, watch the time since the last command, move one tick, tell what is measured.
 */
#define _GNU_SOURCE
#include "way.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double OWN_WATCHDOG = 1.0;        /* s, where the controller names none */

struct channel {
	double target, x, v, a, force;
};

struct laboratory {
	struct line line;
	double channels, rate, stiffness, tau, yield, noise, seconds;          /* options */
	double silent_after, silent_for, nan_after, stop_after;                /* misbehaviour, s after the first command */
	bool stay;
	struct channel channel[CHANNELS];
	/* the session */
	uint64_t session;              /* 0: none */
	uint64_t gone;                 /* the one before, */
	int64_t gone_heard;            /* and the newest number heard of it: what is older comes late */
	double watchdog;
	int64_t heard, told, taken;    /* numbers: newest heard, last told, newest command */
	double last;                   /* time of the hello or of the newest command */
	double first;                  /* time of the first command; < 0: none yet */
	bool holding, stopped, silent, over;
	long commands, passed;
	uint64_t chance;
};

static volatile sig_atomic_t told_to_end;

static void on_signal(int number)
{
	told_to_end = number;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- what it hears --------------------------------------------------------------------------------- */

static void stay_where_it_is(struct laboratory *l)
{
	for (int i = 0; i < (int)l->channels; i++)
		l->channel[i].target = l->channel[i].x;
}

static void forget(struct laboratory *l)
{
	l->gone = l->session ? l->session : l->gone;
	l->gone_heard = l->session ? l->heard : l->gone_heard;
	l->session = 0;
}

static void refuse(struct laboratory *l, const struct packet *hello, unsigned why)
{
	struct packet p = {.kind = REFUSAL, .session = hello->session, .number = 1, .state = why, .channels = (unsigned)l->channels, .slots = ALL_SLOTS};

	line_reply(&l->line, &p);
	printf("laboratory: a controller is refused: %s\n", why == REFUSE_BUSY ? "another one is served" : why == REFUSE_SLOTS ? "slots" : "channels");
}

static void greet(struct laboratory *l, const struct packet *p)
{
	if (p->channels != (unsigned)l->channels || p->slots & ~ALL_SLOTS) {
		refuse(l, p, p->channels != (unsigned)l->channels ? REFUSE_CHANNELS : REFUSE_SLOTS);
		return;
	}
	if (p->session == l->gone && p->number <= l->gone_heard) {
		l->passed++;
		return;
	}
	if (p->session == l->session) {            /* once more: it has not heard us yet */
		l->heard = p->number > l->heard ? p->number : l->heard;
		line_serve(&l->line);
		return;
	}
	if (l->line.busy) {
		refuse(l, p, REFUSE_BUSY);
		return;
	}
	line_serve(&l->line);
	stay_where_it_is(l);                       /* whoever was served before may have wanted it elsewhere */
	forget(l);
	l->session = p->session;
	l->watchdog = p->count == 2 && p->x[1] > 0.0 && isfinite(p->x[1]) ? p->x[1] : OWN_WATCHDOG;
	l->heard = p->number;
	l->told = l->taken = 0;
	l->last = now();
	l->first = -1.0;
	l->holding = false;
	printf("laboratory: session %016llx: %g commands a second, hold after %g s without one\n", (unsigned long long)p->session,
	       p->count == 2 ? p->x[0] : NAN, l->watchdog);
}

static void obey(struct laboratory *l, const struct packet *p)
{
	bool hold = p->flags & HOLD;

	line_serve(&l->line);
	l->taken = p->number;
	l->last = now();
	l->commands++;
	if (l->first < 0.0)
		l->first = l->last;
	if (hold != l->holding)
		printf("laboratory: %s, at tick %lld\n", hold ? "hold: the controller asks for it" : "resume", (long long)p->tick);
	if (hold && !l->holding)
		stay_where_it_is(l);
	l->holding = hold;
	for (int i = 0; i < (int)l->channels && !hold && !l->stopped; i++)
		if (isfinite(p->x[i]))
			l->channel[i].target = p->x[i];
}

static void leave(struct laboratory *l, const char *why)
{
	printf("laboratory: hold: %s\n", why);
	stay_where_it_is(l);
	forget(l);
}

/* A connection that has ended is the end of its session. */
static void look_after(struct laboratory *l)
{
	if (l->session && l->line.lost)
		leave(l, "the connection has ended");
	l->line.lost = false;
}

static void hear(struct laboratory *l)
{
	struct packet p;

	l->line.busy = l->session && now() - l->last <= l->watchdog;
	for (int i = 0; i < 100 && line_hear(&l->line, &p); i++) {
		look_after(l);
		if (p.kind == HELLO) {
			greet(l, &p);
		} else if (!l->session || p.session != l->session || p.number <= l->heard || p.channels != (unsigned)l->channels) {
			l->passed++;
		} else if (p.kind == END) {
			l->heard = p.number;
			leave(l, "the controller ends the session");
			l->over = !l->stay;
		} else if (p.kind == COMMAND && p.count == p.channels) {
			l->heard = p.number;
			obey(l, &p);
		}
	}
	look_after(l);
}

/* --- what it does ---------------------------------------------------------------------------------- */

static bool after(const struct laboratory *l, double s)
{
	return s >= 0.0 && l->first >= 0.0 && now() - l->first >= s;
}

static void watch(struct laboratory *l)
{
	double silence = now() - l->last;
	bool silent = after(l, l->silent_after) && !(l->silent_for > 0.0 && after(l, l->silent_after + l->silent_for));

	if (l->session && l->first >= 0.0 && !l->holding && silence > l->watchdog) {
		printf("laboratory: hold: no command for %.3f s\n", silence);
		stay_where_it_is(l);
		l->holding = true;
	}
	if (!l->stopped && after(l, l->stop_after)) {
		printf("laboratory: stop: by itself, for good\n");
		stay_where_it_is(l);
		l->stopped = true;
	}
	if (silent != l->silent)
		printf("laboratory: %s\n", silent ? "falls silent" : "speaks again");
	l->silent = silent;
}

/* Your actuators and transducers go here: one tick of all channels towards their targets. */
static void move(struct laboratory *l)
{
	double dt = 1.0 / l->rate, share = l->tau > 0.0 ? 1.0 - exp(-dt / l->tau) : 1.0;

	for (int i = 0; i < (int)l->channels; i++) {
		struct channel *c = &l->channel[i];
		double dx = share * (c->target - c->x), v = l->tau > 0.0 ? (c->target - c->x - dx) / l->tau : dx / dt;

		c->x += dx;
		c->a = (v - c->v) / dt;
		c->v = v;
		c->force = l->yield > 0.0 ? fmin(fmax(c->force + l->stiffness * dx, -l->yield), l->yield) : l->stiffness * c->x;
	}
}

/* Uniform: a width of sqrt(12) has the variance 1. */
static double noise(struct laboratory *l)
{
	l->chance = l->chance * 6364136223846793005u + 1442695040888963407u;
	return l->noise * sqrt(12.0) * (ldexp((double)(l->chance >> 11), -53) - 0.5);
}

static void tell(struct laboratory *l)
{
	int n = (int)l->channels;
	struct packet p = {.kind = READING, .session = l->session, .number = l->told + 1, .tick = l->taken, .channels = (unsigned)n, .slots = ALL_SLOTS,
	                   .count = (unsigned)(SLOTS * n), .t_ns = (int64_t)(1e9 * now())};
	bool watchdog = l->holding && now() - l->last > l->watchdog;

	if (!l->session || l->silent)
		return;
	p.flags = l->stopped || watchdog ? STOPPED : 0;
	for (int i = 0; i < n; i++) {
		const struct channel *c = &l->channel[i];

		p.x[i] = c->x;
		p.x[n + i] = c->v;
		p.x[2 * n + i] = c->a;
		p.x[3 * n + i] = c->force + noise(l);
	}
	if (after(l, l->nan_after))
		p.x[3 * n] = NAN;
	l->told++;
	line_tell(&l->line, &p);
}

static const char *run(struct laboratory *l)
{
	double start = now();

	for (int64_t tick = 1; !told_to_end; tick++) {
		int64_t past = (int64_t)(l->rate * (now() - start));
		double due;
		struct timespec t;

		tick = past > tick ? past : tick;      /* what is past is left out: in a burst actuators would be faster than they are */
		due = start + (double)tick / l->rate;
		t = (struct timespec){.tv_sec = (time_t)due, .tv_nsec = (long)(1e9 * (due - floor(due)))};
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
		hear(l);
		if (l->over)
			return "told by the controller";
		if (l->seconds > 0.0 && now() - start > l->seconds)
			return "its time is over";
		watch(l);
		move(l);
		tell(l);
	}
	return "told by a signal";
}

/* --- words ----------------------------------------------------------------------------------------- */

static int usage(void)
{
	fprintf(stderr, "usage: laboratory shm NAME | udp PORT | tcp PORT <-channels n> <-rate Hz> <-stiffness k> <-tau s> <-yield fy> <-noise rms>\n"
	        "                  <-seconds s> <-stay> <-silentAfter s> <-silentFor s> <-nanAfter s> <-stopAfter s>\n");
	return 2;
}

static bool words(struct laboratory *l, int n, char **word)
{
	const struct { const char *name; double *to, lo, hi; } options[] = {
		{ "-channels", &l->channels, 1.0, CHANNELS }, { "-rate", &l->rate, 1.0, 1e5 }, { "-stiffness", &l->stiffness, -1e300, 1e300 },
		{ "-tau", &l->tau, 0.0, 1e6 }, { "-yield", &l->yield, 0.0, 1e300 }, { "-noise", &l->noise, 0.0, 1e300 }, { "-seconds", &l->seconds, 0.0, 1e9 },
		{ "-silentAfter", &l->silent_after, 0.0, 1e9 }, { "-silentFor", &l->silent_for, 0.0, 1e9 }, { "-nanAfter", &l->nan_after, 0.0, 1e9 },
		{ "-stopAfter", &l->stop_after, 0.0, 1e9 },
	};

	for (int i = 0; i < n; i++) {
		size_t k = 0;
		char *end;

		if (strcmp(word[i], "-stay") == 0) {
			l->stay = true;
			continue;
		}
		while (k < sizeof(options) / sizeof(options[0]) && strcmp(word[i], options[k].name) != 0)
			k++;
		if (k == sizeof(options) / sizeof(options[0]) || i + 1 == n)
			return false;
		*options[k].to = strtod(word[++i], &end);
		if (*end != '\0' || !(*options[k].to >= options[k].lo && *options[k].to <= options[k].hi))
			return false;
	}
	return l->channels == floor(l->channels);
}

int main(int argc, char **argv)
{
	static struct laboratory l = {.channels = 1.0, .rate = 1000.0, .stiffness = 1.0, .tau = 0.01, .chance = 1, .first = -1.0,
	                              .silent_after = -1.0, .nan_after = -1.0, .stop_after = -1.0};
	struct sigaction on = {.sa_handler = on_signal};
	const char *why;

	if (argc < 3 || !line_way(&l.line, argv[1]) || !words(&l, argc - 3, argv + 3))
		return usage();
	setvbuf(stdout, NULL, _IOLBF, 0);
	sigaction(SIGTERM, &on, NULL);
	sigaction(SIGINT, &on, NULL);
	if (!l.line.way->start(&l.line, argv[2], (int)l.channels)) {
		fprintf(stderr, "laboratory: %s %s: %s\n", argv[1], argv[2], strerror(errno));
		return 1;
	}
	printf("laboratory: %s %s: %g channels at %g Hz, stiffness %g, lag %g s, ready\n", argv[1], argv[2], l.channels, l.rate, l.stiffness, l.tau);
	why = run(&l);
	if (l.line.way->finish)
		l.line.way->finish(&l.line);
	printf("laboratory: end: %s; %ld commands taken, %ld packets passed over\n", why, l.commands, l.passed + l.line.passed);
	return 0;
}
