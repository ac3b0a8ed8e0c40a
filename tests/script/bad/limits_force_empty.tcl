# stderr: limits_force_empty.tcl:2: expLimits 1: -force: the lower limit is not below the upper one: 2 2 \(allowed: lo < hi\)
expLimits 1 -velocity 1 -force 2 2
