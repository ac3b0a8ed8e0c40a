# stderr: limits_trip_faster_than_velocity.tcl:2: expLimits 1: -tripVelocity is faster than -velocity: 21 \(allowed: at most 20\)
expLimits 1 -velocity 20 -tripVelocity 21
