/* The words "site keygen" and the papers that they make: files, names, pins, refusals; and what tls_open says to papers that do not fit. */
#include "unit/command_bed.h"
#include "unit/net_bed.h"

#include "base/base.h"
#include "main/cmd_keygen.h"
#include "net/tls_priv.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 600 };

static char folder[PATH];

static const char *in(const char *file)
{
	static char path[4][2 * PATH];
	static int at;

	at = (at + 1) % 4;
	snprintf(path[at], sizeof(path[at]), "%s/%s", folder, file);
	return path[at];
}

static int keygen(const char *words)
{
	char line[1000];

	snprintf(line, sizeof(line), "%s %s", folder, words);
	return command_run(cmd_keygen, "%s", line);
}

/* A folder inside a new one, so that it is not there yet. */
static int begin(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "%s/papers", bed_folder());
	return 0;
}

static int end(void **state)
{
	(void)state;
	bed_sweep();
	return 0;
}

static int open_papers(const char *certificate, const char *key, const char *authority, struct tls **ret, struct err *e)
{
	err_clear(e);
	return tls_open(in(certificate), in(key), in(authority), ret, e);
}

static void makes_an_authority_once_and_papers_for_each_name(void **state)
{
	static const char *const file[] = {"ca.crt", "ca.key", "lab.example.crt", "lab.example.key", "coordinator.crt", "coordinator.key", "10.0.0.3.crt"};
	struct stat st, ca;
	struct tls *t = NULL;
	struct err e;
	(void)state;

	assert_int_equal(keygen("lab.example coordinator -days 30"), 0);
	assert_contains(said, "authority");
	assert_string_equal(complained, "");
	assert_int_equal(stat(in("ca.crt"), &ca), 0);
	assert_int_equal(keygen("10.0.0.3"), 0);
	assert_null(strstr(said, "authority"));
	for (size_t i = 0; i < COUNT(file); i++) {
		assert_int_equal(stat(in(file[i]), &st), 0);
		if (strstr(file[i], ".key"))
			assert_int_equal(st.st_mode & 0777, 0600);
	}
	assert_int_equal(stat(in("ca.crt"), &st), 0);
	assert_int_equal(st.st_ino, ca.st_ino);
	assert_int_equal(open_papers("lab.example.crt", "lab.example.key", "ca.crt", &t, &e), 0);
	assert_string_equal(tls_name(t), "lab.example");
	assert_true(tls_days(t) > 29.9 && tls_days(t) <= 30.0);
	tls_close(t);
	assert_int_equal(open_papers("10.0.0.3.crt", "10.0.0.3.key", "ca.crt", &t, &e), 0);
	assert_string_equal(tls_name(t), "10.0.0.3");
	assert_true(tls_days(t) > 729.9 && tls_days(t) <= 730.0);
	assert_contains(said, tls_pin(t));
	tls_close(t);
}

static void a_part_of_a_day_is_enough(void **state)
{
	struct tls *t = NULL;
	struct err e;
	(void)state;

	assert_int_equal(keygen("guest -days 0.25"), 0);
	assert_int_equal(open_papers("guest.crt", "guest.key", "ca.crt", &t, &e), 0);
	assert_true(tls_days(t) > 0.24 && tls_days(t) <= 0.25);
	tls_close(t);
}

