# stderr: expControl 1: Disp, component 1 at t = 0.06: a filter refuses the value.*at most -samples steps within the delay
# file site.out: ^0\.05 \S+\n\Z
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Steel02 1 4.0 12.0 0.05 18.0 0.925 0.15
expSignalFilter ErrorSimTimeDelay 1 0.5 -samples 4
expControl SimUniaxialMaterials 1 1 -ctrlFilters 1 0 0 0 0
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
expRecorder Site -file site.out -time -site 1 outForce
recorder Node -file disp.out -time -node 2 -dof 1 disp
timeSeries Constant 1 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 60 0.01
