# stderr: removeExp specimen 10: expSpecimen 10 is needed by expControl 5; remove that one first
model BasicBuilder -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 100.0
expSpecimen Material 1 1
expSpecimen Inertia 10 1 -mass 0.5
expControl VirtualRig 5 -channel 10
removeExp specimen 10
expControl VirtualRig 6 -channel 1
