/* Models made from script words, for tests: one line of text an object, as a script would say it. */
#pragma once

#include "test.h"

#include "model/model.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 64 };

/* "element truss 1 1 2 2.5 1", "uniaxialMaterial Elastic 1 100", "section Elastic ...", "beamIntegration Lobatto ...", "geomTransf Linear 1 ...": its code. */
static inline int words_try(struct model *m, const char *line, struct err *e)
{
	char text[400];
	const char *word[WORDS_MAX];
	struct args a;
	int n = 0;
	snprintf(text, sizeof text, "%s", line);
	for (char *w = strtok(text, " "); w && n < WORDS_MAX; w = strtok(NULL, " "))
		word[n++] = w;
	args_init(&a, n - 2, word + 2, "%s %s", word[0], word[1]);
	if (!strcmp(word[0], "element"))
		return element_build(m, element_find(word[1]), &a, e);
	if (!strcmp(word[0], "uniaxialMaterial"))
		return material_build(m, material_find(word[1]), &a, e);
	if (!strcmp(word[0], "section"))
		return section_build(m, section_find(word[1]), &a, e);
	for (int i = 0; !strcmp(word[0], "beamIntegration") && integration_table[i].name; i++)
		if (!strcmp(word[1], integration_table[i].name))
			return integration_build(m, &integration_table[i], &a, e);
	return transform_build(m, transform_find(word[1]), &a, e);
}

static inline void words_make(struct model *m, const char *line)
{
	struct err e;
	char text[600];
	err_clear(&e);
	if (words_try(m, line, &e) < 0) {
		err_text(&e, text, sizeof text);
		fail_msg("%s: refused: %s", line, text);
	}
}

static inline void words_node(struct model *m, int tag, int ndf, double x, double y, double z)
{
	struct err e;
	const double at[3] = { x, y, z };
	err_clear(&e);
	assert_int_equal(model_add_node(m, tag, ndf, at, &e), 0);
}
