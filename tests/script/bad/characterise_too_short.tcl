# stderr: characterise_too_short.tcl:7: expCharacterise 1: too short for its lowest frequency: noise needs 10 periods of it: 20 s, 2 periods of 0\.1 Hz \(allowed: at least 100 s\); longer, or from 0\.5 Hz on
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1
expCharacterise 1 -noise 0.1 20 -amplitude 1 -seconds 20
