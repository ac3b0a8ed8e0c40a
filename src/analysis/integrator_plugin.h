/* What integrators and algorithms include. */
#pragma once

#include "analysis/algorithm.h"
#include "analysis/integrator.h"
#include "analysis/problem.h"
#include "plugin.h"
