# A laboratory with half a column of one storey: what `tandem site` serves. Words: storey, and rig or perfect. kip, in, s
lassign $argv storey mode
set k 2.74                      ;# kip/in, of the cantilever
model basic -ndm 1 -ndf 1
expSeed $storey
if {$storey == 1} { uniaxialMaterial BoucWenMosqueda 1 $k 0.675 0.0 0.45 0.55 2 } else { uniaxialMaterial Elastic 1 $k }
if {$mode eq "perfect"} {
    expControl SimUniaxialMaterials 1 1
} else {
    # a hydraulic actuator that lags, transducers of a good laboratory, a stop at 3 in and 3 kip; a step of 0.01 s lasts 1.2 s.
    # The laboratory's own controller moves on while it waits for a target; the command goes ahead of the actuator's lag (k_comp, 95 and 85 ms).
    set lag [expr {$storey == 1 ? 0.090 : 0.078}]
    set ahead [expr {$storey == 1 ? 0.095 : 0.085}]
    expSpecimen Material 1 1
    expActuator FirstOrder 1 $lag
    expCompensator Advance 1 $ahead
    expSensor Transducer 1 -rms 0.0005
    expSensor Transducer 2 -rms 0.002
    expCommand Lagrange 1 3
    expController 1 1
    expControlPoint 1 1 disp -lim -3.0 3.0
    expControlPoint 2 1 force -lim -3.0 3.0
    expControl VirtualRig 1 -rate 250 -scale 120 -controller 1 -channel 1 -actuator 1 -compensator 1 -dispSensor 1 -forceSensor 2 -trialCP 1 -outCP 2
}
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1 -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2.0 -daqVelFact 2.0 -daqForceFact 2.0
expSite LocalSite 1 1
