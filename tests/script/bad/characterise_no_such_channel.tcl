# stderr: characterise_no_such_channel.tcl:7: expCharacterise 1: expControl 1 has no such channel: 2 \(allowed: 1 to 1\)
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1
expCharacterise 1 -channel 2 -step -amplitude 1 -seconds 2
