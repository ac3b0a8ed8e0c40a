# stderr: engine impulse -elastic: element 2 \(twoNodeLink\) moves a specimen, of which nothing can be promised; leave it out of the list
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; node 3 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Steel01 1 6.0 400.0 0.05
uniaxialMaterial Elastic 2 100.0
expControl SimUniaxialMaterials 1 2
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
element zeroLength 1 1 2 -mat 1 -dir 1
expElement twoNodeLink 2 2 3 -dir 1 -site 1 -initStif 100.0
timeSeries Trig 1 0 100 0.9
pattern Plain 1 1 { load 3 6.0 }
test NormUnbalance 1e-10 20; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient
engine impulse -elastic {1 2}
analyze 5 0.01
