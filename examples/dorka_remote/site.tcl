# The laboratory with the friction device: what `tandem site` serves. Words: perfect, or anything else for a rig with an actuator and sensors. N, m, s
source [file join [file dirname [info script]] device.tcl]
model basic -ndm 1 -ndf 1
expSeed 95
if {[lindex $argv 0] eq "perfect"} {
    uniaxialMaterial ElasticPP 1 $kf [expr {$mu*$area*$pressure/$kf}]
    expControl SimUniaxialMaterials 1 1
} else {
    # an actuator 1 ms late; a load cell with noise; a stop at 20 mm. A step of 10 ms lasts 0.4 s: eight sub-steps of 50 ms
    expSpecimen UHYDE-fbr 1 $kf $mu $area $pressure
    expActuator Delay 1 0.001
    expSensor Transducer 1 -rms 2.0
    expControlPoint 1 1 disp -lim -0.02 0.02
    expControl VirtualRig 1 -rate 1000 -scale 40 -channel 1 -actuator 1 -forceSensor 1 -trialCP 1
}
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
