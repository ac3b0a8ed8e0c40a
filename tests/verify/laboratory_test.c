/* The laboratory of examples/laboratory, a second program that reads the documented bytes by itself, in a process of its own behind every device: it
 * goes where it is told, resists as its words say, holds when commands stop, and says so. Nothing is asked to be fast: what is expected is
 * waited for. */
#define _GNU_SOURCE
#include "wait.h"

#include "device/peer.h"
#include "experiment/device.h"
#include "experiment/laboratory.h"
#include "verify/verify.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHANNELS = 2, TAG = 1 };

static const char *const KINDS[][2] = {{"SharedMemory", "shm"}, {"UDP", "udp"}, {"TCP", "tcp"}};

struct run {
	struct stage stage;
	struct device *device;
	const struct device_ops *ops;
	pid_t pid;
	int out;                       /* what it prints */
	char said[16384];
	size_t said_n;
	double value[DEVICE_SLOTS][CHANNELS];
	struct device_reading reading;
	int64_t tick;
};

/* The program stands two folders above this one: build/laboratory, build/tests/verify/laboratory_test. */
static void program(char *ret_path, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", ret_path, size - 20);

	assert_true(n > 0);
	ret_path[n] = '\0';
	for (int i = 0; i < 3; i++)
		*strrchr(ret_path, '/') = '\0';
	strcat(ret_path, "/laboratory");
}

static void launch(struct run *r, const char *way, const char *where, const char *more)
{
	char path[4096], words[300], *word[40] = {path};
	int n = 1, end[2];

	program(path, sizeof(path));
	snprintf(words, sizeof(words), "%s %s -channels %d -rate 2000 -tau 0.002 %s", way, where, CHANNELS, more);
	for (char *w = strtok(words, " "); w; w = strtok(NULL, " "))
		word[n++] = w;
	assert_int_equal(pipe2(end, O_NONBLOCK), 0);
	r->pid = fork();
	assert_true(r->pid >= 0);
	if (r->pid == 0) {
		dup2(end[1], 1);
		execv(path, word);
		_exit(127);
	}
	close(end[1]);
	r->out = end[0];
}

/* Has it said this by now? */
static bool said(struct run *r, const char *part)
{
	ssize_t n = read(r->out, r->said + r->said_n, sizeof(r->said) - 1 - r->said_n);

	if (n > 0)
		r->said_n += (size_t)n;
	r->said[r->said_n] = '\0';
	return strstr(r->said, part);
}

static void run_begin(struct run *r, int kind, double watchdog_s, const char *more)
{
	char where[64] = "0";
	struct err e;
	int code;

	memset(r, 0, sizeof(*r));
	stage_begin(&r->stage);
	if (kind == 0)
		snprintf(where, sizeof(where), "tandem-laboratory-test-%d", (int)getpid());
	launch(r, KINDS[kind][1], where, more);
	UNTIL(r->said, said(r, "ready"));
	if (kind != 0) {
		assert_int_equal(sscanf(r->said, "laboratory: port %20s", where + 10), 1);
		memcpy(where, "127.0.0.1 ", 10);
	}
	stage_eval(&r->stage, "expDevice %s %d %s -channels %d -velocity", KINDS[kind][0], TAG, where, CHANNELS);
	r->device = table_get(&r->stage.script.lab.devices, TAG);
	r->ops = r->device->ops;
	for (int k = 0; k < DEVICE_SLOTS; k++)
		r->reading.x[k] = r->value[k];
	err_clear(&e);
	code = r->ops->open(r->device->self, 1000.0, watchdog_s, WAIT_MOST, &e);
	if (code)
		fail_msg("%s: %s; %s", r->ops->name, e.what, e.value);
}

