# command: rehearse
# stdout: 600 steps, 6 s of test time, 22\.\d+ s in the laboratory
# stdout: ^  rig 1 channel 1: velocity .*(\n.*)+^  rig 1 channel 1: velocity 
# stdout: \ngo\n
# 200 steps at the pace of the test and 400 that take five times as long in the laboratory
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { rig SimUniaxialMaterials 1 1 } 200 0.01
wipe
oscillator { rig VirtualRig 1 -rate 1000 -scale 5 -channel 1 } 400 0.01
