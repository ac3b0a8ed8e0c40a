/* What a plug-in of the model includes, and nothing else: the contracts of its families. Other families include their own contract before it
 * (docs/plugins.md). At its end the names that plug-ins must not use are poisoned, so that a direct use does not compile. */
#pragma once

#include "base/args.h"
#include "base/arena.h"
#include "base/base.h"
#include "base/err.h"
#include "base/param.h"

#include "math/dense.h"
#include "math/power.h"
#include "math/vec.h"

#include "model/element.h"
#include "model/material.h"
#include "model/model.h"
#include "model/section.h"
#include "model/series.h"
#include "model/transform.h"

#include <math.h>
#include <string.h>

#pragma GCC poison malloc calloc realloc free printf fprintf puts exit abort pthread_mutex_lock
