# stdout: ^0 1\.2000$
# file ctrl.out: ^1\.2 \S+ \S+\n\Z
# silent: WARNING
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Steel02 1 4.0 12.0 0.05 18.0 0.925 0.15
expControlPoint 1 -node 2 u1 disp -lim -5.0 5.0 1 2 -lim -100.0 100.0
expControlPoint 2 1 disp dof1 vel 1 force -lim -50 50
expControl SimUniaxialMaterials 1 1 -trialCP 1 -outCP 2
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
expRecorder Control -file ctrl.out -time -control 1 ctrlSig
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
set ok [analyze 120 0.01]
puts [format "%d %.4f" $ok [getTime]]
