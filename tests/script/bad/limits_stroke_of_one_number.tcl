# stderr: limits_stroke_of_one_number.tcl:2: expLimits 1: -stroke is not a number: -velocity
expLimits 1 -stroke -5 -velocity 20
