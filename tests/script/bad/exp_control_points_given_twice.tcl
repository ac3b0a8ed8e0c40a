# stderr: expControl SimUniaxialMaterials 1: control points of one direction are given twice
# stderr: -trialCP
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
uniaxialMaterial Elastic 1 12.0
expControlPoint 1 1 disp
expControlPoint 2 1 disp 1 disp 1 disp 1 disp
expControl SimUniaxialMaterials 1 1 -trialCP 2 -trialCP 1
