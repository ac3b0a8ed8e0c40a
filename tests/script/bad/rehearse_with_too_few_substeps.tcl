# command: rehearse
# status: 3
# stdout: change: integrator Dorka: 2 sub-steps, a step grows with fewer than 3: -substeps
# stderr: engine
# The frame of tests/verify/stability_test.c, where steps of 0.05 s with two sub-steps grow and with three decay.
model basic -ndm 1 -ndf 1
node 0 0
fix 0 1
node 1 0 -mass 1
node 2 0 -mass 2
uniaxialMaterial Elastic 1 100
uniaxialMaterial Elastic 2 40 0.6
expSpecimen Material 1 1
expControl VirtualRig 1 -channel 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif 100 -noRayleigh
element zeroLength 2 1 2 -mat 2 -dir 1
region 1 -node 1 2 -rayleigh 0.1 0 0 0
timeSeries Sine 1 0.0 1e9 2.0
pattern Plain 1 1 { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator Dorka 0.25 0.5 -substeps 2
analysis Transient
analyze 20 0.05
