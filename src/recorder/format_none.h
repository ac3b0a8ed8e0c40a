/* Rows that go nowhere: of recorders that keep nothing. In no list, no word chooses it. */
#pragma once

#include "recorder/format.h"

extern const struct format_ops format_none;
