# stderr: has another number of channels.*stands here 1 times.*2
expSpecimen Linear 1 -k 2 -1 -1 1
expControl VirtualRig 1 -channel 1
