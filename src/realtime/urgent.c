/* The scheduler is asked for SCHED_FIFO that children do not inherit (sched(7)). */
#define _GNU_SOURCE /* SCHED_RESET_ON_FORK, strerrordesc_np */
#include "realtime/urgent.h"

#include "base/fault.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

int urgent_begin(int priority, struct err *e)
{
	struct sched_param p = {.sched_priority = priority};
	int why = 0;

	if (priority <= 0)
		return 0;
	if (fault_fires(FAULT_loop_measure))
		why = EPERM;
	else if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &p) != 0)
		why = errno;
	if (why == 0)
		return 0;
	err_set(e, ERR_UNSUPPORTED, "tandem run", "real-time priority of the steps is refused");
	err_value(e, "--step-priority %d, %s", priority, strerrordesc_np(why));
	err_hint(e, "raise the limit rtprio (/etc/security/limits.d), run with CAP_SYS_NICE, or give --step-priority 0");
	return ERR_UNSUPPORTED;
}

void urgent_end(void)
{
	struct sched_param p = {.sched_priority = 0};

	/* giving priority back is never refused; to take back what children do not inherit would be, to all but the superuser, and the priority would stay, too */
	if (sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &p) != 0)
		return;
}
