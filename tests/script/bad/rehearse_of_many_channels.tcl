# command: rehearse
# status: 3
# stdout: rig 300 channel 1 \(stand-in\): stroke up +0\.0\d+ length +0\.001 
# stdout: ^change: rig 300 channel 1 \(stand-in\): stroke up: 0\.0\d+ length, allowed 0\.001 length
# stderr: engine
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator {
    expCommand Lagrange 1 2
    expController 1 1
    expLimits 1 -stroke -0.001 0.001 -velocity 1.0 -force -10 10 -following 0.1 -watchdog 0.1
    for {set i 1} {$i <= 300} {incr i} {
        expDevice UDP $i 127.0.0.1 9 -channels 1
        expControl DeviceRig $i -device $i -controller 1 -limits 1 -rate 1000
    }
    expSetup OneActuator 1 -control 300 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
} 400 0.01
