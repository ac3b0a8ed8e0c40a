# stderr: characterise_two_excitations.tcl:7: expCharacterise 1: one of -sweep, -noise and -step at a time
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1
expCharacterise 1 -sweep 1 2 -noise 1 2 -amplitude 1 -seconds 20
