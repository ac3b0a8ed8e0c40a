# command: rehearse
# status: 3
# stdout: ^change: rig 1 channel 1 \(stand-in\): stroke up: 0\.0\d+ length, allowed 3\.125e-05 length
# stdout: ^change: 8 more: lines above with more than 100 %
# silent: allowed 3\.0303e-05 length:
# stderr: engine
source [file join [file dirname [info script]] .. oscillator.tcl]
for {set i 1} {$i <= 40} {incr i} {
    wipe
    oscillator { device 1.0 [expr {0.001/$i}] } 30 0.01
}
