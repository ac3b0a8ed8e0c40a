# stderr: expControl 1: the measured displacements belong to no position of the setup
model basic -ndm 2 -ndf 3
node 1 0.0 0.0
node 2 0.0 50.0 -mass 0.05 0.05 20.0
fix 1 1 1 1
uniaxialMaterial Elastic 1 6.0
expControl SimUniaxialMaterials 1 1 1 1
expSetup ThreeActuators2d 1 -control 1 54.0 36.0 42.0 12.0 15.0 -nlGeom -daqDispFact 1.0 -1e4 1.0
expSite LocalSite 1 1
expElement generic 1 -node 2 -dof 1 2 3 -site 1 -initStif 6.0 0.0 0.0 0.0 12.0 18.0 0.0 18.0 2214.0
timeSeries Sine 1 0.0 10.0 1.0
pattern Plain 1 1 {load 2 1.0 1.0 1.0}
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
if {[analyze 100 0.02] != 0} {error "the test stopped at [getTime]"}
