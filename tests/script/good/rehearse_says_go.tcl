# command: rehearse --lag 0.0005 --yield 0.01
# stdout: critical delay, laboratory time +23\.07\d* ms
# stdout: stable for NewmarkExplicit up to +0\.01 s +0\.22918 +4 %
# stdout: lag given, laboratory time +0\.5 ms +23\.07\d* +2 %
# stdout: expected HSEI_I with this lag, at least +-0\.0
# stdout: rig 1 channel 1: stroke up +0\.0
# stdout: 400 steps, 4 s of test time, 4 s in the laboratory
# stdout: \ngo\n
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator {
    expControlPoint 1 1 disp -lim -0.1 0.1
    rig VirtualRig 1 -channel 1 -trialCP 1
} 400 0.01
