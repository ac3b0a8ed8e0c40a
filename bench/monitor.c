/* What monitors cost: microseconds a tick with every kind of monitor on every channel, for 2 and for 32 channels, and the share of a loop of 1024 Hz.
 * Masses on specimens that are moved by one virtual rig at 1024 Hz, steps of 1/128 s. Timed are monitors_step, between steps, and guards_look, in the tick: the
 * six kinds that watch rows have -stop on every channel (15 at most), and so a guard, which brings these values up to date at every row. Medians of
 * a run, so that what other programs take does not count; best of five runs.
 * One JSON line a size: in_steps_us and in_loop_us, their sum us_per_tick; limit_us is 2 for two channels, limit_share a tenth of the loop for 32. */
#include "monitoring/monitor.h"
#include "base/clock.h"
#include "script/script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BEST_OF = 5, STEPS = 512, WARM = 300, TICKS = 8, RATE = 1024 };

static int64_t now(void)
{
	struct clock c;

	clock_init(&c, &clock_monotonic, 0);
	return clock_now(&c);
}

static const char words[] =
	/* a limit on every channel, as far as a monitor takes them */
	"proc stops {column x n} {for {set i 1} {$i <= min($n, 15)} {incr i} {lappend w -on $column$i -stop $x}; return $w}\n"
	"proc masses {n} {\n"
	"	wipe; model basic -ndm 1 -ndf 1; set nodes {}; set dofs {}; set channels {}; set k {}; set all {}\n"
	"	for {set i 1} {$i <= $n} {incr i} {\n"
	"		node $i 0 -mass 1.0; uniaxialMaterial Elastic $i 10; expSpecimen Material $i $i; expActuator Delay $i 0.001\n"
	"		lappend nodes $i; lappend dofs -dof 1; lappend all $i; lappend channels -channel $i -actuator $i\n"
	"		for {set j 1} {$j <= $n} {incr j} {lappend k [expr {10*($i == $j)}]}\n"
	"	}\n"
	"	expControl VirtualRig 1 -rate 1024 {*}$channels; expSetup NoTransformation 1 -control 1 -dof {*}$all -sizeTrialOut $n $n; expSite LocalSite 1 1\n"
	"	expElement generic 1 -node {*}$nodes {*}$dofs -site 1 -initStif {*}$k\n"
	"	rayleigh 1 0 0 0; timeSeries Sine 1 0 1000 1.0; pattern UniformExcitation 1 1 -accel 1\n"
	"	constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient\n"
	"	monitor Energy 1; monitor HSEI 2 -strain 5 -warn -1e9; monitor ThewaltRoman 3\n"
	"	monitor ActuatorEnergy 4 -control 1 {*}[stops error -1e9 $n]\n"
	"	monitor Tracking 5 -control 1 -window 2 -band 0.5 10 -warn 1e9 {*}[stops rms 1e9 $n]\n"
	"	monitor FEI 6 -control 1 -window 2 -band 0.5 10 {*}[stops delay 1e9 $n]\n"
	"	monitor TrackingIndicator 7 -control 1 {*}[stops indicator -1e9 $n]\n"
	"	monitor SNR 8 -control 1 -window 2 -band 30 40 {*}[stops snr 1e-30 $n]\n"
	"	monitor Margin 9 -control 1 -window 2 -band 0.5 10 -critical 1e9 {*}[stops margin 1e-9 $n]\n"
	"}\n";

static int eval(struct script *s, const char *text)
{
	if (Tcl_EvalEx(s->interp, text, -1, TCL_EVAL_GLOBAL) == TCL_OK)
		return 0;
	fprintf(stderr, "bench monitor: %s\n", Tcl_GetStringResult(s->interp));
	return -1;
}

static int rising(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static double median_us(int64_t *ns, int n)
{
	qsort(ns, (size_t)n, sizeof(*ns), rising);
	return 1e-3 * (double)ns[n / 2];
}

/* Microseconds of monitors_step a tick, in a run. */
static double run_us(struct script *s)
{
	static int64_t spent[STEPS];
	struct analysis *an = &s->analysis;
	struct err e;
	int done;

	err_clear(&e);
	for (int i = 0; i < STEPS; i++) {
		int64_t t;

		an->monitors = NULL;
		if (analysis_run(an, 1, (double)TICKS / RATE, &done, &e))
			return NAN;
		an->monitors = &s->monitors;
		t = now();
		monitors_step(&s->monitors, an, (double)TICKS / RATE);
		spent[i] = now() - t;
	}
	return median_us(spent, STEPS) / TICKS;
}

/* Microseconds of all guards at a row, over as many rows as a run has, of sines. */
static double loop_us(struct script *s, int n)
{
	static double x[3][64];
	static int64_t spent[STEPS * TICKS];
	struct rig *r = table_get(&s->lab.rigs, 1);
	struct guards *g = r->ops->guards(r->self);

	for (int j = 0; j < STEPS * TICKS; j++) {
		struct monitor_tick k = {.t = (double)j / RATE, .n = n, .stride = 1, .command = x[0], .measured = x[1], .force = x[2]};
		int64_t t;

		for (int i = 0; i < n; i++) {
			x[0][i] = sin(6.28 * k.t + i);
			x[1][i] = sin(6.28 * k.t + i - 0.01);
			x[2][i] = 10.0 * x[1][i];
		}
		t = now();
		if (guards_look(g, &k))
			return NAN;
		spent[j] = now() - t;
	}
	return median_us(spent, STEPS * TICKS);
}

static int row(struct script *s, int n)
{
	char line[100];
	double steps = INFINITY, loop = INFINITY;

	snprintf(line, sizeof(line), "masses %d; if {[analyze %d [expr {%d.0/%d}]]} {error {a step failed}}", n, WARM, TICKS, RATE);
	if (eval(s, line))
		return 1;
	for (int k = 0; k < BEST_OF; k++) {
		double us = run_us(s), looked = loop_us(s, n);

		if (isnan(us) || isnan(looked))
			return 1;
		steps = fmin(steps, us);
		loop = fmin(loop, looked);
	}
	printf("{\"bench\":\"monitors\", \"channels\":%d, \"monitors\":%d, \"in_steps_us\":%.3f, \"in_loop_us\":%.3f, \"us_per_tick\":%.3f, "
	       "\"per_channel_us\":%.3f, \"share_of_1024Hz\":%.4f, %s}\n", n, s->monitors.table.n, steps, loop, steps + loop, (steps + loop) / n,
	       (steps + loop) * RATE / 1e6, n == 2 ? "\"limit_us\":2" : "\"limit_share\":0.1");
	return 0;
}

int main(int argc, char **argv)
{
	static struct script s;
	struct err e;
	int status;

	(void)argc;
	err_clear(&e);
	status = script_init(&s, argv[0], &e) || eval(&s, words) || row(&s, 2) || row(&s, 32);
	script_fini(&s);
	return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
