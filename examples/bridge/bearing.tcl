# A laboratory with the bearing, full size: what `tandem site` serves. Words: bearing, and rig or perfect. kN, m, s
lassign $argv specimen mode
source [file join [file dirname [info script]] piers.tcl]
model basic -ndm 1 -ndf 1
expSeed 11
uniaxialMaterial Bilinear 1 {*}$bearing
if {$mode eq "perfect"} {
    expControl SimUniaxialMaterials 1 1
} else {
    # a machine for bearings: an electric actuator, slower than those of the piers, of little noise
    expSpecimen Material 1 1
    expActuator FirstOrder 1 0.120
    expCompensator Advance 1 0.120
    expSensor Transducer 1 -rms 2e-5
    expSensor Transducer 2 -rms 0.2
    expCommand Lagrange 1 3
    expController 1 1
    expControlPoint 1 1 disp -lim -0.40 0.40
    expControlPoint 2 1 force -lim -800 800
    expControl VirtualRig 1 -rate 200 -scale 50 -controller 1 -channel 1 -actuator 1 -compensator 1 -dispSensor 1 -forceSensor 2 -trialCP 1 -outCP 2
}
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
