/* A word is a run of letters: those that name a base unit are exchanged, all between them is copied. */
#include "base/unit.h"

#include "base/base.h"

#include <stdio.h>
#include <string.h>

static const char *const WORD[] = {"force", "length", "time"};

void unit_words(const char *const name[3], const char *words, char *ret, size_t size)
{
	size_t used = 0;

	ret[0] = '\0';
	while (*words && used < size - 1) {
		size_t n = strspn(words, "abcdefghijklmnopqrstuvwxyz"), k = 0;

		while (k < COUNT(WORD) && !(n == strlen(WORD[k]) && strncmp(words, WORD[k], n) == 0))
			k++;
		n = n ? n : 1;
		if (k < COUNT(WORD) && name && name[k] && name[k][0])
			used += (size_t)snprintf(ret + used, size - used, "%s", name[k]);
		else
			used += (size_t)snprintf(ret + used, size - used, "%.*s", (int)n, words);
		words += n;
	}
}

void unit_said(const char *const name[3], const char *words, char *ret, size_t size)
{
	char named[32];

	unit_words(name, words, named, sizeof(named));
	snprintf(ret, size, "%s%s", strcmp(named, words) == 0 ? "" : " ", strcmp(named, words) == 0 ? "" : named);
}
