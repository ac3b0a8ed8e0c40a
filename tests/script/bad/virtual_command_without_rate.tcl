# stderr: expControl VirtualRig 1: -command without -rate; between targets there are commands only at ticks
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 100
expSpecimen Material 1 1
expCommand Lagrange 1 3
expControl VirtualRig 1 -command 1 -channel 1
