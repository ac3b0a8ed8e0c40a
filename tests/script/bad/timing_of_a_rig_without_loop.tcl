# stderr: expControl 1 has no command loop against the clock; tandem run --realtime
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 1
expSpecimen Material 1 1
expControl VirtualRig 1 -rate 100 -channel 1
expTiming 1
