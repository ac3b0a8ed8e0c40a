# stderr: -hold without -ramp
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 100
expSpecimen Material 1 1
expControl VirtualRig 1 -rate 1000 -hold 1 -channel 1
