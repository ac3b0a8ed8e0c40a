# The experimental facility: what `tandem site` serves. Words: perfect, or anything else for a rig with an actuator and sensors. N, m, s
source [file join [file dirname [info script]] .. friction.tcl]
source [file join [file dirname [info script]] device.tcl]
# an actuator 2 ms late, a load cell with 50 N of noise, a stop at 60 mm. A step of 10 ms lasts 0.5 s: eight sub-steps of 62.5 ms
friction_laboratory [lindex $argv 0] 2012 0.002 50.0 0.06 50
