# stderr: limits_stroke_reversed.tcl:2: expLimits 1: -stroke: the lower limit is not below the upper one: 5 -5 \(allowed: lo < hi\)
expLimits 1 -stroke 5 -5
