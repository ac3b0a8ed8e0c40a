# stdout: ^1 2 3$
# stdout: ^11 rows$
# file shared.out: \A0 0 0\n0\.01 \S+ \S+\n0\.01 
# file sparse.out: \A0 0\n0\.02 \S+\n0\.04 \S+\n\Z
# file all.out: \A0 0 0 0\n(0\.0\d \S+ \S+ \S+\n){10}\Z
model BasicBuilder -ndm 1 -ndf 1
loadPackage OpenFresco
node 1 0.0
node 2 10.0
node 3 20.0
fix 1 1
mass 2 0.05
mass 3 0.05
uniaxialMaterial Elastic 1 12.0
uniaxialMaterial Elastic 2 6.0
expControl SimUniaxialMaterials 1 1
expControl SimUniaxialMaterials 2 2
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSetup OneActuator 2 -control 2 1 -sizeTrialOut 1 1 -outForceFact 2.0
expSite LocalSite 2 2
expSite LocalSite 1 1
setSizeExpSite 1 -ctrlSizes 1 1 1 1 1 -daqSizes 1 1 1 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
expElement truss 2 2 3 -site 2 -initStif 12.0
expElement truss 3 1 2 -site 1 -initStif 12.0
set a [expRecorder Setup -file shared.out -time -setup 2 1 outForce]
set b [expRecorder Site -file sparse.out -time -dT 0.02 -site 1 trialDisp]
set c [expRecorder Control -file all.out -time -control all ctrlDisp -precision 9 -control 1]
puts "$a $b $c"
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyzeInteractive 5 0.01
removeExp recorders
set f [open shared.out]
puts "[llength [split [string trim [read $f]] \n]] rows"
