/* Bytes of strangers as JSON: messages of viewers, wishes of operators, tests to start. First byte: which. What the server writes itself is JSON, whatever
 * it is about. */
#include "fuzz/fuzz.h"

#include "base/base.h"
#include "base/jput.h"
#include "web/lives.h"
#include "web/tests.h"
#include "web/watch.h"

#include <jansson.h>
#include <string.h>

static void fuzz_watch(const char *bytes, size_t n)
{
	static struct watch w;
	struct err e;

	err_clear(&e);
	if (watch_read(&w, bytes, n < WATCH_BYTES ? n : WATCH_BYTES, &e) != 0) {
		ASSERT(e.code && e.what[0]);
		return;
	}
	ASSERT(w.ping || (w.fps >= 1 && w.fps <= 60 && w.nseries <= WATCH_SERIES && w.npair <= WATCH_PAIRS && w.used <= sizeof w.names));
	for (int i = 0; i < w.nseries; i++)
		ASSERT(w.series[i].n >= 1 && w.series[i].n <= HISTORY_COLUMNS && w.series[i].window > 0.0 && w.series[i].width >= 1 && w.series[i].column[0][0]);
}

static void fuzz_wish(const char *bytes, size_t n)
{
	char text[LIVE_TEXT];

	if (lives_wish(bytes, n, text, sizeof text, NULL) == 0)
		ASSERT(text[0] && !strpbrk(text, "\r\n"));
}

static void fuzz_test(const char *bytes, size_t n)
{
	struct test_words t;

	if (test_words_read(&t, bytes, n, NULL) == 0)
		ASSERT(t.name[0] && !strchr(t.name, '/') && !t.script != !t.example && t.nword <= TESTS_WORDS && t.pace >= 0.0);
	test_words_free(&t);
}

static void fuzz_put(const char *bytes, size_t n)
{
	struct jput j;
	json_t *o;

	jput_init(&j);
	jput_open(&j, NULL, '{');
	jput_text_n(&j, "text", bytes, n);
	jput_close(&j, '}');
	o = json_loads(j.text, 0, NULL);
	ASSERT(o && json_is_string(json_object_get(o, "text")));
	json_decref(o);
	jput_fini(&j);
}

void web_words_fuzz(const uint8_t *bytes, size_t n)
{
	static void (*const WAYS[])(const char *bytes, size_t n) = {fuzz_watch, fuzz_wish, fuzz_test, fuzz_put};

	if (n > 0)
		WAYS[bytes[0] % COUNT(WAYS)]((const char *)bytes + 1, n - 1);
}
