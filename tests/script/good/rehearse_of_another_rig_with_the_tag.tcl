# command: rehearse
# stdout: critical delay, laboratory time +23\.07\d* ms
# stdout: 600 steps, 6 s of test time, 22\.\d+ s in the laboratory
# stdout: \ngo\n
# a rig that ticks, then one with its tag that does not: its commands are looked at where steps end; its steps are the shorter ones, for which
# the delay counts
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { rig VirtualRig 1 -rate 1000 -scale 5 -channel 1 } 400 0.01
wipe
oscillator { rig SimUniaxialMaterials 1 1 } 200 0.01
