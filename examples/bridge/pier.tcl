# A laboratory with one pier of the bridge at half its size: what `tandem site` serves. Words: short or tall, and rig or perfect. kN, m, s
#
# Lengths are halved and the material is the same, so forces are a quarter: the actuator moves half the displacement of the pier's top, and what it
# measures counts four times.
lassign $argv pier mode
source [file join [file dirname [info script]] piers.tcl]
lassign $piers($pier) k fy
model basic -ndm 1 -ndf 1
expSeed [string length $pier]
uniaxialMaterial Steel02 1 [expr {$fy/4.0}] [expr {$k/2.0}] {*}$steel
if {$mode eq "perfect"} {
    expControl SimUniaxialMaterials 1 1
} else {
    # 50 times slower than the earthquake: a step of 0.02 s lasts 1 s. The stroke is 250 mm, the load cell ends at 1200 kN.
    expSpecimen Material 1 1
    expActuator FirstOrder 1 0.060
    expCompensator Advance 1 0.060
    expSensor Transducer 1 -rms 5e-5
    expSensor Transducer 2 -rms 0.8
    expCommand Lagrange 1 3
    expController 1 1
    expControlPoint 1 1 disp -lim -0.25 0.25
    expControlPoint 2 1 force -lim -1200 1200
    expControl VirtualRig 1 -rate 200 -scale 50 -controller 1 -channel 1 -actuator 1 -compensator 1 -dispSensor 1 -forceSensor 2 -trialCP 1 -outCP 2
}
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1 -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2.0 -daqVelFact 2.0 -daqForceFact 4.0
expSite LocalSite 1 1
