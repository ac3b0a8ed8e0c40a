# command: rehearse
# stdout: rig 1 channel 1: stroke up +0\.0[1-9]\d* length +1 +[1-9] %
# stdout: rig 1 channel 1: stroke down +0\.0[1-9]\d* length +0\.03 +\d\d %
# stdout: rig 1 channel 1: velocity +0\.\d+ length/s +10 
# stdout: rig 1 channel 1: velocity +0\.\d+ length/s +5 
# stdout: \ngo\n
# each moment is judged by the limits of then; where the rig stood at the change is the first moment of the new ones, so that no velocity comes of it
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator {
    expCommand Lagrange 1 2
    expController 1 1
    expLimits 1 -stroke -1 1 -velocity 10 -force -10 10 -following 1
    rig VirtualRig 1 -rate 1000 -controller 1 -channel 1 -limits 1
} 150 0.01
expTune 1 1 -strokeMin -0.03
expTune 1 1 -velocity 5
analyze 100 0.01
