# stdout: ^1 1 2$
# file a.out: \A0 0\n\Z
# file n.out: \A0\.01 
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
puts "[recorder Node -file n.out -time -node 2 -dof 1 disp] [expRecorder Site -file a.out -time -site 1 outForce] [expRecorder Site -csv b.out -site 1 outForce]"
removeExp recorder 1
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 5 0.01
remove recorders
recordExp
