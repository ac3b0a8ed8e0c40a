# stderr: integrator Dorka: the site of the specimen cannot run the sub-steps by itself: element 1: -iMod corrects its forces \(allowed: one specimen.*\); -where here
model basic -ndm 1 -ndf 1
node 1 -1
node 2 0 -mass 1
fix 1 1
uniaxialMaterial Elastic 1 10.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -iMod
uniaxialMaterial Elastic 2 100.0
element twoNodeLink 2 1 2 -mat 2 -dir 1
timeSeries Linear 1
pattern Plain 1 1 {load 2 1.0}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator Dorka -where site
analysis Transient
analyze 1 0.01