/* Ends by itself when the device is closed; the status is that of a good end. */
static void run_end(struct run *r, const char *why)
{
	int status;
	pid_t gone;

	r->ops->close(r->device->self);
	UNTIL(r->said, (gone = waitpid(r->pid, &status, WNOHANG)) != 0);
	assert_int_equal(gone, r->pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_true(said(r, why));
	close(r->out);
	stage_end(&r->stage);
}

static void command(struct run *r, double x0, double x1)
{
	const double x[CHANNELS] = {x0, x1};
	struct device_command c = {.tick = ++r->tick, .x = x};

	assert_int_equal(r->ops->write(r->device->self, &c), 0);
	assert_int_equal(r->ops->read(r->device->self, &r->reading), 0);
}

/* Commands until both channels are there. */
static bool there(struct run *r, double x0, double x1)
{
	command(r, x0, x1);
	return fabs(r->value[SLOT_DISP][0] - x0) < 1e-9 && fabs(r->value[SLOT_DISP][1] - x1) < 1e-9;
}

static bool hears(struct run *r)
{
	assert_int_equal(r->ops->read(r->device->self, &r->reading), 0);
	return true;
}

static void it_goes_where_it_is_told_and_resists(void **state)
{
	static struct run run, *r = &run;

	(void)state;
	for (int kind = 0; kind < (int)COUNT(KINDS); kind++) {
		run_begin(r, kind, 5.0, "-stiffness 250");
		UNTIL(r->said, there(r, 0.5, -0.25));
		assert_true(r->value[SLOT_FORCE][0] == 250.0 * r->value[SLOT_DISP][0]);
		assert_true(r->value[SLOT_FORCE][1] == 250.0 * r->value[SLOT_DISP][1]);
		assert_near(r->value[SLOT_VEL][0], 0.0, 1e-6);
		assert_false(r->reading.stopped);
		UNTIL(r->said, there(r, -0.5, 1.0));
		run_end(r, "end: told by the controller");
	}
}

/* Pushed to 3 dy: fy. Back by half of dy: fy/2. Back to zero: fy/2 - 2.5 fy is beyond the yield force, -fy. */
static void a_specimen_that_yields_keeps_its_yield_force(void **state)
{
	static struct run run, *r = &run;

	(void)state;
	run_begin(r, 0, 5.0, "-stiffness 100 -yield 10");
	UNTIL(r->said, there(r, 0.3, 0.05));
	assert_near(r->value[SLOT_FORCE][0], 10.0, 1e-9);
	assert_near(r->value[SLOT_FORCE][1], 5.0, 1e-6);
	UNTIL(r->said, there(r, 0.25, 0.0));
	assert_near(r->value[SLOT_FORCE][0], 5.0, 1e-6);
	UNTIL(r->said, there(r, 0.0, 0.0));
	assert_near(r->value[SLOT_FORCE][0], -10.0, 1e-9);
	run_end(r, "end: told by the controller");
}

static void it_holds_when_commands_stop_and_goes_on_when_they_return(void **state)
{
	static struct run run, *r = &run;

	(void)state;
	for (int kind = 0; kind < (int)COUNT(KINDS); kind++) {
		run_begin(r, kind, 0.2, "");
		UNTIL(r->said, there(r, 0.5, 0.5));
		UNTIL(r->said, hears(r) && r->reading.stopped);
		assert_near(r->value[SLOT_DISP][0], 0.5, 1e-9);
		UNTIL(r->said, said(r, "hold: no command"));
		UNTIL(r->said, (there(r, 0.4, 0.4) && !r->reading.stopped));
		UNTIL(r->said, said(r, "resume"));
		r->ops->safe(r->device->self);
		UNTIL(r->said, said(r, "hold: the controller asks"));
		run_end(r, "end: told by the controller");
	}
}

static void it_misbehaves_when_it_is_asked_to(void **state)
{
	static struct run run, *r = &run;
	int64_t number;

	(void)state;
	run_begin(r, 1, 5.0, "-nanAfter 0.05 -stopAfter 0.05");
	UNTIL(r->said, (command(r, 0.1, 0.1), isnan(r->value[SLOT_FORCE][0]) && r->reading.stopped));
	run_end(r, "stop: by itself");

	run_begin(r, 1, 5.0, "-silentAfter 0 -silentFor 0.2");
	command(r, 0.0, 0.0);
	UNTIL(r->said, said(r, "falls silent"));
	UNTIL(r->said, said(r, "speaks again"));
	hears(r);
	number = r->reading.number;
	UNTIL(r->said, hears(r) && r->reading.number > number);
	run_end(r, "end: told by the controller");
}

static void a_signal_ends_it_and_shared_memory_is_gone(void **state)
{
	static struct run run, *r = &run;
	char path[80];

	(void)state;
	run_begin(r, 0, 5.0, "-stay");
	snprintf(path, sizeof(path), "/dev/shm/tandem-laboratory-test-%d", (int)getpid());
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(kill(r->pid, SIGTERM), 0);
	UNTIL(r->said, r->ops->read(r->device->self, &r->reading) == ERR_LOST);
	run_end(r, "end: told by a signal");
	assert_int_equal(access(path, F_OK), -1);
}

/* One controller at a time: the second is refused while the first is served, and served when the first has gone. */
static void a_second_controller_waits_for_the_first(void **state)
{
	static struct run run, *r = &run;

	(void)state;
	for (int kind = 0; kind < 2; kind++) {
		struct device *second;
		char where[64];
		struct err e;

		run_begin(r, kind, 5.0, "-stay");
		command(r, 0.0, 0.0);
		if (kind == 0)
			snprintf(where, sizeof(where), "tandem-laboratory-test-%d", (int)getpid());
		else
			assert_int_equal(sscanf(r->said, "laboratory: port %20s", where + 10), 1);
		if (kind != 0)
			memcpy(where, "localhost ", 10);       /* a name, and whatever addresses it has */
		stage_eval(&r->stage, "expDevice %s 2 %s -channels %d", KINDS[kind][0], where, CHANNELS);
		second = table_get(&r->stage.script.lab.devices, 2);
		err_clear(&e);
		assert_int_equal(second->ops->open(second->self, 1000.0, 5.0, 0.5, &e), ERR_LOST);
		second->ops->close(second->self);
		UNTIL(r->said, there(r, 0.25, 0.25));
		r->ops->close(r->device->self);
		err_clear(&e);
		assert_int_equal(second->ops->open(second->self, 1000.0, 5.0, WAIT_MOST, &e), 0);
		second->ops->close(second->self);
		assert_int_equal(kill(r->pid, SIGTERM), 0);
		run_end(r, "end: told by a signal");
	}
}

/* By then its watchdog has let the first one go; it was stopped itself, and did not see it. */
static void a_controller_that_takes_over_finds_it_where_it_stands(void **state)
{
	static struct run run, *r = &run;
	struct device *second;
	struct device_reading x;
	double value[DEVICE_SLOTS][CHANNELS], stood;
	int64_t number;
	char where[32];
	struct err e;

	(void)state;
	run_begin(r, 1, 0.2, "-stay -tau 5");
	UNTIL(r->said, (command(r, 1.0, 1.0), r->value[SLOT_DISP][0] > 0.01));
	assert_int_equal(sscanf(r->said, "laboratory: port %20s", where), 1);
	stage_eval(&r->stage, "expDevice UDP 2 127.0.0.1 %s -channels %d", where, CHANNELS);
	second = table_get(&r->stage.script.lab.devices, 2);
	for (int k = 0; k < DEVICE_SLOTS; k++)
		x.x[k] = value[k];
	kill(r->pid, SIGSTOP);
	usleep(300000);
	err_clear(&e);
	assert_int_equal(second->ops->open(second->self, 1000.0, 5.0, 0.1, &e), ERR_LOST);
	kill(r->pid, SIGCONT);
	err_clear(&e);
	assert_int_equal(second->ops->open(second->self, 1000.0, 5.0, WAIT_MOST, &e), 0);
	assert_int_equal(second->ops->read(second->self, &x), 0);
	stood = value[SLOT_DISP][0];
	number = x.number;
	UNTIL(r->said, (second->ops->read(second->self, &x) == 0 && x.number > number + 200));
	assert_true(value[SLOT_DISP][0] == stood);
	second->ops->close(second->self);
	assert_int_equal(kill(r->pid, SIGTERM), 0);
	run_end(r, "end: told by a signal");
}

static void send_late(int fd, const struct sockaddr_in *to, const struct packet *p)
{
	unsigned char bytes[PACKET_MOST];
	size_t n = packet_encode(p, bytes);

	assert_int_equal(sendto(fd, bytes, n, 0, (const struct sockaddr *)to, sizeof(*to)), n);
}

/* Datagrams may come late and twice: a hello and a command of a session that has ended begin none. */
static void what_comes_late_of_a_session_that_has_ended_moves_nothing(void **state)
{
	static struct run run, *r = &run;
	struct packet late = {.kind = PACKET_HELLO, .number = 1, .channels = CHANNELS, .slots = 15, .count = 2, .x = {1000.0, 0.2}};
	struct sockaddr_in to = {.sin_family = AF_INET};
	struct err e;
	char port[32];
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	(void)state;
	run_begin(r, 1, 5.0, "-stay");
	UNTIL(r->said, there(r, 0.1, 0.1));
	assert_int_equal(sscanf(r->said, "laboratory: port %20s", port), 1);
	to.sin_port = htons((uint16_t)atoi(port));
	assert_int_equal(inet_pton(AF_INET, "127.0.0.1", &to.sin_addr), 1);
	late.session = ((struct peer *)r->device->self)->session;
	r->ops->close(r->device->self);
	UNTIL(r->said, said(r, "the controller ends the session"));
	send_late(fd, &to, &late);
	late.kind = PACKET_COMMAND;
	late.number = 2;
	late.x[0] = late.x[1] = 0.9;
	send_late(fd, &to, &late);
	close(fd);
	usleep(50000);                             /* it would have moved by now */
	err_clear(&e);
	assert_int_equal(r->ops->open(r->device->self, 1000.0, 5.0, WAIT_MOST, &e), 0);
	hears(r);
	assert_near(r->value[SLOT_DISP][0], 0.1, 1e-3);
	assert_int_equal(kill(r->pid, SIGTERM), 0);
	run_end(r, "end: told by a signal");
	assert_null(strstr(strstr(strstr(r->said, ": session ") + 1, ": session ") + 1, ": session "));
}

/* What is past is past: an actuator that made up for it would be faster than it is. */
static void it_makes_up_for_no_ticks(void **state)
{
	static struct run run, *r = &run;
	int64_t number;
	double start;

	(void)state;
	run_begin(r, 0, 50.0, "");
	command(r, 0.0, 0.0);
	assert_int_equal(kill(r->pid, SIGSTOP), 0);
	hears(r);
	number = r->reading.number;
	usleep(500000);
	start = wait_now();
	assert_int_equal(kill(r->pid, SIGCONT), 0);
	UNTIL(r->said, hears(r) && r->reading.number > number + 100);
	assert_true((double)(r->reading.number - number) <= 2000.0 * (wait_now() - start) + 5.0);
	run_end(r, "end: told by the controller");
}

/* Whoever comes second is refused, and the first keeps its page and its port. */
static void a_second_of_the_same_name_does_not_start(void **state)
{
	static struct run run, *r = &run, two;
	int status;

	(void)state;
	for (int kind = 0; kind < (int)COUNT(KINDS); kind++) {
		char where[64];

		run_begin(r, kind, 5.0, "");
		if (kind == 0)
			snprintf(where, sizeof(where), "tandem-laboratory-test-%d", (int)getpid());
		else
			assert_int_equal(sscanf(r->said, "laboratory: port %20s", where), 1);
		memset(&two, 0, sizeof(two));
		launch(&two, KINDS[kind][1], where, "-seconds 0.1");
		assert_int_equal(waitpid(two.pid, &status, 0), two.pid);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
		close(two.out);
		UNTIL(r->said, there(r, 0.25, 0.25));
		if (kind == 0) {
			snprintf(where, sizeof(where), "/dev/shm/tandem-laboratory-test-%d", (int)getpid());
			assert_int_equal(access(where, F_OK), 0);
		}
		run_end(r, "end: told by the controller");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_goes_where_it_is_told_and_resists),
		cmocka_unit_test(a_specimen_that_yields_keeps_its_yield_force),
		cmocka_unit_test(it_holds_when_commands_stop_and_goes_on_when_they_return),
		cmocka_unit_test(it_misbehaves_when_it_is_asked_to),
		cmocka_unit_test(a_signal_ends_it_and_shared_memory_is_gone),
		cmocka_unit_test(a_second_controller_waits_for_the_first),
		cmocka_unit_test(a_controller_that_takes_over_finds_it_where_it_stands),
		cmocka_unit_test(what_comes_late_of_a_session_that_has_ended_moves_nothing),
		cmocka_unit_test(it_makes_up_for_no_ticks),
		cmocka_unit_test(a_second_of_the_same_name_does_not_start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
