# stderr: moves with the time, and this rig has no ticks.*-rate
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 100
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -channel 1 -actuator 1
