# The laboratory with the friction device: what `tandem site` serves. Words: perfect, or anything else for a rig with an actuator and sensors. N, m, s
source [file join [file dirname [info script]] .. friction.tcl]
source [file join [file dirname [info script]] device.tcl]
# an actuator 1 ms late; a load cell with 2 N of noise; a stop at 20 mm. A step of 10 ms lasts 0.4 s: eight sub-steps of 50 ms
friction_laboratory [lindex $argv 0] 95 0.001 2.0 0.02 40
