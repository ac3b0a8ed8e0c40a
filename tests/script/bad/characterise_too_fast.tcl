# stderr: characterise_too_fast.tcl:7: expCharacterise 1: the sweep is too fast: 119\.\d+ a second \(allowed: at most 50\); nothing has moved; an amplitude of 0\.4\d* or less, or a lower highest frequency
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1
expCharacterise 1 -sweep 0.5 20 -amplitude 1 -seconds 20 -velocity 50
