# stderr: limits_unload_without_force.tcl:2: expLimits 1: -onTrip unload needs to know which force is large; give -force lo hi
expLimits 1 -velocity 20 -onTrip unload
