# command: rehearse
# status: 3
# stdout: rig 1 channel 1 \(stand-in\): stroke up +\S+ length +1 +0 %
# stdout: rig 1 channel 1 \(stand-in\): velocity +\S+ length/s +10 
# stdout: ^change: rig 1 channel 1 \(stand-in\): stroke up: 0\.0\d+ length, allowed 0\.001 length
# stdout: ^change: rig 1 channel 1 \(stand-in\): velocity: 0\.\d+ length/s, allowed 0\.01 length/s
# silent: ^change: .*allowed 1 length
# stderr: engine
# limits that are made tighter after the second step judge what comes after it, also of actuators that exist
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { device 10.0 } 2 0.01
expTune 1 1 -strokeMax 0.001
expTune 1 1 -velocity 0.01
analyze 398 0.01
