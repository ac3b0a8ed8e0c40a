/* The log: levels, sinks, hidden texts, cut lines. */
#include "test.h"

#include "base/base.h"
#include "base/log.h"

struct seen {
	int n;
	enum log_level level;
	int64_t t_ns;
	char object[LOG_LINE], text[LOG_LINE];
};

static void keep(void *ctx, const struct log_entry *entry)
{
	struct seen *s = ctx;
	s->n++;
	s->level = entry->level;
	s->t_ns = entry->t_ns;
	snprintf(s->object, sizeof(s->object), "%s", entry->object);
	assert_true(strlen(entry->text) < LOG_LINE);
	snprintf(s->text, sizeof(s->text), "%s", entry->text);
}

static void hands_lines_to_sinks_that_want_their_level(void **state)
{
	(void)state;
	struct clock c;
	struct log l;
	struct seen all = {0}, bad = {0};
	clock_init(&c, &clock_virtual, 1000);
	log_init(&l, &c);
	log_write(&l, LOG_ERROR, "nobody", "hears this");
	assert_int_equal(log_add_sink(&l, &(struct log_sink){"all", LOG_DEBUG, keep, &all}, NULL), 0);
	assert_int_equal(log_add_sink(&l, &(struct log_sink){"bad", LOG_WARN, keep, &bad}, NULL), 0);
	log_write(&l, LOG_INFO, "engine", "step %d\nof %d", 3, 9);
	assert_int_equal(all.n, 1);
	assert_int_equal(bad.n, 0);
	assert_string_equal(all.object, "engine");
	assert_string_equal(all.text, "step 3 of 9");
	assert_int_equal(all.t_ns, 1000);
	log_write(&l, LOG_ERROR, "engine", "stopped");
	assert_int_equal(all.n, 2);
	assert_int_equal(bad.n, 1);
	assert_string_equal(log_level_name(bad.level), "error");
}

static void never_shows_a_hidden_text(void **state)
{
	(void)state;
	struct clock c;
	struct log l;
	struct seen s = {0};
	char lead[LOG_LINE + LOG_SECRET_SIZE];
	clock_init(&c, &clock_virtual, 0);
	log_init(&l, &c);
	assert_int_equal(log_add_sink(&l, &(struct log_sink){"s", LOG_DEBUG, keep, &s}, NULL), 0);
	assert_int_equal(log_hide(&l, "open sesame", NULL), 0);
	assert_int_equal(log_hide(&l, "k", NULL), 0);
	log_write(&l, LOG_INFO, "site open sesame", "key=open sesame, again open sesame.");
	assert_string_equal(s.object, "site ***");
	assert_string_equal(s.text, "*ey=***, again ***.");
	/* wherever a long line is cut, not even the beginning of the secret is left */
	for (int n = LOG_LINE - 30; n < (int)sizeof(lead); n++) {
		memset(lead, '-', (size_t)n);
		lead[n] = '\0';
		log_write(&l, LOG_INFO, "x", "%sopen sesame and more text behind it", lead);
		assert_null(strstr(s.text, "op"));
	}
}

static void refuses_too_many_sinks_and_bad_secrets_without_repeating_them(void **state)
{
	(void)state;
	struct clock c;
	struct log l;
	struct seen s = {0};
	struct err e = {0};
	char text[600], secret[LOG_SECRET_SIZE + 10];
	clock_init(&c, &clock_virtual, 0);
	log_init(&l, &c);
	for (int i = 0; i < LOG_SINKS; i++)
		assert_int_equal(log_add_sink(&l, &(struct log_sink){"s", LOG_DEBUG, keep, &s}, NULL), 0);
	assert_int_equal(log_add_sink(&l, &(struct log_sink){"s", LOG_DEBUG, keep, &s}, NULL), ERR_LIMIT);
	assert_int_equal(log_hide(&l, "", NULL), ERR_RANGE);
	memset(secret, 'q', sizeof(secret) - 1);
	secret[sizeof(secret) - 1] = '\0';
	assert_int_equal(log_hide(&l, secret, &e), ERR_RANGE);
	err_text(&e, text, sizeof(text));
	assert_null(strstr(text, "qqq"));
	for (int i = 0; i < LOG_SECRETS; i++)
		assert_int_equal(log_hide(&l, "x", NULL), 0);
	assert_int_equal(log_hide(&l, "x", NULL), ERR_LIMIT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hands_lines_to_sinks_that_want_their_level),
		cmocka_unit_test(never_shows_a_hidden_text),
		cmocka_unit_test(refuses_too_many_sinks_and_bad_secrets_without_repeating_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
