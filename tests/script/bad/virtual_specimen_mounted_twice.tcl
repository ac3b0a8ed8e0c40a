# stderr: expControl VirtualRig 2: expSpecimen 1 is mounted already: in expControl 1
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 100
expSpecimen Material 1 1
expControl VirtualRig 1 -channel 1
expControl VirtualRig 2 -channel 1
