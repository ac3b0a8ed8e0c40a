# command: rehearse
# status: 1
# stdout: change: the dry run tripped, and the script went on
# stderr: expControlPoint 1: .*|limit
# silent: ^go$
# What was found until then is within its limits; the test would not be made.
source [file join [file dirname [info script]] .. oscillator.tcl]
catch {
    oscillator {
        expControlPoint 1 1 disp -lim -0.001 0.001
        rig VirtualRig 1 -channel 1 -trialCP 1
    } 400 0.01
} why
puts stderr $why
wipe
wipeExp
