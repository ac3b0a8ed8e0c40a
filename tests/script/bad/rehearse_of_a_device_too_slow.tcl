# command: rehearse
# status: 3
# stdout: change: rig 1 channel 1 \(stand-in\): velocity: 0\.0\d+ length/s, allowed 0\.01 length/s: a slower test: -scale
# stderr: engine
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { device 0.01 } 400 0.01
