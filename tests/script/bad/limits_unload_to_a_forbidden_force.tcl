# stderr: limits_unload_to_a_forbidden_force.tcl:2: expLimits 1: -onTrip unload goes to zero force, which is outside -force: 10 100 \(allowed: lo <= 0 <= hi\)
expLimits 1 -velocity 20 -onTrip unload -force 10 100
