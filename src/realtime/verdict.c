/* The rules of fitness. With the period T and the wake-up latency w of a tick:
 *
 *   real time  no tick missed, max w <= T/2 (the other half is the body's), every measure taken, and a kernel that bounds w at all:
 *              what was measured for seconds says little of the worst hour of a kernel without PREEMPT_RT
 *   slow       at most one tick in a thousand missed, w <= T/2 for 99 of 100 ticks */
#include "realtime/verdict.h"

static const double MISSED_SHARE_MAX = 1e-3;

struct evidence {
	const struct machine_row *row;
	const struct loop *loop;
	const struct loop_report *report;
};

static bool is_unbounded(const struct evidence *v)
{
	return v->row[MACHINE_KERNEL].state != MACHINE_GOOD;
}

static bool was_refused(const struct evidence *v)
{
	for (enum loop_measure m = 0; m < LOOP_MEASURES; m++)
		if (loop_refused(v->loop, m))
			return true;
	return false;
}

static bool missed_any(const struct evidence *v)
{
	return v->report->missed > 0;
}

static bool woke_late(const struct evidence *v)
{
	return v->report->calls > 0 && (double)v->report->wake.most_ns > 0.5 * v->report->period_ns;
}

static bool missed_many(const struct evidence *v)
{
	return (double)v->report->missed > MISSED_SHARE_MAX * (double)(v->report->calls + v->report->missed);
}

static bool often_late(const struct evidence *v)
{
	return (double)histogram_quantile(&v->report->wake, 0.99) > 0.5 * v->report->period_ns;
}

static bool did_not_run(const struct evidence *v)
{
	return v->report->calls == 0 || v->report->code != 0;
}

static const struct rule {
	enum fitness fit;     /* at best, when it is broken */
	bool (*is_broken)(const struct evidence *v);
	const char *reason;
} rules[VERDICT_RULES] = {
	{FIT_SLOW, is_unbounded, "the kernel is not known to be PREEMPT_RT: nothing bounds the wake-up, whatever was measured"},
	{FIT_SLOW, was_refused, "the system refused a measure of the loop"},
	{FIT_SLOW, missed_any, "periods were missed"},
	{FIT_SLOW, woke_late, "the latest wake-up took more than half a period"},
	{FIT_NOT, missed_many, "more than one period in a thousand was missed"},
	{FIT_NOT, often_late, "more than one wake-up in a hundred took more than half a period"},
	{FIT_NOT, did_not_run, "the loop did not run"},
};

void verdict_find(const struct machine_row row[MACHINE_ITEMS], const struct loop *l, const struct loop_report *report, struct verdict *ret)
{
	struct evidence v = {.row = row, .loop = l, .report = report};
	*ret = (struct verdict){.fit = FIT_REALTIME};
	for (size_t i = 0; i < COUNT(rules); i++) {
		if (!rules[i].is_broken(&v))
			continue;
		ret->reason[ret->n++] = rules[i].reason;
		if (rules[i].fit > ret->fit)
			ret->fit = rules[i].fit;
	}
}

const char *fitness_name(enum fitness fit)
{
	static const char *const name[] = {[FIT_REALTIME] = "fit for real time", [FIT_SLOW] = "fit for slow tests", [FIT_NOT] = "not fit"};
	ASSERT((unsigned)fit < COUNT(name));
	return name[fit];
}
