# stderr: limits_ramp_without_speed.tcl:2: expLimits 1: -onTrip ramp and unload move, and no speed is given; give -tripVelocity or -velocity
expLimits 1 -onTrip ramp
