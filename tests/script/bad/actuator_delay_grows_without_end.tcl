# stderr: actuator_delay_grows_without_end.tcl:2: expActuator Delay 1: -most, the longest delay: 0.004 \(allowed: > 0.004, from which it grows\)
expActuator Delay 1 0.004 -drift 0.001
