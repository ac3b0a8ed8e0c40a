# A laboratory of the bridge: what `tandem site` serves. Words: its specimen, and rig or perfect. kN, m, s
lassign $argv what mode
source [file join [file dirname [info script]] specimens.tcl]

# size of the specimen; lag of its actuator [s]; noise of displacement and force, RMS; stroke; end of the load cell. The piers are at half their size; the
# machine for bearings is slower and has less noise.
set laboratories {
    short   {0.5 0.060 5e-5 0.8 0.25 1200}
    tall    {0.5 0.060 5e-5 0.8 0.25 1200}
    bearing {1.0 0.120 2e-5 0.2 0.40 800}
}
lassign [dict get $laboratories $what] size lag noise_disp noise_force stroke cell

model basic -ndm 1 -ndf 1
expSeed [string length $what]
specimen_material 1 $what $size
if {$mode eq "perfect"} {
    expControl SimUniaxialMaterials 1 1
} else {
    # 50 times slower than the earthquake: a step of 0.02 s lasts 1 s
    expSpecimen Material 1 1
    expActuator FirstOrder 1 $lag
    expCompensator Advance 1 $lag
    expSensor Transducer 1 -rms $noise_disp
    expSensor Transducer 2 -rms $noise_force
    expCommand Lagrange 1 3
    expController 1 1
    expControlPoint 1 1 disp -lim -$stroke $stroke
    expControlPoint 2 1 force -lim -$cell $cell
    expControl VirtualRig 1 -rate 200 -scale 50 -controller 1 -channel 1 -actuator 1 -compensator 1 -dispSensor 1 -forceSensor 2 -trialCP 1 -outCP 2
}
# the actuator moves the displacement times the size; the force it measures counts by the square of its inverse
set back [expr {1.0/$size}]
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1 -ctrlDispFact $size -ctrlVelFact $size -daqDispFact $back -daqVelFact $back -daqForceFact [expr {$back**2}]
expSite LocalSite 1 1
