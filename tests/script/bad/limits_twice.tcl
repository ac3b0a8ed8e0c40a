# stderr: limits_twice.tcl:3: expLimits: tag 1 is in use already
expLimits 1 -stroke -5 5
expLimits 1 -stroke -6 6
