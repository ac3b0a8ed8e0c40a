# command: rehearse
# status: 1
# stdout: change: the dry run did not come to its end
# stderr: expControlPoint 1: .*|limit
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator {
    expControlPoint 1 1 disp -lim -0.001 0.001
    rig VirtualRig 1 -channel 1 -trialCP 1
} 400 0.01
