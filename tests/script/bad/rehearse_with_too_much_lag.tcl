# command: rehearse --lag 0.03
# status: 3
# stdout: change: lag given, laboratory time: 30 ms, allowed 23\.07\d* ms: compensate it
# silent: \ngo\n
# stderr: engine
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { rig VirtualRig 1 -channel 1 } 400 0.01
