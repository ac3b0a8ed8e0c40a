/* Setups by their script words, without a rig, for tests of kinematics. */
#pragma once

#include "test.h"

#include "experiment/laboratory.h"

enum { SETUP_WORDS = 96, SETUP_LINE = 600 };

/* "expSetup Kind tag ..."; the code of the refusal, with its report. */
static inline int setup_try(struct laboratory *lab, const char *line, struct err *e)
{
	char *text = arena_text(&lab->arena, line);
	const char *word[SETUP_WORDS];
	struct args a;
	int n = 0;

	assert_non_null(text);
	for (char *w = strtok(text, " \n"); w; w = strtok(NULL, " \n")) {
		assert_true(n < SETUP_WORDS);
		word[n++] = w;
	}
	assert_true(n > 2);
	assert_string_equal(word[0], "expSetup");
	if (!setup_find(word[1]))
		fail_msg("no setup is called %s", word[1]);
	args_init(&a, n - 2, word + 2, "expSetup");
	err_clear(e);
	return setup_build(lab, setup_find(word[1]), &a, e);
}

/* The same, with a tag before the other words; a refusal fails the case. */
static inline struct setup *setup_make(struct laboratory *lab, const char *kind, int tag, const char *words)
{
	char line[SETUP_LINE], text[700];
	struct err e;

	assert_true(snprintf(line, sizeof(line), "expSetup %s %d %s", kind, tag, words) < SETUP_LINE);
	if (setup_try(lab, line, &e)) {
		err_text(&e, text, sizeof(text));
		fail_msg("%s: %s", line, text);
	}
	return table_get(&lab->setups, tag);
}

/* Signals of the same sizes, zero. */
static inline struct signals signals_like(struct laboratory *lab, const struct signals *other)
{
	struct signals s;

	assert_int_equal(signals_take(&s, other->n, &lab->arena), 0);
	return s;
}
