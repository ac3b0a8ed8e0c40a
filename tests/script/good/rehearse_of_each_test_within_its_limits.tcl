# command: rehearse
# stdout: \ngo\n
# the first test moves further than the second one may
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { device 1.0 } 400 0.01
wipe
oscillator { device 1.0 0.001 } 2 0.01
