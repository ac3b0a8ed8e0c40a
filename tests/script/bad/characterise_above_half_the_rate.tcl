# stderr: characterise_above_half_the_rate.tcl:7: expCharacterise 1: the highest frequency is above half the rate of the rig: 600 Hz \(allowed: at most 500 Hz at 1000 ticks a second\)
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1
expCharacterise 1 -sweep 0.5 600 -amplitude 1 -seconds 10
