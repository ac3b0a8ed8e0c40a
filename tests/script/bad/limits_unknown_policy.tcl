# stderr: limits_unknown_policy.tcl:2: expLimits 1: -onTrip is not one of its words: release \(allowed: hold, ramp, unload\)
expLimits 1 -onTrip release