/* A second program's opinion: openssl reads, verifies and fingerprints what was made. */
static void openssl_agrees_with_certificate_and_pin(void **state)
{
	char command[4 * PATH], line[300] = "", pin[65] = "";
	struct tls *t = NULL;
	struct err e;
	(void)state;

	if (system("openssl version >/dev/null 2>&1") != 0)
		skip();
	snprintf(command, sizeof(command), "openssl verify -x509_strict -purpose sslserver -verify_hostname lab.example -CAfile %s %s 2>&1", in("ca.crt"),
		 in("lab.example.crt"));
	FILE *f = popen(command, "r");
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof(line), f));
	assert_int_equal(pclose(f), 0);
	assert_contains(line, "OK");
	snprintf(command, sizeof(command), "openssl x509 -in %s -noout -fingerprint -sha256", in("lab.example.crt"));
	f = popen(command, "r");
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof(line), f));
	assert_int_equal(pclose(f), 0);
	const char *c = strchr(line, '=');
	assert_non_null(c);
	for (int n = 0; *++c && n < 64;)
		if (*c != ':' && *c != '\n')
			pin[n++] = *c >= 'A' && *c <= 'F' ? (char)(*c - 'A' + 'a') : *c;
	assert_int_equal(open_papers("lab.example.crt", "lab.example.key", "ca.crt", &t, &e), 0);
	assert_string_equal(tls_pin(t), pin);
	tls_close(t);
}

