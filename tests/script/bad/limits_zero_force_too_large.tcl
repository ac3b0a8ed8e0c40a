# stderr: limits_zero_force_too_large.tcl:2: expLimits 1: -zeroForce is no smaller than the largest -force: 100 \(allowed: less than 100\)
expLimits 1 -velocity 20 -force -100 50 -onTrip unload -zeroForce 100
