# A bit of everything that takes memory or files: both beams and trusses, springs, a section, a path from a file, a motion,
# regions, modes, a reduction, recorders in every format. The variable `out` names the folder for what it writes and reads.
set fd [open [file join $out quake.txt] w]
for {set i 0} {$i < 40} {incr i} { puts $fd [expr {0.3*sin(0.7*$i)}] }
close $fd

model basic -ndm 2 -ndf 3
node 1 0.0 0.0
node 2 0.0 3.0
node 3 4.0 3.0
node 4 4.0 0.0
node 5 4.0 3.0
fix 1 1 1 1
fix 4 1 1 0
mass 2 1.0 1.0 0.01
mass 3 1.0 1.0 0.01
equalDOF 3 5 1 2
uniaxialMaterial Elastic 1 1.0e4
uniaxialMaterial Steel01 2 5.0 2.0e4 0.02
uniaxialMaterial Parallel 3 1 2
section Elastic 7 2.0e4 0.02 0.001
geomTransf Linear 1
geomTransf PDelta 2
element elasticBeamColumn 1 1 2 0.02 2.0e4 0.001 2
element elasticBeamColumn 2 2 3 7 1
element elasticBeamColumn 3 4 3 0.02 2.0e4 0.001 2
element truss 4 1 3 0.01 2
element zeroLength 5 3 5 -mat 3 -dir 6
region 1 -ele 1 2 -rayleigh 0.0 0.001 0.0 0.0
rayleigh 0.05 0.0 0.0 0.001

timeSeries Linear 1
timeSeries Path 2 -dt 0.02 -filePath [file join $out quake.txt] -factor 9.81
pattern Plain 1 1 {
    load 2 1.0 0.0 0.0
    eleLoad -ele 2 -type -beamUniform -0.5
}
recorder Node -file [file join $out node.out] -time -node 2 3 -dof 1 2 disp
recorder Element -file [file join $out element.out] -time -ele 1 4 force
recorder Node -xml [file join $out node.xml] -time -node 2 -dof 1 accel
recorder Node -binary [file join $out node.bin] -node 2 -dof 1 vel
recorder Drift -file [file join $out drift.out] -iNode 1 -jNode 2 -dof 1 -perpDirn 2

constraints Transformation
numberer RCM
system BandGeneral
test NormDispIncr 1.0e-8 20
algorithm Newton
integrator LoadControl 0.5
analysis Static
if {[analyze 2] != 0} { error "static analysis failed" {} {TANDEM CONVERGE} }
loadConst -time 0.0
eigen 2

pattern UniformExcitation 2 1 -accel 2
wipeAnalysis
constraints Transformation
numberer RCM
system UmfPack
test NormDispIncr 1.0e-8 20
algorithm KrylovNewton
integrator HHT 0.9
analysis Transient
if {[analyze 10 0.01] != 0} { error "transient analysis failed" {} {TANDEM CONVERGE} }
reduce Modal 2 -compare 0
if {[analyze 1 0.01] != 0} { error "reduced analysis failed" {} {TANDEM CONVERGE} }
remove recorders

# a hybrid test: every kind of experimental object, and its recorders
wipe
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 1.0
fix 1 1
mass 2 0.05
uniaxialMaterial Steel01 1 4.0 12.0 0.05
expControlPoint 1 -node 2 1 disp -lim -5.0 5.0 1 vel
expControlPoint 2 1 disp 1 force -fact 0.5
expSignalFilter ErrorSimTimeDelay 1 0.02 -samples 8
expSignalFilter ErrorSimRandomGauss 2 0.0 0.01
expSignalFilter KrylovForceConverter 3 2 -initStif 12.0
expControl SimUniaxialMaterials 1 1 -trialCP 1 -outCP 2 -ctrlFilters 1 3 0 0 0 -daqFilters 0 0 0 2 0
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1 -daqForceFact 2.0
expSite LocalSite 1 1
expTangentStiff Broyden 1
expElement truss 1 1 2 -site 1 -initStif 12.0 -tangStif 1
expRecorder Site -file [file join $out site.out] -time -site 1 outForce
expRecorder Setup -csv [file join $out setup.csv] -time -setupRange 1 1 ctrlDisp
expRecorder Control -hdf5 [file join $out control.h5] -time -control 1 daqSig
expRecorder SignalFilter -xml [file join $out filter.xml] -filter 1 2 outSig
expRecorder TangentStiff -binary [file join $out tangent.bin] -tangStif 1 stif
timeSeries Trig 1 0.0 1.0 0.1 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 2
algorithm Newton
integrator NewmarkHSFixedNumIter 0.5 0.25
analysis Transient
if {[analyze 4 0.01] != 0} { error "hybrid analysis failed" {} {TANDEM CONVERGE} }
recordExp
removeExp recorder 1
wipeExp

# a sub-model as a specimen
expModel 1 {
    model basic -ndm 1 -ndf 1
    node 1 0.0
    node 2 0.0
    node 3 0.0
    fix 1 1
    uniaxialMaterial Elastic 1 30.0
    uniaxialMaterial Steel01 2 1.0 100.0 0.1
    element zeroLength 1 1 2 -mat 1 -dir 1
    element zeroLength 2 2 3 -mat 2 -dir 1
}
expControlPoint 1 -node 3 1 disp 1 force
expControlPoint 2 -node 3 1 disp
expControl SimDomain 1 -model 1 -trialCP 2 -outCP 1
expSpecimen Domain 1 -model 1 -trialCP 2

# specimens, actuators and sensors of every kind behind virtual rigs
wipe
wipeExp
model basic -ndm 1 -ndf 1
uniaxialMaterial ElasticPP 1 100.0 0.01
set f [open [file join $out forces.txt] w]
puts $f "0.0 0.0\n10.0 1.0"
close $f
expSpecimen Material 1 1
expSpecimen Linear 2 -k 2.0 -1.0 -1.0 1.0
expSpecimen Relaxation 3 1 -branch 10.0 0.5
expSpecimen RateDependent 4 1 0.05 0.01
expSpecimen UHYDE-fbr 5 100.0 0.3 1.0 1.0
expSpecimen TunedMassDamper 6 0.5 20.0 0.1 -device 5
expSpecimen MRDamper 7
expSpecimen Replay 8 [file join $out forces.txt]
expSpecimen Inertia 9 4 -mass 0.1 -damping 0.2
expActuator Delay 1 0.0123
expActuator FirstOrder 2 0.01
expActuator TransferFunction 3 -num 4.52e9 -den 1 577 3.68e5 6.28e7 4.93e9
expActuator ServoHydraulic 4
expActuator Lag 5 0.5 0.1
expSensor Transducer 1 -rms 0.001 -quantum 1e-6
expControl VirtualRig 1 -rate 500 -buffer 100 -channel 1 -actuator 1 -forceSensor 1
expControl VirtualRig 2 -rate 500 -scale 2 -buffer 100 -channel 2 -actuator 2 -channel 2 -actuator 3 -channel 3 -actuator 5 -dispSensor 1
expControl VirtualRig 3 -rate 500 -ramp 0.01 -hold 0.01 -buffer 100 -channel 6 -channel 7 -channel 8 -channel 9 -actuator 4
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 100.0
timeSeries Trig 1 0.0 1.0 0.1
pattern Plain 1 1 {load 2 1.0}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
if {[analyze 4 0.01] != 0} { error "virtual laboratory failed" {} {TANDEM CONVERGE} }
