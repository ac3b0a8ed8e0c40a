# stderr: expControl VirtualRig 1: there is no expSpecimen with this tag: expSpecimen 7
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 100
expSpecimen Material 1 1
expControl VirtualRig 1 -channel 7
