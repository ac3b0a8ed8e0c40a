# stderr: expControlPoint 1: -lim: the lower limit is above the upper one: 3 1 \(allowed: lo <= hi\)
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Steel02 1 4.0 12.0 0.05 18.0 0.925 0.15
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expControlPoint 1 1 disp -lim 3 1
