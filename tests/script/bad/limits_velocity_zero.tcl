# stderr: limits_velocity_zero.tcl:2: expLimits 1: -velocity is out of range: 0 \(allowed: > 0\)
expLimits 1 -velocity 0
