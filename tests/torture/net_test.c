/* Every fault point under a conversation between two ends inside TLS, papers included: each call fails once, and from it on for ever. Nothing may crash, wait
 * for ever or leak, a failure that lasts must come out as an error, and a fresh conversation must succeed after it. */
#include "test.h"

#include "unit/net_bed.h"

#include "base/base.h"
#include "base/fault.h"

#include <stdlib.h>
#include <unistd.h>

static struct err report;

/* Both ways, more than a record. */
static int talk(struct pair *p)
{
	static char bytes[40000], got[40000];
	struct stream *const end[] = {p->client, p->server};
	int rc = 0;

	for (int i = 0; i < 2 && rc == 0; i++) {
		rc = stream_put(end[i], bytes, sizeof(bytes), bed_late(), &report);
		if (rc == 0)
			rc = stream_get(end[1 - i], got, sizeof(got), bed_late(), &report);
	}
	return rc;
}

static int meet(struct tls *t, struct pair *p)
{
	int rc = listener_open(NULL, 0, t, false, &p->listener, &report);

	if (rc == 0)
		rc = pair_try(p, &(struct stream_words){.tls = t, .name = "lab"}, NULL);
	if (rc == 0)
		rc = p->client_rc ? p->client_rc : p->server_rc;
	return rc ? rc : talk(p);
}

/* From an empty folder to bytes on both sides. The calls are those until the first close, whose own failures nobody needs to know of. */
static int run(int point, long nth, bool for_ever, long *ret_calls)
{
	char certificate[600], key[600], authority[600];
	struct pair p = {0};
	struct tls *t = NULL;
	const char *folder = bed_folder();

	snprintf(certificate, sizeof(certificate), "%s/lab.crt", folder);
	snprintf(key, sizeof(key), "%s/lab.key", folder);
	snprintf(authority, sizeof(authority), "%s/ca.crt", folder);
	err_clear(&report);
	if (point >= 0)
		fault_arm(point, nth, for_ever);
	int rc = tls_authority(folder, 10, &report);
	if (rc == 0)
		rc = tls_certificate(folder, "lab", NULL, 10, &report);
	if (rc < 0)
		assert_true(access(certificate, F_OK) != 0 && access(key, F_OK) != 0);
	if (rc == 0)
		rc = tls_open(certificate, key, authority, &t, &report);
	if (rc == 0)
		rc = meet(t, &p);
	*ret_calls = point >= 0 ? fault_calls(point) : 0;
	pair_close(&p);
	tls_close(t);
	fault_disarm();
	bed_sweep();
	return rc;
}

static void fail_each_call(enum fault_point point, bool for_ever)
{
	long calls, failed = 0, total;

	assert_int_equal(run(point, 1000000000, for_ever, &total), 0);
	for (long nth = 1; nth <= total; nth++) {
		int rc = run(point, nth, for_ever, &calls);
		failed += rc < 0;
		if (for_ever && rc == 0 && nth <= calls)
			fail_msg("%s fails from call %ld of %ld on, and nobody notices", fault_name(point), nth, total);
	}
	print_message("# %s, %s: %ld of %ld calls failed the conversation\n", fault_name(point), for_ever ? "for ever" : "once", failed, total);
	assert_int_equal(run(-1, 0, false, &calls), 0);
}

static void every_fault_comes_out_as_an_error_and_leaves_nothing_behind(void **state)
{
	static const enum fault_point point[] = {FAULT_net_memory, FAULT_net_socket, FAULT_net_connect, FAULT_net_accept, FAULT_net_read, FAULT_net_write,
						 FAULT_tls_context, FAULT_file_open, FAULT_file_read, FAULT_file_write, FAULT_file_close};
	(void)state;
	for (size_t i = 0; i < COUNT(point); i++)
		for (int for_ever = 0; for_ever < 2; for_ever++)
			fail_each_call(point[i], for_ever);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fault_comes_out_as_an_error_and_leaves_nothing_behind),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
