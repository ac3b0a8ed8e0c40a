/* The events of a record as sentences, in their order; what happens again and again is told once. */
#pragma once

#include "base/arena.h"
#include "record/run_layout.h"

enum { STORY_LINE = 560 };

/* Calls tell for every sentence. */
void story_tell(const struct run_event *event, int n, const char *time_unit, void (*tell)(void *ctx, const char *sentence), void *ctx);
