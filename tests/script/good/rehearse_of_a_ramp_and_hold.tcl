# command: rehearse --lag 0.02
# stdout: commands hold before anything is measured +30 ms
# stdout: lag given, less the hold +0 ms
# stdout: expected HSEI_I with this lag, at least +0 +-0\.1
# stdout: 400 steps, 4 s of test time, 19\.96 s in the laboratory
# stdout: rig 1 channel 1: velocity +0\.0300
# stdout: \ngo\n
# the first step commands nothing and takes its 10 ms; each other one has a ramp of 20 ms, so that velocities are half of the test's own, and a hold of 30 ms
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator {
    expActuator Delay 1 0.02
    rig VirtualRig 1 -rate 1000 -ramp 0.02 -hold 0.03 -channel 1 -actuator 1
} 400 0.01
