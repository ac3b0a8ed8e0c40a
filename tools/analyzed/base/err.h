/* For tools/analyze only: err_set returns the code that it is given. The analyzers see that nowhere else, and take a failure that is reported for none. */
#pragma once
#include_next "base/err.h"

#define err_set(e, code, ...) ((err_set)(e, code, __VA_ARGS__), (code))
