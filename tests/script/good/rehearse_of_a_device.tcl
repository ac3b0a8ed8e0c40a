# command: rehearse
# stdout: rig 1 channel 1 \(stand-in\): stroke up +0\.0\d+ length +1 
# stdout: rig 1 channel 1 \(stand-in\): velocity +0\.0\d+ length/s +1 
# stdout: \ngo\n
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { device 1.0 } 400 0.01
