# command: rehearse
# stdout: explicit limit of the computed part
# stdout: ^go$
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { rig VirtualRig 1 -channel 1 } 400 0.01
exit
