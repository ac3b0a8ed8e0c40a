# stderr: WARNING expRecorder Site 1: one response a recorder: 1 more words were passed over
# file site.out: \A0 0\n\Z
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expRecorder Site -file site.out -time -site 1 outForce outDisp
