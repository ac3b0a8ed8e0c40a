# stderr: expControl VirtualRig 1: there is no expNetwork with this tag: expNetwork 7; make it before this command
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 100
expSpecimen Material 1 1
expControl VirtualRig 1 -rate 100 -channel 1 -network 7
