# command: rehearse
# status: 3
# stdout: change: step, stable for NewmarkExplicit up to: 0\.3 s, allowed 0\.22918 s: a shorter step
# stderr: engine
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { rig VirtualRig 1 -channel 1 } 4 0.3
