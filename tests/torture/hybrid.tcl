# A hybrid test with every kind of experimental object and its recorders, and a sub-model as a specimen.
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
