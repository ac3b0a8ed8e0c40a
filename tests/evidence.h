/* Numbers that a test measures, for docs/evidence.md: lines "evidence: id value" that tools/evidence reads, when TANDEM_EVIDENCE is set; otherwise nothing.
 * What is claimed of them, and from where, stands in evidence/. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

static inline void evidence(const char *id, double value)
{
	if (getenv("TANDEM_EVIDENCE"))
		fprintf(stderr, "evidence: %s %.12g\n", id, value);
}
