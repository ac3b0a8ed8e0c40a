# The experimental facility: what `tandem site` serves. Words: perfect, or anything else for a rig with an actuator and sensors. N, m, s
source [file join [file dirname [info script]] device.tcl]
model basic -ndm 1 -ndf 1
expSeed 2012
if {[lindex $argv 0] eq "perfect"} {
    uniaxialMaterial ElasticPP 1 $kf [expr {$mu*$area*$pressure/$kf}]
    expControl SimUniaxialMaterials 1 1
} else {
    # an actuator 2 ms late, a load cell with 50 N of noise, a stop at 60 mm; the test is 50 times slower than the earthquake: sub-steps of 62.5 ms
    expSpecimen UHYDE-fbr 1 $kf $mu $area $pressure
    expActuator Delay 1 0.002
    expSensor Transducer 1 -rms 50.0
    expControlPoint 1 1 disp -lim -0.06 0.06
    expControl VirtualRig 1 -rate 1000 -scale 50 -channel 1 -actuator 1 -forceSensor 1 -trialCP 1
}
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
