# command: rehearse
# status: 3
# stdout: rig 1 channel 1 \(stand-in\): stroke up +0\.0\d+ length +1 
# stdout: ^change: rig 1 channel 1 \(stand-in\): stroke up: 0\.0\d+ length, allowed 0\.001 length
# stderr: engine
# the second test's limits are its own, though a rig had its tag before
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { device 1.0 } 400 0.01
wipe
oscillator { device 1.0 0.001 } 400 0.01
