# stderr: expControl 1: Force, component 1 at t = 0.06: the measured value is not a finite number: nan; all rigs were brought to rest
# silent: goes on
# file site.out: ^0\.05 \S+\n\Z
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
expSpecimen Material 1 1
expSensor Transducer 1 -failAt 0.055
expControl VirtualRig 1 -rate 1000 -channel 1 -forceSensor 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
expRecorder Site -file site.out -time -site 1 outForce
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 60 0.01
puts "goes on"