static void bad_words_are_status_1_with_one_message(void **state)
{
	static const struct {
		const char *words, *message;
	} row[] = {
		{"", "site keygen: NAME is missing"},
		{"lab.example", "lab.example.crt: is there already and is not overwritten"},
		{"ca", "certificate: is no name for one: ca"},
		{"../evil", "certificate: is no name for one: ../evil"},
		{".hidden", "is no name for one"},
		{"a_b", "is no name for one: a_b (allowed: letters, digits, - and . as in host names"},
		{"a,DNS:b", "is no name for one"},
		{"new -days 0", "-days"},
		{"new -days 40000", "allowed: between 2e-05 and 36500"},
		{"new -days", "-days"},
		{"new -nonsense", "-nonsense"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		if (keygen(row[i].words) != 1)
			fail_msg("keygen %s: not refused", row[i].words);
		assert_contains(complained, row[i].message);
		assert_ptr_equal(strchr(complained, '\n'), complained + strlen(complained) - 1);
		assert_string_equal(said, "");
	}
	assert_int_not_equal(access(in("new.crt"), F_OK), 0);
	assert_int_equal(command_run(cmd_keygen, "%s", ""), 1);
	assert_contains(complained, "FOLDER");
	assert_int_equal(command_run(cmd_keygen, "%s", "--help"), 0);
	assert_contains(said, "tandem site keygen FOLDER NAME... <-days n>");
	assert_int_equal(command_run(cmd_keygen, "%s", "/dev/null/x lab"), 1);
	assert_contains(complained, "/dev/null/x: cannot be made: Not a directory");
}

static void write_text(const char *file, const char *text)
{
	FILE *f = fopen(in(file), "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(chmod(in(file), 0600), 0);
}

static void papers_that_do_not_fit_are_named(void **state)
{
	static const struct {
		const char *certificate, *key, *authority;
		int code;
		const char *object, *says;
	} row[] = {
		{"none.crt", "lab.example.key", "ca.crt", ERR_FILE, "none.crt", "cannot be opened for reading: No such file or directory"},
		{"lab.example.crt", "none.key", "ca.crt", ERR_FILE, "none.key", "cannot be opened for reading: No such file or directory"},
		{"lab.example.crt", "lab.example.key", "none.crt", ERR_FILE, "none.crt", "cannot be opened"},
		{"garbage", "lab.example.key", "ca.crt", ERR_FORMAT, "garbage", "is no certificate, or a damaged one"},
		{"lab.example.key", "lab.example.key", "ca.crt", ERR_FORMAT, "lab.example.key", "is no certificate, or a damaged one"},
		{"lab.example.crt", "garbage", "ca.crt", ERR_FORMAT, "garbage", "is no private key, or a damaged one, or one behind a pass phrase"},
		{"lab.example.crt", "lab.example.key", "garbage", ERR_FORMAT, "garbage", "is no certificate, or a damaged one"},
		{"lab.example.crt", "coordinator.key", "ca.crt", ERR_FORMAT, "coordinator.key", "does not belong to the certificate"},
		{"lab.example.crt", "lab.example.key", "coordinator.crt", ERR_FORMAT, "lab.example.crt", "was not signed by this authority"},
		{"ca.crt", "ca.key", "ca.crt", ERR_FORMAT, "ca.crt", "holds no name (subjectAltName)"},
		{"old.crt", "old.key", "ca.crt", ERR_STATE, "old.crt", "it or its authority has expired"},
		{"early.crt", "early.key", "ca.crt", ERR_STATE, "early.crt", "is not valid yet"},
	};
	struct tls *t = NULL;
	struct err e = {0};
	(void)state;

	write_text("garbage", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
	assert_int_equal(tls_certificate_between(folder, "old", -10, -1, &e), 0);
	assert_int_equal(tls_certificate_between(folder, "early", 1, 10, &e), 0);
	for (size_t i = 0; i < COUNT(row); i++) {
		assert_int_equal(open_papers(row[i].certificate, row[i].key, row[i].authority, &t, &e), row[i].code);
		assert_contains(e.object, row[i].object);
		assert_contains(bed_text(&e), row[i].says);
		assert_null(t);
	}
}

static void a_key_that_others_may_read_is_refused(void **state)
{
	static const mode_t mode[] = {0640, 0604, 0660, 0666, 0610};
	struct tls *t = NULL;
	struct err e;
	(void)state;

	for (size_t i = 0; i < COUNT(mode); i++) {
		assert_int_equal(chmod(in("lab.example.key"), mode[i]), 0);
		assert_int_equal(open_papers("lab.example.crt", "lab.example.key", "ca.crt", &t, &e), ERR_FILE);
		assert_contains(bed_text(&e), "others may use this key: mode 6");
	}
	assert_int_equal(chmod(in("lab.example.key"), 0400), 0);
	assert_int_equal(open_papers("lab.example.crt", "lab.example.key", "ca.crt", &t, &e), 0);
	tls_close(t);
	assert_int_equal(chmod(in("ca.key"), 0644), 0);
	assert_int_equal(keygen("another"), 1);
	assert_contains(complained, "ca.key: others may use this key: mode 644");
	assert_int_equal(chmod(in("ca.key"), 0600), 0);
}

/* Keys behind a pass phrase are refused, not asked for at a terminal; nothing of a key is ever said. */
static void a_key_behind_a_pass_phrase_is_refused(void **state)
{
	char command[4 * PATH];
	struct tls *t = NULL;
	struct err e;
	(void)state;

	snprintf(command, sizeof(command), "openssl pkcs8 -topk8 -in %s -out %s -passout pass:secret-word 2>/dev/null && chmod 600 %s", in("coordinator.key"),
		 in("locked.key"), in("locked.key"));
	if (system(command) != 0)
		skip();
	assert_int_equal(open_papers("coordinator.crt", "locked.key", "ca.crt", &t, &e), ERR_FORMAT);
	assert_contains(bed_text(&e), "or one behind a pass phrase");
}

static void an_authority_whose_key_is_of_another_signs_nothing(void **state)
{
	char command[4 * PATH];
	(void)state;

	snprintf(command, sizeof(command), "cp -p %s %s && cat %s > %s", in("ca.key"), in("kept.key"), in("coordinator.key"), in("ca.key"));
	assert_int_equal(system(command), 0);
	assert_int_equal(keygen("third"), 1);
	assert_contains(complained, "ca.key: is no key, or not that of the authority beside it");
	assert_int_not_equal(access(in("third.crt"), F_OK), 0);
	assert_int_equal(rename(in("kept.key"), in("ca.key")), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(makes_an_authority_once_and_papers_for_each_name),
		cmocka_unit_test(a_part_of_a_day_is_enough),
		cmocka_unit_test(openssl_agrees_with_certificate_and_pin),
		cmocka_unit_test(bad_words_are_status_1_with_one_message),
		cmocka_unit_test(papers_that_do_not_fit_are_named),
		cmocka_unit_test(a_key_that_others_may_read_is_refused),
		cmocka_unit_test(a_key_behind_a_pass_phrase_is_refused),
		cmocka_unit_test(an_authority_whose_key_is_of_another_signs_nothing),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
